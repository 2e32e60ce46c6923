"""What the observation of Pod-X says: each field on a drawn position, bounds, and the seats' symmetry."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from pod_envs.core.table import Table
from tests.games.drawn_pod_x import FOLD, NAMES, PASS, deal, draw, ids, moves, play_out, table_for
from tests.games.variants_pod_x import VARIANTS

Fields = dict[str, NDArray[np.float32]]

# Round 0 is E1: A wins 3.  Then B deals, the secret card is P2, and after five moves A is to act:
#
#   A        S1    | S2 S3 P1         to act
#   B        P6 P3 | H4 S7            dealer
#   x C      P5    | S5 S6 P7         has folded since B's second card
E1 = draw("P3", "P6 S1 | S2 P1", "P5 | S7 S3 H4", "S5 | S6 P2 P7")
SECOND_ROUND = "B P6, C P5, A S1, B P3, C fold"
A, B, C = range(3)


def drawn_table() -> Table:
    """The position above."""
    table = table_for(3)
    assert play_out(table, E1) == [3, 0, 0]
    deal(table, "P2", "S1 S2 S3 P1", "P6 P3 H4 S7", "P5 S5 S6 P7")
    moves(table, SECOND_ROUND)
    return table


def seen(table: Table, seat: int) -> Fields:
    """The observation of a seat by field."""
    named: Fields = table.game.layout(table.variant).named(table.observe(seat)[0])
    return named


def cards(values: NDArray[np.float32]) -> str:
    """The cards that a 0/1 field marks, in id order."""
    assert set(values.tolist()) <= {0.0, 1.0}
    return " ".join(NAMES[card] for card in np.flatnonzero(values))


def test_own_cards_and_the_secret() -> None:
    """The dealer B alone knows the secret card; the others exclude what they see; a folded seat still sees its hand."""
    table = drawn_table()
    assert [cards(seen(table, seat)["hand"]) for seat in (A, B, C)] == ["P1 S2 S3", "H4 S7", "P7 S5 S6"]
    assert [cards(seen(table, seat)["secret"]) for seat in (A, B, C)] == ["", "P2", ""]
    assert [float(seen(table, seat)["secret_known"][0]) for seat in (A, B, C)] == [0, 1, 0]
    possible = [cards(seen(table, seat)["possible_secret"]) for seat in (A, B, C)]
    assert possible == ["P2 P7 H4 S5 S6 S7", "P2", "P1 P2 H4 S2 S3 S7"]


@pytest.mark.parametrize(("seat", "order"), [(A, "ABC"), (B, "BCA"), (C, "CAB")])
def test_seats_in_order_from_self(seat: int, order: str) -> None:
    """Cards on the table by seat from self, and when they were played."""
    fields = seen(drawn_table(), seat)
    by_seat = dict(zip(order, range(3), strict=True))
    assert [cards(fields["shown"][by_seat[name]]) for name in "ABC"] == ["S1", "P3 P6", "P5"]
    when = {(name, NAMES[card]): fields["order"][by_seat[name], card] for name in "ABC" for card in range(17)}
    placed = {key: float(value) for key, value in when.items() if value}
    assert placed == {("A", "S1"): 1 / 4, ("B", "P6"): 1 / 4, ("B", "P3"): 2 / 4, ("C", "P5"): 1 / 4}


BY_SEAT: dict[str, list[float]] = {  # field -> A, B, C
    "folded": [0, 0, 1],
    "cards_left": [3 / 4, 2 / 4, 3 / 4],
    "score": [3 / 10, 0, 0],
    "dealer": [0, 1, 0],
    "to_act": [1, 0, 0],
    "must_pass": [1, 1, 0],
}


@pytest.mark.parametrize("field", BY_SEAT)
@pytest.mark.parametrize("seat", [A, B, C])
def test_one_value_a_seat(field: str, seat: int) -> None:
    """Each seat sees the same facts, turned so that it stands first itself."""
    wanted = [BY_SEAT[field][(seat + place) % 3] for place in range(3)]
    assert seen(drawn_table(), seat)[field].tolist() == pytest.approx(wanted)


def test_last_actions() -> None:
    """S1, P3 and a fold, seen by A; before its first turn of a round a seat has none, which is the last place."""
    last = seen(drawn_table(), A)["last_action"]
    assert last.sum(axis=1).tolist() == [1, 1, 1]
    assert last.argmax(axis=1).tolist() == [*ids("S1 P3"), FOLD]
    fresh = deal(table_for(3), "P2", "S1", "P6", "P5")
    moves(fresh, "A S1")
    assert seen(fresh, B)["last_action"].argmax(axis=1).tolist() == [19, 19, *ids("S1")]


ROUND = {
    "table_sum": 15 / 68,
    "threshold": 23 / 68,
    "to_threshold": 8 / 68,
    "streak": 1 / 3,
    "round_index": 1 / 60,
}


@pytest.mark.parametrize("field", ROUND)
def test_facts_of_the_round(field: str) -> None:
    """The same for all: 1 + 6 + 3 + 5 = 15 of 23, one fold since the last play, round 1 of at most 60."""
    table = drawn_table()
    for seat in (A, B, C):
        assert seen(table, seat)[field].tolist() == pytest.approx([ROUND[field]])


LEADERS = {  # secret card -> who would hold a winning card, as far as the seat can tell
    A: {"P2": "B", "P7": "A", "H4": "A", "S5": "A", "S6": "A", "S7": "A"},
    B: {"P2": "B"},
    C: {"P1": "C", "P2": "B", "H4": "A", "S2": "C", "S3": "A", "S7": "C"},
}


@pytest.mark.parametrize("seat", [A, B, C])
def test_what_possible_secrets_would_mean(seat: int) -> None:
    """Public conditions by what lies on the table, private ones by the own hand: A's P1 is low, C's P7 is high.

    Under S7, lowest private Starboard, C has S5 and has not seen H4, S2 and S3, which are lower.
    """
    fields = seen(drawn_table(), seat)
    leads = {(NAMES[card], "ABC"[(seat + k) % 3]) for k, card in np.argwhere(fields["leads"]).tolist()}
    assert leads == set(LEADERS[seat].items())
    beaten_by = {NAMES[card]: fields["beaten_by"][card] for card in np.flatnonzero(fields["beaten_by"]).tolist()}
    assert beaten_by == ({"S7": np.float32(3 / 17)} if seat == C else {})


def test_every_field_is_tested_above() -> None:
    """No field of the layout without a golden value."""
    others = {
        "hand",
        "secret",
        "secret_known",
        "possible_secret",
        "shown",
        "order",
        "last_action",
        "leads",
        "beaten_by",
    }
    assert others | set(BY_SEAT) | set(ROUND) == set(seen(drawn_table(), A))


def test_masks() -> None:
    """Own first turn: plays alone.  Later pass and fold too.  Zeros for who waits, ones for all after the end."""
    table = deal(table_for(3, num_rounds=1), "P2", "S1 S2 S3 P1", "P6 P3 H4 S7", "P5 S5 S6 P7")
    assert np.flatnonzero(table.observe(A)[1]).tolist() == ids("P1 S1 S2 S3")
    assert not table.observe(B)[1].any()
    assert not table.observe(C)[1].any()
    moves(table, "A S1, B P6, C P5")
    assert np.flatnonzero(table.observe(A)[1]).tolist() == [*ids("P1 S2 S3"), PASS, FOLD]
    moves(table, "A pass, B pass, C pass")
    assert all(table.observe(seat)[1].tolist() == [1] * 19 for seat in (A, B, C))


def test_after_the_end() -> None:
    """The last position stays, the scores are added, and the secret card has been revealed to all."""
    table = table_for(3, num_rounds=1)
    play_out(table, E1)
    for seat in (A, B, C):
        fields = seen(table, seat)
        assert (cards(fields["secret"]), cards(fields["possible_secret"])) == ("P3", "P3")
        assert fields["secret_known"].tolist() == [1]
        assert not fields["to_act"].any()
        assert fields["score"].tolist() == pytest.approx(np.roll([0.3, 0, 0], -seat).tolist())
        assert float(fields["streak"][0]) == 1
        assert not fields["must_pass"].any()
    assert cards(seen(table, A)["hand"]) == "P1 S2"
    assert cards(seen(table, A)["shown"][0]) == "P6 S1"


def test_a_new_deal_clears_the_table() -> None:
    """Nothing of the last round is left but the scores; all seats must pass before a first play."""
    table = table_for(3)
    play_out(table, E1)
    deal(table, "P2", "S1 S2 S3 P1", "P6 P3 H4 S7", "P5 S5 S6 P7")
    fields = seen(table, B)
    for field in ("shown", "order", "folded", "streak", "table_sum"):
        assert not fields[field].any()
    assert fields["last_action"][:, 19].tolist() == fields["must_pass"].tolist() == [1, 1, 1]
    assert fields["dealer"].tolist() == fields["to_act"].tolist() == [1, 0, 0]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_turning_the_seats_turns_the_observation(seats: int) -> None:
    """Whatever happens to seat s at one table happens to seat s + 1 at the other: both see the same."""
    rng = random.Random(seats)
    one, other = (Table("pod_x", {"num_players": seats, "num_rounds": 3}, 0, explicit_chance=True) for _ in range(2))
    first = rng.randrange(seats)
    one.apply_chance(first)
    other.apply_chance((first + 1) % seats)
    while one.ended is None:
        if one.seat < 0:
            deal_turned(one, other, rng)
        for seat in range(seats):
            there = other.observe((seat + 1) % seats)
            assert [part.tobytes() for part in one.observe(seat)] == [part.tobytes() for part in there]
        action = rng.choice(one.legal())
        one.act(action)
        other.act(action)
    assert np.roll(one.returns, 1).tolist() == other.returns.tolist()


def deal_turned(one: Table, other: Table, rng: random.Random) -> None:
    """Deal a round at random, every hand one seat further at the other table."""
    size, deck = one.variant.hand_size, one.variant.deck()
    rng.shuffle(deck)
    for card in deck:
        one.apply_chance(card)
    for card in [*deck[-1 - size : -1], *deck[: -1 - size], deck[-1]]:
        other.apply_chance(card)


@pytest.mark.parametrize("name", VARIANTS)
def test_bounds(name: str) -> None:
    """float32[length], from 0 to the layout's bounds, at every decision and at the end, for every seat."""
    rng = random.Random(name)
    for seed in range(3):
        table = Table("pod_x", VARIANTS[name], seed=seed)
        layout = table.game.layout(table.variant)
        while table.ended is None:
            check_bounds(table, layout)
            table.act(rng.choice(table.legal()))
        check_bounds(table, layout)


def check_bounds(table: Table, layout: Any) -> None:
    """Shape, type and range of all observations and masks."""
    for seat in range(table.variant.num_players):
        observation, mask = table.observe(seat)
        assert observation.dtype == np.float32
        assert observation.shape == (layout.length,) == layout.high.shape
        assert (observation >= 0).all()
        assert (observation <= layout.high).all()
        assert mask.dtype == np.int8
        assert mask.shape == (19,)
        assert set(mask.tolist()) <= {0, 1}


def test_looking_changes_nothing() -> None:
    """Any seat may look at any time, and what it gets is its own."""
    table = drawn_table()
    before = table.state.tobytes()
    for seat in (A, B, C):
        observation, mask = table.observe(seat)
        observation[:], mask[:] = 7, 7
    assert table.state.tobytes() == before
    assert cards(seen(table, A)["hand"]) == "P1 S2 S3"
    assert table.legal() == [*ids("P1 S2 S3"), PASS, FOLD]


def test_seat_that_does_not_exist() -> None:
    """The sentence says which seats there are."""
    for seat in (-1, 3, True, 1.0, None):
        with pytest.raises(ValueError, match=r"a seat is an integer in 0\.\.2, not"):
            drawn_table().observe(seat)  # type: ignore[arg-type]
