"""Ocean Pods reference twin, the turn of a seat: bonus, resource and research; from the rules page alone.

Numbers in brackets cite rulings of section 3 ([R12]) or items of section 0.1 ([0.1.7]).
"""

from __future__ import annotations

from tests.games.reference_ocean_pods_round import Round
from tests.games.reference_ocean_pods_table import DOUBLE, OCEAN, OPEN_SLOTS, REROLL

__all__ = ["Play"]


class Play(Round):
    """One game in progress, without the numbers of actions."""

    # Bonus

    def resolve_blue(self, face: int) -> None:
        """The bonus of the first player; DOUBLE asks nothing [R18] [R19]."""
        if face == DOUBLE:
            self.double = True
            self.begin_resource()
        elif face == REROLL:
            self.phase = "bonus_reroll"
        elif face == OCEAN:
            self.phase = "bonus_ocean"
        else:
            self.phase = "bonus_wild"

    def choose_reroll(self, mask: int) -> None:
        """Roll a subset of the white dice again, once and together [R21]; none writes no event [0.1.3]."""
        self.to_reroll = [slot for slot in range(self.num_players + 1) if mask >> slot & 1]
        self.go_on_rerolling()

    def reroll(self, resource: int) -> None:
        """The new face of the lowest slot still to be rolled."""
        self.dice[self.to_reroll.pop(0)] = resource
        self.go_on_rerolling()

    def go_on_rerolling(self) -> None:
        """The next die, or the resource."""
        if self.to_reroll:
            self.phase = "reroll"
        else:
            self.begin_resource()

    def collect_all(self) -> None:
        """Take every plastic token of the pod, none too [R22]."""
        assert self.player is not None
        self.plastic[self.player] += self.pod
        self.pod = 0
        self.begin_resource()

    def steer(self, step: int) -> None:
        """Move the boat by one space; a third token is fatal at once [R10] [R22]."""
        self.move_boat(step)
        if self.outcome is None:
            self.begin_resource()

    def use_wild(self, resource: int) -> None:
        """A token of a kind that shows; the die stays [R23]."""
        assert self.player is not None
        self.tokens[self.player][resource] += 1
        self.begin_resource()

    # Resource

    def showing(self) -> list[int]:
        """The kinds that the dice of the pool show, ascending."""
        return sorted({die for die in self.dice if die is not None})

    def take(self, resource: int) -> None:
        """The lowest slot that shows the kind leaves for a token, or for two [R19] [section 0]."""
        assert self.player is not None
        self.dice[self.dice.index(resource)] = None
        self.tokens[self.player][resource] += 2 if self.double else 1
        self.begin_research()

    def clean(self) -> None:
        """One plastic token instead of a die [R13] [R14]."""
        assert self.player is not None
        self.pod -= 1
        self.plastic[self.player] += 1
        self.cleaned += 1
        if self.variant["clean_ends_turn"]:
            self.end_turn()
        else:
            self.begin_research()

    # Research

    def begin_research(self) -> None:
        """Skipped if nothing can be claimed [section 0]."""
        self.double = False
        if self.claimable():
            self.phase = "research"
        else:
            self.end_turn()

    def claimable(self) -> list[int]:
        """The slots whose card the seat to act can pay for and may research."""
        assert self.player is not None
        cards = {slot: self.open[slot] for slot in range(OPEN_SLOTS)}
        return [
            slot
            for slot, card in cards.items()
            if card is not None and self.is_payable(card, self.player) and not self.is_blocked(card)
        ]

    def is_payable(self, card: int, seat: int) -> bool:
        """Exactly the printed cost, out of the own tokens [R26]."""
        cost = self.cards[card]["cost"]
        return all(held >= due for held, due in zip(self.tokens[seat], cost, strict=True))

    def is_blocked(self, card: int) -> bool:
        """Whether the boat, where it is now, keeps everybody from a card [R2] [R25]."""
        rule, boat, oceans = self.variant["boat_block_rule"], self.ocean_of_boat(), self.cards[card]["oceans"]
        if rule == "all":
            return all(ocean == boat for ocean in oceans)
        if rule == "any":
            return any(ocean == boat for ocean in oceans)
        if rule == "presence":
            return all(ocean != boat for ocean in oceans)
        return False

    def claim(self, slot: int) -> None:
        """Pay, take the card, and have the slot refilled if a card is left [R1] [R29] [0.1.3]."""
        card = self.open[slot]
        assert card is not None and self.player is not None
        held, cost = self.tokens[self.player], self.cards[card]["cost"]
        self.tokens[self.player] = [have - due for have, due in zip(held, cost, strict=True)]
        self.claimed[self.player].append(card)
        self.open[slot] = None
        if self.unseen:
            self.emptied = slot
            self.phase = "refill"
        else:
            self.end_turn()

    def refill(self, card: int) -> None:
        """A card of the deck turns up in the emptied slot, for the next seat to claim [R29]."""
        assert self.emptied is not None
        self.unseen.remove(card)
        self.open[self.emptied] = card
        self.emptied = None
        self.end_turn()
