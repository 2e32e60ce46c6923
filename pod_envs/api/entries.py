"""Gymnasium's entry points `single_<game>` and `vector_<game>` of every game there is.

They are found by name, because a registered environment can be written as JSON only where its entry point is a text.
The game is part of that name, because keywords can be given again to `gymnasium.make`.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from pod_envs.core.errors import ConfigError
from pod_envs.core.game import Game, find_game

from .registration import refuse_game
from .single import LearnerEnv
from .vector import LearnerVectorEnv

KINDS: dict[str, Callable[..., Any]] = {"single": LearnerEnv, "vector": LearnerVectorEnv}


def __getattr__(name: str) -> Callable[..., Any]:
    """What makes environments of a kind of a game."""
    kind, _, game = name.partition("_")
    if kind not in KINDS:
        raise AttributeError(f"there is no entry point {name!r}")
    try:
        return partial(made, KINDS[kind], find_game(game))
    except ConfigError as error:
        raise AttributeError(f"there is no entry point {name!r}: {error}") from None


def made(kind: Callable[..., Any], game: Game, /, **options: Any) -> Any:
    """An environment of the game; VariantError where the options name another."""
    refuse_game(game, options)
    return kind(game, **options)


__all__ = ["made"]
