"""Polypods reference twin, the board: names, vertices, lines, faces, coordinates, symmetries, labels.

Only the grid lives here: no disc, no rule of play. "Page" is the rules page, section "Board topology".
"""

from __future__ import annotations

import re
from collections.abc import Callable
from math import cos, radians, sin

__all__ = ["COLUMNS", "PASS_TEXT", "Board", "Place"]

Place = tuple[int, int]  # row and column in the enclosing grid, both from 0
Map = Callable[[int, int], Place]

COLUMNS = "abcdefghijklmnopqrs"
PASS_TEXT = "pass"
SNUB = re.compile("snub-([1-9][0-9]?)x([1-9][0-9]?)-([ST])")
T33434 = re.compile("t33434-([1-8])")
NAME_HELP = "snub-ROWSxCOLS-S or snub-ROWSxCOLS-T with 2 to 19 rows and columns, or t33434-K with K from 1 to 8"


class Board:
    """One board. `places[v]` is the place of vertex v, `neighbours[v]` the vertices joined to it, ascending."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.rows, self.cols, self.start, missing = read_name(name)
        grid = [(r, c) for r in range(self.rows) for c in range(self.cols)]
        self.places = [place for place in grid if place not in missing]
        self.vertex_at = {place: v for v, place in enumerate(self.places)}
        self.edges = self.find_edges()
        self.neighbours = [self.joined(v) for v in range(len(self.places))]

    @property
    def size(self) -> int:
        """The number V of vertices; also the action that passes."""
        return len(self.places)

    # Lines and faces

    def is_pair(self, r: int, c: int) -> bool:
        """True if the cell with the corner (r, c) is a pair of triangles, False if it is a square."""
        return (r + c) % 2 == (1 if self.start == "S" else 0)

    def lines(self) -> list[tuple[Place, Place]]:
        """Every line of the enclosing grid: rule 1, then the diagonals of rule 2."""
        rows, cols = range(self.rows), range(self.cols)
        across = [((r, c), (r, c + 1)) for r in rows for c in cols[:-1]]
        down = [((r, c), (r + 1, c)) for r in rows[:-1] for c in cols]
        return across + down + [diagonal(r, c) for r in rows[:-1] for c in cols[:-1] if self.is_pair(r, c)]

    def find_edges(self) -> list[tuple[int, int]]:
        """The lines between vertices that exist, smaller id first, ascending."""
        there = self.vertex_at
        found = [sorted((there[a], there[b])) for a, b in self.lines() if a in there and b in there]
        return sorted((a, b) for a, b in found)

    def joined(self, v: int) -> list[int]:
        """The neighbours of a vertex, ascending."""
        return sorted({w for edge in self.edges if v in edge for w in edge} - {v})

    def faces(self) -> list[list[int]]:
        """The squares and triangles as rings of vertices, cell by cell."""
        cells = [(r, c) for r in range(self.rows - 1) for c in range(self.cols - 1)]
        rings = [ring for r, c in cells for ring in cell_rings(r, c, self.is_pair(r, c))]
        whole = [ring for ring in rings if all(place in self.vertex_at for place in ring)]
        return [[self.vertex_at[place] for place in ring] for ring in whole]

    def coordinates(self) -> list[tuple[float, float]]:
        """x and y of every vertex, in lengths of a line."""
        long, short = cos(radians(15)), sin(radians(15))
        lift = short if self.start == "S" else -short
        return [
            (c * long - (short if r % 2 else 0.0), r * long + (lift if c % 2 else 0.0))  #
            for r, c in self.places
        ]

    # Symmetries

    def symmetries(self) -> list[list[int]]:
        """The turns and reflections of the grid that carry lines to lines; `image[v]` is where v goes."""
        images = [self.image(move) for move in grid_maps(self.rows, self.cols)]
        return [image for image in images if image is not None and self.keeps_lines(image)]

    def image(self, move: Map) -> list[int] | None:
        """Where a map takes every vertex; None if one goes where no vertex is."""
        targets = [move(r, c) for r, c in self.places]
        if any(place not in self.vertex_at for place in targets):
            return None
        return [self.vertex_at[place] for place in targets]

    def keeps_lines(self, image: list[int]) -> bool:
        """True if every line goes to a line."""
        return sorted((min(image[a], image[b]), max(image[a], image[b])) for a, b in self.edges) == self.edges

    # Notation

    def label(self, v: int) -> str:
        """A vertex as its column letter and row number, rows from 1."""
        r, c = self.places[v]
        return f"{COLUMNS[c]}{r + 1}"

    def action_text(self, action: int) -> str:
        """An action in words: a vertex, or the pass."""
        if type(action) is not int or not 0 <= action <= self.size:
            raise ValueError(f"action {action!r}: wanted an integer from 0 to {self.size}")
        return PASS_TEXT if action == self.size else self.label(action)

    def action_of(self, text: str) -> int:
        """The action that a text names; ValueError if it names none."""
        words = {self.action_text(action): action for action in range(self.size + 1)}
        if text not in words:
            raise ValueError(f"{text!r} is no move on {self.name}: wanted a vertex such as c4, or pass")
        return words[text]

    def drawn(self, text: str) -> str:
        """A board string with one line for every row; a blank where the grid has no vertex."""
        cells = [[text[self.vertex_at[r, c]] if (r, c) in self.vertex_at else " " for c in range(self.cols)]
                 for r in range(self.rows)]  # fmt: skip
        return "\n".join("".join(line).rstrip() for line in cells)


def read_name(name: object) -> tuple[int, int, str, set[Place]]:
    """Rows, columns, start and the missing corners of a board; ValueError if the name is none."""
    text = name if isinstance(name, str) else ""
    if found := SNUB.fullmatch(text):
        rows, cols = int(found[1]), int(found[2])
        if 2 <= rows <= 19 and 2 <= cols <= 19:
            return rows, cols, found[3], set()
    if found := T33434.fullmatch(text):
        last = 2 * int(found[1]) + 1
        return last + 1, last + 1, "T", {(0, last), (last, 0)}
    raise ValueError(f"{name!r} is no board: wanted {NAME_HELP}")


def diagonal(r: int, c: int) -> tuple[Place, Place]:
    """The line across the cell with the corner (r, c), if that is a pair of triangles."""
    return ((r, c), (r + 1, c + 1)) if r % 2 == 0 else ((r, c + 1), (r + 1, c))


def cell_rings(r: int, c: int, pair: bool) -> list[list[Place]]:
    """The faces of a cell: its four corners in order, or the two triangles beside its diagonal."""
    ring = [(r, c), (r, c + 1), (r + 1, c + 1), (r + 1, c)]
    if not pair:
        return [ring]
    first = ring.index(diagonal(r, c)[0])
    turned = ring[first:] + ring[:first]  # begins at one end of the diagonal; the other end is two further
    return [turned[:3], [turned[0], *turned[2:]]]


def grid_maps(rows: int, cols: int) -> list[Map]:
    """The four maps of a rectangle, with four more for a square."""
    last_row, last_col = rows - 1, cols - 1
    maps: list[Map] = [
        lambda r, c: (r, c),
        lambda r, c: (last_row - r, last_col - c),
        lambda r, c: (r, last_col - c),
        lambda r, c: (last_row - r, c),
    ]
    if rows == cols:
        maps += [
            lambda r, c: (last_row - c, r),
            lambda r, c: (c, last_row - r),
            lambda r, c: (c, r),
            lambda r, c: (last_row - c, last_row - r),
        ]
    return maps
