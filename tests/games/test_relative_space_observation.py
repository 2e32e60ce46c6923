"""What the observation of Relative Space says: each field on a drawn position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from pod_envs.core.table import Table
from tests.games.drawn_relative_space import ALL_DOWN, GAME, draw, own, place, play, relative, two
from tests.games.reference_relative_space_variant import BOOTS, FACE_DOWN, GIVE, NET, SCAN, STUN, TELE, WRAP

Fields = dict[str, NDArray[np.float32]]

# Turn 7 of at most 100, three seats with two keycards each; seat 1 is to act, seat 2 is stunned.
#
#   seat 0, one keycard left     seat 1, two               seat 2, none
#       .  .                         9  .                      .  .
#      .  .  .                      4  .  ?                   ?  .  .       [8,8,11|   [6,WRAP|   [|
#     .  3  .  .                   ?  ?  .  .                .  .  .  .
STASHES: list[Mapping[int, int | str]] = [{1: 3}, {0: "?", 1: "?", 4: 4, 6: "?", 7: 9}, {4: "?"}]
PODS: list[list[int | str]] = [[8, 8, 11], [6, "WRAP"], []]


def drawn_table(**options: Any) -> Table:
    """The position above."""
    options = {"num_players": 3, "keycards": 2, "max_turns": 100, **options}
    return place(options, STASHES, PODS, seat=1, turn=7, keycards=[1, 2, 0], stunned=[2])


def seen(table: Table, seat: int) -> Fields:
    """The observation of a seat by field."""
    named: Fields = table.game.layout(table.variant).named(table.observe(seat)[0])
    return named


def marked(values: NDArray[np.float32]) -> set[Any]:
    """Where a 0/1 field holds 1: indices, or tuples of them."""
    assert set(values.ravel().tolist()) <= {0.0, 1.0}
    places = np.argwhere(values).tolist()
    return {place[0] if len(place) == 1 else tuple(place) for place in places}


def turned(by_seat: list[Any], seat: int) -> list[Any]:
    """Values by seat as `seat` sees them, itself first."""
    return [*by_seat[seat:], *by_seat[:seat]]


@pytest.mark.parametrize("seat", range(3))
def test_stashes(seat: int) -> None:
    """One place a seat from self, slot and kind; a face-down card has the last kind."""
    kinds = {"?": FACE_DOWN}
    wanted = {
        (k, slot, kinds.get(str(card), card) - 1)
        for k, stash in enumerate(turned(STASHES, seat))
        for slot, card in stash.items()
    }
    assert marked(seen(drawn_table(), seat)["slots"]) == wanted


BY_SEAT: dict[str, list[list[int]]] = {  # field -> slots of each seat
    "available": [[1], [6, 7], [4]],
    "refills": [[0, 2, 3, 4, 5, 6, 7, 8], [2, 3, 5, 8], [0, 1, 2, 3, 5, 6, 7, 8]],
}


@pytest.mark.parametrize("field", BY_SEAT)
@pytest.mark.parametrize("seat", range(3))
def test_slots_by_seat(field: str, seat: int) -> None:
    """What may be played, and what a jam would fill; slot 4 of seat 1 is covered by the 9."""
    wanted = {(k, slot) for k, slots in enumerate(turned(BY_SEAT[field], seat)) for slot in slots}
    assert marked(seen(drawn_table(), seat)[field]) == wanted


VALUES: dict[str, list[float]] = {
    "cards_left": [1 / 9, 5 / 9, 1 / 9],
    "keycards": [1 / 2, 1, 0],
    "stunned": [0, 0, 1],
    "to_act": [0, 1, 0],
}


@pytest.mark.parametrize("field", VALUES)
@pytest.mark.parametrize("seat", range(3))
def test_one_value_a_seat(field: str, seat: int) -> None:
    assert seen(drawn_table(), seat)[field].tolist() == pytest.approx(turned(VALUES[field], seat))


@pytest.mark.parametrize("seat", range(3))
def test_numbers(seat: int) -> None:
    """The number on a card over 12; nothing for a face-down card."""
    numbers = seen(drawn_table(), seat)["number"]
    found = {(k, slot): float(numbers[k, slot]) for k, slot in np.argwhere(numbers).tolist()}
    wanted = turned([{1: 3}, {4: 4, 7: 9}, {}], seat)
    assert found == pytest.approx(
        {(k, slot): card / 12 for k, cards in enumerate(wanted) for slot, card in cards.items()}
    )


def by_pod(*values: float) -> Any:
    """Values of the pods in play, and zeros for the others of the seven that there may be."""
    return pytest.approx([*values, *[0] * (7 - len(values))])


@pytest.mark.parametrize("seat", range(3))
def test_pods(seat: int) -> None:
    """Top, number to beat, size and cards by kind over their copies; a special on top leaves nothing to beat."""
    fields = seen(drawn_table(), seat)
    assert marked(fields["top"]) == {(0, 11 - 1), (1, WRAP - 1)}
    assert marked(fields["open"]) == {0, 1, 2}
    assert fields["beat"].tolist() == by_pod(11 / 12)
    assert fields["pile"].tolist() == by_pod(3 / 9, 2 / 9)
    held = {(pod, kind + 1): float(fields["held"][pod, kind]) for pod, kind in np.argwhere(fields["held"]).tolist()}
    assert held == pytest.approx({(0, 8): 2 / 7, (0, 11): 1 / 7, (1, 6): 1 / 7, (1, WRAP): 1 / 2})


def test_number_seen_through_a_special() -> None:
    """With see_through the 6 under the WRAP is to beat."""
    fields = seen(drawn_table(top_special="see_through"), 0)
    assert fields["beat"].tolist() == by_pod(11 / 12, 6 / 12)
    assert marked(fields["top"]) == {(0, 11 - 1), (1, WRAP - 1)}


LOWER = 7 + 7 + 6 + 6 + 7 + 6 + 7 + 5 + 6 + 7  # of the 100 unseen cards: 1 to 10
BLIND = 1 - LOWER / 100  # chance of a face-down card against an 11


@pytest.mark.parametrize("seat", range(3))
def test_answers(seat: int) -> None:
    """Of what each seat could play, over 9: the 3, the 9 and a face-down card, and a face-down card."""
    answers = seen(drawn_table(), seat)["answers"]
    for k, (on_11, cards) in enumerate(turned([(0, 1), (BLIND, 2), (BLIND, 1)], seat)):
        assert answers[k].tolist() == by_pod(on_11 / 9, cards / 9, cards / 9)


@pytest.mark.parametrize("seat", range(3))
def test_what_would_come_back(seat: int) -> None:
    """Seat 1 has four empty slots: 3 + 1 and 2 + 1 cards; nothing for a full stash unless its own slot counts."""
    assert seen(drawn_table(), seat)["comes_back"].tolist() == by_pod(4 / 9, 3 / 9)
    table = place({"num_players": 2}, [{**ALL_DOWN, 7: 1}, ALL_DOWN], [[8, 8, 11]])
    assert not seen(table, seat % 2)["comes_back"].any()
    options = {"num_players": 2, "played_slot_counts": True}
    table = place(options, [{**ALL_DOWN, 7: 1}, ALL_DOWN], [[8, 8, 11]])
    assert seen(table, seat % 2)["comes_back"].tolist() == pytest.approx([1 / 9, 0, 0])


@pytest.mark.parametrize("seat", range(3))
def test_unseen_cards(seat: int) -> None:
    """What has not been shown, over the copies."""
    wanted = dict.fromkeys(range(1, 22), 1.0)
    wanted |= {3: 6 / 7, 4: 6 / 7, 9: 6 / 7, 8: 5 / 7, 11: 6 / 7, 6: 6 / 7, WRAP: 1 / 2}
    assert seen(drawn_table(), seat)["unseen"].tolist() == pytest.approx([wanted[kind] for kind in range(1, 22)])


@pytest.mark.parametrize("seat", range(3))
def test_a_play_is_asked(seat: int) -> None:
    """The first play of a turn: one owed of at most four, a new pod is possible, nothing is being carried out."""
    fields = seen(drawn_table(), seat)
    assert (marked(fields["phase"]), fields["owed"].tolist(), fields["new_pod"].tolist()) == ({0}, [1 / 4], [1])
    assert not any(fields[field].any() for field in ("doing", "chosen", "on_pod"))
    assert fields["turn"].tolist() == pytest.approx([7 / 100])
    assert seen(drawn_table(keycard_extra_play=True), seat)["owed"].tolist() == pytest.approx([1 / 5])


@pytest.mark.parametrize("seat", range(3))
def test_chances_to_load(seat: int) -> None:
    """The 9 in slot 7 against the 11; the card in slot 6 is any of the 100 unseen, of which 64 are lower."""
    loads = seen(drawn_table(), seat)["loads"]
    wanted = {(7, 1): 1.0, (7, 2): 1.0, (6, 0): BLIND, (6, 1): 1.0, (6, 2): 1.0}
    found = {(slot, pod): float(loads[slot, pod]) for slot, pod in np.argwhere(loads).tolist()}
    assert found == pytest.approx(wanted)


def test_chance_that_nothing_loads() -> None:
    """A blind card of a deck without anything but low numbers: only what is shown of the high ones."""
    deck = {str(number): {"copies": 0} for number in range(3, 12)} | {"1": {"copies": 99}}
    specials = ("LAUNCH", "STUN", "SCAN", "BOOTS", "TELE", "GIVE", "NET", "ALARM", "WRAP")
    deck |= {name: {"copies": 0} for name in specials} | {"2": {"copies": 0}, "12": {"copies": 2}}
    table = place({"num_players": 2, "cards": deck}, [{0: "?"}, {0: 12}], [[12], []])
    loads = seen(table, 0)["loads"]
    assert loads[0, :2].tolist() == [0, 1]


# What has been chosen -----------------------------------------------------------------------------------------------


Asked = tuple[set[Any], set[Any], set[Any], set[Any], bool]


def asked(table: Table) -> Asked:
    """Phase, special from LAUNCH on, own slot chosen, pod, and whether a new pod may be opened, for all the same."""
    views = [seen(table, seat) for seat in range(table.variant.num_players)]
    assert all(question(view) == question(views[0]) for view in views)
    assert all(not view["loads"].any() or marked(view["phase"]) == {0} for view in views)
    return question(views[0])


def question(fields: Fields) -> Asked:
    """The same of one observation."""
    phase, doing, chosen, on_pod = (marked(fields[name]) for name in ("phase", "doing", "chosen", "on_pod"))
    return phase, doing, chosen, on_pod, bool(fields["new_pod"][0])


def test_stun() -> None:
    table = two({**ALL_DOWN, 7: "STUN"}, [[5], [9]])
    play(table, 7, 1)
    assert asked(table) == ({1}, {STUN - 13}, set(), {1}, False)


def test_scan() -> None:
    table = two({**ALL_DOWN, 7: "SCAN"}, [[5]])
    play(table, 7, 11)
    assert asked(table) == ({2}, {SCAN - 13}, set(), {1}, False)


def test_teleporter_both_steps() -> None:
    table = two({**ALL_DOWN, 7: "TELE"}, [[5]])
    play(table, 7, 0)
    assert asked(table) == ({2}, {TELE - 13}, set(), {0}, False)
    own(table, 8)
    assert asked(table) == ({3}, {TELE - 13}, {8}, {0}, False)


def test_hand_me_down_both_steps() -> None:
    table = two({**ALL_DOWN, 7: "GIVE"}, [[5]], {0: 1})
    play(table, 7, 0)
    assert asked(table) == ({2}, {GIVE - 13}, set(), {0}, False)
    own(table, 4)
    assert asked(table) == ({1}, {GIVE - 13}, {4}, {0}, False)
    relative(table, 1)
    draw(table, "flip", 7)
    assert asked(table) == ({0}, set(), set(), set(), True)


def test_cargo_net() -> None:
    table = two({**ALL_DOWN, 7: "NET"}, [[5]])
    play(table, 7, 0)
    assert asked(table) == ({2}, {NET - 13}, set(), {0}, False)


def test_extra_play() -> None:
    """Slots that a jam would fill stay those of the start of the turn; no new pod; one play is owed."""
    table = two({**ALL_DOWN, 7: "BOOTS"}, [[5]])
    play(table, 7, 0)
    assert asked(table) == ({0}, set(), set(), set(), False)
    fields = seen(table, 0)
    assert (fields["owed"].tolist(), marked(fields["top"])) == ([1 / 4], {(0, BOOTS - 1)})
    assert not fields["refills"].any()
    assert {k for k, _ in marked(fields["available"])} == {0, 1}


def test_two_plays_owed() -> None:
    """The play onto a new pod is extra, and BOOTS there adds another."""
    table = two({0: "BOOTS", 1: 5, 2: 3}, [[4]], keycard_extra_play=True)
    play(table, 0, 11)
    assert seen(table, 1)["owed"].tolist() == pytest.approx([2 / 5])


def test_no_keycards_in_the_game() -> None:
    """The share of none is none."""
    fields = seen(two({0: 5, 1: 6}, [[4]], keycards=0), 0)
    assert not fields["keycards"].any() and not fields["new_pod"].any()


def test_every_field_is_tested_above() -> None:
    """No field of the layout without a golden value."""
    others = "slots number top beat pile held open new_pod unseen answers comes_back phase doing chosen on_pod owed"
    names = [field.name for field in GAME.layout(GAME.variant()).fields]
    assert set(names) == {*others.split(), "loads", "turn", *BY_SEAT, *VALUES}
    assert len(set(names)) == len(names)
