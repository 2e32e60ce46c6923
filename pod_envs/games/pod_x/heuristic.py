"""Rule-based players: opinion, never rules.  They read what a seat sees and nothing else.

`heuristic` weighs each legal action by the points that the position after it would give, on average over the cards
that can be the secret, if the round ended there: staying in pays a winning card, folding pays the lack of one.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pod_envs.core.jit import Record, helper, kernel

from .judgement import locate, rival_standing, winnings
from .observation import FULL_SUM
from .scoring import CARDS, NOTHING, NUMBER
from .state import FOLD, PASS

Array = NDArray[Any]

REACH = 6.0  # what one more turn of a rival may add to the table
SHY = 0.75  # how likely a rival folds rather than stay in after a play
SHORT = 0.3  # what points are worth that fall short of the target while somebody else stands one point before it


@helper
def lowest_card(mask: Array) -> int:
    """The card with the lowest number among the legal plays, -1 if there is none."""
    best = -1
    for card in range(CARDS):
        if mask[card] and (best < 0 or NUMBER[card] < NUMBER[best]):
            best = card
    return best


@kernel
def fold(params: Array, obs: Array, mask: Array, cells: Array, rows: Array, out: Array) -> None:
    """Play the lowest card as the forced first play, then fold."""
    for row in rows:
        out[row] = FOLD if mask[row, FOLD] else lowest_card(mask[row])


@kernel
def heuristic(params: Array, obs: Array, mask: Array, cells: Array, rows: Array, out: Array) -> None:
    """Take the action of the highest value; among equals a play before a pass, and a pass before a fold."""
    zones = np.zeros(CARDS, np.int64)
    own = np.zeros(CARDS, np.int64)
    rivals = np.zeros(CARDS, np.float64)
    for row in rows:
        count = locate(params[0], obs[row], zones, own)
        out[row] = best_action(params[0], obs[row], mask[row], zones, own[:count], rivals)


@helper
def best_action(v: Record, obs: Array, mask: Array, zones: Array, own: Array, rivals: Array) -> int:
    """The legal action of the highest value; `rivals` float64[17] is scratch."""
    for secret in range(CARDS):
        if obs[v.at_possible_secret + secret]:
            rivals[secret] = rival_standing(v, obs, zones, secret)
    best = -1.0
    chosen = -1
    for action in range(FOLD + 1):
        if mask[action]:
            value = value_of(v, obs, zones, own, rivals, action)
            if value > best:
                best = value
                chosen = action
    return chosen


@helper
def value_of(v: Record, obs: Array, zones: Array, own: Array, rivals: Array, action: int) -> float:
    """The worth of an action, summed over the possible secrets; never negative."""
    if action >= CARDS:  # as if it ended the round
        stay, leave = outlook(v, obs, zones, own, rivals)
        return stay if action == PASS else leave
    before = zones[action]
    zones[action] = 0
    stay, leave = outlook(v, obs, zones, own, rivals)
    zones[action] = before
    last = last_word(v, obs, NUMBER[action])
    return last * stay + (1 - last) * max(stay, leave)


@helper
def outlook(v: Record, obs: Array, zones: Array, own: Array, rivals: Array) -> tuple[float, float]:
    """The worth of staying in, and of having folded, if the round ends so: two sums over the possible secrets."""
    stay = 0.0
    leave = 0.0
    missing = points_missing(v, obs)
    pressed = somebody_is_close(v, obs)
    for secret in range(CARDS):
        if obs[v.at_possible_secret + secret]:
            won = winnings(v, zones, secret, rivals[secret], own)
            if won == NOTHING:
                leave += worth_of(1, missing, pressed)
            else:
                stay += worth_of(won, missing, pressed)
    return stay, leave


@helper
def worth_of(points: int, missing: float, pressed: bool) -> float:
    """Points beyond the target are worth nothing, points that fall short of it little when somebody is close to it."""
    return points * SHORT if pressed and points < missing else min(float(points), missing)


@helper
def races(v: Record) -> bool:
    """Whether the seats race for the target, and nothing else is paid."""
    return v.num_rounds == 0 and not v.pays_score


@helper
def points_missing(v: Record, obs: Array) -> float:
    """What the seat lacks to the target; more than any round pays where there is no race."""
    return max(0.0, v.target - score(v, obs, 0)) if races(v) else float(-NOTHING)


@helper
def somebody_is_close(v: Record, obs: Array) -> bool:
    """Whether the point for a fold would bring another seat to the target."""
    highest = 0.0
    for place in range(1, v.num_players):
        highest = max(highest, score(v, obs, place))
    return races(v) and highest >= v.target - 1


@helper
def score(v: Record, obs: Array, place: int) -> float:
    """Points of a seat."""
    return float(round(float(obs[v.at_score + place]) * v.score_scale))


@helper
def last_word(v: Record, obs: Array, number: int) -> float:
    """How likely the round ends before the next turn once the seat plays `number`: by the sum, or as all fold."""
    left = round(float(obs[v.at_to_threshold]) * FULL_SUM) - number
    if left <= 0:
        return 1.0
    rivals = 0
    for place in range(1, v.num_players):
        if not obs[v.at_folded + place]:
            rivals += 1
    reach = REACH * rivals
    goes_on = min(1.0, left / reach) if reach > 0 else 1.0
    return 1 - goes_on * (1 - SHY**rivals)
