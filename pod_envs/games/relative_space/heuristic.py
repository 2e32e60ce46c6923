"""A rule-based player: opinion, never rules.  It reads what a seat sees and nothing else.

Each play is worth the cards that it rids the stash of, less those that a jam would bring back, by the chance that the
card loads.  Low numbers go first, a keycard is kept for the end, and specials are worth what they do.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pod_envs.core.jit import Record, helper, kernel

from .state import (
    DOWN,
    GIVE,
    KINDS,
    LAUNCH,
    NET,
    NEW,
    NUMBERS,
    OWN,
    PLAY,
    RELATIVE,
    SCAN,
    SLOTS,
    TARGETS,
)

Array = NDArray[Any]

WIN = 100.0
KEYCARD = 1.5  # what it costs to use it before the end
HEIGHT = 0.25  # what a 12 is worth in the stash, lower numbers in proportion
BLIND = 0.08  # what a face-down card is worth in the stash
CLEARED = 0.1  # what it is worth that a pod is emptied
WORTH = np.zeros(KINDS)  # of playing a special, by kind: cards that it rids the stash of, or the like
WORTH[LAUNCH:] = (-0.15, 0.25, -0.1, 0.7, -0.05, 1.2, 0.9, 0.1, -0.2)
SPECIAL = 0.3  # what a special is worth in the stash


@helper
def kind_at(v: Record, obs: Array, place: int, slot: int) -> int:
    """Kind of the card in a slot of the seat at `place`: DOWN if face-down, 0 if there is none."""
    first = v.at_slots + (place * v.slots + slot) * DOWN
    for kind in range(DOWN):
        if obs[first + kind] > 0:
            return kind + 1
    return 0


@helper
def cards_at(v: Record, obs: Array, place: int) -> int:
    """Cards in the stash of the seat at `place`."""
    return round(float(obs[v.at_cards_left + place]) * v.slots)  # type: ignore[no-any-return]


@helper
def keeping(kind: int) -> float:
    """What a card is worth in a stash."""
    if kind == DOWN:
        return BLIND
    return SPECIAL + WORTH[kind] if kind > NUMBERS else HEIGHT * kind / NUMBERS


@kernel
def heuristic(params: Array, obs: Array, mask: Array, cells: Array, rows: Array, out: Array) -> None:
    """Take the action of the highest value, the first among equals."""
    kinds = np.zeros(SLOTS, np.int64)
    v = params[0]
    for row in rows:
        for slot in range(v.slots):
            kinds[slot] = kind_at(v, obs[row], 0, slot)
        best = -2 * WIN
        for action in range(mask.shape[1]):
            if mask[row, action]:
                value = value_of(v, obs[row], kinds, action)
                if value > best:
                    best = value
                    out[row] = action


@helper
def value_of(v: Record, obs: Array, kinds: Array, action: int) -> float:
    """What a legal action is worth."""
    if obs[v.at_phase]:
        return value_of_play(v, obs, kinds, action // TARGETS, action % TARGETS)
    if obs[v.at_phase + RELATIVE - PLAY]:
        return value_of_relative(v, obs, action - v.at_relatives + 1)
    if obs[v.at_phase + OWN - PLAY]:
        return value_of_own(v, obs, kinds, action - v.at_own)
    k = (action - v.at_theirs) // v.slots + 1
    kind = kind_at(v, obs, k, (action - v.at_theirs) % v.slots)
    return keeping(kind) - 0.02 * cards_at(v, obs, k)


@helper
def value_of_relative(v: Record, obs: Array, k: int) -> float:
    """The fewer cards, the more a seat deserves it; to be stunned twice is no worse."""
    stunned = 1.0 if obs[v.at_doing] == 0 and obs[v.at_stunned + k] else 0.0
    return -cards_at(v, obs, k) - v.slots * stunned  # type: ignore[no-any-return]


@helper
def value_of_own(v: Record, obs: Array, kinds: Array, slot: int) -> float:
    """Turn up a card that can be played; part with the least."""
    if obs[v.at_doing + SCAN - LAUNCH]:
        return float(obs[v.at_available + slot])
    return -keeping(kinds[slot])


@helper
def value_of_play(v: Record, obs: Array, kinds: Array, slot: int, pod: int) -> float:
    """Cards that leave the stash on average, and what is kept or used up."""
    kind = kinds[slot]
    cards = cards_at(v, obs, 0)
    if pod == NEW:
        chance, back, cost = 1.0, 0.0, KEYCARD
    else:
        chance, back, cost = float(obs[v.at_loads + slot * v.most_pods + pod]), returned(v, obs, pod), 0.0
    failed = 1 - back + CLEARED
    if cards == 1:
        return chance * WIN + (1 - chance) * failed
    loaded = 1 + worth(v, obs, kind, cards) - keeping(kind) - cost
    return chance * loaded + (1 - chance) * (failed - keeping(kind))


@helper
def worth(v: Record, obs: Array, kind: int, cards: int) -> float:
    """What a card that loads does besides."""
    if kind <= NUMBERS or kind == DOWN:
        return 0.0
    if cards == 2 and (kind == NET or (kind == GIVE and has_room(v, obs))):
        return WIN
    return WORTH[kind]  # type: ignore[no-any-return]


@helper
def has_room(v: Record, obs: Array) -> bool:
    """Whether another seat has an empty slot."""
    for place in range(1, v.num_players):
        if cards_at(v, obs, place) < v.slots:
            return True
    return False


@helper
def returned(v: Record, obs: Array, pod: int) -> float:
    """Cards that come back if the pod jams."""
    gaps = float(v.own_slot_counts)
    for slot in range(v.slots):
        gaps += obs[v.at_refills + slot]
    return min(round(float(obs[v.at_pile + pod]) * v.slots) + 1.0, gaps)  # type: ignore[no-any-return]
