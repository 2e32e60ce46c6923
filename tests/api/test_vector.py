"""Gymnasium's vector API over one batch, compared with SyncVectorEnv of single environments step by step."""

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from numpy.typing import NDArray

from pod_envs.api.vector import LearnerVectorEnv
from pod_envs.core.errors import ConfigError
from pod_envs.core.game import Game

from .common import TRUNCATING, Case, ahead_vector, random_actions

MODES = list(AutoresetMode)
COUNT = 5


def pair(case: Case, mode: AutoresetMode, **more: Any) -> tuple[LearnerVectorEnv, SyncVectorEnv]:
    """Ours, and Gymnasium's over single environments."""
    sync = gymnasium.make_vec(
        case.game.gymnasium_id,
        num_envs=COUNT,
        vectorization_mode="sync",
        vector_kwargs={"autoreset_mode": mode},
        **case.options,
        **more,
    )
    assert isinstance(sync, SyncVectorEnv)
    return case.vector(COUNT, autoreset_mode=mode, **more), sync


def compare(case: Case, mode: AutoresetMode, wrong: float, steps: int, **more: Any) -> set[str]:
    """Step both with the same actions, a share of them masked ones; the keys of infos that occurred."""
    ours, sync = pair(case, mode, **more)
    rng, keys = np.random.default_rng(1), set()
    result: Any = ours.reset(seed=40)
    assert data_equivalence(result, sync.reset(seed=40), exact=True)
    for _ in range(steps):
        keys |= set(result[-1])
        actions = random_actions(rng, result[-1]["action_mask"], wrong)
        result = ours.step(actions)
        assert data_equivalence(result, sync.step(actions), exact=True)
        over = result[2] | result[3]
        if mode is AutoresetMode.DISABLED and over.any():
            keys |= set(result[-1])
            result = ours.reset(options={"reset_mask": over})
            assert data_equivalence(result, sync.reset(options={"reset_mask": over.copy()}), exact=True)
            masks = ours.action_masks().astype(np.int8)
            assert (masks[over] == result[-1]["action_mask"][over]).all()
            result = (result[0], result[-1] | {"action_mask": masks})
    return keys


@pytest.mark.parametrize("wrong", [0.0, 0.05])
@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.name)
def test_every_mode_equals_sync_vector_env(case: Case, mode: AutoresetMode, wrong: float) -> None:
    keys = compare(case, mode, wrong, 80)
    ends = {"final_obs", "_final_obs", "final_info", "_final_info"}
    if mode is AutoresetMode.SAME_STEP:
        assert ends <= keys
        assert not {"returns", "illegal_action"} & keys
    else:
        assert not ends & keys
        assert {"returns", "_returns"} <= keys
        assert ("illegal_action" in keys) == (wrong > 0)


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.name)
def test_truncated_games_equal_sync_vector_env(plain: Case, mode: AutoresetMode) -> None:
    compare(plain, mode, 0.0, 40, **TRUNCATING[plain.game.spec.name])


def test_named_players_and_fixed_seats_equal_sync_vector_env(plain: Case) -> None:
    for name in plain.game.spec.players:
        compare(plain, AutoresetMode.NEXT_STEP, 0.02, 40, opponents=name, seat=plain.seats - 1)
    mixed = (["random", *plain.game.spec.players] * plain.seats)[: plain.seats - 1]
    compare(plain, AutoresetMode.SAME_STEP, 0.02, 40, opponents=mixed)


def test_terminal_infos_of_same_step_hold_illegal_actions(plain: Case) -> None:
    env = plain.vector(COUNT, autoreset_mode=AutoresetMode.SAME_STEP)
    infos = ahead_vector(env, env.reset(seed=1)[1])
    actions = infos["action_mask"].argmin(axis=1)
    _, rewards, terminations, _, infos = env.step(actions)
    assert rewards.tolist() == [-1.0] * COUNT
    assert terminations.all()
    assert infos["final_info"]["_illegal_action"].all()
    assert all(isinstance(text, str) for text in infos["final_info"]["illegal_action"])


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.name)
def test_table_i_of_seed_s_is_the_single_environment_of_seed_s_plus_i(case: Case, mode: AutoresetMode) -> None:
    env, singles = case.vector(COUNT, autoreset_mode=mode), [case.single() for _ in range(COUNT)]
    obs, infos = env.reset(seed=70)
    for k, single in enumerate(singles):
        seen, info = single.reset(seed=70 + k)
        assert obs[k].tobytes() == seen.tobytes()
        assert infos["seat"][k] == info["seat"]
    running = np.ones(COUNT, np.bool_)
    while running.all():
        actions = infos["action_mask"].argmax(axis=1)
        obs, rewards, terminations, truncations, infos = env.step(actions)
        running &= ~(terminations | truncations)
        for k in np.flatnonzero(running).tolist():
            seen, reward, *_ = singles[k].step(int(actions[k]))
            assert (seen.tobytes(), reward) == (obs[k].tobytes(), rewards[k])


@pytest.mark.parametrize("seeds", [[5, 6, 7, 8, 9], [9, 9, 3, 9, 2**70], [1, None, 2, None, 3]])
def test_a_list_of_seeds_gives_each_table_its_own(plain: Case, seeds: list[int | None]) -> None:
    ours, sync = pair(plain, AutoresetMode.NEXT_STEP)
    for either in (ours, sync):
        either.reset(seed=1)
    assert data_equivalence(ours.reset(seed=seeds), sync.reset(seed=seeds), exact=True)


@pytest.mark.parametrize("seed", [None, 50, [5, 6, None, 8, 9]], ids=str)
@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.name)
def test_a_reset_mask_resets_its_tables_only(plain: Case, mode: AutoresetMode, seed: Any) -> None:
    ours, sync = pair(plain, mode)
    actions = ours.reset(seed=1)[1]["action_mask"].argmax(axis=1)
    sync.reset(seed=1)
    for either in (ours, sync):
        either.step(actions)
    before = [ours.tables.batch.table(row).state.tobytes() for row in range(COUNT)]
    mask = np.array([True, False, False, True, False])
    result = ours.reset(seed=seed, options={"reset_mask": mask})
    assert data_equivalence(result, sync.reset(seed=seed, options={"reset_mask": mask.copy()}), exact=True)
    assert result[1]["_seat"].tolist() == mask.tolist()
    assert mask.tolist() == [True, False, False, True, False]
    after = [ours.tables.batch.table(row).state.tobytes() for row in range(COUNT)]
    assert [before[row] == after[row] for row in range(COUNT)] == [not marked for marked in mask]


def test_seeded_runs_repeat_and_unseeded_games_go_on(plain: Case) -> None:
    runs = []
    for _ in range(2):
        env = plain.vector(COUNT)
        first = env.reset(seed=3)[0]
        runs += [first, env.reset()[0], env.reset(seed=3)[0], env.reset()[0]]
    data = [obs.tobytes() for obs in runs]
    assert data[:4] == data[4:]
    assert data[0] == data[2] != data[1] == data[3]


def test_the_mode_is_declared_by_each_instance(plain: Case) -> None:
    envs = {mode: plain.vector(2, autoreset_mode=mode) for mode in MODES}
    for mode, env in envs.items():
        assert env.metadata["autoreset_mode"] is mode
        assert plain.vector(2, autoreset_mode=mode.value).metadata["autoreset_mode"] is mode
    assert plain.vector(2).metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    with pytest.raises(ConfigError, match=r"autoreset_mode must be one of \['NextStep', 'SameStep', 'Disabled'\]"):
        plain.vector(2, autoreset_mode="sometimes")


def test_spaces_are_batches_of_the_single_spaces(case: Case) -> None:
    env, single = case.vector(3), case.single()
    assert env.single_observation_space == single.observation_space
    assert env.single_action_space == single.action_space
    assert env.observation_space.shape == (3, *(single.observation_space.shape or ()))
    env.action_space.seed(1)
    env.reset(seed=1)
    for _ in range(20):
        obs, rewards, terminations, truncations, _ = env.step(env.action_space.sample())
        assert obs in env.observation_space
        dtypes = [array.dtype.name for array in (rewards, terminations, truncations)]
        assert dtypes == ["float64", "bool", "bool"]


def arrays_of(value: Any) -> list[NDArray[Any]]:
    """All arrays in a result."""
    if isinstance(value, np.ndarray):
        inner = [array for item in value.tolist() for array in arrays_of(item)] if value.dtype == object else []
        return [value, *inner]
    items = value.values() if isinstance(value, dict) else value if isinstance(value, tuple | list) else ()
    return [array for item in items for array in arrays_of(item)]


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP], ids=lambda mode: mode.name)
def test_no_result_shares_memory_with_another_or_with_the_batch(plain: Case, mode: AutoresetMode) -> None:
    env = plain.vector(COUNT, autoreset_mode=mode)
    rng, store, kept = np.random.default_rng(1), env.tables.batch.store, []
    inner = [store.obs, store.mask, store.states, store.cells]
    inner += [own for own in vars(env.tables).values() if isinstance(own, np.ndarray)]
    result: Any = env.reset(seed=2)
    for _ in range(25):
        arrays = arrays_of(result)
        kept.append((result, pickle.dumps(result)))
        for array in arrays:
            assert not any(np.shares_memory(array, own) for own in inner)
        for earlier, _ in kept[-4:-1]:
            assert not any(np.shares_memory(a, b) for a in arrays for b in arrays_of(earlier))
        result = env.step(random_actions(rng, result[-1]["action_mask"], 0.02))
    assert all(pickle.dumps(result) == data for result, data in kept)


@pytest.mark.parametrize("copier", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"])
def test_a_copy_goes_on_alike(plain: Case, copier: Any) -> None:
    env = plain.vector(COUNT)
    rng = np.random.default_rng(1)
    _, infos = env.reset(seed=2)
    for _ in range(30):
        twin = copier(env)
        actions = random_actions(rng, infos["action_mask"], 0.02)
        result = env.step(actions)
        assert data_equivalence(twin.step(actions), result, exact=True)
        infos = result[-1]


def test_threads_change_nothing(game: Game) -> None:
    case = Case(game, game.variant().num_players, "outcome")
    one, two = (case.vector(game.spec.split, threads=threads) for threads in (1, 2))
    assert two.tables.batch.splits
    assert data_equivalence(one.reset(seed=1), two.reset(seed=1), exact=True)
    for _ in range(6):
        actions = one.action_masks().argmax(axis=1)
        assert data_equivalence(one.step(actions), two.step(actions), exact=True)
