"""The course of rounds and turns (section 4, 0.1.5), the boat, and claimed cards.  Part of the rules, pure.

[R18] cites ruling 18 of the rule page's section 3, [0.1.7] item 7 of its section 0.1.
"""

import numpy as np
from numpy.typing import NDArray

from pod_envs.core.jit import Record, helper

from .offer import can_claim
from .scoring import lose, score
from .state import (
    ASK_OCEAN,
    ASK_REROLL,
    ASK_WILD,
    DICE,
    DOUBLE,
    FATAL,
    GROUPS,
    NOTHING,
    OCEAN,
    OCEANS,
    OPEN,
    REROLL,
    RESEARCH,
    RESOURCE,
    RESOURCES,
    ROLL_WHITE,
    TRIGGER,
    TRUNCATED,
)


@helper
def begin_round(s: Record) -> None:
    """All dice are rolled next, for the first player [R16]; the first of them begins the round [0.1.9]."""
    s.turn = 0
    s.active = s.first
    s.seat = NOTHING
    s.blue = NOTHING
    s.double = 0
    s.drawn = 0
    for slot in range(DICE):
        s.dice[slot] = NOTHING
    s.phase = ROLL_WHITE


@helper
def begin_bonus(s: Record) -> None:
    """The first player resolves the blue die; DOUBLE asks nothing [R17-R19]."""
    s.seat = s.active
    s.drawn = 0
    if s.blue == DOUBLE:
        s.double = 1
        s.phase = RESOURCE
    elif s.blue == REROLL:
        s.phase = ASK_REROLL
    else:
        s.phase = ASK_OCEAN if s.blue == OCEAN else ASK_WILD


@helper
def ask_resource(s: Record) -> None:
    """A die or a plastic token is to be taken [R15]."""
    s.phase = RESOURCE
    s.seat = s.active


@helper
def finish_resource(s: Record, v: Record, cleaned: bool, pay: NDArray[np.float64]) -> None:
    """Research is asked next, unless nothing can be claimed or cleaning has ended the turn [R14]."""
    if not (cleaned and v.clean_ends):
        for slot in range(OPEN):
            if can_claim(s, v, slot):
                s.phase = RESEARCH
                return
    end_turn(s, v, pay)


@helper
def gain_card(s: Record, v: Record, seat: int, card: int, pay: NDArray[np.float64]) -> None:
    """A seat pays for a card and has it; the twelfth point triggers the last round [R34]."""
    s.owner[card] = seat
    s.cards[seat] += 1
    s.points[seat] += v.points[card]
    for k in range(RESOURCES):
        s.tokens[seat, k] -= v.cost[card, k]
        if v.cost[card, k] > 0:
            s.by_cost[seat, k] += 1
    for k in range(OCEANS):
        s.by_ocean[seat, k] += (v.oceans[card] >> k) & 1
    for k in range(GROUPS):
        if v.group[card] == k:
            s.by_group[seat, k] += 1
    if s.points[seat] >= TRIGGER:
        s.triggered = 1
    if v.pays_score:
        pay[seat] += v.points[card] / TRIGGER  # [0.1.8]


@helper
def end_turn(s: Record, v: Record, pay: NDArray[np.float64]) -> None:
    """The next seat takes a die, or the round is over."""
    s.turn += 1
    if s.turn == v.num_players:
        end_round(s, v, pay)
        return
    s.active = (s.active + 1) % v.num_players
    ask_resource(s)


@helper
def end_round(s: Record, v: Record, pay: NDArray[np.float64]) -> None:
    """Scoring, boat, plastic, the limit, or the next round, in the order of [0.1.5]."""
    if s.triggered and not v.final_move:
        score(s, v, pay)
    elif not move_boat(s, v, 1, pay):
        if s.triggered:
            score(s, v, pay)
        elif s.rounds == v.max_rounds:
            s.phase = TRUNCATED
            s.seat = NOTHING
        else:
            s.first = (s.first + 1) % v.num_players
            begin_round(s)


@helper
def move_boat(s: Record, v: Record, step: int, pay: NDArray[np.float64]) -> bool:
    """The boat moves by one space in the loop; True when a border brought the third token [R7-R10, 0.1.4]."""
    loop = OCEANS * v.spaces
    before = s.boat
    s.boat = (before + step + loop) % loop
    wraps = s.boat - before != step
    if s.boat // v.spaces != before // v.spaces and (v.wrap_adds or not wraps):
        s.pod += 1
        if s.pod == FATAL:
            lose(s, v, pay)
            return True
    return False
