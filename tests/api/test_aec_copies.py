"""Copies of a turn-based environment at every step: deepcopy, pickle, clone, saved states, resampled worlds."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from pod_envs.api.aec import TurnEnv
from pod_envs.core.errors import StateError
from pod_envs.core.saved import to_bytes
from pod_envs.core.table import Table
from tests.core.common import variants_of

from .common import Case, ahead, books, decisions, everything, forbidden, inside, mask_of, play, shown

Copier = Callable[[TurnEnv], TurnEnv]


def pickled(env: TurnEnv) -> TurnEnv:
    twin: TurnEnv = pickle.loads(pickle.dumps(env))
    return twin


COPIERS: dict[str, Copier] = {"copy": copy.copy, "deepcopy": copy.deepcopy, "pickle": pickled, "clone": TurnEnv.clone}


def restored(env: TurnEnv) -> TurnEnv:
    """Another environment with a game in progress that takes over the saved state; then also the generators."""
    other = TurnEnv(env.game, **env.variant.as_dict())
    other.reset(seed=99)
    play(other, 99, 1)
    other.set_state(env.get_state())
    assert other.table is not None
    assert env.table is not None
    other.table.store.gens[:] = env.table.store.gens
    return other


def check_then_step(env: TurnEnv, copier: Copier, action: int | None) -> None:
    """A copy is the same, and the same after a step, which does not reach the original."""
    before, twin = everything(env), copier(env)
    assert inside(twin) == inside(env)
    twin.step(action)
    assert everything(env) == before
    env.step(action)
    assert everything(twin) == everything(env) | {"seed": twin.record()["seed"]}


@pytest.mark.parametrize("copier", [*COPIERS.values(), restored], ids=[*COPIERS, "set_state"])
def test_a_copy_at_any_step_goes_on_alike(case: Case, copier: Copier) -> None:
    env = case.env()
    env.reset(seed=1)
    for action in decisions(env, 1):
        check_then_step(env, copier, action)
    while env.agents:
        check_then_step(env, copier, None)
    assert shown(copier(env)) == shown(env)


@pytest.mark.parametrize("copier", [*COPIERS.values(), restored], ids=[*COPIERS, "set_state"])
def test_a_copy_after_an_illegal_end_goes_on_alike(case: Case, copier: Copier) -> None:
    env = case.env()
    env.reset(seed=2)
    ahead(env)
    env.step(forbidden(mask_of(env)))
    while env.agents:
        check_then_step(env, copier, None)
    assert shown(copier(env)) == shown(env)


@pytest.mark.parametrize("copier", COPIERS.values(), ids=list(COPIERS))
def test_a_copy_plays_the_same_games_after_this_one(case: Case, copier: Copier) -> None:
    env = case.env()
    env.reset(seed=3)
    play(env, 3, 1)
    twin = copier(env)
    assert everything(twin) == everything(env)
    for either in (env, twin):
        play(either, 3)
        either.reset()
        play(either, 4)
    assert everything(twin) == everything(env)


@pytest.mark.parametrize("copier", COPIERS.values(), ids=list(COPIERS))
def test_a_copy_made_before_the_first_reset_is_of_use(plain: Case, copier: Copier) -> None:
    env = plain.env(render_mode="ansi")
    twin = copier(env)
    for either in (env, twin):
        either.reset(seed=3)
    assert everything(twin) == everything(env)
    assert (twin.render_mode, twin.on_illegal, twin.variant) == ("ansi", "terminate", plain.variant)


@pytest.mark.parametrize("copier", COPIERS.values(), ids=list(COPIERS))
def test_copies_sample_actions_alike_and_apart(plain: Case, copier: Copier) -> None:
    env = plain.env()
    env.reset(seed=1)
    env.action_space("player_0").seed(5)
    twin = copier(env)
    first = [int(env.action_space("player_0").sample()) for _ in range(30)]
    assert [int(twin.action_space("player_0").sample()) for _ in range(30)] == first


def test_a_clone_with_a_seed_has_another_future(game: Any) -> None:
    env = Case(game, game.variant().num_players, "outcome").env()
    env.reset(seed=1)
    ends = []
    for twin in (env.clone(), env.clone(), env.clone(seed=7), env.clone(seed=7), env.clone(seed=8)):
        assert shown(twin) == shown(env)
        play(twin, 5)
        ends.append(twin.record()["events"])
    assert (ends[0], ends[2]) == (ends[1], ends[3])
    assert {ends[0] != ends[2], ends[3] != ends[4], ends[4] != ends[0]} == {bool(game.spec.chance_kinds)}


@pytest.mark.parametrize("seed", [-1, 1.5, "1", True])
def test_a_clone_wants_a_right_seed(plain: Case, seed: Any) -> None:
    env = plain.env()
    env.reset(seed=1)
    with pytest.raises(ValueError, match="seed must be a non-negative integer"):
        env.clone(seed=seed)


def test_set_state_keeps_the_own_generator(case: Case) -> None:
    env, other = case.env(), case.env()
    env.reset(seed=1)
    play(env, 1, 1)
    other.reset(seed=2)
    assert env.table is not None
    assert other.table is not None
    gens = other.table.store.gens.tobytes()
    assert gens != env.table.store.gens.tobytes()
    other.set_state(env.get_state())
    assert other.table.store.gens.tobytes() == gens
    assert other.record()["seed"] is None


def test_set_state_serves_an_environment_that_was_never_reset(case: Case) -> None:
    env, other = case.env(), case.env()
    env.reset(seed=1)
    play(env, 1, 2)
    other.set_state(env.get_state())
    assert shown(other) == shown(env)
    play(other, 3)
    assert other.agents == []


def test_saving_changes_nothing_and_gives_the_same_bytes(case: Case) -> None:
    env = case.env()
    env.reset(seed=1)
    play(env, 1, 2)
    before = everything(env)
    data = env.get_state()
    assert isinstance(data, bytes)
    assert env.get_state() == data
    assert restored(env).get_state() == data
    assert everything(env) == before


def test_bytes_of_any_other_variant_are_refused(case: Case) -> None:
    env = case.env()
    env.reset(seed=1)
    before = everything(env)
    others = [variant for variant in variants_of(case.game) if variant != case.variant]
    for variant in others:
        other = TurnEnv(case.game, **variant.as_dict())
        other.reset(seed=1)
        with pytest.raises(StateError, match=r"has variant .*this environment has"):
            env.set_state(other.get_state())
        assert everything(env) == before
    assert others


BROKEN: dict[str, Callable[[bytes], Any]] = {
    "cut short": lambda data: data[:-1],
    "longer": lambda data: data + b"\0",
    "one bit changed": lambda data: data[:200] + bytes([data[200] ^ 1]) + data[201:],
    "empty": lambda data: b"",
    "something else": lambda data: b"hello",
    "text": lambda data: data.decode("latin1"),
    "nothing": lambda data: None,
}


@pytest.mark.parametrize("how", BROKEN)
def test_broken_bytes_are_refused_and_nothing_has_changed(plain: Case, how: str) -> None:
    env, fresh = plain.env(), plain.env()
    env.reset(seed=1)
    play(env, 1, 1)
    before, data = everything(env), BROKEN[how](env.get_state())
    for either in (env, fresh):
        with pytest.raises(StateError):
            either.set_state(data)
    assert everything(env) == before
    assert fresh.table is None


BESIDE: dict[str, Callable[[dict[str, Any]], Any]] = {
    "none": lambda kept: None,
    "a field missing": lambda kept: {name: value for name, value in kept.items() if name != "infos"},
    "a field too many": lambda kept: kept | {"more": 1},
    "an unknown agent": lambda kept: kept | {"agents": ["player_0", "player_77"]},
    "an unknown agent to act": lambda kept: kept | {"agent_selection": "player_77"},
    "no list of agents": lambda kept: kept | {"agents": "player_0"},
    "an agent without an info": lambda kept: kept | {"infos": {}},
    "no rewards": lambda kept: kept | {"rewards": None},
}


@pytest.mark.parametrize("how", BESIDE)
def test_bytes_with_odd_bookkeeping_are_refused(plain: Case, how: str) -> None:
    env = plain.env()
    env.reset(seed=1)
    before = everything(env)
    table = Table(plain.game, plain.variant, seed=1)
    assert to_bytes(table, books(env)) == env.get_state()
    with pytest.raises(StateError, match="saved state"):
        env.set_state(to_bytes(table, BESIDE[how](books(env))))
    assert everything(env) == before


def test_a_resampled_world_looks_the_same_to_its_agent(plain: Case) -> None:
    env, differ = plain.env(), 0
    env.reset(seed=4)
    assert env.table is not None
    for step, action in enumerate(decisions(env, 4)):
        before, agent = everything(env), env.possible_agents[step % plain.seats]
        twin = env.resample(agent, step)
        assert twin.table is not None
        assert books(twin) == books(env)
        assert twin.information_state(agent) == env.information_state(agent)
        for name, array in env.observe(agent).items():
            assert (twin.observe(agent)[name] == array).all()
        differ += twin.table.state.tobytes() != env.table.state.tobytes()
        assert everything(env) == before
        env.step(action)
    assert (differ == 0) == plain.game.spec.perfect_information


def test_resampled_worlds_are_drawn_by_the_generator_that_is_given(game: Any) -> None:
    env = Case(game, game.variant().num_players, "outcome").env()
    env.reset(seed=4)
    agent = env.possible_agents[0]
    drawn = [everything(env.resample(agent, rng)) for rng in (1, 1, np.random.default_rng(1), 2)]
    assert drawn[0] == drawn[1] == drawn[2] != drawn[3]
    assert everything(env.resample(agent)) != everything(env.resample(agent))


def test_a_resampled_game_can_be_played_to_its_end(case: Case) -> None:
    env = case.env()
    env.reset(seed=4)
    play(env, 4, 2)
    before = everything(env)
    for agent in env.possible_agents:
        twin = env.resample(agent, 3)
        play(twin, 4)
        assert twin.record()["ended"] is not None
        assert twin.agents == []
    assert everything(env) == before
