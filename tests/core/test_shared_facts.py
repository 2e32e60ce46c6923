"""What all users of a game share cannot be written to; what a view shows cannot be replaced."""

from typing import Any

import numpy as np
import pytest

from pod_envs.core.errors import ConfigError
from pod_envs.core.game import Game
from pod_envs.core.table import Table
from pod_envs.core.view import View

from .common import advance, variants_of


def test_declared_facts_are_read_only(game: Game) -> None:
    players: Any = game.spec.players
    with pytest.raises(TypeError, match="does not support item assignment"):
        players["x"] = "y"
    for variant in variants_of(game)[:3]:
        layout = game.layout(variant)
        offsets: Any = layout.offsets
        with pytest.raises(TypeError, match="does not support item assignment"):
            offsets["x"] = 1
        for array in (layout.high, layout.private):
            with pytest.raises(ValueError, match="read-only"):
                array[:] = 0


def test_a_board_is_read_only(game: Game) -> None:
    try:
        graph = game.graph(game.variant())
    except ConfigError:
        assert not any(field.plane for field in game.layout(game.variant()).fields)
        return
    for array in (graph.coordinates, graph.edges, graph.symmetries):
        with pytest.raises(ValueError, match="read-only"):
            array[:] = 0


@pytest.mark.parametrize("name", ["seat", "game", "variant", "observation", "action_mask", "legal", "fields"])
def test_nothing_of_a_view_can_be_replaced(game: Game, name: str) -> None:
    table = Table(game, seed=2)
    for step in range(4):
        advance(table, step)
    view = View(table)
    other = (table.seat + 1) % table.variant.num_players
    before = (view.seat, view.information_state(), view.picture(), view.observation.tobytes())
    value = other if name == "seat" else None
    with pytest.raises(AttributeError):
        setattr(view, name, value)
    with pytest.raises(AttributeError):
        delattr(view, name)
    assert (view.seat, view.information_state(), view.picture(), view.observation.tobytes()) == before
    assert before == (table.seat, table.information_state(table.seat), table.picture(table.seat), before[3])
    world = view.resample(1)
    assert np.array_equal(world.observe(view.seat)[0], view.observation)


def test_a_view_says_whose_it_is_by_properties_alone(game: Game) -> None:
    view = View(Table(game, seed=2))
    assert [name for name in vars(view) if not name.startswith("_")] == []
