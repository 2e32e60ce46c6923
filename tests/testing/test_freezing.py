"""Values of all kinds are compared as they are: equal ones are equal, and a difference is told by its place."""

import enum
from collections import deque
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest

from pod_envs.testing.freezing import difference, digest, frozen
from pod_envs.testing.play import spread


class Colour(enum.IntEnum):
    """A number of a class of its own."""

    RED = 1


class Thing:
    """Something that is equal to itself only."""

    def __init__(self, size: int) -> None:
        self.size = size


class Slots:
    """Something without a dictionary."""

    __slots__ = ("size",)

    def __init__(self, size: int) -> None:
        self.size = size


class Loop:
    """Something that holds itself."""

    def __init__(self) -> None:
        self.loop = self


SAME: list[tuple[Any, Any]] = [
    (1, np.int64(1)),
    (0.5, np.float64(0.5)),
    (float("nan"), np.float32("nan")),
    (True, np.bool_(True)),
    (1, Colour.RED),
    ("a", np.str_("a")),
    (b"a", bytearray(b"a")),
    ([1, 2], (1, 2)),
    ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
    ({1, 2}, {2, 1}),
    (np.zeros(3), np.zeros(3)),
    (np.array([1, None]), np.array([1, None])),
    (Thing(1), Thing(1)),
    ({"deep": [np.ones(2), {"x": None}]}, {"deep": (np.ones(2), {"x": None})}),
    (deque([1, 2]), deque([1, 2])),
    (MappingProxyType({"a": 1}), {"a": 1}),
    (Slots(1), Slots(1)),
    (len, len),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_equal_values_freeze_alike(one: Any, other: Any) -> None:
    assert difference(frozen(one), frozen(other)) is None
    assert digest(frozen(one)) == digest(frozen(other)) or isinstance(one, bool | int)


DIFFERENT: list[tuple[Any, Any, str]] = [
    (1, 2, ": 1 against 2"),
    (1, "1", ": 1 against '1'"),
    ({"a": [1, 2]}, {"a": [1, 3]}, "['a'][1]: 2 against 3"),
    ({"a": 1}, {"b": 1}, ": only one has 'a', 'b'"),
    ([1], [1, 2], ": 1 entries against 2"),
    (np.zeros((2, 2)), np.eye(2), "[0, 0]: 0.0 against 1.0"),
    (np.zeros(2, np.int8), np.zeros(2, np.int16), ": |i1 array of shape (2,) against <i2 array of shape (2,)"),
    (np.zeros(2), np.zeros(3), ": <f8 array of shape (2,) against <f8 array of shape (3,)"),
    (np.array([0.0]), np.array([-0.0]), ": the same numbers in other bytes"),
    (np.array([None]), np.array([1], object), ": object array of shape (1,) against object array of shape (1,)"),
    (Thing(1), Thing(2), ": an object of class Thing against an object of class Thing"),
    (deque([1]), deque([2]), ": an object of class deque against an object of class deque"),
    (Slots(1), Slots(2), ": an object of class Slots against an object of class Slots"),
    (range(2), range(3), ": an object of class range against an object of class range"),
    (int, str, ": an object of class type against an object of class type"),
    (None, {"a": [1]}, ": None against {'a': [1]}"),
    (None, list(range(99)), f": None against [{', '.join(map(str, range(40)))}"[:117]),
]


@pytest.mark.parametrize(("one", "other", "told"), DIFFERENT)
def test_a_difference_is_told_by_its_place(one: Any, other: Any, told: str) -> None:
    found = difference(frozen(one), frozen(other))
    assert found is not None
    assert found.startswith(told)
    assert len(found) < 300
    assert digest(frozen(one)) != digest(frozen(other))


def test_a_frozen_value_does_not_change_with_its_original() -> None:
    value: dict[str, Any] = {"a": np.zeros(2), "b": [1]}
    before = frozen(value)
    value["a"][0], value["b"][0] = 1, 2
    assert difference(before, frozen(value)) == "['a'][0]: 0.0 against 1.0"


def test_what_holds_itself_is_cut() -> None:
    assert frozen(Loop()) == frozen(Loop())


@pytest.mark.parametrize(("length", "most"), [(0, 5), (3, 5), (5, 5), (100, 5), (7, 2), (9, 1)])
def test_positions_are_spread_evenly(length: int, most: int) -> None:
    chosen = sorted(spread(length, most))
    assert len(chosen) == min(length, most)
    assert set(chosen) <= set(range(length))
    if 1 < most < length:
        gaps = np.diff(chosen)
        assert (chosen[0], chosen[-1]) == (0, length - 1)
        assert gaps.max() - gaps.min() <= 1
