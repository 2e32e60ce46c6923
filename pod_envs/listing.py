"""What games there are, and what they declare."""

import sys
from collections.abc import Sequence
from typing import Any

from pod_envs.core.cell import MAX_SEATS
from pod_envs.core.errors import VariantError
from pod_envs.core.game import Game
from pod_envs.core.plugins import all_games

__all__ = ["chosen_games", "complain", "description", "seats_text"]


def complain(text: str) -> None:
    """Print a line to standard error, if that is open."""
    if sys.stderr is not None:
        print(text, file=sys.stderr, flush=True)


def chosen_games(games: Sequence[Game]) -> Sequence[Game]:
    """These games, or all there are, those of other packages included; what cannot be loaded is told."""
    if games:
        return games
    found, faults = all_games()
    for sentence in faults:
        complain(f"pod-envs: {sentence}")
    return found


def description(game: Game) -> dict[str, Any]:
    """The declared facts of a game as JSON values."""
    return {
        "name": game.spec.name,
        "title": game.spec.title,
        "version": game.spec.version,
        "seats": [n for n in range(1, MAX_SEATS + 1) if allows(game, n)],
        "gymnasium": game.gymnasium_id,
        "pettingzoo": game.pettingzoo_id,
        "options": game.variant().as_dict(),
        "players": {"random": "uniform over the legal actions", **game.spec.players},
        "notes": game.spec.notes,
    }


def allows(game: Game, seats: int) -> bool:
    """Whether the game can be played by that many; where that is no option, it always is by as many."""
    if seats == game.variant().num_players:
        return True
    try:
        game.variant(num_players=seats)
    except VariantError:
        return False
    return True


def seats_text(seats: Sequence[int]) -> str:
    """2 to 4, or 2, 5."""
    if list(seats) == list(range(seats[0], seats[-1] + 1)) and len(seats) > 2:
        return f"{seats[0]} to {seats[-1]}"
    return ", ".join(map(str, seats))
