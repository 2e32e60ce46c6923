"""Measured strength: one seat against n - 1 seats of an anchor, each seat the same number of games."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from pod_envs.agents import Policy
from pod_envs.api.learner import LearnerTables
from pod_envs.core.game import Game

__all__ = ["Estimate", "Row", "match", "ordered", "play", "table"]

TABLES = 2048  # played at once


@dataclass(frozen=True)
class Estimate:
    """A mean of independent games and its 95 % interval (normal)."""

    mean: float
    low: float
    high: float

    @classmethod
    def of(cls, values: NDArray[np.float64]) -> "Estimate":
        """From one value a game, two at least."""
        mean = float(values.mean())
        half = float(stats.norm.ppf(0.975) * values.std(ddof=1) / np.sqrt(len(values)))
        return cls(mean, mean - half, mean + half)

    @classmethod
    def of_share(cls, marks: NDArray[np.bool_]) -> "Estimate":
        """A share of games and its exact (Clopper-Pearson) interval, which is right for rare events, too."""
        found = stats.binomtest(int(marks.sum()), len(marks))
        interval = found.proportion_ci(0.95, "exact")
        return cls(float(marks.mean()), float(interval.low), float(interval.high))

    def text(self, sign: str = "") -> str:
        """Mean and half of the interval."""
        return f"{self.mean:{sign}.3f} ±{self.high - self.mean:.3f}"


@dataclass(frozen=True)
class Row:
    """One player against seats of another; `win_share` is None where the game's returns don't tell winners.

    `collective_loss` is the share of games that all seats lost, None in games that not all can lose.
    """

    player: str
    opponents: str
    games: int
    win_share: Estimate | None
    mean_return: Estimate
    collective_loss: Estimate | None = None

    def as_dict(self) -> dict[str, Any]:
        """JSON values."""
        return asdict(self)


def match(
    game: Game, variant: Any, players: tuple[str, Policy], opponents: tuple[str, Policy], games: int, seed: int
) -> Row:
    """At least `games` games, paid by outcome; game i of a seat has its own seed, whoever plays."""
    variant = game.measured(variant)
    returns, _ = play(game, variant, players[1], opponents[1], games, seed)
    shares, losses = game.win_shares(variant, returns), game.collective_losses(variant, returns)
    return Row(
        players[0],
        opponents[0],
        len(returns),
        None if shares is None else Estimate.of(shares),
        Estimate.of(returns),
        None if losses is None else Estimate.of_share(losses),
    )


def ordered(game: Game, anchors: Sequence[str]) -> tuple[str, ...]:
    """The anchors, or all there are, always in the same order: random, the game's players, files."""
    named = ["random", *game.spec.players]
    return tuple(sorted(anchors or named, key=lambda name: named.index(name) if name in named else len(named)))


def play(
    game: Game, variant: Any, player: Policy, opponents: Policy, games: int, seed: int
) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """(returns float64[k], seats int64[k]) of `player` in k games, k the next multiple of the number of seats."""
    each = -(-games // variant.num_players)
    parts = []
    for seat in range(variant.num_players):
        for start in range(0, each, TABLES):
            count = min(TABLES, each - start)
            parts.append((seat, one_each(game, variant, player, opponents, count, seat, seed + seat * each + start)))
    seats = np.concatenate([np.full(len(returns), seat) for seat, returns in parts])
    return np.concatenate([returns for _, returns in parts]), seats


def one_each(
    game: Game, variant: Any, player: Policy, opponents: Policy, count: int, seat: int, seed: int
) -> NDArray[np.float64]:
    """Returns of one game at each of `count` tables: no game is left out for being long."""
    logs = player.needs_log
    tables = LearnerTables(game, variant, count, opponents, seat, "raise", collect=False, keep_log=logs)
    tables.reset(seed)
    total, actions = np.zeros(count), np.zeros(count, np.int64)
    while not tables.over.all():
        active = ~tables.over
        player.act(tables.batch, np.flatnonzero(active), actions)
        tables.step(actions, active)
        total[active] += tables.reward[active]
    return total


def table(rows: list[Row], seats: int) -> str:
    """Text: a line for each player, columns for each anchor."""
    anchors = list(dict.fromkeys(row.opponents for row in rows))
    players = list(dict.fromkeys(row.player for row in rows))
    cells = {(row.player, row.opponents): row for row in rows}
    heads = ["win share"] * any(row.win_share for row in rows) + ["mean return"]
    heads += ["all lose"] * any(row.collective_loss for row in rows)
    lines = [[" | ".join(heads), *(f"against {seats - 1} {anchor}" for anchor in anchors)]]
    for player in players:
        lines.append([player, *(cell(cells.get((player, anchor))) for anchor in anchors)])
    widths = [max(len(line[k]) for line in lines) for k in range(len(lines[0]))]
    return "\n".join(
        "  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)).rstrip() for line in lines
    )


def cell(row: Row | None) -> str:
    """What a table shows of a row."""
    if row is None:
        return ""
    parts = [row.mean_return.text("+")]
    if row.win_share is not None:
        parts.insert(0, row.win_share.text())
    if row.collective_loss is not None:
        parts.append(f"{row.collective_loss.mean:.4f} (to {row.collective_loss.high:.4f})")
    return " | ".join(parts)
