"""The worked examples E1 to E14 of the Pod-X page on the compiled engine, from the first dealer to the last move."""

from __future__ import annotations

from typing import Any

import pytest

from pod_envs.core.table import Table
from tests.games.drawn_pod_x import NUMBERS, Drawn, deal, draw, ids, moves, play_out, position, table_for

ALL_PASSED, ONE_LEFT, SUM_REACHED = "all have passed", "one is left", "the sum is reached"


def ending(table: Table) -> str:
    """Which rule ended the last round of a finished game."""
    assert table.ended == "terminated"
    assert table.seat == -1
    drawn = position(table)
    if sum(NUMBERS[card] for shown in drawn.tables for card in shown) >= table.variant.end_sum:
        return SUM_REACHED
    return ONE_LEFT if drawn.folded.count(False) == 1 else ALL_PASSED


def points(*drawn: str, **options: Any) -> list[int]:
    """Play a drawn position out as the only round, see that exactly it arose by passing, and return the points."""
    wanted = draw(*drawn)
    table = table_for(len(drawn) - 1, num_rounds=1, **options)
    gained = play_out(table, wanted)
    assert position(table) == wanted
    assert ending(table) == ALL_PASSED
    assert table.reports[-1] == {"secret": wanted.secret, "hands": wanted.hands, "points": gained}
    return gained


def one_round(secret: str, *hands: str, **options: Any) -> Table:
    """A table of one round, seat A being the dealer, dealt as given."""
    return deal(table_for(len(hands), num_rounds=1, **options), secret, *hands)


def test_e1_rulebook_example() -> None:
    """Highest Public Port: A 6, B 5, C none, because P7 is in hand."""
    assert points("P3", "P6 S1 | S2 P1", "P5 | S7 S3 H4", "S5 | S6 P2 P7") == [3, 0, 0]


E2 = ("P2", "P6 | S1 S2 S3", "S6 | P1 P3 H4", "P5 | S5 S7 P7")


def test_e2_number_tie() -> None:
    """Highest Public: both 6s win, each paid its own stars [R17]."""
    assert points(*E2) == [3, 2, 0]


def test_e2_as_the_rulebook_prints_it() -> None:
    """Both 6s show three stars and lose one for the tie (section 3.3)."""
    assert points(*E2, stars="symmetric", tie_penalty=1) == [2, 2, 0]


def test_e3_hub_is_on_both_sides() -> None:
    """Highest Public Starboard: A 4 by the Hub [R1], B 2, C none."""
    assert points("S3", "H4 | P1 P2 S7", "S2 | P3 S1 P5", "P7 | P6 S5 S6") == [3, 0, 0]


def test_e4_folded_card_blocks() -> None:
    """Lowest Public: best is A's 1, and A has folded [R14] [R15]."""
    assert points("S6", "x S1 | S2 S3 P1", "P2 | P3 P5 P6", "S7 | S5 P7 H4") == [0, 0, 0]


def test_e5_folded_private_cards_count() -> None:
    """Lowest Private Port: A 5 (P0 is public), B 1 but folded, C 2, D 3."""
    drawn = ("P7", "P0 | S0 S1 P5", "x P8 | P1 S2 S3", "S5 | P2 H4 S6", "S8 | S7 P6 P3")
    assert points(*drawn) == [0, 0, 0, 0]


def test_e6_public_sum_pays_the_lowest_reward() -> None:
    """Lowest Public Sum: 4, 5, 5; A is paid min(2, 3), B has the fold point."""
    assert points("H4", "P1 P3 | S5 S6", "x S2 S3 | P2 S7", "P5 | P6 P7 S1") == [2, 1, 0]


def test_e7_sum_tie() -> None:
    """Lowest Public Sum: 4, 4, 7; both winners are paid min(2, 3) [R19]."""
    assert points("H4", "P1 S3 | P3 S5", "P2 S2 | P6 S1", "P7 | P5 S6 S7") == [2, 2, 0]


def test_e8_seat_without_matching_card() -> None:
    """Lowest Private Port Sum: A has no Port card and is out [R21], B 4 + 0, C 3, D 6."""
    drawn = ("P8", "P7 S0 | S1 S5", "S2 P1 | H4 P0", "S3 P2 S6 | P3", "P5 | P6 S7 S8")
    assert points(*drawn) == [0, 0, 3, 0]


def test_e9_nobody_qualifies() -> None:
    """Lowest Private Starboard: no Starboard card or Hub in any hand [R22]."""
    assert points("S7", "S1 S2 | P1 P2", "x S3 S5 | P3 P5", "S6 H4 | P6 P7") == [0, 1, 0]


E10 = ("P2", "P6 S6 | S1 S2", "P5 | P1 P3 S3", "S5 | H4 P7 S7")


@pytest.mark.parametrize("tie_penalty", [0, 1])
def test_e10_one_owner_of_two_winning_cards(tie_penalty: int) -> None:
    """Highest Public: A holds both 6s, is paid once, min(3, 2) [R18], and that is no tie [0.1.7]."""
    assert points(*E10, tie_penalty=tie_penalty) == [2, 0, 0]


E11 = ("S5", "P7 S3", "S7 S1", "P5")


def test_e11_threshold_stops_play() -> None:
    """Sums 7, 14, 19, 22, 23: over at B's second card. Starboard: A 3, B 1, C none."""
    table = one_round(*E11)
    moves(table, "A P7, B S7, C P5, A S3, B S1")
    assert (ending(table), table.reports[-1]["points"]) == (SUM_REACHED, [0, 2, 0])


def test_e11_under_the_older_figure() -> None:
    """Sums 7, 14, 19, 22: over at A's second card with 20. Starboard: A 3, B 7."""
    table = one_round(*E11, end_sum=20)
    moves(table, "A P7, B S7, C P5, A S3")
    assert (ending(table), table.reports[-1]["points"]) == (SUM_REACHED, [3, 0, 0])


LOW = ("P8", "P0 P6", "S0 P7", "P1 S1", "S2 S6")
FIRST_LAP = "A P0, B S0, C P1, D S2"


def test_e12_a_play_starts_the_streak_anew() -> None:
    """C's second card lets A, C and D pass once more, C included [R10]; C's pass is the last."""
    table = one_round(*LOW)
    moves(table, f"{FIRST_LAP}, A pass, B fold, C S1, D pass, A pass, C pass")
    assert ending(table) == ALL_PASSED
    assert position(table).folded == [False, True, False, False]


def test_e12_folds_count_as_passes() -> None:
    """Four non-plays by the four seats in, though two of them fold; D's pass is the last."""
    table = one_round(*LOW)
    moves(table, f"{FIRST_LAP}, A pass, B fold, C fold, D pass")
    assert ending(table) == ALL_PASSED
    assert position(table).folded == [False, True, True, False]


def test_e13_survivor_does_not_win_by_that() -> None:
    """Lowest Public: over at B's fold [R11]; the winning card is B's S1, so A alone has the fold point."""
    table = one_round("S6", "P2 P1 P3 P5", "S1 S2 S3 S5", "P6 P7 S7 H4")
    moves(table, "A P2, B S1, C P6, A fold, B fold")
    assert ending(table) == ONE_LEFT
    assert position(table) == draw("S6", "x P2 | P1 P3 P5", "x S1 | S2 S3 S5", "P6 | P7 S7 H4")
    assert table.reports[-1]["points"] == [1, 0, 0]


def test_e13_survivor_is_not_asked() -> None:
    """The survivor C gets no further turn: nothing is asked, and the masks are all ones."""
    table = one_round("S6", "P2 P1 P3 P5", "S1 S2 S3 S5", "P6 P7 S7 H4")
    moves(table, "A P2, B S1, C P6, A fold, B fold")
    assert table.legal() == []
    assert table.observe(2)[1].all()


PAYS_3 = draw("P3", "P6 S1 | S2 P1", "P5 | S7 S3 H4", "S5 | S6 P2 P7")  # E1
PAYS_2 = draw(*E10)
PAYS_3_AND_1 = draw("P3", "P6 S1 | S2 P1", "x P5 | S7 S3 H4", "S5 | S6 P2 P7")  # E1 with B folding


def turned(drawn: Drawn, by: int) -> Drawn:
    """The same position with every seat's cards moved to the seat `by` places on."""
    tables, hands, folded = ([*part[-by:], *part[:-by]] for part in (drawn.tables, drawn.hands, drawn.folded))
    return Drawn(drawn.secret, tables, hands, folded)


def test_e14_joint_win() -> None:
    """After 8, 9, 9 a round pays 3, 1 (fold), 0: A and B win with different totals [R25]."""
    table = table_for(3)
    for winner, rounds in enumerate([(PAYS_3, PAYS_3, PAYS_2), (PAYS_3,) * 3, (PAYS_3,) * 3]):
        for drawn in rounds:
            assert play_out(table, turned(drawn, winner))[winner] in (2, 3)
    assert table.state[0].score[:3].tolist() == [8, 9, 9]
    assert (table.ended, table.chance_kind) == (None, "deal")
    assert play_out(table, PAYS_3_AND_1) == [3, 1, 0]
    assert table.details()["scores"] == [11, 10, 9]
    assert (table.ended, table.returns.tolist()) == ("terminated", [0.25, 0.25, -0.5])


def test_e14_in_one_round_of_an_own_table() -> None:
    """With 9 stars on both 6s and a target of 9, E2 makes A and B win together."""
    table = table_for(3, target=9, cards=[card | {"stars": 9} for card in table_for(3).variant.table()])
    assert play_out(table, draw(*E2)) == [9, 9, 0]
    assert (table.ended, table.returns.tolist()) == ("terminated", [0.25, 0.25, -0.5])
    assert position(table).secret == ids("P2")[0]


def test_tables_draw_from_the_whole_deck() -> None:
    # first dealers, hands and secret cards of 40 games that tables draw themselves: any seat, all cards in any order
    tables = [Table("pod_x", {"num_players": 4}, seed=seed) for seed in range(40)]
    drawn = [[outcome for _, outcome in table.events] for table in tables]
    assert {dealer for dealer, *_ in drawn} == {0, 1, 2, 3}
    assert all(sorted(cards) == list(range(17)) for _, *cards in drawn)
    assert len({cards[0] for _, *cards in drawn}) > 9
    assert len({secret for *_, secret in drawn}) > 9


def test_chance_deals_what_is_left() -> None:
    # seat 1 deals; H4, then P1 are dealt   ->   at each draw any card of the tiny deck that is left, each as likely
    table = Table("pod_x", {"num_players": 2}, seed=0, explicit_chance=True)
    for outcome, left in ((1, "P1 P2 H4 S1 S2"), (8, "P1 P2 S1 S2"), (1, "P2 S1 S2")):
        table.apply_chance(outcome)
        assert table.chance_outcomes() == [(card, 1 / len(ids(left))) for card in ids(left)]


def test_nothing_is_seen_before_it_is_drawn() -> None:
    # no first dealer yet: no seat is marked   ->   seat 1 deals: it is, and does not see a secret card yet
    table = Table("pod_x", {"num_players": 2}, seed=0, explicit_chance=True)
    named = table.game.layout(table.variant).named
    assert table.seat == -1
    assert not any(named(table.observe(seat)[0])["dealer"].any() for seat in range(2))
    table.apply_chance(1)
    seen = named(table.observe(1)[0])
    assert (table.seat, seen["dealer"].tolist()) == (-1, [1, 0])
    assert not seen["secret"].any() and not seen["secret_known"].any()
