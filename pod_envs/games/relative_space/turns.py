"""Whose turn it is, how a turn goes on and ends, and what is paid.  Part of the rules, pure.

[R18] cites ruling 18 of the rule page's section 4, [0.1.7] item 7 of its section 0.1, [F11] fact 11 of its section 1.
"""

import numpy as np
from numpy.typing import NDArray

from pod_envs.core.jit import Record, helper

from .stash import lay, lift, open_pod, remove_pod
from .state import PLAY, TERMINATED, TRUNCATED


@helper
def rest(s: Record) -> None:
    """No card is being played and no special carried out."""
    s.doing = 0
    s.chosen = -1
    s.receiver = -1
    s.pod = -1


@helper
def wait(s: Record, phase: int) -> None:
    """Nobody is to act: chance is, or the game is over."""
    s.phase = phase
    s.seat = -1


@helper
def ask(s: Record, phase: int) -> None:
    """The seat whose turn it is decides next."""
    s.phase = phase
    s.seat = s.active


@helper
def open_turn(s: Record, v: Record) -> None:
    """The turn of `active`, or of the first after it who is not stunned; a skipped turn counts [R29, 0.1.9]."""
    s.turn += 1
    while s.stunned[s.active]:
        s.stunned[s.active] = 0
        if s.turn == v.max_turns:
            s.gaps = v.full ^ s.filled[s.active]
            truncate(s)
            return
        s.active = (s.active + 1) % v.num_players
        s.turn += 1
    s.gaps = v.full ^ s.filled[s.active]
    s.owed = 1
    s.fresh = 1
    rest(s)
    ask(s, PLAY)


@helper
def end_turn(s: Record, v: Record) -> None:
    """The next seat, or the end at the limit of turns [R36]."""
    if s.turn == v.max_turns:
        truncate(s)
        return
    s.active = (s.active + 1) % v.num_players
    open_turn(s, v)


@helper
def truncate(s: Record) -> None:
    """The limit of turns is reached: nobody wins."""
    rest(s)
    wait(s, TRUNCATED)


@helper
def win(s: Record, v: Record, pay: NDArray[np.float64]) -> None:
    """The seat whose turn it is has emptied its stash [F14, R35]."""
    s.winner = s.active
    rest(s)
    wait(s, TERMINATED)
    if not v.pays_score:
        for seat in range(v.num_players):
            pay[seat] += 1.0 if seat == s.winner else -1 / (v.num_players - 1)


@helper
def finish(s: Record, v: Record, pay: NDArray[np.float64]) -> None:
    """After the text: LAUNCH!, then the second look for a win, then an extra play or the end of the turn [R26]."""
    done = s.filled[s.active] == 0
    if v.launch[s.doing]:
        remove_pod(s, s.pod)
        if s.pods == 0:
            open_pod(s)  # [R28]
    rest(s)
    if done:
        win(s, v, pay)
    elif s.owed > 0:
        ask(s, PLAY)
    else:
        end_turn(s, v)


# Cards and points -----------------------------------------------------------------------------------------------------


@helper
def lose(s: Record, v: Record, seat: int, slot: int, pay: NDArray[np.float64]) -> None:
    """A card leaves a stash, which counts with reward="score" [0.1.15]."""
    lift(s, seat, slot)
    if v.pays_score:
        pay[seat] += 1 / v.slots


@helper
def gain(s: Record, v: Record, seat: int, slot: int, kind: int, pay: NDArray[np.float64]) -> None:
    """A card comes into a stash face-up, which counts with reward="score" [0.1.15]."""
    lay(s, seat, slot, kind)
    if v.pays_score:
        pay[seat] -= 1 / v.slots
