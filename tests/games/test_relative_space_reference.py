"""The worked examples W1 to W16 of the Relative Space page, over the reference twin.

Drawings show pods as `[a,b|`, the top card at the right end, and the stash of the seat whose turn it is, row 2 (on
top) first; `.` is an empty slot, `?` a face-down card, `x` a card that does not matter. Two seats unless said.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

from tests.games.reference_relative_space import Game
from tests.games.reference_relative_space_drawn import (
    NEW,
    OPEN,
    available,
    cards,
    draw,
    left,
    own,
    pick,
    play,
    relative,
    results,
)
from tests.games.reference_relative_space_variant import ALARM, BOOTS, FACE_DOWN, NET, STUN
from tests.games.reference_relative_space_view import position

Pods = list[list[int | str]]
Stash = dict[int, int | str]


def two(mine: Stash, pods: Pods, other: Stash = OPEN, **options: Any) -> Game:
    """Seat 0 to play in the first turn; the other seat has nine face-down cards unless said."""
    return position({"num_players": 2, **options}, [mine, other], pods)


def test_w01_availability() -> None:
    #   [7] [8]        . [8]          .   .           .   .
    #  4   5   6     [4] 5  6       [4] [5] [6]       .  [5] [6]
    # 0  1  2  3    0  1  2  3     0   1   2  3     [0]  1  2  3
    game = two(OPEN, [[]])
    assert available(game) == {7, 8}
    for removed, wanted in ((7, {4, 8}), (8, {4, 5, 6}), (4, {0, 5, 6})):
        game.stashes[0][removed] = 0
        assert available(game) == wanted


def test_w02_equal_loads() -> None:
    # [6|   6 from slot 7   ->   [6,6|
    game = two({**OPEN, 7: 6}, [[6]])
    play(game, 7, 0)
    assert (game.pods, game.cards_left(), game.player, game.turn) == ([[6, 6]], [8, 9], 1, 2)


def test_w03_free_early_jam() -> None:
    # [5,8|   3 from slot 7 of a full stash   ->   [|, and slot 7 stays empty
    game = two({**OPEN, 7: 3}, [[5, 8]])
    play(game, 7, 0)
    assert (game.pods, game.discard, game.chance(), game.player) == ([[]], [5, 8, 3], None, 1)
    assert left(game, 0) == {slot: FACE_DOWN for slot in range(9) if slot != 7}


def test_w04_jam_all_come_back() -> None:
    #    .  .                      a  b
    #   x  2  .     [4,9|   ->    x  .  c    [|    a, b, c are 4, 9, 2 in any order: 6, 7, 8 are refilled in this order
    #  ?  ?  ?  ?                ?  ?  ?  ?
    game = two({0: "?", 1: "?", 2: "?", 3: "?", 4: 12, 5: 2}, [[4, 9]])
    assert available(game) == {3, 4, 5}
    play(game, 5, 0)
    ends = list(results(game))
    assert sorted(tuple(end.stashes[0][6:]) for end, _ in ends) == sorted(permutations((2, 4, 9)))
    for end, chance in ends:
        assert chance == Fraction(1, 6)
        assert (end.cards_left()[0], end.stashes[0][5], end.pods, end.discard) == (8, 0, [[]], [])
        assert (available(end), end.player) == ({7, 8}, 1)


def test_w05_jam_leftovers_pod_removed() -> None:
    #    .  .                                  a  b
    #   x  x  2     [1| [3,7,7,10|    ->      x  x  .     [1|    a, b are two of 3, 7, 7, 10, 2
    #  ?  ?  ?  ?                            ?  ?  ?  ?
    game = two({0: "?", 1: "?", 2: "?", 3: "?", 4: 12, 5: 12, 6: 2}, [[1], [3, 7, 7, 10]])
    play(game, 6, 1)
    assert game.probabilities() == {kind: Fraction(1 + (kind == 7), 5) for kind in (2, 3, 7, 10)}
    draw(game, "refill", 7)
    assert game.probabilities() == {kind: Fraction(1, 4) for kind in (2, 3, 7, 10)}
    assert len(game.pods) == 2  # until the last of the draws
    draw(game, "refill", 2)
    assert (left(game, 0)[7], left(game, 0)[8], sorted(game.discard)) == (7, 2, [3, 7, 10])
    assert (game.pods, game.cards_left()[0], available(game)) == ([[1]], 8, {3, 7, 8})


@pytest.mark.parametrize(
    ("options", "filled", "wanted"),
    [
        ({}, [1, 2, 4, 5], {4, 5}),
        ({"refill_order": "over_first"}, [7, 8, 4, 5], {7, 8}),
        ({"played_slot_counts": True}, [1, 2, 3, 4], {2, 3, 4}),
    ],
)
def test_w06_bottom_row_first(options: dict[str, Any], filled: list[int], wanted: set[int]) -> None:
    #    .  .                           .  .           d0 d1            .  .
    #   .  .  .     [5,6,10|    ->     d2 d3 .    or  d2 d3 .     or   d3 .  .      [|    (d0 is drawn first)
    #  ?  .  .  9                     ?  d0 d1 .     ?  .  .  .       ?  d0 d1 d2
    game = two({0: "?", 3: 9}, [[5, 6, 10]], **options)
    play(game, 3, 0)
    draw(game, "refill", 9, 5, 10, 6)
    assert left(game, 0) == {0: FACE_DOWN, **dict(zip(filled, (9, 5, 10, 6), strict=True))}
    assert (available(game), game.pods, game.player) == (wanted, [[]], 1)


def test_w07_keycard_finish() -> None:
    # ? in slot 2, really a 1   [12|   ->   with the keycard [12| [1|, and a win
    game = two({2: "?"}, [[12]])
    play(game, 2, NEW)
    draw(game, "flip", 1)
    assert (game.pods, game.ended, game.winner, game.keycards) == ([[12], [1]], "terminated", 0, [0, 1])
    assert (game.returns(), game.details()) == ([1.0, -1.0], {"winner": 0, "turns": 1, "cards_left": [0, 9]})


def test_w07_without_keycard() -> None:
    # ? in slot 2, really a 1   [12|   ->   [|, and slots 0 and 1 hold 12 and 1
    game = two({2: "?"}, [[12]], keycards=0)
    assert game.legal() == [24]
    play(game, 2, 0)
    draw(game, "flip", 1)
    ends = [end for end, _ in results(game)]
    assert [left(end, 0) for end in ends] == [{0: 1, 1: 12}, {0: 12, 1: 1}]
    assert all((available(end), end.pods, end.over) == ({0, 1}, [[]], False) for end in ends)


def test_w08_special_as_top() -> None:
    # [11,STUN|   1 from slot 7   ->   [11,STUN,1|, or a jam where one sees through to the 11
    game = two({**OPEN, 7: 1}, [[11, "STUN"]])
    play(game, 7, 0)
    assert game.pods == [[11, STUN, 1]]
    game = two({**OPEN, 7: 1}, [[11, "STUN"]], top_special="see_through")
    play(game, 7, 0)
    assert (game.pods, game.discard) == ([[]], [11, STUN, 1])


def test_w09_launch() -> None:
    # [3,7|   LAUNCH   ->   [|          [3,7| [9|   LAUNCH on the first   ->   [9|
    game = two({**OPEN, 7: "LAUNCH"}, [[3, 7]])
    play(game, 7, 0)
    assert (game.pods, game.discard, game.player) == ([[]], [3, 7, 13], 1)
    game = two({**OPEN, 7: "LAUNCH"}, [[3, 7], [9]])
    play(game, 7, 0)
    assert (game.pods, game.discard) == ([[9]], [3, 7, 13])


def test_w10_boots_then_jam() -> None:
    #    .  .                         .  .
    #   B  2  .     [4| [8|    ->    .  .  .     [4,B|     B is BOOTS; a and b are 8 and 2
    #  5  5  .  .                   5  5  a  b
    game = two(cards(s0=5, s1=5, s4="BOOTS", s5=2), [[4], [8]])
    play(game, 4, 0)
    assert (game.player, game.turn, game.empty_at_start) == (0, 1, [2, 3, 6, 7, 8])
    assert game.legal() == [0, 1, 60, 61]  # slot 0 is uncovered; no new pod
    play(game, 5, 1)
    for end, chance in results(game):
        assert chance == Fraction(1, 2)
        assert sorted([end.stashes[0].pop(3), end.stashes[0].pop(2)]) == [2, 8]
        assert end.stashes[0] == [5, 5, 0, 0, 0, 0, 0]
        assert (end.pods, end.player, end.turn) == ([[4, BOOTS]], 1, 2)
    draw(game, "refill", 8, 2)
    assert (left(game, 0), available(game)) == ({0: 5, 1: 5, 2: 8, 3: 2}, {0, 1, 2, 3})


@pytest.mark.parametrize(("players", "next_seat"), [(3, 2), (2, 0)])
def test_w11_stun(players: int, next_seat: int) -> None:
    # [10|   STUN on seat 1   ->   [10,STUN|; the turn of seat 1 is counted and skipped
    game = position({"num_players": players}, [{**OPEN, 7: "STUN"}, *[OPEN] * (players - 1)], [[10]])
    play(game, 7, 0)
    assert game.legal() == [108, 109][: players - 1]
    relative(game, 1)
    assert (game.seat(), game.turn, game.stunned) == (next_seat, 3, [False] * players)


def test_w12_hand_me_down_wins() -> None:
    #    .  .                     .  .              4  .
    #   .  .  .    and seat 1    x  x  x     ->    x  x  x    of seat 1, and seat 0 has none left: it wins
    #  G  4  .  .               ?  ?  ?  ?        ?  ?  ?  ?
    game = two(cards(s0="GIVE", s1=4), [[10]], {slot: OPEN[slot] for slot in range(7)})
    play(game, 0, 0)
    own(game, 1)
    relative(game, 1)
    assert (game.stashes[1][7:], game.cards_left(), game.winner) == ([4, 0], [0, 8], 0)


def test_w13_cargo_net() -> None:
    #  N  2  5  .     [10|   NET, then the 2   ->   .  .  5  .     [|
    game = two(cards(s0="NET", s1=2, s2=5), [[10]])
    play(game, 0, 0)
    assert game.legal() == [118, 119]
    own(game, 1)
    assert (game.pods, game.discard, left(game, 0), game.player) == ([[]], [10, NET, 2], {2: 5}, 1)


def test_w14_blind_special() -> None:
    #  ?  5  6  .     [10|   the ? is ALARM   ->   .  5  6  .     [|   seat 1 is skipped
    game = two(cards(s0="?", s1=5, s2=6), [[10]])
    play(game, 0, 0)
    draw(game, "flip", "ALARM")
    assert (game.pods, game.discard, game.unseen[ALARM]) == ([[]], [10, ALARM], 1)
    assert (game.seat(), game.turn, game.stunned) == (0, 3, [False, False])


def test_w15_endless_loop() -> None:
    # [11|   seat 0: 3 . . .   seat 1, to act: 12 6 6 .   whatever is drawn, the same cards lie there six turns later
    start = position({"num_players": 2, "keycards": 0}, [cards(s0=3), cards(s0=12, s1=6, s2=6)], [[11]], seat=1, turn=1)
    games = [start]
    for _ in range(2):
        for kind in (12, 3, 6, 12, 6, 11):
            games = [end for game in games for end in after_playing(game, kind)]
        assert len(games) > 6
        for game in games:
            assert [sorted(left(game, seat).values()) for seat in (0, 1)] == [[3], [6, 6, 12]]
            assert all(slot < 4 for seat in (0, 1) for slot in left(game, seat))
            assert (game.pods, game.discard, game.player) == ([[11]], [], 1)
        games = games[:3]
    assert games[0].turn == 13


def after_playing(game: Game, kind: int) -> list[Game]:
    """Play a card of a kind on the only pod; every position that can follow."""
    assert game.player is not None
    play(game, game.stashes[game.player].index(kind), 0)
    return [end for end, _ in results(game)]


def test_w16_teleporter() -> None:
    #  seat 0: T ? . .   seat 1: . 9 . .   ->   seat 0: . 9 . .   seat 1: . ? . .    nobody knows the ?
    game = two(cards(s0="TELE", s1="?"), [[10]], cards(s1=9))
    unseen = Counter(game.unseen)
    play(game, 0, 0)
    own(game, 1)
    assert (game.phase, game.slot, game.legal()) == ("tele_other", 1, [127])
    pick(game, 1, 1)
    assert (left(game, 0), left(game, 1), game.player, game.over) == ({1: 9}, {1: FACE_DOWN}, 1, False)
    assert Counter(game.unseen) == unseen
