"""The boards of Polypods over the reference twin: the page's table, the geometry, symmetries, names and labels."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import dist

import pytest

from tests.games.reference_polypods import Game
from tests.games.reference_polypods_board import COLUMNS, Board

# The page's table: V, E, squares, triangles, degrees (degree:count), symmetries.
TABLE = {
    "snub-4x4-S": "16 28 5 8 2:4,3:4,4:4,5:4 4",
    "snub-5x5-S": "25 48 8 16 2:3,3:7,4:6,5:9 2",
    "snub-5x5-T": "25 48 8 16 2:3,3:7,4:6,5:9 2",
    "snub-6x6-S": "36 72 13 24 2:4,3:8,4:8,5:16 4",
    "snub-6x6-T": "36 73 12 26 2:2,3:10,4:8,5:16 4",
    "snub-7x7-S": "49 102 18 36 2:3,3:11,4:10,5:25 2",
    "snub-7x7-T": "49 102 18 36 2:3,3:11,4:10,5:25 2",
    "snub-8x8-S": "64 136 25 48 2:4,3:12,4:12,5:36 4",
    "snub-8x8-T": "64 137 24 50 2:2,3:14,4:12,5:36 4",
    "snub-9x9-S": "81 176 32 64 2:3,3:15,4:14,5:49 2",
    "snub-9x9-T": "81 176 32 64 2:3,3:15,4:14,5:49 2",
    "snub-10x10-S": "100 220 41 80 2:4,3:16,4:16,5:64 4",
    "snub-12x12-S": "144 324 61 120 2:4,3:20,4:20,5:100 4",
    "t33434-1": "14 25 4 8 3:10,5:4 4",
    "t33434-2": "34 69 12 24 3:14,4:4,5:16 4",
    "t33434-3": "62 133 24 48 3:18,4:8,5:36 4",
    "t33434-4": "98 217 40 80 3:22,4:12,5:64 4",
    "t33434-5": "142 321 60 120 3:26,4:16,5:100 4",
}

# The page's neighbour lists for the worked examples.
SNUB_6X6_S = """
    0:1,6              1:0,2,7,8          2:1,3,8            3:2,4,9,10         4:3,5,10           5:4,11
    6:0,7,12           7:1,6,8,12,13      8:1,2,7,9,14       9:3,8,10,14,15     10:3,4,9,11,16     11:5,10,16,17
    12:6,7,13,18       13:7,12,14,19,20   14:8,9,13,15,20    15:9,14,16,21,22   16:10,11,15,17,22  17:11,16,23
    18:12,19,24        19:13,18,20,24,25  20:13,14,19,21,26  21:15,20,22,26,27  22:15,16,21,23,28  23:17,22,28,29
    24:18,19,25,30     25:19,24,26,31,32  26:20,21,25,27,32  27:21,26,28,33,34  28:22,23,27,29,34  29:23,28,35
    30:24,31           31:25,30,32        32:25,26,31,33     33:27,32,34        34:27,28,33,35     35:29,34
"""
SNUB_3X5_S = """
    0:1,5  1:0,2,6,7  2:1,3,7  3:2,4,8,9  4:3,9  5:0,6,10  6:1,5,7,10,11  7:1,2,6,8,12  8:3,7,9,12,13  9:3,4,8,14
    10:5,6,11  11:6,10,12  12:7,8,11,13  13:8,12,14  14:9,13
"""

SHAPES = [*TABLE, "snub-2x2-S", "snub-2x2-T", "snub-3x5-S", "snub-5x3-T", "snub-2x19-S", "snub-7x4-T"]


@pytest.mark.parametrize("name", TABLE)
def test_table(name: str) -> None:
    """Every figure of the page's table."""
    board = Board(name)
    rings = Counter(map(len, board.faces()))
    degrees = sorted(Counter(map(len, board.neighbours)).items())
    words = ",".join(f"{degree}:{count}" for degree, count in degrees)
    figures = [board.size, len(board.edges), rings[4], rings[3], words, len(board.symmetries())]
    assert " ".join(map(str, figures)) == TABLE[name] and set(rings) == {3, 4}


@pytest.mark.parametrize(("name", "lists"), [("snub-6x6-S", SNUB_6X6_S), ("snub-3x5-S", SNUB_3X5_S)])
def test_neighbour_lists(name: str, lists: str) -> None:
    """The page's lists, vertex by vertex."""
    ours = [f"{v}:{','.join(map(str, near))}" for v, near in enumerate(Board(name).neighbours)]
    assert ours == lists.split()


@pytest.mark.parametrize("name", SHAPES)
def test_joined_exactly_at_distance_one(name: str) -> None:
    """The coordinates give the same graph, no two vertices are closer, and V - E + F = 1."""
    board = Board(name)
    spots = board.coordinates()
    apart = {pair: dist(spots[pair[0]], spots[pair[1]]) for pair in combinations(range(board.size), 2)}
    assert [pair for pair, length in apart.items() if length == pytest.approx(1)] == board.edges
    assert min(apart.values()) == pytest.approx(1)
    assert board.size - len(board.edges) + len(board.faces()) == 1


@pytest.mark.parametrize("name", SHAPES)
def test_faces_are_rings_of_lines(name: str) -> None:
    """Around every face run lines, none of them lies inside, and every line is at one or two faces."""
    board = Board(name)
    sides: Counter[tuple[int, int]] = Counter()
    for ring in board.faces():
        around = [tuple(sorted(pair)) for pair in zip(ring, [*ring[1:], ring[0]], strict=True)]
        assert sorted(around) == [pair for pair in board.edges if set(pair) <= set(ring)]
        sides.update((min(pair), max(pair)) for pair in around)
    assert sorted(sides) == board.edges and set(sides.values()) <= {1, 2}


@pytest.mark.parametrize("n", range(2, 13))
@pytest.mark.parametrize("start", ["S", "T"])
def test_formulas(n: int, start: str) -> None:
    """V = n^2 and E = 2n(n-1) + pairs, the pairs being half the cells, rounded down for S and up for T."""
    board, cells = Board(f"snub-{n}x{n}-{start}"), (n - 1) ** 2
    pairs = cells // 2 if start == "S" else -(-cells // 2)
    assert (board.size, len(board.edges)) == (n * n, 2 * n * (n - 1) + pairs)


@pytest.mark.parametrize("k", range(1, 9))
def test_t33434(k: int) -> None:
    """The formulas, and the missing vertices: the two of degree 2 of the enclosing board."""
    board, whole = Board(f"t33434-{k}"), Board(f"snub-{2 * k + 2}x{2 * k + 2}-T")
    figures = (board.size, len(board.edges), len(board.faces()))
    assert figures == (4 * k * k + 8 * k + 2, 10 * k * k + 14 * k + 1, 6 * k * (k + 1))
    corners = [place for place, near in zip(whole.places, whole.neighbours, strict=True) if len(near) == 2]
    assert corners == [(0, 2 * k + 1), (2 * k + 1, 0)] and board.places == [p for p in whole.places if p not in corners]


def automorphisms(board: Board) -> list[list[int]]:
    """Every map of the vertices onto themselves that keeps the lines, found without any geometry."""
    order = [0]  # every later vertex is joined to an earlier one
    for v in order:
        order += [w for w in board.neighbours[v] if w not in order]
    near = [set(ws) for ws in board.neighbours]
    found: list[dict[int, int]] = [{}]
    for step, v in enumerate(order):
        grown = []
        for image in found:
            behind = {image[w] for w in near[v] if w in image}
            places = set.intersection(*(near[w] for w in behind)) if behind else set(range(board.size))
            free = places - set(image.values())
            fits = [
                w for w in free if len(near[w]) == len(near[v]) and len(near[w] & set(image.values())) == len(behind)
            ]
            grown += [{**image, v: w} for w in fits]
        found = grown
        assert all(len(image) == step + 1 for image in found)
    return [[image[v] for v in range(board.size)] for image in found]


@pytest.mark.parametrize("name", [name for name in SHAPES if Board(name).size <= 81])
def test_symmetries_are_all(name: str) -> None:
    """The maps of the grid are all symmetries that the graph has, and the first changes nothing."""
    board = Board(name)
    assert sorted(board.symmetries()) == sorted(automorphisms(board))
    assert board.symmetries()[0] == list(range(board.size))


@pytest.mark.parametrize("n", range(3, 11))
@pytest.mark.parametrize("start", ["S", "T"])
def test_listed_symmetries(n: int, start: str) -> None:
    """The maps of (r, c) that the page lists, from 3 x 3 on; the one cell of 2 x 2 S has more."""
    last = n - 1
    board = Board(f"snub-{n}x{n}-{start}")
    quarter, half, back = (
        [(last - c, r) for r, c in board.places],
        [(last - r, last - c) for r, c in board.places],
        [(c, last - r) for r, c in board.places],
    )
    across, anti = [(c, r) for r, c in board.places], [(last - c, last - r) for r, c in board.places]
    listed = {"S0": [quarter, half, back], "T0": [across, half, anti], "S1": [anti], "T1": [across]}[f"{start}{n % 2}"]
    images = [[board.vertex_at[place] for place in places] for places in [board.places, *listed]]
    assert sorted(board.symmetries()) == sorted(images)


def test_two_by_two_has_more() -> None:
    """All eight maps of a square, and four of them with a diagonal."""
    assert [len(Board(f"snub-2x2-{start}").symmetries()) for start in "ST"] == [8, 4]


@pytest.mark.parametrize("name", ["snub-2x2-S", "snub-19x19-T", "snub-2x19-T", "snub-10x9-S", "t33434-1", "t33434-8"])
def test_names(name: str) -> None:
    """The smallest and the largest."""
    assert Board(name).name == name


@pytest.mark.parametrize(
    "name",
    [
        *("snub-1x2-S", "snub-2x1-S", "snub-20x8-S", "snub-8x20-S", "snub-08x8-S", "snub-8x08-S", "snub-100x8-S"),
        *("snub-8x8-s", "snub-8x8-U", "snub-8x8", "snub-8x8-ST", "snub-8x8-S ", " snub-8x8-S", "snub-8x8-S\n"),
        *("Snub-8x8-S", "snub_8x8_S", "snub-8X8-S", "snub-+8x8-S", "snub-८x8-S", "snub-8.0x8-S", "snub--8x8-S"),
        *(
            "t33434-0",
            "t33434-9",
            "t33434-10",
            "t33434-01",
            "t33434-3-S",
            "T33434-3",
            "t33434",
            "hex-5",
            "",
            8,
            None,
            [],
        ),
    ],
)
def test_refused_names(name: object) -> None:
    """Everything else, with what was seen and what is wanted."""
    with pytest.raises(ValueError, match="is no board: wanted snub-ROWSxCOLS-S"):
        Board(name)  # type: ignore[arg-type]


def test_labels() -> None:
    """Columns a to s without gaps, rows from 1, by the enclosing square where corners are missing."""
    board = Board("snub-19x19-S")
    assert [board.label(c) for c in range(19)] == [f"{letter}1" for letter in COLUMNS]
    assert board.label(8 * 19 + 8) == "i9" and board.places[board.action_of("c4")] == (3, 2)
    #   a b c d
    # 1 0 1 2
    # 2 3 4 5 6
    # 3 7 8 9 10
    # 4   11 12 13
    small = Board("t33434-1")
    assert " ".join(map(small.label, range(14))) == "a1 b1 c1 a2 b2 c2 d2 a3 b3 c3 d3 b4 c4 d4"


@pytest.mark.parametrize("name", ["snub-8x8-S", "snub-2x19-T", "t33434-8"])
def test_action_texts_round_trip(name: str) -> None:
    """Every action has its own text."""
    board = Board(name)
    texts = [board.action_text(action) for action in range(board.size + 1)]
    assert len(set(texts)) == board.size + 1 and texts[-1] == "pass"
    assert [board.action_of(text) for text in texts] == list(range(board.size + 1))


@pytest.mark.parametrize(
    "text", ["d1", "a4", "C4", "c04", "c", "4c", "e1", "a5", "a0", "c4 ", "", "Pass", "PASS", "-1"]
)
def test_refused_texts(text: str) -> None:
    """What names no vertex of t33434-1, its missing corners among them."""
    with pytest.raises(ValueError, match="is no move on t33434-1: wanted a vertex such as c4, or pass"):
        Board("t33434-1").action_of(text)


@pytest.mark.parametrize("action", [-1, 15, True, 1.0, None, "a1"])
def test_refused_actions(action: object) -> None:
    """What is no integer of the action space."""
    with pytest.raises(ValueError, match="wanted an integer from 0 to 14"):
        Board("t33434-1").action_text(action)  # type: ignore[arg-type]


def test_drawn() -> None:
    """A board string in rows, blank where the grid has no vertex."""
    game = Game({"board": "t33434-1"})
    game.apply(game.board.action_of("d2"))
    game.apply(game.board.action_of("b4"))
    assert game.board.drawn(game.board_string()) == "...\n...a\n....\n b.."
