"""What a player may look at when it is asked: its own view of the game, and nothing behind it."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .actions import text_of
from .game import Game
from .table import Table

__all__ = ["View"]


class View:
    """A seat's view at its decision: `observation` float32[D], `action_mask` int8[A], `game`, `variant`, `seat`, texts.

    What it gives away is a copy.
    """

    def __init__(self, table: Table) -> None:
        self.__table = table
        self.game: Game = table.game
        self.variant: Any = table.variant
        self.seat: int = table.seat
        self.observation, self.action_mask = table.observe(table.seat)

    @property
    def legal(self) -> list[int]:
        """Legal actions, ascending."""
        return np.flatnonzero(self.action_mask).tolist()

    @property
    def fields(self) -> dict[str, NDArray[np.float32]]:
        """The observation by field name."""
        return self.game.layout(self.variant).named(self.observation)

    def action_text(self, action: int) -> str:
        """Notation of an action; IllegalAction for what is none."""
        return text_of(self.game, self.variant, action)

    def information_state(self) -> str:
        """All that the seat has seen, with perfect recall."""
        return self.__table.information_state(self.seat)

    def picture(self) -> str:
        """Text picture as the seat sees it."""
        return self.__table.picture(self.seat)

    def resample(self, rng: np.random.Generator | int | None = None) -> Table:
        """A table of its own to search on: a world drawn uniformly from those that fit what the seat knows."""
        return self.__table.resample(self.seat, rng)
