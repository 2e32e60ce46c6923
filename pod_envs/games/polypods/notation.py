"""Vertices, moves and positions of Polypods as text, both ways."""

import re
from collections.abc import Sequence
from string import ascii_lowercase
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pod_envs.core.checks import shown
from pod_envs.core.errors import ConfigError
from pod_envs.core.game import Event, Report

from .state import SEATS

__all__ = ["action_text", "board_picture", "events_of", "information", "parse_action", "picture"]

COLOURS = ("Green", "White")
PASS = "pass"


def action_text(variant: Any, action: int) -> str:
    """Column letter and row number of a vertex, or "pass"; any other number as it is."""
    places = variant.shape.places
    if 0 <= action < len(places):
        row, column = places[action]
        return f"{ascii_lowercase[column]}{row + 1}"
    return PASS if action == len(places) else str(action)


def parse_action(variant: Any, text: Any) -> int:
    """The action of a notation, upper or lower case."""
    word = text.strip().lower() if isinstance(text, str) else ""
    if word == PASS:
        return int(variant.vertices)
    if match := re.fullmatch("([a-s])([1-9][0-9]?)", word, re.ASCII):
        place = int(match[2]) - 1, ascii_lowercase.index(match[1])
        if place in variant.shape.ids:
            return int(variant.shape.ids[place])
    last = action_text(variant, variant.vertices - 1)
    raise ConfigError(f"no action is written {shown(text)}; write a vertex of the board, from a1 to {last}, or pass")


def information(variant: Any, seat: int, events: Sequence[Event], reports: Sequence[Report]) -> str:
    """The moves of the game, which is all that anybody knows."""
    lines = [f"Polypods seat {seat} of {SEATS} on {variant.board}"]
    return "\n".join(lines + [f"{who} {action_text(variant, what)}" for who, what in events])


def events_of(variant: Any, text: str) -> list[Event]:
    """The moves of an information state; ConfigError when `text` is none of the variant."""
    head, *lines = text.split("\n")
    if not re.fullmatch(rf"Polypods seat [01] of {SEATS} on {re.escape(variant.board)}", head):
        raise ConfigError(f"no information state of this variant begins with {shown(head)}")
    for line in lines:
        if not re.fullmatch("[01] .+", line):
            raise ConfigError(f"no information state has the line {shown(line)}")
    return [(int(line[0]), parse_action(variant, line[2:])) for line in lines]


def letters_of(seat: int, fields: dict[str, NDArray[np.float32]]) -> list[str]:
    """What lies on each vertex, as in a board string, from the fields of that seat's observation."""
    own, foe = ("aA", "bB") if seat == 0 else ("bB", "aA")
    signs = {"own_foot": own[0], "own_core": own[1], "foe_foot": foe[0], "foe_core": foe[1], "rock": "#", "empty": "."}
    found = [""] * len(fields["empty"])
    for name, sign in signs.items():
        for u in np.flatnonzero(fields[name]).tolist():
            found[u] = sign
    return found


def board_picture(variant: Any, letters: Sequence[str]) -> str:
    """The vertices in their rows and columns, with the names of both; where there is no vertex nothing."""
    board = variant.shape
    lines = ["    " + " ".join(ascii_lowercase[: board.columns])]
    for row in range(board.rows):
        signs = [letters[board.ids[row, c]] if (row, c) in board.ids else " " for c in range(board.columns)]
        lines.append(f"{row + 1:>2}  {' '.join(signs)}".rstrip())
    return "\n".join(lines)


def picture(variant: Any, seat: int | None, fields: dict[str, NDArray[np.float32]], reports: Sequence[Report]) -> str:
    """The position from the fields of an observation: a/A feet and core of Green, b/B of White, # petrified."""
    first = seat or 0
    score, fringe = (
        [round(float(fields[name][first ^ k]) * variant.vertices) for k in range(SEATS)] for name in ("score", "fringe")
    )
    turn = np.flatnonzero(fields["to_act"]).tolist()
    status = f"{COLOURS[first ^ turn[0]]} to move" if turn else "the game is over"
    lines = [
        f"Polypods {variant.board}  ply {round(float(fields['ply'][0]) * variant.ply_limit)}  {status}",
        f"core Green {score[0]} White {score[1]}  fringe Green {fringe[0]} White {fringe[1]}",
        board_picture(variant, letters_of(first, fields)),
    ]
    if fields["last_pass"][0]:
        lines.append("the last move was a pass")
    return "\n".join(lines)
