"""Belief: the other seats' objectives, uniform over those that a seat has not seen (section 5)."""

import numpy as np
from numpy.typing import NDArray

from pod_envs.core.cell import CHANCE_EVENT
from pod_envs.core.jit import Record, helper
from pod_envs.core.rng import below

from .state import CHANCE_OBJECTIVE, NOTHING, OBJECTIVES, SCORED


@helper
def resample(s: Record, v: Record, seat: int, events: NDArray[np.int32], cell: NDArray[np.int64]) -> None:
    """Deal the objectives that `seat` has not seen anew to the others; the log `events` int32[count, 2] is rewritten.

    Nothing is hidden where objectives are public, nor after the end.
    """
    if v.public == 1 or s.phase >= SCORED:
        return
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
    dealt = 0
    for k in range(events.shape[0]):
        if events[k, 0] == CHANCE_EVENT - CHANCE_OBJECTIVE:
            events[k, 1] = s.objective[dealt]
            dealt += 1


__all__ = ["resample"]
