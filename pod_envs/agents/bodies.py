"""Kinds of networks over observations: what layers each has, and how they give the logits of the actions.

A layer is (W float32[in, out], b float32[out]).  All but the last are followed by the activation.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from pod_envs.core.batch import as_array
from pod_envs.core.errors import ConfigError
from pod_envs.core.game import Game

from .surroundings import Surroundings

__all__ = [
    "ACTION",
    "BODIES",
    "GRAPH",
    "PERCEPTRON",
    "WIDE",
    "Action",
    "Body",
    "Layers",
    "Perceptron",
    "Wide",
    "body_of",
    "views_of",
]

PERCEPTRON, WIDE, ACTION, GRAPH = "perceptron", "wide", "action", "graph"
Floats = NDArray[np.float32]
Layers = Sequence[tuple[Floats, Floats]]
Activation = Callable[[Floats], Floats]


class Body(Protocol):
    """A kind of network, for one variant."""

    name: ClassVar[str]
    views: ClassVar[int]  # what the outputs of a layer are multiplied by to give the inputs of the next
    first: int  # inputs of the first layer, but for what `more` adds
    outputs: int  # of the last layer

    def more(self, k: int, count: int) -> int:
        """Inputs that layer k of `count` has besides; ConfigError where there are too few layers."""

    def logits(self, layers: Layers, activation: Activation, seen: Floats, mask: NDArray[Any] | None) -> Floats:
        """float32[k, A] from float32[k, D]; only what `mask` [k, A] allows need be right."""


@dataclass
class Perceptron:
    """Layer after layer, from `first` inputs to `outputs`."""

    first: int
    outputs: int
    name: ClassVar[str] = PERCEPTRON
    views: ClassVar[int] = 1

    @classmethod
    def of(cls, game: Game, variant: Any) -> Self:
        """From the observations of a variant to its actions."""
        return cls(game.layout(variant).length, game.num_actions(variant))

    def more(self, k: int, count: int) -> int:
        """See Body."""
        return 0

    def logits(self, layers: Layers, activation: Activation, seen: Floats, mask: NDArray[Any] | None) -> Floats:
        """See Body."""
        w, b = layers[-1]
        return through(layers[:-1], activation, seen) @ w + b


class Wide(Perceptron):
    """The last layer sees the observation, too, after what the layer before it gives."""

    name: ClassVar[str] = WIDE

    def more(self, k: int, count: int) -> int:
        """See Body."""
        return self.first if k == count - 1 else 0

    def logits(self, layers: Layers, activation: Activation, seen: Floats, mask: NDArray[Any] | None) -> Floats:
        """See Body."""
        w, b = layers[-1]
        return np.concatenate([through(layers[:-1], activation, seen), seen], axis=1) @ w + b


class Action:
    """A perceptron that sees the observation, and what it says of one action, and gives the logit of that.

    So the weights are the same for all actions.  Source of what is said of each: `Game.action_views`.
    """

    name: ClassVar[str] = ACTION
    views: ClassVar[int] = 1

    def __init__(self, game: Game, variant: Any) -> None:
        self.first = game.layout(variant).length
        self.index = views_of(game, variant)
        self.actions, self.width = self.index.shape
        self.outputs = 1

    def more(self, k: int, count: int) -> int:
        """See Body."""
        if count < 2:
            raise ConfigError(f"a network of the kind {ACTION!r} has 2 layers at least, not {count}")
        return 0 if k else self.width

    def logits(self, layers: Layers, activation: Activation, seen: Floats, mask: NDArray[Any] | None) -> Floats:
        """See Body."""
        (w, b), (v, c) = layers[0], layers[-1]
        out = np.zeros((len(seen), self.actions), np.float32)
        rows, actions = np.nonzero(np.ones(out.shape, np.bool_) if mask is None else mask)
        said = np.concatenate([seen, constants(len(seen))], axis=1)[rows[:, None], self.index[actions]]
        of_row: Floats = seen @ w[: self.first] + b
        of_action: Floats = said @ w[self.first :]
        x = through(layers[1:-1], activation, activation(of_row[rows] + of_action))
        out[rows, actions] = (x @ v + c)[:, 0]
        return out


BODIES: dict[str, Callable[[Game, Any], Body]] = {
    PERCEPTRON: Perceptron.of, WIDE: Wide.of, ACTION: Action, GRAPH: Surroundings,
}  # fmt: skip


def body_of(network: str, game: Game, variant: Any) -> Body:
    """The kind of that name; ConfigError where the game does not have what it needs."""
    return BODIES[network](game, variant)


def through(layers: Layers, activation: Activation, x: Floats) -> Floats:
    """Through all of the layers."""
    for w, b in layers:
        x = activation(x @ w + b)
    return x


def constants(count: int) -> Floats:
    """What stands behind each observation: a 0 at -2, a 1 at -1."""
    return np.tile(np.array([0, 1], np.float32), (count, 1))


def views_of(game: Game, variant: Any) -> NDArray[np.int64]:
    """What the observation says of each action, int64[A, F]; ConfigError where a game does not say, or wrongly."""
    try:
        array = as_array(game.action_views(variant))
    except ConfigError:
        raise
    except Exception as error:  # whatever goes wrong in a game that is not ours
        raise ConfigError(f"{game.spec.title}: action_views raises {type(error).__name__}: {error}") from error
    actions, length = game.num_actions(variant), game.layout(variant).length
    wanted = f"int64[{actions}, F] of places from 0 to {length - 1}, -1 for a 1 and -2 for a 0"
    seen = f"{array.dtype}{list(array.shape)}"
    if array.ndim == 2 and len(array) == actions and array.shape[1] > 0 and array.dtype.kind == "i":
        wrong = np.unique(array[(array < -2) | (array >= length)])
        if not len(wrong):
            return array.astype(np.int64)
        seen = f"{wrong[0]}"
    raise ConfigError(f"{game.spec.title}: action_views should give {wanted}, not {seen}")
