"""Kernels as plain Python, with NUMBA_DISABLE_JIT set: for debugging, coverage and mutants of the rules.

NumPy looks up a field of a record in some microseconds, which is most of what such a run would take.  So kernels get
rows of slots instead, which hold views of the same memory.
"""

import functools
from collections.abc import Callable
from typing import Any, ClassVar, TypeVar, cast

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
        self.rows: dict[int, Row] = {}

    def __len__(self) -> int:
        return len(self.array)

    def __getitem__(self, place: Any) -> Any:
        if place not in self.rows:
            place = range(len(self.array))[place]  # IndexError beyond the last
            self.rows[place] = row_type(self.array.dtype)(self.array[place : place + 1])
        return self.rows[place]


class Row:
    """One record; its classes, one a dtype, are made by `row_type`."""

    __slots__ = ()
    single: ClassVar[list[str]]  # fields of one number
    several: ClassVar[list[str]]  # all others

    def __init__(self, array: NDArray[Any]) -> None:
        for name in self.single:
            setattr(self, f"_{name}", array[name])
        for name in self.several:
            setattr(self, name, part_of(array[name]))


@functools.cache
def row_type(dtype: np.dtype[Any]) -> type[Row]:
    """The class of rows of `dtype`: a slot a field, with a property before it where the field is one number."""
    names = dtype.names or ()
    single = [name for name in names if dtype[name].shape == () and dtype[name].names is None]
    several = [name for name in names if name not in single]
    slots = (*(f"_{name}" for name in single), *several)
    facts = {"__slots__": slots, "single": single, "several": several}
    return type("Row", (Row,), facts | {name: number(name) for name in single})


def part_of(array: NDArray[Any]) -> Any:
    """A field of one row: a view of its numbers, or its own row or rows where it is structured."""
    if array.dtype.names is None:
        return array[0]
    return Rows(array)[0] if array.ndim == 1 else Rows(array[0])


def number(name: str) -> property:
    """The number in a slot that holds a view of it."""
    slot = f"_{name}"

    def get(row: Any) -> Any:
        return getattr(row, slot)[0]

    def put(row: Any, value: Any) -> None:
        getattr(row, slot)[0] = value

    return property(get, put)
