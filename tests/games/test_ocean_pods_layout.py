"""The observation of Ocean Pods in every variant: sizes, bounds, and the seats' symmetry."""

from __future__ import annotations

import random

import numpy as np
import pytest

from pod_envs.core.errors import ConfigError
from pod_envs.core.table import Table
from tests.games.drawn_ocean_pods import GAME, act, draw, place, seen
from tests.games.test_ocean_pods_observation import SEATS, drawn_table
from tests.games.variants_ocean_pods import SMALL, VARIANTS, seated
from tests.games.views_ocean_pods import BY_SEAT, turns_of

# Layout and bounds --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", VARIANTS)
def test_sizes(name: str) -> None:
    """One-hot and bitmap lengths follow the seats and the tables [0.1.11]."""
    variant = GAME.variant(**seated(VARIANTS[name], 1))
    n, cards, goals = variant.num_players, len(variant.table("cards")), len(variant.table("objectives"))
    shapes = {field.name: field.shape for field in GAME.layout(variant).fields}
    assert (shapes["boat"], shapes["to_border"], shapes["order"]) == ((4,), (6,), (4, 4))
    assert shapes["objective"] == (n, goals) and shapes["dice"] == (n + 1, 5)
    assert (shapes["claimed"], shapes["unseen"], shapes["offer"]) == ((n, cards), (cards,), (6, cards))
    assert all(shapes[field][0] == n for field in BY_SEAT)
    private = {field.name for field in GAME.layout(variant).fields if field.private}
    assert {"objective", "progress", "helps"} <= private


@pytest.mark.parametrize("name", VARIANTS)
def test_bounds(name: str) -> None:
    """float32[length], from 0 to the layout's bounds, at every decision and at the end, for every seat."""
    rng = random.Random(name)
    table = Table(GAME, seated(VARIANTS[name], len(name)), seed=1)
    while table.ended is None:
        check_bounds(table)
        table.act(rng.choice(table.legal()))
    check_bounds(table)


def check_bounds(table: Table) -> None:
    """Shape, type and range of all observations and masks."""
    high = GAME.layout(table.variant).high
    for seat in range(table.variant.num_players):
        observation, mask = table.observe(seat)
        assert observation.dtype == np.float32 and observation.shape == high.shape
        assert (observation >= 0).all() and (observation <= high).all()
        assert mask.dtype == np.int8 and mask.shape == (85,)
        assert set(mask.tolist()) <= {0, 1}


def test_bounds_are_met() -> None:
    """The most that the rules allow fits exactly: points of the dearest card on top of 11."""
    table = place(
        {"num_players": 2}, "- FISH FISH", seat=1, first=0, tokens={1: "2/0/0/4/0"}, claimed={1: "P8 P7 L3"},
        open_pod="A8", research=True, boat=3,
    )  # fmt: skip
    act(table, "CLAIM A8")
    draw(table, "refill", 39)
    high = GAME.layout(table.variant).named(GAME.layout(table.variant).high)
    assert seen(table, 1)["points"][0] == high["points"][0] == np.float32(16 / 12)


# Symmetry -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SMALL)
def test_what_all_see_is_turned(name: str) -> None:
    """But for what is a seat's own, every seat's observation is seat 0's, turned; between draws too."""
    rng, table = random.Random(name), Table(GAME, SMALL[name], seed=0, explicit_chance=True)
    layout = GAME.layout(table.variant)
    own = np.zeros(layout.length, bool)
    for field in ("objective", "progress", "payable", "missing", "helps"):
        layout.named(own)[field][:] = True
    orders = turns_of(layout, table.variant.num_players)
    while table.ended is None:
        first = table.observe(0)[0]
        for seat, order in enumerate(orders):
            assert table.observe(seat)[0][~own].tobytes() == first[order][~own].tobytes()
        outcomes = [outcome for outcome, _ in table.chance_outcomes()]
        (table.apply_chance if outcomes else table.act)(rng.choice(outcomes or table.legal()))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_turning_the_seats_turns_the_game(seats: int) -> None:
    """Whatever happens to seat s at one table happens to seat s + 1 at the other: both see the same."""
    rng = random.Random(seats)
    options = {"num_players": seats, "public_objectives": seats == 3}
    one, other = (Table(GAME, options, seed=0, explicit_chance=True) for _ in range(2))
    goals = rng.sample(range(12), seats)
    for table, first, dealt in ((one, seats - 1, goals), (other, 0, [goals[-1], *goals[:-1]])):
        draw(table, "ocean", 2, 0, 3, 1)
        draw(table, "first_player", first)
        draw(table, "objective", *dealt)
    while one.ended is None:
        for seat in range(seats):
            there = other.observe((seat + 1) % seats)
            assert [part.tobytes() for part in one.observe(seat)] == [part.tobytes() for part in there]
        choice = rng.choice(one.legal() or [outcome for outcome, _ in one.chance_outcomes()])
        for table in (one, other):
            (table.act if table.seat >= 0 else table.apply_chance)(choice)
    assert np.roll(one.returns, 1).tolist() == other.returns.tolist()


def test_looking_changes_nothing() -> None:
    """Any seat may look at any time, and what it gets is its own."""
    table = drawn_table()
    before = table.state.tobytes()
    for seat in SEATS:
        observation, mask = table.observe(seat)
        observation[:], mask[:] = 7, 7
    assert table.state.tobytes() == before
    assert seen(table, 0)["round"].tolist() == pytest.approx([0.07])


def test_seat_that_does_not_exist() -> None:
    """The sentence says which seats there are."""
    with pytest.raises(ConfigError, match="a seat"):
        drawn_table().observe(3)
