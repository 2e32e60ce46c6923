"""Who holds a winning card, and what it pays (sections 3.1, 3.2 and rulings 14-22): part of the rules, pure."""

import numpy as np

from pod_envs.core.jit import Record, helper

CARDS = 17
PORT, STARBOARD, ANYWHERE = range(3)  # locations; the Hub's side is ANYWHERE
NOTHING = -1000  # below every standing

NUMBER = np.array([0, 1, 2, 3, 5, 6, 7, 8, 4, 0, 1, 2, 3, 5, 6, 7, 8], np.int64)
SIDE = np.array([PORT] * 8 + [ANYWHERE] + [STARBOARD] * 8, np.int64)


@helper
def competes(s: Record, v: Record, seat: int, card: int) -> bool:
    """Whether the seat has `card` in the zone and the location that the secret card names; the Hub is everywhere [R1]."""
    has = s.shown_by[card] == seat if v.public[s.secret] else s.hand[seat, card] == 1
    where = v.location[s.secret]
    return has and (where == ANYWHERE or SIDE[card] == ANYWHERE or SIDE[card] == where)  # type: ignore[no-any-return]


@helper
def worth(v: Record, secret: int, card: int) -> int:
    """The number of `card`, negative where the lowest wins."""
    return NUMBER[card] if v.highest[secret] else -NUMBER[card]  # type: ignore[no-any-return]


@helper
def standing(s: Record, v: Record, seat: int) -> int:
    """The seat's sum, or its best number, under the secret card; NOTHING without a matching card [R21]."""
    best = NOTHING
    for card in range(CARDS):
        if competes(s, v, seat, card):
            if v.is_sum[s.secret] and best != NOTHING:
                best += worth(v, s.secret, card)
            else:
                best = max(best, worth(v, s.secret, card))
    return best


@helper
def best_standing(s: Record, v: Record) -> int:
    """The best standing over all seats, the folded ones included [R14]."""
    best = NOTHING
    for seat in range(v.num_players):
        best = max(best, standing(s, v, seat))
    return best


@helper
def prize(s: Record, v: Record, seat: int, best: int) -> int:
    """The fewest stars among the seat's winning cards [R18, R20]."""
    stars = NOTHING
    for card in range(CARDS):
        if competes(s, v, seat, card) and (v.is_sum[s.secret] or worth(v, s.secret, card) == best):
            stars = v.stars[card] if stars == NOTHING else min(stars, v.stars[card])
    return stars


@helper
def points(s: Record, v: Record, seat: int, best: int, penalty: int) -> int:
    """What the round gives the seat [R15, R16, R22]; `best` is NOTHING when nobody holds a matching card."""
    wins = best != NOTHING and standing(s, v, seat) == best
    if s.folded[seat]:
        return 0 if wins else 1
    return max(0, prize(s, v, seat, best) - penalty) if wins else 0


@helper
def tie_penalty(s: Record, v: Record, best: int) -> int:
    """1 where the option is set and two or more seats that have not folded hold a winning card [0.1.7]."""
    winners = 0
    for seat in range(v.num_players):
        if not s.folded[seat] and best != NOTHING and standing(s, v, seat) == best:
            winners += 1
    return v.tie_penalty if winners > 1 else 0
