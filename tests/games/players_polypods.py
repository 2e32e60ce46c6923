"""Games of Polypods in several implementations behind one interface, for the replay of recorded games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from pod_envs.core.game import find_game
from pod_envs.core.table import Table
from pod_envs.games.polypods.position import board_string, table_at
from tests.games.reference_polypods import Game

__all__ = ["PLAYERS", "EnginePlayer", "Player", "Start", "TwinPlayer"]


class Player(Protocol):
    """A game of Polypods in some implementation. Vertices and actions have our ids; the pass is V."""

    def neighbours(self) -> list[list[int]]:
        """By vertex, the vertices joined to it, ascending."""
        ...

    def legal(self) -> list[int]:
        """Every legal action, ascending; the pass is the last."""
        ...

    def play(self, move: int) -> None:
        """Take an action; ValueError if it is not legal."""
        ...

    def board_string(self) -> str:
        """The board in id order with role letters."""
        ...

    def scores(self) -> list[int]:
        """Core discs by seat."""
        ...

    def fringe(self) -> list[int]:
        """Fringe by seat."""
        ...

    def seat(self) -> int | None:
        """The seat to act, None after the end."""
        ...

    @property
    def over(self) -> bool:
        """True once the game has ended."""
        ...

    def winner(self) -> int | None:
        """The seat that won; None for a draw."""
        ...


Start = Callable[[str, str | None], Player]  # a board's name, and a position `BOARD SIDE PASSES` or None


class TwinPlayer(Game):
    """The slow twin."""

    def __init__(self, board: str, position: str | None = None) -> None:
        super().__init__({"board": board}, position)

    def neighbours(self) -> list[list[int]]:
        """By vertex, the vertices joined to it."""
        return self.board.neighbours

    def play(self, move: int) -> None:
        """Take an action."""
        self.apply(move)


class EnginePlayer:
    """The compiled engine."""

    def __init__(self, board: str, position: str | None = None) -> None:
        game = find_game("polypods")
        variant = game.variant(board=board)
        self.table = Table(game, variant, seed=0) if position is None else table_at(game, variant, position)

    def neighbours(self) -> list[list[int]]:
        """By vertex, the vertices joined to it."""
        return self.table.game.graph(self.table.variant).neighbours()

    def legal(self) -> list[int]:
        """Every legal action."""
        return self.table.legal()

    def play(self, move: int) -> None:
        """Take an action."""
        self.table.act(move)

    def board_string(self) -> str:
        """The board with role letters."""
        return board_string(self.table.variant, self.table.state[0])

    def scores(self) -> list[int]:
        """Core discs by seat."""
        return self.table.state[0]["score"].tolist()  # type: ignore[no-any-return]

    def fringe(self) -> list[int]:
        """Fringe by seat."""
        return self.table.state[0]["fringe"].tolist()  # type: ignore[no-any-return]

    def seat(self) -> int | None:
        """The seat to act."""
        return None if self.over else self.table.seat

    @property
    def over(self) -> bool:
        """True once the game has ended."""
        return self.table.ended is not None

    def winner(self) -> int | None:
        """The seat that was paid."""
        returns = self.table.returns.tolist()
        return returns.index(1) if 1 in returns else None


PLAYERS: dict[str, Start] = {"twin": TwinPlayer, "engine": EnginePlayer}
