"""What counts as an integer, a truth value and a count, whoever made it; what a sentence shows of a value."""

from typing import Any

import numpy as np
import pytest

from pod_envs.core import store
from pod_envs.core.actions import integer_action
from pod_envs.core.batch import Batch, as_array
from pod_envs.core.checks import check_count, check_word, shown
from pod_envs.core.errors import ConfigError, IllegalAction, PodEnvsError
from pod_envs.core.game import Game, find_game
from pod_envs.core.rng import check_seed
from pod_envs.core.table import Table


class Tensor:
    """What an array library gives: an index for one value of any shape and type."""

    def __init__(self, value: int, dtype: str = "torch.int64", ndim: int = 0) -> None:
        self.value, self.dtype, self.ndim = value, dtype, ndim

    def __index__(self) -> int:
        return self.value


class Unspeakable:
    """No repr."""

    def __repr__(self) -> str:
        raise ZeroDivisionError


WRONG: list[Any] = [Tensor(1, "torch.bool"), Tensor(1, ndim=1), np.array([1]), np.array(True), Unspeakable(), None]


@pytest.mark.parametrize("action", WRONG, ids=lambda value: type(value).__name__)
def test_truth_values_and_arrays_of_one_value_are_no_actions(game: Game, action: Any) -> None:
    table = Table(game, seed=1)
    before = table.events
    with pytest.raises(IllegalAction, match=r"an action must be an integer, not .*; nothing has changed"):
        table.act(action)
    assert table.events == before


@pytest.mark.parametrize("action", [Tensor(3), Tensor(3, "uint8"), np.array(3), np.int8(3), 3], ids=range(5))
def test_one_integer_of_any_library_is_an_action(action: Any) -> None:
    assert integer_action(action) == 3
    assert type(integer_action(action)) is int


def test_a_list_that_mixes_numbers_and_truth_values_is_no_array_of_numbers() -> None:
    assert as_array([Tensor(1, "torch.bool"), 0]).dtype == np.object_


def test_an_outcome_is_called_an_outcome(game: Game) -> None:
    with pytest.raises(IllegalAction, match="an outcome must be an integer, not None"):
        Table(game, seed=1, explicit_chance=True).apply_chance(None)
    with pytest.raises(IllegalAction, match="an outcome is a number from 0, not one of 101 bits"):
        Table(game, seed=1, explicit_chance=True).apply_chance(2**100)


@pytest.mark.parametrize("count", [2**31, 10**12, 10**30, 10**5000], ids=["2**31", "10**12", "10**30", "10**5000"])
def test_a_count_beyond_all_memory_is_refused(game: Game, count: int) -> None:
    with pytest.raises(ConfigError, match="num_tables must be at most 2147483647, not "):
        Batch(game, None, count)


def test_where_memory_is_short_that_is_said(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(count: int) -> Any:
        raise MemoryError

    monkeypatch.setattr(store, "empty_cells", full)
    with pytest.raises(ConfigError, match=f"not enough memory for 7 tables of {game.spec.title}; ask for fewer"):
        Batch(game, None, 7)


@pytest.mark.parametrize("seed", [-1, 1.5, "x", Unspeakable(), "9" * 5000], ids=lambda value: type(value).__name__)
def test_a_wrong_seed_is_an_error_of_this_package_and_a_value_error(seed: Any) -> None:
    for kind in (PodEnvsError, ValueError):
        with pytest.raises(kind, match=r"seed must be a non-negative integer, not .{1,130}; try seed=0"):
            check_seed(seed)


@pytest.mark.parametrize(
    "value", [np.array(["a", "b"]), ["a"], {"a"}, 1, Unspeakable(), "x" * 5000], ids=lambda value: type(value).__name__
)
def test_a_word_is_a_word(value: Any) -> None:
    with pytest.raises(ConfigError, match="w must be one of 'a', None, not ") as told:
        check_word("w", value, ("a", None))
    assert len(str(told.value)) < 300


def test_sentences_show_the_beginning_of_long_values() -> None:
    assert shown("a") == "'a'"
    assert shown("a" * 5000) == "'" + "a" * 116 + "..."
    assert shown(10**5000) == f"an integer of {(10**5000).bit_length()} bits"
    assert shown(Unspeakable()) == "an object of class Unspeakable"
    for value in ("x" * 5000, Unspeakable()):
        with pytest.raises(ConfigError, match=r"no game is named .{1,130}; there are"):
            find_game(value)
        with pytest.raises(ConfigError, match="n must be an integer >= 1, not"):
            check_count("n", value)
