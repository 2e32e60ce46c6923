"""The rule options of Polypods [0] and the record of numbers that the compiled code reads them from."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from pod_envs.core.graph import Graph
from pod_envs.core.layout import Layout
from pod_envs.core.variant import Variant

from .board import DEGREE, LARGEST, Board, board_of
from .observation import FIELD_NAMES, layout

__all__ = ["PARAMS", "PolypodsVariant", "graph_of", "layout_of", "params_of"]

UNREACHABLE = 2**62  # stands for any larger number of plies


@dataclass(frozen=True)
class PolypodsVariant(Variant):
    """Options of Polypods in the order of its page."""

    meanings: ClassVar[Mapping[str, str]] = MappingProxyType(
        {
            "num_players": "always 2",
            "board": "`snub-ROWSxCOLUMNS-S` or `-T` (2 to 19 rows and columns), or `t33434-K` (K from 1 to 8)",
            "max_plies": "plies, passes included, after which the game is truncated; null is 4 for each vertex",
            "rock_spoils_fringe": "true: an empty vertex next to a petrified disc counts for nobody's fringe",
            "reward": '`"outcome"` or `"score"`',
        }
    )

    num_players: int = 2
    board: str = "snub-8x8-S"
    max_plies: int | None = None
    rock_spoils_fringe: bool = False
    reward: str = "outcome"

    def __post_init__(self) -> None:
        self.require_integer("num_players", 2, 2)
        self.require(
            isinstance(self.board, str) and board_of(self.board) is not None,
            "board",
            "'snub-ROWSxCOLUMNS-S' or '-T' with 2 to 19 rows and columns, such as 'snub-8x8-S', or 't33434-1' to "
            "'t33434-8'",
        )
        self.require_integer("max_plies", 1, nullable=True)
        self.require(isinstance(self.rock_spoils_fringe, bool), "rock_spoils_fringe", "true or false")
        self.require_choice("reward", "outcome", "score")
        if self.max_plies is None:
            self.resolve("max_plies", 4 * self.vertices)

    @property
    def shape(self) -> Board:
        """The board itself."""
        board = board_of(self.board)
        assert board is not None  # it has been checked
        return board

    @property
    def vertices(self) -> int:
        """Number of vertices."""
        return len(self.shape.places)

    @property
    def ply_limit(self) -> int:
        """`max_plies`, or a number that no game reaches."""
        assert self.max_plies is not None  # it has been resolved
        return min(self.max_plies, UNREACHABLE)


PARAMS = np.dtype(
    (
        np.record,
        np.dtype(
            [(name, "i8") for name in ("num_players", "vertices", "max_plies", "rock_spoils", "pays_score")]
            + [("degree", "i8", (LARGEST,))]
            + [("roles", "i8", (LARGEST,))]  # bit m: a disc with friends at the neighbours of bit set m is core
            + [("neighbour", "i8", (LARGEST, DEGREE))]
            + [("back", "i8", (LARGEST, DEGREE))]  # the bit of a vertex among the neighbours of its neighbour j
            + [(f"at_{name}", "i8") for name in FIELD_NAMES]
        ),
    )
)


@lru_cache(maxsize=256)
def graph_of(variant: PolypodsVariant) -> Graph:
    """The board of a variant as arrays, read-only by agreement."""
    return variant.shape.graph()


@lru_cache(maxsize=256)
def layout_of(variant: PolypodsVariant) -> Layout:
    """The observation of a variant."""
    return layout(variant.vertices)


@lru_cache(maxsize=256)
def params_of(variant: PolypodsVariant) -> NDArray[Any]:
    """The variant as PARAMS[1], read-only by agreement."""
    params = np.zeros(1, PARAMS)
    params["num_players"] = variant.num_players
    params["vertices"], params["max_plies"] = variant.vertices, variant.ply_limit
    params["rock_spoils"], params["pays_score"] = variant.rock_spoils_fringe, variant.reward == "score"
    around = graph_of(variant).neighbours()
    for u, near in enumerate(around):
        params["degree"][0, u] = len(near)
        params["neighbour"][0, u, : len(near)] = near
        params["back"][0, u, : len(near)] = [1 << around[w].index(u) for w in near]
        params["roles"][0, u] = core_sets(near, around)
    for name, offset in layout_of(variant).offsets.items():
        params[f"at_{name}"] = offset
    return params


def core_sets(near: list[int], around: list[list[int]]) -> int:
    """Bit m is set where the neighbours of bit set m, as friends, make a core disc."""
    found = 0
    for chosen in range(1 << len(near)):
        friends = [w for j, w in enumerate(near) if chosen >> j & 1]
        if len(friends) > 2 or (len(friends) == 2 and friends[1] not in around[friends[0]]):
            found |= 1 << chosen
    return found
