"""Ways to break a value, a text or bytes; all of it is decided by the generator that is given."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from typing import Any

__all__ = ["HUGE", "blob", "few", "nested", "odd", "structure", "text", "unwritable", "words"]

ODD: list[Any] = [
    None, True, False, 0, 1, -1, 2, 7, 2**31 - 1, 2**31, 2**63 - 1, 2**63, -(2**63), 10**30, 10**400, 10**1200, 0.0,
    -0.0, 1.0, 0.5, 1e308, -1e-320, float("nan"), float("inf"), float("-inf"), "", " ", "0", "1", "null", "true",
    "NaN", "\u0000", "\ud800", "é", "\u202e", "\U0001d7d9", "\u0663", "\ufeff", "a" * 300, "../..", "/", "%s", "{}",
    "\n", [], {}, [[]], [0], {"a": 1}, {"": None},
]  # fmt: skip
SNIPPETS = [
    "{", "}", "[", "]", ",", ":", '"', "\\", "\\u0000", "\\ud800", "null", "true", "NaN", "Infinity", "1e999", "1.0",
    "-0", "0x1", "00", "1_0", "//", "/*", "\u0000", "\ufeff", "\u2028", "\u00a0", "é", "\u0663", "\U0001d7d9", "\t",
    "\n", "\r", " ", "'", "#", "&a ", "*a", "!!", "!!python/name:os.system ", "<<: ", "- ", "? ", "|", ">", "%", "@",
    "`", "---\n", "=", "--", "9" * 30, "9" * 5000,
]  # fmt: skip


HUGE = 10**5000


def few(rng: random.Random) -> int:
    """1 mostly, seldom more."""
    count = 1
    while rng.random() < 0.35 and count < 8:
        count += 1
    return count


def nested(depth: int, leaf: Any = 0) -> Any:
    """A list in a list in a list."""
    for _ in range(depth):
        leaf = [leaf]
    return leaf


def unwritable(rng: random.Random, value: Any) -> Any:
    """The value with a number in it that Python writes no digits of."""
    box = [copy.deepcopy(value)]
    holder, key = somewhere(rng, box)
    holder[key] = HUGE
    return box[0]


def odd(rng: random.Random) -> Any:
    """A value that stands hardly anywhere rightly."""
    if rng.random() < 0.03:
        return nested(rng.choice([5, 50, 200]))
    return copy.deepcopy(rng.choice(ODD))


# Values --------------------------------------------------------------------------------------------------------------


def structure(rng: random.Random, value: Any, count: int | None = None) -> Any:
    """A JSON value with some of its parts changed; the given one stays as it is."""
    box = [copy.deepcopy(value)]
    for _ in range(few(rng) if count is None else count):
        holder, key = somewhere(rng, box)
        rng.choice(EDITS)(rng, holder, key)
    return box[0]


def somewhere(rng: random.Random, value: Any) -> tuple[Any, Any]:
    """A list or an object within the value, and one of its keys."""
    while True:
        key = rng.choice(list(value)) if isinstance(value, dict) else rng.randrange(len(value))
        inner = value[key]
        if not isinstance(inner, list | dict) or not inner or rng.random() < 0.2:
            return value, key
        value = inner


def replace(rng: random.Random, holder: Any, key: Any) -> None:
    """Something odd instead."""
    holder[key] = odd(rng)


def retype(rng: random.Random, holder: Any, key: Any) -> None:
    """The same as another type."""
    value = holder[key]
    made: list[Any] = [
        [value],
        {"value": value},
        str(value)[:1000] if not isinstance(value, int) else float(value % 100),
    ]
    if isinstance(value, str):
        made += [len(value), list(value[:50]), value.encode("utf-8", "replace").hex()[:40]]
    if isinstance(value, int | float) and value == value and abs(value) < 1e9:
        made += [float(value), int(value), bool(value), str(value)]
    if isinstance(value, list):
        made += [dict(enumerate_text(value)), len(value), tuple(value)]
    if isinstance(value, dict):
        made += [list(value), [[name, part] for name, part in value.items()]]
    holder[key] = rng.choice(made)


def enumerate_text(values: list[Any]) -> list[tuple[str, Any]]:
    """Entries by the text of their place."""
    return [(str(k), value) for k, value in enumerate(values)]


def nudge(rng: random.Random, holder: Any, key: Any) -> None:
    """A number near by, or a text with one letter changed."""
    value = holder[key]
    if isinstance(value, bool):
        holder[key] = not value
    elif isinstance(value, int | float):
        holder[key] = value + rng.choice([-1, 1, 2, -value, value, 10, 100])
    elif isinstance(value, str):
        holder[key] = text(rng, value, 1)
    elif isinstance(value, list):
        rng.shuffle(value)


def remove(rng: random.Random, holder: Any, key: Any) -> None:
    """Without it."""
    if len(holder) > 1 or isinstance(holder, dict):
        del holder[key]


def repeat(rng: random.Random, holder: Any, key: Any) -> None:
    """Once more."""
    if isinstance(holder, list):
        holder.insert(rng.randrange(len(holder) + 1), copy.deepcopy(holder[key]))
    else:
        holder[text(rng, str(key), 1)] = copy.deepcopy(holder[key])


def exchange(rng: random.Random, holder: Any, key: Any) -> None:
    """In the place of another."""
    keys = list(holder) if isinstance(holder, dict) else range(len(holder))
    other = rng.choice(keys)
    holder[key], holder[other] = holder[other], holder[key]


def rename(rng: random.Random, holder: Any, key: Any) -> None:
    """Under another name, or in another order."""
    if isinstance(holder, dict):
        parts = [
            (text(rng, str(name), 1) if name == key and rng.random() < 0.5 else name, holder[name]) for name in holder
        ]
        rng.shuffle(parts)
        holder.clear()
        holder.update(parts)
    else:
        del holder[key + 1 :]


EDITS: list[Callable[[random.Random, Any, Any], None]] = [
    replace, replace, retype, nudge, nudge, nudge, remove, repeat, exchange, rename,
]  # fmt: skip


# Texts ---------------------------------------------------------------------------------------------------------------


def text(rng: random.Random, value: str, count: int | None = None) -> str:
    """A text with some letters changed, parts cut out, doubled or put in."""
    for _ in range(few(rng) if count is None else count):
        a, b = sorted((rng.randrange(len(value) + 1), min(len(value), rng.randrange(len(value) + 1))))
        b = min(b, a + rng.choice([1, 1, 2, 8, 1000]))
        value = rng.choice(CUTS)(rng, value, a, b)
    return value


CUTS: list[Callable[[random.Random, str, int, int], str]] = [
    lambda rng, value, a, b: value[:a] + value[b:],
    lambda rng, value, a, b: value[:b] + value[a:],
    lambda rng, value, a, b: value[:a] + rng.choice(SNIPPETS) + value[a:],
    lambda rng, value, a, b: value[:a] + rng.choice(SNIPPETS) + value[b:],
    lambda rng, value, a, b: value[:a] + rng.choice("0123456789") + value[a + 1 :],
    lambda rng, value, a, b: value[:a] + chr(rng.randrange(32, 127)) + value[a + 1 :],
    lambda rng, value, a, b: value[:a] + value[a:b].swapcase() + value[b:],
    lambda rng, value, a, b: value[:a],
]


def words(rng: random.Random, given: list[str], pool: list[str]) -> list[str]:
    """Words of a command with some left out, changed, doubled, exchanged or put in out of a pool."""
    made = list(given)
    for _ in range(few(rng)):
        at, what = rng.randrange(len(made) + 1), rng.randrange(5)
        if what == 0 or at == len(made):
            made.insert(at, rng.choice(pool))
        elif what == 1:
            del made[at]
        elif what == 2:
            made[at] = text(rng, made[at], 1)
        elif what == 3:
            made.insert(at, made[at])
        else:
            made[at] = rng.choice(pool)
    return made


# Bytes ---------------------------------------------------------------------------------------------------------------


def blob(rng: random.Random, value: bytes, other: bytes = b"") -> bytes:
    """Bytes with bits turned, parts cut out, doubled, zeroed, or taken from others."""
    made = bytearray(value)
    for _ in range(few(rng)):
        a = rng.randrange(len(made) + 1)
        b = min(len(made), a + rng.choice([1, 2, 4, 8, 100, 10**6]))
        what = rng.randrange(7)
        if what <= 1 and a < len(made):
            made[a] ^= 1 << rng.randrange(8)
        elif what == 2:
            del made[a:b]
        elif what == 3:
            made[a:a] = made[a:b]
        elif what == 4:
            made[a:b] = bytes(b - a)
        elif what == 5:
            made[a:b] = other[a:b]
        else:
            made[a:b] = rng.randbytes(min(b - a, 8))
    return bytes(made)
