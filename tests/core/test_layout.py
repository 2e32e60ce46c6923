"""The observation's layout: offsets, bounds, splitting, and the table it prints."""

import numpy as np
import pytest

from pod_envs.core.game import Game
from pod_envs.core.layout import Field, Layout
from pod_envs.core.table import Table

from .common import pick, variants_of

# offset  0      1..6            7..8
LAYOUT = Layout(
    (
        Field("alone", (1,), "one value"),
        Field("grid", (2, 3), "a grid", high=2.5),
        Field("pair", (2,), "two values", private=True),
    )
)


def test_offsets_follow_the_order_of_the_fields() -> None:
    assert LAYOUT.offsets == {"alone": 0, "grid": 1, "pair": 7}
    assert LAYOUT.length == 9


def test_bounds_and_privacy_are_given_for_each_value() -> None:
    assert LAYOUT.high.dtype == np.float32
    assert LAYOUT.high.tolist() == [1.0] + [2.5] * 6 + [1.0] * 2
    assert LAYOUT.private.tolist() == [False] * 7 + [True] * 2


@pytest.mark.parametrize("lead", [(), (4,), (2, 5)])
def test_named_splits_any_leading_shape(lead: tuple[int, ...]) -> None:
    values = np.arange(9 * int(np.prod(lead)), dtype=np.float32).reshape((*lead, 9))
    parts = LAYOUT.named(values)
    assert list(parts) == ["alone", "grid", "pair"]
    assert parts["alone"].shape == (*lead, 1)
    assert parts["grid"].shape == (*lead, 2, 3)
    flat = [parts[name].reshape((*lead, -1)) for name in parts]
    assert (np.concatenate(flat, axis=-1) == values).all()


def test_the_table_tells_offset_shape_range_and_meaning() -> None:
    assert LAYOUT.table().split("\n") == [
        "| offset | field | shape | range | meaning |",
        "| ---: | --- | --- | --- | --- |",
        "| 0 | `alone` | 1 | 0 to 1 | one value |",
        "| 1 | `grid` | (2, 3) | 0 to 2.5 | a grid |",
        "| 7 | `pair` | 2 | 0 to 1 | two values |",
    ]


def test_the_digest_changes_with_anything_that_changes_a_value() -> None:
    alone, grid, pair = LAYOUT.fields
    others = [
        Layout((grid, alone, pair)),
        Layout((alone, grid)),
        Layout((alone, Field("grid", (3, 2), "a grid", high=2.5), pair)),
        Layout((alone, Field("grid", (2, 3), "another", high=2.5), pair)),
        Layout((alone, Field("grid", (2, 3), "a grid", high=2.0), pair)),
    ]
    assert LAYOUT.digest() == Layout((alone, grid, pair)).digest()
    assert len({layout.digest() for layout in [LAYOUT, *others]}) == 6


def test_every_observation_of_a_game_lies_within_its_bounds(game: Game) -> None:
    for variant in variants_of(game):
        layout = game.layout(variant)
        table = Table(game, variant, seed=3)
        for step in range(200):
            for seat in range(variant.num_players):
                observation, mask = table.observe(seat)
                assert observation.shape == (layout.length,)
                assert observation.dtype == np.float32
                assert (observation >= 0).all()
                assert (observation <= layout.high).all()
                assert mask.shape == (game.num_actions(variant),)
            if table.ended:
                break
            table.act(pick(table, step))


def test_field_names_of_a_game_are_unique(game: Game) -> None:
    for variant in variants_of(game):
        layout = game.layout(variant)
        assert len(layout.offsets) == len(layout.fields)
        assert layout.length == len(layout.high) == len(layout.private)
