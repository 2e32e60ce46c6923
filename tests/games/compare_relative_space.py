"""The compiled engine of Relative Space against the slow twin, event by event.

In full: `python -m tests.games.compare_relative_space --games 500`.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from functools import partial
from typing import Any

from pod_envs.core.record import dump, record_of, replay
from pod_envs.core.table import Table
from tests.games.comparison import Comparison, compare_games
from tests.games.reference_relative_space import Game
from tests.games.reference_relative_space_records import replay_record, write_record
from tests.games.variants_relative_space import COMBINATIONS, VARIANTS, seated
from tests.games.views_relative_space import Difference, Views, compare_cards, same, same_numbers

__all__ = ["Difference", "Walk", "compare", "compare_game", "main"]

Options = dict[str, Any]
Event = dict[str, Any]


class Walk:
    """A random game on engine and twin at once, with everything compared at every event.

    With `draws` chance is left to the walk, so that every draw is looked at too; otherwise the engine draws.  What the
    seats see is compared at each `every`-th decision or draw alone, and at the end.
    """

    def __init__(self, options: Options, seed: int, draws: bool, every: int = 1) -> None:
        self.rng = random.Random(seed)
        self.every, self.looks = every, 0
        self.table = Table("relative_space", options, seed=seed, explicit_chance=draws)
        variant = self.table.variant.as_dict()
        self.game = Game(variant)
        same("resolved variant", variant, self.game.variant)
        self.views = Views(self.table)
        self.events: list[Event] = []
        self.reward = [0.0] * self.game.num_players  # since the own last decision, up to the last one of all
        self.follow()

    def follow(self) -> None:
        """Let the twin have the draws that the engine has made, if any."""
        for who, outcome in self.table.events[len(self.events) :]:
            self.draw(self.table.game.spec.chance_kinds[-1 - who], outcome)

    def draw(self, kind: str, outcome: int) -> None:
        """One draw, on the twin."""
        node = self.game.chance()
        same("kind of the draw", kind, node and node[0])
        self.game.apply_chance(outcome)
        self.events.append({"chance": kind, "outcome": outcome})

    def advance(self) -> None:
        """One random decision, or one random draw where these are left to us."""
        node = self.game.weights()
        if node is not None:
            kind, weights = node
            outcome = self.rng.choices(list(weights), list(weights.values()))[0]
            self.table.apply_chance(outcome)
            self.draw(kind, outcome)
            return
        seat, legal = self.game.seat(), self.game.legal()
        assert seat is not None
        action = self.rng.choice(legal)
        self.reward = [0.0 if other == seat else got for other, got in enumerate(self.table.reward.tolist())]
        self.table.act(action)
        self.game.apply(action)
        self.events.append({"seat": seat, "action": action, "legal": legal})
        self.follow()

    def compare_position(self) -> None:
        """Whose turn, what may happen, what was paid and told, which cards lie where, what is seen."""
        table, game = self.table, self.game
        node = game.chance()
        same("seat to act", table.seat, -1 if game.seat() is None else game.seat())
        same("kind of chance", table.chance_kind, node and node[0])
        same("end", table.ended, game.ended)
        chances = table.chance_outcomes()
        same("outcomes", [outcome for outcome, _ in chances], node[1] if node else [])
        same("probabilities", [p for _, p in chances], [float(p) for p in game.probabilities().values()])
        same("legal actions", table.legal(), game.legal())
        same("reports", table.reports, told(game))
        compare_cards(table, game)
        same_numbers("returns", table.returns, game.returns())
        same_numbers("pay", table.pay, game.rewards())
        paid = game.rewards()
        same_numbers("reward", table.reward, [old + new for old, new in zip(self.reward, paid, strict=True)])
        if self.looks % self.every == 0 or game.over:
            self.views.compare(game, self.rng.randrange(game.num_players))
        self.looks += 1

    def play(self) -> None:
        """The whole game."""
        self.compare_position()
        while not self.game.over:
            self.advance()
            self.compare_position()
        same("details", self.table.details(), self.game.details())


def told(game: Game) -> list[dict[str, int]]:
    """The jams so far, as all are told of them."""
    jams = [entry for entry in game.log if entry["what"] == "jam"]
    return [
        {"seat": jam["seat"], "card": jam["pile"][-1], "pile": len(jam["pile"]), "returned": len(jam["filled"])}
        for jam in jams
    ]


def compare_game(options: Options, seed: int, every: int = 1) -> Counter[str]:
    """One game, and its record both ways; how much happened in it."""
    walk = Walk(options, seed, draws=random.Random(-seed).random() < 0.5, every=every)
    walk.play()
    taken = replay_record(record_of(walk.table, legal=True))  # the twin takes the engine's record,
    same("end of the record", taken.details(), walk.game.details())
    record = write_record(walk.game, walk.events, seed)
    written = record_of(replay(dump(record)), legal=True)  # and the engine the twin's
    same_numbers("returns of the record", written.pop("returns"), record.pop("returns"))
    same("record", written, record)
    counts = Counter(str(entry["what"]) for entry in walk.game.log)
    return counts + Counter(event.get("chance", "decision") for event in walk.events)


def compare(options: Options, games: int, first: int = 0, every: int = 1) -> Counter[str]:
    """Play `games` games; Difference, with the game's seed, at the first one.  How much happened in them."""
    return compare_games(compare_game, partial(seated, options), range(first, first + games), every)


def main(arguments: list[str] | None = None) -> int:
    """Compare all variants; one line each, the exit status 1 when one differs."""
    return Comparison(compare, VARIANTS, COMBINATIONS).main("relative_space", arguments)


if __name__ == "__main__":
    sys.exit(main())
