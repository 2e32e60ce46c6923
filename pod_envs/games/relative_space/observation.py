"""What a seat sees, and the mask of legal actions.

Everything is public but the face-down cards, which the state does not hold: all seats see rotations of one position.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pod_envs.core.jit import Record, helper
from pod_envs.core.layout import Field, Layout

from .rules import is_own, is_relative, may_open
from .stash import is_available, ones
from .state import (
    BOOTS,
    DOWN,
    KINDS,
    LAUNCH,
    NEW,
    NUMBERS,
    OWN,
    PLAY,
    RELATIVE,
    TARGETS,
    TERMINATED,
    THEIRS,
)

FIELD_NAMES = (
    "slots", "number", "available", "refills", "cards_left", "keycards", "stunned", "to_act", "top", "beat", "pile",
    "held", "open", "new_pod", "unseen", "answers", "comes_back", "phase", "doing", "chosen", "on_pod", "owed",
    "loads", "turn",
)  # fmt: skip
ASKED = 4  # phases in which a seat decides: PLAY, RELATIVE, OWN, THEIRS
SPECIALS = KINDS - LAUNCH


def layout(variant: Any) -> Layout:
    """The fields for a variant."""
    n, slots, pods, deck = variant.num_players, variant.slots, variant.most_pods, sum(variant.copies)
    return Layout(
        (
            Field("slots", (n, slots, DOWN), "one-hot by seat from self and slot: kind 1 to 21, or face-down"),
            Field("number", (n, slots), "number on the card / 12, 0 for specials and face-down cards"),
            Field("available", (n, slots), "1 if the card may be played: no other covers it"),
            Field("refills", (n, slots), "1 if a jam would fill the slot: for the seat whose turn it is slots empty "
                  "when it began (never the slot of the card that jams), for others their empty slots"),
            Field("cards_left", (n,), "cards in the stash / slots"),
            Field("keycards", (n,), "keycards left / keycards at the start"),
            Field("stunned", (n,), "1 if the seat's next turn is skipped"),
            Field("to_act", (n,), "one-hot: the seat to act, zeros after the end"),
            Field("top", (pods, KINDS - 1), "one-hot by pod: kind on top, 1 to 21"),
            Field("beat", (pods,), "number to beat / 12, 0 for none"),
            Field("pile", (pods,), "cards on the pod / slots", high=deck / slots),
            Field("held", (pods, KINDS - 1), "cards on the pod by kind / copies"),
            Field("open", (pods,), "1 for pods in play"),
            Field("new_pod", (1,), "1 if the seat to act may open a pod"),
            Field("unseen", (KINDS - 1,), "cards that nobody has seen by kind / copies"),
            Field("answers", (n, pods), "available cards of the seat that load, face-down ones by chance / slots"),
            Field("comes_back", (pods,), "cards that come back if the seat whose turn it is jams the pod now / slots"),
            Field("phase", (ASKED,), "one-hot: what is asked: a play, a relative, an own slot, a relative's slot"),
            Field("doing", (SPECIALS,), "one-hot, by kind from 13: special about which something is asked: STUN, SCAN, "
                  "TELE, GIVE or NET"),
            Field("chosen", (slots,), "one-hot: own slot already chosen for it"),
            Field("on_pod", (pods,), "one-hot: pod on which that special lies"),
            Field("owed", (1,), "plays that the seat to act still has in this turn / (1 + Jet Boots in the deck, "
                  "+ 1 with `keycard_extra_play`)"),
            Field("loads", (slots, pods), "when a play is asked: chance that the available card in that slot of the "
                  "seat to act loads on that pod"),
            Field("turn", (1,), "turn from 1 / most turns"),
        )
    )  # fmt: skip


@helper
def observe(s: Record, v: Record, seat: int, out: NDArray[np.float32]) -> None:
    """Write float32[layout.length] for `seat`."""
    for k in range(out.shape[0]):
        out[k] = 0.0
    for place in range(v.num_players):
        observe_stash(s, v, (seat + place) % v.num_players, place, out)
    for pod in range(s.pods):
        observe_pod(s, v, pod, out)
    for kind in range(1, KINDS):
        if s.unseen[kind] > 0:
            out[v.at_unseen + kind - 1] = s.unseen[kind] / v.copies[kind]
    out[v.at_turn] = s.turn / v.max_turns
    if s.seat >= 0:
        out[v.at_to_act + (s.seat - seat + v.num_players) % v.num_players] = 1.0
        observe_question(s, v, out)


@helper
def observe_stash(s: Record, v: Record, other: int, place: int, out: NDArray[np.float32]) -> None:
    """The stash of `other`, at `place` from the observer, and what lies beside it."""
    gaps = s.gaps if other == s.active and s.turn > 0 else v.full ^ s.filled[other]
    slots = place * v.slots
    for slot in range(v.slots):
        kind = s.card[other, slot]
        if kind != 0:
            out[v.at_slots + (slots + slot) * DOWN + kind - 1] = 1.0
            if kind <= NUMBERS:
                out[v.at_number + slots + slot] = kind / NUMBERS
            if s.filled[other] & v.above[slot] == 0:
                out[v.at_available + slots + slot] = 1.0
        if (gaps >> slot) & 1:
            out[v.at_refills + slots + slot] = 1.0
    for pod in range(s.pods):
        out[v.at_answers + place * v.most_pods + pod] = answers(s, v, other, pod) / v.slots
    out[v.at_cards_left + place] = ones(s.filled[other]) / v.slots
    if v.keycards > 0:
        out[v.at_keycards + place] = s.keycards[other] / v.keycards
    out[v.at_stunned + place] = s.stunned[other]


@helper
def answers(s: Record, v: Record, other: int, pod: int) -> float:
    """How many of the cards that `other` could play load on a pod, on average."""
    count = 0.0
    for slot in range(v.slots):
        if s.card[other, slot] != 0 and s.filled[other] & v.above[slot] == 0:
            count += load_chance(s, s.card[other, slot], pod)
    return count


@helper
def observe_pod(s: Record, v: Record, pod: int, out: NDArray[np.float32]) -> None:
    """A pod in play."""
    out[v.at_open + pod] = 1.0
    if s.pile[pod] == 0:
        return
    if s.active >= 0:
        gaps = ones(s.gaps) + v.own_slot_counts
        out[v.at_comes_back + pod] = min(s.pile[pod] + 1, gaps) / v.slots
    out[v.at_top + pod * (KINDS - 1) + s.top[pod] - 1] = 1.0
    out[v.at_beat + pod] = s.beat[pod] / NUMBERS
    out[v.at_pile + pod] = s.pile[pod] / v.slots
    for kind in range(1, KINDS):
        if s.held[pod, kind] > 0:
            out[v.at_held + pod * (KINDS - 1) + kind - 1] = s.held[pod, kind] / v.copies[kind]


@helper
def observe_question(s: Record, v: Record, out: NDArray[np.float32]) -> None:
    """What the seat to act is asked."""
    out[v.at_phase + s.phase - PLAY] = 1.0
    out[v.at_owed] = s.owed / (1 + v.copies[BOOTS] + v.extra_play)
    if s.doing != 0:
        out[v.at_doing + s.doing - LAUNCH] = 1.0
    if s.chosen >= 0:
        out[v.at_chosen + s.chosen] = 1.0
    if s.pod >= 0:
        out[v.at_on_pod + s.pod] = 1.0
    if s.phase == PLAY:
        out[v.at_new_pod] = 1.0 if may_open(s, v) else 0.0
        for slot in range(v.slots):
            if is_available(s, v, s.seat, slot):
                observe_loads(s, v, slot, out)


@helper
def observe_loads(s: Record, v: Record, slot: int, out: NDArray[np.float32]) -> None:
    """The chance that an available card of the seat to act loads on each pod in play."""
    for pod in range(s.pods):
        out[v.at_loads + slot * v.most_pods + pod] = load_chance(s, s.card[s.seat, slot], pod)


@helper
def load_chance(s: Record, kind: int, pod: int) -> float:
    """The chance that a card of a kind, or a face-down card, loads on a pod in play."""
    if kind == DOWN:
        lower = 0
        for number in range(1, s.beat[pod]):
            lower += s.unseen[number]
        return 1 - lower / s.hidden  # type: ignore[no-any-return]
    return 1.0 if kind > NUMBERS or kind >= s.beat[pod] else 0.0


@helper
def write_mask(s: Record, v: Record, seat: int, out: NDArray[np.int8]) -> None:
    """Write int8[22 S + 9]: legal actions of the seat to act, zeros for a seat that waits, ones after the end."""
    over = s.phase >= TERMINATED
    for action in range(out.shape[0]):
        out[action] = 1 if over else 0
    if over or seat != s.seat:
        return
    if s.phase == RELATIVE:
        for k in range(1, v.num_players):
            if is_relative(s, v, k):
                out[v.at_relatives + k - 1] = 1
    elif s.phase == THEIRS:
        for k in range(1, v.num_players):
            mark_available(s, v, (seat + k) % v.num_players, v.at_theirs + (k - 1) * v.slots, out)
    elif s.phase == OWN:
        for slot in range(v.slots):
            if is_own(s, v, slot):
                out[v.at_own + slot] = 1
    else:
        for slot in range(v.slots):
            if is_available(s, v, seat, slot):
                mark_plays(s, v, slot, out)


@helper
def mark_available(s: Record, v: Record, seat: int, first: int, out: NDArray[np.int8]) -> None:
    """The available cards of a seat, as actions from `first` on."""
    for slot in range(v.slots):
        if is_available(s, v, seat, slot):
            out[first + slot] = 1


@helper
def mark_plays(s: Record, v: Record, slot: int, out: NDArray[np.int8]) -> None:
    """An available card on each pod in play, and on a new one."""
    for pod in range(s.pods):
        out[slot * TARGETS + pod] = 1
    if may_open(s, v):
        out[slot * TARGETS + NEW] = 1


__all__ = ["FIELD_NAMES", "layout", "observe", "write_mask"]
