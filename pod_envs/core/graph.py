"""The board of a game that is played on one, as a graph."""

import hashlib
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .layout import frozen

__all__ = ["Graph"]


@dataclass(frozen=True)
class Graph:
    """A plane graph; action v is a move on vertex v, and the actions that follow are moves on none.

    coordinates float64[V, 2]; edges int64[E, 2], the lower vertex first; faces: vertices of each bounded face, corner
    after corner; symmetries int64[S, V]: permutations of the vertices that carry edges to edges, the identity first.
    The arrays are read-only.
    """

    coordinates: NDArray[np.float64]
    edges: NDArray[np.int64]
    faces: tuple[tuple[int, ...], ...]
    symmetries: NDArray[np.int64]

    def __post_init__(self) -> None:
        for name in ("coordinates", "edges", "symmetries"):
            object.__setattr__(self, name, frozen(getattr(self, name)))

    @property
    def size(self) -> int:
        """V."""
        return len(self.coordinates)

    def digest(self) -> str:
        """Short name of the graph with its numbering: equal digests mean equal neighbours."""
        return hashlib.sha256(f"{self.size} {self.edges.tolist()}".encode()).hexdigest()[:16]

    def adjacency(self) -> NDArray[np.float32]:
        """float32[V, V]: 1 where an edge joins two vertices."""
        matrix = np.zeros((self.size, self.size), np.float32)
        matrix[self.edges[:, 0], self.edges[:, 1]] = 1
        return matrix + matrix.T

    def neighbours(self) -> list[list[int]]:
        """The neighbours of each vertex, ascending."""
        return [np.flatnonzero(row).tolist() for row in self.adjacency()]
