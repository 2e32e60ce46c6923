"""Flat Monte Carlo at Polypods: every legal move gets the same number of random games, the best mean is played.

How the rule-based player stands against it: `python -m tests.games.flat_polypods --board snub-6x6-S --games 400`.
"""

from __future__ import annotations

import argparse
import sys
import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pod_envs.agents import from_spec
from pod_envs.core.batch import Batch
from pod_envs.core.game import find_game
from pod_envs.core.jit import Record, helper, kernel
from pod_envs.core.rng import below
from pod_envs.games.polypods import rules
from pod_envs.games.polypods.heuristic import copy
from pod_envs.games.polypods.state import STATE
from training.matches import match

__all__ = ["FlatMonteCarlo", "playouts"]

Array = NDArray[Any]


@helper
def random_move(s: Record, v: Record, legal: Array, cell: Array) -> int:
    """A uniform legal action of the seat to act, the pass among them."""
    count = 0
    for u in range(v.vertices):
        if rules.may_place(s, v, s.seat, u):
            legal[count] = u
            count += 1
    drawn = below(cell, count + 1)
    return legal[drawn] if drawn < count else v.vertices  # type: ignore[no-any-return]


@helper
def begin_at(source: Record, target: Record, v: Record) -> None:
    """The position itself, with its clock."""
    copy(source, target, v)
    target.phase, target.seat, target.plies = source.phase, source.seat, source.plies


@helper
def playout(s: Record, v: Record, action: int, legal: Array, news: Array, pay: Array, cell: Array) -> float:
    """What a move and a random game after it bring Green."""
    pay[0] = 0.0
    rules.apply(s, v, action, pay, news)
    while rules.ended(s) == 0:
        rules.apply(s, v, random_move(s, v, legal, cell), pay, news)
    return pay[0]  # type: ignore[no-any-return]


@kernel
def playouts(states: Array, params: Array, mask: Array, rows: Array, count: int, cells: Array, out: Array) -> None:
    """Write the action with the best mean of `count` random games to out[row], for each of `rows`."""
    v = params[0]
    scratch = np.zeros(1, STATE)
    legal, news, pay = np.zeros(v.vertices, np.int64), np.zeros(3, np.int64), np.zeros(2)
    for row in rows:
        best = -2.0 * count
        sign = 1.0 - 2.0 * states[row].seat
        for action in range(v.vertices + 1):
            if mask[row, action]:
                total = 0.0
                for _ in range(count):
                    begin_at(states[row], scratch[0], v)
                    total += sign * playout(scratch[0], v, action, legal, news, pay, cells[row])
                if total > best:
                    best = total
                    out[row] = action


class FlatMonteCarlo:
    """A Policy for a game of perfect information; it reads the true state."""

    needs_log = False

    def __init__(self, count: int) -> None:
        self.count = count

    def act(self, batch: Batch, rows: NDArray[np.int64], out: NDArray[np.int64]) -> None:
        """See pod_envs.agents.Policy."""
        store = batch.store
        playouts(store.states, store.params, store.mask, rows, self.count, store.gens[1], out)


def main(arguments: list[str] | None = None) -> int:
    """Print the share of the rule-based player with its interval."""
    parser = argparse.ArgumentParser(prog="python -m tests.games.flat_polypods", description=__doc__)
    parser.add_argument("--board", default="snub-6x6-S")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--playouts", type=int, default=50, help="a move (default 50)")
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args(arguments)
    game = find_game("polypods")
    variant = game.variant(board=chosen.board)
    begun = time.perf_counter()
    player = from_spec("heuristic", game, variant)
    row = match(
        game, variant, ("heuristic", player), ("flat", FlatMonteCarlo(chosen.playouts)), chosen.games, chosen.seed
    )
    assert row.win_share is not None
    print(
        f"{chosen.board}: heuristic {row.win_share.text()} against flat Monte Carlo with {chosen.playouts} playouts a "
        f"move, {row.games} games, {time.perf_counter() - begun:.0f} s"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
