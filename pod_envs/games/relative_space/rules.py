"""The rules of Relative Space as pure functions over one flat record: no input or output, no generator, no exception.

[R18] cites ruling 18 of the rule page's section 4, [0.1.7] item 7 of its section 0.1, [F11] fact 11 of its section 1.
"""

import numpy as np
from numpy.typing import NDArray

from pod_envs.core.jit import Record, helper
from pod_envs.core.rng import below

from .plays import hand_over, land, load_netted, refill
from .stash import clear_table, exchange, is_available, lay, lift, open_pod, reveal
from .state import (
    DEALING,
    DOWN,
    DRAW_START,
    FLIPPING,
    GIVE,
    KINDS,
    NET,
    NEW,
    OWN,
    PLAY,
    PODS,
    REFILLING,
    RELATIVE,
    SCAN,
    START_PLAYER,
    STUN,
    TARGETS,
    TELE,
    TERMINATED,
    THEIRS,
    TRUNCATED,
)
from .turns import ask, finish, open_turn, rest, wait

ROOM = 680  # most events of one call: start and deals of the largest stashes; or a decision, a flip and refills


@helper
def setup(s: Record, v: Record) -> None:
    """A new game: who starts is drawn next; face-down cards lie there unknown [R1-R4]."""
    clear_table(s, v)
    for seat in range(v.num_players):
        for slot in range(v.slots):
            if (v.down >> slot) & 1:
                lay(s, seat, slot, DOWN)
    s.active = -1
    s.turn = 0
    s.winner = -1
    s.owed = 0
    s.fresh = 0
    s.gaps = 0
    s.to_fill = 0
    s.returning = 0
    s.dealt = 0
    rest(s)
    wait(s, DRAW_START)


# Chance ---------------------------------------------------------------------------------------------------------------


@helper
def is_chance(s: Record) -> bool:
    """Whether chance is to move."""
    return s.phase <= REFILLING  # type: ignore[no-any-return]


@helper
def chance_kind(s: Record) -> int:
    """START_PLAYER, DEAL, FLIP or REFILL."""
    return START_PLAYER + (s.phase - DRAW_START)  # type: ignore[no-any-return]


@helper
def weight(s: Record, outcome: int) -> int:
    """Copies of a kind among the cards that a deal, a flip or a refill is drawn from."""
    return s.held[s.pod, outcome] if s.phase == REFILLING else s.unseen[outcome]  # type: ignore[no-any-return]


@helper
def is_outcome(s: Record, v: Record, outcome: int) -> bool:
    """Whether chance can bring `outcome` now."""
    if s.phase == DRAW_START:
        return 0 <= outcome < v.num_players  # type: ignore[no-any-return]
    return is_chance(s) and 0 < outcome < KINDS and weight(s, outcome) > 0


@helper
def outcomes(s: Record, v: Record, ids: NDArray[np.int64], weights: NDArray[np.int64]) -> int:
    """Write the possible outcomes in ascending order with integer weights; return how many."""
    count = 0
    for outcome in range(KINDS):
        if is_outcome(s, v, outcome):
            ids[count] = outcome
            weights[count] = 1 if s.phase == DRAW_START else weight(s, outcome)
            count += 1
    return count


@helper
def draw(s: Record, v: Record, cell: NDArray[np.int64]) -> int:
    """An outcome drawn with a table's generator: uniform over the seats, or over the cards in question."""
    if s.phase == DRAW_START:
        return below(cell, v.num_players)
    left = below(cell, s.pile[s.pod] if s.phase == REFILLING else s.hidden)
    kind = 0
    while left >= 0:
        kind += 1
        left -= weight(s, kind)
    return kind


@helper
def apply_chance(s: Record, v: Record, outcome: int, pay: NDArray[np.float64], news: NDArray[np.int64]) -> bool:
    """Chance brings a possible `outcome`.  Adds to `pay`; True when a card jammed a pod and `news` tells it."""
    if s.phase == FLIPPING:
        reveal(s, outcome)
        return turn_up(s, v, outcome, pay, news)
    if s.phase == REFILLING:
        refill(s, v, outcome, pay)
    elif s.phase == DRAW_START:
        s.active = outcome
        s.phase = DEALING
        if v.deals == 0:
            open_turn(s, v)
    else:
        reveal(s, outcome)
        lay(s, s.dealt // v.deals, v.face_up[s.dealt % v.deals], outcome)
        s.dealt += 1
        if s.dealt == v.num_players * v.deals:
            open_turn(s, v)
    return False


@helper
def turn_up(s: Record, v: Record, kind: int, pay: NDArray[np.float64], news: NDArray[np.int64]) -> bool:
    """The chosen face-down card is `kind`: it is played, or goes on with the special [F10, 0.1.7]."""
    if s.doing == SCAN:
        lift(s, s.active, s.chosen)
        lay(s, s.active, s.chosen, kind)
        finish(s, v, pay)
    elif s.doing == GIVE:
        hand_over(s, v, kind, pay)
    elif s.doing == NET:
        load_netted(s, v, kind, pay)
    else:
        return land(s, v, kind, pay, news)
    return False


# Decisions ------------------------------------------------------------------------------------------------------------


@helper
def is_legal(s: Record, v: Record, action: int) -> bool:
    """Whether the seat to act may take `action`; ids as [0.1.14] numbers them."""
    if s.seat < 0 or action < 0 or action >= v.actions:
        return False
    if action < v.at_relatives:
        return s.phase == PLAY and is_play(s, v, action // TARGETS, action % TARGETS)
    if action < v.at_own:
        return s.phase == RELATIVE and is_relative(s, v, action - v.at_relatives + 1)
    if action < v.at_theirs:
        return s.phase == OWN and is_own(s, v, action - v.at_own)
    k = (action - v.at_theirs) // v.slots + 1
    if s.phase != THEIRS or k >= v.num_players:
        return False
    return is_available(s, v, (s.seat + k) % v.num_players, (action - v.at_theirs) % v.slots)


@helper
def may_open(s: Record, v: Record) -> bool:
    """Whether a keycard may open a pod: only as the first thing in a turn [R15, 0.1.6]."""
    return s.fresh == 1 and s.keycards[s.active] > 0 and s.pods < PODS  # type: ignore[no-any-return]


@helper
def is_play(s: Record, v: Record, slot: int, pod: int) -> bool:
    """An available card on a pod in play, or on a new one [F4, F8]."""
    return is_available(s, v, s.seat, slot) and (pod < s.pods or (pod == NEW and may_open(s, v)))


@helper
def is_relative(s: Record, v: Record, k: int) -> bool:
    """Another seat; to be given a card it must have room [0.1.7]."""
    if k >= v.num_players:
        return False
    return s.doing != GIVE or s.filled[(s.seat + k) % v.num_players] != v.full  # type: ignore[no-any-return]


@helper
def is_own(s: Record, v: Record, slot: int) -> bool:
    """An own available card; for SCAN any own face-down card, covered or not [0.1.7]."""
    if s.doing == SCAN:
        return (s.down[s.seat] >> slot) & 1 == 1  # type: ignore[no-any-return]
    return is_available(s, v, s.seat, slot)


@helper
def apply(s: Record, v: Record, action: int, pay: NDArray[np.float64], news: NDArray[np.int64]) -> bool:
    """The seat to act takes a legal `action`.  Adds to `pay`; True when a card jammed a pod and `news` tells it."""
    if s.phase == PLAY:
        return play(s, v, action // TARGETS, action % TARGETS, pay, news)
    if s.phase == RELATIVE:
        choose_relative(s, v, (s.active + action - v.at_relatives + 1) % v.num_players, pay)
    elif s.phase == OWN:
        choose_own(s, v, action - v.at_own, pay)
    else:
        other = (s.active + (action - v.at_theirs) // v.slots + 1) % v.num_players
        exchange(s, s.active, s.chosen, other, (action - v.at_theirs) % v.slots)
        finish(s, v, pay)
    return False


@helper
def play(s: Record, v: Record, slot: int, pod: int, pay: NDArray[np.float64], news: NDArray[np.int64]) -> bool:
    """Card and pod are fixed, then a face-down card is turned up [R12]."""
    s.owed -= 1
    if pod == NEW:
        s.keycards[s.active] -= 1
        pod = open_pod(s)
        s.owed += v.extra_play  # [0.1.12]
    s.fresh = 0
    s.pod = pod
    s.chosen = slot
    if s.card[s.active, slot] == DOWN:
        wait(s, FLIPPING)
        return False
    return land(s, v, s.card[s.active, slot], pay, news)


@helper
def choose_relative(s: Record, v: Record, other: int, pay: NDArray[np.float64]) -> None:
    """Stun a relative [R29], or give it the chosen card, which is turned up first if need be [R34]."""
    if s.doing == STUN:
        s.stunned[other] = 1
        finish(s, v, pay)
        return
    s.receiver = other
    if s.card[s.active, s.chosen] == DOWN:
        wait(s, FLIPPING)
    else:
        hand_over(s, v, s.card[s.active, s.chosen], pay)


@helper
def choose_own(s: Record, v: Record, slot: int, pay: NDArray[np.float64]) -> None:
    """An own card for the special [0.1.7]."""
    s.chosen = slot
    if s.doing == TELE:
        ask(s, THEIRS)
    elif s.doing == GIVE:
        ask(s, RELATIVE)
    elif s.card[s.active, slot] == DOWN:
        wait(s, FLIPPING)
    else:
        load_netted(s, v, s.card[s.active, slot], pay)


@helper
def ended(s: Record) -> int:
    """0 while the game runs, 1 terminated, 2 truncated."""
    if s.phase == TERMINATED:
        return 1
    return 2 if s.phase == TRUNCATED else 0
