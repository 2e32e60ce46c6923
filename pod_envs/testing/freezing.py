"""Values as plain, immutable copies that can be compared, whatever an environment hands out."""

import hashlib
import marshal
from collections.abc import Mapping
from typing import Any

import numpy as np

from pod_envs.core.checks import shown

__all__ = ["described", "difference", "digest", "frozen", "order"]

DEPTH = 12  # how far objects inside objects are followed


def frozen(value: Any, depth: int = 0) -> Any:
    """An immutable copy, equal for equal values: numbers by value, arrays by bytes, containers and objects by parts."""
    if value is None or type(value) in (bool, int, str, bytes):
        return value
    if isinstance(value, str):  # or a class of one's own that is a kind of it, as below
        return str(value)
    if isinstance(value, bytes | bytearray | memoryview):
        return bytes(value)
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float | np.generic):
        return number(value)
    if isinstance(value, np.ndarray):
        if value.dtype.hasobject:
            return ("array", "object", value.shape, frozen(value.tolist(), depth + 1))
        return ("array", value.dtype.str, value.shape, value.tobytes())
    if depth > DEPTH:
        return ("object", type(value).__name__)
    return frozen_parts(value, depth + 1)


def frozen_parts(value: Any, depth: int) -> Any:
    """Of containers and objects."""
    if isinstance(value, Mapping):
        pairs = [(shown(key), frozen(part, depth)) for key, part in value.items()]
        return ("dict", *sorted(pairs, key=lambda pair: pair[0]))
    if isinstance(value, list | tuple):
        return ("list", *(frozen(part, depth) for part in value))
    if isinstance(value, set | frozenset):
        return ("set", *sorted(repr(frozen(part, depth)) for part in value))
    if isinstance(value, type):
        return ("object", "type", f"{value.__module__}.{value.__qualname__}")
    return ("object", type(value).__name__, *(frozen(part, depth) for part in parts_of(value)))


def parts_of(value: Any) -> list[Any]:
    """What an object is copied from, or its attributes where it cannot be copied."""
    try:
        made, *parts = value.__reduce_ex__(4)  # as copy and pickle do
        if not callable(made):
            raise TypeError("it is written as a name")
    except Exception:  # whatever a class brings
        return [dict(getattr(value, "__dict__", {}))]
    return [part if k < 2 or part is None else list(part) for k, part in enumerate(parts)]


def order(value: Any, depth: int = 0) -> Any:
    """The keys of all dicts inside a value, in their order, which `frozen` leaves out."""
    if depth > DEPTH or not isinstance(value, dict | list | tuple):
        return ()
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    return tuple((shown(key), order(part, depth + 1)) for key, part in pairs)


def number(value: Any) -> Any:
    """A number as Python has it; not-a-number equals itself."""
    plain = value.item() if isinstance(value, np.generic) else value
    if isinstance(plain, float):
        return plain if plain == plain else "nan"
    return plain if isinstance(plain, bool | int | str | bytes) else repr(plain)


def digest(value: Any) -> str:
    """A short name of a frozen value."""
    return hashlib.sha256(marshal.dumps(value, 0)).hexdigest()[:16]


def difference(one: Any, other: Any) -> str | None:
    """Where two frozen values differ, and how; None where they are equal."""
    if one == other and type(one) is type(other):
        return None
    if isinstance(one, tuple) and isinstance(other, tuple) and one[:1] == other[:1] and one:
        found = {"array": between_arrays, "dict": between_dicts, "list": between_lists}.get(one[0])
        if found is not None:
            return found(one, other)
    if isinstance(one, int | float) and isinstance(other, int | float) and one == other:
        return None
    return f": {described(one)} against {described(other)}"


def described(value: Any) -> str:
    """A frozen value in a few words."""
    if isinstance(value, tuple) and value[:1] == ("array",):
        return f"{value[1]} array of shape {value[2]}"
    if isinstance(value, tuple) and value[:1] == ("object",):
        return f"an object of class {value[1]}"
    if isinstance(value, tuple) and value[:1] == ("dict",):
        return cut("{" + ", ".join(f"{key}: {described(part)}" for key, part in value[1:]) + "}")
    if isinstance(value, tuple) and value[:1] == ("list",):
        return cut("[" + ", ".join(map(described, value[1:])) + "]")
    return shown(value, 80)


def cut(text: str) -> str:
    """The begin of a long text."""
    return text if len(text) <= 120 else f"{text[:117]}..."


def between_arrays(one: Any, other: Any) -> str | None:
    """The first entry that differs, or the kinds of the arrays."""
    if one[1:3] != other[1:3] or one[1] == "object":
        return f": {described(one)} against {described(other)}"
    first, second = (np.frombuffer(array[3], array[1]).reshape(array[2]) for array in (one, other))
    places = np.argwhere(np.array(first != second).reshape(one[2]))
    if not len(places):
        return ": the same numbers in other bytes"
    at = tuple(places[0].tolist())
    return f"[{', '.join(map(str, at))}]: {first[at]} against {second[at]}"


def between_dicts(one: Any, other: Any) -> str | None:
    """The first key whose values differ, or the keys that only one has."""
    first, second = dict(one[1:]), dict(other[1:])
    if lacking := sorted(set(first) ^ set(second)):
        return f": only one has {', '.join(lacking)}"
    for key, value in first.items():
        if (found := difference(value, second[key])) is not None:
            return f"[{key}]{found}"
    return None


def between_lists(one: Any, other: Any) -> str | None:
    """The first entry that differs, or the lengths."""
    if len(one) != len(other):
        return f": {len(one) - 1} entries against {len(other) - 1}"
    for k, (first, second) in enumerate(zip(one[1:], other[1:], strict=True)):
        if (found := difference(first, second)) is not None:
            return f"[{k}]{found}"
    return None
