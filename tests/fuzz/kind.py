"""What a kind of input is, and what counts as a fault."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

__all__ = ["Fault", "Kind", "require", "sentence"]

LONGEST = 4000  # characters of what is said about an input


class Fault(AssertionError):
    """An input was accepted that is not valid, or refused in another way than documented."""


@dataclass(frozen=True)
class Kind:
    """A kind of input.

    `make` draws one.  `check` hands it to the package: True where it was accepted and proved to be valid, False where
    it was refused as documented; Fault, or whatever else it raises, is a fault.
    """

    name: str
    about: str
    make: Callable[[Random], Any]
    check: Callable[[Any], bool]


def require(holds: bool, wanted: str) -> None:
    """Fault unless it holds."""
    if not holds:
        raise Fault(wanted)


def sentence(error: BaseException) -> bool:
    """False, for what was refused; Fault unless the error says why in readable words."""
    said = str(error)
    require(0 < len(said) <= LONGEST, f"{type(error).__name__} has a message of {len(said)} characters")
    require(
        not any(ord(letter) < 32 and letter != "\n" for letter in said),
        f"the message {said!r} holds control characters",
    )
    return False
