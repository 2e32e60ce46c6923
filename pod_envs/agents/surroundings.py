"""Networks over the graph of a game's board, as plain arrays: each layer looks at a vertex, around it, and at all.

Layer (W, b) turns x[v] into act([x[v], sum of x over v's neighbours / 5, mean of x over the board] @ W + b).  The first
one sees what the observation says of each vertex, and behind that what it says of the whole.  Of the last one's outputs
the first is the logit of the move on v, the means of the others over the board those of the actions on no vertex.
Nothing depends on the number of vertices, so a network made for one board plays on all.
"""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from pod_envs.core.game import Game

__all__ = ["VIEWS", "Surroundings"]

Floats = NDArray[np.float32]
VIEWS = 3  # a vertex, its neighbours, the board
SHARE = 5  # what sums over neighbours are divided by


class Surroundings:
    """How the observations of a variant lie on its graph; ConfigError where the game has none.

    `mix` float32[V, V] takes the sums over neighbours; `planes` and `rest` are the numbers of values a vertex, and of
    the whole; `others` is the number of actions on no vertex.
    """

    name: ClassVar[str] = "graph"
    views: ClassVar[int] = VIEWS

    def __init__(self, game: Game, variant: Any) -> None:
        graph, layout = game.graph(variant), game.layout(variant)
        self.size = graph.size
        self.mix = graph.adjacency() / np.float32(SHARE)
        on_vertices = np.concatenate([np.full(part.length, part.plane) for part in layout.fields])
        self.at_planes, self.at_rest = np.flatnonzero(on_vertices), np.flatnonzero(~on_vertices)
        self.planes, self.rest = len(self.at_planes) // self.size, len(self.at_rest)
        self.others = game.num_actions(variant) - self.size
        self.first, self.outputs = VIEWS * self.planes + self.rest, 1 + self.others

    def more(self, k: int, count: int) -> int:
        """See `bodies.Body`."""
        return 0

    def logits(
        self,
        layers: Sequence[tuple[Floats, Floats]],
        activation: Callable[[Floats], Floats],
        observation: Floats,
        mask: NDArray[Any] | None = None,
    ) -> Floats:
        """See `bodies.Body`."""
        count = len(observation)
        x = observation[:, self.at_planes].reshape(count, self.planes, self.size).transpose(0, 2, 1)
        rest = np.broadcast_to(observation[:, None, self.at_rest], (count, self.size, self.rest))
        x = np.concatenate([self.looked(x), rest], axis=2)
        for w, b in layers[:-1]:
            x = self.looked(activation(x @ w + b))
        w, b = layers[-1]
        x = x @ w + b
        return np.concatenate([x[:, :, 0], x[:, :, 1:].mean(axis=1)], axis=1)

    def looked(self, x: Floats) -> Floats:
        """float32[k, V, 3 C] from float32[k, V, C]: each vertex, its neighbours, the board."""
        board = np.broadcast_to(x.mean(axis=1, keepdims=True), x.shape)
        return np.concatenate([x, self.mix @ x, board], axis=2)
