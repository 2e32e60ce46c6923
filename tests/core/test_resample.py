"""A resampled world is decided by what its seat knows and by the draws, and by nothing of the true world."""

from functools import partial

import numpy as np
import pytest

from pod_envs.api.registration import environment_module
from pod_envs.core.errors import ConfigError
from pod_envs.core.game import Game
from pod_envs.core.table import Table
from pod_envs.core.view import View

from .common import Snapshot, advance, snapshot, variants_of

DECISIONS = 40  # looked at, of a game of each variant


def whole(table: Table) -> Snapshot:
    """Everything that a table is, the room of its log included."""
    return (*snapshot(table), table.store.log.tobytes())


@pytest.mark.parametrize("explicit", [False, True], ids=["drawn", "explicit"])
def test_equal_knowledge_and_equal_draws_give_equal_worlds(game: Game, explicit: bool) -> None:
    moved = 0
    for variant in variants_of(game)[:8]:
        table = Table(game, variant, seed=11, explicit_chance=explicit)
        for step in range(DECISIONS):
            for seat in range(variant.num_players):
                other = table.resample(seat, 99)
                assert whole(other.resample(seat, 7)) == whole(table.resample(seat, 7))
                moved += other.store.states.tobytes() != table.store.states.tobytes()
            if table.ended:
                break
            advance(table, step)
    assert (moved == 0) == game.spec.perfect_information


def test_the_same_seed_again_stays_where_it_is(game: Game) -> None:
    """A permutation of the true world would walk along a cycle, and come back to the truth."""
    table = Table(game, seed=3)
    for step in range(6):
        advance(table, step)
    for seat in range(table.variant.num_players):
        world = first = table.resample(seat, 7)
        for _ in range(3):
            world = world.resample(seat, 7)
            assert whole(world) == whole(first)


def test_a_world_holds_nothing_of_a_longer_game_before(game: Game) -> None:
    table = Table(game, seed=3)
    for step in range(30):
        if table.ended:
            break
        advance(table, step)
    table.reset(seed=4)
    fresh = Table(game, seed=4)
    for seat in range(table.variant.num_players):
        world, wanted = table.resample(seat, 7), fresh.resample(seat, 7)
        assert not world.store.log[0, len(world.events) :].any()
        assert snapshot(world) == snapshot(wanted)


def test_the_generators_of_a_world_come_from_its_draws_alone(game: Game) -> None:
    worlds = [Table(game, seed=seed).resample(0, np.random.default_rng(5)) for seed in (1, 2)]
    assert worlds[0].store.gens.tobytes() == worlds[1].store.gens.tobytes()
    assert [world.seed for world in worlds] == [None, None]


def test_weights_are_drawn_by_where_a_game_has_some(game: Game) -> None:
    """By a table, by what a policy gets, and by an environment."""
    table, env = Table(game, seed=3), environment_module(game).raw_env()
    env.reset(seed=3)
    ways = (partial(table.resample, table.seat), View(table).resample, partial(env.resample, env.agents[0]))
    for resample in ways:
        with pytest.raises(ConfigError, match="weighted must be True or False, not 1"):
            resample(1, weighted=1)  # type: ignore[arg-type]
        if game.spec.weights:
            assert resample(1, weighted=True) is not None
        else:
            with pytest.raises(ConfigError, match=f"{game.spec.title} weighs no worlds: .* leave weighted out"):
                resample(1, weighted=True)
