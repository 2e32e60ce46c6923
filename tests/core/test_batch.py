"""B games in one call: table i is the single table of seed + i, for any B and any number of threads."""

import copy
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from pod_envs.core.batch import Batch
from pod_envs.core.errors import ConfigError, IllegalAction, NotRunning
from pod_envs.core.game import Game
from pod_envs.core.record import record_of, replay
from pod_envs.core.table import Table

from .common import batch_bytes, variants_of

WIDE = 600  # more tables than the number from which threads share the work


def choices(batch: Batch, rng: np.random.Generator) -> NDArray[np.int64]:
    """A random legal action for each running table, 0 elsewhere."""
    drawn = rng.random(batch.action_mask.shape) * batch.action_mask
    return np.where(batch.seat >= 0, drawn.argmax(axis=1), 0)


def illegal(batch: Batch, table: int) -> int:
    """An action of the action space that `table` forbids."""
    return int(np.flatnonzero(batch.action_mask[table] == 0)[0])


def assert_same(batch: Batch, i: int, table: Table) -> None:
    """Row i of the batch is the table, views and generators included."""
    store = table.store
    assert batch.store.states[i].tobytes() == store.states[0].tobytes()
    assert batch.store.gens[:, i].tobytes() == store.gens[:, 0].tobytes()
    assert batch.observation[i].tobytes() == store.obs[0].tobytes()
    assert batch.action_mask[i].tobytes() == store.mask[0].tobytes()
    assert batch.seat[i] == table.seat


def compare(batch: Batch, tables: list[Table], steps: int) -> None:
    """Step both with the same actions; where the batch begins a new game, so do the tables."""
    rng, last = np.random.default_rng(1), len(tables) - 1
    for _ in range(steps):
        actions = choices(batch, rng)
        batch.step(actions)
        for i, table in enumerate(tables):
            table.act(actions[i])
            assert batch.reward[i].tolist() == table.reward.tolist()
            assert batch.returns[i].tolist() == table.returns.tolist()
            assert batch.ended[i] == table.head[1]
            assert batch.report(i) == (table.reports[-1] if table.head[3] else None)
            if table.ended:
                table.reset()
        for i in {0, last // 2, last} | set(range(min(len(tables), 8))):
            assert_same(batch, i, tables[i])
    for i, table in enumerate(tables):
        assert_same(batch, i, table)


@pytest.mark.parametrize(("count", "threads", "steps"), [(1, 1, 300), (2, 2, 300), (7, 3, 300), (64, 2, 60)])
def test_table_i_plays_as_a_single_table(game: Game, count: int, threads: int, steps: int) -> None:
    for variant in variants_of(game):
        batch = Batch(game, variant, count, seed=40, threads=threads)
        compare(batch, [Table(game, variant, seed=40 + i) for i in range(count)], steps // count + 60)


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_wide_batches_play_alike_for_any_number_of_threads(game: Game, threads: int) -> None:
    assert game.spec.split <= WIDE
    batch = Batch(game, None, WIDE, seed=5, threads=threads)
    assert batch.splits == (threads > 1)
    compare(batch, [Table(game, seed=5 + i) for i in range(WIDE)], 25)


@pytest.mark.parametrize("threads", [2, 3, 7])
def test_threads_change_no_byte(game: Game, threads: int) -> None:
    one, many = Batch(game, None, WIDE, seed=9), Batch(game, None, WIDE, seed=9, threads=threads)
    rng = np.random.default_rng(2)
    for _ in range(150):
        actions = choices(one, rng)
        assert (many.sample() == one.sample()).all()
        one.step(actions)
        many.step(actions)
    assert batch_bytes(one) == batch_bytes(many)


@pytest.mark.parametrize("keep_log", [False, True])
@pytest.mark.parametrize(("count", "threads"), [(4, 1), (WIDE, 1), (WIDE, 3)])
def test_a_refused_action_names_its_table_and_no_table_moves(
    game: Game, count: int, threads: int, keep_log: bool
) -> None:
    batch = Batch(game, None, count, seed=3, threads=threads, auto_reset=False, keep_log=keep_log)
    while batch.action_mask.all(axis=1).any():  # nothing is forbidden
        batch.step(batch.sample())
    before = batch_bytes(batch)
    for first, also in ((0, count - 1), (count // 2, count - 1), (count - 1, count - 1)):
        for wrong in (illegal(batch, first), -1, -2, game.num_actions(batch.variant), 2**62):
            actions = batch.sample()
            before[2] = batch.store.gens.tobytes()
            actions[also], actions[first] = -1 if wrong in (-1, -2) else illegal(batch, also), wrong
            with pytest.raises(IllegalAction, match=f"^table {first}: .*nothing has changed"):
                batch.step(actions)
            assert batch_bytes(batch) == before


def test_tables_that_are_not_active_wait(game: Game) -> None:
    batch = Batch(game, None, 6, seed=3, auto_reset=False)
    tables = [Table(game, seed=3 + i) for i in range(6)]
    rng = np.random.default_rng(7)
    for _ in range(40):
        active = rng.random(6) < 0.5
        actions = choices(batch, rng)
        active &= batch.seat >= 0
        batch.step(np.where(active, actions, 10_000), active)
        for i in np.flatnonzero(active).tolist():
            tables[i].act(actions[i])
    for i, table in enumerate(tables):
        assert_same(batch, i, table)


def test_no_active_table_changes_nothing(game: Game) -> None:
    batch = Batch(game, None, 3, seed=3)
    before = batch_bytes(batch)
    batch.step(np.full(3, -9), np.zeros(3, np.bool_))
    assert batch_bytes(batch) == before


WRONG_ACTIONS = [
    0, None, [], [0, 0], [0, 0, 0, 0], [[0, 0, 0]], [0.0, 0.0, 0.0], [True, False, True], [True, 0, 0], (0, 0, False),
    [None, 0, 0], ["0", "0", "0"], [[0], [0, 0], 0], [2**70, 0, 0], np.zeros(3), np.zeros(3, np.bool_),
    np.zeros((3, 1), np.int64), np.zeros(3, np.object_), {0: 0}, "000",
]  # fmt: skip


@pytest.mark.parametrize("actions", WRONG_ACTIONS, ids=repr)
def test_actions_are_one_integer_a_table(game: Game, actions: Any) -> None:
    batch = Batch(game, None, 3, seed=3)
    before = batch_bytes(batch)
    with pytest.raises(IllegalAction, match=r"actions must be integers\[3\], not "):
        batch.step(actions)
    assert batch_bytes(batch) == before


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int32, np.int64, np.uint64, list])
def test_any_integer_type_is_an_action(game: Game, kind: Any) -> None:
    batch, twin = (Batch(game, None, 3, seed=3) for _ in range(2))
    for _ in range(30):
        actions = np.where(np.arange(3) == 1, batch.action_mask.argmax(axis=1), 0)
        given = list(map(int, actions)) if kind is list else actions.astype(kind)
        active = np.arange(3) == 1
        batch.step(given, active)
        twin.step(actions, active.tolist())
    assert batch_bytes(batch) == batch_bytes(twin)


WRONG_MARKS = [
    True,
    [1, 0, 1],
    np.ones(3, np.int8),
    [True, False],
    [[True, False, True]],
    [True, 0, True],
    [[True], []],
    "yes",
]


@pytest.mark.parametrize("marks", WRONG_MARKS, ids=repr)
def test_marks_are_one_truth_value_a_table(game: Game, marks: Any) -> None:
    batch = Batch(game, None, 3, seed=3)
    before = batch_bytes(batch)
    with pytest.raises(ConfigError, match=r"marks must be bool\[3\], not "):
        batch.step(batch.action_mask.argmax(axis=1), marks)
    with pytest.raises(ConfigError, match=r"marks must be bool\[3\], not "):
        batch.reset(5, marks)
    assert batch_bytes(batch) == before


@pytest.mark.parametrize(
    "seats", [-1, 99, 1.0, True, None, [0, 0], [0.0, 0, 0], [0, 0, -1], [True, 0, 0], [[0, 0, 0]], "0"]
)
def test_seats_to_observe_are_checked(game: Game, seats: Any) -> None:
    with pytest.raises(ConfigError, match=r"seats must be an integer or integers\[3\]"):
        Batch(game, None, 3, seed=3).observe(seats)


def test_observe_shows_what_single_tables_show_and_changes_nothing(game: Game) -> None:
    batch = Batch(game, None, 5, seed=3)
    tables = [Table(game, seed=3 + i) for i in range(5)]
    before = batch_bytes(batch)
    for seats in (0, np.uint8(1), np.arange(5) % 2, [1, 0, 1, 0, 1]):
        observation, mask = batch.observe(seats)
        for i, table in enumerate(tables):
            alone = table.observe(int(np.broadcast_to(seats, 5)[i]))
            assert (observation[i].tobytes(), mask[i].tobytes()) == (alone[0].tobytes(), alone[1].tobytes())
        observation[:], mask[:] = -1, -1
    assert batch_bytes(batch) == before


@pytest.mark.parametrize("name", ["num_tables", "threads"])
@pytest.mark.parametrize("value", [0, -1, 1.0, True, None, "2"])
def test_numbers_of_tables_and_threads_are_checked(game: Game, name: str, value: Any) -> None:
    with pytest.raises(ConfigError, match=f"{name} must be an integer >= 1, not "):
        Batch(game, **{name: value})


def test_an_automatic_reset_and_logs_exclude_each_other(game: Game) -> None:
    with pytest.raises(ConfigError, match="logs are kept with auto_reset=False only"):
        Batch(game, None, 2, auto_reset=True, keep_log=True)


def played_out(game: Game, variant: Any, **options: Any) -> Batch:
    """Four tables, each played to its end."""
    batch = Batch(game, variant, 4, seed=3, auto_reset=False, **options)
    rng = np.random.default_rng(4)
    while (batch.seat >= 0).any():
        batch.step(choices(batch, rng), batch.seat >= 0)
    return batch


def test_without_automatic_reset_a_table_stays_at_its_end(game: Game) -> None:
    batch = played_out(game, None)
    before = batch_bytes(batch)
    assert batch.action_mask.all()
    assert ((batch.ended == 1) | (batch.ended == 2)).all()
    for wrong in (0, 10_000):
        with pytest.raises(NotRunning, match=r"^table 0: the game is over; call reset\(which="):
            batch.step(np.full(4, wrong))
    assert batch_bytes(batch) == before
    marks = np.array([False, True, False, True])
    batch.reset(which=marks)
    assert (batch.seat >= 0).tolist() == marks.tolist()
    with pytest.raises(NotRunning, match=r"^table 0: "):
        batch.step(batch.sample())


def test_a_marked_reset_leaves_the_other_tables_and_their_dice_alone(game: Game) -> None:
    batch = Batch(game, None, 3, seed=3)
    batch.step(batch.sample())
    kept = copy.deepcopy(batch)
    batch.reset(seed=50, which=np.array([False, True, False]))
    for i in (0, 2):
        assert_same(batch, i, kept.table(i))
    assert_same(batch, 1, Table(game, seed=51))


def test_a_batch_with_logs_gives_tables_with_records(game: Game) -> None:
    for variant in variants_of(game)[::3]:
        batch = played_out(game, variant, keep_log=True)
        for i in range(4):
            table = batch.table(i)
            assert replay(record_of(table, legal=True)).events == table.events
            assert table.returns.tolist() == batch.returns[i].tolist()


def test_a_batch_without_logs_gives_tables_to_play_on_but_no_records(game: Game) -> None:
    batch = Batch(game, None, 2, seed=3)
    table, single = batch.table(1), Table(game, seed=4)
    for _ in range(30):
        table.act(single.legal()[0])
        single.act(single.legal()[0])
    assert table.store.states.tobytes() == single.store.states.tobytes()
    for wrong in (-1, 2, 0.0, True, None):
        with pytest.raises(ConfigError, match=r"a table is an integer in 0\.\.1"):
            batch.table(wrong)  # type: ignore[arg-type]
    for call in (lambda: table.events, lambda: record_of(table), lambda: table.information_state(0)):
        with pytest.raises(ConfigError, match="keep_log=True"):
            call()
