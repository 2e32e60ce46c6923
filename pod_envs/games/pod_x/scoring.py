"""Who holds a winning card, and what it pays (sections 3.1, 3.2 and rulings 14-22): part of the rules, pure.

A kind is a condition without its zone: 6 x measure (number, sum) + 3 x direction (highest, lowest) + location.
The state holds every seat's standing under each kind in each zone, kept up to date card by card.
"""

import numpy as np
from numpy.typing import NDArray

from pod_envs.core.jit import Record, helper

CARDS = 17
PORT, STARBOARD, ANYWHERE = range(3)  # locations; the Hub's side is ANYWHERE
PRIVATE, PUBLIC = range(2)  # zones
KINDS = 12
FIRST_SUM = 6  # kinds from here on are sums
NOTHING = -1000  # below every standing

NUMBER = np.array([0, 1, 2, 3, 5, 6, 7, 8, 4, 0, 1, 2, 3, 5, 6, 7, 8], np.int64)
SIDE = np.array([PORT] * 8 + [ANYWHERE] + [STARBOARD] * 8, np.int64)


def values_by_kind() -> NDArray[np.int64]:
    """int64[KINDS, CARDS]: what a card counts, negative where the lowest wins; NOTHING outside the location [R1]."""
    values = np.full((KINDS, CARDS), NOTHING, np.int64)
    for kind in range(KINDS):
        location = kind % 3
        sign = -1 if kind // 3 % 2 else 1
        inside = (location == ANYWHERE) | (SIDE == ANYWHERE) | (location == SIDE)
        values[kind, inside] = sign * NUMBER[inside]
    return values


VALUE = values_by_kind()


@helper
def worth(v: Record, secret: int, card: int) -> int:
    """The number of `card`, negative where the lowest wins."""
    return NUMBER[card] if v.highest[secret] else -NUMBER[card]  # type: ignore[no-any-return]


@helper
def gain(standings: NDArray[np.int32], card: int) -> None:
    """A seat has one more card in a zone: its sums or best numbers there int32[KINDS] follow."""
    for kind in range(KINDS):
        value = VALUE[kind, card]
        before = standings[kind]
        if value != NOTHING:
            standings[kind] = before + value if kind >= FIRST_SUM and before != NOTHING else max(before, value)


@helper
def forget(standings: NDArray[np.int32]) -> None:
    """A seat has no card in a zone: it is not eligible under any kind [R21]."""
    for kind in range(KINDS):
        standings[kind] = NOTHING


@helper
def recount_hand(s: Record, seat: int) -> None:
    """Standings of the seat's hand, from its cards."""
    forget(s.standing[PRIVATE, seat])
    for card in range(CARDS):
        if s.hand[seat, card]:
            gain(s.standing[PRIVATE, seat], card)


@helper
def standing(s: Record, v: Record, secret: int, seat: int) -> int:
    """The seat's sum, or its best number, under a secret card; NOTHING without a matching card."""
    return s.standing[v.public[secret], seat, v.kind[secret]]  # type: ignore[no-any-return]


@helper
def best_standing(s: Record, v: Record, secret: int) -> int:
    """The best standing over all seats, the folded ones included [R14]."""
    best = NOTHING
    for seat in range(v.num_players):
        best = max(best, standing(s, v, secret, seat))
    return best


@helper
def prize(s: Record, v: Record, seat: int, best: int) -> int:
    """The fewest stars among the seat's winning cards [R18, R20]."""
    stars = NOTHING
    kind = v.kind[s.secret]
    for card in range(CARDS):
        has = s.shown_by[card] == seat if v.public[s.secret] else s.hand[seat, card] == 1
        if has and (VALUE[kind, card] == best or (kind >= FIRST_SUM and VALUE[kind, card] != NOTHING)):
            stars = v.stars[card] if stars == NOTHING else min(stars, v.stars[card])
    return stars


@helper
def points(s: Record, v: Record, seat: int, best: int, penalty: int) -> int:
    """What the round gives the seat [R15, R16, R22]; `best` is NOTHING when nobody holds a matching card."""
    wins = best != NOTHING and standing(s, v, s.secret, seat) == best
    if s.folded[seat]:
        return 0 if wins else 1
    return max(0, prize(s, v, seat, best) - penalty) if wins else 0


@helper
def tie_penalty(s: Record, v: Record, best: int) -> int:
    """1 where the option is set and two or more seats that have not folded hold a winning card [0.1.7]."""
    winners = 0
    for seat in range(v.num_players):
        if not s.folded[seat] and best != NOTHING and standing(s, v, s.secret, seat) == best:
            winners += 1
    return v.tie_penalty if winners > 1 else 0
