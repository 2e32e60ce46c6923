"""The observation and mask of Relative Space in all variants: shapes, bounds, what waits, what is left at the end."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from pod_envs.core.saved import from_bytes, to_bytes
from pod_envs.core.table import Table
from tests.games.drawn_relative_space import GAME, draw, play, two
from tests.games.variants_relative_space import SMALL, VARIANTS, seated

# All variants -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", VARIANTS)
def test_layout(name: str) -> None:
    """The shapes follow from seats, slots and pods: one more than there are keycards, eleven at most."""
    variant = GAME.variant(seated(VARIANTS[name], 2))
    n, slots, layout = variant.num_players, variant.slots, GAME.layout(variant)
    pods = min(11, 1 + n * variant.keycards)
    assert layout.named(np.zeros(layout.length, np.float32))["open"].shape == (pods,)
    by_seat, by_pod, by_slot = n * (slots * 25 + 4 + pods), pods * (21 + 1 + 1 + 21 + 1 + 1 + 1), slots * (1 + pods)
    assert layout.length == by_seat + by_pod + by_slot + 1 + 21 + 4 + 9 + 1 + 1
    assert (layout.high > 0).all()


@pytest.mark.parametrize("name", VARIANTS)
def test_bounds(name: str) -> None:
    """float32[length] from 0 to the layout's bounds, one-hot where that is said, at some decisions and at the end."""
    rng, table = random.Random(name), Table(GAME, seated(VARIANTS[name], 5), seed=0)
    layout = table.game.layout(table.variant)
    while table.ended is None:
        if rng.random() < 0.3:
            check_bounds(table, layout, rng.randrange(table.variant.num_players))
        table.act(rng.choice(table.legal()))
    check_bounds(table, layout, 0)


def check_bounds(table: Table, layout: Any, seat: int) -> None:
    """Shape, type and range of an observation and its mask; what cannot be at once is not."""
    observation, mask = table.observe(seat)
    assert observation.dtype == np.float32 and observation.shape == (layout.length,)
    assert mask.dtype == np.int8
    assert (observation >= 0).all() and (observation <= layout.high).all()
    assert mask.shape == (GAME.num_actions(table.variant),) and set(mask.tolist()) <= {0, 1}
    fields = layout.named(observation)
    lies = fields["slots"].sum(axis=2)
    assert ((lies == 0) | (lies == 1)).all() and (fields["available"] <= lies).all()
    assert lies.sum(axis=1).tolist() == pytest.approx((fields["cards_left"] * table.variant.slots).tolist())
    running = table.ended is None
    assert fields["to_act"].sum() == fields["phase"].sum() == running
    assert all(fields[field].sum() <= running for field in ("doing", "chosen", "on_pod"))
    assert (fields["top"].sum(axis=1) == (fields["pile"] > 0)).all()
    assert (fields["pile"] <= fields["open"] * layout.high[layout.offsets["pile"]]).all()
    assert fields["open"].sum() == table.state[0].pods


@pytest.mark.parametrize("row", [10, 14, 22, 30, 43])
def test_bounds_hold_where_all_of_a_long_row_loads(row: int) -> None:
    """Thirds and tenths that are added up one by one exceed 1 in float32.

    seat 0  [?] [?] ... [?]    one row, all available, and the pod is empty: each card loads
    """
    table = Table(GAME, {"num_players": 2, "stash_rows": [row]}, seed=1)
    layout = table.game.layout(table.variant)
    observation = table.observe(0)[0]
    assert layout.named(observation)["answers"][0, 0] == 1
    check_bounds(table, layout, 0)


# Masks and looking --------------------------------------------------------------------------------------------------


def test_masks() -> None:
    """What is legal for who is to act, zeros for who waits, ones for all after the end."""
    table = two({0: 5, 1: 6}, [[4]])
    assert np.flatnonzero(table.observe(0)[1]).tolist() == [0, 11, 12, 23]
    assert not table.observe(1)[1].any()
    table = two({0: "?"}, [[4]])
    play(table, 0, 0)
    assert table.seat == -1 and not any(table.observe(seat)[1].any() for seat in (0, 1))  # chance is to move
    draw(table, "flip", 5)
    assert all(table.observe(seat)[1].tolist() == [1] * 207 for seat in (0, 1))


def test_after_the_end() -> None:
    """The last position stays, and nothing is asked."""
    table = two({0: 5}, [[3]])
    play(table, 0, 0)
    for seat in (0, 1):
        fields = table.game.layout(table.variant).named(table.observe(seat)[0])
        assert fields["cards_left"].tolist() == [[0, 1][seat], [1, 0][seat]]
        assert fields["pile"].tolist() == pytest.approx([2 / 9, 0, 0])
        asking = ("to_act", "phase", "doing", "chosen", "on_pod", "owed", "loads", "new_pod")
        assert not any(fields[field].any() for field in asking)


@pytest.mark.parametrize("name", SMALL)
def test_looking_changes_nothing(name: str) -> None:
    """Any seat may look at any time, and what it gets is its own."""
    rng, table = random.Random(name), Table(GAME, SMALL[name], seed=0)
    for _ in range(8):
        if table.ended is None:
            table.act(rng.choice(table.legal()))
    before = table.state.tobytes(), table.legal()
    for seat in range(table.variant.num_players):
        observation, mask = table.observe(seat)
        observation[:], mask[:] = 7, 7
    assert (table.state.tobytes(), table.legal()) == before


@pytest.mark.parametrize("name", SMALL)
def test_nothing_is_left_of_the_game_before(name: str) -> None:
    """A second game at a table has the same bytes as a first one, so that it can be saved and read again."""
    tables = [Table(GAME, SMALL[name], seed=0) for _ in range(2)]
    rng = random.Random(name)
    while tables[0].ended is None:
        tables[0].act(rng.choice(tables[0].legal()))
    tables[0].reset(0)
    while tables[0].ended is None:
        assert tables[0].state.tobytes() == tables[1].state.tobytes()
        action = rng.choice(tables[0].legal())
        for table in tables:
            table.act(action)
    assert from_bytes(to_bytes(tables[0]), tables[0])[0].state.tobytes() == tables[1].state.tobytes()
