"""The rule-based player: it tries each move and the foe's best answer, and counts what each side then has."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pod_envs.core.jit import Record, helper, kernel
from pod_envs.core.rng import below

from .groups import harden, put
from .rules import count_fringe, leader, may_place, place, setup
from .state import EMPTY, ROCK, SEATS, STATE

Array = NDArray[Any]
SELF, FOE = range(SEATS)
CORE, FRINGE, DISC, FREE = 20, 20, 70, 40  # what a core disc, a fringe vertex, a disc, a place for one are worth
WON = 10**6
NEWS = 3


@kernel
def heuristic(params: Array, obs: Array, mask: Array, cells: Array, rows: Array, out: Array) -> None:
    """Take the move after which the foe's best answer leaves most; among equals a random one."""
    boards = np.zeros(3, STATE)  # as it stands, after the move, after the answer
    news = np.zeros(NEWS, np.int64)
    for row in rows:
        read(boards[0], params[0], obs[row])
        out[row] = best_move(boards, params[0], mask[row], news, cells[row])


@helper
def read(s: Record, v: Record, obs: Array) -> None:
    """The position of an observation, its observer as seat 0."""
    setup(s, v)
    s.passes = int(obs[v.at_last_pass])
    for u in range(v.vertices):
        if obs[v.at_rock + u]:
            s.owner[u] = ROCK
        elif obs[v.at_own_foot + u] or obs[v.at_own_core + u]:
            put(s, v, SELF, u)
        elif obs[v.at_foe_foot + u] or obs[v.at_foe_core + u]:
            put(s, v, FOE, u)
    for u in range(v.vertices):
        if obs[v.at_own_core + u]:
            harden(s, v, SELF, u)
        elif obs[v.at_foe_core + u]:
            harden(s, v, FOE, u)
    count_fringe(s, v)


@helper
def best_move(boards: Array, v: Record, mask: Array, news: Array, cell: Array) -> int:
    """The move of the highest value."""
    best = -2 * WON
    chosen = -1
    ties = 1
    for k in range(v.vertices + 1):
        action = v.vertices - k  # the pass first
        if mask[action]:
            value = worth_of(boards, v, action, best, news)
            if value > best:
                best = value
                chosen = action
                ties = 1
            elif value == best:
                ties += 1
                if below(cell, ties) == 0:
                    chosen = action
    return chosen


@helper
def worth_of(boards: Array, v: Record, action: int, bound: int, news: Array) -> int:
    """What a move is worth after the worst answer to it; anything below `bound` once it is known to be below."""
    s = boards[1]
    copy(boards[0], s, v)
    if action == v.vertices:
        if s.passes == 1:
            return WON * leader(s)
        worst = WON * leader(s)  # the foe may pass as well
    else:
        place(s, v, SELF, action, news)
        count_fringe(s, v)
        worst = worth(s, v)
    for u in range(v.vertices):
        if worst < bound:
            return worst
        if may_place(s, v, FOE, u):
            copy(s, boards[2], v)
            place(boards[2], v, FOE, u, news)
            count_fringe(boards[2], v)
            worst = min(worst, worth(boards[2], v))
    return worst


@helper
def worth(s: Record, v: Record) -> int:
    """How far the player leads; a disc is worth more than its role, since every second one can become core."""
    lead = CORE * (s.score[SELF] - s.score[FOE]) + FRINGE * (s.fringe[SELF] - s.fringe[FOE])
    for u in range(v.vertices):
        if s.owner[u] == EMPTY:
            lead += FREE * may_place(s, v, SELF, u) - FREE * may_place(s, v, FOE, u)
        elif s.owner[u] != ROCK:
            lead += DISC if s.owner[u] == SELF + 1 else -DISC
    return lead  # type: ignore[no-any-return]


@helper
def copy(source: Record, target: Record, v: Record) -> None:
    """The board of one position onto another."""
    target.passes = source.passes
    for seat in range(SEATS):
        target.score[seat] = source.score[seat]
        target.fringe[seat] = source.fringe[seat]
        for u in range(v.vertices):
            target.near[seat, u] = source.near[seat, u]
            target.hard[seat, u] = source.hard[seat, u]
    for u in range(v.vertices):
        target.owner[u] = source.owner[u]
        target.core[u] = source.core[u]
        target.label[u] = source.label[u]
        target.after[u] = source.after[u]
        target.before[u] = source.before[u]
        target.discs[u] = source.discs[u]
        target.cores[u] = source.cores[u]


__all__ = ["heuristic"]
