"""What a seat may know, encoded: the fields of the flat observation and the kernel that writes them.

Seats are rotated: place 0 is the observer, place k the k-th seat clockwise from it.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pod_envs.core.jit import Record, helper
from pod_envs.core.layout import Field, Layout

from .state import ACTIONS, HAND, PLAYING, SEATS, TERMINATED
from .scoring import CARDS

FULL_SUM = 68  # all numbers of the deck
FIELD_NAMES = (
    "hand", "shown", "order", "folded", "cards_left", "score", "dealer", "to_act", "last_action", "secret",
    "secret_known", "table_sum", "threshold", "to_threshold", "streak", "must_pass", "possible_secret", "round_index",
)  # fmt: skip


def layout(variant: Any, score_high: float) -> Layout:
    """The fields for a variant; `score_high` bounds the scaled score."""
    n = variant.num_players
    return Layout(
        (
            Field("hand", (CARDS,), "own cards, by card id", private=True),
            Field("shown", (n, CARDS), "cards on the table, by seat from self and card id"),
            Field("order", (n, CARDS), "for cards on the table: place in the order the seat played them, 1/4 to 4/4"),
            Field("folded", (n,), "1 if the seat has folded"),
            Field("cards_left", (n,), "cards left in hand / 4"),
            Field("score", (n,), "points / target", high=score_high),
            Field("dealer", (n,), "one-hot: the dealer"),
            Field("to_act", (n,), "one-hot: the seat to act, zeros after the end"),
            Field(
                "last_action", (n, ACTIONS + 1), "one-hot: last action of this round by id, or none yet (last place)"
            ),
            Field("secret", (CARDS,), "one-hot: the secret card, zeros if unknown", private=True),
            Field("secret_known", (1,), "1 for the dealer, and for all after the end", private=True),
            Field("table_sum", (1,), "sum of the numbers on the table / 68"),
            Field("threshold", (1,), "sum that ends the round / 68, at most 1"),
            Field("to_threshold", (1,), "what is missing to that sum / 68, from 0 to 1"),
            Field("streak", (1,), "passes and folds since the last play / seats"),
            Field("must_pass", (n,), "1 if the seat must still pass or fold for the round to end"),
            Field("possible_secret", (CARDS,), "1 if the card can still be the secret", private=True),
            Field("round_index", (1,), "round from 0 / most rounds of the variant"),
        )
    )


@helper
def observe(s: Record, v: Record, seat: int, out: NDArray[np.float32]) -> None:
    """Write float32[layout.length] for `seat`; reads nothing that the seat may not know."""
    for k in range(out.shape[0]):
        out[k] = 0.0
    for card in range(CARDS):
        out[v.at_hand + card] = s.hand[seat, card]
    for place in range(v.num_players):
        observe_seat(s, v, (seat + place) % v.num_players, place, out)
    observe_secret(s, v, seat, out)
    observe_round(s, v, out)


@helper
def observe_seat(s: Record, v: Record, other: int, place: int, out: NDArray[np.float32]) -> None:
    """The public facts of `other`, at `place` from the observer."""
    for k in range(s.played[other]):
        card = s.order[other, k]
        out[v.at_shown + place * CARDS + card] = 1.0
        out[v.at_order + place * CARDS + card] = (k + 1) / HAND
    out[v.at_folded + place] = s.folded[other]
    out[v.at_must_pass + place] = s.pending[other]
    dealt = min(max(s.dealt - other * v.hand_size, 0), v.hand_size)
    out[v.at_cards_left + place] = (dealt - s.played[other]) / HAND
    out[v.at_score + place] = s.score[other] / v.score_scale
    last = s.last[other] if s.last[other] >= 0 else ACTIONS
    out[v.at_last_action + place * (ACTIONS + 1) + last] = 1.0
    if other == s.dealer:
        out[v.at_dealer + place] = 1.0
    if other == s.seat:
        out[v.at_to_act + place] = 1.0


@helper
def knows_secret(s: Record, seat: int) -> bool:
    """The dealer sees the secret card from the deal on [R4]; at the end it has been revealed."""
    return s.secret >= 0 and (seat == s.dealer or s.phase >= TERMINATED)  # type: ignore[no-any-return]


@helper
def may_be_secret(s: Record, v: Record, seat: int, card: int) -> bool:
    """Whether `card` can still be the secret for `seat` [0.1.11]."""
    if knows_secret(s, seat):
        return card == s.secret  # type: ignore[no-any-return]
    return v.deck[card] == 1 and s.hand[seat, card] == 0 and s.shown_by[card] < 0  # type: ignore[no-any-return]


@helper
def observe_secret(s: Record, v: Record, seat: int, out: NDArray[np.float32]) -> None:
    """The secret card as far as `seat` knows it."""
    if knows_secret(s, seat):
        out[v.at_secret + s.secret] = 1.0
        out[v.at_secret_known] = 1.0
    for card in range(CARDS):
        if may_be_secret(s, v, seat, card):
            out[v.at_possible_secret + card] = 1.0


@helper
def observe_round(s: Record, v: Record, out: NDArray[np.float32]) -> None:
    """The facts of the round that no seat owns."""
    out[v.at_table_sum] = s.table_sum / FULL_SUM
    out[v.at_threshold] = min(v.end_sum, FULL_SUM) / FULL_SUM
    out[v.at_to_threshold] = min(max(v.end_sum - s.table_sum, 0), FULL_SUM) / FULL_SUM
    out[v.at_streak] = s.streak / v.num_players
    out[v.at_round_index] = s.round_index / v.round_limit


@helper
def write_mask(s: Record, v: Record, seat: int, out: NDArray[np.int8]) -> None:
    """Write int8[19]: legal actions of the seat to act, zeros for a seat that waits, ones after the end."""
    asked = s.phase == PLAYING and seat == s.seat
    for action in range(ACTIONS):
        if s.phase >= TERMINATED:
            out[action] = 1
        elif not asked:
            out[action] = 0
        elif action < CARDS:
            out[action] = s.hand[seat, action]
        else:
            out[action] = 1 if s.played[seat] > 0 else 0


__all__ = ["FIELD_NAMES", "SEATS", "layout", "may_be_secret", "observe", "write_mask"]
