"""What a seat of Ocean Pods can't know leaves no trace in what it is shown.

In full: `python -m tests.games.leak_ocean_pods --games 900`.
"""

from __future__ import annotations

import argparse
import random
import sys
from dataclasses import dataclass
from math import perm
from typing import Any

import numpy as np

from pod_envs.core.record import record_of, replay
from pod_envs.core.table import Table, table_of_events
from tests.games.variants_ocean_pods import SMALL

__all__ = ["VARIANTS", "Count", "Leak", "check_game", "look_at", "shown_to", "true_world", "worlds_left"]

DEALT = -3  # who, in the log, deals an objective
RECORDS = 0.05  # share of the resampled worlds that also go through a written record, which is slow
TWO_ROUNDS: dict[str, Any] = {"num_players": 4, "max_rounds": 2, "public_objectives": True}
VARIANTS: dict[str, dict[str, Any]] = SMALL | {"4 seats, public, two rounds": TWO_ROUNDS}


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
    """Everything that a seat is shown before the end, byte for byte."""
    observation, mask = table.observe(seat)
    return {
        "observation": observation.tobytes(),
        "mask": mask.tobytes(),
        "information state": table.information_state(seat),
        "picture": table.picture(seat),
        "spectator's picture": table.picture(),
        "reports": table.reports,
        "chances": table.chance_outcomes(),
        "scores and rewards": (table.returns.tolist(), table.reward.tolist(), table.pay.tolist(), table.head),
    }


def true_world(table: Table) -> list[int]:
    """All objectives."""
    return table.state[0].objective[: table.variant.num_players].tolist()  # type: ignore[no-any-return]


def worlds_left(table: Table, seat: int) -> int:
    """In how many ways the objectives dealt to others can be dealt, as far as the seat knows."""
    if table.variant.public_objectives or table.ended:
        return 1
    held = true_world(table)
    dealt = sum(objective >= 0 for other, objective in enumerate(held) if other != seat)
    return perm(len(table.variant.table("objectives")) - (held[seat] >= 0), dealt)


def look_at(table: Table, rng: np.random.Generator, count: Count) -> None:
    """Resample for every seat, and see that it can't tell and that the world is possible."""
    for seat in range(table.variant.num_players):
        shown, world = shown_to(table, seat), table.resample(seat, rng)
        for what, there in shown_to(world, seat).items():
            hidden = what == "chances" and table.chance_kind == "objective"  # those not dealt yet
            require(hidden or shown[what] == there, f"seat {seat}: the {what} changes with what it can't know")
        check_world(table, world, seat, whole=rng.random() < RECORDS)
        count.add(worlds_left(table, seat), true_world(world) != true_world(table))


def check_world(table: Table, world: Table, seat: int, whole: bool) -> None:
    """The resampled world has the public history, and follows from its own log."""
    here, there = table.events, world.events
    require(len(here) == len(there), "a resampled world has another number of events")
    for one, other in zip(here, there, strict=True):
        require(one == other or one[0] == other[0] == DEALT, "public history has changed")
    require(true_world(table)[seat] == true_world(world)[seat], f"seat {seat}: its own objective has changed")
    again = table_of_events(world.game, world.variant, there)
    require(again.state.tobytes() == world.state.tobytes(), f"seat {seat}: the world does not follow from its log")
    require(table.ended is None or world.state.tobytes() == table.state.tobytes(), "something hidden after the end")
    require(world.seed is None, "a resampled world tells the seed of the true one")
    if whole:
        again = replay(record_of(world))
        require(again.state.tobytes() == world.state.tobytes(), f"seat {seat}: the world does not follow its record")


def check_game(options: dict[str, Any], seed: int, count: Count, draws: bool = False, every: int = 1) -> None:
    """A random game, looked at before every decision (with `draws` also before every draw) and at the end.

    Of the decisions and draws after the set-up only each `every`-th is looked at.
    """
    rng, dice = random.Random(seed), np.random.default_rng(seed)
    table, step = Table("ocean_pods", options, seed=seed, explicit_chance=draws), 0
    while table.ended is None:
        if step % every == 0 or table.chance_kind == "objective":
            look_at(table, dice, count)
        step += 1
        if table.seat < 0:
            table.apply_chance(rng.choice(table.chance_outcomes())[0])
        else:
            table.act(rng.choice(table.legal()))
    look_at(table, dice, count)


def main(arguments: list[str] | None = None) -> int:
    """Check games of all named variants in turn; the exit status is 1 at a leak."""
    parser = argparse.ArgumentParser(prog="python -m tests.games.leak_ocean_pods", description=__doc__)
    parser.add_argument("--games", type=int, default=900, help="games in all (default 900)")
    parser.add_argument("--every", type=int, default=5, help="look at each so many decisions and draws (default 5)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first game (default 0)")
    chosen = parser.parse_args(arguments)
    count, variants = Count(), list(VARIANTS.items())
    for k in range(chosen.games):
        name, options = variants[k % len(variants)]
        try:
            check_game(options, chosen.seed + k, count, k // len(variants) % 3 == 2, chosen.every)
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
