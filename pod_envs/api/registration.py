"""What a game is called elsewhere: Gymnasium's and PettingZoo's registries, and the module-like `<game>_v<n>`."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import gymnasium

from pod_envs.core.game import Game

from .aec import TurnEnv

__all__ = ["EnvironmentModule", "environment_module", "refuse_game", "register"]


@dataclass(frozen=True)
class EnvironmentModule:
    """`env(**options)` and `raw_env(**options)` of a game, as PettingZoo's environment modules have them."""

    game: Game

    def env(self, **options: Any) -> TurnEnv:
        """The environment; a masked action ends the game with -1 for its agent.  Options: the game's, TurnEnv's."""
        refuse_game(self.game, options)
        return TurnEnv(self.game, **{"on_illegal": "terminate", **options})

    def raw_env(self, **options: Any) -> TurnEnv:
        """The same, but a masked action raises IllegalAction and changes nothing."""
        return self.env(**{"on_illegal": "raise", **options})


def refuse_game(game: Game, options: Mapping[str, Any]) -> None:
    """VariantError where options name a game, which is chosen already."""
    if "game" in options:
        game.variant(game=options["game"])  # as any other option that there is not


def environment_module(game: Game) -> EnvironmentModule:
    """The module-like object of a game."""
    return EnvironmentModule(game)


def register(game: Game) -> None:
    """Make the game known to Gymnasium (`pod_envs/PodX-v0`) and to PettingZoo (`pod_envs/pod_x-v0`); once is enough."""
    if game.gymnasium_id not in gymnasium.registry:
        gymnasium.register(
            game.gymnasium_id,
            entry_point=f"pod_envs.api.entries:single_{game.spec.name}",
            vector_entry_point=f"pod_envs.api.entries:vector_{game.spec.name}",
        )
    register_pettingzoo(game)


def register_pettingzoo(game: Game) -> None:
    """PettingZoo has a registry from 1.27 on."""
    try:
        from pettingzoo import aec_registry
        from pettingzoo import register as register_aec
    except ImportError:
        return
    if game.pettingzoo_id not in aec_registry:
        register_aec("aec", game.pettingzoo_id, environment_module(game).env)
