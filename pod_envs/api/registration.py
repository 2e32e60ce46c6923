"""What a game is called elsewhere: Gymnasium's and PettingZoo's registries, and the module-like `<game>_v<n>`."""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import gymnasium

from pod_envs.core.batch import Batch
from pod_envs.core.checks import shown
from pod_envs.core.errors import ConfigError
from pod_envs.core.game import Game
from pod_envs.core.seam import REGISTRARS, admit

from .aec import TurnEnv
from .learner import LearnerTables
from .single import LearnerEnv
from .vector import LearnerVectorEnv

__all__ = ["EnvironmentModule", "environment_module", "refuse_game", "register", "register_game"]

OURS = "pod_envs"  # the namespace of this package's own games
MAKERS: tuple[Callable[..., Any], ...] = (
    Batch, LearnerTables, TurnEnv, LearnerEnv, LearnerVectorEnv, gymnasium.make, gymnasium.make_vec,
)  # fmt: skip
INFOS = (
    "action_mask", "seat", "returns", "illegal_action", "episode", "terminal_observation", "TimeLimit.truncated",
    "final_obs", "final_info",
)  # fmt: skip


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


def register_game(game: Game) -> EnvironmentModule:
    """Make a game of another package known, as those of this one are; what is returned has its `env` and `raw_env`.

    From then on its name stands for it everywhere, and Gymnasium and PettingZoo have it by `game.gymnasium_id` and
    `game.pettingzoo_id`.  To register a game again changes nothing.  ConfigError says all that is wrong with a game, or
    that its name or an id is taken; then nothing is registered.
    """
    return environment_module(admit(game))


def enlist(game: Game) -> None:
    """Let the other registries know a game of another package."""
    check_words(game)
    if game.namespace == OURS:
        raise ConfigError(
            f"the game {game.spec.name!r} cannot be registered: the namespace {OURS!r} is that of this package's own "
            "games; give its spec another one"
        )
    register(game)


REGISTRARS[:] = [enlist]


def check_words(game: Game) -> None:
    """ConfigError where an option or the key of reports has the name of something else at the same place."""
    taken = {name for make in MAKERS for name in inspect.signature(make).parameters} | {"relative"}  # of the adapters
    wrong = sorted(taken & {*game.spec.variant.names()})
    if wrong or game.spec.report_key in INFOS:
        what = f"options {shown(wrong)} have names" if wrong else f"report_key {game.spec.report_key!r} is the name"
        raise ConfigError(
            f"the game {game.spec.name!r} cannot be registered: its {what} that environments use already; choose others"
        )


def register(game: Game) -> None:
    """Make the game known to Gymnasium (`pod_envs/PodX-v0`) and to PettingZoo (`pod_envs/pod_x-v0`); once is enough."""
    entry_point = f"pod_envs.api.entries:single_{game.spec.name}"
    known = gymnasium.registry.get(game.gymnasium_id)
    if known is None:
        gymnasium.register(
            game.gymnasium_id,
            entry_point=entry_point,
            vector_entry_point=f"pod_envs.api.entries:vector_{game.spec.name}",
        )
    elif known.entry_point != entry_point:
        raise taken(game, "Gymnasium", game.gymnasium_id, known.entry_point)
    register_pettingzoo(game)


def register_pettingzoo(game: Game) -> None:
    """PettingZoo has a registry from 1.27 on."""
    try:
        from pettingzoo import aec_registry
        from pettingzoo import register as register_aec
    except ImportError:
        return
    known = aec_registry.get(game.pettingzoo_id)
    if known is not None and not stands_for(known.entry_point, game):
        gymnasium.registry.pop(game.gymnasium_id)
        raise taken(game, "PettingZoo", game.pettingzoo_id, known.entry_point)
    if known is None or known.entry_point.__self__.game is not game:
        aec_registry.pop(game.pettingzoo_id, None)  # its class may have been loaded anew
        register_aec("aec", game.pettingzoo_id, environment_module(game).env)


def stands_for(entry_point: Any, game: Game) -> bool:
    """Whether an entry point of PettingZoo's registry makes environments of the game of that name."""
    module = getattr(entry_point, "__self__", None)
    return isinstance(module, EnvironmentModule) and module.game.spec.name == game.spec.name


def taken(game: Game, registry: str, name: str, entry_point: Any) -> ConfigError:
    """The error for an id that stands for something else."""
    return ConfigError(
        f"the game {game.spec.name!r} cannot be registered: {registry} has an environment {name!r} already, "
        f"{shown(entry_point)}; give its spec another namespace or class_name"
    )
