"""What a seat may know, encoded: the fields of the flat observation and the kernel that writes them.

Seats are rotated: place 0 is the observer, place k the k-th seat clockwise from it.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pod_envs.core.jit import Record, helper
from pod_envs.core.layout import Field, Layout

from .scoring import CARDS, FIRST_SUM, KINDS, NOTHING, VALUE, best_standing, standing
from .state import ACTIONS, HAND, PLAYING, SEATS, TERMINATED

FULL_SUM = 68  # all numbers of the deck
WORST, NONE_HELD = 8, 17  # rows of BETTER: a standing plus WORST, and the one for no matching card
FIELD_NAMES = (
    "hand", "shown", "order", "folded", "cards_left", "score", "dealer", "to_act", "last_action", "secret",
    "secret_known", "table_sum", "threshold", "to_threshold", "streak", "must_pass", "possible_secret", "leads",
    "beaten_by", "round_index",
)  # fmt: skip


def better_cards() -> NDArray[np.int64]:
    """int64[KINDS, 18]: bit sets of the cards that count more than a standing under a kind."""
    standings = [*range(-WORST, WORST + 1), NOTHING]
    return np.array(
        [
            [sum(1 << card for card in range(CARDS) if VALUE[kind, card] > own) for own in standings]
            for kind in range(KINDS)
        ]
    )


BETTER = better_cards()


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
            Field(
                "leads",
                (n, CARDS),
                "1 if the seat would hold a winning card were the round to end now with that card as the secret, for "
                "cards that can be it; under private conditions self only, if it holds a matching card",
                private=True,
            ),
            Field(
                "beaten_by",
                (CARDS,),
                "for private conditions: unseen cards that match and beat self's best (for sums: that match) / 17",
                private=True,
            ),
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
def observe_secret(s: Record, v: Record, seat: int, out: NDArray[np.float32]) -> None:
    """The secret card as far as `seat` knows it, and what each possible one would mean."""
    hidden = unseen_cards(s, v, seat)
    if knows_secret(s, seat):
        out[v.at_secret + s.secret] = 1.0
        out[v.at_secret_known] = 1.0
        observe_possible(s, v, seat, s.secret, hidden, out)
        return
    for card in range(CARDS):
        if hidden >> card & 1:
            observe_possible(s, v, seat, card, hidden, out)


@helper
def observe_possible(s: Record, v: Record, seat: int, secret: int, hidden: int, out: NDArray[np.float32]) -> None:
    """A card that can be the secret [0.1.11], and how the round would be scored if it ended now."""
    out[v.at_possible_secret + secret] = 1.0
    if v.public[secret]:
        observe_leaders(s, v, seat, secret, out)
    else:
        observe_rivals(s, v, seat, secret, hidden, out)


@helper
def observe_leaders(s: Record, v: Record, seat: int, secret: int, out: NDArray[np.float32]) -> None:
    """Which seats would hold a winning card if the round ended now with a public condition."""
    best = best_standing(s, v, secret)
    for place in range(v.num_players):
        if standing(s, v, secret, (seat + place) % v.num_players) == best and best != NOTHING:
            out[v.at_leads + place * CARDS + secret] = 1.0


@helper
def observe_rivals(s: Record, v: Record, seat: int, secret: int, hidden: int, out: NDArray[np.float32]) -> None:
    """How many of the `hidden` cards (a bit set) would beat the observer's hand under a private condition."""
    own = standing(s, v, secret, seat)
    if own != NOTHING:
        out[v.at_leads + secret] = 1.0
    row = own + WORST if own != NOTHING and v.kind[secret] < FIRST_SUM else NONE_HELD
    out[v.at_beaten_by + secret] = ones(hidden & BETTER[v.kind[secret], row] & ~(1 << secret)) / CARDS


@helper
def ones(bits: int) -> int:
    """Number of bits set among the lowest 32."""
    bits -= (bits >> 1) & 0x55555555
    bits = (bits & 0x33333333) + ((bits >> 2) & 0x33333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F
    return (bits + (bits >> 8) + (bits >> 16) + (bits >> 24)) & 0x3F


@helper
def unseen_cards(s: Record, v: Record, seat: int) -> int:
    """Bit set of the cards that `seat` has not seen: neither own, nor on the table, nor the secret it knows."""
    bits = 0
    for card in range(CARDS):
        if v.deck[card] and s.shown_by[card] < 0 and s.hand[seat, card] == 0:
            bits |= 1 << card
    return bits & ~(1 << s.secret) if knows_secret(s, seat) else bits


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


__all__ = ["FIELD_NAMES", "SEATS", "knows_secret", "layout", "observe", "ones", "unseen_cards", "write_mask"]
