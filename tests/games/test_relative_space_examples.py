"""The worked examples W1 to W16 of the Relative Space page on the compiled engine.

Drawings show pods as `[a,b|`, the top card at the right end, and the stash of the seat whose turn it is, row 2 (on
top) first; `.` is an empty slot, `?` a face-down card, `x` a card that does not matter. Two seats unless said.
"""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

from pod_envs.core.table import Table
from tests.games.drawn_relative_space import (
    ALL_DOWN,
    NEW,
    available,
    draw,
    gone,
    left,
    own,
    pick,
    place,
    play,
    pods,
    relative,
    results,
    table_from,
    to_refill,
    two,
)
from tests.games.reference_relative_space import Game
from tests.games.reference_relative_space_records import random_event
from tests.games.reference_relative_space_variant import ALARM, BOOTS, FACE_DOWN, LAUNCH, NET, STUN
from tests.games.variants_relative_space import SMALL
from tests.games.views_relative_space import Views, compare_cards


def turn_of(table: Table) -> tuple[int, int]:
    """The seat to act, and the number of the turn."""
    return table.seat, int(table.state[0].turn)


def test_w01_availability() -> None:
    #   [7] [8]        . [8]          .   .           .   .
    #  4   5   6     [4] 5  6       [4] [5] [6]       .  [5] [6]
    # 0  1  2  3    0  1  2  3     0   1   2  3     [0]  1  2  3
    stash = dict(ALL_DOWN)
    assert available(two(stash, [[]])) == {7, 8}
    for removed, wanted in ((7, {4, 8}), (8, {4, 5, 6}), (4, {0, 5, 6})):
        del stash[removed]
        table = two(stash, [[]])
        assert available(table) == {action // 12 for action in table.legal()} == wanted


def test_w02_equal_loads() -> None:
    # [6|   6 from slot 7   ->   [6,6|
    table = two({**ALL_DOWN, 7: 6}, [[6]])
    play(table, 7, 0)
    assert (pods(table), len(left(table)), table.reports, turn_of(table)) == ([[6, 6]], 8, [], (1, 2))


def test_w03_free_early_jam() -> None:
    # [5,8|   3 from slot 7 of a full stash   ->   [|, and slot 7 stays empty
    table = two({**ALL_DOWN, 7: 3}, [[5, 8]])
    play(table, 7, 0)
    assert (pods(table), gone(table), table.chance_kind, turn_of(table)) == ([[]], [3, 5, 8], None, (1, 2))
    assert left(table) == {slot: FACE_DOWN for slot in range(9) if slot != 7}
    assert table.reports == [{"seat": 0, "card": 3, "pile": 3, "returned": 0}]


def test_w04_jam_all_come_back() -> None:
    #    .  .                      a  b
    #   x  2  .     [4,9|   ->    x  .  c    [|    a, b, c are 4, 9, 2 in any order: 6, 7, 8 are refilled in this order
    #  ?  ?  ?  ?                ?  ?  ?  ?
    table = two({0: "?", 1: "?", 2: "?", 3: "?", 4: 12, 5: 2}, [[4, 9]])
    assert (available(table), to_refill(table)) == ({3, 4, 5}, {6, 7, 8})
    play(table, 5, 0)
    ends = list(results(table))
    assert sorted(tuple(left(end)[slot] for slot in (6, 7, 8)) for end, _ in ends) == sorted(permutations((2, 4, 9)))
    for end, chance in ends:
        assert chance == Fraction(1, 6)
        assert (len(left(end)), 5 in left(end), pods(end), gone(end)) == (8, False, [[]], [])
        assert (available(end), turn_of(end)) == ({7, 8}, (1, 2))
        assert end.reports == [{"seat": 0, "card": 2, "pile": 3, "returned": 3}]


def test_w05_jam_leftovers_pod_removed() -> None:
    #    .  .                                  a  b
    #   x  x  2     [1| [3,7,7,10|    ->      x  x  .     [1|    a, b are two of 3, 7, 7, 10, 2
    #  ?  ?  ?  ?                            ?  ?  ?  ?
    table = two({0: "?", 1: "?", 2: "?", 3: "?", 4: 12, 5: 12, 6: 2}, [[1], [3, 7, 7, 10]])
    play(table, 6, 1)
    assert table.chance_outcomes() == [(kind, (1 + (kind == 7)) / 5) for kind in (2, 3, 7, 10)]
    draw(table, "refill", 7)
    assert table.chance_outcomes() == [(kind, 1 / 4) for kind in (2, 3, 7, 10)]
    assert int(table.state[0].pods) == 2  # until the last of the draws
    draw(table, "refill", 2)
    assert (left(table)[7], left(table)[8], gone(table)) == (7, 2, [3, 7, 10])
    assert (pods(table), len(left(table)), available(table)) == ([[1]], 8, {3, 7, 8})


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
    table = two({0: "?", 3: 9}, [[5, 6, 10]], **options)
    play(table, 3, 0)
    draw(table, "refill", 9, 5, 10, 6)
    assert left(table) == {0: FACE_DOWN, **dict(zip(filled, (9, 5, 10, 6), strict=True))}
    assert (available(table), pods(table), gone(table), turn_of(table)) == (wanted, [[]], [], (1, 2))


def test_w07_keycard_finish() -> None:
    # ? in slot 2, really a 1   [12|   ->   with the keycard [12| [1|, and a win
    table = two({2: "?"}, [[12]])
    play(table, 2, NEW)
    draw(table, "flip", 1)
    assert (pods(table), table.ended, table.state[0].keycards[:2].tolist()) == ([[12], [1]], "terminated", [0, 1])
    assert table.returns.tolist() == [1, -1]
    assert details(table) == {"winner": 0, "turns": 1, "cards_left": [0, 9]}


def details(table: Table) -> dict[str, Any]:
    """The details of the record of a game that has ended."""
    return table.game.details(table.variant, table.state[0], table.reports)


def test_w07_without_keycard() -> None:
    # ? in slot 2, really a 1   [12|   ->   [|, and slots 0 and 1 hold 12 and 1
    table = two({2: "?"}, [[12]], keycards=0)
    assert table.legal() == [24]
    play(table, 2, 0)
    draw(table, "flip", 1)
    assert table.reports == [{"seat": 0, "card": 1, "pile": 2, "returned": 2}]
    ends = [end for end, _ in results(table)]
    assert [left(end) for end in ends] == [{0: 1, 1: 12}, {0: 12, 1: 1}]
    assert all((available(end), pods(end), end.ended) == ({0, 1}, [[]], None) for end in ends)


def test_w08_special_as_top() -> None:
    # [11,STUN|   1 from slot 7   ->   [11,STUN,1|, or a jam where one sees through to the 11
    table = two({**ALL_DOWN, 7: 1}, [[11, "STUN"]])
    play(table, 7, 0)
    assert pods(table) == [[11, STUN, 1]]
    table = two({**ALL_DOWN, 7: 1}, [[11, "STUN"]], top_special="see_through")
    play(table, 7, 0)
    assert (pods(table), gone(table)) == ([[]], [1, 11, STUN])


def test_w09_launch() -> None:
    # [3,7|   LAUNCH   ->   [|          [3,7| [9|   LAUNCH on the first   ->   [9|
    table = two({**ALL_DOWN, 7: "LAUNCH"}, [[3, 7]])
    play(table, 7, 0)
    assert (pods(table), gone(table), turn_of(table)) == ([[]], [3, 7, LAUNCH], (1, 2))
    table = two({**ALL_DOWN, 7: "LAUNCH"}, [[3, 7], [9]])
    play(table, 7, 0)
    assert (pods(table), gone(table)) == ([[9]], [3, 7, LAUNCH])


def test_w10_boots_then_jam() -> None:
    #    .  .                         .  .
    #   B  2  .     [4| [8|    ->    .  .  .     [4,B|     B is BOOTS; a and b are 8 and 2
    #  5  5  .  .                   5  5  a  b
    table = two({0: 5, 1: 5, 4: "BOOTS", 5: 2}, [[4], [8]])
    play(table, 4, 0)
    assert (turn_of(table), to_refill(table)) == ((0, 1), {2, 3, 6, 7, 8})
    assert table.legal() == [0, 1, 60, 61]  # slot 0 is uncovered; no new pod
    play(table, 5, 1)
    ends = list(results(table))
    assert [left(end) for end, _ in ends] == [{0: 5, 1: 5, 2: a, 3: b} for a, b in ((2, 8), (8, 2))]
    for end, chance in ends:
        assert chance == Fraction(1, 2)
        assert (pods(end), turn_of(end), available(end)) == ([[4, BOOTS]], (1, 2), {0, 1, 2, 3})


@pytest.mark.parametrize(("players", "next_seat"), [(3, 2), (2, 0)])
def test_w11_stun(players: int, next_seat: int) -> None:
    # [10|   STUN on seat 1   ->   [10,STUN|; the turn of seat 1 is counted and skipped
    table = place({"num_players": players}, [{**ALL_DOWN, 7: "STUN"}, *[ALL_DOWN] * (players - 1)], [[10]])
    play(table, 7, 0)
    assert table.legal() == [108, 109][: players - 1]
    relative(table, 1)
    assert (turn_of(table), pods(table)) == ((next_seat, 3), [[10, STUN]])
    assert not table.state[0].stunned.any()


def test_w12_hand_me_down_wins() -> None:
    #    .  .                     .  .              4  .
    #   .  .  .    and seat 1    x  x  x     ->    x  x  x    of seat 1, and seat 0 has none left: it wins
    #  G  4  .  .               ?  ?  ?  ?        ?  ?  ?  ?
    table = two({0: "GIVE", 1: 4}, [[10]], {slot: ALL_DOWN[slot] for slot in range(7)})
    play(table, 0, 0)
    own(table, 1)
    relative(table, 1)
    assert (left(table), left(table, 1)[7], 8 in left(table, 1)) == ({}, 4, False)
    assert details(table) == {"winner": 0, "turns": 1, "cards_left": [0, 8]}


def test_w13_cargo_net() -> None:
    #  N  2  5  .     [10|   NET, then the 2   ->   .  .  5  .     [|
    table = two({0: "NET", 1: 2, 2: 5}, [[10]])
    play(table, 0, 0)
    assert table.legal() == [118, 119]
    own(table, 1)
    assert (pods(table), gone(table), left(table), turn_of(table)) == ([[]], [2, 10, NET], {2: 5}, (1, 2))
    assert table.reports == []


def test_w14_blind_special() -> None:
    #  ?  5  6  .     [10|   the ? is ALARM   ->   .  5  6  .     [|   seat 1 is skipped
    table = two({0: "?", 1: 5, 2: 6}, [[10]])
    play(table, 0, 0)
    draw(table, "flip", "ALARM")
    assert (pods(table), gone(table), int(table.state[0].unseen[ALARM])) == ([[]], [10, ALARM], 1)
    assert (turn_of(table), table.state[0].stunned.any()) == ((0, 3), False)


def test_w15_endless_loop() -> None:
    # [11|   seat 0: 3 . . .   seat 1, to act: 12 6 6 .   whatever is drawn, the same cards lie there six turns later
    tables = [place({"num_players": 2, "keycards": 0}, [{0: 3}, {0: 12, 1: 6, 2: 6}], [[11]], seat=1)]
    for _ in range(2):
        for kind in (12, 3, 6, 12, 6, 11):
            tables = [end for table in tables for end in after_playing(table, kind)]
        assert len(tables) > 6
        for table in tables:
            assert [sorted(left(table, seat).values()) for seat in (0, 1)] == [[3], [6, 6, 12]]
            assert all(slot < 4 for seat in (0, 1) for slot in left(table, seat))
            assert (pods(table), gone(table), table.seat) == ([[11]], [], 1)
        tables = tables[:3]
    assert turn_of(tables[0]) == (1, 13)


def after_playing(table: Table, kind: int) -> list[Table]:
    """Play a card of a kind on the only pod; every position that can follow."""
    slot = next(slot for slot, there in left(table, table.seat).items() if there == kind)
    play(table, slot, 0)
    return [end for end, _ in results(table)]


def test_w16_teleporter() -> None:
    #  seat 0: T ? . .   seat 1: . 9 . .   ->   seat 0: . 9 . .   seat 1: . ? . .    nobody knows the ?
    table = two({0: "TELE", 1: "?"}, [[10]], {1: 9})
    unseen = table.state[0].unseen.tolist()
    play(table, 0, 0)
    own(table, 1)
    assert table.legal() == [127]
    pick(table, 1, 1)
    assert (left(table), left(table, 1), turn_of(table), table.ended) == ({1: 9}, {1: FACE_DOWN}, (1, 2), None)
    assert table.state[0].unseen.tolist() == unseen


# The positions above are put before the engine field by field: what is put there must be what the twin has.


@pytest.mark.parametrize("name", SMALL)
def test_positions_are_put_as_they_are(name: str) -> None:
    """At the beginning of turns of random games of the twin both show the same, and go on in the same way."""
    rng = random.Random(name)
    game = Game(SMALL[name])
    while not game.over:
        if game.phase == "play" and game.first and rng.random() < 0.2:
            table = table_from(game)
            compare_cards(table, game)
            Views(table).compare(game, rng.randrange(game.num_players))
        random_event(game, rng)


def test_tables_draw_from_the_whole_deck() -> None:
    # the 20 cards dealt face-up, by a table itself, in 20 games: each kind of the deck is among them, in any order
    tables = [Table("relative_space", {"num_players": 4}, seed=seed) for seed in range(20)]
    dealt = [[outcome for _, outcome in table.events[1:]] for table in tables]
    assert {kind for kinds in dealt for kind in kinds} == {*range(1, 22)}
    assert all(len(kinds) == 20 and kinds != sorted(kinds) for kinds in dealt)


def test_at_most_eleven_pods() -> None:
    # ? in slot 2   [1| [2| ... [11|, and a keycard left   ->   no twelfth pod; where the [11| is missing, an eleventh
    full: list[list[int | str]] = [[kind] for kind in range(1, 12)]
    assert two({2: "?"}, full, keycards=9).legal() == [24 + pod for pod in range(11)]
    assert two({2: "?"}, full[:10], keycards=9).legal() == [24 + pod for pod in (*range(10), NEW)]
