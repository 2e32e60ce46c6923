"""The worked examples E1 to E14 of the Pod-X page, over the reference twin.

Positions are drawn as the page draws them: a seat's cards on the table, a bar, its cards in hand;
a leading `x` marks a seat that has folded.
"""

from __future__ import annotations

from itertools import chain
from typing import Any

import pytest

from tests.games.reference_pod_x import (
    FOLD,
    PASS,
    Game,
    card_table,
    deck,
    resolve,
    score_round,
    winning_cards,
)

NAMES = "P0 P1 P2 P3 P5 P6 P7 P8 H4 S0 S1 S2 S3 S5 S6 S7 S8"
NOTATION = NAMES.split()
WORDS = {"pass": PASS, "fold": FOLD}


def ids(text: str) -> list[int]:
    """Card ids of a text such as `P6 S1`."""
    return [NOTATION.index(word) for word in text.split()]


def points(secret: str, *seats: str, **options: Any) -> list[int]:
    """Score a drawn position, having checked that it uses every card of the deck once."""
    variant = resolve({"num_players": len(seats), **options})
    piles = [seat.removeprefix("x ").split("|") for seat in seats]
    tables, hands = [ids(table) for table, _ in piles], [ids(hand) for _, hand in piles]
    assert sorted(chain(ids(secret), *tables, *hands)) == deck(len(seats))
    folded = [seat.startswith("x ") for seat in seats]
    return score_round(card_table(variant), ids(secret)[0], tables, hands, folded, variant["tie_penalty"])


def deal(game: Game, secret: str, *hands: str) -> None:
    """Deal one round; cards that the example leaves out go, ascending, where there is room."""
    named = [ids(hand) for hand in hands]
    spare = [card for card in game.deck if card not in chain(ids(secret), *named)]
    for hand in named:
        while len(hand) < game.hand_size:
            hand.append(spare.pop(0))
    for card in [*chain(*named), *ids(secret)]:
        game.apply_chance(card)


def dealt(secret: str, *hands: str, **options: Any) -> Game:
    """A game of as many seats as hands, seat 0 being the first dealer, dealt as given."""
    game = Game({"num_players": len(hands), **options})
    game.apply_chance(0)
    deal(game, secret, *hands)
    return game


def move(game: Game, text: str) -> None:
    """Moves such as `A P7, B pass`; each must be due and leave the round running, except for the last."""
    rounds = len(game.rounds)
    for part in text.split(", "):
        seat, word = part.split()
        assert len(game.rounds) == rounds and game.seat() == "ABCD".index(seat)
        game.apply(WORDS[word] if word in WORDS else ids(word)[0])


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


def test_e4_played_out() -> None:
    """The same position by moves: three non-plays by the three seats that were in."""
    game = dealt("S6", "S1 S2 S3 P1", "P2 P3 P5 P6", "S7 S5 P7 H4")
    move(game, "A S1, B P2, C S7, A fold, B pass, C pass")
    assert game.details()["log"] == [{"secret": ids("S6")[0], "points": [0, 0, 0]}]


def test_e5_folded_private_cards_count() -> None:
    """Lowest Private Port: A 5 (P0 is public), B 1 but folded, C 2, D 3."""
    seats = ("P0 | S0 S1 P5", "x P8 | P1 S2 S3", "S5 | P2 H4 S6", "S8 | S7 P6 P3")
    assert points("P7", *seats) == [0, 0, 0, 0]


def test_e6_public_sum_pays_the_lowest_reward() -> None:
    """Lowest Public Sum: 4, 5, 5; A is paid min(2, 3), B has the fold point."""
    assert points("H4", "P1 P3 | S5 S6", "x S2 S3 | P2 S7", "P5 | P6 P7 S1") == [2, 1, 0]


def test_e7_sum_tie() -> None:
    """Lowest Public Sum: 4, 4, 7; both winners are paid min(2, 3) [R19]."""
    assert points("H4", "P1 S3 | P3 S5", "P2 S2 | P6 S1", "P7 | P5 S6 S7") == [2, 2, 0]


def test_e8_seat_without_matching_card() -> None:
    """Lowest Private Port Sum: A has no Port card and is out [R21], B 4 + 0, C 3, D 6."""
    seats = ("P7 S0 | S1 S5", "S2 P1 | H4 P0", "S3 P2 S6 | P3", "P5 | P6 S7 S8")
    assert points("P8", *seats) == [0, 0, 3, 0]


def test_e9_nobody_qualifies() -> None:
    """Lowest Private Starboard: no Starboard card or Hub in any hand [R22]."""
    assert points("S7", "S1 S2 | P1 P2", "x S3 S5 | P3 P5", "S6 H4 | P6 P7") == [0, 1, 0]


def test_e10_one_owner_of_two_winning_cards() -> None:
    """Highest Public: A holds both 6s, and is paid once, min(3, 2) [R18]."""
    assert points("P2", "P6 S6 | S1 S2", "P5 | P1 P3 S3", "S5 | H4 P7 S7") == [2, 0, 0]


def test_e10_is_no_tie() -> None:
    """One seat with two winning cards is paid in full under the tie penalty [0.1.7]."""
    seats = ("P6 S6 | S1 S2", "P5 | P1 P3 S3", "S5 | H4 P7 S7")
    assert points("P2", *seats, tie_penalty=1) == [2, 0, 0]


def test_e11_threshold_stops_play() -> None:
    """Sums 7, 14, 19, 22, 23: over at B's second card. Starboard: A 3, B 1, C none."""
    game = dealt("S5", "P7 S3", "S7 S1", "P5")
    move(game, "A P7, B S7, C P5, A S3, B S1")
    assert game.rounds[0]["points"] == [0, 2, 0]


def test_e11_under_the_older_figure() -> None:
    """Sums 7, 14, 19, 22: over at A's second card with 20. Starboard: A 3, B 7."""
    game = dealt("S5", "P7 S3", "S7 S1", "P5", end_sum=20)
    move(game, "A P7, B S7, C P5, A S3")
    assert game.rounds[0]["points"] == [3, 0, 0]


LOW = ("P0 P6", "S0 P7", "P1 S1", "S2 S6")
FIRST_LAP = "A P0, B S0, C P1, D S2"


def test_e12_a_play_starts_the_streak_anew() -> None:
    """C's second card lets A, C and D pass once more, C included [R10]."""
    game = dealt("P8", *LOW)
    move(game, f"{FIRST_LAP}, A pass, B fold")
    assert (game.streak, game.must_pass) == (2, {2, 3})
    move(game, "C S1, D pass, A pass")
    assert (game.streak, game.must_pass) == (2, {2})
    move(game, "C pass")
    assert len(game.rounds) == 1


def test_e12_folds_count_as_passes() -> None:
    """Four non-plays by the four seats in, though two of them fold."""
    game = dealt("P8", *LOW)
    move(game, f"{FIRST_LAP}, A pass, B fold, C fold")
    assert (game.streak, game.must_pass, game.rounds) == (3, {3}, [])
    move(game, "D pass")
    assert len(game.rounds) == 1


def test_e13_survivor_does_not_win_by_that() -> None:
    """Lowest Public: over at B's fold [R11]; the winning card is B's S1, so A alone has the fold point."""
    game = dealt("S6", "P2 P1 P3 P5", "S1 S2 S3 S5", "P6 P7 S7 H4")
    move(game, "A P2, B S1, C P6, A fold, B fold")
    assert game.rounds[0]["points"] == [1, 0, 0]


def test_e14_joint_win() -> None:
    """8, 9, 9 and a round that pays 3 (P6 is Highest Public Port), 1 (fold), 0: A and B win [R25]."""
    game = dealt("P3", "P6 S1 S2 P1", "P5 S7 S3 H4", "S5 S6 P2 P7")
    game.scores = [8, 9, 9]
    move(game, "A P6, B P5, C S5, A pass, B fold, C pass")
    assert (game.scores, game.ended, game.winners()) == ([11, 10, 9], "terminated", [0, 1])
    assert game.returns() == [0.25, 0.25, -0.5]


def test_sum_winner_is_every_matching_card() -> None:
    """E7 again: the winning cards are all cards of both seats that the condition covers."""
    tables = [ids("P1 S3"), ids("P2 S2"), ids("P7")]
    hands = [ids("P3 S5"), ids("P6 S1"), ids("P5 S6 S7")]
    cards = card_table(resolve({"num_players": 3}))
    assert winning_cards(cards, ids("H4")[0], tables, hands) == [ids("P1 S3"), ids("P2 S2"), []]


def test_fold_point_survives_the_tie_penalty() -> None:
    """E7 with C folded: both winners lose one star, the fold point stays [0.1.7]."""
    seats = ("P1 S3 | P3 S5", "P2 S2 | P6 S1", "x P7 | P5 S6 S7")
    assert points("H4", *seats, tie_penalty=1) == [1, 1, 1]


@pytest.mark.parametrize("folded", ["A", "B"])
def test_folded_holder_makes_no_tie(folded: str) -> None:
    """E2 with one 6 folded: the other one is paid in full even under the tie penalty [0.1.7] [R16]."""
    secret, *seats = E2
    seats = [f"x {seat}" if name == folded else seat for name, seat in zip("ABC", seats, strict=True)]
    assert points(secret, *seats, tie_penalty=1) == ([0, 2, 0] if folded == "A" else [3, 0, 0])
