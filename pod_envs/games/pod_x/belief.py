"""Belief: a world drawn uniformly from all that fit what a seat knows [0.1.10]."""

import numpy as np
from numpy.typing import NDArray

from pod_envs.core.cell import CHANCE_EVENT
from pod_envs.core.jit import Record, helper
from pod_envs.core.rng import below

from .observation import unseen_cards
from .scoring import CARDS, recount_hand
from .state import DEAL, DEALING, PLAYING, SEATS


@helper
def resample(s: Record, v: Record, seat: int, events: NDArray[np.int32], cell: NDArray[np.int64]) -> None:
    """Permute what `seat` has not seen among the other hands, the secret place and the undealt cards.

    `events` is the log int32[count, 2] of the game so far; the hidden deals of this round are rewritten to fit.
    Nothing is hidden after the end.
    """
    if s.phase != DEALING and s.phase != PLAYING:
        return
    image = shuffled_unseen(s, v, seat, cell)
    relabel_deals(s, events, image)
    rewrite(s, image)


@helper
def shuffled_unseen(s: Record, v: Record, seat: int, cell: NDArray[np.int64]) -> NDArray[np.int64]:
    """image[card]: a uniform permutation of the unseen cards that leaves the others where they are."""
    image = np.arange(CARDS)
    hidden = unseen_cards(s, v, seat)
    count = 0
    for high in range(CARDS):  # the inside-out shuffle, over the unseen cards in ascending order
        if hidden >> high & 1:
            count += 1
            left = below(cell, count)
            for card in range(high + 1):
                if hidden >> card & 1:
                    if left == 0:
                        image[high], image[card] = image[card], image[high]
                    left -= 1
    return image


@helper
def relabel_deals(s: Record, events: NDArray[np.int32], image: NDArray[np.int64]) -> None:
    """Rewrite the deals of this round, the last s.dealt chance events of the log."""
    left = s.dealt
    for k in range(events.shape[0] - 1, -1, -1):
        if left == 0:
            return
        if events[k, 0] == CHANCE_EVENT - DEAL:
            events[k, 1] = image[events[k, 1]]
            left -= 1


@helper
def rewrite(s: Record, image: NDArray[np.int64]) -> None:
    """Carry hands, deck and secret over to their images."""
    before = np.zeros((SEATS + 1, CARDS), np.int8)
    for card in range(CARDS):
        before[SEATS, card] = s.deck[card]
        for seat in range(SEATS):
            before[seat, card] = s.hand[seat, card]
    for card in range(CARDS):
        s.deck[image[card]] = before[SEATS, card]
        for seat in range(SEATS):
            s.hand[seat, image[card]] = before[seat, card]
    for seat in range(SEATS):
        recount_hand(s, seat)
    if s.secret >= 0:
        s.secret = image[s.secret]


__all__ = ["resample"]
