"""Polypods as text: vertices and moves, positions both ways, information states and pictures."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pod_envs.core.errors import ConfigError
from pod_envs.core.table import Table, table_of_events
from pod_envs.games.polypods.position import table_at
from tests.games.drawn_polypods import GAME, GREEN, WHITE, board, drawn, position, start, table_from
from tests.games.reference_polypods_board import Board
from tests.games.variants_polypods import SMALL, WAYS

VARIANT = GAME.variant(board="snub-6x6-S")
HEAD = "Polypods seat 0 of 2 on snub-6x6-S"

# Moves ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*SMALL, "snub-19x19-S", "t33434-8"])
def test_actions_both_ways(name: str) -> None:
    """Vertices by id, then the pass, in upper or lower case, as the twin writes them."""
    variant, theirs = GAME.variant(board=name), Board(name)
    actions = range(theirs.size + 1)
    texts = [GAME.action_text(variant, action) for action in actions]
    assert texts == [theirs.action_text(action) for action in actions]
    assert [GAME.parse_action(variant, text) for text in texts] == list(actions)
    assert [GAME.parse_action(variant, f" {text.upper()} ") for text in texts] == list(actions)


def test_vertices_of_the_page() -> None:
    """c4 is column 2, row index 3; t33434 boards are written by the square around them."""
    assert GAME.action_text(VARIANT, 6 * 3 + 2) == "c4"
    corners = [GAME.action_text(GAME.variant(board="t33434-1"), action) for action in (0, 2, 3, 11, 13, 14)]
    assert corners == ["a1", "c1", "a2", "b4", "d4", "pass"]
    assert GAME.action_text(GAME.variant(board="snub-19x19-S"), 360) == "s19"


WRONG = [
    "",
    "g1",
    "a7",
    "a0",
    "a01",
    "4c",
    "a",
    "1",
    "a-1",
    "aa1",
    "a1 pass",
    "passe",
    "a\u0661",
    None,
    5,
    b"a1",
    ["a1"],
]


@pytest.mark.parametrize("text", WRONG)
def test_wrong_notations(text: Any) -> None:
    """The sentence repeats what was written and says what can be."""
    with pytest.raises(ConfigError) as caught:
        GAME.parse_action(VARIANT, text)
    assert str(caught.value) == f"no action is written {text!r}; write a vertex of the board, from a1 to f6, or pass"


@pytest.mark.parametrize("text", ["d1", "a4"])
def test_missing_corners(text: str) -> None:
    """A t33434 board has no vertex in two corners of the square around it."""
    with pytest.raises(ConfigError, match=f"no action is written '{text}'"):
        GAME.parse_action(GAME.variant(board="t33434-1"), text)


# Positions -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SMALL)
def test_positions_both_ways(name: str) -> None:
    """What a running game writes can be read, and the game goes on from it in the same way."""
    for seed, way in enumerate(WAYS.values()):
        rng, table = random.Random(seed), Table(GAME, {"board": name}, seed=seed)
        while table.ended is None:
            text = position(table)
            read = table_from(text, name)
            assert (position(read), read.seat, read.legal()) == (text, table.seat, table.legal())
            action = way(rng, table)
            read.act(action)
            table.act(action)
            assert (board(read), read.ended) == (board(table), table.ended)
            assert read.reports == table.reports[len(table.reports) - len(read.reports) :]
            for counts in ("score", "fringe", "passes"):
                assert read.state[0][counts].tolist() == table.state[0][counts].tolist()


def test_position_of_a_game_that_ended() -> None:
    """No seat is to move."""
    table = start("......", GREEN)
    table.act(36)
    assert position(table) == f"{'.' * 36} w 1"
    table.act(36)
    with pytest.raises(ConfigError, match="the game is over: no seat is to move"):
        position(table)


EMPTY = "." * 36
WORDS = [
    "",
    EMPTY,
    f"{EMPTY} g",
    f"{EMPTY} g 2",
    f"{EMPTY} g 0 0",
    f"{EMPTY} G 0",
    f"{EMPTY} a 0",
    f"{EMPTY}. g 0",
    f"{EMPTY[1:]} g 0",
    f"{EMPTY} g 00",
    None,
    7,
    EMPTY.encode(),
]


@pytest.mark.parametrize("text", WORDS)
def test_what_is_no_position(text: Any) -> None:
    """The sentence says how one is written, with an example that can be read."""
    with pytest.raises(ConfigError) as caught:
        table_from(text)
    example = f"{EMPTY} g 0"
    assert str(caught.value) == (
        "a position is written BOARD SIDE PASSES, with 36 letters of '.aAbB#', then g or w, then 0 or 1, such as "
        f"'{example}', not {text!r}"
    )
    assert position(table_from(example)) == example


IMPOSSIBLE = {  # the first two rows
    "aAa....b....": "the disc at vertex 7 is next to a core disc of the foe, which no turn leaves",
    "aAa...bBb...": "the core disc at vertex 1 is next to a core disc of the foe, which no turn leaves",
    "aAb...": "vertex 1 holds 'A', but its neighbours make it 'a'",
    "aaa...": "vertex 1 holds 'a', but its neighbours make it 'A'",
    "A.....": "vertex 0 holds 'A', but its neighbours make it 'a'",
    "aAAAa.": "the polypod at vertex 0 has more core than feet, which no turn leaves",
    "aAa.x.": "no vertex holds 'x'; a board has the letters '.aAbB#'",
}


@pytest.mark.parametrize("row", IMPOSSIBLE)
def test_positions_that_no_turn_leaves(row: str) -> None:
    """Wrong roles, dead polypods and strange letters are refused with the vertex."""
    with pytest.raises(ConfigError) as caught:
        table_from(f"{row.ljust(36, '.')} g 0")
    assert IMPOSSIBLE[row] in str(caught.value)


# Information states --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SMALL)
def test_replaying_an_information_state(name: str) -> None:
    """It brings back the whole game, at every decision, for both seats."""
    rng, table = random.Random(name), Table(GAME, {"board": name}, seed=1)
    while table.ended is None:
        check_recall(table)
        table.act(WAYS["capture"](rng, table))
    check_recall(table)


def check_recall(table: Table) -> None:
    """As if both seats wrote down what they have seen and read it again."""
    for seat in range(2):
        text = table.information_state(seat)
        again = table_of_events(GAME, table.variant, GAME.events_of(table.variant, text))
        assert again.information_state(seat) == text
        assert (again.events, again.reports, again.seat, again.ended) == (
            *(table.events, table.reports, table.seat, table.ended),
        )
        assert [part.tobytes() for part in again.observe(seat)] == [part.tobytes() for part in table.observe(seat)]


def test_information_state_as_text() -> None:
    """The moves in words."""
    table = Table(GAME, VARIANT, seed=0)
    for action in (20, 0, 36):
        table.act(action)
    assert table.information_state(1) == "Polypods seat 1 of 2 on snub-6x6-S\n0 c4\n1 a1\n0 pass"


@pytest.mark.parametrize("text", ["", "Polypods seat 2 of 2 on snub-6x6-S", "Polypods seat 0 of 2 on snub-6x6-T",
                                  f"{HEAD}\n", f"{HEAD}\n2 a1", f"{HEAD}\n0a1", f"{HEAD}\n0 ", HEAD + " "])  # fmt: skip
def test_what_is_no_information_state(text: str) -> None:
    """A sentence says so."""
    with pytest.raises(ConfigError, match=r"no information state"):
        GAME.events_of(VARIANT, text)


def test_moves_that_are_none() -> None:
    """A line with a move that is not on the board."""
    with pytest.raises(ConfigError, match="no action is written 'g1'"):
        GAME.events_of(VARIANT, f"{HEAD}\n0 g1")


# Pictures ------------------------------------------------------------------------------------------------------------

DRAWING = """
    ......
    ......
    ......
    ...a..
    ..Aa..
    aAA.bb
"""

PICTURE = """\
Polypods snub-6x6-S  ply 0  White to move
core Green 3 White 0  fringe Green 5 White 1
    a b c d e f
 1  . . . . . .
 2  . . . . . .
 3  . . . . . .
 4  . . . a . .
 5  . . A a . .
 6  a A A . b b"""

AFTER = """\
Polypods snub-6x6-S  ply 1  Green to move
core Green 0 White 1  fringe Green 0 White 5
    a b c d e f
 1  . . . . . .
 2  . . . . . .
 3  . . . . . .
 4  . . . # . .
 5  . . . . b .
 6  # . . . B b"""


def test_pictures() -> None:
    """The same for both seats and for a spectator, before and after example 13."""
    table = start(DRAWING, WHITE)
    for text in (PICTURE, AFTER):
        assert [table.picture(seat) for seat in (None, 0, 1)] == [text] * 3
        if text is PICTURE:
            table.act(28)


def test_picture_of_passes() -> None:
    """A pass is told, and so is the end."""
    table = Table(GAME, {"board": "t33434-1"}, seed=0)
    table.act(0)
    table.act(14)
    grid = ["    a b c d", " 1  a . .", " 2  . . . .", " 3  . . . .", " 4    . . ."]
    counts = "core Green 0 White 0  fringe Green 3 White 0"
    first, rest = "Polypods t33434-1  ply 2  Green to move", [counts, *grid, "the last move was a pass"]
    assert table.picture().split("\n") == [first, *rest]
    table.act(14)
    assert table.picture(1).split("\n") == ["Polypods t33434-1  ply 3  the game is over", *rest]


def test_drawings_are_checked() -> None:
    """The helper of these tests reads rows of one length."""
    assert drawn("ab....  ......", 0) == "ab" + "." * 34
    with pytest.raises(AssertionError):
        drawn("ab...")


def test_a_position_is_set_up_by_names_and_in_no_other_game() -> None:
    table = table_at("polypods", {"board": "snub-2x2-S"}, "a... w 0")
    assert (table.seat, table.legal()) == (1, [1, 2, 3, 4])
    with pytest.raises(ConfigError, match="cannot be set up in Pod-X"):
        table_at("pod_x", None, "a... w 0")
    with pytest.raises(ConfigError, match="keeps no log"):
        table.information_state(0)
