"""The rules of Pod-X as pure functions over one flat record: no input or output, no generator, no exception.

[R12] cites ruling 12 of the rule page's section 5, [0.1.7] item 7 of its section 0.1.
"""

import numpy as np
from numpy.typing import NDArray

from pod_envs.core.jit import Record, helper
from pod_envs.core.rng import below

from .scoring import CARDS, NUMBER, PRIVATE, PUBLIC, best_standing, forget, gain, points, recount_hand, tie_penalty
from .state import (
    ACTIONS,
    DEAL,
    DEALING,
    DRAW_DEALER,
    FIRST_DEALER,
    FOLD,
    HAND,
    PLAYING,
    SEATS,
    TERMINATED,
    TRUNCATED,
)

ROOM = 20  # most events of one call: a decision and a deal, or a first dealer and a deal


@helper
def setup(s: Record, v: Record) -> None:
    """A new game: the first dealer is drawn next [R2]."""
    s.dealer = -1
    s.round_index = 0
    for seat in range(SEATS):
        s.score[seat] = 0
    open_round(s, v)
    s.phase = DRAW_DEALER


@helper
def open_round(s: Record, v: Record) -> None:
    """The whole deck is dealt again [R3]."""
    s.phase = DEALING
    s.seat = -1
    s.secret = -1
    s.dealt = 0
    s.streak = 0
    s.table_sum = 0
    for card in range(CARDS):
        s.deck[card] = v.deck[card]
        s.shown_by[card] = -1
    for seat in range(SEATS):
        clear_seat(s, v, seat)


@helper
def clear_seat(s: Record, v: Record, seat: int) -> None:
    """Nothing in hand, nothing on the table; every seat must pass before a first play [0.1.12]."""
    s.folded[seat] = 0
    s.pending[seat] = 1 if seat < v.num_players else 0
    s.last[seat] = -1
    s.played[seat] = 0
    for k in range(HAND):
        s.order[seat, k] = -1
    for card in range(CARDS):
        s.hand[seat, card] = 0
    forget(s.standing[PRIVATE, seat])
    forget(s.standing[PUBLIC, seat])


# Chance ---------------------------------------------------------------------------------------------------------------


@helper
def is_chance(s: Record) -> bool:
    """Whether chance is to move."""
    return s.phase == DRAW_DEALER or s.phase == DEALING  # type: ignore[no-any-return]


@helper
def chance_kind(s: Record) -> int:
    """FIRST_DEALER or DEAL."""
    return FIRST_DEALER if s.phase == DRAW_DEALER else DEAL


@helper
def outcomes(s: Record, v: Record, ids: NDArray[np.int64], weights: NDArray[np.int64]) -> int:
    """Write the possible outcomes in ascending order with integer weights; return how many."""
    count = 0
    for outcome in range(CARDS):
        if is_outcome(s, v, outcome):
            ids[count] = outcome
            weights[count] = 1
            count += 1
    return count


@helper
def is_outcome(s: Record, v: Record, outcome: int) -> bool:
    """Whether chance can bring `outcome` now."""
    if s.phase == DRAW_DEALER:
        return 0 <= outcome < v.num_players  # type: ignore[no-any-return]
    return s.phase == DEALING and 0 <= outcome < CARDS and s.deck[outcome] == 1


@helper
def draw(s: Record, v: Record, cell: NDArray[np.int64]) -> int:
    """An outcome drawn with a table's generator: uniform over the seats, or over the cards not yet dealt."""
    if s.phase == DRAW_DEALER:
        return below(cell, v.num_players)
    left = below(cell, v.deck_size - s.dealt)
    for card in range(CARDS):
        if s.deck[card]:
            if left == 0:
                return card
            left -= 1
    return -1


@helper
def apply_chance(s: Record, v: Record, outcome: int, pay: NDArray[np.float64], news: NDArray[np.int64]) -> bool:
    """The first dealer, or the next card: seat 0's hand, seat 1's, ..., last the secret card; nothing to tell."""
    if s.phase == DRAW_DEALER:
        s.dealer = outcome
        s.phase = DEALING
        return False
    s.deck[outcome] = 0
    seat = s.dealt // v.hand_size
    s.dealt += 1
    if seat < v.num_players:
        s.hand[seat, outcome] = 1
        gain(s.standing[PRIVATE, seat], outcome)
    else:
        s.secret = outcome
        s.phase = PLAYING
        s.seat = s.dealer
    return False


# Decisions ------------------------------------------------------------------------------------------------------------


@helper
def is_legal(s: Record, v: Record, action: int) -> bool:
    """Whether the seat to act may play a card it holds, or pass or fold after its forced first play [R5, R7]."""
    if s.phase != PLAYING or action < 0 or action >= ACTIONS:
        return False
    if action < CARDS:
        return s.hand[s.seat, action] == 1  # type: ignore[no-any-return]
    return s.played[s.seat] > 0  # type: ignore[no-any-return]


@helper
def apply(s: Record, v: Record, action: int, pay: NDArray[np.float64], news: NDArray[np.int64]) -> bool:
    """The seat to act takes a legal `action`.  Adds to `pay`; True when a round ended and `news` tells it."""
    seat = s.seat
    s.last[seat] = action
    if action < CARDS:
        play(s, v, seat, action)
    else:
        rest(s, seat, action == FOLD)
    if round_ended(s, v):
        end_round(s, v, pay, news)
        return True
    s.seat = next_seat(s, v, seat)
    return False


@helper
def play(s: Record, v: Record, seat: int, card: int) -> None:
    """One card face-up [R6]; the streak starts anew, and all still in must pass again, the player included [R10]."""
    s.hand[seat, card] = 0
    s.shown_by[card] = seat
    recount_hand(s, seat)
    gain(s.standing[PUBLIC, seat], card)
    s.order[seat, s.played[seat]] = card
    s.played[seat] += 1
    s.table_sum += NUMBER[card]
    s.streak = 0
    for other in range(v.num_players):
        s.pending[other] = 1 - s.folded[other]


@helper
def rest(s: Record, seat: int, fold: bool) -> None:
    """Pass, not binding [R8], or fold for the rest of the round [R9]."""
    s.streak += 1
    s.pending[seat] = 0
    if fold:
        s.folded[seat] = 1


@helper
def next_seat(s: Record, v: Record, seat: int) -> int:
    """The next seat that has not folded."""
    seat = (seat + 1) % v.num_players
    while s.folded[seat]:
        seat = (seat + 1) % v.num_players
    return seat


@helper
def round_ended(s: Record, v: Record) -> bool:
    """All have passed or folded since the last play [R10], one is left [R11], or the sum is reached [R12, R13]."""
    still_in = 0
    to_pass = 0
    for seat in range(v.num_players):
        if not s.folded[seat]:
            still_in += 1
        if s.pending[seat]:
            to_pass += 1
    return to_pass == 0 or still_in == 1 or s.table_sum >= v.end_sum


# End of a round and of the game --------------------------------------------------------------------------------------


@helper
def end_round(s: Record, v: Record, pay: NDArray[np.float64], news: NDArray[np.int64]) -> None:
    """Score the round, tell it, and either end the game or deal again with the next dealer [R3, R25]."""
    best = best_standing(s, v, s.secret)
    penalty = tie_penalty(s, v, best)
    news[0] = s.secret
    for seat in range(v.num_players):
        gained = points(s, v, seat, best, penalty)
        s.score[seat] += gained
        news[1 + seat] = gained
        news[1 + SEATS + seat] = hand_bits(s, seat)
        if v.pays_score:
            pay[seat] += gained / v.score_scale
    s.phase = verdict(s, v)
    if s.phase == DEALING:
        s.dealer = (s.dealer + 1) % v.num_players
        s.round_index += 1
        open_round(s, v)
        return
    s.seat = -1
    if s.phase == TERMINATED and not v.pays_score:
        pay_winners(s, v, pay)


@helper
def hand_bits(s: Record, seat: int) -> int:
    """The seat's hand as a bit set over card ids."""
    bits = 0
    for card in range(CARDS):
        if s.hand[seat, card]:
            bits |= 1 << card
    return bits


@helper
def verdict(s: Record, v: Record) -> int:
    """The phase after a scored round: DEALING, TERMINATED or TRUNCATED [0.1.6]."""
    rounds = s.round_index + 1
    if v.num_rounds > 0:
        return TERMINATED if rounds >= v.num_rounds else DEALING
    for seat in range(v.num_players):
        if s.score[seat] >= v.target:
            return TERMINATED
    return TRUNCATED if rounds >= v.max_rounds else DEALING


@helper
def is_winner(s: Record, v: Record, seat: int) -> bool:
    """At or above the target [R25]; the highest total when the number of rounds is fixed [0.1.6]."""
    if v.num_rounds == 0:
        return s.score[seat] >= v.target  # type: ignore[no-any-return]
    for other in range(v.num_players):
        if s.score[other] > s.score[seat]:
            return False
    return True


@helper
def pay_winners(s: Record, v: Record, pay: NDArray[np.float64]) -> None:
    """With k winners among n seats: (n - k) / (k (n - 1)) each, the others -1 / (n - 1); nothing when all win."""
    n = v.num_players
    winners = 0
    for seat in range(n):
        if is_winner(s, v, seat):
            winners += 1
    if winners == n:
        return
    for seat in range(n):
        pay[seat] += (n - winners) / (winners * (n - 1)) if is_winner(s, v, seat) else -1 / (n - 1)


@helper
def ended(s: Record) -> int:
    """0 while the game runs, 1 terminated, 2 truncated."""
    if s.phase == TERMINATED:
        return 1
    return 2 if s.phase == TRUNCATED else 0
