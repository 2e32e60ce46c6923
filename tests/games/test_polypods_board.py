"""The boards of the engine: as the twin builds them, and with the numbers of the page."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from pod_envs.core.errors import ConfigError
from pod_envs.core.game import find_game
from pod_envs.core.graph import Graph
from pod_envs.core.table import Table
from tests.games.drawn_polypods import GAME
from tests.games.reference_polypods_board import Board

SIZES = [(rows, columns) for rows in range(2, 10) for columns in range(2, 10)]
SNUB = [f"snub-{rows}x{columns}-{start}" for rows, columns in [*SIZES, (19, 2), (19, 19)] for start in "ST"]
NAMES = [*SNUB, *(f"t33434-{k}" for k in range(1, 9))]


def graph_of(name: str) -> Graph:
    """The graph of a board."""
    return GAME.graph(GAME.variant(board=name))


@pytest.mark.parametrize("name", NAMES)
def test_as_the_twin_builds_it(name: str) -> None:
    """Lines, faces, coordinates, symmetries."""
    ours, theirs = graph_of(name), Board(name)
    assert (ours.size, ours.neighbours()) == (theirs.size, theirs.neighbours)
    assert [tuple(pair) for pair in ours.edges.tolist()] == theirs.edges
    assert sorted(map(sorted, ours.faces)) == sorted(map(sorted, theirs.faces()))
    assert np.allclose(ours.coordinates, theirs.coordinates(), rtol=0, atol=1e-12)
    assert sorted(ours.symmetries.tolist()) == sorted(theirs.symmetries())


@pytest.mark.parametrize("name", ["snub-6x6-S", "snub-5x8-T", "snub-19x19-S", "t33434-3"])
def test_arrays(name: str) -> None:
    """Types and shapes; the identity comes first; lines have length 1 and surround the faces corner after corner."""
    graph = graph_of(name)
    assert graph.coordinates.dtype == np.float64
    assert graph.coordinates.shape == (graph.size, 2)
    assert graph.edges.dtype == graph.symmetries.dtype == np.int64
    assert graph.symmetries[0].tolist() == list(range(graph.size))
    ends = graph.coordinates[graph.edges]
    assert np.allclose(np.linalg.norm(ends[:, 0] - ends[:, 1], axis=1), 1)
    matrix = graph.adjacency()
    assert matrix.dtype == np.float32 and (matrix == matrix.T).all() and matrix.sum() == 2 * len(graph.edges)
    for face in graph.faces:
        assert all(matrix[a, b] for a, b in pairwise([*face, face[0]]))
    assert graph.size - len(graph.edges) + len(graph.faces) == 1


PAGE = {  # V, E, squares, triangles, degrees, symmetries
    "snub-4x4-S": (16, 28, 5, 8, {2: 4, 3: 4, 4: 4, 5: 4}, 4),
    "snub-5x5-S": (25, 48, 8, 16, {2: 3, 3: 7, 4: 6, 5: 9}, 2),
    "snub-5x5-T": (25, 48, 8, 16, {2: 3, 3: 7, 4: 6, 5: 9}, 2),
    "snub-6x6-S": (36, 72, 13, 24, {2: 4, 3: 8, 4: 8, 5: 16}, 4),
    "snub-6x6-T": (36, 73, 12, 26, {2: 2, 3: 10, 4: 8, 5: 16}, 4),
    "snub-7x7-S": (49, 102, 18, 36, {2: 3, 3: 11, 4: 10, 5: 25}, 2),
    "snub-8x8-S": (64, 136, 25, 48, {2: 4, 3: 12, 4: 12, 5: 36}, 4),
    "snub-8x8-T": (64, 137, 24, 50, {2: 2, 3: 14, 4: 12, 5: 36}, 4),
    "snub-9x9-T": (81, 176, 32, 64, {2: 3, 3: 15, 4: 14, 5: 49}, 2),
    "snub-10x10-S": (100, 220, 41, 80, {2: 4, 3: 16, 4: 16, 5: 64}, 4),
    "snub-12x12-S": (144, 324, 61, 120, {2: 4, 3: 20, 4: 20, 5: 100}, 4),
    "t33434-1": (14, 25, 4, 8, {3: 10, 5: 4}, 4),
    "t33434-2": (34, 69, 12, 24, {3: 14, 4: 4, 5: 16}, 4),
    "t33434-3": (62, 133, 24, 48, {3: 18, 4: 8, 5: 36}, 4),
    "t33434-4": (98, 217, 40, 80, {3: 22, 4: 12, 5: 64}, 4),
    "t33434-5": (142, 321, 60, 120, {3: 26, 4: 16, 5: 100}, 4),
}


@pytest.mark.parametrize("name", PAGE)
def test_numbers_of_the_page(name: str) -> None:
    """Vertices, lines, squares, triangles, degrees and symmetries."""
    graph = graph_of(name)
    corners = Counter(map(len, graph.faces))
    degrees = Counter(map(len, graph.neighbours()))
    found = (graph.size, len(graph.edges), corners[4], corners[3], dict(degrees), len(graph.symmetries))
    assert found == PAGE[name]


def test_a_game_without_a_board() -> None:
    """A card game has no graph, and says so."""
    game = find_game("pod_x")
    with pytest.raises(ConfigError, match="not played on a board"):
        game.graph(game.variant())


def test_a_pass_on_the_largest_board() -> None:
    # empty 19x19 board, whose last vertex is the last there is room for   ->   White to act; again   ->   the end
    table = Table("polypods", {"board": "snub-19x19-S"}, seed=0)
    table.act(361)
    assert (table.seat, table.ended) == (1, None)
    table.act(361)
    assert (table.seat, table.ended) == (-1, "terminated")
