"""Wrong actions, and wrong words at construction, in the turn-based API."""

import logging
from typing import Any

import numpy as np
import pytest

from pod_envs.api.aec import TurnEnv
from pod_envs.core.errors import ConfigError, IllegalAction, VariantError
from pod_envs.core.game import Game

from .common import NO_ACTIONS, Case, ahead, books, decisions, everything, forbidden, mask_of, over, play

LOGGER = "pod_envs"


def go_wrong(env: TurnEnv) -> tuple[str, int]:
    """The agent to act takes a masked action, at the first decision that has one; both."""
    ahead(env)
    agent, action = env.agent_selection, forbidden(mask_of(env))
    env.step(action)
    return agent, action


@pytest.mark.parametrize("count", [0, 1, 5, 40])
def test_a_masked_action_ends_the_game_with_minus_one_for_the_offender(case: Case, count: int) -> None:
    env = case.env()
    env.reset(seed=count)
    play(env, count, count)
    if over(env):
        env.reset(seed=count)
    ahead(env)
    assert env.table is not None
    waiting, paid = dict(env._cumulative_rewards), env.table.returns.tolist()
    agent, action = go_wrong(env)
    assert env.rewards == {name: -1.0 if name == agent else 0.0 for name in env.agents}
    assert env._cumulative_rewards == waiting | {agent: -1.0}
    assert env.agents == env.possible_agents
    assert set(env.terminations.values()) == {True}
    assert set(env.truncations.values()) == {False}
    paid[env.seats[agent]] -= 1.0
    for info in env.infos.values():
        assert info["returns"] == paid
        assert (info["illegal_action"]["agent"], info["illegal_action"]["action"]) == (agent, action)
        assert env.action_text(action) in info["illegal_action"]["message"]


def test_rewards_at_own_turns_sum_to_the_returns_of_a_game_ended_by_an_illegal_action(case: Case) -> None:
    env = case.env()
    env.reset(seed=3)
    total, done = dict.fromkeys(env.agents, 0.0), {}
    for step, agent in enumerate(env.agent_iter()):
        _, reward, terminated, _, info = env.last()
        total[agent] += reward
        if terminated:
            done[agent] = info["returns"]
        mask = mask_of(env)
        wrong = step >= 30 and not terminated
        env.step(None if terminated else forbidden(mask) if wrong else int(np.flatnonzero(mask)[step % mask.sum()]))
    for agent, returns in done.items():
        assert total[agent] == pytest.approx(returns[env.seats[agent]], abs=1e-9)
    assert set(done) == set(env.possible_agents)


def test_what_others_were_paid_before_an_illegal_action_reaches_them(game: Game) -> None:
    env, reached = Case(game, game.variant().num_players, "score").env(), 0
    for seed in range(5):
        env.reset(seed=seed)
        waiting: dict[str, float] = {}
        for action in decisions(env, seed):
            waiting = {name: paid for name, paid in env._cumulative_rewards.items() if name != env.agent_selection}
            if any(waiting.values()):
                break
            env.step(action)
        go_wrong(env)
        for name in env.agent_iter():
            assert env.last()[1] == waiting.get(name, -1.0)
            env.step(None)
        reached += any(waiting.values())
    assert reached


def test_the_offender_hears_nothing_twice(game: Game) -> None:
    env, key, heard = Case(game, game.variant().num_players, "outcome").env(), game.spec.report_key, 0
    env.reset(seed=3)
    for action in decisions(env, 3):
        if env.infos[env.agent_selection][key]:
            told = {name: info[key] for name, info in env.infos.items()}
            agent, _ = go_wrong(env)
            assert {name: info[key] for name, info in env.infos.items()} == told | {agent: []}
            heard += 1
        if over(env):
            break
        env.step(action)
    assert heard


def test_after_an_illegal_action_masks_are_ones_and_every_agent_has_its_dead_step(plain: Case) -> None:
    env = plain.env()
    env.reset(seed=1)
    agent, _ = go_wrong(env)
    assert env.seats[env.agent_selection] == (env.seats[agent] + 1) % plain.seats
    asked = []
    for name in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        assert observation is not None
        assert env.observation_space(name).contains(observation)
        assert (observation["action_mask"] == 1).all()
        assert (reward, terminated, truncated) == (-1.0 if name == agent else 0.0, True, False)
        asked.append(name)
        env.step(None)
    assert sorted(asked) == env.possible_agents


def test_one_warning_names_agent_and_action(plain: Case, caplog: pytest.LogCaptureFixture) -> None:
    env = plain.env()
    env.reset(seed=2)
    ahead(env)
    with caplog.at_level(logging.DEBUG, LOGGER):
        agent, action = go_wrong(env)
    assert [(record.name, record.levelno) for record in caplog.records] == [(LOGGER, logging.WARNING)]
    said = caplog.records[0].getMessage()
    assert said.startswith(f"{agent}: seat ")
    assert f"action {action} ({env.action_text(action)})" in said
    assert f"seat {env.seats[agent]}" in said
    assert "nothing has changed" not in said


def test_legal_play_and_refused_actions_log_nothing(plain: Case, caplog: pytest.LogCaptureFixture) -> None:
    env, raw = plain.env(), plain.raw_env()
    with caplog.at_level(logging.DEBUG, LOGGER):
        for either in (env, raw):
            either.reset(seed=2)
            play(either, 2)
        raw.reset(seed=2)
        with pytest.raises(IllegalAction):
            go_wrong(raw)
    assert caplog.records == []


def test_the_record_stops_before_the_illegal_action(plain: Case) -> None:
    env = plain.env()
    env.reset(seed=4)
    play(env, 4, 1)
    before = env.record(legal=True)
    texts = [env.information_state(agent) for agent in env.possible_agents]
    go_wrong(env)
    assert env.record(legal=True) == before
    assert before["ended"] is None
    assert not {"returns", "details"} & set(before)
    assert [env.information_state(agent) for agent in env.possible_agents] == texts


def test_the_game_after_an_illegal_action_is_a_right_one(case: Case) -> None:
    env, fresh = case.env(), case.env()
    for dead_steps in (0, 1, case.seats):
        env.reset(seed=1)
        go_wrong(env)
        for _ in range(dead_steps):
            env.step(None)
        env.reset(seed=2)
        fresh.reset(seed=2)
        assert everything(env) == everything(fresh)
        for action in decisions(fresh, 2):
            env.step(action)
            fresh.step(action)
            assert books(env) == books(fresh)
        assert everything(env) == everything(fresh)


def test_raw_env_raises_and_nothing_has_changed(case: Case) -> None:
    env, refused = case.raw_env(), 0
    env.reset(seed=5)
    for action in decisions(env, 5):
        before = everything(env)
        for wrong in np.flatnonzero(mask_of(env) == 0)[:1].tolist():
            with pytest.raises(IllegalAction, match=rf"may not take action {wrong} .*; legal: .*; nothing has changed"):
                env.step(wrong)
            refused += 1
        assert everything(env) == before
        env.step(action)
    assert refused


@pytest.mark.parametrize("action", [*NO_ACTIONS, "one too many"], ids=repr)
def test_what_is_no_action_raises_everywhere_and_nothing_has_changed(plain: Case, action: Any) -> None:
    number = plain.actions if action == "one too many" else action
    for env in (plain.env(), plain.raw_env()):
        env.reset(seed=6)
        before = everything(env)
        with pytest.raises(IllegalAction, match=r"nothing has changed"):
            env.step(number)
        assert everything(env) == before


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int32, np.int64, np.array, lambda a: np.array(a, np.int16)])
def test_any_integer_is_an_action(plain: Case, kind: Any) -> None:
    env, twin = plain.env(), plain.raw_env()
    for either in (env, twin):
        either.reset(seed=7)
    for action in decisions(twin, 7):
        env.step(kind(action) if action < 128 else action)  # what the smallest kind can hold
        twin.step(action)
    assert everything(env) == everything(twin)


def test_an_illegal_action_of_another_integer_type_is_named_as_an_int(plain: Case) -> None:
    env = plain.env()
    env.reset(seed=1)
    ahead(env)
    agent, wrong = env.agent_selection, forbidden(mask_of(env))
    env.step(np.int32(wrong))
    assert type(env.infos[agent]["illegal_action"]["action"]) is int
    env.get_state()


@pytest.mark.parametrize(
    "options", [{"on_illegal": "ignore"}, {"render_mode": "rgb_array"}, {"render_view": "player_9"}]
)
def test_a_wrong_word_is_refused_with_the_right_ones(plain: Case, options: dict[str, Any]) -> None:
    ((name, word),) = options.items()
    with pytest.raises(ConfigError, match=rf"{name} must be one of .*, not {word!r}"):
        plain.env(**options)


def test_an_unknown_option_is_named_with_the_nearest(game: Game) -> None:
    plain = Case(game, game.variant().num_players, "outcome")
    with pytest.raises(VariantError, match=r"unknown option 'num_player'; did you mean 'num_players'\?"):
        plain.env(num_player=3)
    with pytest.raises(VariantError, match=r"unknown option 'zzzzzz'; options are num_players"):
        plain.raw_env(zzzzzz=3)


@pytest.mark.parametrize("seats", [0, 1, -3, 99, 3.0, "3", True, None])
def test_a_wrong_number_of_seats_is_refused(game: Game, seats: Any) -> None:
    with pytest.raises(VariantError, match="option 'num_players' must be an integer from"):
        TurnEnv(game, num_players=seats)


def test_an_unknown_game_is_named_with_those_there_are(game: Game) -> None:
    with pytest.raises(ConfigError, match=rf"no game is named 'chess'; there are: .*{game.spec.name}"):
        TurnEnv("chess")
