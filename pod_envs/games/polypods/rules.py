"""The rules of Polypods as pure functions over one flat record: no input or output, no generator, no exception.

[R4] cites ruling 4 of the rule page, [T3] its third invariant.
"""

import numpy as np
from numpy.typing import NDArray

from pod_envs.core.jit import Record, helper

from .groups import dissolve, harden, petrify, put, should_be_core
from .state import EMPTY, GREEN, MOST_LOST, PLAYING, ROCK, SEATS, TERMINATED, TRUNCATED, WHITE

CLEARED, PETRIFIED = 1, 2  # places in the news after the number of dissolved feet

ROOM = 1  # most events of one call: a decision


@helper
def setup(s: Record, v: Record) -> None:
    """An empty board; Green begins [R15].  Nothing is left of the game before, so that equal games have equal bytes."""
    s.phase = PLAYING
    s.seat = GREEN
    s.plies = 0
    s.passes = 0
    s.losses = 0
    for k in range(MOST_LOST):
        s.lost[k] = 0
    for seat in range(SEATS):
        s.score[seat] = 0
        s.fringe[seat] = 0
        for u in range(v.vertices):
            s.near[seat, u] = 0
            s.hard[seat, u] = 0
    for u in range(v.vertices):
        s.owner[u] = EMPTY
        s.core[u] = 0
        s.label[u] = 0
        s.after[u] = 0
        s.before[u] = 0
        s.discs[u] = 0
        s.cores[u] = 0


# Chance: there is none ------------------------------------------------------------------------------------------------


@helper
def is_chance(s: Record) -> bool:
    """Whether chance is to move."""
    return False


@helper
def chance_kind(s: Record) -> int:
    """No kind is ever asked for."""
    return 0


@helper
def outcomes(s: Record, v: Record, ids: NDArray[np.int64], weights: NDArray[np.int64]) -> int:
    """Number of possible outcomes."""
    return 0


@helper
def is_outcome(s: Record, v: Record, outcome: int) -> bool:
    """Whether chance can bring `outcome` now."""
    return False


@helper
def draw(s: Record, v: Record, cell: NDArray[np.int64]) -> int:
    """Never called."""
    return -1


@helper
def apply_chance(s: Record, v: Record, outcome: int, pay: NDArray[np.float64], news: NDArray[np.int64]) -> bool:
    """Never called."""
    return False


# Decisions ------------------------------------------------------------------------------------------------------------


@helper
def is_legal(s: Record, v: Record, action: int) -> bool:
    """Whether the seat to act may place a disc on that vertex, or pass, which is always legal [R13]."""
    if s.phase != PLAYING or action < 0 or action > v.vertices:
        return False
    return action == v.vertices or may_place(s, v, s.seat, action)


@helper
def may_place(s: Record, v: Record, seat: int, u: int) -> bool:
    """An empty vertex, next to no core disc of the foe [R3], where the polypod stays alive with its new roles [R4]."""
    if s.owner[u] != EMPTY or s.hard[1 - seat, u] != 0:
        return False
    return s.near[seat, u] == 0 or stays_alive(s, v, seat, u)


@helper
def stays_alive(s: Record, v: Record, seat: int, u: int) -> bool:
    """Whether the polypods that a disc on `u` joins have, with it, no more core than feet."""
    near = s.near[seat, u]
    core = v.roles[u] >> near & 1
    size = 1
    for j in range(v.degree[u]):
        if near >> j & 1:
            w = v.neighbour[u, j]
            if s.core[w] == 0:
                core += v.roles[w] >> (s.near[seat, w] | v.back[u, j]) & 1
            if is_first(s, v, u, near, j):
                core += s.cores[s.label[w]]
                size += s.discs[s.label[w]]
    return 2 * core <= size  # type: ignore[no-any-return]


@helper
def is_first(s: Record, v: Record, u: int, near: int, j: int) -> bool:
    """Whether no friend before neighbour j of `u` belongs to the same polypod."""
    label = s.label[v.neighbour[u, j]]
    for i in range(j):
        if near >> i & 1 and s.label[v.neighbour[u, i]] == label:
            return False
    return True


@helper
def apply(s: Record, v: Record, action: int, pay: NDArray[np.float64], news: NDArray[np.int64]) -> bool:
    """The seat to act takes a legal `action`.  Adds to `pay`; True when discs left the board and `news` tells it."""
    told = False
    s.plies += 1
    if action == v.vertices:
        s.passes += 1
    else:
        s.passes = 0
        before = s.score[GREEN] - s.score[WHITE]
        told = place(s, v, s.seat, action, news)
        count_fringe(s, v)
        if v.pays_score:
            change = (s.score[GREEN] - s.score[WHITE] - before) / v.vertices
            pay[GREEN] += change
            pay[WHITE] -= change
    s.seat = 1 - s.seat
    close(s, v, pay)
    return told


@helper
def place(s: Record, v: Record, seat: int, u: int, news: NDArray[np.int64]) -> bool:
    """Steps 1 to 5 of a turn; whether foe discs left the board, which `news` then tells in numbers."""
    put(s, v, seat, u)
    s.losses = 0
    toughen(s, v, seat, u)
    for j in range(v.degree[u]):
        if s.owner[v.neighbour[u, j]] == seat + 1:
            toughen(s, v, seat, v.neighbour[u, j])
    if s.losses == 0:
        return False
    news[0] = s.losses
    news[CLEARED] = 0
    news[PETRIFIED] = 0
    for k in range(s.losses):
        u = s.lost[k]
        for j in range(v.degree[u]):
            w = v.neighbour[u, j]
            if s.owner[w] == 2 - seat and 2 * s.cores[s.label[w]] > s.discs[s.label[w]]:
                news[CLEARED] += s.cores[s.label[w]]
                news[PETRIFIED] += s.discs[s.label[w]] - s.cores[s.label[w]]
                petrify(s, v, 1 - seat, w)
    return True


@helper
def toughen(s: Record, v: Record, seat: int, u: int) -> None:
    """Where a foot has become core, the foe discs next to it, which are feet [T1], dissolve [T3]."""
    if s.core[u] == 1 or not should_be_core(s, v, seat, u):
        return
    harden(s, v, seat, u)
    for j in range(v.degree[u]):
        if s.owner[v.neighbour[u, j]] == 2 - seat:
            dissolve(s, v, 1 - seat, v.neighbour[u, j])


@helper
def count_fringe(s: Record, v: Record) -> None:
    """Empty vertices next to discs of one seat alone; rocks spoil them only if the variant says so [R10]."""
    s.fringe[GREEN] = 0
    s.fringe[WHITE] = 0
    for u in range(v.vertices):
        if s.owner[u] == EMPTY:
            green = s.near[GREEN, u] != 0
            white = s.near[WHITE, u] != 0
            if green != white and not (v.rock_spoils and touches_rock(s, v, u)):
                s.fringe[WHITE if white else GREEN] += 1


@helper
def touches_rock(s: Record, v: Record, u: int) -> bool:
    """Whether a petrified disc is a neighbour."""
    for j in range(v.degree[u]):
        if s.owner[v.neighbour[u, j]] == ROCK:
            return True
    return False


# End of the game ------------------------------------------------------------------------------------------------------


@helper
def close(s: Record, v: Record, pay: NDArray[np.float64]) -> None:
    """Two passes in a row end the game [R13]; it is truncated after the variant's number of plies [R12]."""
    if s.passes == 2:
        s.phase = TERMINATED
        if v.pays_score == 0:
            lead = leader(s)
            pay[GREEN] += lead
            pay[WHITE] -= lead
    elif s.plies >= v.max_plies:
        s.phase = TRUNCATED
    if s.phase != PLAYING:
        s.seat = -1


@helper
def leader(s: Record) -> int:
    """1 if Green has more core discs, or as many and more fringe; -1 if White has; 0 for a draw [R11]."""
    lead = s.score[GREEN] - s.score[WHITE]
    if lead == 0:
        lead = s.fringe[GREEN] - s.fringe[WHITE]
    return 1 if lead > 0 else -1 if lead < 0 else 0


@helper
def ended(s: Record) -> int:
    """0 while the game runs, 1 terminated, 2 truncated."""
    return s.phase  # type: ignore[no-any-return]
