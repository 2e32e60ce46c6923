"""What a seat sees, and the mask of legal actions."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pod_envs.core.jit import Record, helper
from pod_envs.core.layout import Field, Layout

from .offer import is_blocked, is_payable
from .rules import is_legal
from .scoring import BY_CARDS, BY_COST, BY_GROUP, BY_OCEAN, counted, plastic_points
from .state import (
    ACTIONS,
    ASK_REROLL,
    DICE,
    FATAL,
    GROUPS,
    MOST_SPACES,
    NOTHING,
    OCEANS,
    OPEN,
    RESOURCES,
    SCORED,
    TRIGGER,
    UNSEEN,
)

FIELD_NAMES = (
    "phase", "objective", "progress", "tokens", "plastic", "plastic_points", "points", "claimed", "first", "to_act",
    "dice", "pool", "double", "pod", "boat", "to_border", "order", "here", "offer", "cost", "worth", "lives", "group",
    "payable", "blocked", "missing", "helps", "unseen", "deck", "round", "turn", "triggered",
)  # fmt: skip
ASKED = 5  # phases in which a seat decides
TOKENS = 10.0  # what token counts are divided by
PLASTIC = 5.0


def layout(variant: Any, points_high: float, cards: int, objectives: int) -> Layout:
    """The fields for a variant; `points_high` bounds the scaled points of cards."""
    n, rounds = variant.num_players, float(variant.round_limit)
    return Layout(
        (
            Field("phase", (ASKED,), "one-hot: asked is a reroll, plastic or boat, a wild kind, a die, research"),
            Field("objective", (n, objectives), "one-hot by seat from self: own objective; those of others if public",
                  private=True),
            Field("progress", (1,), "how far the own objective is met, 1 is reached", private=True),
            Field("tokens", (n, RESOURCES), "tokens by kind / 10", high=2 * rounds / TOKENS),
            Field("plastic", (n,), "plastic tokens / 5", high=2 * rounds / PLASTIC),
            Field("plastic_points", (n,), "what the plastic tokens score / 5"),
            Field("points", (n,), "points of cards / 12", high=points_high),
            Field("claimed", (n, cards), "1 for claimed cards"),
            Field("first", (n,), "one-hot: first player of the round"),
            Field("to_act", (n,), "one-hot: the seat to act, zeros after the end"),
            Field("dice", (n + 1, RESOURCES), "one-hot by dice slot, zeros where the die is taken"),
            Field("pool", (RESOURCES,), "dice that show the kind / dice rolled"),
            Field("double", (1,), "1 if the next die gives two tokens"),
            Field("pod", (1,), "plastic tokens in the pod / 3"),
            Field("boat", (OCEANS,), "one-hot: position of the boat's ocean in the column"),
            Field("to_border", (MOST_SPACES,), "one-hot: spaces left to the next border, 1 to 6"),
            Field("order", (OCEANS, OCEANS), "one-hot by position in the column: ocean"),
            Field("here", (OCEANS,), "one-hot: ocean of the boat"),
            Field("offer", (OPEN, cards), "one-hot by open slot: card"),
            Field("cost", (OPEN, RESOURCES), "cost of the open card / highest of the table"),
            Field("worth", (OPEN,), "points of the open card / highest of the table"),
            Field("lives", (OPEN, OCEANS), "1 for oceans of the open card"),
            Field("group", (OPEN, GROUPS), "one-hot: group of the open card"),
            Field("payable", (OPEN,), "1 if self can pay for the open card"),
            Field("blocked", (OPEN,), "1 if the boat blocks the open card"),
            Field("missing", (OPEN, RESOURCES), "tokens that self lacks for the open card / highest cost of the table"),
            Field("helps", (OPEN,), "1 if the open card counts for the own objective", private=True),
            Field("unseen", (cards,), "1 for cards not yet turned up"),
            Field("deck", (1,), "cards not yet turned up / all"),
            Field("round", (1,), "rounds begun / most rounds"),
            Field("turn", (1,), "turns finished in this round / seats"),
            Field("triggered", (1,), "1 if this is the last round"),
        )
    )  # fmt: skip


@helper
def observe(s: Record, v: Record, seat: int, out: NDArray[np.float32]) -> None:
    """Write float32[layout.length] for `seat`; reads nothing that the seat may not know."""
    for k in range(out.shape[0]):
        out[k] = 0.0
    for place in range(v.num_players):
        observe_seat(s, v, (seat + place) % v.num_players, place, out)
    observe_cards(s, v, seat, out)
    observe_table(s, v, out)
    for slot in range(OPEN):
        if s.offer[slot] != NOTHING:
            observe_offer(s, v, seat, slot, s.offer[slot], out)
    observe_objectives(s, v, seat, out)
    if s.seat >= 0:
        out[v.at_phase + s.phase - ASK_REROLL] = 1.0
        out[v.at_to_act + (s.seat - seat + v.num_players) % v.num_players] = 1.0


@helper
def observe_seat(s: Record, v: Record, other: int, place: int, out: NDArray[np.float32]) -> None:
    """What lies in front of `other`, at `place` from the observer."""
    for k in range(RESOURCES):
        out[v.at_tokens + place * RESOURCES + k] = s.tokens[other, k] / TOKENS
    out[v.at_plastic + place] = s.plastic[other] / PLASTIC
    out[v.at_plastic_points + place] = plastic_points(s.plastic[other]) / PLASTIC
    out[v.at_points + place] = s.points[other] / TRIGGER
    if other == s.first:
        out[v.at_first + place] = 1.0


@helper
def observe_cards(s: Record, v: Record, seat: int, out: NDArray[np.float32]) -> None:
    """Claimed cards, and those not yet turned up."""
    for card in range(v.card_count):
        owner = s.owner[card]
        if owner >= 0:
            place = (owner - seat + v.num_players) % v.num_players
            out[v.at_claimed + place * v.card_count + card] = 1.0
        elif owner == UNSEEN:
            out[v.at_unseen + card] = 1.0
    out[v.at_deck] = s.unseen / v.card_count


@helper
def observe_table(s: Record, v: Record, out: NDArray[np.float32]) -> None:
    """Dice, boat, plastic and clock."""
    for slot in range(DICE):
        if s.dice[slot] != NOTHING:
            out[v.at_dice + slot * RESOURCES + s.dice[slot]] = 1.0
            out[v.at_pool + s.dice[slot]] += 1 / (v.num_players + 1)
    out[v.at_double] = s.double
    out[v.at_pod] = s.pod / FATAL
    position = s.boat // v.spaces
    out[v.at_boat + position] = 1.0
    out[v.at_to_border + v.spaces - 1 - s.boat % v.spaces] = 1.0
    for k in range(OCEANS):
        if s.order[k] != NOTHING:
            out[v.at_order + k * OCEANS + s.order[k]] = 1.0
    if s.order[position] != NOTHING:
        out[v.at_here + s.order[position]] = 1.0
    out[v.at_round] = s.rounds / v.max_rounds
    out[v.at_turn] = s.turn / v.num_players
    out[v.at_triggered] = s.triggered


@helper
def observe_offer(s: Record, v: Record, seat: int, slot: int, card: int, out: NDArray[np.float32]) -> None:
    """An open card, and what the observer can make of it."""
    out[v.at_offer + slot * v.card_count + card] = 1.0
    out[v.at_worth + slot] = v.points[card] / v.highest_points
    out[v.at_group + slot * GROUPS + v.group[card]] = 1.0
    for k in range(OCEANS):
        if (v.oceans[card] >> k) & 1:
            out[v.at_lives + slot * OCEANS + k] = 1.0
    for k in range(RESOURCES):
        out[v.at_cost + slot * RESOURCES + k] = v.cost[card, k] / v.highest_cost
        lacking = max(0, v.cost[card, k] - s.tokens[seat, k])
        out[v.at_missing + slot * RESOURCES + k] = lacking / v.highest_cost
    if is_payable(s, v, seat, card):
        out[v.at_payable + slot] = 1.0
    if is_blocked(s, v, card):
        out[v.at_blocked + slot] = 1.0
    if s.objective[seat] != NOTHING and counts_for(s, v, seat, card, s.objective[seat]):
        out[v.at_helps + slot] = 1.0


@helper
def counts_for(s: Record, v: Record, seat: int, card: int, objective: int) -> bool:
    """Whether a card would bring the seat nearer to an objective."""
    kind = v.objective_kind[objective]
    of = v.objective_of[objective]
    if kind == BY_OCEAN:
        return (v.oceans[card] >> of) & 1 == 1  # type: ignore[no-any-return]
    if kind == BY_GROUP:
        return v.group[card] == of  # type: ignore[no-any-return]
    if kind == BY_COST:
        return v.cost[card, of] > 0  # type: ignore[no-any-return]
    if kind == BY_CARDS:
        return True
    for k in range(OCEANS):
        if (v.oceans[card] >> k) & 1 and s.by_ocean[seat, k] == 0:
            return True
    return False


@helper
def observe_objectives(s: Record, v: Record, seat: int, out: NDArray[np.float32]) -> None:
    """The own objective, and the others' where they are public [R40]."""
    for place in range(v.num_players if v.public else 1):
        objective = s.objective[(seat + place) % v.num_players]
        if objective != NOTHING:
            out[v.at_objective + place * v.objective_total + objective] = 1.0
    own = s.objective[seat]
    if own != NOTHING:
        needed = v.objective_count[own]
        out[v.at_progress] = min(counted(s, v, seat, own), needed) / needed


@helper
def write_mask(s: Record, v: Record, seat: int, out: NDArray[np.int8]) -> None:
    """Write int8[85]: legal actions of the seat to act, zeros for a seat that waits, ones after the end."""
    for action in range(ACTIONS):
        out[action] = 1 if s.phase >= SCORED else 0
    if seat == s.seat:
        first = 0 if s.phase == ASK_REROLL else 1 << DICE
        for action in range(first, ACTIONS):
            if is_legal(s, v, action):
                out[action] = 1


__all__ = ["FIELD_NAMES", "layout", "observe", "write_mask"]
