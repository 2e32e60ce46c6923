"""Numbers, words and switches as callers give them: one check, and one sentence, for each kind."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np

from .errors import ConfigError

__all__ = [
    "DIGITS",
    "LONGEST",
    "ON_ILLEGAL",
    "check_count",
    "check_flag",
    "check_mapping",
    "check_place",
    "check_word",
    "is_truth",
    "is_whole",
    "printable",
    "shown",
]

MOST = 2**31 - 1  # the largest count
DIGITS = 1000  # of the longest integer: Python writes and reads no text of many more
LONGEST = 10**DIGITS
ON_ILLEGAL = ("terminate", "raise")  # what an environment can do about a masked action


def printable(text: str) -> str:
    """The text with what cannot be printed escaped."""
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)


def shown(value: Any, most: int = 120) -> str:
    """`value` as a sentence shows it: its repr, cut to `most` characters, or its type where it has none."""
    if isinstance(value, int) and abs(value) >> 400:
        return f"an integer of {value.bit_length()} bits"
    try:
        text = repr(value)
    except Exception:  # whatever a caller's own class brings
        return f"an object of class {type(value).__name__}"
    return text if len(text) <= most else f"{text[: most - 3]}..."


def is_truth(value: Any) -> bool:
    """Whether `value` is a truth value: Python's, or of an array library."""
    return isinstance(value, bool | np.bool_) or str(getattr(value, "dtype", "")).endswith("bool")


def is_whole(value: Any) -> bool:
    """Whether `value` is an integer, Python's or NumPy's, and no truth value."""
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def check_count(name: str, value: Any) -> int:
    """`value` as an int; ConfigError unless it is an integer from 1 to MOST."""
    if not is_whole(value) or value < 1:
        raise ConfigError(f"{name} must be an integer >= 1, not {shown(value)}")
    if value > MOST:
        raise ConfigError(f"{name} must be at most {MOST}, not {shown(value)}")
    return int(value)


def check_place(what: str, value: Any, count: int) -> int:
    """`value` as an int; ConfigError unless it is one of `count` places."""
    if not is_whole(value) or not 0 <= value < count:
        raise ConfigError(f"{what} is an integer in 0..{count - 1}, not {shown(value)}")
    return int(value)


def check_flag(name: str, value: Any) -> bool:
    """`value` as a bool; ConfigError unless it is a truth value."""
    if not isinstance(value, bool | np.bool_):
        raise ConfigError(f"{name} must be True or False, not {shown(value)}")
    return bool(value)


def check_mapping(name: str, value: Any) -> Mapping[str, str]:
    """`value` as a mapping that nobody can change; ConfigError unless it is a mapping."""
    if not isinstance(value, Mapping):
        raise ConfigError(f"{name} must be a mapping of words to texts, not {shown(value)}")
    return MappingProxyType(dict(value))


def check_word(name: str, value: Any, words: Sequence[str | None]) -> None:
    """ConfigError unless `value` is one of `words`."""
    if not (value is None or isinstance(value, str)) or value not in words:
        raise ConfigError(f"{name} must be one of {', '.join(map(repr, words))}, not {shown(value)}")
