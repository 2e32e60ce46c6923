"""Relative Space reference twin, what happens on the table: plays, jams and specials; from the rules page alone.

Numbers in brackets cite facts of the seed ([F11]), rulings of section 4 ([R12]) or items of section 0.1 ([0.1.7]).
"""

from __future__ import annotations

from tests.games.reference_relative_space_table import Table
from tests.games.reference_relative_space_variant import (
    ALARM,
    BOOTS,
    EMPTY,
    FACE_DOWN,
    GIVE,
    NET,
    NUMBERS,
    SCAN,
    STUN,
    TELE,
)

__all__ = ["NEW", "Play"]

NEW = 11  # the pod number that stands for a new pod


class Play(Table):
    """One game in progress, without the numbers of actions."""

    # Plays

    def play(self, slot: int, pod: int) -> None:
        """Take an available own card to a pod, flipping it if need be [R12]."""
        assert self.player is not None
        opened = pod == NEW
        if opened:
            self.keycards[self.player] -= 1
            self.pods.append([])
            pod = len(self.pods) - 1
        if not (opened and self.variant["keycard_extra_play"]):
            self.owed -= 1
        self.slot, self.pod, self.first = slot, pod, False
        self.blind = self.me()[slot] == FACE_DOWN
        self.log.append({"what": "play", "seat": self.player, "slot": slot, "opened": opened, "blind": self.blind})
        if self.blind:
            self.phase = "flip"
        else:
            self.resolve_play()

    def number_to_beat(self, pod: int) -> int:
        """What a number must reach on a pod; 0 if everything loads [R8] [R9]."""
        cards = self.pods[pod]
        if self.variant["top_special"] == "reset":
            cards = cards[-1:]
        numbers = [kind for kind in cards if kind in NUMBERS]
        return numbers[-1] if numbers else 0

    def resolve_play(self) -> None:
        """The played card, known by now, leaves its slot and jams or loads."""
        assert self.slot is not None and self.pod is not None
        kind = self.me()[self.slot]
        self.me()[self.slot] = EMPTY
        if kind in NUMBERS and kind < self.number_to_beat(self.pod):
            self.jam(kind)
            return
        self.pods[self.pod].append(kind)
        if kind in NUMBERS or self.stash_is_empty():  # with the final card the text is not carried out [R26]
            self.go_on_playing()
        else:
            self.special = kind
            self.slot = None
            self.begin_instruction()

    # Jams

    def jam(self, kind: int) -> None:
        """Take the pod's cards and the jamming one; fill what was empty at the start of the turn [F11]."""
        assert self.slot is not None and self.pod is not None
        eligible = list(self.empty_at_start)
        if self.variant["played_slot_counts"]:
            eligible.append(self.slot)  # [0.1.11]
        self.pile = [*self.pods[self.pod], kind]
        self.pods[self.pod] = []
        order = [slot for slot in self.layout.refill_order if slot in eligible]
        self.to_fill = order[: len(self.pile)]
        entry = {"what": "jam", "seat": self.player, "pile": list(self.pile), "filled": list(self.to_fill)}
        self.log.append({**entry, "eligible": len(eligible)})
        self.go_on_refilling()

    def refill(self, kind: int) -> None:
        """One of the jammed cards comes back, face-up."""
        self.pile.remove(kind)
        self.me()[self.to_fill.pop(0)] = kind
        self.go_on_refilling()

    def go_on_refilling(self) -> None:
        """The next slot; after the last one the rest is discarded and the pod may leave [F12] [0.1.4] [R22]."""
        assert self.pod is not None
        if self.to_fill:
            self.phase = "refill"
            return
        self.discard += self.pile
        if len(self.pods) > 1:
            self.pods.pop(self.pod)
        self.end_turn()

    # Specials

    def begin_instruction(self) -> None:
        """Ask what there is to choose, or carry the instruction out; an impossible one does nothing [0.1.8]."""
        questions = {STUN: "stun", SCAN: "scan", TELE: "tele_own", GIVE: "give_own", NET: "net"}
        assert self.special is not None
        if self.special in questions and self.is_possible():
            self.phase = questions[self.special]
            return
        if self.special == ALARM:
            self.stunned[self.relative(1)] = True  # [0.1.9]
        elif self.special == BOOTS:
            self.owed += 1  # [0.1.12]
        self.finish_special()

    def is_possible(self) -> bool:
        """Decided before anything is asked [0.1.8]."""
        if self.special == SCAN:
            return FACE_DOWN in self.me()
        if self.special == GIVE:
            return bool(self.relatives_to_choose())
        if self.special == TELE:
            return bool(self.cards_of_relatives())
        return True

    def relative(self, k: int) -> int:
        """The seat that sits k places after the one whose turn it is."""
        assert self.player is not None
        return (self.player + k) % self.num_players

    def relatives_to_choose(self) -> list[int]:
        """Any relative for STUN; for GIVE those with a space [0.1.7] [0.1.9]."""
        everybody = range(1, self.num_players)
        if self.special == STUN:
            return list(everybody)
        return [k for k in everybody if self.layout.empty(self.stashes[self.relative(k)])]

    def cards_of_relatives(self) -> list[tuple[int, int]]:
        """Every available card of every relative, stunned or not [0.1.7]."""
        everybody = range(1, self.num_players)
        return [(k, slot) for k in everybody for slot in self.layout.available(self.stashes[self.relative(k)])]

    def choose_own(self, slot: int) -> None:
        """The own card for SCAN, TELE, GIVE or NET."""
        self.slot = slot
        if self.special == TELE:
            self.phase = "tele_other"
        elif self.special == GIVE:
            self.phase = "give_to"
        elif self.me()[slot] == FACE_DOWN:
            self.phase = "flip"
        else:
            self.load_net()

    def choose_relative(self, seat: int) -> None:
        """The relative for STUN or GIVE."""
        if self.special == STUN:
            self.stunned[seat] = True
            self.finish_special()
            return
        assert self.slot is not None
        self.receiver = seat
        if self.me()[self.slot] == FACE_DOWN:
            self.phase = "flip"
        else:
            self.hand_over()

    def exchange(self, other: list[int], slot: int) -> None:
        """TELE: each card takes the other's slot and stays as it lies, face-up or face-down [R33]."""
        assert self.slot is not None
        mine = self.me()
        mine[self.slot], other[slot] = other[slot], mine[self.slot]
        self.finish_special()

    def hand_over(self) -> None:
        """GIVE: the card goes to the first empty slot in refill order, face-up [0.1.7]."""
        assert self.slot is not None and self.receiver is not None
        stash = self.stashes[self.receiver]
        stash[self.layout.empty(stash)[0]] = self.me()[self.slot]
        self.me()[self.slot] = EMPTY
        self.finish_special()

    def load_net(self) -> None:
        """NET: the card goes on the same pod without comparison or text [0.1.7]."""
        assert self.slot is not None and self.pod is not None
        self.pods[self.pod].append(self.me()[self.slot])
        self.me()[self.slot] = EMPTY
        self.finish_special()

    def finish_special(self) -> None:
        """LAUNCH! if the card has it, then go on [R26] [F13]."""
        assert self.special is not None and self.pod is not None
        if self.special in self.launching:
            cards = self.pods.pop(self.pod)
            self.log.append({"what": "launch", "seat": self.player, "cards": cards})
            self.discard += cards
            if not self.pods:
                self.pods.append([])
        self.go_on_playing()

    def flip(self, kind: int) -> None:
        """A face-down card becomes known; what was about to happen to it happens [0.1.3] [0.1.7]."""
        assert self.slot is not None
        self.unseen[kind] -= 1
        self.me()[self.slot] = kind
        if self.special is None:
            self.resolve_play()
        elif self.special == SCAN:
            self.finish_special()
        elif self.special == GIVE:
            self.hand_over()
        else:
            self.load_net()
