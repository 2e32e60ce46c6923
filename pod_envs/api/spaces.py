"""Spaces and metadata derived from what a game declares."""

import copy
from contextlib import suppress
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from pod_envs.core.game import Game

__all__ = ["box", "copied_space", "masked", "metadata_of", "state_box", "state_vector"]


def metadata_of(game: Game, variant: Any) -> dict[str, Any]:
    """PettingZoo metadata, and the facts of the variant that `pod_envs.testing` asks for."""
    name = f"{game.spec.name}_v{game.spec.version}"
    found = {"name": name, "render_modes": ["human", "ansi"], "render_fps": 2, "is_parallelizable": False}
    return found | facts_of(game, variant)


def facts_of(game: Game, variant: Any) -> dict[str, Any]:
    """What the game declares of its variant; what it leaves open is left out."""
    facts: dict[str, Any] = {
        "perfect_information": game.perfect_information(variant),
        "public_actions": not game.spec.hidden_moves,
        "rotation_symmetric": game.spec.rotation is not None,
    }
    with suppress(NotImplementedError):
        facts["max_decisions"] = game.max_decisions(variant)
    with suppress(NotImplementedError):
        facts |= {"utility_sum": 0.0} if game.zero_sum(variant) else {}
    return facts


def box(game: Game, variant: Any) -> spaces.Box:
    """The flat observation: float32[D] within the layout's bounds."""
    high = game.layout(variant).high
    return spaces.Box(np.zeros_like(high), high, dtype=np.float32)


def masked(game: Game, variant: Any) -> spaces.Dict:
    """The observation of the turn-based API: {"observation": float32[D], "action_mask": int8[A]}."""
    actions = game.num_actions(variant)
    return spaces.Dict({"observation": box(game, variant), "action_mask": spaces.Box(0, 1, (actions,), np.int8)})


def state_box(game: Game, variant: Any) -> spaces.Box:
    """The global state of `state_vector`."""
    layout, n = game.layout(variant), variant.num_players
    high = np.concatenate([layout.high[~layout.private], np.tile(layout.high[layout.private], n)])
    return spaces.Box(np.zeros_like(high), high, dtype=np.float32)


def state_vector(game: Game, variant: Any, observations: NDArray[np.float32]) -> NDArray[np.float32]:
    """The global state from all observations float32[n, D]: what all see, as seat 0 sees it, then private parts."""
    private = game.layout(variant).private
    return np.concatenate([observations[0, ~private], observations[:, private].ravel()])


def copied_space(space: spaces.Space[Any]) -> spaces.Space[Any]:
    """An action space like `space`, which goes on to draw the same samples."""
    if vars(space)["_np_random"] is None:  # neither seeded nor sampled yet, as most are: copying is slow
        return spaces.Discrete(int(vars(space)["n"]))
    return copy.deepcopy(space)
