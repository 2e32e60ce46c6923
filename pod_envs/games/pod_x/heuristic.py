"""Rule-based players: opinion, never rules.  They read what a seat sees and nothing else."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pod_envs.core.jit import kernel

from .scoring import CARDS, NUMBER
from .state import FOLD

Array = NDArray[Any]


@kernel
def lowest_card(mask: Array) -> int:
    """The card with the lowest number among the legal plays, -1 if there is none."""
    best = -1
    for card in range(CARDS):
        if mask[card] and (best < 0 or NUMBER[card] < NUMBER[best]):
            best = card
    return best


@kernel
def fold(params: Array, obs: Array, mask: Array, cells: Array, rows: Array, out: Array) -> None:
    """Play the lowest card as the forced first play, then fold."""
    for row in rows:
        out[row] = FOLD if mask[row, FOLD] else lowest_card(mask[row])


@kernel
def heuristic(params: Array, obs: Array, mask: Array, cells: Array, rows: Array, out: Array) -> None:
    """Play the lowest card."""
    for row in rows:
        out[row] = FOLD if mask[row, FOLD] else lowest_card(mask[row])
