"""Actions as callers give them: what is an integer at all, and the sentence for one that is refused."""

import operator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .errors import IllegalAction
from .game import Game

__all__ = ["integer_action", "refusal", "text_of"]


def integer_action(action: Any) -> int:
    """`action` as a Python int; IllegalAction for anything that is no integer, truth values and floats included."""
    if type(action) is np.int64 or (type(action) is int and abs(action) < 2**63):
        return int(action)
    if not isinstance(action, int | np.bool_):
        try:
            return operator.index(action)
        except TypeError:
            pass
    if isinstance(action, int) and not isinstance(action, bool):
        if abs(action) < 2**63:
            return int(action)
        raise IllegalAction(f"an action is a number from 0, not one of {action.bit_length()} bits; nothing has changed")
    raise IllegalAction(f"an action must be an integer, not {action!r} ({type(action).__name__}); nothing has changed")


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
    text = game.action_text(variant, action)
    return f"seat {seat} may not take action {action} ({text}); legal: {legal}; nothing has changed"
