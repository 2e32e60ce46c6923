"""Random play of Ocean Pods beside the figures of the rules page's section 9.

In full: `python -m tests.games.stats_ocean_pods --games 20000`.  The page's figures are samples themselves, of 2,000
games (600 for other spaces), and rounded.  A figure agrees when it lies within 4 standard errors of the difference of
both samples and half a unit of the page's last digit.  For a percentile that is said of the shares of games below the
page's number and up to it, which must have the percentile between them.  Cards, totals and shared wins are of scored
games, all else of all games.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pod_envs.core.batch import Batch
from pod_envs.games.ocean_pods.state import LOST, SCORED

__all__ = ["PAGE", "SPACES", "Figure", "Games", "figures", "main", "play"]

Values = NDArray[np.float64]

ERRORS = 4.0  # standard errors that a difference may have
TABLES = 4096
PAGE_GAMES, SPACES_GAMES = 2000, 600

# Section 9, the rows of random play: seats -> loss %, rounds mean, 5 %, 95 %, decisions mean, cards a seat, winner's
# total, plastic tokens that came, shared wins in %.
PAGE: dict[int, tuple[float, ...]] = {
    2: (35.5, 18.7, 5, 28, 62, 4.5, 16.9, 7.2, 0.5),
    3: (23.7, 19.3, 7, 26, 89, 4.0, 15.6, 7.4, 1.5),
    4: (17.3, 19.3, 7, 25, 114, 3.8, 15.0, 7.4, 2.4),
    5: (13.1, 19.5, 10, 25, 140, 3.6, 14.5, 7.4, 2.4),
}
# Spaces on a card -> loss % with 2 to 5 seats, and what the last digit is worth.
SPACES: dict[int, tuple[tuple[float, float, float, float], float]] = {
    1: ((99.8, 99.7, 97.3, 88.8), 0.1),
    2: ((71, 46, 32, 24), 1),
    4: ((23, 14, 12, 8), 1),
    5: ((20, 13, 9, 10), 1),
}


@dataclass(frozen=True)
class Games:
    """What random games came to: arrays by game."""

    state: Any  # STATE[games] at the end
    decisions: NDArray[np.int64]
    seats: int

    @property
    def scored(self) -> NDArray[np.bool_]:
        """Whether the game was scored."""
        return self.state["phase"] == SCORED  # type: ignore[no-any-return]

    @property
    def lost(self) -> NDArray[np.bool_]:
        """Whether all have lost."""
        return self.state["phase"] == LOST  # type: ignore[no-any-return]

    def winners(self) -> NDArray[np.int64]:
        """How many win each scored game: the largest (total, plastic)."""
        state = self.state[self.scored]
        marks = state["total"][:, : self.seats] * 1000 + state["plastic"][:, : self.seats]
        return (marks == marks.max(axis=1, keepdims=True)).sum(axis=1)  # type: ignore[no-any-return]


def play(options: dict[str, Any], games: int, seed: int) -> Games:
    """Random games: uniformly random over the legal actions; game k is that of seed + k."""
    parts = [played(options, min(TABLES, games - done), seed + done) for done in range(0, games, TABLES)]
    states, decisions = zip(*parts, strict=True)
    return Games(np.concatenate(states), np.concatenate(decisions), options["num_players"])


def played(options: dict[str, Any], games: int, seed: int) -> tuple[Any, NDArray[np.int64]]:
    """So many games at once, each to its end."""
    batch = Batch("ocean_pods", options, num_tables=games, seed=seed, auto_reset=False)
    decisions = np.zeros(games, np.int64)
    while (running := batch.seat >= 0).any():
        decisions += running
        batch.step(batch.sample(), running)
    return batch.store.states.copy(), decisions


# Figures ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Figure:
    """One figure of the page beside the one that was measured."""

    name: str
    page: float
    measured: float
    error: float  # standard error of the difference of two such samples
    unit: float  # what the page's last digit is worth
    agrees: bool

    def line(self) -> str:
        """Both, with the error and what it comes to."""
        wide = "" if self.agrees else "   DIFFERS"
        return f"  {self.name:28} {self.page:8g} {self.measured:10.3f} +- {self.error:.3f}{wide}"


def mean_figure(name: str, page: float, values: Values, games: int, unit: float, scale: float = 1.0) -> Figure:
    """The mean of `values`, one a game; the page's is of `games` games."""
    mean, spread = float(values.mean()) * scale, float(values.std(ddof=1)) * scale
    error = spread * sqrt(1 / len(values) + 1 / games)
    return Figure(name, page, mean, error, unit, abs(mean - page) <= ERRORS * error + unit / 2)


def share_figure(name: str, page: float, holds: NDArray[np.bool_], games: int, unit: float) -> Figure:
    """How often something holds, in per cent; the spread is that of the page's share, or of ours if it is larger."""
    share = float(holds.mean())
    p = min(max(share, page / 100, 1 / games), 1 - 1 / games)
    error = 100 * sqrt(p * (1 - p) * (1 / len(holds) + 1 / games))
    return Figure(name, page, 100 * share, error, unit, abs(100 * share - page) <= ERRORS * error + unit / 2)


def quantile_figure(name: str, page: float, values: Values, q: float) -> Figure:
    """A percentile: the page's lies where the shares of games below it and up to it have `q` between them."""
    error = sqrt(q * (1 - q) * (1 / len(values) + 1 / PAGE_GAMES))
    below, up_to = float((values < page).mean()), float((values <= page).mean())
    agrees = below <= q + ERRORS * error and up_to >= q - ERRORS * error
    return Figure(name, page, float(np.quantile(values, q)), error, 1, agrees)


def figures(games: Games) -> Iterator[Figure]:
    """The page's row for a number of seats."""
    page, state, scored = PAGE[games.seats], games.state, games.state[games.scored]
    rounds = state["rounds"].astype(np.float64)
    came = (state["pod"] + state["plastic"].sum(axis=1)).astype(np.float64)
    yield share_figure("all lose %", page[0], games.lost, PAGE_GAMES, 0.1)
    yield mean_figure("rounds, mean", page[1], rounds, PAGE_GAMES, 0.1)
    yield quantile_figure("rounds, 5 %", page[2], rounds, 0.05)
    yield quantile_figure("rounds, 95 %", page[3], rounds, 0.95)
    yield mean_figure("decisions, mean", page[4], games.decisions.astype(np.float64), PAGE_GAMES, 1)
    won = round(PAGE_GAMES * (1 - page[0] / 100))
    yield mean_figure("cards a seat", page[5], scored["cards"].sum(axis=1) / games.seats, won, 0.1)
    yield mean_figure("winner's total", page[6], scored["total"].max(axis=1).astype(np.float64), won, 0.1)
    yield mean_figure("plastic that came", page[7], came, PAGE_GAMES, 0.1)
    yield share_figure("shared win %", page[8], games.winners() > 1, won, 0.1)


def spaces_figure(spaces: int, seats: int, games: int, seed: int) -> Figure:
    """The loss rate with other ocean cards."""
    page, unit = SPACES[spaces]
    found = play({"num_players": seats, "spaces_per_ocean": spaces}, games, seed)
    return share_figure(f"{spaces} spaces, all lose %", page[seats - 2], found.lost, SPACES_GAMES, unit)


def main(arguments: list[str] | None = None) -> int:
    """Print both columns; the exit status is 1 when a figure differs."""
    parser = argparse.ArgumentParser(prog="python -m tests.games.stats_ocean_pods", description=__doc__)
    parser.add_argument("--games", type=int, default=20_000, help="games a number of seats, a fifth for other spaces")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first game (default 0)")
    chosen = parser.parse_args(arguments)
    differ = 0
    for seats in PAGE:
        games = play({"num_players": seats}, chosen.games, chosen.seed)
        rows = list(figures(games))
        rows += [spaces_figure(spaces, seats, -(-chosen.games // 5), chosen.seed) for spaces in SPACES]
        most = f"longest {games.state['rounds'].max()} rounds and {games.decisions.max()} decisions"
        print(f"{seats} seats, {chosen.games} games: page, measured, standard error of the difference; {most}")
        print(*(row.line() for row in rows), sep="\n", flush=True)
        differ += sum(not row.agrees for row in rows)
    print(f"{differ} figures differ")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
