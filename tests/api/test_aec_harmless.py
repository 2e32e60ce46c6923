"""What the turn-based API hands out can be changed, and what it is asked for must exist."""

import json
from typing import Any

import numpy as np
import pytest

from pod_envs.core.errors import ConfigError, IllegalAction, VariantError

from .common import Case, decisions, everything, play


def vandalise(info: dict[str, Any], key: str) -> None:
    """Change all of an info, deep inside first."""
    for report in info.get(key, []):
        for value in report.values():
            if isinstance(value, list):
                value.clear()
        report.clear()
    info.get(key, []).append("more")
    info.clear()


def test_infos_that_were_returned_can_be_changed(case: Case) -> None:
    env, twin, key = case.env(), case.env(), case.game.spec.report_key
    for either in (env, twin):
        either.reset(seed=1)
    for action in decisions(twin, 1):
        assert env.last()[4] == twin.last()[4] == twin.infos[twin.agent_selection]
        vandalise(env.last()[4], key)
        env.step(action)
        twin.step(action)
        assert everything(env) == everything(twin)
    while env.agents:
        vandalise(env.last()[4], key)
        assert everything(env) == everything(twin)
        env.step(None)
        twin.step(None)


def test_infos_that_were_emptied_inside_do_not_stop_the_game(case: Case) -> None:
    env = case.env()
    env.reset(seed=1)
    for action in decisions(env, 1):
        for info in env.infos.values():
            info.clear()
        env.last()
        env.step(action)
    play(env)
    assert env.agents == []


@pytest.mark.parametrize("agent", ["player_99", "0", 0, None, ["player_0"]])
def test_spaces_of_an_unknown_agent_are_refused(plain: Case, agent: Any) -> None:
    env = plain.env()
    for call in (env.observation_space, env.action_space):
        with pytest.raises(ConfigError, match="an agent is one of player_0"):
            call(agent)


@pytest.mark.parametrize("view", [0, [], "", False, ["seat"], {}], ids=repr)
def test_what_is_no_view_is_refused(plain: Case, view: Any) -> None:
    env = plain.env()
    env.reset(seed=1)
    with pytest.raises(ConfigError, match="a view is 'seat', 'spectator' or one of player_0"):
        env.picture(view)


@pytest.mark.parametrize("number", [-1, 10**6, 2**62])
def test_numbers_that_are_no_action_have_no_text(plain: Case, number: int) -> None:
    for env in (plain.env(), plain.single()):
        with pytest.raises(IllegalAction, match=rf"action {number} is not in 0\.\.{plain.actions - 1}"):
            env.action_text(number)
        assert env.action_text(np.int64(plain.actions - 1)) == env.action_text(plain.actions - 1)


def test_options_go_in_by_name(plain: Case) -> None:
    for make in (plain.env, plain.single):
        with pytest.raises(VariantError, match="unknown option 'variant'"):
            make(variant={"num_players": plain.seats})


def test_seeds_of_any_integer_type_are_kept_as_ints(plain: Case) -> None:
    for env in (plain.env(), plain.single()):
        env.reset(seed=np.int64(5))  # type: ignore[arg-type]
        assert json.loads(json.dumps(env.record()))["seed"] == 5
