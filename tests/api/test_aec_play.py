"""A whole game through the turn-based API: order, rewards, infos, masks, and who owns what is returned."""

import copy
from collections import defaultdict
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from pod_envs.api.aec import TurnEnv
from pod_envs.core.errors import ConfigError, NotRunning

from .common import TRUNCATING, Case, decisions, draw, everything, mask_of, over, play

# The cycle: reset -> (last, step) at each decision -> all agents end at once -> (last, step(None)) once for each agent

GAMES = 5


def loop(env: TurnEnv, seed: int) -> dict[str, list[tuple[Any, float, bool, bool, dict[str, Any]]]]:
    """The canonical loop with random legal actions; what `last()` told each agent, in order."""
    rng, told = np.random.default_rng(seed), defaultdict(list)
    env.reset(seed=seed)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        told[agent].append((observation, reward, terminated, truncated, info))
        assert observation is not None
        env.step(None if terminated or truncated else draw(rng, observation["action_mask"]))
    return told


@pytest.mark.parametrize("seed", range(GAMES))
def test_every_agent_has_one_terminal_observation_and_it_is_the_last(case: Case, seed: int) -> None:
    env = case.env()
    told = loop(env, seed)
    assert set(told) == set(env.possible_agents)
    for seen in told.values():
        ends = [terminated or truncated for _, _, terminated, truncated, _ in seen]
        assert ends == [False] * (len(seen) - 1) + [True]
    assert env.agents == []


@pytest.mark.parametrize("seed", range(GAMES))
def test_the_rewards_at_own_turns_sum_to_the_returns(case: Case, seed: int) -> None:
    told = loop(case.env(), seed)
    for agent, seen in told.items():
        returns = seen[-1][4]["returns"]
        assert len(returns) == case.seats
        assert sum(reward for _, reward, *_ in seen) == pytest.approx(returns[int(agent[-1])], abs=1e-9)


def test_the_rewards_of_all_steps_sum_to_the_returns(case: Case) -> None:
    env = case.env()
    paid = 0
    for seed in range(GAMES):
        env.reset(seed=seed)
        total = dict.fromkeys(env.possible_agents, 0.0)
        for action in decisions(env, seed):
            env.step(action)
            total = {agent: total[agent] + reward for agent, reward in env.rewards.items()}
        for agent, returns in zip(env.possible_agents, env.infos[env.agent_selection]["returns"], strict=True):
            assert total[agent] == pytest.approx(returns, abs=1e-9)
            paid += returns != 0
    assert paid  # some game paid something


def test_what_waits_for_an_agent_is_what_was_paid_since_its_last_decision(case: Case) -> None:
    env = case.env()
    env.reset(seed=2)
    waiting = dict.fromkeys(env.agents, 0.0)
    for action in decisions(env, 2):
        agent = env.agent_selection
        assert env.last()[1] == pytest.approx(waiting[agent], abs=1e-12)
        env.step(action)
        waiting[agent] = 0.0
        waiting = {name: waiting[name] + env.rewards[name] for name in waiting}
        assert env._cumulative_rewards == pytest.approx(waiting, abs=1e-12)


def test_agents_act_in_the_order_of_the_record(plain: Case) -> None:
    env = plain.env()
    env.reset(seed=4)
    taken = []
    for action in decisions(env, 4):
        taken.append({"seat": env.seats[env.agent_selection], "action": action})
        env.step(action)
    assert taken == [event for event in env.record()["events"] if "seat" in event]


def test_all_agents_end_at_once_and_the_next_one_clockwise_is_asked_first(plain: Case) -> None:
    env = plain.env()
    for seed in range(GAMES):
        env.reset(seed=seed)
        agent = env.agent_selection
        for action in decisions(env, seed):
            assert not any(env.terminations.values())
            assert not any(env.truncations.values())
            agent = env.agent_selection
            env.step(action)
        assert env.agents == env.possible_agents
        assert set(env.terminations.values()) == {True}
        assert set(env.truncations.values()) == {False}
        assert env.seats[env.agent_selection] == (env.seats[agent] + 1) % plain.seats
        for left in range(plain.seats, 0, -1):
            assert env.num_agents == left
            env.step(None)


def test_a_truncated_game_says_so(plain: Case) -> None:
    env = plain.env(**TRUNCATING[plain.game.spec.name])
    env.reset(seed=1)
    for action in decisions(env, 1):
        env.step(action)
    assert env.record()["ended"] == "truncated"
    assert set(env.truncations.values()) == {True}
    assert set(env.terminations.values()) == {False}
    assert env.last()[2:4] == (False, True)


def test_a_dead_step_takes_none_only(plain: Case) -> None:
    env = plain.env()
    env.reset(seed=1)
    for action in decisions(env, 1):
        env.step(action)
    before = everything(env)
    with pytest.raises(ValueError, match="None"):
        env.step(0)
    assert everything(env) == before


def test_infos_list_what_was_told_since_an_agents_own_last_decision(case: Case) -> None:
    env = case.env()
    key, lengths = case.game.spec.report_key, set()
    for seed in range(GAMES):
        env.reset(seed=seed)
        assert env.table is not None
        told: dict[str, list[Any]] = {agent: [] for agent in env.agents}
        known = 0
        for action in decisions(env, seed):
            agent = env.agent_selection
            env.step(action)
            told[agent] = []
            for report in env.table.reports[known:]:
                told = {name: [*heard, report] for name, heard in told.items()}
            known = len(env.table.reports)
            assert {name: info[key] for name, info in env.infos.items()} == told
            lengths |= {(name == agent, len(heard)) for name, heard in told.items()}
        play(env)
    assert {(True, 0), (True, 1), (False, 0), (False, 1)} <= lengths


def test_changing_an_info_touches_neither_the_game_nor_the_other_agents(case: Case) -> None:
    env, key, changed = case.env(), case.game.spec.report_key, 0
    env.reset(seed=3)
    assert env.table is not None
    for action in decisions(env, 3):
        env.step(action)
        for agent, info in env.infos.items():
            if any(info[key]):
                others = {name: copy.deepcopy(other) for name, other in env.infos.items() if name != agent}
                before = copy.deepcopy((env.table.reports, env.record()))
                info[key][0].clear()
                changed += 1
                assert (env.table.reports, env.record()) == before
                assert {name: other for name, other in env.infos.items() if name != agent} == others
    assert changed >= case.seats


def test_masks_are_zero_for_those_who_wait_and_one_after_the_end(case: Case) -> None:
    env = case.env()
    env.reset(seed=6)
    for action in decisions(env, 6):
        for agent in env.agents:
            mask = env.observe(agent)["action_mask"]
            assert mask.dtype == np.int8
            assert mask.shape == (case.actions,)
            assert mask.any() == (agent == env.agent_selection)
            assert set(mask.tolist()) <= {0, 1}
        env.step(action)
    while True:
        assert all((env.observe(agent)["action_mask"] == 1).all() for agent in env.possible_agents)
        if not env.agents:
            break
        env.step(None)


def test_observing_changes_nothing_and_serves_any_agent_at_any_time(case: Case) -> None:
    env, twin = case.env(), case.env()
    for either in (env, twin):
        either.reset(seed=7)
    for action in [*decisions_of(env, 7), None]:
        before = everything(env)
        for agent in env.possible_agents:
            assert env.observation_space(agent).contains(env.observe(agent))
            env.state()
        assert everything(env) == before == everything(twin)
        if action is not None:
            env.step(action)
            twin.step(action)
    assert over(env)


def decisions_of(env: TurnEnv, seed: int) -> list[int]:
    """The actions of a whole random game from here, which a copy plays."""
    twin, taken = env.clone(), []
    for action in decisions(twin, seed):
        taken.append(action)
        twin.step(action)
    return taken


def test_returned_arrays_are_the_callers_own(plain: Case) -> None:
    env = plain.env()
    env.reset(seed=8)
    kept: list[tuple[NDArray[Any], bytes]] = []
    for action in decisions(env, 8):
        seen = [env.observe(agent) for agent in env.possible_agents] + [env.last()[0] or {}]
        arrays = [array for observation in seen for array in observation.values()] + [env.state()]
        assert env.table is not None
        store = env.table.store
        for array in arrays:
            assert array.flags.writeable
            assert not np.shares_memory(array, store.obs)
            assert not np.shares_memory(array, store.mask)
            assert not any(np.shares_memory(array, other) for other in arrays if other is not array)
        before = everything(env)
        kept += [(array, array.tobytes()) for array in (env.observe(env.agent_selection)["observation"], env.state())]
        for array in arrays:
            array[:] = 1
        assert everything(env) == before
        env.step(action)
    assert all(array.tobytes() == data for array, data in kept)


def test_unknown_options_of_reset_are_ignored(plain: Case) -> None:
    env, twin = plain.env(), plain.env()
    env.reset(seed=9, options={"anything": 1, "num_players": 99})
    twin.reset(seed=9)
    assert everything(env) == everything(twin)


CALLS: dict[str, Any] = {
    "step": lambda env: env.step(0),
    "last": lambda env: env.last(),
    "last without an observation": lambda env: env.last(observe=False),
    "observe": lambda env: env.observe("player_0"),
    "agent_iter": lambda env: list(env.agent_iter()),
    "state": lambda env: env.state(),
    "information_state": lambda env: env.information_state("player_0"),
    "record": lambda env: env.record(),
    "render": lambda env: env.render(),
    "get_state": lambda env: env.get_state(),
    "resample": lambda env: env.resample("player_0"),
}


@pytest.mark.parametrize("call", CALLS)
def test_before_the_first_reset_calls_say_that_no_game_has_begun(plain: Case, call: str) -> None:
    env = plain.env(render_mode="ansi")
    with pytest.raises(NotRunning, match=r"call reset\(\) first"):
        CALLS[call](env)
    assert env.agents == []


@pytest.mark.parametrize("call", ["step", "last", "last without an observation"])
def test_after_the_last_dead_step_calls_say_that_the_game_is_over(plain: Case, call: str) -> None:
    env = plain.env()
    env.reset(seed=1)
    play(env, 1)
    before = everything(env)
    with pytest.raises(NotRunning, match=r"over.*call reset\(\)"):
        CALLS[call](env)
    assert everything(env) == before
    assert list(env.agent_iter()) == []


@pytest.mark.parametrize("agent", ["player_99", "0", 0, None, ["player_0"]])
def test_an_unknown_agent_is_named_with_the_right_ones(plain: Case, agent: Any) -> None:
    env = plain.env()
    env.reset(seed=1)
    for call in (env.observe, env.information_state, env.resample):
        with pytest.raises(ConfigError, match="an agent is one of player_0"):
            call(agent)


def test_mask_of_the_agent_to_act_is_what_the_table_allows(plain: Case) -> None:
    env = plain.env()
    env.reset(seed=11)
    for action in decisions(env, 11):
        assert env.table is not None
        assert np.flatnonzero(mask_of(env)).tolist() == env.table.legal()
        env.step(action)
