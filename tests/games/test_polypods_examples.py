"""The 22 worked examples of the Polypods page on the compiled engine, and one position for ruling 6.

Positions are drawn as `drawn_polypods` says: the position, and beside it the one that the move leads to.
"""

from __future__ import annotations

from tests.games.drawn_polypods import (
    GREEN,
    WHITE,
    board,
    core,
    drawn,
    passed,
    played,
    position,
    refuses,
    roles,
    start,
    table_from,
)

PASS = 36


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
    assert roles(start(drawing, GREEN)) == (set(), {1, 2, 8, 4, 5, 30})


def test_02_path_of_three() -> None:
    """The friends of 1 are not neighbours of each other."""
    assert roles(start("aAa...", GREEN)) == ({1}, {0, 2})


def test_03_two_triangles_that_share_an_edge() -> None:
    """1 and 8 have three friends; those of 2 and of 7 are neighbours."""
    drawing = """
        .Aa...
        .aA...
    """
    assert roles(start(drawing, GREEN)) == ({1, 8}, {2, 7})


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
    assert core(played(GREEN, 3, "aAa...  aAAa..")) == [2, 0]


def test_07_merge() -> None:
    """7 joins both; the friends 7 and 13 of 12 are neighbours, so 12 stays a foot: 3 core, 4 feet."""
    drawing = """
        aAa...  aAa...
        ......  .A....
        aAa...  aAa...
    """
    assert core(played(GREEN, 7, drawing)) == [3, 0]


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
    assert core(played(GREEN, 13, drawing)) == [0, 0]


def test_10_dissolve_and_revert() -> None:
    """12 becomes core, foot 7 dissolves, 8 has one friend left."""
    drawing = """
        ......  ......
        abBb..  a.bb..
        .a....  Aa....
    """
    assert core(played(GREEN, 12, drawing)) == [1, 0]


def test_11_another_disc_turns_core() -> None:
    """18 is placed, 12 becomes core and dissolves 6, which 18 does not touch."""
    drawing = """
        ......  ......
        ba....  .a....
        a.....  A.....
        ......  a.....
    """
    assert core(played(GREEN, 18, drawing)) == [1, 0]


def test_12_feet_of_two_polypods() -> None:
    """13 becomes core and touches 7 and 20."""
    drawing = """
        ......  ......
        .a....  ......
        bb....  bBb...
        ..a...  ......
    """
    assert core(played(WHITE, 14, drawing)) == [0, 1]


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
    table = played(WHITE, 28, drawing)
    assert core(table) == [0, 1]
    assert table.reports == [{"dissolved": 1, "cleared": 3, "petrified": 2}]


def test_14_two_hit_and_one_dies() -> None:
    """8 and 12 dissolve; 3 core and 2 feet are left of the one, nothing of the other."""
    drawing = """
        .b.Aa.  .b..#.
        b.aA..  bB....
        a.A...  ......
        ..a...  ..#...
    """
    table = played(WHITE, 7, drawing)
    assert core(table) == [0, 1]
    assert table.reports == [{"dissolved": 2, "cleared": 3, "petrified": 2}]


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
    table = start(drawing, WHITE)
    assert (board(table).count("."), table.legal()) == (14, [PASS])
    table.act(PASS)
    assert (board(table), core(table), table.seat) == (drawn(drawing), [6, 4], GREEN)


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
    assert passed(drawing, rock_spoils_fringe=True) == ([0, 0], [0, 0], None)


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
    assert passed(drawing, rock_spoils_fringe=True) == ([0, 0], [0, 2], WHITE)


def test_22_a_cycle() -> None:
    """On snub 3x5 S each of four placements makes a core disc that dissolves one foot."""
    drawing = """
        bbaAa  bB.aa  bb.aa  bb.aa  bbaAa
        ....a  .b..a  ....a  ...ba  ....a
        aa.bb  aa.bb  aAabb  aa.Bb  aa.bb
    """
    boards = [drawn(drawing, column, 3, 5) for column in range(5)]
    table = table_from(f"{boards[0]} w 0", "snub-3x5-S")
    first = position(table)
    for move, after in zip([6, 12, 8, 2], boards[1:], strict=True):
        table.act(move)
        assert board(table) == after
        assert table.reports[-1] == {"dissolved": 1, "cleared": 0, "petrified": 0}
    assert position(table) == first


def test_reverted_disc_petrifies() -> None:
    """Feet petrify by their roles after step 4 (ruling 6): 35 is core before the turn and a rock after it.

    White places 30; the feet 28, 31 and 37 dissolve, 35 has one friend left, 4 core are more than the feet 35, 39, 45.
    """
    drawing = """
        .......  .......
        .......  .......
        b......  b......
        .b.b...  .b.b...
        ab.a...  .BB....
        A.aAab.  #...#b.
        AAAab..  ...#b..
    """
    before, after = (drawn(drawing, column, 7, 7) for column in range(2))
    table = table_from(f"{before} w 0", "snub-7x7-S")
    table.act(30)
    assert (board(table), core(table)) == (after, [0, 2])
    assert table.reports == [{"dissolved": 3, "cleared": 4, "petrified": 3}]


def test_two_polypods_die_at_once() -> None:
    """Each is judged by itself, on the same board (ruling 6): 31 dissolves a foot of either."""
    drawing = """
        bBb.BBb  bBb.BBb
        .BB.b.b  .BB.b.b
        b.ba.Aa  b.b#..#
        aAa.AA.  #.#....
        AA..a.b  ...b..b
        a.AabBB  #...BBB
        baA.b.b  b#..b.b
    """
    before, after = (drawn(drawing, column, 7, 7) for column in range(2))
    table = table_from(f"{before} w 0", "snub-7x7-S")
    table.act(31)
    assert board(table) == after
    assert table.reports == [{"dissolved": 2, "cleared": 8, "petrified": 6}]
