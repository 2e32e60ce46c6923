"""What the observation of Polypods says: each field on a drawn position, planes, bounds, masks."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from pod_envs.core.saved import from_bytes, to_bytes
from pod_envs.core.table import Table
from tests.games.drawn_polypods import GAME, GREEN, WHITE, start
from tests.games.variants_polypods import SMALL, VARIANTS, WAYS

Fields = dict[str, NDArray[np.float32]]
PASS = 36

# White's core disc 34 has just killed: Green has two discs left of another polypod, and rocks.
#
#   aa....     fringe of Green: 2, 6, 7 and 8
#   ......     of White: 22, 23, 27, 29 and 33; the rocks 21 and 30 spoil nothing
#   ......
#   ...#..
#   ....b.
#   #...Bb
DRAWING = """
    aa....
    ......
    ......
    ...#..
    ....b.
    #...Bb
"""


def seen(table: Table, seat: int) -> Fields:
    """The observation of a seat by field."""
    named: Fields = table.game.layout(table.variant).named(table.observe(seat)[0])
    return named


def marked(values: NDArray[np.float32]) -> set[int]:
    """The vertices that a 0/1 plane marks."""
    assert set(values.tolist()) <= {0.0, 1.0}
    return set(np.flatnonzero(values).tolist())


Discs = tuple[set[int], set[int]]  # feet and core
OWN: Discs = ({0, 1}, set())  # as Green sees them
FOE: Discs = ({28, 35}, {34})
ROCKS = {21, 30}


@pytest.mark.parametrize(("seat", "own", "foe"), [(GREEN, OWN, FOE), (WHITE, FOE, OWN)])
def test_discs_by_role(seat: int, own: Discs, foe: Discs) -> None:
    """Own and foe change places with the seat; rocks and empty vertices do not."""
    fields = seen(start(DRAWING, GREEN), seat)
    assert (marked(fields["own_foot"]), marked(fields["own_core"])) == own
    assert (marked(fields["foe_foot"]), marked(fields["foe_core"])) == foe
    assert marked(fields["rock"]) == ROCKS
    assert marked(fields["empty"]) == set(range(36)) - ROCKS - {0, 1, 28, 34, 35}


@pytest.mark.parametrize("seat", [GREEN, WHITE])
def test_polypods(seat: int) -> None:
    """Size and core count stand at every disc of a polypod, and nowhere else."""
    fields = seen(start(DRAWING, GREEN), seat)
    sizes, cores = {0: 2, 1: 2, 28: 3, 34: 3, 35: 3}, {28: 1, 34: 1, 35: 1}
    for name, wanted in (("size", sizes), ("cores", cores)):
        found = {v: float(fields[name][v]) for v in np.flatnonzero(fields[name]).tolist()}
        assert found == pytest.approx({v: count / 36 for v, count in wanted.items()})


@pytest.mark.parametrize("seat", [GREEN, WHITE])
def test_facts_of_the_game(seat: int) -> None:
    """Seats count from the one that looks."""
    table = start(DRAWING, GREEN, max_plies=50)
    fields = seen(table, seat)
    order = [seat, 1 - seat]
    assert fields["to_act"].tolist() == [[1, 0][k] for k in order]
    assert fields["score"].tolist() == pytest.approx([[0, 1][k] / 36 for k in order])
    assert fields["fringe"].tolist() == pytest.approx([[4, 5][k] / 36 for k in order])
    assert (fields["last_pass"].tolist(), fields["ply"].tolist()) == ([0], [0])
    table.act(PASS)
    fields = seen(table, seat)
    assert fields["to_act"].tolist() == [[0, 1][k] for k in order]
    assert (fields["last_pass"].tolist(), fields["ply"].tolist()) == ([1], pytest.approx([1 / 50]))
    table.act(20)
    assert seen(table, seat)["last_pass"].tolist() == [0]


def test_every_field_is_tested_above() -> None:
    """No field of the layout without a golden value."""
    planes = {"own_foot", "own_core", "foe_foot", "foe_core", "rock", "empty", "size", "cores"}
    layout = GAME.layout(GAME.variant())
    assert {part.name for part in layout.fields if part.plane} == planes
    assert [part.name for part in layout.fields if not part.plane] == ["to_act", "last_pass", "ply", "score", "fringe"]
    assert not layout.private.any()
    assert [part.name for part in layout.fields if part.name in planes] == list(seen(start("", GREEN), 0))[
        : len(planes)
    ]


@pytest.mark.parametrize("name", ["snub-6x6-S", "snub-3x7-S", "snub-5x4-T"])
def test_planes(name: str) -> None:
    """On a snub board the fields of vertices come first and reshape to (planes, rows, columns)."""
    rows, columns = map(int, name.split("-")[1].split("x"))
    rng, table = random.Random(name), Table(GAME, {"board": name}, seed=0)
    while table.ended is None:
        table.act(WAYS["fill"](rng, table))
        observation, _ = table.observe(0)
        planes = observation[: 8 * rows * columns].reshape(8, rows, columns)
        lines = table.picture().split("\n")[3 : 3 + rows]
        signs = np.array([line[4:].split() for line in lines])
        for plane, sign in zip(planes, "aAbB#.", strict=False):
            assert (plane == (signs == sign)).all()


def test_masks() -> None:
    """What is legal for who is to act, zeros for who waits, ones for all after the end."""
    table = start(DRAWING, GREEN)
    # Next to White's core disc 34 are 27, 28, 33 and 35.
    legal = [v for v in range(36) if v not in {0, 1, 21, 27, 28, 30, 33, 34, 35}]
    assert np.flatnonzero(table.observe(GREEN)[1]).tolist() == [*legal, PASS]
    assert not table.observe(WHITE)[1].any()
    table.act(PASS)
    assert not table.observe(GREEN)[1].any()
    table.act(PASS)
    assert all(table.observe(seat)[1].tolist() == [1] * 37 for seat in (GREEN, WHITE))


def test_after_the_end() -> None:
    """The last position stays, and nobody is to act."""
    table = start(DRAWING, GREEN)
    table.act(PASS)
    table.act(PASS)
    for seat, own in ((GREEN, {0, 1}), (WHITE, {28, 35})):
        fields = seen(table, seat)
        assert marked(fields["own_foot"]) == own
        assert not fields["to_act"].any()
        assert fields["last_pass"].tolist() == [1]


@pytest.mark.parametrize("name", VARIANTS)
def test_bounds(name: str) -> None:
    """float32[length], from 0 to the layout's bounds; every vertex holds one thing; a ply limit is reached at 1."""
    rng, table = random.Random(name), Table(GAME, VARIANTS[name], seed=0)
    layout = table.game.layout(table.variant)
    while table.ended is None:
        table.act(WAYS["fill"](rng, table))
        for seat in range(2):
            check_bounds(table, layout, seat)
    assert (seen(table, 0)["ply"][0] == 1) == (len(table.events) == table.variant.max_plies)


def check_bounds(table: Table, layout: Any, seat: int) -> None:
    """Shape, type and range of an observation and its mask."""
    observation, mask = table.observe(seat)
    assert observation.dtype == np.float32
    assert observation.shape == (layout.length,)
    assert (observation >= 0).all() and (observation <= layout.high).all()
    assert mask.dtype == np.int8
    assert mask.shape == (table.variant.vertices + 1,)
    fields = layout.named(observation)
    kinds = ("own_foot", "own_core", "foe_foot", "foe_core", "rock", "empty")
    assert (sum(fields[kind] for kind in kinds) == 1).all()
    assert ((fields["size"] > 0) == (fields["rock"] + fields["empty"] == 0)).all()
    assert (2 * fields["cores"] <= fields["size"]).all()


@pytest.mark.parametrize("name", SMALL)
def test_looking_changes_nothing(name: str) -> None:
    """Any seat may look at any time, and what it gets is its own."""
    rng, table = random.Random(name), Table(GAME, {"board": name}, seed=0)
    for _ in range(20):
        if table.ended is None:
            table.act(WAYS["fill"](rng, table))
    before = table.state.tobytes(), table.legal()
    for seat in range(2):
        observation, mask = table.observe(seat)
        observation[:], mask[:] = 7, 7
    assert (table.state.tobytes(), table.legal()) == before


@pytest.mark.parametrize("name", SMALL)
def test_nothing_is_left_of_the_game_before(name: str) -> None:
    """A second game at a table has the same bytes as a first one, so that it can be saved and read again."""
    tables = [Table(GAME, {"board": name}, seed=0) for _ in range(2)]
    rng = random.Random(name)
    while tables[0].ended is None:
        tables[0].act(WAYS["capture"](rng, tables[0]))
    tables[0].reset(0)
    while tables[0].ended is None:
        assert tables[0].state.tobytes() == tables[1].state.tobytes()
        assert from_bytes(to_bytes(tables[0]), tables[0])[0].state.tobytes() == tables[1].state.tobytes()
        action = WAYS["capture"](rng, tables[0])
        for table in tables:
            table.act(action)
