"""Polypods positions as drawings, and tables of the engine on which the game goes on from them.

A drawing shows the rows of the board from row 1 down, positions side by side; rows left out at the bottom are empty.
Feet are `a` (Green) and `b` (White), core discs `A` and `B`, rocks `#`.
"""

from __future__ import annotations

from typing import Any

import pytest

from pod_envs.core.errors import IllegalAction
from pod_envs.core.game import find_game
from pod_envs.core.table import Table
from pod_envs.games.polypods.position import board_string, position_text, table_at

__all__ = [
    "GAME",
    "GREEN",
    "WHITE",
    "board",
    "core",
    "drawn",
    "passed",
    "played",
    "position",
    "refuses",
    "roles",
    "start",
    "table_from",
]

GAME = find_game("polypods")
GREEN, WHITE = 0, 1


def drawn(drawing: str, column: int = 0, rows: int = 6, columns: int = 6) -> str:
    """The board string of one of the positions that a drawing shows side by side."""
    lines = [line.split()[column] for line in drawing.split("\n") if line.strip()]
    assert all(len(line) == columns for line in lines)
    return "".join(lines).ljust(rows * columns, ".")


def table_from(position: str, board: str = "snub-6x6-S", **options: Any) -> Table:
    """A table at a position `BOARD SIDE PASSES`."""
    return table_at(GAME, GAME.variant(board=board, **options), position)


def start(drawing: str, seat: int, **options: Any) -> Table:
    """A table on snub 6x6 S at the first position of a drawing."""
    return table_from(f"{drawn(drawing)} {'gw'[seat]} 0", **options)


def board(table: Table) -> str:
    """The board string of a table."""
    return board_string(table.variant, table.state[0])


def position(table: Table) -> str:
    """The position of a table on which the game goes on."""
    return position_text(table.variant, table.state[0])


def core(table: Table) -> list[int]:
    """Core discs by seat, as the engine counts them."""
    scores: list[int] = table.state[0].score.tolist()
    return scores


def roles(table: Table) -> tuple[set[int], set[int]]:
    """Green's core discs and feet, as Green sees them."""
    fields = table.game.layout(table.variant).named(table.observe(GREEN)[0])
    hard, feet = (set(fields[name].nonzero()[0].tolist()) for name in ("own_core", "own_foot"))
    return hard, feet


def played(seat: int, move: int, drawing: str) -> Table:
    """The table after the move, which leads from the first position of a drawing to the second."""
    table = start(drawing, seat)
    assert move in table.legal()
    table.act(move)
    assert board(table) == drawn(drawing, 1)
    assert table.seat == 1 - seat
    return table


def refuses(seat: int, move: int, drawing: str) -> bool:
    """True if the move is not legal, and trying it changes nothing."""
    table = start(drawing, seat)
    before = table.state.tobytes(), table.observe(0)[0].tobytes(), table.legal()
    with pytest.raises(IllegalAction, match=f"seat {seat} may not take action {move} "):
        table.act(move)
    return move not in table.legal() and (table.state.tobytes(), table.observe(0)[0].tobytes(), table.legal()) == before


def passed(drawing: str, **options: bool) -> tuple[list[int], list[int], int | None]:
    """Core, fringe and winner after two passes."""
    table = start(drawing, GREEN, **options)
    end = table.variant.vertices
    table.act(end)
    assert (table.ended, table.seat) == (None, WHITE)
    table.act(end)
    assert (table.ended, table.seat, board(table)) == ("terminated", -1, drawn(drawing))
    details = table.game.details(table.variant, table.state[0], table.reports)
    assert table.returns.tolist() == {None: [0, 0], GREEN: [1, -1], WHITE: [-1, 1]}[details["winner"]]
    return details["scores"], details["fringe"], details["winner"]
