"""Relative Space reference twin, the game as others drive it: draws, actions by number, rewards and results.

Slow, plain, and written from the rules page alone. No randomness, no files, no arrays.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

from tests.games.reference_relative_space_play import NEW, Play
from tests.games.reference_relative_space_variant import FACE_DOWN, Options, resolve

__all__ = ["CHANCE_PHASES", "DECISION_PHASES", "Game", "resolve"]

CHANCE_PHASES = ("start_player", "deal", "flip", "refill")
DECISION_PHASES = ("play", "stun", "scan", "tele_own", "tele_other", "give_own", "give_to", "net")

MOST_PODS = 11
PODS = 12  # pod numbers that a slot has among the actions
RELATIVES = 9


class Game(Play):
    """One game in progress. Attributes are public to be read; only `apply*` change them."""

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        self.returns_before = [0.0] * self.num_players  # as they were just before the last decision

    @property
    def num_actions(self) -> int:
        """The number of action ids [0.1.14]."""
        return 22 * self.size + 9

    # Chance

    def weights(self) -> tuple[str, dict[int, int]] | None:
        """The kind of the next draw and the weights of its outcomes, ascending; None when no draw is due."""
        if self.phase not in CHANCE_PHASES:
            return None
        if self.phase == "start_player":
            return self.phase, dict.fromkeys(range(self.num_players), 1)
        left = Counter(self.pile) if self.phase == "refill" else self.unseen
        return self.phase, {kind: left[kind] for kind in sorted(left) if left[kind] > 0}

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
        if kind == "start_player":
            self.player = outcome
            self.go_on_dealing()
        elif kind == "deal":
            self.deal(outcome)
        elif kind == "flip":
            self.flip(outcome)
        else:
            self.refill(outcome)

    # Decisions

    def seat(self) -> int | None:
        """The seat to act; None at a draw and after the end."""
        return self.player if self.phase in DECISION_PHASES else None

    def legal(self) -> list[int]:
        """The legal actions of the seat to act, ascending; empty at a draw and after the end [0.1.14]."""
        own = PODS * self.size + RELATIVES
        if self.phase == "play":
            available = self.layout.available(self.me())
            return [slot * PODS + pod for slot in available for pod in self.pod_choices()]
        if self.phase in ("stun", "give_to"):
            return [PODS * self.size + k - 1 for k in self.relatives_to_choose()]
        if self.phase == "scan":
            return [own + slot for slot in range(self.size) if self.me()[slot] == FACE_DOWN]
        if self.phase in ("tele_own", "give_own", "net"):
            return [own + slot for slot in self.layout.available(self.me())]
        if self.phase == "tele_other":
            return [own + self.size * k + slot for k, slot in self.cards_of_relatives()]
        return []

    def pod_choices(self) -> list[int]:
        """The pods in play, and a new one as the first thing in a turn [R15] [0.1.6]."""
        assert self.player is not None
        pods = list(range(len(self.pods)))
        may_open = self.first and self.keycards[self.player] > 0 and len(pods) < MOST_PODS
        return [*pods, NEW] if may_open else pods

    def apply(self, action: int) -> None:
        """Take one decision of the seat to act; ValueError changes nothing."""
        if self.seat() is None:
            raise ValueError("no decision is due")
        if type(action) is not int or action not in self.legal():
            raise ValueError(f"seat {self.seat()}: action {action!r} is none of {self.legal()}")
        self.returns_before = self.returns()
        own = PODS * self.size + RELATIVES
        if self.phase == "play":
            self.play(*divmod(action, PODS))
        elif self.phase in ("stun", "give_to"):
            self.choose_relative(self.relative(action - PODS * self.size + 1))
        elif self.phase == "tele_other":
            k, slot = divmod(action - own, self.size)
            self.exchange(self.stashes[self.relative(k)], slot)
        else:
            self.choose_own(action - own)

    # Ends

    def cards_left(self) -> list[int]:
        """The cards in every stash, face-down ones too."""
        return [len(self.layout.occupied(stash)) for stash in self.stashes]

    def returns(self) -> list[float]:
        """The total reward by seat so far."""
        if self.variant["reward"] == "score":
            return [(self.size - left) / self.size for left in self.cards_left()]  # [0.1.15]
        if self.winner is None:
            return [0.0] * self.num_players
        return [1.0 if seat == self.winner else -1 / (self.num_players - 1) for seat in range(self.num_players)]

    def rewards(self) -> list[float]:
        """What every seat got since just before the last decision; to be read when no draw is due."""
        return [now - before for now, before in zip(self.returns(), self.returns_before, strict=True)]

    def details(self) -> dict[str, Any]:
        """What a game record tells about the game."""
        return {"winner": self.winner, "turns": self.turn, "cards_left": self.cards_left()}
