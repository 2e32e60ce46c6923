"""Counts, seats, seeds and switches as callers may give them, to tables and batches."""

import copy
import json
import os
from typing import Any

import numpy as np
import pytest

from pod_envs.core.batch import Batch
from pod_envs.core.errors import ConfigError, IllegalAction, StateError, VariantError
from pod_envs.core.game import Game
from pod_envs.core.record import dump, record_of
from pod_envs.core.saved import from_bytes, to_bytes
from pod_envs.core.table import Table
from pod_envs.core.view import View

from .common import advance, batch_bytes, snapshot
from .test_saved import forged


@pytest.mark.parametrize("rng", [-1, "a", 1.5, True, [1], np.bool_(True), np.float64(1)], ids=repr)
def test_what_is_no_generator_and_no_seed_for_one_is_refused(game: Game, rng: Any) -> None:
    table = Table(game, seed=1)
    with pytest.raises(ConfigError, match=r"rng must be None, a non-negative integer or a numpy\.random\.Generator"):
        table.resample(0, rng)


def test_any_integer_seeds_a_resampled_world(game: Game) -> None:
    table = Table(game, seed=1)
    kinds: list[Any] = [5, np.int64(5), np.uint8(5), np.random.default_rng(5)]
    drawn = [snapshot(table.resample(0, rng)) for rng in kinds]
    assert drawn[1:] == drawn[:1] * 3


def test_a_wrong_seat_leaves_the_generator_alone(game: Game) -> None:
    table, rng = Table(game, seed=1), np.random.default_rng(5)
    with pytest.raises(ConfigError, match=r"a seat is an integer in 0\.\."):
        table.resample(99, rng)
    assert rng.random() == np.random.default_rng(5).random()


@pytest.mark.parametrize("value", ["yes", 1, None, 0.0], ids=repr)
def test_a_switch_is_true_or_false(game: Game, value: Any) -> None:
    with pytest.raises(ConfigError, match="explicit_chance must be True or False, not"):
        Table(game, seed=1, explicit_chance=value)
    for name in ("auto_reset", "keep_log"):
        with pytest.raises(ConfigError, match=f"{name} must be True or False, not"):
            Batch(game, **{name: value})


def test_a_seed_of_any_integer_type_is_kept_as_an_int(game: Game) -> None:
    table = Table(game, seed=np.int64(5))  # type: ignore[arg-type]
    assert json.loads(dump(record_of(table)))["seed"] == 5
    table.reset(seed=np.uint8(6))  # type: ignore[arg-type]
    assert type(table.seed) is int
    assert table.events == Table(game, seed=6).events
    assert Table(game).seed is None


@pytest.mark.parametrize("action", [-1, 10**6, np.int64(-5)], ids=repr)
def test_a_view_names_actions_only(game: Game, action: Any) -> None:
    view = View(Table(game, seed=1))
    assert view.action_text(view.legal[0]) == game.action_text(view.variant, view.legal[0])
    with pytest.raises(IllegalAction, match=rf"action {action} is not in 0\.\."):
        view.action_text(action)


def test_the_options_themselves_are_no_option(game: Game) -> None:
    assert game.variant({"num_players": 2}) == game.variant(num_players=2)
    with pytest.raises(VariantError, match="unknown option 'variant'"):
        game.variant(variant={"num_players": 2})


def test_a_saved_variant_of_other_types_is_refused(game: Game) -> None:
    table = Table(game, seed=1)
    options = table.variant.as_dict()
    others = {name: float(value) for name, value in options.items() if isinstance(value, int)}
    others |= {name: int(value) for name, value in options.items() if isinstance(value, bool)}
    assert others
    for name, value in others.items():
        assert options | {name: value} == options
        with pytest.raises(StateError, match="the saved state has variant"):
            from_bytes(forged(to_bytes(table), variant=options | {name: value}), table)


# Batches


@pytest.mark.parametrize("name", ["num_tables", "threads"])
def test_counts_are_integers_of_any_type(game: Game, name: str) -> None:
    one: dict[str, Any] = {name: np.int64(1)}
    assert getattr(Batch(game, **one), name) == 1
    wrongs: list[Any] = [0, -1, 1.0, "1", None, True, np.bool_(True), np.float64(1)]
    for wrong in wrongs:
        with pytest.raises(ConfigError, match=f"{name} must be an integer >= 1, not"):
            Batch(game, **{name: wrong})


def test_no_more_threads_than_tables_or_cores(game: Game) -> None:
    assert Batch(game, None, 3, threads=100_000).threads == min(3, os.cpu_count() or 1)
    assert Batch(game, None, 10_000, threads=100_000).threads == (os.cpu_count() or 1)


@pytest.mark.parametrize("table", [True, "x", -1, 2, None, 0.0], ids=repr)
def test_a_report_is_of_a_table_there_is(game: Game, table: Any) -> None:
    batch = Batch(game, None, 2, seed=1)
    for call in (batch.report, batch.table):
        with pytest.raises(ConfigError, match=r"a table is an integer in 0\.\.1, not"):
            call(table)
    assert batch.report(np.int64(1)) is None  # type: ignore[arg-type]


def test_seeds_come_as_a_list_a_tuple_or_an_array(game: Game) -> None:
    batches = [Batch(game, None, 3, seed=0) for _ in range(4)]
    kinds: list[Any] = [[7, 5, 9], (7, 5, 9), np.array([7, 5, 9]), np.array([7, 5, 9], np.uint64)]
    for batch, seeds in zip(batches, kinds, strict=True):
        batch.reset(seeds)
        assert batch_bytes(batch) == batch_bytes(batches[0])
    assert batches[0].table(1).state.tobytes() == Table(game, seed=5).state.tobytes()


@pytest.mark.parametrize(
    "seeds", [b"abc", "abc", np.zeros(3), np.zeros((3, 1), int), np.ones(3, bool), [1, -1, 1]], ids=repr
)
def test_other_seeds_are_refused(game: Game, seeds: Any) -> None:
    batch = Batch(game, None, 3, seed=0)
    before = batch_bytes(batch)
    with pytest.raises(ValueError, match="seed must be a non-negative integer, not"):
        batch.reset(seeds)
    assert batch_bytes(batch) == before


def test_an_action_beyond_int64_is_named_as_it_is(game: Game) -> None:
    batch = Batch(game, None, 2, seed=0)
    with pytest.raises(IllegalAction, match=f"table 1: {2**64 - 1} is no action; nothing has changed"):
        batch.step(np.array([0, 2**64 - 1], np.uint64))


def test_a_table_after_an_automatic_reset_is_a_new_game(game: Game) -> None:
    batch = Batch(game, None, 4, seed=1)
    ended = 0
    while ended < 6:
        batch.step(batch.sample())
        for i in np.flatnonzero(batch.ended).tolist():
            table = batch.table(i)
            assert (table.ended, table.head[1:], table.seat) == (None, [0, 0, 0], batch.seat[i])
            assert not any(values.any() for values in (table.pay, table.reward, table.returns))
            before, own = batch_bytes(batch), table.reports
            advance(table, 1)
            assert batch_bytes(batch) == before
            assert own == table.reports[: len(own)]
            ended += 1


def test_a_table_of_a_game_that_has_ended_tells_how(game: Game) -> None:
    batch = Batch(game, None, 2, seed=1, auto_reset=False)
    while (batch.seat >= 0).any():
        running = batch.seat >= 0
        batch.step(batch.sample(), running)
    assert [batch.table(i).ended for i in range(2)] == ["terminated"] * 2
    assert [batch.table(i).returns.tolist() for i in range(2)] == batch.returns.tolist()


def test_copy_copies_the_arrays(game: Game) -> None:
    batch = Batch(game, None, 2, seed=1)
    for twin in (copy.copy(batch).store, copy.copy(batch.store)):
        assert not np.shares_memory(twin.obs, batch.store.obs)
