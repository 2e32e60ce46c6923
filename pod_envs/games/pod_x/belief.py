"""Belief: a world drawn uniformly from all that fit what a seat knows [0.1.10].

What the seat has not seen is put into one order before it is drawn: the true places of those cards decide nothing.
"""

import numpy as np
from numpy.typing import NDArray

from pod_envs.core.cell import CHANCE_EVENT
from pod_envs.core.jit import Record, helper
from pod_envs.core.rng import below

from .observation import knows_secret, ones, unseen_cards
from .scoring import CARDS, recount_hand
from .state import DEAL, DEALING, PLAYING


@helper
def resample(
    s: Record, v: Record, seat: int, weighted: int, events: NDArray[np.int32], cell: NDArray[np.int64]
) -> None:
    """Deal anew what `seat` has not seen to the other hands, the secret place and the undealt cards.

    `events` is the log int32[count, 2] of the game so far; the hidden deals of this round are rewritten to fit.
    Nothing is hidden after the end.
    """
    if s.phase != DEALING and s.phase != PLAYING:
        return
    hidden = unseen_cards(s, v, seat)
    cards = np.empty(ones(hidden), np.int64)
    count = 0
    for card in range(CARDS):
        if hidden >> card & 1:
            cards[count] = card
            count += 1
    shuffle(cards, cell)
    deal_again(s, v, seat, cards)
    rewrite_deals(s, v, seat, events, cell)


@helper
def shuffle(cards: NDArray[np.int64], cell: NDArray[np.int64]) -> None:
    """Put the cards into one of all orders, each as likely."""
    for k in range(cards.shape[0] - 1, 0, -1):
        j = below(cell, k + 1)
        cards[k], cards[j] = cards[j], cards[k]


@helper
def deal_again(s: Record, v: Record, seat: int, cards: NDArray[np.int64]) -> None:
    """Give the other hands as many of `cards` as they hold, then the secret place if it is hidden, then the deck."""
    at = 0
    for other in range(v.num_players):
        if other != seat:
            at = deal_hand(s, other, cards, at)
    if s.secret >= 0 and not knows_secret(s, seat):
        s.secret = cards[at]
        at += 1
    for card in range(CARDS):
        s.deck[card] = 0
    for k in range(at, cards.shape[0]):
        s.deck[cards[k]] = 1


@helper
def deal_hand(s: Record, other: int, cards: NDArray[np.int64], at: int) -> int:
    """Exchange a hand for as many of `cards` from place `at`; the place behind them."""
    held = 0
    for card in range(CARDS):
        held += s.hand[other, card]
        s.hand[other, card] = 0
    for k in range(at, at + held):
        s.hand[other, cards[k]] = 1
    recount_hand(s, other)
    return at + held


@helper
def rewrite_deals(s: Record, v: Record, seat: int, events: NDArray[np.int32], cell: NDArray[np.int64]) -> None:
    """Rewrite the deals of this round, the last s.dealt of the log, but for those to `seat`, which has seen them.

    In which order others got what they hold and have shown is hidden, so it is drawn too.
    """
    dealt = np.empty(CARDS + 1, np.int64)
    for other in range(v.num_players):
        first = other * v.hand_size
        count = first
        for card in range(CARDS):
            if s.hand[other, card] == 1 or s.shown_by[card] == other:
                dealt[count] = card
                count += 1
        shuffle(dealt[first:count], cell)
    dealt[v.num_players * v.hand_size] = s.secret
    left = s.dealt
    for k in range(events.shape[0] - 1, -1, -1):
        if left == 0:
            return
        if events[k, 0] == CHANCE_EVENT - DEAL:
            left -= 1
            if left // v.hand_size != seat:
                events[k, 1] = dealt[left]


__all__ = ["resample"]
