"""Belief: the other seats' objectives, out of those that a seat has not seen (section 5)."""

import numpy as np
from numpy.typing import NDArray

from pod_envs.core.cell import CHANCE_EVENT
from pod_envs.core.jit import Record, helper
from pod_envs.core.rng import below

from .scoring import counted
from .state import CHANCE_OBJECTIVE, NOTHING, OBJECTIVES, SCORED


@helper
def resample(
    s: Record, v: Record, seat: int, weighted: int, events: NDArray[np.int32], cell: NDArray[np.int64]
) -> None:
    """Deal the objectives that `seat` has not seen anew to the others; the log `events` int32[count, 2] is rewritten.

    Uniformly, or each with its `weight`.  Nothing is hidden where objectives are public, nor after the end.
    """
    if v.public == 1 or s.phase >= SCORED:
        return
    if weighted:
        while not deal_weighted(s, v, seat, cell):
            pass
    else:
        deal(s, v, seat, cell)
    dealt = 0
    for k in range(events.shape[0]):
        if events[k, 0] == CHANCE_EVENT - CHANCE_OBJECTIVE:
            events[k, 1] = s.objective[dealt]
            dealt += 1


@helper
def deal(s: Record, v: Record, seat: int, cell: NDArray[np.int64]) -> None:
    """To each other seat that has one, an objective that is left."""
    left = np.zeros(OBJECTIVES, np.int64)
    count = 0
    for objective in range(v.objective_total):
        if objective != s.objective[seat]:
            left[count] = objective
            count += 1
    for other in range(v.num_players):
        if other != seat and s.objective[other] != NOTHING:
            chosen = below(cell, count)
            count -= 1
            s.objective[other] = left[chosen]
            left[chosen] = left[count]


@helper
def deal_weighted(s: Record, v: Record, seat: int, cell: NDArray[np.int64]) -> bool:
    """Draw for each other seat by weight; False, and to be done again, when two have drawn the same.

    So that a deal is as likely as the product of its weights.
    """
    taken = np.zeros(OBJECTIVES, np.bool_)
    if s.objective[seat] != NOTHING:
        taken[s.objective[seat]] = True
    for other in range(v.num_players):
        if other != seat and s.objective[other] != NOTHING:
            chosen = draw_weighted(s, v, other, cell)
            if taken[chosen]:
                return False
            taken[chosen] = True
            s.objective[other] = chosen
    return True


@helper
def draw_weighted(s: Record, v: Record, other: int, cell: NDArray[np.int64]) -> int:
    """An objective by its weight for `other`."""
    total = 0
    for objective in range(v.objective_total):
        total += weight(s, v, other, objective)
    left = below(cell, total)
    for objective in range(v.objective_total):
        left -= weight(s, v, other, objective)
        if left < 0:
            return objective
    return 0


@helper
def weight(s: Record, v: Record, other: int, objective: int) -> int:
    """1, and 1 more for each claim that counts for the objective, up to what it needs: opinion, not a rule."""
    return 1 + min(counted(s, v, other, objective), v.objective_count[objective])  # type: ignore[no-any-return]


__all__ = ["resample"]
