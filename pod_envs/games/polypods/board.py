"""Boards of Polypods: patches of the snub-square tiling (3.3.4.3.4), made from integer rules.

The tiling is read as a bent square grid: a vertex has a row and a column, its neighbours along the grid, and a
diagonal in every second cell.
"""

import math
import re
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from pod_envs.core.graph import Graph

__all__ = ["DEGREE", "LARGEST", "Board", "board_of"]

DEGREE = 5  # most neighbours of a vertex
SIZES = range(2, 20)  # rows and columns of a snub board
RINGS = range(1, 9)  # K of t33434-K
LARGEST = SIZES[-1] ** 2  # most vertices of a board
COS, SIN = math.cos(math.radians(15)), math.sin(math.radians(15))

Place = tuple[int, int]  # row, column


@dataclass(frozen=True)
class Board:
    """The vertices of a board by id: row by row over those that exist."""

    rows: int
    columns: int
    square_first: bool  # whether the cell at (0, 0) is a square
    places: tuple[Place, ...]

    @property
    def ids(self) -> dict[Place, int]:
        """Vertex id by row and column."""
        return {place: k for k, place in enumerate(self.places)}

    def diagonal(self, r: int, c: int) -> tuple[Place, Place] | None:
        """The diagonal of the cell at (r, c); None in a square."""
        if ((r + c) % 2 == 0) == self.square_first:
            return None
        return ((r, c), (r + 1, c + 1)) if r % 2 == 0 else ((r, c + 1), (r + 1, c))

    def edges(self) -> list[tuple[int, int]]:
        """Pairs of vertex ids that a line joins, the lower one first, ascending."""
        ids = self.ids
        pairs = [((r, c), (r, c + 1)) for r, c in self.places] + [((r, c), (r + 1, c)) for r, c in self.places]
        pairs += [pair for r, c in self.grid() if (pair := self.diagonal(r, c))]
        return sorted((min(ids[a], ids[b]), max(ids[a], ids[b])) for a, b in pairs if a in ids and b in ids)

    def grid(self) -> list[Place]:
        """Rows and columns of all cells."""
        return [(r, c) for r in range(self.rows - 1) for c in range(self.columns - 1)]

    def faces(self) -> list[tuple[int, ...]]:
        """Squares and triangles as vertex ids, corner after corner."""
        ids, found = self.ids, []
        for r, c in self.grid():
            corners = [(r, c), (r, c + 1), (r + 1, c + 1), (r + 1, c)]
            pair = self.diagonal(r, c)
            parts = [corners]
            if pair is not None:  # each triangle has the diagonal and one of the two other corners
                parts = [[place for place in corners if place in (*pair, third)] for third in set(corners) - {*pair}]
            found += [tuple(ids[place] for place in part) for part in parts if all(place in ids for place in part)]
        return sorted(found)

    def coordinates(self) -> NDArray[np.float64]:
        """float64[V, 2]: x and y, in lengths of an edge."""
        turn = 1 if self.square_first else -1
        return np.array(
            [(c * COS - (SIN if r % 2 else 0), r * COS + (turn * SIN if c % 2 else 0)) for r, c in self.places]
        )

    def symmetries(self) -> list[tuple[int, ...]]:
        """Permutations of the vertex ids that carry lines to lines, the identity first."""
        ids, lines = self.ids, {frozenset(pair) for pair in self.edges()}
        found: list[tuple[int, ...]] = []
        for turned in self.turns():
            if all(place in ids for place in turned):
                image = tuple(ids[place] for place in turned)
                if image not in found and {frozenset((image[a], image[b])) for a, b in lines_of(lines)} == lines:
                    found.append(image)
        return found

    def turns(self) -> list[list[Place]]:
        """Where the eight symmetries of the grid carry each vertex."""
        high, wide = self.rows - 1, self.columns - 1
        flips = [
            [(r if up else high - r, c if left else wide - c) for r, c in self.places]
            for up in (True, False)
            for left in (True, False)
        ]
        return flips + ([[(c, r) for r, c in flip] for flip in flips] if high == wide else [])

    def graph(self) -> Graph:
        """The board as arrays."""
        return Graph(
            self.coordinates(),
            np.array(self.edges(), np.int64).reshape(-1, 2),
            tuple(self.faces()),
            np.array(self.symmetries(), np.int64),
        )


def lines_of(lines: set[frozenset[int]]) -> list[tuple[int, ...]]:
    """The two ends of each line."""
    return [tuple(line) for line in lines]


@lru_cache(maxsize=64)
def board_of(name: str) -> Board | None:
    """The board called `snub-ROWSxCOLUMNS-S`, `-T` or `t33434-K`; None for any other name."""
    number = "([1-9][0-9]?)"
    if match := re.fullmatch(f"snub-{number}x{number}-([ST])", name, re.ASCII):
        rows, columns = int(match[1]), int(match[2])
        if rows in SIZES and columns in SIZES:
            return Board(rows, columns, match[3] == "S", tuple(np.ndindex(rows, columns)))
    if (match := re.fullmatch(f"t33434-{number}", name, re.ASCII)) and int(match[1]) in RINGS:
        size = 2 * int(match[1]) + 2
        corners = {(0, size - 1), (size - 1, 0)}
        return Board(size, size, False, tuple(place for place in np.ndindex(size, size) if place not in corners))
    return None
