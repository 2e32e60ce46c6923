"""Imperfect-information tabletop games as reinforcement-learning environments.

Importing this package registers the games with Gymnasium and PettingZoo; it loads neither torch nor any drawing
library.
"""

from typing import Any

from .api.registration import environment_module, register, register_game
from .core.errors import (
    ConfigError,
    IllegalAction,
    MissingExtra,
    NotRunning,
    PodEnvsError,
    RecordError,
    StateError,
    VariantError,
)
from .games import GAMES

__all__ = [
    "GAMES",
    "ConfigError",
    "IllegalAction",
    "MissingExtra",
    "NotRunning",
    "PodEnvsError",
    "RecordError",
    "StateError",
    "VariantError",
    "make_sb3_vec_env",
    "ocean_pods_v0",
    "pod_x_v0",
    "polypods_v0",
    "register_game",
    "relative_space_v0",
]

__version__ = "0.1.0"

ocean_pods_v0 = environment_module(GAMES["ocean_pods"])
pod_x_v0 = environment_module(GAMES["pod_x"])
polypods_v0 = environment_module(GAMES["polypods"])
relative_space_v0 = environment_module(GAMES["relative_space"])

for _game in GAMES.values():
    register(_game)


def make_sb3_vec_env(game: str, num_envs: int = 256, **options: Any) -> Any:
    """A stable-baselines3 VecEnv over one batch (see `pod_envs.adapters.sb3.BatchVecEnv`); MissingExtra without SB3."""
    from .adapters.sb3 import BatchVecEnv

    return BatchVecEnv(game, num_envs, **options)
