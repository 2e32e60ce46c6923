"""Actions as callers give them: what is an integer at all, and the sentence for one that is refused."""

import operator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .checks import is_truth, shown
from .errors import IllegalAction
from .game import Game

__all__ = ["denial", "integer_action", "refusal", "text_of"]


def integer_action(action: Any, what: str = "an action") -> int:
    """`action` as a Python int; IllegalAction for anything that is no integer, truth values and floats included.

    Integers of array libraries are integers, arrays that hold one are not.
    """
    if type(action) is np.int64 or (type(action) is int and abs(action) < 2**63):
        return int(action)
    number = None if is_truth(action) or getattr(action, "ndim", None) else index_of(action)
    if number is None:
        raise IllegalAction(
            f"{what} must be an integer, not {shown(action)} ({type(action).__name__}); nothing has changed"
        )
    if abs(number) < 2**63:
        return number
    raise IllegalAction(f"{what} is a number from 0, not one of {number.bit_length()} bits; nothing has changed")


def index_of(value: Any) -> int | None:
    """The integer that Python takes `value` for, or None."""
    try:
        return int(operator.index(value))
    except Exception:  # TypeError, and whatever a caller's own class brings
        return None


def text_of(game: Game, variant: Any, action: Any) -> str:
    """Notation of an action; IllegalAction for what is none."""
    number = integer_action(action)
    if not 0 <= number < game.num_actions(variant):
        raise IllegalAction(f"action {number} is not in 0..{game.num_actions(variant) - 1}")
    return game.action_text(variant, number)


def refusal(game: Game, variant: Any, seat: int, mask: NDArray[np.int8], action: int) -> str:
    """The sentence for a refused action: seat, action in words, what is legal."""
    legal = ", ".join(f"{a} ({game.action_text(variant, a)})" for a in np.flatnonzero(mask).tolist())
    if not 0 <= action < len(mask):
        return f"action {action} is not in 0..{len(mask) - 1}; legal for seat {seat}: {legal}; nothing has changed"
    return f"{denial(game, variant, seat, action)}; legal: {legal}; nothing has changed"


def denial(game: Game, variant: Any, seat: int, action: int) -> str:
    """What of `refusal` everybody may hear: what is legal for a seat can be its own secret."""
    return f"seat {seat} may not take action {action} ({game.action_text(variant, action)})"
