"""Copies of a table: independent, equal at every step of a game; resampled worlds fit their seat."""

import copy
import pickle
from collections.abc import Callable

import numpy as np
import pytest

from pod_envs.core.game import Game
from pod_envs.core.table import Table, table_of_events

from .common import advance, finish, snapshot, trail, variants_of

COPIES: list[Callable[[Table], Table]] = [
    Table.clone,
    copy.copy,
    copy.deepcopy,
    lambda table: pickle.loads(pickle.dumps(table)),
]


@pytest.mark.parametrize("made", COPIES, ids=["clone", "copy", "deepcopy", "pickle"])
@pytest.mark.parametrize("explicit", [False, True])
def test_a_copy_at_any_step_goes_on_identically(game: Game, made: Callable[[Table], Table], explicit: bool) -> None:
    for variant in variants_of(game)[:3]:
        table = Table(game, variant, seed=5, explicit_chance=explicit)
        copies = [made(table)]
        for step in range(60):
            if table.ended:
                break
            advance(table, step)
            copies.append(made(table))
        for step, twin in enumerate(copies[:-1]):
            advance(twin, step)
            assert snapshot(twin) == snapshot(copies[step + 1])
        rest = len(copies) - 1
        ending = trail(table, rest)
        assert trail(copies[rest], rest) == ending
        assert trail(copies[1], 2)[rest - 2 :] == ending


@pytest.mark.parametrize("made", COPIES, ids=["clone", "copy", "deepcopy", "pickle"])
def test_a_copy_and_its_original_do_not_touch_each_other(game: Game, made: Callable[[Table], Table]) -> None:
    table = Table(game, seed=6)
    for step in range(5):
        advance(table, step)
    twin = made(table)
    assert twin.game is game
    assert twin.variant == table.variant
    before = snapshot(table)
    finish(twin)
    twin.reset()
    assert snapshot(table) == before
    kept = snapshot(twin)
    finish(table)
    table.reset(seed=0)
    assert snapshot(twin) == kept


def test_a_clone_with_a_seed_has_the_generators_of_that_seed(game: Game) -> None:
    table = Table(game, seed=5)
    advance(table, 0)
    one, also, other = (table.clone(seed=seed) for seed in (1, 1, 2))
    assert one.store.states.tobytes() == table.store.states.tobytes()
    assert snapshot(one) == snapshot(also)
    assert one.store.gens.tobytes() == Table(game, seed=1).clone(seed=1).store.gens.tobytes()
    for twin in (one, also, other, table):
        finish(twin)
        twin.reset()
    assert one.events == also.events
    assert {one.events != other.events, one.events != table.events} == {bool(game.spec.chance_kinds)}


def test_the_arrays_that_a_table_gives_are_the_callers_own(game: Game) -> None:
    table = Table(game, seed=5)
    before = snapshot(table)
    for array in (table.returns, table.reward, table.pay, *table.observe(0), *table.observe(table.seat)):
        array[...] = 9
    table.state.view(np.uint8)[...] = 9
    table.events.clear()
    table.legal().clear()
    assert snapshot(table) == before


def test_resampling_is_possible_at_any_time_and_keeps_what_the_seat_knows(game: Game) -> None:
    rng = np.random.default_rng(4)
    for variant in variants_of(game):
        table = Table(game, variant, seed=3, explicit_chance=True)
        for step in range(120):
            before = snapshot(table)
            seat = int(rng.integers(variant.num_players))
            twin = table.resample(seat, rng)
            assert snapshot(table) == before
            assert (twin.seat, twin.ended) == (table.seat, table.ended)
            assert [a.tobytes() for a in twin.observe(seat)] == [a.tobytes() for a in table.observe(seat)]
            assert twin.information_state(seat) == table.information_state(seat)
            assert twin.picture(seat) == table.picture(seat)
            assert twin.chance_kind == table.chance_kind
            again = table_of_events(game, variant, twin.events)
            assert again.store.states.tobytes() == twin.store.states.tobytes()
            assert again.store.obs.tobytes() == twin.store.obs.tobytes()
            assert again.store.mask.tobytes() == twin.store.mask.tobytes()
            if table.ended:
                assert twin.store.states.tobytes() == table.store.states.tobytes()
                break
            if step % 10 == 0:
                finish(twin, step)
            advance(table, step)


def test_resampling_is_repeatable_and_hides_the_tables_own_dice(game: Game) -> None:
    table = Table(game, seed=3)
    one, also, other = (table.resample(0, seed) for seed in (1, 1, 2))
    assert snapshot(one) == snapshot(also)
    assert one.store.gens.tobytes() != other.store.gens.tobytes()
    assert one.store.gens.tobytes() != table.store.gens.tobytes()
    worlds = {table.resample(0, seed).store.states.tobytes() for seed in range(30)}
    assert (len(worlds) == 1) == game.spec.perfect_information
    assert table.resample(0).store.gens.tobytes() != table.resample(0).store.gens.tobytes()
