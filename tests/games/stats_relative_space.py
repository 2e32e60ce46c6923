"""Random play of Relative Space on the compiled engine beside the figures of section 8 of the rules page.

`python -m tests.games.stats_relative_space --games 20000`

A figure fails where it is farther from the page's than four standard errors of both together, and half of the last
digit that the page prints.  The page's own error is taken to be that of 1,500 games, the fewest that it states; a 5 %
or 95 % point must lie between the points that are four standard errors of a share below and above.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pod_envs.core.batch import Batch
from pod_envs.games.relative_space.state import DOWN, PLAY
from tests.games.figures_relative_space import DIGITS, MEANS, OPTION_TURNS, RATES, STASH_CHANGES, TURNS

__all__ = ["Line", "lines", "main", "play"]

Figures = dict[str, NDArray[np.float64]]

SIGMAS = 4
PAGE_GAMES = 1500
CHUNK = 2000  # tables of a batch
COUNTS = (
    *("turns", "plays", "choices", "jams", "jammed", "returned", "empty_jams", "blind", "blind_jams"),
    *("launches", "skips", "keycards", "blind_wins", "wins", "first", "last"),
)


# Games --------------------------------------------------------------------------------------------------------------


class Tally:
    """What happens in the games of one batch, counted while they are played."""

    def __init__(self, options: dict[str, Any], games: int, seed: int) -> None:
        self.batch = Batch("relative_space", options, games, seed, auto_reset=False)
        self.rows = np.arange(games)
        self.of: Figures = {name: np.zeros(games) for name in COUNTS}
        for k in range(-1, 4):
            self.of[f"change {k}"] = np.zeros(games)
        self.starts = self.batch.store.states["active"].copy()

    def play(self) -> Figures:
        """Play all games to their end: counts by game."""
        while (self.batch.seat >= 0).any():
            self.step()
        s = self.batch.store.states
        n = self.batch.variant.num_players
        self.of["turns"] = s["turn"].astype(float)
        won = s["winner"] >= 0
        self.of["wins"] = won.astype(float)
        place = (s["winner"] - self.starts) % n
        self.of["first"], self.of["last"] = (won & (place == 0)).astype(float), (won & (place == n - 1)).astype(float)
        return self.of

    def step(self) -> None:
        """One random decision at every table that is not done."""
        batch, s, slots = self.batch, self.batch.store.states, self.batch.variant.slots
        running, actions = batch.seat >= 0, batch.sample()
        playing = running & (s["phase"] == PLAY)
        slot = np.minimum(actions // 12, slots - 1)
        blind = playing & (s["card"][self.rows, np.maximum(s["active"], 0), slot] == DOWN)
        opened = playing & (actions % 12 == 11)
        turn, gone, choices = s["turn"].copy(), self.gone(), batch.action_mask.sum(axis=1)
        batch.step(actions, running)
        told = running & (batch.told == 1)
        for name, marks in (("plays", playing), ("blind", blind), ("keycards", opened), ("blind_jams", blind & told)):
            self.of[name] += marks
        self.of["choices"] += np.where(playing, choices, 0)
        self.of["launches"] += running & ~told & (self.gone() > gone)
        self.of["skips"] += np.where(running, np.maximum(s["turn"] - turn - 1, 0), 0)
        self.of["blind_wins"] += blind & (batch.ended == 1)
        self.count_jams(told)

    def gone(self) -> NDArray[np.int64]:
        """Cards that are out of the game, by table."""
        s = self.batch.store.states
        face_up = ((s["card"] > 0) & (s["card"] < DOWN)).sum(axis=(1, 2))
        return int(sum(self.batch.variant.copies)) - s["hidden"] - face_up - s["pile"].sum(axis=1)  # type: ignore[no-any-return]

    def count_jams(self, told: NDArray[np.bool_]) -> None:
        """Jams of this step: cards of the pod, cards that came back, and what that made of the stash."""
        news = self.batch.store.cells["news"]
        pile, returned = np.where(told, news[:, 2], 0), np.where(told, news[:, 3], 0)
        self.of["jams"] += told
        self.of["jammed"] += pile
        self.of["returned"] += returned
        self.of["empty_jams"] += told & (returned == 0)
        for k in range(-1, 4):
            self.of[f"change {k}"] += told & (returned == k + 1)


def play(options: dict[str, Any], games: int, seed: int) -> Figures:
    """Counts by game of random games."""
    parts = []
    for begin in range(0, games, CHUNK):
        parts.append(Tally(options, min(CHUNK, games - begin), seed + begin).play())
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


# Figures ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Line:
    """A figure as measured and as printed on the page."""

    what: str
    measured: float
    error: float  # one standard error of the measured figure
    page: float
    low: float  # where the page's figure must lie
    high: float
    scale: float = 1.0
    digits: int = 1

    @property
    def agrees(self) -> bool:
        """Whether the page's figure lies there."""
        return self.low <= self.page <= self.high

    def text(self) -> str:
        """One row of the table."""
        value, error, page = (f"{number * self.scale:.{self.digits + 1}f}" for number in self.numbers())
        sign = "%" if self.scale == 100 else " "
        return (
            f"{self.what:46} {value:>9}{sign} +- {error:>7}  page {page:>8}{sign}  {'' if self.agrees else 'DIFFERS'}"
        )

    def numbers(self) -> tuple[float, float, float]:
        """Measured, its error, the page's."""
        return self.measured, self.error, self.page


def share_line(what: str, top: NDArray[np.float64], base: NDArray[np.float64], page: float, digits: int) -> Line:
    """A mean of `top` for each of `base`; both counts by game; `page` as printed, a share where digits < 0."""
    ratio = top.sum() / base.sum()
    spread = float(np.std(top - ratio * base, ddof=1) / base.mean())
    scale, unit = (100.0, 0.01) if digits < 0 else (1.0, 10.0**-digits)
    page = page / scale
    room = SIGMAS * spread * float(np.sqrt(1 / len(top) + 1 / PAGE_GAMES)) + unit / 2
    error = spread / float(np.sqrt(len(top)))
    return Line(what, float(ratio), error, page, ratio - room, ratio + room, scale, max(digits, 0))


def point_line(what: str, values: NDArray[np.float64], share: float, page: float) -> Line:
    """The point below which `share` of the games lie."""
    width = SIGMAS * float(np.sqrt(share * (1 - share) * (1 / len(values) + 1 / PAGE_GAMES)))
    low, at, high = np.quantile(values, np.clip([share - width, share, share + width], 0, 1)).tolist()
    error = (high - low) / (2 * SIGMAS)
    return Line(what, at, error, page, low - 0.5, high + 0.5, 1.0, 0)


def seat_lines(seats: int, counts: Figures) -> Iterator[Line]:
    """All figures of the page for one number of seats."""
    ones = np.ones(len(counts["turns"]))
    mean, low, high = TURNS[seats]
    yield share_line("turns", counts["turns"], ones, mean, 0)
    yield point_line("turns, 5 % of the games are shorter", counts["turns"], 0.05, low)
    yield point_line("turns, 5 % of the games are longer", counts["turns"], 0.95, high)
    for what, name in MEANS:
        if seats in RATES[what]:
            yield share_line(what, counts[name], ones, RATES[what][seats], DIGITS[what])
    for what, name, base in SHARES:
        if seats in RATES[what]:
            yield share_line(what, counts[name], counts[base], RATES[what][seats], DIGITS[what])
    if seats == 4:
        for change, percent in STASH_CHANGES.items():
            name = f"change {change}"
            yield share_line(f"stash after a jam {change:+d}", counts[name], counts["jams"], percent, -1)


SHARES = (
    ("jams among plays", "jams", "plays"),
    ("cards in a jammed pod", "jammed", "jams"),
    ("cards returned by a jam", "returned", "jams"),
    ("jams that refill nothing", "empty_jams", "jams"),
    ("jams among blind plays", "blind_jams", "blind"),
    ("wins by a blind last card", "blind_wins", "wins"),
    ("wins of the first seat", "first", "wins"),
    ("wins of the last seat", "last", "wins"),
    ("legal actions of a play", "choices", "plays"),
)


def lines(games: int, seed: int) -> Iterator[Line | str]:
    """All figures, with a head line before those of each number of seats."""
    for seats in sorted(TURNS):
        counts = play({"num_players": seats}, games, seed)
        yield f"{seats} seats, {games} games, longest {counts['turns'].max():.0f} turns, {truncated(counts)} truncated"
        yield from seat_lines(seats, counts)
    yield f"mean turns under other options, {games} games each"
    for what, (options, page) in OPTION_TURNS.items():
        counts = play(options, games, seed)
        yield share_line(what, counts["turns"], np.ones(games), page, 0)


def truncated(counts: Figures) -> int:
    """Games that nobody won."""
    return int((counts["wins"] == 0).sum())


def main(arguments: list[str] | None = None) -> int:
    """Print both columns; the exit status 1 when a figure differs."""
    parser = argparse.ArgumentParser(prog="python -m tests.games.stats_relative_space", description=__doc__)
    parser.add_argument("--games", type=int, default=20_000, help="games of each variant (default 20000)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first game (default 0)")
    chosen = parser.parse_args(arguments)
    found = []
    for line in lines(chosen.games, chosen.seed):
        print(line.text() if isinstance(line, Line) else f"\n{line}", flush=True)
        found += [line] if isinstance(line, Line) else []
    different = sum(not line.agrees for line in found)
    print(f"\ntotal: {len(found)} figures, {different} differ by more than sampling error")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
