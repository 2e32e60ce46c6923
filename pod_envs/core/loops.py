"""The batched loops over tables: `kernels_over` runs this file once for each game, over the modules of its rules.

So each game's kernels are functions of a module of its own, which the disk cache can keep; closures it could not.

Arrays: states STATE[B], cells CELL[B], dice int64[B, 4], params PARAMS[1], log int32[B, room, 2] (room 0: no log is
kept), obs float32[B, D], mask int8[B, A], actions int64[B].  Rows start..stop-1 are worked on.
"""

from typing import Any

from numpy.typing import NDArray

from pod_envs.core.cell import ENDED, LOG_FULL, NEWS, RESET, SEAT, SKIP, TOLD, clear, collect, note, open_step
from pod_envs.core.jit import Record, helper, kernel
from pod_envs.core.kernels import parts_of

Array = NDArray[Any]
rules, observation, belief = parts_of(__name__)
ROOM: int = rules.ROOM  # most events of one call


@helper
def run_chance(s: Record, c: Record, v: Record, die: Array, log: Array) -> None:
    """Draw until a seat is to act or the game is over, unless chance is left to the caller."""
    while c.explicit == 0 and rules.is_chance(s):
        outcome = rules.draw(s, v, die)
        note(c, log, -1 - rules.chance_kind(s), outcome)
        befall(s, c, v, outcome)


@helper
def befall(s: Record, c: Record, v: Record, outcome: int) -> bool:
    """Chance brings `outcome`; what it pays is booked at once, so that sums are the same however a game is played.

    True when it told something.
    """
    told = rules.apply_chance(s, v, outcome, c.due, c.news)
    if told:
        c.head[NEWS] = 1
    collect(c, v.num_players)
    return told  # type: ignore[no-any-return]


@helper
def decide(s: Record, c: Record, v: Record, action: int) -> None:
    """The seat to act takes a legal `action`."""
    open_step(c, s.seat, v.num_players)
    if rules.apply(s, v, action, c.due, c.news):
        c.head[NEWS] = 1
    collect(c, v.num_players)


@helper
def go_on(s: Record, c: Record, v: Record, die: Array, log: Array, renew: bool, restart: int) -> int:
    """Let chance run, in a new game if `renew`; a game that ends begins anew if `restart`.  How it ended, 0 if not."""
    over = 0
    for _ in range(2):
        if renew:
            rules.setup(s, v)
        run_chance(s, c, v, die, log)
        renew = restart != 0 and over == 0 and rules.ended(s) != 0
        over = max(over, rules.ended(s))
        if not renew:
            break
    return over


@helper
def show(s: Record, c: Record, v: Record, obs: Array, mask: Array) -> None:
    """Write the head of the cell, and what the seat to act sees (after the end: the one that acted last)."""
    c.head[ENDED] = rules.ended(s)
    c.head[SEAT] = s.seat
    if s.seat >= 0:
        c.viewer = s.seat
    observation.observe(s, v, c.viewer, obs)
    observation.write_mask(s, v, c.viewer, mask)


@kernel
def refused(states: Array, cells: Array, params: Array, log: Array, actions: Array, start: int, stop: int) -> int:
    """0 when all actions are SKIP, RESET or legal and all logs have room; LOG_FULL; or 1 + the first refused row."""
    v = params[0]
    for i in range(start, stop):
        if actions[i] != SKIP and actions[i] != RESET:
            if states[i].seat < 0 or not rules.is_legal(states[i], v, actions[i]):
                return i + 1
            if log.shape[1] > 0 and cells[i].events + ROOM > log.shape[1]:
                return LOG_FULL
    return 0


@kernel
def step(
    states: Array,
    cells: Array,
    dice: Array,
    params: Array,
    log: Array,
    actions: Array,
    obs: Array,
    mask: Array,
    restart: int,
    start: int,
    stop: int,
) -> int:
    """Take actions[i] on every table where it is not SKIP; finished games begin anew if `restart`.

    RESET begins a new game at once.  Returns what `refused` says; unless that is 0 nothing has changed.
    """
    status = refused(states, cells, params, log, actions, start, stop)
    if status != 0:
        return status
    v = params[0]
    for i in range(start, stop):
        if actions[i] == SKIP:
            continue
        s, c = states[i], cells[i]
        renew = actions[i] == RESET
        if renew or c.head[ENDED]:
            clear(c)
        if not renew:
            note(c, log[i], s.seat, actions[i])
            decide(s, c, v, actions[i])
        over = go_on(s, c, v, dice[i], log[i], renew, restart)
        show(s, c, v, obs[i], mask[i])
        c.head[ENDED] = over
    return 0


@kernel
def observe(states: Array, params: Array, seats: Array, obs: Array, mask: Array, start: int, stop: int) -> None:
    """Write what seats[i] sees of table i; changes nothing."""
    for i in range(start, stop):
        observation.observe(states[i], params[0], seats[i], obs[i])
        observation.write_mask(states[i], params[0], seats[i], mask[i])


@kernel
def outcomes(states: Array, params: Array, ids: Array, weights: Array) -> int:
    """Chance at table 0: ids[:n] and integer weights[:n] of the n possible outcomes; 0 when chance is not to move."""
    if not rules.is_chance(states[0]):
        return 0
    return rules.outcomes(states[0], params[0], ids, weights)  # type: ignore[no-any-return]


@kernel
def chance(states: Array, cells: Array, params: Array, log: Array, outcome: int, obs: Array, mask: Array) -> int:
    """Apply a chance outcome at table 0: 0, or TOLD when it told something.

    LOG_FULL, or 1 when it is not possible; then nothing has changed.
    """
    s = states[0]
    if not rules.is_chance(s) or not rules.is_outcome(s, params[0], outcome):
        return 1
    if log.shape[1] > 0 and cells[0].events + ROOM > log.shape[1]:
        return LOG_FULL
    note(cells[0], log[0], -1 - rules.chance_kind(s), outcome)
    told = befall(s, cells[0], params[0], outcome)
    show(s, cells[0], params[0], obs[0], mask[0])
    return TOLD if told else 0


@kernel
def chance_kind(states: Array) -> int:
    """Kind of the chance event that table 0 waits for."""
    return rules.chance_kind(states[0])  # type: ignore[no-any-return]


@kernel
def resample(states: Array, cells: Array, params: Array, log: Array, seat: int, weighted: int, die: Array) -> None:
    """Replace table 0 by a world drawn from those that fit what `seat` knows; the log is rewritten to fit.

    Uniformly, or if `weighted` by the weights that the game gives them.  Only for games that have a `belief`.
    """
    belief.resample(states[0], params[0], seat, weighted, log[0, : cells[0].events], die)


@kernel
def replay(
    states: Array, cells: Array, params: Array, log: Array, count: int, news: Array, obs: Array, mask: Array
) -> int:
    """Play the first `count` events of the log at table 0; news int64[count, MAX_NEWS] gets what was told.

    Returns the number of rows of `news` in use, or -1 - k when event k is not possible (table 0 is then of no use).
    """
    s, c, v, told = states[0], cells[0], params[0], 0
    clear(c)
    rules.setup(s, v)
    for k in range(count):
        who, what = log[0, k, 0], log[0, k, 1]
        if who < 0:
            if not rules.is_chance(s) or -1 - rules.chance_kind(s) != who or not rules.is_outcome(s, v, what):
                return -1 - k
            news_now = befall(s, c, v, what)
        else:
            if s.seat != who or what < 0 or what >= mask.shape[1] or not rules.is_legal(s, v, what):
                return -1 - k
            decide(s, c, v, what)
            news_now = c.head[NEWS] == 1
        if news_now:
            for j in range(news.shape[1]):
                news[told, j] = c.news[j]
            told += 1
    c.events = count
    show(s, c, v, obs[0], mask[0])
    return told
