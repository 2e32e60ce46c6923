"""Relative Space reference twin, the table: what lies on it, the deal, and how turns follow each other.

Face-down cards have no identity until they are flipped. Numbers in brackets cite rulings of section 4 ([R12]) or
items of section 0.1 ([0.1.7]).
"""

from __future__ import annotations

from typing import Any

from tests.games.reference_relative_space_stash import Layout
from tests.games.reference_relative_space_variant import FACE_DOWN, Options, card_copies, launch_kinds, resolve

__all__ = ["Table"]


class Table:
    """What lies on the table, and whose turn it is."""

    def __init__(self, options: Options) -> None:
        self.variant = resolve(options)
        self.num_players: int = self.variant["num_players"]
        self.layout = Layout(self.variant["stash_rows"], self.variant["refill_order"])
        self.size = self.layout.size
        self.copies = card_copies(self.variant)
        self.launching = launch_kinds(self.variant)
        seats = range(self.num_players)
        # The table.
        self.stashes = [[FACE_DOWN] * self.size for _ in seats]
        self.keycards = [self.variant["keycards"] for _ in seats]
        self.stunned = [False for _ in seats]
        self.pods: list[list[int]] = [[]]  # each with its top card last
        self.unseen = dict(self.copies)
        self.discard: list[int] = []
        # The turn in progress.
        self.phase = "start_player"
        self.turn = 0
        self.player: int | None = None
        self.first = True  # nothing has been played in this turn
        self.owed = 0  # plays still due in this turn
        self.empty_at_start: list[int] = []  # ascending
        self.clear_play()
        # The game.
        self.to_deal = self.face_up_places()
        self.ended: str | None = None
        self.winner: int | None = None
        self.log: list[dict[str, Any]] = []  # what has happened, for tests and counts

    def clear_play(self) -> None:
        """Everything that lives for one play."""
        self.special: int | None = None  # the special whose instruction is carried out
        self.pod: int | None = None  # the pod that is played on
        self.slot: int | None = None  # the own card that is played, or chosen for an instruction
        self.receiver: int | None = None  # who gets the card of GIVE
        self.blind = False  # a card is flipped while it is played
        self.to_fill: list[int] = []  # slots that a jam still refills, in order
        self.pile: list[int] = []  # the jammed cards that are left

    def face_up_places(self) -> list[tuple[int, int]]:
        """Seat and slot of every card dealt face-up, in the order of the deal [0.1.2]."""
        hidden = self.layout.slots_of(self.variant["face_down_rows"])
        shown = [slot for slot in range(self.size) if slot not in hidden]
        return [(seat, slot) for seat in range(self.num_players) for slot in shown]

    @property
    def over(self) -> bool:
        """True once nothing is asked any more."""
        return self.ended is not None

    def deal(self, kind: int) -> None:
        """One face-up card of the set-up."""
        self.unseen[kind] -= 1
        seat, slot = self.to_deal.pop(0)
        self.stashes[seat][slot] = kind
        self.go_on_dealing()

    def go_on_dealing(self) -> None:
        """The next card, or the first turn."""
        if self.to_deal:
            self.phase = "deal"
        else:
            assert self.player is not None
            self.start_turn(self.player)

    # Turns

    def me(self) -> list[int]:
        """The stash of the seat whose turn it is."""
        assert self.player is not None
        return self.stashes[self.player]

    def start_turn(self, seat: int) -> None:
        """Count the turn; a stunned seat is not asked and loses its mark [0.1.9]."""
        self.clear_play()
        self.turn += 1
        self.player = seat
        self.first, self.owed = True, 1
        self.empty_at_start = sorted(self.layout.empty(self.me()))
        if self.stunned[seat]:
            self.stunned[seat] = False
            self.log.append({"what": "skip", "seat": seat})
            self.end_turn()
        else:
            self.phase = "play"

    def end_turn(self) -> None:
        """The limit, or the next seat [R36]."""
        assert self.player is not None
        if self.turn >= self.variant["max_turns"]:
            self.end("truncated")
        else:
            self.start_turn((self.player + 1) % self.num_players)

    def end(self, how: str) -> None:
        """Nothing is asked any more; the turn stays the one in which the game ended [0.1.17]."""
        self.clear_play()
        self.phase, self.ended = "over", how
        self.winner = self.player if how == "terminated" else None

    def stash_is_empty(self) -> bool:
        """True if the seat whose turn it is has no card left; only that seat can win [0.1.10]."""
        return not self.layout.occupied(self.me())

    def go_on_playing(self) -> None:
        """After a play that did not jam: win, play on, or end the turn [R26] [0.1.12]."""
        if self.stash_is_empty():
            self.end("terminated")
        elif self.owed > 0:
            self.clear_play()
            self.phase = "play"
        else:
            self.end_turn()
