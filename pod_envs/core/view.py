"""What a player may look at when it is asked: its own view of the game, and nothing behind it."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .actions import text_of
from .game import Game
from .table import Table

__all__ = ["View"]


class View:
    """The view of the seat to act at its decision.  What it gives away is a copy, and nothing of it can be replaced.

    `legal`, unlike a table's, is no method.
    """

    def __init__(self, table: Table) -> None:
        self.__table = table
        self.__seat = table.seat
        self.__observation, self.__mask = table.observe(table.seat)

    @property
    def game(self) -> Game:
        """The game."""
        return self.__table.game

    @property
    def variant(self) -> Any:
        """Its options."""
        return self.__table.variant

    @property
    def seat(self) -> int:
        """The seat whose view this is."""
        return self.__seat

    @property
    def observation(self) -> NDArray[np.float32]:
        """float32[D]."""
        return self.__observation

    @property
    def action_mask(self) -> NDArray[np.int8]:
        """int8[A]."""
        return self.__mask

    @property
    def legal(self) -> list[int]:
        """Legal actions, ascending."""
        return np.flatnonzero(self.__mask).tolist()

    @property
    def fields(self) -> dict[str, NDArray[np.float32]]:
        """The observation by field name."""
        return self.game.layout(self.variant).named(self.__observation)

    def action_text(self, action: int) -> str:
        """Notation of an action; IllegalAction for what is none."""
        return text_of(self.game, self.variant, action)

    def information_state(self) -> str:
        """All that the seat has seen, with perfect recall."""
        return self.__table.information_state(self.__seat)

    def picture(self) -> str:
        """Text picture as the seat sees it."""
        return self.__table.picture(self.__seat)

    def resample(self, rng: np.random.Generator | int | None = None, weighted: bool = False) -> Table:
        """A table of its own to search on: a world drawn from those that fit what the seat knows, as `Table` does."""
        return self.__table.resample(self.__seat, rng, weighted)
