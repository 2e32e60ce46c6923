"""The arrays of B tables, and the calls of a game's kernels on them: what Table and Batch share."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .cell import LOG_FULL, LOST, RESET, SKIP, empty_cells
from .errors import ConfigError
from .game import Game
from .jit import compile_notice
from .rng import STREAMS, table_cells

__all__ = ["Store", "copied"]

PREPARED: set[str] = set()  # games whose first kernels this process has compiled or loaded
ARRAYS = ("states", "cells", "gens", "log", "obs", "mask")


class Store:
    """States, cells, generators, logs and views of `count` tables; rows are independent of each other.

    states STATE[B], cells CELL[B], gens int64[2, B, 4] (chance, agents), log int32[B, room, 2] (room 0: none is kept),
    obs float32[B, D] and mask int8[B, A]: what the seat to act sees.
    """

    def __init__(self, game: Game, variant: Any, count: int, keep_log: bool) -> None:
        self.game = game
        self.variant = variant
        self.params = game.params(variant)
        try:
            self._allocate(count, 8 * game.kernels.ROOM if keep_log else 0)
        except MemoryError:
            raise ConfigError(
                f"there is not enough memory for {count} tables of {game.spec.title}; ask for fewer"
            ) from None
        if game.spec.name not in PREPARED:
            self._prepare()

    def _allocate(self, count: int, room: int) -> None:
        """Arrays of `count` tables on which no game has begun."""
        game, variant = self.game, self.variant
        self.states = np.zeros(count, game.spec.state)
        self.cells = empty_cells(count)
        self.gens = np.zeros((STREAMS, count, 4), np.int64)
        self.log = np.zeros((count, room, 2), np.int32)
        self.obs = np.zeros((count, game.layout(variant).length), np.float32)
        self.mask = np.zeros((count, game.num_actions(variant)), np.int8)

    def _prepare(self) -> None:
        """Compile what every table needs, or load it from the cache, and tell the user when that takes long."""
        with compile_notice(self.game.spec.title, (self.game.kernels.step,)):
            self.step(np.full(self.count, SKIP, np.int64), 0, 0, self.count)
        PREPARED.add(self.game.spec.name)

    @property
    def count(self) -> int:
        """Number of tables."""
        return len(self.states)

    def seed(self, seed: int, which: NDArray[np.bool_] | None = None) -> None:
        """Table i gets the generators of seed + i, if `which` bool[B] marks it."""
        for i in range(self.count) if which is None else np.flatnonzero(which).tolist():
            self.gens[:, i] = table_cells(seed + i)

    def seed_each(self, seeds: Sequence[int | None]) -> None:
        """Table i gets the generators of seeds[i], or keeps its own when that is None."""
        for i, seed in enumerate(seeds):
            if seed is not None:
                self.gens[:, i] = table_cells(seed)

    def reset(self, which: NDArray[np.int8], start: int = 0, stop: int | None = None) -> None:
        """New games on the tables that `which` marks."""
        self.step(np.where(which, RESET, SKIP), 0, start, self.count if stop is None else stop)

    def refused(self, actions: NDArray[np.int64]) -> int:
        """0, or 1 + the first row whose action is refused; logs are made longer where they are full."""
        kernel = self.game.kernels.refused
        status = kernel(self.states, self.cells, self.params, self.log, actions, 0, self.count)
        while status == LOG_FULL:
            self.grow_log()
            status = kernel(self.states, self.cells, self.params, self.log, actions, 0, self.count)
        return int(status)

    def step(self, actions: NDArray[np.int64], restart: int, start: int, stop: int) -> int:
        """Take actions; the status is 0, LOG_FULL or 1 + the refused row, and unless 0 nothing has changed."""
        return self.game.kernels.step(  # type: ignore[no-any-return]
            self.states,
            self.cells,
            self.gens[0],
            self.params,
            self.log,
            actions,
            self.obs,
            self.mask,
            restart,
            start,
            stop,
        )

    def check_log(self) -> None:
        """ConfigError unless logs are kept, and whole."""
        if not self.log.shape[1]:
            raise ConfigError(
                "this table keeps no log: it comes from a batch without keep_log=True, or began from a position"
            )
        if (self.cells["events"] == LOST).any():
            raise ConfigError(
                f"the log of this game is lost: one call had more events than ROOM = {self.game.kernels.ROOM}, which "
                f"the rules of {self.game.spec.title} declare; make that number larger"
            )

    def grow_log(self) -> None:
        """Double the room of the logs."""
        self.log = np.concatenate([self.log, np.zeros_like(self.log)], axis=1)

    def observe(self, seats: NDArray[np.int64]) -> tuple[NDArray[np.float32], NDArray[np.int8]]:
        """Fresh float32[B, D] and int8[B, A]: what seats[i] sees of table i."""
        obs, mask = np.empty_like(self.obs), np.empty_like(self.mask)
        self.game.kernels.observe(self.states, self.params, seats, obs, mask, 0, self.count)
        return obs, mask

    def rows(self, start: int, stop: int) -> "Store":
        """A copy of some of the tables."""
        other = object.__new__(Store)
        other.game, other.variant, other.params = self.game, self.variant, self.params
        for name in ARRAYS:
            array = getattr(self, name)
            setattr(other, name, array[:, start:stop].copy() if name == "gens" else copied(array[start:stop]))
        return other

    def __copy__(self) -> "Store":
        return self.rows(0, self.count)

    def __deepcopy__(self, memo: Any) -> "Store":
        return self.rows(0, self.count)


def copied(array: NDArray[Any]) -> NDArray[Any]:
    """A copy, the padding of records included.

    NumPy copies records by field, which is slow and leaves equal positions unequal bytes.
    """
    return array.view(np.uint8).copy().view(array.dtype) if array.dtype.names else array.copy()
