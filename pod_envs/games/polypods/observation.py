"""What a seat sees, which is everything: the fields of the flat observation and the kernel that writes them.

Colours are own and foe; each field of the board has one value a vertex, in the order of the vertex ids.
"""

import numpy as np
from numpy.typing import NDArray

from pod_envs.core.jit import Record, helper
from pod_envs.core.layout import Field, Layout

from .rules import may_place
from .state import EMPTY, PLAYING, ROCK, SEATS

PLANES = {
    "own_foot": "1 where an own foot lies",
    "own_core": "1 where an own core disc lies",
    "foe_foot": "1 where a foot of the foe lies",
    "foe_core": "1 where a core disc of the foe lies",
    "rock": "1 where a petrified disc lies",
    "empty": "1 where nothing lies",
    "size": "where a disc lies: discs of its polypod / V",
    "cores": "where a disc lies: core discs of its polypod / V",
}
FIELD_NAMES = (*PLANES, "to_act", "last_pass", "ply", "score", "fringe")


def layout(vertices: int) -> Layout:
    """The fields for a board of V vertices."""
    planes = [Field(name, (vertices,), meaning, plane=True) for name, meaning in PLANES.items()]
    return Layout(
        (
            *planes,
            Field("to_act", (SEATS,), "one-hot: self or the foe is to act, zeros after the end"),
            Field("last_pass", (1,), "1 if the last move was a pass"),
            Field("ply", (1,), "plies so far / most plies"),
            Field("score", (SEATS,), "core discs of self and of the foe / V"),
            Field("fringe", (SEATS,), "fringe of self and of the foe / V"),
        )
    )


@helper
def observe(s: Record, v: Record, seat: int, out: NDArray[np.float32]) -> None:
    """Write float32[layout.length] for `seat`."""
    for k in range(out.shape[0]):
        out[k] = 0.0
    for u in range(v.vertices):
        observe_vertex(s, v, seat, u, out)
    if s.seat >= 0:
        out[v.at_to_act + (s.seat != seat)] = 1.0
    out[v.at_last_pass] = 1.0 if s.passes > 0 else 0.0
    out[v.at_ply] = s.plies / v.max_plies
    for place in range(SEATS):
        out[v.at_score + place] = s.score[seat ^ place] / v.vertices
        out[v.at_fringe + place] = s.fringe[seat ^ place] / v.vertices


@helper
def observe_vertex(s: Record, v: Record, seat: int, u: int, out: NDArray[np.float32]) -> None:
    """What lies on one vertex."""
    owner = s.owner[u]
    if owner == EMPTY:
        out[v.at_empty + u] = 1.0
    elif owner == ROCK:
        out[v.at_rock + u] = 1.0
    else:
        foot = v.at_own_foot if owner == seat + 1 else v.at_foe_foot
        out[foot + s.core[u] * v.vertices + u] = 1.0  # the plane of core follows that of feet
        out[v.at_size + u] = s.discs[s.label[u]] / v.vertices
        out[v.at_cores + u] = s.cores[s.label[u]] / v.vertices


@helper
def write_mask(s: Record, v: Record, seat: int, out: NDArray[np.int8]) -> None:
    """Write int8[V + 1]: legal actions of the seat to act, zeros for a seat that waits, ones after the end."""
    asked = s.phase == PLAYING and seat == s.seat
    if s.phase != PLAYING or not asked:
        for action in range(out.shape[0]):
            out[action] = 0 if s.phase == PLAYING else 1
        return
    for u in range(v.vertices):
        out[u] = 1 if may_place(s, v, seat, u) else 0
    out[v.vertices] = 1


__all__ = ["FIELD_NAMES", "PLANES", "layout", "observe", "write_mask"]
