"""Numbers and switches as callers give them: one check, and one sentence, for each kind."""

from typing import Any

import numpy as np

from .errors import ConfigError

__all__ = ["check_count", "check_flag", "check_place", "is_whole"]


def is_whole(value: Any) -> bool:
    """Whether `value` is an integer, Python's or NumPy's, and no truth value."""
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def check_count(name: str, value: Any) -> int:
    """`value` as an int; ConfigError unless it is an integer >= 1."""
    if not is_whole(value) or value < 1:
        raise ConfigError(f"{name} must be an integer >= 1, not {value!r:.200}")
    return int(value)


def check_place(what: str, value: Any, count: int) -> int:
    """`value` as an int; ConfigError unless it is one of `count` places."""
    if not is_whole(value) or not 0 <= value < count:
        raise ConfigError(f"{what} is an integer in 0..{count - 1}, not {value!r:.200}")
    return int(value)


def check_flag(name: str, value: Any) -> bool:
    """`value` as a bool; ConfigError unless it is a truth value."""
    if not isinstance(value, bool | np.bool_):
        raise ConfigError(f"{name} must be True or False, not {value!r:.200}")
    return bool(value)
