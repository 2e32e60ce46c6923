"""The VecEnv for stable-baselines3: seeds, counts and steps that are refused leave it of use."""

import copy
from typing import Any

import numpy as np
import pytest
import torch

from pod_envs import make_sb3_vec_env
from pod_envs.adapters.sb3 import BatchVecEnv
from pod_envs.agents import RandomPolicy
from pod_envs.core.actions import integer_action
from pod_envs.core.batch import Batch
from pod_envs.core.errors import ConfigError, IllegalAction, NotRunning
from pod_envs.core.game import Game
from tests.api.common import check_taken

COUNT = 3


def legal(vec: BatchVecEnv) -> Any:
    """The first legal action of each table."""
    return vec.action_masks().argmax(axis=1)


@pytest.mark.parametrize("seed", [-1, 1.5, "1", True, np.float64(1)], ids=repr)
def test_a_wrong_seed_is_refused_at_once(game: Game, seed: Any) -> None:
    vec = BatchVecEnv(game, COUNT, 7)
    for call in (vec.seed, lambda seed: BatchVecEnv(game, COUNT, seed)):
        with pytest.raises(ValueError, match="seed must be a non-negative integer, not"):
            call(seed)
    assert np.array_equal(vec.reset(), BatchVecEnv(game, COUNT, 7).reset())


def test_seeds_of_every_integer_type(game: Game) -> None:
    vec = BatchVecEnv(game, COUNT)
    for seed in (7, np.int64(7), np.uint8(7)):
        assert list(vec.seed(seed)) == [7, 8, 9]  # type: ignore[arg-type]
        assert np.array_equal(vec.reset(), BatchVecEnv(game, COUNT, seed).reset())  # type: ignore[arg-type]
    vec.seed()
    vec.reset()


def test_a_refused_step_is_forgotten(game: Game) -> None:
    vec = BatchVecEnv(game, COUNT, 1)
    vec.reset()
    while vec.action_masks().all():
        vec.step(legal(vec))
    masks = vec.action_masks()
    with pytest.raises(IllegalAction, match=r"table \d: seat \d may not take action"):
        vec.step(np.where(masks.all(axis=1), 0, masks.argmin(axis=1)))
    with pytest.raises(NotRunning, match=r"step\(actions\)"):
        vec.step_wait()
    vec.step(legal(vec))


@pytest.mark.parametrize("count", [0, -1, 1.0, True, None], ids=repr)
def test_a_number_of_environments_is_a_count(game: Game, count: Any) -> None:
    with pytest.raises(ConfigError, match="num_envs must be an integer >= 1, not"):
        BatchVecEnv(game, count)
    assert BatchVecEnv(game, np.int64(2)).num_envs == 2  # type: ignore[arg-type]
    with pytest.raises(ConfigError, match="relative must be True or False, not 'yes'"):
        BatchVecEnv(game, COUNT, relative="yes")  # type: ignore[arg-type]


def test_an_action_beyond_int64_is_named_as_it_is(game: Game) -> None:
    vec = BatchVecEnv(game, COUNT, 1)
    vec.reset()
    with pytest.raises(IllegalAction, match=f"table 2: {2**64 - 1} is no action"):
        vec.step(np.array([0, 0, 2**64 - 1], np.uint64))


def test_copy_shares_no_game(game: Game) -> None:
    vec = BatchVecEnv(game, COUNT, 1)
    vec.reset()
    before = [array.tobytes() for array in vec.arrays().values()]
    copy.copy(vec).step(legal(vec))
    assert before == [array.tobytes() for array in vec.arrays().values()]


class Failing(RandomPolicy):
    """An opponent that raises an error when it is told to."""

    broken = False

    def act(self, batch: Any, rows: Any, out: Any) -> None:
        if self.broken:
            raise ZeroDivisionError
        super().act(batch, rows, out)


def test_after_an_opponent_failed_masks_are_refused_until_the_reset(game: Game) -> None:
    policy = Failing()
    vec = BatchVecEnv(game, COUNT, 1, opponents=policy)
    vec.reset()
    policy.broken = True
    with pytest.raises(ZeroDivisionError):
        vec.step(legal(vec))
    with pytest.raises(NotRunning, match=r"an opponent failed.*call reset"):
        vec.action_masks()
    policy.broken = False
    vec.reset()
    assert vec.action_masks().any(axis=1).all()


@pytest.mark.parametrize("count", [10**12, 10**30])
def test_more_environments_than_any_memory_holds(game: Game, count: int) -> None:
    with pytest.raises(ConfigError, match="num_envs must be at most"):
        make_sb3_vec_env(game.spec.name, count)


@pytest.mark.parametrize("indices", [3, -1, [0, 3], [True], "ab", [[0]], np.array([5]), 1.0, [None]], ids=repr)
def test_an_index_of_an_environment_is_one_there_is(game: Game, indices: Any) -> None:
    vec = make_sb3_vec_env(game.spec.name, 3)
    vec.reset()
    for call in (vec.env_method, vec.get_attr):
        with pytest.raises(ConfigError, match=r"an index of an environment is an integer in 0\.\.2, not"):
            call("action_masks", indices=indices)


@pytest.mark.parametrize(("indices", "count"), [(None, 3), (1, 1), ([2, 0], 2), (range(2), 2), (np.array([1]), 1)])
def test_indices_of_every_kind(game: Game, indices: Any, count: int) -> None:
    vec = make_sb3_vec_env(game.spec.name, 3, seed=1)
    vec.reset()
    chosen = np.arange(3)[np.atleast_1d([0, 1, 2] if indices is None else list(np.atleast_1d(indices)))]
    assert np.array_equal(vec.env_method("action_masks", indices=indices), vec.action_masks()[chosen])
    assert len(vec.get_attr("num_envs", indices)) == count


def test_options_do_not_have_the_names_of_its_arguments() -> None:
    check_taken([BatchVecEnv])


def test_tensors_are_numbers_where_they_are_one_integer(game: Game) -> None:
    assert integer_action(torch.tensor(1)) == 1
    for wrong in (torch.tensor(True), torch.tensor([1]), torch.tensor(1.0)):
        with pytest.raises(IllegalAction, match="an action must be an integer"):
            integer_action(wrong)
    with pytest.raises(IllegalAction, match="actions must be integers"):
        Batch(game, None, 2, seed=1).step([torch.tensor(True), torch.tensor(0)])
