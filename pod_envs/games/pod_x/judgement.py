"""What a seat makes of its position, from its observation alone: where the cards are, and what a secret card would pay.

The whole deck is dealt, so once a secret card is supposed, every other unseen card is in another seat's hand.
`zones` int64[17] says where each card is: 0 in front of the seat, k in front of the k-th seat clockwise, or one of
HAND, UNSEEN, AWAY.  `v` holds the rule options, `obs` is the seat's observation.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pod_envs.core.jit import Record, helper

from .scoring import ANYWHERE, CARDS, NOTHING, SIDE, worth
from .state import ACTIONS

Array = NDArray[Any]

HAND, UNSEEN, AWAY = range(4, 7)  # own hand; another hand or the secret place; not in this deck
DECK: Array = np.arange(CARDS)
LUCK = 0.5  # by how much of its fair share the luckiest of several rivals beats it


@helper
def locate(v: Record, obs: Array, zones: Array, own: Array) -> int:
    """Write the zone of each card; list the seat's own cards, hand and table, in `own` and return how many."""
    count = 0
    for card in range(CARDS):
        zones[card] = UNSEEN if v.deck[card] else AWAY
        if obs[v.at_hand + card]:
            zones[card] = HAND
        for place in range(v.num_players):
            if obs[v.at_shown + place * CARDS + card]:
                zones[card] = place
        if zones[card] == HAND or zones[card] == 0:
            own[count] = card
            count += 1
    return count


@helper
def counts(v: Record, zones: Array, secret: int, card: int, zone: int) -> bool:
    """Whether `card` lies in `zone` and in the location that `secret` names; the Hub is everywhere."""
    if zones[card] != zone or card == secret:
        return False
    where = v.location[secret]
    return where == ANYWHERE or SIDE[card] == ANYWHERE or SIDE[card] == where  # type: ignore[no-any-return]


@helper
def standing(v: Record, zones: Array, secret: int, zone: int, cards: Array) -> int:
    """Sum or best number of the `cards` that count in `zone`, negative where the lowest wins; NOTHING if none does."""
    best = NOTHING
    for card in cards:
        if counts(v, zones, secret, card, zone):
            if v.is_sum[secret] and best != NOTHING:
                best += worth(v, secret, card)
            else:
                best = max(best, worth(v, secret, card))
    return best


@helper
def rival_standing(v: Record, obs: Array, zones: Array, secret: int) -> float:
    """The best standing of the others if `secret` is the secret card."""
    if v.public[secret]:
        return public_standing(v, obs, zones, secret)
    total = standing(v, zones, secret, UNSEEN, DECK)
    if v.is_sum[secret] and total != NOTHING:
        return total * hidden_share(v, obs, secret)
    return float(total)


@helper
def public_standing(v: Record, obs: Array, zones: Array, secret: int) -> float:
    """The best of what the others have on the table; one who still has to play is taken to play an average card."""
    best = NOTHING
    awaited = False
    for place in range(1, v.num_players):
        best = max(best, standing(v, zones, secret, place, DECK))
        if obs[v.at_last_action + place * (ACTIONS + 1) + ACTIONS]:
            awaited = True
    return max(float(best), average_card(v, zones, secret)) if awaited else float(best)


@helper
def average_card(v: Record, zones: Array, secret: int) -> float:
    """The average standing of an unseen card that counts."""
    total = 0.0
    count = 0
    for card in DECK:
        if counts(v, zones, secret, card, UNSEEN):
            total += worth(v, secret, card)
            count += 1
    return total / count if count > 0 else float(NOTHING)


@helper
def hidden_share(v: Record, obs: Array, secret: int) -> float:
    """What part of all hidden numbers the best rival may hold: the fair share of the fullest hand, and some luck."""
    cards = 0.0
    most = 0.0
    for place in range(1, v.num_players):
        left = float(obs[v.at_cards_left + place])
        cards += left
        most = max(most, left)
    if cards == most:  # one rival has them all
        return 1.0
    return most / cards * (1 + LUCK if v.highest[secret] else 1 - LUCK)


@helper
def winnings(v: Record, zones: Array, secret: int, rival: float, own: Array) -> int:
    """What the seat, not folded, would be paid if the round ended now; NOTHING if none of its `own` cards wins."""
    zone = 0 if v.public[secret] else HAND
    best = standing(v, zones, secret, zone, own)
    if best == NOTHING or best < rival:
        return NOTHING
    stars = -NOTHING
    for card in own:
        if counts(v, zones, secret, card, zone) and (v.is_sum[secret] or worth(v, secret, card) == best):
            stars = min(stars, v.stars[card])
    return max(0, stars - v.tie_penalty) if best == rival else stars


__all__ = ["HAND", "locate", "rival_standing", "winnings"]
