"""What a seat of Relative Space should see, worked out from the twin's position, and how to look for differences."""

from __future__ import annotations

import copy
from collections import Counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pod_envs.core.layout import Layout
from pod_envs.core.table import Table
from tests.games.reference_relative_space import Game
from tests.games.reference_relative_space_play import NEW
from tests.games.reference_relative_space_variant import BOOTS, EMPTY, FACE_DOWN, KINDS, LAUNCH, NUMBERS
from tests.games.reference_relative_space_view import Facts, observation

__all__ = ["BY_SEAT", "Difference", "Views", "compare_cards", "expected_observation", "same", "same_numbers"]

Fields = dict[str, NDArray[np.float32]]

# Fields with an entry a seat, from the observer on.
BY_SEAT = (
    *("slots", "number", "available", "refills", "cards_left", "keycards", "stunned", "to_act"),
    "answers",
)

QUESTIONS = {
    **dict.fromkeys(["play"], 0),
    **dict.fromkeys(["stun", "give_to"], 1),
    **dict.fromkeys(["scan", "tele_own", "give_own", "net"], 2),
    **dict.fromkeys(["tele_other"], 3),
}


class Difference(AssertionError):
    """The first thing in which engine and twin differ."""


def same(what: str, engine: Any, twin: Any) -> None:
    """Refuse a difference."""
    if engine != twin:
        raise Difference(f"{what}: the engine has {engine!r}, the twin {twin!r}")


def same_numbers(what: str, engine: Any, twin: Any) -> None:
    """Refuse a difference of more than 1e-9."""
    if max(abs(one - other) for one, other in zip(engine, twin, strict=True)) > 1e-9:
        raise Difference(f"{what}: the engine has {list(engine)}, the twin {list(twin)}")


# What a seat should see ---------------------------------------------------------------------------------------------


def expected_observation(game: Game, seat: int, table: Table) -> NDArray[np.float32]:
    """The observation of `seat` as the twin's position has it, in the layout of `table`."""
    layout = table.game.layout(table.variant)
    flat = np.zeros(layout.length, np.float32)
    fields = layout.named(flat)  # views of `flat`
    facts = observation(dealt_so_far(game), seat)
    for place, stash in enumerate(facts["seats"]):
        fill_seat(game, stash, place, fields)
        fill_answers(game, stash, fields["answers"][place])
    for pod, there in enumerate(facts["pods"]):
        fill_pod(game, there, pod, fields)
    for kind, count in facts["unseen"].items():
        fields["unseen"][kind - 1] = count / game.copies[kind] if count else 0
    fields["turn"][0] = facts["turn"] / min(facts["max_turns"], 2**62)
    if facts["to_act"] is not None:
        fields["to_act"][facts["to_act"]] = 1
        fill_question(game, facts, fields)
    return flat


def dealt_so_far(game: Game) -> Game:
    """The game; during the set-up, with nothing in the slots that are still to be dealt."""
    if not game.to_deal:
        return game
    other = copy.copy(game)
    other.stashes = [list(stash) for stash in game.stashes]
    for seat, slot in game.to_deal:
        other.stashes[seat][slot] = EMPTY
    return other


def fill_seat(game: Game, stash: Facts, place: int, fields: Fields) -> None:
    """One stash and what lies beside it."""
    for slot, kind in enumerate(stash["slots"]):
        if kind != EMPTY:
            fields["slots"][place, slot, kind - 1] = 1
            fields["number"][place, slot] = kind / 12 if kind in NUMBERS else 0
    fields["available"][place] = stash["available"]
    fields["refills"][place] = stash["refill"]
    fields["cards_left"][place] = stash["cards_left"] / game.size
    if game.variant["keycards"]:
        fields["keycards"][place] = stash["keycards"] / game.variant["keycards"]
    fields["stunned"][place] = stash["stunned"]


def fill_answers(game: Game, stash: Facts, answers: NDArray[np.float32]) -> None:
    """How many of the cards that the seat could play load on each pod in play."""
    free = [kind for kind, free in zip(stash["slots"], stash["available"], strict=True) if free]
    for pod in range(len(game.pods)):
        answers[pod] = sum(chance_to_load(game, kind, pod) for kind in free) / game.size


def fill_pod(game: Game, there: Facts, pod: int, fields: Fields) -> None:
    """One pod in play."""
    fields["open"][pod] = 1
    if there["top"] != EMPTY:
        fields["top"][pod, there["top"] - 1] = 1
    fields["beat"][pod] = there["beat"] / 12
    fields["pile"][pod] = there["size"] / game.size
    for kind, count in there["kinds"].items():
        fields["held"][pod, kind - 1] = count / game.copies[kind]
    if there["size"]:
        eligible = len(game.empty_at_start) + game.variant["played_slot_counts"]
        fields["comes_back"][pod] = min(there["size"] + 1, eligible) / game.size


def fill_question(game: Game, facts: Facts, fields: Fields) -> None:
    """What the seat to act is asked, and what it has chosen already."""
    fields["phase"][QUESTIONS[facts["phase"]]] = 1
    fields["owed"][0] = facts["owed"] / (1 + game.copies[BOOTS] + game.variant["keycard_extra_play"])
    if facts["special"] is not None:
        fields["doing"][facts["special"] - LAUNCH] = 1
    if facts["slot"] is not None:
        fields["chosen"][facts["slot"]] = 1
    if facts["pod"] is not None:
        fields["on_pod"][facts["pod"]] = 1
    if facts["phase"] == "play":
        fields["new_pod"][0] = NEW in game.pod_choices()
        for slot in game.layout.available(game.me()):
            for pod in range(len(game.pods)):
                fields["loads"][slot, pod] = chance_to_load(game, game.me()[slot], pod)


def chance_to_load(game: Game, kind: int, pod: int) -> float:
    """Of the cards that one of a kind, or a face-down one, may be: the share of those that do not jam the pod."""
    beat = game.number_to_beat(pod)
    if kind != FACE_DOWN:
        return float(kind not in NUMBERS or kind >= beat)
    lower = sum(game.unseen[number] for number in NUMBERS if number < beat)
    return 1 - lower / sum(game.unseen.values())


# Differences --------------------------------------------------------------------------------------------------------


def turns_of(layout: Layout, seats: int) -> list[NDArray[np.intp]]:
    """By k: where the seat that sits k places after an observer finds, in what that observer sees, its own view."""
    whole = np.arange(layout.length, dtype=np.float32)  # exact for any layout
    orders = []
    for k in range(seats):
        order = whole.copy()
        for field in BY_SEAT:
            layout.named(order)[field][:] = np.roll(layout.named(whole)[field], -k, axis=0)
        orders.append(order.astype(np.intp))
    return orders


class Views:
    """Compares what seats of a table see with the twin's position."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.named = table.game.layout(table.variant).named
        self.turns = turns_of(table.game.layout(table.variant), table.variant.num_players)

    def compare(self, game: Game, first: int) -> None:
        """What every seat sees and may do: `first` as the twin says, the others the same from where they sit."""
        n = game.num_players
        wanted = expected_observation(game, first, self.table)
        unsaid = self.unsaid(game)
        for k in range(n):
            seat, order = (first + k) % n, self.turns[k]
            seen, mask = self.table.observe(seat)
            theirs = np.where(unsaid, seen, wanted[order]) if unsaid.any() else wanted[order]
            if seen.tobytes() != theirs.tobytes():
                self.refuse(seat, seen, theirs)
            legal = self.everything(game) if game.over else game.legal() if seat == game.seat() else []
            same(f"seat {seat}, mask", np.flatnonzero(mask).tolist(), legal)

    def everything(self, game: Game) -> list[int]:
        """All actions."""
        return [*range(game.num_actions)]

    def refuse(self, seat: int, seen: NDArray[np.float32], wanted: NDArray[np.float32]) -> None:
        """Say in which field the views differ."""
        for field, value in self.named(seen).items():
            same(f"seat {seat}, {field}", value.tolist(), self.named(wanted)[field].tolist())
        raise Difference(f"seat {seat}: the observations differ in their bytes")

    def unsaid(self, game: Game) -> NDArray[np.bool_]:
        """Where the page is silent: slots to refill before the first turn, and a pod while its cards come back."""
        flat = np.zeros(self.table.game.layout(self.table.variant).length, np.float32)
        if game.turn == 0:
            self.named(flat)["refills"][:] = 1
        if game.phase == "refill":
            for field in ("top", "beat", "pile", "held", "comes_back"):
                self.named(flat)[field][game.pod] = 1
            self.named(flat)["answers"][:, game.pod] = 1
        return flat > 0


def compare_cards(table: Table, game: Game) -> None:
    """Where all cards are, the discarded ones and those of a jam in progress included."""
    s = table.store.states[0]
    n = game.num_players
    same("cards", s["card"][:n, : game.size].tolist(), dealt_so_far(game).stashes)
    piles = [Counter(pod) for pod in game.pods]
    if game.phase == "refill":
        assert game.pod is not None
        piles[game.pod] = Counter(game.pile)
    same("number of pods", int(s["pods"]), len(piles))
    same("pods", [counted(s["held"][pod]) for pod in range(len(piles))], piles)
    same("unseen", counted(s["unseen"]), +Counter(game.unseen))
    left = Counter(game.copies) - Counter(game.unseen)
    for pile in [*piles, *map(Counter, game.stashes)]:
        left -= pile
    same("cards out of the game", sum(left.values()), len(game.discard))
    same("hidden", int(s["hidden"]), sum(game.unseen.values()))


def counted(counts: NDArray[np.int32]) -> Counter[int]:
    """Counts by kind as a Counter."""
    return Counter({kind: int(counts[kind]) for kind in KINDS if counts[kind]})
