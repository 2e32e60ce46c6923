"""What a card does when it is known: it loads, jams the pod, or does what it says.  Part of the rules, pure.

[R18] cites ruling 18 of the rule page's section 4, [0.1.7] item 7 of its section 0.1, [F11] fact 11 of its section 1.
"""

import numpy as np
from numpy.typing import NDArray

from pod_envs.core.jit import Record, helper

from .stash import clear_pod, first_gap, jams, ones, remove_pod, stack
from .state import ALARM, BOOTS, GIVE, NET, NUMBERS, OWN, REFILLING, RELATIVE, SCAN, STUN, TELE
from .turns import ask, end_turn, finish, gain, lose, wait


@helper
def land(s: Record, v: Record, kind: int, pay: NDArray[np.float64], news: NDArray[np.int64]) -> bool:
    """The card played is `kind`: it jams the pod, or lies on it and does what it says [R26]; True for a jam."""
    if jams(s, s.pod, kind):
        jam(s, v, kind, pay, news)
        return True
    lose(s, v, s.active, s.chosen, pay)
    s.chosen = -1
    stack(s, v, s.pod, kind)
    if kind > NUMBERS and s.filled[s.active] != 0:
        s.doing = kind
        begin_special(s, v, pay)
    else:
        finish(s, v, pay)
    return False


@helper
def jam(s: Record, v: Record, kind: int, pay: NDArray[np.float64], news: NDArray[np.int64]) -> None:
    """The whole pod comes back into the slots that were empty when the turn began [F11, R18-R20]."""
    s.to_fill = s.gaps | (1 << s.chosen if v.own_slot_counts else 0)
    lose(s, v, s.active, s.chosen, pay)
    stack(s, v, s.pod, kind)
    s.returning = min(s.pile[s.pod], ones(s.to_fill))
    news[0] = s.active
    news[1] = kind
    news[2] = s.pile[s.pod]
    news[3] = s.returning
    s.chosen = -1
    if s.returning == 0:
        clear_jam(s, v)
    else:
        wait(s, REFILLING)


@helper
def clear_jam(s: Record, v: Record) -> None:
    """The pod leaves the game, unless it is the only one; the turn is over, extra plays are lost [F12, R22, R24]."""
    if s.pods > 1:
        remove_pod(s, s.pod)
    else:
        clear_pod(s, s.pod)
    s.to_fill = 0
    end_turn(s, v)


@helper
def refill(s: Record, v: Record, kind: int, pay: NDArray[np.float64]) -> None:
    """One card of the jammed pod lies face-up in the next slot; with the last the pod is done with [R20, F12]."""
    slot = first_gap(v, s.to_fill)
    s.to_fill &= ~(1 << slot)
    s.held[s.pod, kind] -= 1
    s.pile[s.pod] -= 1
    gain(s, v, s.active, slot, kind, pay)
    s.returning -= 1
    if s.returning == 0:
        clear_jam(s, v)


# Specials -------------------------------------------------------------------------------------------------------------


@helper
def begin_special(s: Record, v: Record, pay: NDArray[np.float64]) -> None:
    """Ask what the special needs, or carry it out; what is impossible has no effect [R30, R31, 0.1.8]."""
    kind = s.doing
    if kind == STUN:
        ask(s, RELATIVE)
    elif needs_own(s, v):
        ask(s, OWN)
    else:
        if kind == ALARM:
            s.stunned[(s.active + 1) % v.num_players] = 1
        elif kind == BOOTS:
            s.owed += 1
        finish(s, v, pay)


@helper
def needs_own(s: Record, v: Record) -> bool:
    """Whether the special asks for an own card, and can be carried out [0.1.8]."""
    if s.doing == SCAN:
        return s.down[s.active] != 0  # type: ignore[no-any-return]
    if s.doing == GIVE:
        return somebody_has_room(s, v)
    return s.doing == TELE or s.doing == NET  # type: ignore[no-any-return]


@helper
def somebody_has_room(s: Record, v: Record) -> bool:
    """Whether another seat has an empty slot."""
    for seat in range(v.num_players):
        if seat != s.active and s.filled[seat] != v.full:
            return True
    return False


@helper
def hand_over(s: Record, v: Record, kind: int, pay: NDArray[np.float64]) -> None:
    """The chosen card lies face-up in the receiver's first empty slot [R34, 0.1.7]."""
    lose(s, v, s.active, s.chosen, pay)
    gain(s, v, s.receiver, first_gap(v, v.full ^ s.filled[s.receiver]), kind, pay)
    finish(s, v, pay)


@helper
def load_netted(s: Record, v: Record, kind: int, pay: NDArray[np.float64]) -> None:
    """The chosen card goes on the same pod; it cannot jam, and its own text is ignored."""
    lose(s, v, s.active, s.chosen, pay)
    stack(s, v, s.pod, kind)
    finish(s, v, pay)
