"""The flat observation: named fields at fixed offsets, with bounds, that print their own table."""

import dataclasses
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import prod
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["Field", "Layout", "frozen"]


@dataclass(frozen=True)
class Field:
    """One named part of the observation; values lie in [0, high]."""

    name: str
    shape: tuple[int, ...]
    meaning: str
    high: float = 1.0
    private: bool = False  # what other seats do not see
    plane: bool = dataclasses.field(default=False, repr=False)  # one value a vertex of the game's graph

    @property
    def length(self) -> int:
        """Number of values."""
        return prod(self.shape)


@dataclass(frozen=True)
class Layout:
    """The fields of a variant's observation in order; the observation is float32[length].  Read-only."""

    fields: tuple[Field, ...]

    @cached_property
    def offsets(self) -> Mapping[str, int]:
        """First index of each field."""
        ends = np.cumsum([0] + [field.length for field in self.fields])
        return MappingProxyType({part.name: int(at) for part, at in zip(self.fields, ends, strict=False)})

    @cached_property
    def length(self) -> int:
        """Number of values of one observation."""
        return sum(field.length for field in self.fields)

    @cached_property
    def high(self) -> NDArray[np.float32]:
        """Upper bounds, float32[length]; the lower bounds are 0."""
        return frozen(np.concatenate([np.full(field.length, field.high, np.float32) for field in self.fields]))

    @cached_property
    def private(self) -> NDArray[np.bool_]:
        """True where a value is seen by its own seat only, bool[length]."""
        return frozen(np.concatenate([np.full(field.length, field.private) for field in self.fields]))

    def named(self, observation: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """The observation (any leading shape, last axis `length`) split by field name, each in its field's shape."""
        lead = observation.shape[:-1]
        return {
            field.name: observation[..., self.offsets[field.name] : self.offsets[field.name] + field.length].reshape(
                lead + field.shape
            )
            for field in self.fields
        }

    def digest(self) -> str:
        """Short name of this layout: equal digests mean equal meaning of every value."""
        return hashlib.sha256(repr(self.fields).encode()).hexdigest()[:16]

    def table(self) -> str:
        """The layout as a Markdown table."""
        rows = ["| offset | field | shape | range | meaning |", "| ---: | --- | --- | --- | --- |"]
        rows += [f"| {self.offsets[field.name]} | {row(field)} |" for field in self.fields]
        return "\n".join(rows)


def frozen(values: Any) -> NDArray[Any]:
    """An array of its own with these values, which cannot be written to."""
    array = np.array(values)
    array.setflags(write=False)
    return array


def row(field: Field) -> str:
    """The cells of one field."""
    shape: Any = field.shape if len(field.shape) > 1 else field.shape[0]
    return f"`{field.name}` | {shape} | 0 to {field.high:g} | {field.meaning}"
