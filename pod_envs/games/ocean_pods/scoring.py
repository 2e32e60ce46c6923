"""Objectives, plastic, totals and what they pay (section 6, rulings 34-41): part of the rules, pure.

[R18] cites ruling 18 of the rule page's section 3, [0.1.7] item 7 of its section 0.1.
"""

import numpy as np
from numpy.typing import NDArray

from pod_envs.core.jit import Record, helper

from .state import LOST, NOTHING, OCEANS, SCORED

BY_OCEAN, BY_GROUP, BY_COST, BY_CARDS, BY_DIFFERENT = range(5)  # kinds of objectives
SEMI_COOP, LITERAL, ZERO_SUM = range(3)  # reward schemes
PLASTIC_POINTS = np.array([0, 0, 2, 3, 3, 5], np.int64)  # by tokens, the last for more [R37]


@helper
def plastic_points(tokens: int) -> int:
    """What a seat's plastic tokens score."""
    return PLASTIC_POINTS[min(tokens, PLASTIC_POINTS.shape[0] - 1)]  # type: ignore[no-any-return]


@helper
def counted(s: Record, v: Record, seat: int, objective: int) -> int:
    """How many of the seat's cards, or of their oceans, count for an objective [0.1.2]."""
    kind = v.objective_kind[objective]
    of = v.objective_of[objective]
    if kind == BY_OCEAN:
        return s.by_ocean[seat, of]  # type: ignore[no-any-return]
    if kind == BY_GROUP:
        return s.by_group[seat, of]  # type: ignore[no-any-return]
    if kind == BY_COST:
        return s.by_cost[seat, of]  # type: ignore[no-any-return]
    if kind == BY_CARDS:
        return s.cards[seat]  # type: ignore[no-any-return]
    different = 0
    for ocean in range(OCEANS):
        if s.by_ocean[seat, ocean] > 0:
            different += 1
    return different


@helper
def is_reached(s: Record, v: Record, seat: int, objective: int) -> bool:
    """Whether the seat's cards fulfil an objective."""
    return counted(s, v, seat, objective) >= v.objective_count[objective]  # type: ignore[no-any-return]


@helper
def score(s: Record, v: Record, pay: NDArray[np.float64]) -> None:
    """Objectives and plastic are added, and the largest (total, plastic) wins [R39, 0.1.6]."""
    for seat in range(v.num_players):
        objective = s.objective[seat]
        s.bonus[seat] = v.objective_points[objective] if is_reached(s, v, seat, objective) else 0
        s.total[seat] = s.points[seat] + s.bonus[seat] + plastic_points(s.plastic[seat])
    s.phase = SCORED
    s.seat = NOTHING
    if not v.pays_score:
        pay_winners(s, v, pay)


@helper
def is_winner(s: Record, v: Record, seat: int) -> bool:
    """Whether nobody has a larger total, or the same with more plastic."""
    for other in range(v.num_players):
        ahead = s.total[other] > s.total[seat]
        level = s.total[other] == s.total[seat]
        if ahead or (level and s.plastic[other] > s.plastic[seat]):
            return False
    return True


@helper
def pay_winners(s: Record, v: Record, pay: NDArray[np.float64]) -> None:
    """A win shared by k is 1/k each; what the others get depends on the scheme [section 6, 0.1.7]."""
    n = v.num_players
    winners = 0
    for seat in range(n):
        if is_winner(s, v, seat):
            winners += 1
    if winners == n and v.scheme == ZERO_SUM:
        return
    for seat in range(n):
        if is_winner(s, v, seat):
            pay[seat] += 1 / winners
        elif v.scheme == LITERAL:
            pay[seat] -= 1.0
        elif v.scheme == ZERO_SUM:
            pay[seat] -= 1 / (n - winners)


@helper
def lose(s: Record, v: Record, pay: NDArray[np.float64]) -> None:
    """The third token: everybody loses at once [R10]."""
    s.phase = LOST
    s.seat = NOTHING
    if v.pays_score or v.scheme != ZERO_SUM:
        for seat in range(v.num_players):
            pay[seat] -= 1.0
