"""Polypods reference twin, the variant: options, their defaults and their checks.

Only plain data and checks live here; nothing in this file knows how the game is played.
"""

from __future__ import annotations

from typing import Any

from tests.games.reference_polypods_board import Board

__all__ = ["DEFAULTS", "REWARDS", "Options", "resolve"]

Options = dict[str, Any]

DEFAULTS: Options = {
    "num_players": 2,
    "board": "snub-8x8-S",
    "max_plies": None,
    "rock_spoils_fringe": False,
    "reward": "outcome",
}
REWARDS = ("outcome", "score")


def resolve(options: Options) -> Options:
    """Every option in the page's order with its resolved value; ValueError on anything refused."""
    require(isinstance(options, dict), f"options must be a dict, not {options!r}")
    for name in options:
        require(name in DEFAULTS, f"unknown option {name!r}: there are {', '.join(DEFAULTS)}")
    chosen = {**DEFAULTS, **options}
    players, limit, rocks, reward = (chosen[name] for name in DEFAULTS if name != "board")
    require(type(players) is int and players == 2, f"num_players must be 2, not {players!r}")
    board = Board(chosen["board"])
    if limit is None:
        chosen["max_plies"] = limit = 4 * board.size
    require(type(limit) is int and limit >= 1, f"max_plies must be null or an integer >= 1, not {limit!r}")
    require(type(rocks) is bool, f"rock_spoils_fringe must be true or false, not {rocks!r}")
    require(isinstance(reward, str) and reward in REWARDS, f"reward must be outcome or score, not {reward!r}")
    return chosen


def require(condition: bool, message: str) -> None:
    """Refuse with a message."""
    if not condition:
        raise ValueError(message)
