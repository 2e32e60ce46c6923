"""Ocean Pods reference twin, the game as others drive it: draws, actions by number, rewards and results.

Slow, plain, and written from the rules page alone. No randomness, no files, no arrays.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

from tests.games.reference_ocean_pods_play import Play
from tests.games.reference_ocean_pods_round import TRIGGER
from tests.games.reference_ocean_pods_scoring import utilities
from tests.games.reference_ocean_pods_table import (
    BOAT_DOWN,
    BOAT_UP,
    CLAIM_FIRST,
    CLEAN,
    COLLECT_ALL,
    NUM_ACTIONS,
    OCEANS,
    PASS,
    TAKE_FIRST,
    WILD_FIRST,
)
from tests.games.reference_ocean_pods_variant import Options, resolve

__all__ = ["CHANCE_PHASES", "DECISION_PHASES", "Game", "resolve"]

CHANCE_PHASES = ("ocean", "first_player", "objective", "open", "white", "blue", "reroll", "refill")
DECISION_PHASES = ("bonus_reroll", "bonus_ocean", "bonus_wild", "resource", "research")


class Game(Play):
    """One game in progress. Attributes are public to be read; only `apply*` change them."""

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        self.returns_before = [0.0] * self.num_players  # as they were just before the last decision

    @property
    def num_actions(self) -> int:
        """The number of action ids, the same for every variant [section 4]."""
        return NUM_ACTIONS

    @property
    def over(self) -> bool:
        """True once nothing is asked any more."""
        return self.outcome is not None

    @property
    def ended(self) -> str | None:
        """How the game ended, as a record has it; None before."""
        if self.outcome is None:
            return None
        return "truncated" if self.outcome == "truncated" else "terminated"

    # Chance

    def weights(self) -> tuple[str, dict[int, int]] | None:
        """The kind of the next draw and the weights of its outcomes, ascending; None when no draw is due [0.1.3]."""
        if self.phase not in CHANCE_PHASES:
            return None
        return self.phase, dict(sorted(Counter(self.outcomes()).items()))

    def outcomes(self) -> list[int]:
        """What the draw now due is made from, all entries equally likely."""
        if self.phase in ("white", "reroll"):
            return self.white_die
        if self.phase == "blue":
            return self.blue_die
        if self.phase in ("open", "refill"):
            return self.unseen
        if self.phase == "first_player":
            return list(range(self.num_players))
        if self.phase == "ocean":
            return [ocean for ocean in range(len(OCEANS)) if ocean not in self.oceans]
        return [objective for objective in range(len(self.objective_table)) if objective not in self.objectives]

    def chance(self) -> tuple[str, list[int]] | None:
        """The kind of the next draw and its outcomes, ascending; None when no draw is due."""
        node = self.weights()
        return node and (node[0], list(node[1]))

    def probabilities(self) -> dict[int, Fraction]:
        """The exact probability of every outcome of the next draw; empty when no draw is due."""
        node = self.weights()
        if node is None:
            return {}
        total = sum(node[1].values())
        return {outcome: Fraction(weight, total) for outcome, weight in node[1].items()}

    def apply_chance(self, outcome: int) -> None:
        """Take one draw; ValueError changes nothing."""
        node = self.chance()
        if node is None:
            raise ValueError("no draw is due")
        kind, outcomes = node
        if type(outcome) is not int or outcome not in outcomes:
            raise ValueError(f"{kind}: outcome {outcome!r} is none of {outcomes}")
        happens = {
            "ocean": self.place_ocean,
            "first_player": self.choose_first,
            "objective": self.deal,
            "open": self.turn_up,
            "white": self.roll_white,
            "blue": self.resolve_blue,
            "reroll": self.reroll,
            "refill": self.refill,
        }
        happens[kind](outcome)

    # Decisions

    def seat(self) -> int | None:
        """The seat to act; None at a draw and after the end."""
        return self.player if self.phase in DECISION_PHASES else None

    def legal(self) -> list[int]:
        """The legal actions of the seat to act, ascending; empty at a draw and after the end [section 4]."""
        if self.phase == "bonus_reroll":
            return list(range(2 ** (self.num_players + 1)))
        if self.phase == "bonus_ocean":
            return [COLLECT_ALL, BOAT_DOWN, BOAT_UP]
        if self.phase == "bonus_wild":
            return [WILD_FIRST + kind for kind in self.showing()]
        if self.phase == "resource":
            return [*(TAKE_FIRST + kind for kind in self.showing()), *([CLEAN] if self.pod > 0 else [])]
        if self.phase == "research":
            return [*(CLAIM_FIRST + slot for slot in self.claimable()), PASS]
        return []

    def apply(self, action: int) -> None:
        """Take one decision of the seat to act; ValueError changes nothing."""
        if self.seat() is None:
            raise ValueError("no decision is due")
        if type(action) is not int or action not in self.legal():
            raise ValueError(f"seat {self.seat()}: action {action!r} is none of {self.legal()}")
        self.returns_before = self.returns()
        if self.phase == "resource":
            self.clean() if action == CLEAN else self.take(action - TAKE_FIRST)
        elif self.phase == "research":
            self.end_turn() if action == PASS else self.claim(action - CLAIM_FIRST)
        else:
            self.use_bonus(action)

    def use_bonus(self, action: int) -> None:
        """What the first player does with the blue die."""
        if self.phase == "bonus_reroll":
            self.choose_reroll(action)
        elif self.phase == "bonus_wild":
            self.use_wild(action - WILD_FIRST)
        elif action == COLLECT_ALL:
            self.collect_all()
        else:
            self.steer(+1 if action == BOAT_DOWN else -1)

    # Ends

    @property
    def scored(self) -> bool:
        """Whether the game ended with a scoring."""
        return self.outcome in ("win", "shared")

    def returns(self) -> list[float]:
        """The total reward by seat so far."""
        n = self.num_players
        if self.variant["reward"] == "score":  # [0.1.8]
            lost = 1 if self.outcome == "all_lose" else 0
            return [self.card_points(seat) / TRIGGER - lost for seat in range(n)]
        won = self.winners() if self.scored else []
        return utilities(self.outcome, won, n, self.variant["reward_scheme"])

    def rewards(self) -> list[float]:
        """What every seat got since just before the last decision; to be read when no draw is due."""
        return [now - before for now, before in zip(self.returns(), self.returns_before, strict=True)]

    def results(self) -> list[str] | None:
        """The result of every seat at the end, as `infos` has it [0.1.10]; None before."""
        if self.scored:
            won = self.winners()
            return [str(self.outcome) if seat in won else "loss" for seat in range(self.num_players)]
        return None if self.outcome is None else [self.outcome] * self.num_players

    def details(self) -> dict[str, Any]:
        """What a game record tells about the game [section 0] [0.1.9]."""
        seats = range(self.num_players)
        return {
            "outcome": self.outcome,
            "card_points": [self.card_points(seat) for seat in seats],
            "objective_points": [self.objective_points(seat) if self.scored else 0 for seat in seats],
            "plastic": list(self.plastic),
            "totals": [self.total(seat) if self.scored else 0 for seat in seats],
            "objectives": list(self.objectives),
            "rounds": self.rounds,
        }
