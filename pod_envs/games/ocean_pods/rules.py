"""The rules of Ocean Pods as pure functions over one flat record: no input or output, no generator, no exception.

[R18] cites ruling 18 of the rule page's section 3, [0.1.7] item 7 of its section 0.1.
"""

import numpy as np
from numpy.typing import NDArray

from pod_envs.core.jit import Record, helper

from .chances import chance_kind, draw, is_chance, is_outcome, outcomes
from .course import ask_resource, begin_bonus, begin_round, end_turn, finish_resource, gain_card, move_boat
from .offer import can_claim, lowest_die, shows
from .state import (
    ACTIONS,
    ASK_OCEAN,
    ASK_REROLL,
    ASK_WILD,
    CLEAN,
    COLLECT,
    DICE,
    DOWN,
    DRAW_FIRST,
    DRAW_OBJECTIVE,
    DRAW_OCEAN,
    FIRST_CLAIM,
    FIRST_TAKE,
    FIRST_WILD,
    GROUPS,
    LOST,
    NOTHING,
    OCEANS,
    ON_OFFER,
    OPEN,
    PASS,
    REFILL,
    REROLLING,
    RESEARCH,
    RESOURCE,
    RESOURCES,
    ROLL_BLUE,
    ROLL_WHITE,
    SCORED,
    SEATS,
    TRUNCATED,
    UNSEEN,
)

ROOM = 24  # most events of one call: the draws of the set-up and the first dice; or a claim, a refill and the next dice


@helper
def setup(s: Record, v: Record) -> None:
    """A new game: the oceans are placed next; the boat is on the first space of the top card [R11]."""
    s.first = NOTHING
    s.active = NOTHING
    s.seat = NOTHING
    s.turn = 0
    s.rounds = 0
    s.boat = 0
    s.pod = 0
    s.triggered = 0
    s.double = 0
    s.blue = NOTHING
    s.drawn = 0
    s.again = 0
    s.gap = NOTHING
    s.unseen = v.card_count
    for position in range(OCEANS):
        s.order[position] = NOTHING
    for slot in range(OPEN):
        s.offer[slot] = NOTHING
    for slot in range(DICE):
        s.dice[slot] = NOTHING
    for card in range(v.card_count):
        s.owner[card] = UNSEEN
    for seat in range(SEATS):
        clear_seat(s, seat)
    s.phase = DRAW_OCEAN


@helper
def clear_seat(s: Record, seat: int) -> None:
    """Nothing in front of a seat."""
    s.objective[seat] = NOTHING
    s.plastic[seat] = 0
    s.points[seat] = 0
    s.cards[seat] = 0
    s.bonus[seat] = 0
    s.total[seat] = 0
    for k in range(RESOURCES):
        s.tokens[seat, k] = 0
        s.by_cost[seat, k] = 0
    for k in range(OCEANS):
        s.by_ocean[seat, k] = 0
    for k in range(GROUPS):
        s.by_group[seat, k] = 0


# Chance ---------------------------------------------------------------------------------------------------------------


@helper
def apply_chance(s: Record, v: Record, outcome: int, pay: NDArray[np.float64], news: NDArray[np.int64]) -> bool:
    """Chance brings a possible `outcome`.  Adds to `pay`; there is nothing to tell that all seats do not see."""
    if s.phase >= REROLLING:
        apply_late(s, v, outcome, pay)
    elif s.phase == ROLL_WHITE:
        if s.drawn == 0:
            s.rounds += 1
        s.dice[s.drawn] = outcome
        next_phase(s, v.num_players + 1)
    elif s.phase == ROLL_BLUE:
        s.blue = outcome
        begin_bonus(s)
    elif s.phase == DRAW_OCEAN:
        s.order[s.drawn] = outcome
        next_phase(s, OCEANS)
    elif s.phase == DRAW_FIRST:
        s.first = outcome
        next_phase(s, 1)
    elif s.phase == DRAW_OBJECTIVE:
        s.objective[s.drawn] = outcome
        next_phase(s, v.num_players)
    else:
        turn_up(s, s.drawn, outcome)
        if s.drawn == OPEN - 1:
            begin_round(s)
        else:
            s.drawn += 1
    return False


@helper
def next_phase(s: Record, count: int) -> None:
    """One more of `count` has been drawn; after the last the next kind of event is due."""
    s.drawn += 1
    if s.drawn == count:
        s.drawn = 0
        s.phase += 1


@helper
def apply_late(s: Record, v: Record, outcome: int, pay: NDArray[np.float64]) -> None:
    """A die that was rolled again, or a card in the place of a claimed one."""
    if s.phase == REFILL:
        turn_up(s, s.gap, outcome)
        s.gap = NOTHING
        end_turn(s, v, pay)
        return
    slot = 0
    while (s.again >> slot) & 1 == 0:
        slot += 1
    s.dice[slot] = outcome
    s.again &= ~(1 << slot)
    if s.again == 0:
        ask_resource(s)


@helper
def turn_up(s: Record, slot: int, card: int) -> None:
    """A card from the deck lies in an open slot."""
    s.offer[slot] = card
    s.owner[card] = ON_OFFER
    s.unseen -= 1


# Decisions ------------------------------------------------------------------------------------------------------------


@helper
def is_legal(s: Record, v: Record, action: int) -> bool:
    """Whether the seat to act may take `action`."""
    if action < 0 or action >= ACTIONS:
        return False
    if s.phase == RESOURCE:
        return (FIRST_TAKE <= action < CLEAN and shows(s, action - FIRST_TAKE)) or (action == CLEAN and s.pod > 0)
    if s.phase == RESEARCH:
        return action == PASS or (FIRST_CLAIM <= action < PASS and can_claim(s, v, action - FIRST_CLAIM))
    if s.phase == ASK_OCEAN:
        return COLLECT <= action < FIRST_WILD
    if s.phase == ASK_WILD:
        return FIRST_WILD <= action < FIRST_TAKE and shows(s, action - FIRST_WILD)
    return s.phase == ASK_REROLL and action < 1 << (v.num_players + 1)  # type: ignore[no-any-return]


@helper
def apply(s: Record, v: Record, action: int, pay: NDArray[np.float64], news: NDArray[np.int64]) -> bool:
    """The seat to act takes a legal `action`.  Adds to `pay`; True for a claim, which `news` tells."""
    if s.phase == RESOURCE:
        take(s, v, action, pay)
    elif s.phase == RESEARCH:
        if action == PASS:
            end_turn(s, v, pay)
        else:
            news[0] = s.active
            news[1] = s.offer[action - FIRST_CLAIM]
            claim(s, v, action - FIRST_CLAIM, pay)
            return True
    elif s.phase == ASK_OCEAN:
        use_ocean(s, v, action, pay)
    elif s.phase == ASK_WILD:
        s.tokens[s.active, action - FIRST_WILD] += 1  # the die stays [R23]
        ask_resource(s)
    else:
        roll_again(s, action)
    return False


@helper
def roll_again(s: Record, slots: int) -> None:
    """Any of the dice are rolled once more, in ascending order; none is no event [R21, 0.1.3]."""
    s.again = slots
    if slots == 0:
        ask_resource(s)
    else:
        s.phase = REROLLING
        s.seat = NOTHING


@helper
def use_ocean(s: Record, v: Record, action: int, pay: NDArray[np.float64]) -> None:
    """Collect all plastic, or move the boat by one space either way [R22]."""
    if action == COLLECT:
        s.plastic[s.active] += s.pod
        s.pod = 0
    elif move_boat(s, v, 1 if action == DOWN else -1, pay):
        return
    ask_resource(s)


@helper
def take(s: Record, v: Record, action: int, pay: NDArray[np.float64]) -> None:
    """A die for a token, for two after DOUBLE; or a plastic token instead, which loses the doubling [R13, R19, R20]."""
    seat = s.active
    if action == CLEAN:
        s.pod -= 1
        s.plastic[seat] += 1
    else:
        kind = action - FIRST_TAKE
        s.dice[lowest_die(s, kind)] = NOTHING
        s.tokens[seat, kind] += 1 + s.double
    s.double = 0
    finish_resource(s, v, action == CLEAN, pay)


@helper
def claim(s: Record, v: Record, slot: int, pay: NDArray[np.float64]) -> None:
    """Pay for an open card and take it; the slot is refilled before anything else [R1, R29, 0.1.3]."""
    card = s.offer[slot]
    s.offer[slot] = NOTHING
    gain_card(s, v, s.active, card, pay)
    if s.unseen > 0:
        s.gap = slot
        s.phase = REFILL
        s.seat = NOTHING
    else:
        end_turn(s, v, pay)


@helper
def ended(s: Record) -> int:
    """0 while the game runs, 1 terminated, 2 truncated."""
    if s.phase == SCORED or s.phase == LOST:
        return 1
    return 2 if s.phase == TRUNCATED else 0


__all__ = [
    "apply",
    "apply_chance",
    "chance_kind",
    "draw",
    "ended",
    "is_chance",
    "is_legal",
    "is_outcome",
    "outcomes",
    "setup",
]
