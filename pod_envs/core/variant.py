"""Rule options of a game: frozen, validated, JSON-serialisable.

A game derives one frozen dataclass from `Variant`, its fields in the order of the game's page.  Options whose default
depends on others are resolved in `__post_init__`, so a variant always holds resolved values.
"""

import dataclasses
import difflib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar, Self

from .checks import DIGITS, LONGEST, shown
from .errors import VariantError
from .files import read_whole

__all__ = ["Variant", "is_integer", "read_json", "strict_json"]


@dataclass(frozen=True)
class Variant:
    """Base of every game's options; equal variants compare and hash equal."""

    tables: ClassVar[tuple[str, ...]] = ()  # options whose value may be a path to a JSON file
    meanings: ClassVar[Mapping[str, str]] = MappingProxyType({})  # one sentence an option

    @classmethod
    def names(cls) -> list[str]:
        """Option names in the order of the game's page."""
        return [field.name for field in dataclasses.fields(cls)]

    @classmethod
    def of(cls, /, **options: Any) -> Self:
        """The variant with `options`, else defaults; VariantError names the option and the nearest right one."""
        names = cls.names()
        for name in options:
            if name not in names:
                near = difflib.get_close_matches(name, names, n=1, cutoff=0.5)
                hint = f"did you mean {near[0]!r}?" if near else f"options are {', '.join(names)}"
                raise VariantError(f"unknown option {shown(name)}; {hint}")
        return cls(**{name: cls.loaded(name, value) for name, value in options.items()})

    @classmethod
    def loaded(cls, name: str, value: Any) -> Any:
        """`value`, read from its file where option `name` is a table given by path."""
        if name in cls.tables and isinstance(value, str | Path):
            try:
                return read_json(value)
            except ValueError as error:
                raise VariantError(
                    f"option {name!r}: {error}; give a table, or a path to a JSON file with one"
                ) from None
        return value

    def as_dict(self) -> dict[str, Any]:
        """Every option with its resolved value, as JSON types, in the order of the page."""
        return {name: getattr(self, name) for name in self.names()}

    def require(self, holds: bool, name: str, wanted: str) -> None:
        """Raise VariantError for option `name` unless `holds`."""
        if not holds:
            raise VariantError(f"option {name!r} must be {wanted}, not {shown(getattr(self, name))}")

    def require_integer(self, name: str, low: int, high: int | None = None, nullable: bool = False) -> None:
        """Option `name` must be an integer (no truth value) from `low` to `high`, or null if `nullable`."""
        value = getattr(self, name)
        if nullable and value is None:
            return
        wanted = f"an integer >= {low}" if high is None else f"an integer from {low} to {high}"
        inside = is_integer(value) and value >= low and (high is None or value <= high)
        if inside and high is None:
            self.require(value < LONGEST, name, f"{wanted} of at most {DIGITS} digits")
        self.require(inside, name, wanted + (" or null" if nullable else ""))

    def require_choice(self, name: str, *choices: str) -> None:
        """Option `name` must be one of the words `choices`."""
        value = getattr(self, name)
        words = ", ".join(map(repr, choices))
        near = difflib.get_close_matches(value, choices, n=1) if isinstance(value, str) else []
        self.require(
            isinstance(value, str) and value in choices,
            name,
            f"one of {words}" + (f" (did you mean {near[0]!r}?)" if near else ""),
        )

    def resolve(self, name: str, value: Any) -> None:
        """Set option `name` while the variant is being made."""
        object.__setattr__(self, name, value)


def is_integer(value: Any) -> bool:
    """Whether `value` is a Python integer, and no truth value or member of an enumeration."""
    return type(value) is int


def strict_json(text: str) -> Any:
    """JSON without repeated keys, NaN or infinities; ValueError says what is wrong."""
    try:
        return json.loads(text, object_pairs_hook=distinct, parse_constant=refuse_constant)
    except RecursionError:
        raise ValueError("the JSON is nested too deeply") from None


def distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The pairs as a dict; ValueError when a key occurs twice."""
    seen: dict[str, Any] = {}
    for key, value in pairs:
        if key in seen:
            raise ValueError(f"key {shown(key)} occurs twice in one object")
        seen[key] = value
    return seen


def refuse_constant(word: str) -> None:
    """JSON has no NaN and no infinities."""
    raise ValueError(f"{word} is not JSON")


def read_json(path: Path | str) -> Any:
    """The JSON value in a regular file; ValueError says what is wrong with the path or the text."""
    data = read_whole(path)
    try:
        return strict_json(data.decode("utf-8"))
    except ValueError as error:
        raise ValueError(f"{shown(str(path))} is not a readable JSON file: {error}") from None
