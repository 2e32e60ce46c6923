"""Chance: what is drawn when, and with which weights [0.1.3].  Part of the rules, pure."""

import numpy as np
from numpy.typing import NDArray

from pod_envs.core.jit import Record, helper
from pod_envs.core.rng import below

from .state import (
    DRAW_FIRST,
    DRAW_OBJECTIVE,
    DRAW_OCEAN,
    FACES,
    OCEANS,
    OPENING,
    REFILL,
    RESOURCES,
    ROLL_BLUE,
    SEATS,
    UNSEEN,
)


@helper
def is_chance(s: Record) -> bool:
    """Whether chance is to move."""
    return s.phase <= REFILL  # type: ignore[no-any-return]


@helper
def chance_kind(s: Record) -> int:
    """The chance kinds are numbered as the phases in which they are drawn."""
    return s.phase  # type: ignore[no-any-return]


@helper
def bound(s: Record, v: Record) -> int:
    """No outcome of the chance event that is due is as high as this."""
    if s.phase == DRAW_OCEAN:
        return OCEANS
    if s.phase == DRAW_FIRST:
        return v.num_players  # type: ignore[no-any-return]
    if s.phase == DRAW_OBJECTIVE:
        return v.objective_total  # type: ignore[no-any-return]
    if s.phase == OPENING or s.phase == REFILL:
        return v.card_count  # type: ignore[no-any-return]
    return FACES if s.phase == ROLL_BLUE else RESOURCES


@helper
def weight(s: Record, v: Record, outcome: int) -> int:
    """Weight of an outcome below the bound [0.1.3]."""
    if s.phase == DRAW_FIRST:
        return 1
    if s.phase == DRAW_OCEAN:
        return is_free(s.order[:OCEANS], outcome)
    if s.phase == DRAW_OBJECTIVE:
        return is_free(s.objective[:SEATS], outcome)
    if s.phase == OPENING or s.phase == REFILL:
        return 1 if s.owner[outcome] == UNSEEN else 0
    return v.blue[outcome] if s.phase == ROLL_BLUE else v.white[outcome]  # type: ignore[no-any-return]


@helper
def is_free(taken: NDArray[np.int64], outcome: int) -> int:
    """1 unless the outcome is among those drawn before."""
    for k in range(taken.shape[0]):
        if taken[k] == outcome:
            return 0
    return 1


@helper
def all_weights(s: Record, v: Record) -> int:
    """Sum of the weights."""
    if s.phase == DRAW_OCEAN:
        return OCEANS - s.drawn  # type: ignore[no-any-return]
    if s.phase == DRAW_FIRST:
        return v.num_players  # type: ignore[no-any-return]
    if s.phase == DRAW_OBJECTIVE:
        return v.objective_total - s.drawn  # type: ignore[no-any-return]
    if s.phase == OPENING or s.phase == REFILL:
        return s.unseen  # type: ignore[no-any-return]
    return v.blue_faces if s.phase == ROLL_BLUE else v.white_faces  # type: ignore[no-any-return]


@helper
def is_outcome(s: Record, v: Record, outcome: int) -> bool:
    """Whether chance can bring `outcome` now."""
    return is_chance(s) and 0 <= outcome < bound(s, v) and weight(s, v, outcome) > 0


@helper
def outcomes(s: Record, v: Record, ids: NDArray[np.int64], weights: NDArray[np.int64]) -> int:
    """Write the possible outcomes in ascending order with integer weights; return how many."""
    count = 0
    for outcome in range(bound(s, v)):
        found = weight(s, v, outcome)
        if found > 0:
            ids[count] = outcome
            weights[count] = found
            count += 1
    return count


@helper
def draw(s: Record, v: Record, cell: NDArray[np.int64]) -> int:
    """An outcome drawn by the weights with a table's generator."""
    left = below(cell, all_weights(s, v))
    outcome = -1
    while left >= 0:
        outcome += 1
        left -= weight(s, v, outcome)
    return outcome


__all__ = ["chance_kind", "draw", "is_chance", "is_outcome", "outcomes"]
