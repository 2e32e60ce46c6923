"""The 22 worked examples of the Polypods page, over the reference twin.

Drawings show the rows of the board from row 1 down, rows left out at the bottom being empty: the position, and
beside it the one that the move leads to. Feet are `a` (Green) and `b` (White), core discs `A` and `B`, rocks `#`.
"""

from __future__ import annotations

import pytest

from tests.games.reference_polypods import Game, core_discs

GREEN, WHITE, PASS = 0, 1, 36


def board_of(drawing: str, column: int = 0, rows: int = 6, cols: int = 6) -> str:
    """The board string of one of the positions that a drawing shows side by side."""
    drawn = [line.split()[column] for line in drawing.split("\n") if line.strip()]
    assert all(len(line) == cols for line in drawn)
    return "".join(drawn).ljust(rows * cols, ".")


def at(drawing: str, seat: int, rock_spoils: bool = False) -> Game:
    """A game on snub 6x6 S from the first position of a drawing; its role letters are checked on the way."""
    options = {"board": "snub-6x6-S", "rock_spoils_fringe": rock_spoils}
    return Game(options, f"{board_of(drawing)} {'gw'[seat]} 0")


def roles(game: Game) -> tuple[set[int], set[int]]:
    """Green's core discs and Green's feet, by the rule and not by the letters."""
    core = core_discs(game.board, game.owners, "a")
    return core, {v for v, owner in enumerate(game.owners) if owner == "a"} - core


def played(seat: int, move: int, drawing: str) -> Game:
    """The game after the move, which leads from the first position of a drawing to the second."""
    game = at(drawing, seat)
    assert move in game.legal()
    game.apply(move)
    assert game.board_string() == board_of(drawing, 1)
    return game


def refuses(seat: int, move: int, drawing: str) -> bool:
    """True if the move is not legal, and trying it changes nothing."""
    game = at(drawing, seat)
    before = game.snapshot()
    with pytest.raises(ValueError, match=f"action {move} is none of"):
        game.apply(move)
    return move not in game.legal() and game.snapshot() == before


def passed(drawing: str, rock_spoils: bool = False) -> tuple[list[int], list[int], int | None]:
    """Core, fringe and winner after two passes."""
    game = at(drawing, GREEN, rock_spoils)
    game.apply(PASS)
    assert (game.over, game.winner()) == (False, None)
    game.apply(PASS)
    assert (game.ended, game.board_string()) == ("terminated", board_of(drawing))
    return game.scores(), game.fringe(), game.winner()


def test_01_single_pair_and_triangle() -> None:
    """A disc alone, a pair, and a triangle: all six are feet."""
    drawing = """
        .aa.aa
        ..a...
        ......
        ......
        ......
        a.....
    """
    assert roles(at(drawing, GREEN)) == (set(), {1, 2, 8, 4, 5, 30})


def test_02_path_of_three() -> None:
    """The friends of 1 are not neighbours of each other."""
    assert roles(at("aAa...", GREEN)) == ({1}, {0, 2})


def test_03_two_triangles_that_share_an_edge() -> None:
    """1 and 8 have three friends; those of 2 and of 7 are neighbours."""
    drawing = """
        .Aa...
        .aA...
    """
    assert roles(at(drawing, GREEN)) == ({1, 8}, {2, 7})


def test_04_square_of_four() -> None:
    """4 core and no foot would be dead."""
    drawing = """
        Aa....
        a.....
    """
    assert refuses(GREEN, 7, drawing)


def test_05_path_of_five() -> None:
    """3 core and 2 feet would be dead."""
    assert refuses(GREEN, 3, "aAa.a.")


def test_06_path_of_four() -> None:
    """2 core and 2 feet are alive."""
    assert played(GREEN, 3, "aAa...  aAAa..").scores() == [2, 0]


def test_07_merge() -> None:
    """7 joins both; the friends 7 and 13 of 12 are neighbours, so 12 stays a foot: 3 core, 4 feet."""
    drawing = """
        aAa...  aAa...
        ......  .A....
        aAa...  aAa...
    """
    assert played(GREEN, 7, drawing).scores() == [3, 0]


def test_08_next_to_an_enemy_core_even_as_core() -> None:
    """8 would link 2 and 14, but touches the core disc 7 (ruling 3)."""
    drawing = """
        .ab...
        aA....
        ..b...
    """
    assert refuses(WHITE, 8, drawing)


def test_09_next_to_an_enemy_foot() -> None:
    """A pair of feet dissolves nothing."""
    drawing = """
        ......  ......
        ......  ......
        ..ab..  .aab..
    """
    assert played(GREEN, 13, drawing).scores() == [0, 0]


def test_10_dissolve_and_revert() -> None:
    """12 becomes core, foot 7 dissolves, 8 has one friend left."""
    drawing = """
        ......  ......
        abBb..  a.bb..
        .a....  Aa....
    """
    assert played(GREEN, 12, drawing).scores() == [1, 0]


def test_11_another_disc_turns_core() -> None:
    """18 is placed, 12 becomes core and dissolves 6, which 18 does not touch."""
    drawing = """
        ......  ......
        ba....  .a....
        a.....  A.....
        ......  a.....
    """
    assert played(GREEN, 18, drawing).scores() == [1, 0]


def test_12_feet_of_two_polypods() -> None:
    """13 becomes core and touches 7 and 20."""
    drawing = """
        ......  ......
        .a....  ......
        bb....  bBb...
        ..a...  ......
    """
    assert played(WHITE, 14, drawing).scores() == [0, 1]


def test_13_death() -> None:
    """34 dissolves 27; of the path that is left the core goes and the feet petrify."""
    drawing = """
        ......  ......
        ......  ......
        ......  ......
        ...a..  ...#..
        ..Aa..  ....b.
        aAA.bb  #...Bb
    """
    game = played(WHITE, 28, drawing)
    assert game.scores() == [0, 1]
    assert game.changes == {"dissolved": [27], "removed": [26, 31, 32], "petrified": [21, 30]}


def test_14_two_hit_and_one_dies() -> None:
    """8 and 12 dissolve; 3 core and 2 feet are left of the one, nothing of the other."""
    drawing = """
        .b.Aa.  .b..#.
        b.aA..  bB....
        a.A...  ......
        ..a...  ..#...
    """
    assert played(WHITE, 7, drawing).scores() == [0, 1]


def test_15_no_dead_shape_even_to_kill() -> None:
    """White's polypod would be dead before any capture (ruling 4)."""
    drawing = """
        ......
        ......
        ......
        ...a..
        ..A.bB
        aAAa.b
    """
    assert refuses(WHITE, 34, drawing)


def test_16_forced_pass() -> None:
    """14 vertices are empty, and White may place on none."""
    drawing = """
        Bba..a
        B..aAA
        b..b..
        a.a.BB
        AAAA.b
        .a.aa.
    """
    game = at(drawing, WHITE)
    assert (game.owners.count("."), game.legal()) == (14, [PASS])
    game.apply(PASS)
    assert (game.board_string(), game.scores(), game.seat()) == (board_of(drawing), [6, 4], GREEN)


def test_17_two_passes_at_the_start() -> None:
    """0 : 0 and 0 : 0, a draw."""
    assert passed("......") == ([0, 0], [0, 0], None)


def test_18_fringe_decides() -> None:
    """14 has five free neighbours, 35 has two."""
    drawing = """
        ......
        ......
        ..a...
        ......
        ......
        .....b
    """
    assert passed(drawing) == ([0, 0], [5, 2], GREEN)


def test_19_next_to_both_colours() -> None:
    """1 counts for nobody; Green has 6, White 3 and 8."""
    assert passed("a.b...") == ([0, 0], [1, 2], WHITE)


def test_20_a_rock_spoils_nothing() -> None:
    """1, 6, 29 and 34 are next to rocks (ruling 10); a draw with either reading."""
    drawing = """
        a.....
        .#....
        ......
        ......
        ....#.
        .....b
    """
    assert passed(drawing) == ([0, 0], [2, 2], None)
    assert passed(drawing, rock_spoils=True) == ([0, 0], [0, 0], None)


def test_21_where_the_reading_matters() -> None:
    """A draw; if rocks spoil, White wins."""
    drawing = """
        a.....
        .#....
        ......
        ......
        ......
        .....b
    """
    assert passed(drawing) == ([0, 0], [2, 2], None)
    assert passed(drawing, rock_spoils=True) == ([0, 0], [0, 2], WHITE)


def test_22_a_cycle() -> None:
    """On snub 3x5 S each of four placements makes a core disc that dissolves one foot."""
    drawing = """
        bbaAa  bB.aa  bb.aa  bb.aa  bbaAa
        ....a  .b..a  ....a  ...ba  ....a
        aa.bb  aa.bb  aAabb  aa.Bb  aa.bb
    """
    boards = [board_of(drawing, column, 3, 5) for column in range(5)]
    game = Game({"board": "snub-3x5-S"}, f"{boards[0]} w 0")
    first = game.position()
    for move, board in zip([6, 12, 8, 2], boards[1:], strict=True):
        game.apply(move)
        assert game.board_string() == board and len(game.changes["dissolved"]) == 1
    assert game.position() == first
