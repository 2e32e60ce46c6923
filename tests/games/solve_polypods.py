"""Polypods played out to the last position on small boards, by brute force over the compiled rules.

All of them: `python -m tests.games.solve_polypods`.  A state is what lies on the board, who is to move and whether the
last move was a pass; `max_plies` is out of reach.  Nothing is cut off, so that reachable states are counted.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import numba
import numpy as np

from pod_envs.core.cell import MAX_NEWS
from pod_envs.core.table import Table
from pod_envs.games.polypods import rules
from pod_envs.games.polypods.state import GREEN, PLAYING, STATE
from tests.games.drawn_polypods import GAME

__all__ = ["PAGE", "Page", "Solution", "Unsolved", "compiled", "differences", "main", "room_for", "solve"]

Array = Any
MOST_STATES = 2**24  # that are looked for where the page gives no number
MOST_VERTICES = 16  # two bits each, with two more for mover and passes, in a key of 64 bits
DEEPEST = 400  # most plies of a line without a repetition
NO_KEY = -1
OPEN = 9  # value of a state that lies on the line being looked at
CYCLE, FULL, DEEP = -2, -3, -4  # below all values
WORDS = {1: "winning first moves", 0: "drawing", -1: "losing"}
FAULTS = {CYCLE: "a position can repeat", FULL: "more states than there is room for", DEEP: "a line is too long"}
Function = TypeVar("Function", bound=Callable[..., Any])
njit: Any = numba.njit  # its annotations lack some of its options


class Unsolved(Exception):
    """A board that brute force does not solve, and why."""


@dataclass(frozen=True)
class Solution:
    """Values are for Green, who moves first: 1 won, 0 drawn, -1 lost."""

    value: int
    firsts: list[int]  # value after each first move, the pass last
    states: int  # reachable ones in which the game goes on

    def at(self, value: int) -> tuple[int, ...]:
        """The first moves of that value; V is the pass."""
        return tuple(move for move, found in enumerate(self.firsts) if found == value)


@dataclass(frozen=True)
class Page:
    """What the rules page says of a board; None where it says nothing."""

    states: int | None = None
    value: int | None = None
    winning: tuple[int, ...] = ()
    drawing: tuple[int, ...] = ()  # all other first moves lose
    cycles: bool = False


PAGE: dict[str, Page] = {
    "snub-2x2-S": Page(258, 0, drawing=(0, 1, 2, 3, 4)),
    "snub-2x2-T": Page(246, 0, drawing=(0, 1, 2, 3, 4)),
    "snub-2x3-S": Page(2_110, 1, (1, 4), (0, 2, 3, 5)),
    "snub-2x3-T": Page(2_110, 1, (1, 4), (0, 2, 3, 5)),
    "snub-2x4-S": Page(17_426, 1, (1, 2, 5, 6), (0, 3, 4, 7)),
    "snub-2x4-T": Page(17_110),
    "snub-3x3-S": Page(42_774, 1, (0, 1, 3, 4, 5, 6, 7, 8)),
    "snub-3x3-T": Page(42_774, 1, (0, 1, 2, 3, 4, 5, 6, 7)),
    "snub-2x5-S": Page(136_870, 1, (0, 1, 2, 3, 4, 6, 7, 8)),
    "snub-3x4-S": Page(952_618, 1, (1, 2, 5, 6, 9, 10), (7,)),
    "snub-3x4-T": Page(952_618, 1, (1, 2, 5, 6, 9, 10), (7,)),
    "snub-2x6-S": Page(1_107_546, 1, (1, 2, 3, 4, 7, 8, 9, 10), (0, 11)),
    "snub-2x7-S": Page(9_065_726),
    "snub-3x5-S": Page(cycles=True),
    "snub-4x4-S": Page(cycles=True),
}


def compiled(function: Function) -> Function:
    """Compile without a cache: it would not notice a change of the rules."""
    return njit(error_model="numpy")(function)  # type: ignore[no-any-return]


@compiled
def key_of(s: Any, v: Any) -> int:
    """A number for what lies on the board, who is to move and the passes."""
    key = 2 * s.seat + s.passes
    for u in range(v.vertices):
        key = 4 * key + s.owner[u]
    return key  # type: ignore[no-any-return]


@compiled
def place_of(keys: Array, key: int) -> int:
    """Where a key stands in the table, or the free place where it belongs; -1 if there is none left."""
    last = len(keys) - 1  # the length is a power of two
    place = (key * 0x9E3779B97F4A7C1) >> 20 & last
    for _ in range(len(keys)):
        if keys[place] == key or keys[place] == NO_KEY:
            return place
        place = (place + 1) & last
    return -1


@compiled
def better(seat: int, one: int, other: int) -> int:
    """The better of two values for the seat that chooses."""
    return max(one, other) if seat == GREEN else min(one, other)


@compiled
def value_of(states: Array, depth: int, params: Array, keys: Array, values: Array, firsts: Array, count: Array) -> int:
    """The value of states[depth], or a fault; the rest of `states` is room for what follows it."""
    s, v = states[depth], params[0]
    if s.phase != PLAYING:
        return rules.leader(s)
    key = key_of(s, v)
    place = place_of(keys, key)
    if place < 0 or depth + 1 == len(states):
        return FULL if place < 0 else DEEP
    if keys[place] == key:
        return CYCLE if values[place] == OPEN else int(values[place])
    keys[place], values[place] = key, OPEN
    count[0] += 1
    pay, news = np.zeros(2), np.zeros(MAX_NEWS, np.int64)
    best = OPEN
    for action in range(v.vertices + 1):
        if rules.is_legal(s, v, action):
            states[depth + 1] = s
            rules.apply(states[depth + 1], v, action, pay, news)
            value = value_of(states, depth + 1, params, keys, values, firsts, count)
            if value < -1:
                return value
            if depth == 0:
                firsts[action] = value
            best = value if best == OPEN else better(s.seat, best, value)
    values[place] = best
    return best


def solve(board: str, room: int) -> Solution:
    """The exact result of a board; Unsolved if it has cycles, or more states than fit into `room` (a power of two)."""
    variant = GAME.variant(board=board, max_plies=10**9)
    if variant.vertices > MOST_VERTICES:
        raise Unsolved(f"{board}: at most {MOST_VERTICES} vertices, not {variant.vertices}")
    states = np.zeros(DEEPEST, STATE)
    states[:1] = Table(GAME, variant, seed=0).store.states
    keys, values = np.full(room, NO_KEY, np.int64), np.zeros(room, np.int8)
    firsts, count = np.zeros(variant.vertices + 1, np.int64), np.zeros(1, np.int64)
    value = value_of(states, 0, GAME.params(variant), keys, values, firsts, count)
    if value in FAULTS:
        raise Unsolved(f"{board}: {FAULTS[value]}")
    return Solution(value, firsts.tolist(), int(count[0]))


def room_for(states: int) -> int:
    """A power of two in which that many states are found quickly."""
    return 1 << (2 * states - 1).bit_length()


def differences(solution: Solution, page: Page) -> list[str]:
    """In what a solution differs from the page."""
    found = {1: solution.at(1), 0: solution.at(0)}
    wanted: dict[str, tuple[Any, Any]] = {"states": (solution.states, page.states)}
    if page.value is not None:
        wanted |= {"value": (solution.value, page.value)}
        wanted |= {"winning": (found[1], page.winning), "drawing": (found[0], page.drawing)}
    return [f"{what} {ours}, not {theirs} as on the page" for what, (ours, theirs) in wanted.items() if ours != theirs]


def told(board: str, page: Page) -> tuple[str, bool]:
    """What was found on a board, in words, and whether it is what the page says."""
    begun = time.perf_counter()
    try:
        solution = solve(board, room_for(page.states or MOST_STATES))
    except Unsolved as reason:
        return str(reason), page.cycles and FAULTS[CYCLE] in str(reason)
    wrong = differences(solution, page) + (["no cycle"] if page.cycles else [])
    words = ("lost for Green", "a draw", "won by Green")[solution.value + 1]
    parts = [f"{board}: {words}", *(f"{what} {list(solution.at(k))}" for k, what in WORDS.items())]
    parts += [f"{solution.states:,} states", f"{time.perf_counter() - begun:.1f} s", *wrong]
    return "; ".join(parts), not wrong


def main(arguments: list[str] | None = None) -> int:
    """Solve boards and compare them with the page; the exit status 1 when one differs."""
    parser = argparse.ArgumentParser(prog="python -m tests.games.solve_polypods", description=__doc__)
    parser.add_argument("boards", nargs="*", choices=[*PAGE, []], help="names of boards (default: all of the page)")
    agreed = True
    for board in parser.parse_args(arguments).boards or PAGE:
        line, right = told(board, PAGE[board])
        agreed &= right
        print(line, flush=True)
    return 0 if agreed else 1


if __name__ == "__main__":
    sys.exit(main())
