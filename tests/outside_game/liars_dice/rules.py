"""The rules: everybody rolls a die in secret, bids go up, until somebody doubts the last one and all dice are shown.

Bid b says that at least b // FACES + 1 of all dice show the face b % FACES, so a higher bid has the higher number.
"""

import numpy as np
from numpy.typing import NDArray

from pod_envs.core.jit import Record, helper, record_type

SEATS, FACES = 3, 6  # at most
OUTCOMES = FACES  # of chance, each as likely
ROOM = 1 + SEATS  # most events of one call: a decision, and the rolls of the next game

STATE = record_type(
    [
        ("seat", "i8"),  # to act, -1: nobody
        ("left", "i8"),  # dice that are not rolled yet
        ("die", "i8", (SEATS,)),
        ("bid", "i8"),  # the last one, -1: none
        ("bidder", "i8", (SEATS * FACES,)),  # who made each bid, -1: nobody
    ]
)


@helper
def setup(s: Record, v: Record) -> None:
    """A new game; every field gets a value."""
    s.seat = -1
    s.left = v.num_players
    s.die[:] = -1
    s.bid = -1
    s.bidder[:] = -1


@helper
def is_chance(s: Record) -> bool:
    """Whether a die is to be rolled next."""
    return bool(s.left > 0)


@helper
def apply_chance(s: Record, v: Record, face: int, pay: NDArray[np.float64], news: NDArray[np.int64]) -> bool:
    """The last seat rolls first; seat 0 begins.  True would say that `news` tells all something."""
    s.left -= 1
    s.die[s.left] = face
    s.seat = -1 if s.left else 0
    return False


@helper
def is_legal(s: Record, v: Record, action: int) -> bool:
    """A bid above the last one; or to doubt the last one, if there is one."""
    return bool(s.bid >= 0 if action == v.bids else s.bid < action)


@helper
def apply(s: Record, v: Record, action: int, pay: NDArray[np.float64], news: NDArray[np.int64]) -> bool:
    """The next seat is to act; or the game is over, and whoever was wrong pays 1 to all others."""
    if action < v.bids:
        s.bid = action
        s.bidder[action] = s.seat
        s.seat = (s.seat + 1) % v.num_players
        return False
    enough = np.sum(s.die == s.bid % FACES) > s.bid // FACES
    loser = s.seat if enough else s.bidder[s.bid]
    for seat in range(v.num_players):
        pay[seat] += -1.0 if seat == loser else 1.0 / (v.num_players - 1)
    s.seat = -1
    return False
