"""Kernels as plain Python, with NUMBA_DISABLE_JIT set: for debugging, coverage and mutants of the rules.

NumPy looks up a field of a record in some microseconds, which is most of what such a run would take.  So kernels get
rows of slots instead, which hold views of the same memory.
"""

import functools
import operator
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

__all__ = ["interpreted"]

Function = TypeVar("Function", bound=Callable[..., Any])


def interpreted(function: Function) -> Function:
    """`function` with `Rows` in place of each structured array among its arguments."""

    @functools.wraps(function)
    def plain(*arguments: Any) -> Any:
        return function(*(Rows(a) if isinstance(a, np.ndarray) and a.dtype.names else a for a in arguments))

    return cast(Function, plain)


class Rows:
    """A structured array whose rows have their fields as attributes."""

    __slots__ = ("array", "rows")

    def __init__(self, array: NDArray[Any]) -> None:
        self.array = array
        self.rows: dict[int, Any] = {}

    def __len__(self) -> int:
        return len(self.array)

    def __getitem__(self, place: Any) -> Any:
        if place not in self.rows:
            place = range(len(self.array))[place]  # IndexError beyond the last
            self.rows[place] = row_type(self.array.dtype)(self.array[place : place + 1])
        return self.rows[place]


@functools.cache
def row_type(dtype: np.dtype[Any]) -> type[Any]:
    """The class of one record of `dtype`: a property a field, before a slot whose name no field can have."""
    names = dtype.names or ()
    mark = "_" * (1 + max(map(len, names)))
    single = [name for name in names if dtype[name].shape == () and dtype[name].names is None]

    def fill(row: Any, array: NDArray[Any]) -> None:
        for name in names:
            setattr(row, name + mark, array[name] if name in single else part_of(array[name]))

    facts = {name: (number if name in single else part)(name + mark) for name in names}
    return type("Row", (), {"__slots__": [name + mark for name in names], "__init__": fill} | facts)


def part_of(array: NDArray[Any]) -> Any:
    """A field of one row: a view of its numbers, or its own row or rows where it is structured."""
    if array.dtype.names is None:
        return array[0]
    return Rows(array)[0] if array.ndim == 1 else Rows(array[0])


def part(slot: str) -> property:
    """The view or the row in a slot; what is assigned is written into it."""

    def put(row: Any, value: Any) -> None:
        getattr(row, slot)[...] = value

    return property(operator.attrgetter(slot), put)


def number(slot: str) -> property:
    """The number in a slot that holds a view of it."""

    def get(row: Any) -> Any:
        return getattr(row, slot)[0]

    def put(row: Any, value: Any) -> None:
        getattr(row, slot)[0] = value

    return property(get, put)
