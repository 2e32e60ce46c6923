"""What a win is worth with reward="outcome", and what part of one a return is."""

import numpy as np
from numpy.typing import NDArray

__all__ = ["outcome_shares", "outcome_utilities"]


def outcome_utilities(winners: int, seats: int) -> tuple[float, float]:
    """What `winners` of `seats` seats each win and what each other seat gets, with reward="outcome"."""
    if winners in (0, seats):
        return 0.0, 0.0
    return (seats - winners) / (winners * (seats - 1)), -1 / (seats - 1)


def outcome_shares(returns: NDArray[np.float64], seats: int) -> NDArray[np.float64]:
    """1/k for one of k winners, 0 for a loser, 1/n where nobody won more than others, from outcome_utilities.

    ValueError for a return that no outcome has.
    """
    shares = np.full(len(returns), np.nan)
    shares[np.isclose(returns, 0.0)] = 1 / seats
    for winners in range(1, seats):
        won, lost = outcome_utilities(winners, seats)
        shares[np.isclose(returns, won)] = 1 / winners
        shares[np.isclose(returns, lost)] = 0.0
    if np.isnan(shares).any():
        raise ValueError(f"a return of {returns[np.isnan(shares)][0]} is none that {seats} seats can have by outcome")
    return shares
