"""Gymnasium: wrong actions and words, records and copies of a single-agent environment."""

import copy
import logging
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence

from pod_envs.api.single import LearnerEnv
from pod_envs.core.errors import ConfigError, IllegalAction, NotRunning, VariantError
from pod_envs.core.record import dump, replay

from .common import NO_ACTIONS, Case, ahead_single, draw, forbidden, inside_single, legal_step, play_single

# Illegal actions


def test_a_masked_action_ends_the_game_with_minus_one(case: Case, caplog: pytest.LogCaptureFixture) -> None:
    env, rng = case.single(), np.random.default_rng(4)
    env.reset(seed=4)
    ahead_single(env)
    before, returns = env.record(), env.table.returns
    wrong = forbidden(env.action_masks())
    with caplog.at_level(logging.DEBUG, "pod_envs"):
        obs, reward, terminated, truncated, info = env.step(wrong)
    assert (reward, terminated, truncated) == (-1.0, True, False)
    assert obs in env.observation_space
    returns[info["seat"]] -= 1.0
    assert info["returns"].tolist() == returns.tolist()
    assert info["illegal_action"] in caplog.text
    assert f"{wrong} ({env.action_text(wrong)})" in info["illegal_action"]
    assert f"seat {info['seat']}" in info["illegal_action"]
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    assert env.record() == before
    assert env.action_masks().all()
    with pytest.raises(NotRunning, match="the game is over; call reset"):
        env.step(0)
    fresh = case.single()
    assert data_equivalence(env.reset(seed=5), fresh.reset(seed=5), exact=True)
    assert "illegal_action" not in legal_step(env, rng)[4]


def test_a_masked_action_raises_where_that_is_wanted_and_nothing_has_changed(case: Case) -> None:
    env, rng = case.single(on_illegal="raise"), np.random.default_rng(5)
    env.reset(seed=5)
    for _ in range(3):
        ahead_single(env)
        before = inside_single(env)
        with pytest.raises(IllegalAction, match=r"may not take action .*; legal: .*; nothing has changed"):
            env.step(forbidden(env.action_masks()))
        assert inside_single(env) == before
        if any(legal_step(env, rng)[2:4]):
            env.reset()


@pytest.mark.parametrize("action", [*NO_ACTIONS, "one too many"], ids=repr)
def test_what_is_no_action_raises_and_nothing_has_changed(plain: Case, action: Any) -> None:
    number = plain.actions if action == "one too many" else action
    for on_illegal in ("terminate", "raise"):
        env = plain.single(on_illegal=on_illegal)
        env.reset(seed=6)
        before = inside_single(env)
        with pytest.raises(IllegalAction, match="nothing has changed") as caught:
            env.step(number)
        assert inside_single(env) == before
        if type(number) is int and abs(number) < 2**63:
            assert f"action {number} " in str(caught.value)


# Records, copies, options


def test_the_record_of_a_game_replays(case: Case) -> None:
    env = case.single(opponents="random")
    play_single(env, 7)
    record = env.record(legal=True)
    table = replay(dump(record))
    assert table.state.tobytes() == env.table.state.tobytes()
    assert record["seed"] == 7
    assert env.information_state() == table.information_state(int(env.tables.learner[0]))
    env.reset()
    assert env.record()["seed"] is None


@pytest.mark.parametrize(
    "copier",
    [copy.copy, copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))],
    ids=["copy", "deepcopy", "pickle"],
)
def test_a_copy_at_any_step_goes_on_alike(case: Case, copier: Any) -> None:
    env, rng, ended = case.single(opponents="random"), np.random.default_rng(8), False
    env.reset(seed=8)
    while not ended:
        before, twin = inside_single(env), copier(env)
        assert inside_single(twin) == before
        action = draw(rng, env.action_masks())
        seen = twin.step(action)
        assert inside_single(env) == before
        result = env.step(action)
        assert data_equivalence(result, seen, exact=True)
        assert inside_single(twin) == inside_single(env)
        ended = result[2] or result[3]
    twin = copier(env)
    assert data_equivalence(env.reset(), twin.reset(), exact=True)


@pytest.mark.parametrize("call", ["step", "action_masks", "record", "information_state", "render"])
def test_before_the_first_reset_calls_say_that_no_game_has_begun(plain: Case, call: str) -> None:
    env = plain.single(render_mode="ansi")
    with pytest.raises(NotRunning, match=r"call reset\(\) first"):
        getattr(env, call)(*([0] if call == "step" else []))


def test_render_shows_the_learners_view(plain: Case, capsys: pytest.CaptureFixture[str]) -> None:
    env, printer = plain.single(render_mode="ansi"), plain.single(render_mode="human")
    for either in (env, printer):
        either.reset(seed=2)
    assert env.render() == env.table.picture(int(env.tables.learner[0]))
    assert printer.render() is None
    assert capsys.readouterr().out == f"{env.render()}\n"


def test_wrong_words_and_options_are_refused(plain: Case) -> None:
    with pytest.raises(ConfigError, match=r"render_mode must be one of None, 'human', 'ansi', not 'rgb_array'"):
        LearnerEnv(plain.game, render_mode="rgb_array")
    with pytest.raises(ConfigError, match=r"on_illegal must be one of 'terminate', 'raise', not 'ignore'"):
        plain.single(on_illegal="ignore")
    with pytest.raises(VariantError, match=r"did you mean 'num_players'\?"):
        gymnasium.make(plain.game.gymnasium_id, num_player=3)
