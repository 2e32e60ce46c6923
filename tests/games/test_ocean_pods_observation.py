"""What the observation of Ocean Pods says: each field on a drawn position, bounds, and the seats' symmetry."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pod_envs.core.table import Table
from tests.games.drawn_ocean_pods import GAME, act, draw, place, roll, seen
from tests.games.reference_ocean_pods_table import FACES

SEATS = range(3)


def drawn_table(**options: Any) -> Table:
    """Round 7 of three; seat 1 began and has taken a krill, and seat 2 is to take a die.

    column Polar, Indian, Pacific, Atlantic   boat 4: Indian, two spaces from the border   pod 1
    dice OCTOPUS FISH - FISH

          tokens      plastic   cards                    objective
    0     2/0/0/0/1   0         -                        POLAR2
    1     0/1/0/3/0   5         W4 (3), L3 (2)           GLOBAL4, three of four oceans
    2     0/0/0/0/0   2         I1 (1), W8 (4), A1 (1)   PORPOISE2, reached

    open: P3 2/0/0/0/1 Pacific dolphin   I7 0/5/0/0/0 Indian baleen   -   W1 2/0/0/0/1 Atlantic + Pacific dolphin
          L2 1/1/0/0/0 Polar porpoise   A8 2/0/0/4/0 Atlantic dolphin
    """
    return place(
        {"num_players": 3, **options}, "OCTOPUS FISH - FISH", seat=2, first=1, rounds=7, boat=4, pod=1, oceans="LIPA",
        tokens={0: "2/0/0/0/1", 1: "0/1/0/3/0"}, plastic={1: 5, 2: 2}, claimed={1: "W4 L3", 2: "I1 W8 A1"},
        open_pod="P3 I7 - W1 L2 A8", objectives=["POLAR2", "GLOBAL4", "PORPOISE2"],
    )  # fmt: skip


def ids(values: Any) -> str:
    """The cards that a 0/1 field marks, in id order."""
    assert set(values.tolist()) <= {0.0, 1.0}
    return " ".join(GAME.variant().table("cards")[card]["id"] for card in np.flatnonzero(values))


# One value a seat, by seat ------------------------------------------------------------------------------------------

ROTATED: dict[str, list[Any]] = {
    "tokens": [[0.2, 0, 0, 0, 0.1], [0, 0.1, 0, 0.3, 0], [0] * 5],
    "plastic": [0, 1, 0.4],
    "plastic_points": [0, 1, 0.4],
    "points": [0, 5 / 12, 6 / 12],
    "first": [0, 1, 0],
    "to_act": [0, 0, 1],
}


@pytest.mark.parametrize("field", ROTATED)
@pytest.mark.parametrize("seat", SEATS)
def test_one_value_a_seat(field: str, seat: int) -> None:
    """Each seat sees the same facts, turned so that it stands first itself."""
    found = seen(drawn_table(), seat)[field]
    for place_, there in enumerate(found):
        assert there.tolist() == pytest.approx(ROTATED[field][(seat + place_) % 3])


@pytest.mark.parametrize("seat", SEATS)
def test_claimed_cards(seat: int) -> None:
    """By seat from self."""
    wanted = ["", "L3 W4", "A1 I1 W8"]
    assert [ids(row) for row in seen(drawn_table(), seat)["claimed"]] == [wanted[(seat + k) % 3] for k in SEATS]


# What is the observer's own -----------------------------------------------------------------------------------------

OWN: dict[str, list[Any]] = {  # field -> seats 0, 1, 2
    "progress": [[0], [0.75], [1]],
    "payable": [[1, 0, 0, 1, 0, 0], [0] * 6, [0] * 6],
    "helps": [[0, 0, 0, 0, 1, 0], [0, 0, 0, 1, 0, 1], [0, 0, 0, 0, 1, 0]],
}
MISSING = [  # what each seat lacks for P3, I7, -, W1, L2, A8
    [[0] * 5, [0, 5, 0, 0, 0], [0] * 5, [0] * 5, [0, 1, 0, 0, 0], [0, 0, 0, 4, 0]],
    [[2, 0, 0, 0, 1], [0, 4, 0, 0, 0], [0] * 5, [2, 0, 0, 0, 1], [1, 0, 0, 0, 0], [2, 0, 0, 1, 0]],
    [[2, 0, 0, 0, 1], [0, 5, 0, 0, 0], [0] * 5, [2, 0, 0, 0, 1], [1, 1, 0, 0, 0], [2, 0, 0, 4, 0]],
]


@pytest.mark.parametrize("field", OWN)
def test_own_facts(field: str) -> None:
    """GLOBAL4 lacks the Atlantic, and W1 and A8 bring it; a reached objective stays so, and more cards still count."""
    assert [seen(drawn_table(), seat)[field].tolist() for seat in SEATS] == OWN[field]


@pytest.mark.parametrize("seat", SEATS)
def test_missing_tokens(seat: int) -> None:
    """Per kind, in parts of the highest cost of the table, which is 5."""
    found = seen(drawn_table(), seat)["missing"].tolist()
    for slot, row in enumerate(MISSING[seat]):
        assert found[slot] == pytest.approx([count / 5 for count in row])


@pytest.mark.parametrize("public", [False, True])
def test_objectives(public: bool) -> None:
    """One's own; those of the others where they are public, by seat from self."""
    held = [3, 4, 8]
    for seat in SEATS:
        rows = seen(drawn_table(public_objectives=public), seat)["objective"]
        found = [np.flatnonzero(row).tolist() for row in rows]
        assert found == [[held[(seat + k) % 3]] if k == 0 or public else [] for k in SEATS]


# What all see -------------------------------------------------------------------------------------------------------

SHARED: dict[str, Any] = {
    "phase": [0, 0, 0, 1, 0],
    "dice": [[0, 0, 0, 0, 1], [1, 0, 0, 0, 0], [0] * 5, [1, 0, 0, 0, 0]],
    "pool": [2 / 4, 0, 0, 0, 1 / 4],
    "double": [0],
    "pod": [1 / 3],
    "boat": [0, 1, 0, 0],
    "to_border": [0, 1, 0, 0, 0, 0],
    "order": [[0, 0, 0, 1], [0, 0, 1, 0], [0, 1, 0, 0], [1, 0, 0, 0]],
    "here": [0, 0, 1, 0],
    "cost": [
        [0.4, 0, 0, 0, 0.2], [0, 1, 0, 0, 0], [0] * 5, [0.4, 0, 0, 0, 0.2], [0.2, 0.2, 0, 0, 0], [0.4, 0, 0, 0.8, 0],
    ],
    "worth": [0.4, 0.8, 0, 0.4, 0.2, 1],
    "lives": [[0, 1, 0, 0], [0, 0, 1, 0], [0] * 4, [1, 1, 0, 0], [0, 0, 0, 1], [1, 0, 0, 0]],
    "group": [[1, 0, 0, 0], [0, 1, 0, 0], [0] * 4, [1, 0, 0, 0], [0, 0, 0, 1], [1, 0, 0, 0]],
    "blocked": [0, 1, 0, 0, 0, 0],
    "deck": [30 / 40],
    "round": [7 / 100],
    "turn": [1 / 3],
    "triggered": [0],
}  # fmt: skip


@pytest.mark.parametrize("field", SHARED)
def test_what_all_see(field: str) -> None:
    """The same for every seat."""
    for seat in SEATS:
        assert np.allclose(seen(drawn_table(), seat)[field], SHARED[field], rtol=1e-6, atol=0)


def test_cards_in_play() -> None:
    """Open cards by slot, none in an empty one; the unseen ones are all others that nobody has."""
    fields = seen(drawn_table(), 1)
    assert [ids(row) for row in fields["offer"]] == ["P3", "I7", "", "W1", "L2", "A8"]
    turned_up = ["P3", "I7", "W1", "L2", "A8", "W4", "L3", "I1", "W8", "A1"]
    assert ids(fields["unseen"]).split() == [
        card["id"] for card in GAME.variant().table("cards") if card["id"] not in turned_up
    ]


def test_every_field_is_tested_above() -> None:
    """No field of the layout without a golden value, and what the page asks for is there."""
    others = {"claimed", "objective", "missing", "offer", "unseen"}
    assert others | set(ROTATED) | set(OWN) | set(SHARED) == set(seen(drawn_table(), 0))


@pytest.mark.parametrize(("face", "phase"), [("REROLL", 0), ("OCEAN", 1), ("WILD", 2), ("DOUBLE", 3)])
def test_phases(face: str, phase: int) -> None:
    """One place a question; DOUBLE is none, and shows as a flag."""
    fields = seen(place({}, "FISH FISH FISH FISH FISH", blue=face), 1)
    assert fields["phase"].tolist() == np.eye(5)[phase].tolist()
    assert fields["double"].tolist() == [face == "DOUBLE"]
    research = seen(place({}, "FISH FISH FISH FISH FISH", research=True, tokens={0: "2/0/0/0/0"}, open_pod="I2"), 3)
    assert research["phase"].tolist() == [0, 0, 0, 0, 1]


def test_the_blue_die_shows_as_the_question() -> None:
    """Whatever it shows, a seat can tell it from its observation."""
    views = set()
    for face in FACES:
        table = place({}, "- FISH FISH FISH FISH", seat=3, first=0)
        act(table, "TAKE_FISH")
        roll(table, "FISH FISH FISH FISH FISH", face)
        views.add(table.observe(2)[0].tobytes())
    assert len(views) == 4


@pytest.mark.parametrize("spaces", range(1, 7))
def test_the_boat_in_columns_of_all_lengths(spaces: int) -> None:
    """Its ocean by place, and how many spaces are left to the next border."""
    for boat in range(4 * spaces):
        table = place({"spaces_per_ocean": spaces}, "FISH FISH FISH FISH FISH", boat=boat, oceans="PLAI")
        fields = seen(table, 3)
        assert np.flatnonzero(fields["boat"]).tolist() == [boat // spaces]
        assert np.flatnonzero(fields["here"]).tolist() == ["APIL".index("PLAI"[boat // spaces])]
        assert np.flatnonzero(fields["to_border"]).tolist() == [spaces - boat % spaces - 1]


def test_before_anything_is_drawn() -> None:
    """Nothing but a full deck and the boat on the first space."""
    table = Table(GAME, seed=0, explicit_chance=True)
    for seat in range(4):
        shown = {name: field for name, field in seen(table, seat).items() if field.any()}
        assert sorted(shown) == ["boat", "deck", "to_border", "unseen"]
        assert shown["unseen"].all() and shown["deck"].tolist() == [1]


def test_last_round_and_after_the_end() -> None:
    """The flag shows from the claim on; afterwards the last position stays, and nobody acts."""
    table = place(
        {"num_players": 2}, "- FISH FISH", seat=1, first=0, tokens={1: "0/4/0/0/0"}, claimed={1: "A8 P7"},
        open_pod="L6 I8 A7 P8 L8 W8", research=True,
    )  # fmt: skip
    assert seen(table, 0)["triggered"].tolist() == [0]
    act(table, "CLAIM L6")
    assert seen(table, 0)["triggered"].tolist() == [1]
    draw(table, "refill", 0)
    assert table.ended == "terminated"
    for seat in range(2):
        fields = seen(table, seat)
        assert fields["triggered"].tolist() == fields["turn"].tolist() == [1]
        assert not fields["phase"].any() and not fields["to_act"].any()
        assert table.observe(seat)[1].tolist() == [1] * 85
    assert seen(table, 1)["points"].tolist() == [1, 0]
