"""What a seat sees: its own die and all bids; after the end all dice.  Seats are counted from the one that looks."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pod_envs.core.jit import Record, helper
from pod_envs.core.layout import Field, Layout

from .rules import FACES


def layout(variant: Any) -> Layout:
    """The fields; their values lie from 0 to 1."""
    own = Field("own", (FACES,), "1 for the face of the own die", private=True)
    shown = Field("shown", (variant.num_players, FACES), "after the end: 1 for the face of each seat's die")
    bids = Field("bids", (variant.num_players, variant.bids), "1 for a bid that the seat has made")
    return Layout((own, shown, bids, Field("to_act", (variant.num_players,), "1 for the seat to act")))


@helper
def observe(s: Record, v: Record, seat: int, out: NDArray[np.float32]) -> None:
    """Write the fields as `seat` sees them; v.at_own is where the field `own` begins."""
    out[:] = 0.0
    if s.die[seat] >= 0:
        out[v.at_own + s.die[seat]] = 1.0
    for place in range(v.num_players):
        other = (seat + place) % v.num_players
        if s.seat < 0 and s.left == 0:
            out[v.at_shown + place * FACES + s.die[other]] = 1.0
        for bid in range(v.bids):
            if s.bidder[bid] == other:
                out[v.at_bids + place * v.bids + bid] = 1.0
        if s.seat == other:
            out[v.at_to_act + place] = 1.0
