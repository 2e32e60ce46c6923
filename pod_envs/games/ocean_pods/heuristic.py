"""A rule-based player: opinion, never rules.  It reads what a seat sees and nothing else.

A token is worth the points of the open cards that it brings nearer, by the tokens that they still lack.  Plastic is
worth what it scores, and everything where the next border would end the game.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pod_envs.core.jit import Record, helper, kernel

from .state import (
    ASK_OCEAN,
    ASK_REROLL,
    CLEAN,
    COLLECT,
    DOWN,
    FATAL,
    FIRST_CLAIM,
    FIRST_TAKE,
    FIRST_WILD,
    OPEN,
    PASS,
    RESOURCES,
)

Array = NDArray[Any]

DOOM = 100.0  # worth of an action that keeps the third token away
HELP = 1.3  # what a card is worth in addition if it counts for an objective not yet met
BLOCKED = 0.75  # part of a card's worth that is left while the boat blocks it
OTHERS = 0.08  # part of the second-best cards that a token helps
CONTENT = 0.7  # of the best kind: a pool that shows as much is not rolled again
TOKEN = np.array([1.0, 2.0, 1.2, 0.9, 1.8, 0.3])  # worth of one more plastic token by tokens held
UNBLOCK = 0.5  # worth of a card that can be paid for and is freed, as part of its points
LITTER = 0.2  # cost of a token brought into the pod


@helper
def card_worth(v: Record, obs: Array, slot: int) -> float:
    """Points of an open card, and its help to the own objective; 0 for an empty slot."""
    points = obs[v.at_worth + slot] * v.highest_points
    helps = obs[v.at_helps + slot] > 0 and obs[v.at_progress] < 1
    return points + (HELP if helps else 0.0)  # type: ignore[no-any-return]


@helper
def lacking(v: Record, obs: Array, slot: int) -> float:
    """Tokens that the seat lacks for an open card."""
    total = 0.0
    for k in range(RESOURCES):
        total += obs[v.at_missing + slot * RESOURCES + k]
    return total * v.highest_cost  # type: ignore[no-any-return]


@helper
def token_worth(v: Record, obs: Array, kind: int) -> float:
    """What one more token of a kind is worth."""
    best = 0.0
    total = 0.0
    for slot in range(OPEN):
        if obs[v.at_missing + slot * RESOURCES + kind] > 0:
            worth = card_worth(v, obs, slot) / max(1.0, lacking(v, obs, slot))
            if obs[v.at_blocked + slot]:
                worth *= BLOCKED
            best = max(best, worth)
            total += worth
    return best + OTHERS * (total - best) + 0.01


@helper
def plastic_worth(v: Record, obs: Array, tokens: int) -> float:
    """What so many more plastic tokens are worth."""
    held = round(float(obs[v.at_plastic]) * 5)
    worth = 0.0
    for k in range(tokens):
        worth += TOKEN[min(held + k, TOKEN.shape[0] - 1)]
    return worth


@helper
def in_pod(v: Record, obs: Array) -> int:
    """Plastic tokens in the pod."""
    return round(float(obs[v.at_pod]) * FATAL)


@helper
def is_critical(v: Record, obs: Array) -> bool:
    """Whether the next border would bring the third token at the end of this round."""
    last = v.final_move == 0 and obs[v.at_triggered] > 0
    return in_pod(v, obs) == FATAL - 1 and obs[v.at_to_border] > 0 and not last


@helper
def freed(v: Record, obs: Array) -> float:
    """Points of the best card that the seat could claim now but for the boat."""
    best = 0.0
    for slot in range(OPEN):
        if obs[v.at_payable + slot] and obs[v.at_blocked + slot]:
            best = max(best, card_worth(v, obs, slot))
    return best


@helper
def value_of_ocean(v: Record, obs: Array, action: int) -> float:
    """Collect for the points; a border is crossed for a card only, and never to the third token."""
    pod = in_pod(v, obs)
    if action == COLLECT:
        return plastic_worth(v, obs, pod) + (DOOM if is_critical(v, obs) else 0.0)
    crosses = obs[v.at_to_border] if action == DOWN else obs[v.at_to_border + v.spaces - 1]
    if not crosses:
        return 0.1 if action != DOWN else 0.0
    if pod == FATAL - 1:
        return -DOOM
    return UNBLOCK * freed(v, obs) - LITTER


@helper
def value_of(v: Record, obs: Array, action: int) -> float:
    """What a legal action is worth, but for dice that are rolled again."""
    if action == CLEAN:
        return plastic_worth(v, obs, 1) + (DOOM if is_critical(v, obs) else 0.0)
    if action == PASS:
        return 0.0
    if action >= FIRST_CLAIM:
        return card_worth(v, obs, action - FIRST_CLAIM)
    if action >= FIRST_TAKE:
        return (1.0 + obs[v.at_double]) * token_worth(v, obs, action - FIRST_TAKE)  # type: ignore[no-any-return]
    return token_worth(v, obs, action - FIRST_WILD)


@helper
def dice_to_reroll(v: Record, obs: Array) -> int:
    """All dice, unless one shows what the seat wants about the most; then none."""
    best = 0.0
    shown = 0.0
    for k in range(RESOURCES):
        worth = token_worth(v, obs, k)
        best = max(best, worth)
        if obs[v.at_pool + k] > 0:
            shown = max(shown, worth)
    return 0 if shown >= CONTENT * best else (1 << (v.num_players + 1)) - 1


@kernel
def heuristic(params: Array, obs: Array, mask: Array, cells: Array, rows: Array, out: Array) -> None:
    """Take the action of the highest value, the first among equals."""
    v = params[0]
    for row in rows:
        seen = obs[row]
        if seen[v.at_phase]:
            out[row] = dice_to_reroll(v, seen)
            continue
        asks_ocean = seen[v.at_phase + ASK_OCEAN - ASK_REROLL] > 0
        best = -2 * DOOM
        for action in range(COLLECT, mask.shape[1]):
            if mask[row, action]:
                value = value_of_ocean(v, seen, action) if asks_ocean else value_of(v, seen, action)
                if value > best:
                    best = value
                    out[row] = action
