"""What a seat of Pod-X can't know leaves no trace in what it is shown.

In full: `python -m tests.games.leak_pod_x --games 2000`.
"""

from __future__ import annotations

import argparse
import random
import sys
from dataclasses import dataclass
from typing import Any

import numpy as np

from pod_envs.core.record import record_of, replay
from pod_envs.core.table import Table, table_of_events
from tests.games.variants_pod_x import CONFIGURATIONS

__all__ = ["Count", "Leak", "check_game", "look_at", "shown_to", "true_world", "worlds_left"]

DEALT = -2  # who, in the log, deals a card
RECORDS = 0.05  # share of the resampled worlds that also go through a written record, which is slow


class Leak(AssertionError):
    """Something that a seat can't know shows, or a resampled world is none."""


@dataclass
class Count:
    """What has been checked."""

    looks: int = 0  # resampled worlds, one a seat and decision or draw
    open: int = 0  # of these, where more than one world was possible
    moved: int = 0  # of these, where the resampled world was not the true one
    expected: float = 0.0  # how many of the open ones should have moved
    variance: float = 0.0

    def add(self, worlds: int, moved: bool) -> None:
        """One resampled world out of `worlds` possible ones."""
        self.looks += 1
        self.open += worlds > 1
        self.moved += moved
        self.expected += 1 - 1 / worlds
        self.variance += (1 - 1 / worlds) / worlds


def require(holds: bool, sentence: str) -> None:
    """Refuse a leak."""
    if not holds:
        raise Leak(sentence)


def shown_to(table: Table, seat: int) -> dict[str, Any]:
    """Everything that a seat is shown, byte for byte."""
    observation, mask = table.observe(seat)
    return {
        "observation": observation.tobytes(),
        "mask": mask.tobytes(),
        "information state": table.information_state(seat),
        "picture": table.picture(seat),
        "spectator's picture": table.picture(),
        "reports": table.reports,
        "scores and rewards": (table.returns.tolist(), table.reward.tolist(), table.pay.tolist(), table.head),
    }


def true_world(table: Table) -> tuple[bytes, int]:
    """All hands and the secret card."""
    s = table.state[0]
    return s.hand.tobytes(), int(s.secret)


def worlds_left(table: Table, seat: int) -> int:
    """How many worlds fit what the seat knows: hands as sets, the secret card, and at a draw the cards not dealt."""
    s = table.state[0]
    n, knows = table.variant.num_players, seat == s.dealer and s.secret >= 0
    held = [int(s.hand[other].sum()) for other in range(n) if other != seat]
    unseen = len(table.variant.deck()) - int(s.hand[seat].sum()) - int((s.shown_by >= 0).sum()) - int(knows)
    count = 1
    for size in [*held, *([1] if s.secret >= 0 and not knows else [])]:
        count *= choose(unseen, size)
        unseen -= size
    return count


def choose(n: int, k: int) -> int:
    """Ways to choose k of n."""
    ways = 1
    for i in range(k):
        ways = ways * (n - i) // (i + 1)
    return ways


def look_at(table: Table, rng: np.random.Generator, count: Count) -> None:
    """Resample for every seat, and see that it can't tell and that the world is possible."""
    for seat in range(table.variant.num_players):
        shown, world = shown_to(table, seat), table.resample(seat, rng)
        for what, there in shown_to(world, seat).items():
            require(shown[what] == there, f"seat {seat}: the {what} changes with what it can't know")
        check_world(table, world, seat, whole=rng.random() < RECORDS)
        count.add(1 if table.ended else worlds_left(table, seat), true_world(world) != true_world(table))


def check_world(table: Table, world: Table, seat: int, whole: bool) -> None:
    """The resampled world has the public history, and follows from its own log."""
    here, there = table.events, world.events
    require(len(here) == len(there), "a resampled world has another number of events")
    hidden = [k for k, (one, other) in enumerate(zip(here, there, strict=True)) if one != other]
    deals = [k for k, (who, _) in enumerate(here) if who == DEALT]
    of_this_round = deals[len(deals) - int(table.state[0].dealt) :]
    require(set(hidden) <= set(of_this_round), "public history has changed")
    require(all(there[k][0] == DEALT for k in hidden), "a deal has become something else")
    again = table_of_events(world.game, world.variant, there)
    require(again.state.tobytes() == world.state.tobytes(), f"seat {seat}: the world does not follow from its log")
    require(table.ended is None or world.state.tobytes() == table.state.tobytes(), "something hidden after the end")
    require(world.seed is None, "a resampled world tells the seed of the true one")
    if whole:
        again = replay(record_of(world))
        require(again.state.tobytes() == world.state.tobytes(), f"seat {seat}: the world does not follow its record")


def check_game(options: dict[str, Any], seed: int, count: Count, draws: bool = False) -> None:
    """A random game, looked at before every decision (with `draws` also before every draw) and at the end."""
    rng, dice = random.Random(seed), np.random.default_rng(seed)
    table = Table("pod_x", options, seed=seed, explicit_chance=draws)
    while table.ended is None:
        look_at(table, dice, count)
        if table.seat < 0:
            table.apply_chance(rng.choice(table.chance_outcomes())[0])
        else:
            table.act(rng.choice(table.legal()))
    look_at(table, dice, count)


def main(arguments: list[str] | None = None) -> int:
    """Check games of all named variants in turn; the exit status is 1 at a leak."""
    parser = argparse.ArgumentParser(prog="python -m tests.games.leak_pod_x", description=__doc__)
    parser.add_argument("--games", type=int, default=2000, help="games in all (default 2000)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first game (default 0)")
    chosen = parser.parse_args(arguments)
    count, variants = Count(), list(CONFIGURATIONS.items())
    for k in range(chosen.games):
        name, options = variants[k % len(variants)]
        try:
            check_game(options, chosen.seed + k, count, draws=k // len(variants) % 3 == 2)
        except Leak as error:
            print(f"{name}, game {chosen.seed + k}: {error}")
            return 1
    print(
        f"{chosen.games} games of {len(variants)} variants, no leak: {count.looks} resampled worlds, more than one "
        f"possible for {count.open}, another than the true one {count.moved} (expected {count.expected:.0f})"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
