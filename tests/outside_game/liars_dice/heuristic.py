"""A player that counts: it sees what the seat to act sees, and nothing else."""

from typing import Any

from pod_envs.core.jit import Record, helper, kernel

from .rules import FACES


@kernel
def counter(params: Any, obs: Any, mask: Any, cells: Any, rows: Any, out: Any) -> None:
    """Write an action to out[row] for each of `rows`: the likeliest bid, or doubt if the last asks for too much."""
    v = params[0]
    for row in rows:
        last = v.bids - 1
        while last >= 0 and mask[row, last]:
            last -= 1
        best = last + 1  # which is to doubt if no bid is left
        for bid in range(best + 1, v.bids):
            if hope(v, obs[row], bid) > hope(v, obs[row], best):
                best = bid
        doubts = last >= 0 and hope(v, obs[row], last) < -1
        out[row] = v.bids if doubts else best


@helper
def hope(v: Record, obs: Any, bid: int) -> float:
    """How many more dice than the bid asks for are to be expected."""
    return float(obs[v.at_own + bid % FACES] + (v.num_players - 1) / FACES - bid // FACES - 1)
