"""B games stepped in one call."""

import copy
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .actions import refusal
from .cell import ENDED, LOG_FULL, NEWS, PAID, SEAT, SKIP
from .checks import check_count, check_flag, check_place, is_truth, shown
from .errors import ConfigError, IllegalAction, NotRunning
from .game import Game, find_game
from .rng import check_seed, choose, fresh_seed
from .store import Store
from .table import Table, table_of_events

__all__ = ["Batch", "as_actions", "as_array"]


@cache
def pool(threads: int) -> ThreadPoolExecutor:
    """The process's threads; no batch holds them, so that batches can be copied and pickled."""
    return ThreadPoolExecutor(threads, thread_name_prefix="pod_envs")


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=pool.cache_clear)


def as_array(values: Any) -> NDArray[Any]:
    """np.asarray; uneven lists, and those that mix numbers and truth values, give objects, which no check lets pass."""
    mixed = isinstance(values, list | tuple) and len({is_truth(value) for value in values}) > 1
    try:
        return np.asarray(values, np.object_ if mixed else None)
    except ValueError:
        return np.empty(0, np.object_)


def as_actions(actions: Any, count: int) -> NDArray[Any]:
    """integers[count] that an int64 can hold, or IllegalAction."""
    array = as_array(actions)
    if array.shape != (count,) or array.dtype.kind not in "iu":
        raise IllegalAction(f"actions must be integers[{count}], not {array.dtype}{list(array.shape)}")
    if array.dtype == np.uint64 and (array >= 2**63).any():
        table = int(np.argmax(array >= 2**63))
        raise IllegalAction(f"table {table}: {array[table]} is no action; nothing has changed")
    return array


class Batch:
    """`num_tables` games of one variant; table i plays exactly as `Table` with seed + i does, for any thread count.

    Arrays to read after a call (they are the batch's own and are overwritten by the next call; copy what you keep):
    `observation` float32[B, D] and `action_mask` int8[B, A] of the seat to act, `seat` int64[B] (-1: the game is over),
    `ended` int64[B] (0 running, 1 terminated, 2 truncated in the last step), `reward` float64[B, n] since each seat's
    own last decision, `returns` float64[B, n] of the game.  With `auto_reset` a finished table shows the first
    decision of its next game, while `ended`, `reward` and `returns` tell how the old one ended.  `threads` share the
    work where there are enough tables; no more are used than there are tables, or cores.
    """

    def __init__(
        self,
        game: Game | str,
        variant: Any = None,
        num_tables: int = 1,
        seed: int | None = None,
        threads: int = 1,
        auto_reset: bool = True,
        keep_log: bool = False,
    ) -> None:
        self.game = find_game(game)
        self.variant = self.game.variant(variant)
        num_tables = check_count("num_tables", num_tables)
        self.threads = min(check_count("threads", threads), num_tables, os.cpu_count() or 1)
        self.auto_reset, keep_log = check_flag("auto_reset", auto_reset), check_flag("keep_log", keep_log)
        if self.auto_reset and keep_log:
            raise ConfigError("logs are kept with auto_reset=False only: an automatic reset would lose them")
        self.store = Store(self.game, self.variant, num_tables, keep_log)
        self.started = False
        self._actions = np.full(num_tables, SKIP, np.int64)
        self.reset(seed)

    @property
    def num_tables(self) -> int:
        """B."""
        return self.store.count

    @property
    def observation(self) -> NDArray[np.float32]:
        """float32[B, D]: what the seat to act sees."""
        return self.store.obs

    @property
    def action_mask(self) -> NDArray[np.int8]:
        """int8[B, A]: what the seat to act may do."""
        return self.store.mask

    @property
    def seat(self) -> NDArray[np.int64]:
        """int64[B]: seat to act."""
        return self.store.cells["head"][:, SEAT]  # type: ignore[no-any-return]

    @property
    def ended(self) -> NDArray[np.int64]:
        """int64[B]: 1 terminated, 2 truncated in the last step, else 0."""
        return self.store.cells["head"][:, ENDED]  # type: ignore[no-any-return]

    @property
    def told(self) -> NDArray[np.int64]:
        """int64[B]: 1 where the last step left news."""
        return self.store.cells["head"][:, NEWS]  # type: ignore[no-any-return]

    @property
    def reward(self) -> NDArray[np.float64]:
        """float64[B, n]: paid to each seat since its own last decision."""
        return self.store.cells["reward"][:, : self.variant.num_players]  # type: ignore[no-any-return]

    @property
    def returns(self) -> NDArray[np.float64]:
        """float64[B, n]: paid to each seat since the game began."""
        return self.store.cells["returns"][:, : self.variant.num_players]  # type: ignore[no-any-return]

    def reset(self, seed: int | Sequence[int | None] | NDArray[Any] | None = None, which: Any = None) -> None:
        """New games on all tables, or on those that `which` bool[B] marks.

        A reset table i is seeded with seed + i, or with seed[i] of a list, a tuple or integers[B] (None there: its own
        generator goes on).
        """
        marks = np.ones(self.num_tables, np.int8) if which is None else self.flags(which)
        if isinstance(seed, list | tuple) or (isinstance(seed, np.ndarray) and seed.ndim):
            self.store.seed_each(self.seeds(list(seed), marks))
        elif seed is not None or not self.started:
            self.store.seed(fresh_seed() if seed is None else check_seed(seed), marks == 1)
        self.started = True
        self.each_part(lambda start, stop: self.store.reset(marks, start, stop))

    def seeds(self, given: Sequence[int | None], marks: NDArray[np.int8]) -> list[int | None]:
        """Checked seeds of the marked tables."""
        if len(given) != self.num_tables:
            raise ConfigError(f"a list of seeds wants {self.num_tables} entries, one for each table, not {len(given)}")
        return [
            check_seed(seed) if seed is not None and mark else None for seed, mark in zip(given, marks, strict=True)
        ]

    def flags(self, which: Any) -> NDArray[np.int8]:
        """`which` as int8[B]; ConfigError unless it is bool[B]."""
        array = as_array(which)
        if array.shape != (self.num_tables,) or array.dtype != np.bool_:
            raise ConfigError(f"marks must be bool[{self.num_tables}], not {array.dtype}{list(array.shape)}")
        return array.astype(np.int8)

    def step(self, actions: Any, active: Any = None) -> None:
        """The seat to act on table i takes actions[i] (integers[B]); tables that `active` bool[B] does not mark wait.

        IllegalAction names the first refused table; then no table has moved.
        """
        self.step_checked(self.checked(actions, active))

    def checked(self, actions: Any, active: Any) -> NDArray[np.int64]:
        """Actions as int64[B] with SKIP on the tables that wait."""
        array = as_actions(actions, self.num_tables)
        marks = np.ones(self.num_tables, np.int8) if active is None else self.flags(active)
        wrong = (marks == 1) & ((array < 0) | (array >= self.store.mask.shape[1]))
        if wrong.any():
            self.refuse(int(np.argmax(wrong)), int(array[np.argmax(wrong)]))
        self._actions[:] = array
        self._actions[marks == 0] = SKIP
        return self._actions

    def step_checked(self, actions: NDArray[np.int64]) -> None:
        """Step with int64[B] actions, SKIP where a table waits."""
        status = self.store.refused(actions) if self.splits or self.store.log.shape[1] else 0
        if status == 0 and self.splits:
            self.each_part(lambda start, stop: self.store.step(actions, int(self.auto_reset), start, stop))
        elif status == 0:
            status = self.store.step(actions, int(self.auto_reset), 0, self.num_tables)
        if status > 0:
            self.refuse(status - 1, int(actions[status - 1]))
        assert status != LOG_FULL

    def refuse(self, table: int, action: int) -> None:
        """Raise the error for an action that table cannot take."""
        if self.seat[table] < 0:
            raise NotRunning(f"table {table}: the game is over; call reset(which=batch.seat < 0) first")
        raise IllegalAction(
            f"table {table}: {refusal(self.game, self.variant, int(self.seat[table]), self.store.mask[table], action)}"
        )

    @property
    def splits(self) -> bool:
        """Whether a call is worth more than one thread."""
        return self.threads > 1 and self.num_tables >= self.game.spec.split

    def each_part(self, work: Callable[[int, int], Any]) -> None:
        """Call work(start, stop) on one part of the tables for each thread."""
        if not self.splits:
            work(0, self.num_tables)
            return
        ends = [self.num_tables * k // self.threads for k in range(self.threads + 1)]
        list(pool(self.threads).map(work, ends[:-1], ends[1:]))

    def sample(self) -> NDArray[np.int64]:
        """A uniform legal action for each running table, int64[B], from its agents' generator."""
        out = np.zeros(self.num_tables, np.int64)
        choose(self.store.mask, self.store.gens[1], np.flatnonzero(self.seat >= 0), out)
        return out

    def observe(self, seats: Any) -> tuple[NDArray[np.float32], NDArray[np.int8]]:
        """Fresh (float32[B, D], int8[B, A]): what seats[i] (integers[B], or one integer) sees of table i."""
        array = as_array(seats)
        fits = array.dtype.kind in "iu" and array.shape in ((), (self.num_tables,))
        if not fits or ((array < 0) | (array >= self.variant.num_players)).any():
            raise ConfigError(
                f"seats must be an integer or integers[{self.num_tables}] in 0..{self.variant.num_players - 1}, "
                f"not {shown(seats)}"
            )
        return self.store.observe(np.full(self.num_tables, array, np.int64))

    def report(self, table: int) -> dict[str, Any] | None:
        """What the last step at `table` told all seats, or None."""
        row = check_place("a table", table, self.num_tables)
        if not self.told[row]:
            return None
        return self.game.report(self.variant, self.store.cells["news"][row].tolist())

    def table(self, index: int) -> Table:
        """A copy of one game as a `Table`; its record and text views need keep_log=True."""
        row = check_place("a table", index, self.num_tables)
        store = self.store.rows(row, row + 1)
        if store.cells["head"][0, ENDED] and store.cells["head"][0, SEAT] >= 0:
            forget_ended(store.cells)
        if not store.log.shape[1]:
            return Table.of_store(store)
        store.check_log()
        count = int(store.cells["events"][0])
        again = table_of_events(self.game, self.variant, [(who, what) for who, what in store.log[0, :count].tolist()])
        return Table.of_store(store, again.reports)

    def __copy__(self) -> "Batch":
        return copy.deepcopy(self)


def forget_ended(cells: Any) -> None:
    """The game before this one, which an automatic reset has followed up, is not told of any longer."""
    cells["head"][:, [ENDED, PAID, NEWS]] = 0
    for name in ("pay", "reward", "returns", "news"):
        cells[name] = 0
