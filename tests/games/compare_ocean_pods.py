"""The compiled engine of Ocean Pods against the slow twin, event by event.

In full: `python -m tests.games.compare_ocean_pods --games 500`.
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
from tests.games.reference_ocean_pods import Game
from tests.games.reference_ocean_pods_records import replay_record, write_record
from tests.games.reference_ocean_pods_table import CLAIM_FIRST, PASS
from tests.games.variants_ocean_pods import COMBINATIONS, VARIANTS, seated
from tests.games.views_ocean_pods import Views, compare_hidden
from tests.games.views_relative_space import Difference, same, same_numbers

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
        self.table = Table("ocean_pods", options, seed=seed, explicit_chance=draws)
        variant = self.table.variant.as_dict()
        self.game = Game(variant)
        same("resolved variant", list(variant.items()), list(self.game.variant.items()))
        self.views = Views(self.table, self.game)
        self.events: list[Event] = []
        self.told: list[dict[str, int]] = []
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
        if CLAIM_FIRST <= action < PASS:
            card = self.game.open[action - CLAIM_FIRST]
            assert card is not None
            self.told.append({"seat": seat, "card": card})
        self.table.act(action)
        self.game.apply(action)
        self.events.append({"seat": seat, "action": action, "legal": legal})
        self.follow()

    def compare_position(self) -> None:
        """Whose turn, what may happen, what was paid and told, which cards lie where, what is seen."""
        table, game = self.table, self.game
        node, chances = game.weights(), table.chance_outcomes()
        same("seat to act", table.seat, -1 if game.seat() is None else game.seat())
        same("kind of chance", table.chance_kind, node and node[0])
        same("end", table.ended, game.ended)
        same("outcomes", [outcome for outcome, _ in chances], list(node[1]) if node else [])
        if node:
            total = sum(node[1].values())
            same("probabilities", [p for _, p in chances], [weight / total for weight in node[1].values()])
        same("legal actions", table.legal(), game.legal())
        same("reports", table.reports, self.told)
        paid = game.rewards()
        same_numbers("returns", table.returns, game.returns())
        same_numbers("pay", table.pay, paid)
        same_numbers("reward", table.reward, [old + new for old, new in zip(self.reward, paid, strict=True)])
        compare_hidden(table, game)
        if self.looks % self.every == 0 or game.over:
            self.views.compare(game, self.rng.randrange(game.num_players))
        self.looks += 1

    def play(self) -> None:
        """The whole game."""
        self.compare_position()
        while not self.game.over:
            self.advance()
            self.compare_position()
        details, results = self.game.details(), self.game.results()
        same("details", self.table.details(), details)
        assert results is not None
        for seat, result in enumerate(results):
            said = self.table.game.ending(self.table.variant, self.table.store.states[0], seat)
            same(f"seat {seat}, infos at the end", said, {"result": result, **details})


def compare_game(options: Options, seed: int, every: int = 1) -> Counter[str]:
    """One game, and its record both ways; how much happened in it."""
    walk = Walk(options, seed, draws=random.Random(-seed - 1).random() < 0.5, every=every)
    walk.play()
    taken = replay_record(record_of(walk.table, legal=True))  # the twin takes the engine's record,
    same("end of the record", taken.details(), walk.game.details())
    record = write_record(walk.game, walk.events, seed)
    written = record_of(replay(dump(record)), legal=True)  # and the engine the twin's
    same_numbers("returns of the record", written.pop("returns"), record.pop("returns"))
    same("record", written, record)
    counts = Counter(event.get("chance", "decision") for event in walk.events)
    return counts + Counter({"claim": len(walk.told), str(walk.game.outcome): 1})


def compare(options: Options, games: int, first: int = 0, every: int = 1) -> Counter[str]:
    """Play `games` games; Difference, with the game's seed, at the first one.  How much happened in them."""
    return compare_games(compare_game, partial(seated, options), range(first, first + games), every)


def main(arguments: list[str] | None = None) -> int:
    """Compare all variants; one line each, the exit status 1 when one differs."""
    return Comparison(compare, VARIANTS, COMBINATIONS).main("ocean_pods", arguments)


if __name__ == "__main__":
    sys.exit(main())
