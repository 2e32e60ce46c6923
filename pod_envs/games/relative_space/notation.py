"""Actions and positions of Relative Space as text, both ways where a program reads them."""

import re
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pod_envs.core.checks import shown
from pod_envs.core.errors import ConfigError
from pod_envs.core.game import Event, Report

from .cards import KEYS
from .geometry import row_starts
from .state import DOWN, KINDS, LAUNCH, NEW, NUMBERS, PODS, TARGETS

__all__ = ["action_text", "events_of", "information", "kind_text", "parse_action", "picture"]

CHANCES = ("start", "deal", "flip", "refill")  # words for the chance kinds
QUESTIONS = ("a play", "a relative", "an own slot", "a relative's slot")
FORMS = '"7 on 0" (slot on pod), "7 on new", "relative 1", "own 3", "relative 1 slot 4"'


def kind_text(kind: int) -> str:
    """ "1".."12", "LAUNCH".."WRAP", "?" for a face-down card, "-" for none."""
    return "-" if kind == 0 else "?" if kind == DOWN else KEYS[kind - 1]


def action_text(variant: Any, action: int) -> str:
    """An action in words; any other number as it is."""
    slots = variant.slots
    at = action - TARGETS * slots
    if 0 <= action < TARGETS * slots:
        pod = action % TARGETS
        return f"{action // TARGETS} on {'new' if pod == NEW else pod}"
    if 0 <= at < 9:
        return f"relative {at + 1}"
    if 9 <= at < 9 + slots:
        return f"own {at - 9}"
    if 9 + slots <= at < 9 + 10 * slots:
        return f"relative {(at - 9 - slots) // slots + 1} slot {(at - 9 - slots) % slots}"
    return str(action)


def parse_action(variant: Any, text: Any) -> int:
    """The action of a notation, upper or lower case; ConfigError where there is none."""
    word = " ".join(text.split()).lower() if isinstance(text, str) else ""
    for pattern, first, weights in patterns(variant):
        match = re.fullmatch(pattern, word, re.ASCII)
        if match:
            numbers = [NEW if group == "new" else int(group) for group in match.groups()]
            action = first + sum(number * weight for number, weight in zip(numbers, weights, strict=True))
            if action_text(variant, action) == word:
                return action
    raise ConfigError(
        f"no action is written {shown(text)}; write {FORMS}: slots 0 to {variant.slots - 1}, pods 0 to {PODS - 1}, "
        "relatives 1 to 9"
    )


def patterns(variant: Any) -> list[tuple[str, int, tuple[int, ...]]]:
    """Notations: pattern, action at zeros, and what each number of it counts."""
    slots = variant.slots
    relatives = TARGETS * slots
    own = relatives + 9
    number = r"(\d{1,2})"
    return [
        (rf"{number} on (\d{{1,2}}|new)", 0, (TARGETS, 1)),
        (rf"relative {number}", relatives - 1, (1,)),
        (rf"own {number}", own, (1,)),
        (rf"relative {number} slot {number}", own, (slots, 1)),
    ]


# What a seat has seen -------------------------------------------------------------------------------------------------


def information(variant: Any, seat: int, events: Sequence[Event], reports: Sequence[Report]) -> str:
    """All events of the game, which is all that anybody knows."""
    lines = [f"Relative Space seat {seat} of {variant.num_players}"]
    return "\n".join(lines + [event_text(variant, who, what) for who, what in events])


def event_text(variant: Any, who: int, what: int) -> str:
    """A decision or a chance event."""
    if who >= 0:
        return f"{who} {action_text(variant, what)}"
    return f"{CHANCES[-1 - who]} {what if who == -1 else kind_text(what)}"


def events_of(variant: Any, text: str) -> list[Event]:
    """The events of an information state; ConfigError when `text` is none of the variant."""
    head, *lines = text.split("\n")
    match = re.fullmatch(r"Relative Space seat (\d) of (\d+)", head, re.ASCII)
    if not match or int(match[2]) != variant.num_players or int(match[1]) >= variant.num_players:
        raise ConfigError(f"no information state of this variant begins with {shown(head)}")
    return [event_of(variant, line) for line in lines]


def event_of(variant: Any, line: str) -> Event:
    """The event of a line of an information state."""
    word, _, rest = line.partition(" ")
    if re.fullmatch(r"\d", word, re.ASCII):
        return int(word), parse_action(variant, rest)
    if word == CHANCES[0] and re.fullmatch(r"\d", rest, re.ASCII):
        return -1, int(rest)
    if word in CHANCES[1:] and rest in KEYS:
        return -1 - CHANCES.index(word), 1 + KEYS.index(rest)
    raise ConfigError(f"no information state has the line {shown(line)}")


# Pictures -------------------------------------------------------------------------------------------------------------


def picture(variant: Any, seat: int | None, fields: dict[str, NDArray[np.float32]], reports: Sequence[Report]) -> str:
    """The position from the fields of an observation; [ ] stands around cards that are available, ? is face-down."""
    first = seat or 0
    turn = round(float(fields["turn"][0]) * variant.turn_limit)
    hidden = unseen_text(variant, fields)
    lines = [
        f"{title(variant)}  turn {turn}",
        *pod_lines(variant, fields),
        f"unseen: {hidden}",
    ]
    for other in range(variant.num_players):
        lines += stash_lines(variant, other, (other - first) % variant.num_players, fields)
    lines += question(variant, first, fields)
    if reports:
        jam = reports[-1]
        lines.append(
            f"last jam: seat {jam['seat']} with {kind_text(jam['card'])}, "
            f"{jam['returned']} of {jam['pile']} cards came back"
        )
    return "\n".join(lines)


def question(variant: Any, first: int, fields: dict[str, NDArray[np.float32]]) -> list[str]:
    """Who is asked for what, if anybody is."""
    if not fields["phase"].any():
        return []
    seat = (first + int(np.argmax(fields["to_act"]))) % variant.num_players
    what = QUESTIONS[int(np.argmax(fields["phase"]))]
    cause = f", for {kind_text(LAUNCH + int(np.argmax(fields['doing'])))}" if fields["doing"].any() else ""
    chosen = f" with own {int(np.argmax(fields['chosen']))}" if fields["chosen"].any() else ""
    return [f"seat {seat} is asked for {what}{cause}{chosen}"]


def title(variant: Any) -> str:
    """The game's name, and whose cards these are."""
    own = "" if variant.cards is None else " but for own numbers of cards"
    return f"Relative Space (cards and stash reconstructed{own})"


def counts_text(variant: Any, shares: NDArray[np.float32]) -> str:
    """Cards by kind, from shares of all copies."""
    counts = [(kind, round(float(shares[kind - 1]) * variant.copies[kind])) for kind in range(1, KINDS)]
    return " ".join(f"{kind_text(kind)}x{count}" for kind, count in counts if count) or "-"


def unseen_text(variant: Any, fields: dict[str, NDArray[np.float32]]) -> str:
    """The cards that nobody has seen."""
    return counts_text(variant, fields["unseen"])


def pod_lines(variant: Any, fields: dict[str, NDArray[np.float32]]) -> list[str]:
    """One line a pod: its top, the number to beat, what lies on it."""
    lines = []
    for pod in np.flatnonzero(fields["open"]).tolist():
        top = kind_text(1 + int(np.argmax(fields["top"][pod]))) if fields["top"][pod].any() else "empty"
        beat = round(float(fields["beat"][pod]) * NUMBERS)
        lines.append(
            f"pod {pod}: top {top}, {f'{beat} to beat' if beat else 'nothing to beat'}, holds "
            f"{counts_text(variant, fields['held'][pod])}"
        )
    return lines


def stash_lines(variant: Any, seat: int, place: int, fields: dict[str, NDArray[np.float32]]) -> list[str]:
    """A seat's head line, and its rows with the top one first."""
    marks = [word for word in ("to_act", "stunned") if fields[word][place] > 0]
    cards = round(float(fields["cards_left"][place]) * variant.slots)
    keys = round(float(fields["keycards"][place]) * variant.keycards)
    lines = [f"seat {seat}  cards {cards}  keycards {keys} {' '.join(marks)}".rstrip()]
    for start, length in reversed(list(zip(row_starts(variant.stash_rows), variant.stash_rows, strict=True))):
        row = [slot_text(fields["slots"][place, slot], fields["available"][place, slot], slot) for slot in
               range(start, start + length)]  # fmt: skip
        lines.append("  " + " ".join(row))
    return lines


def slot_text(kinds: NDArray[np.float32], available: np.float32, slot: int) -> str:
    """A slot's number and its card."""
    card = kind_text(1 + int(np.argmax(kinds))) if kinds.any() else "-"
    return f"{slot}:[{card}]" if available else f"{slot}:{card}"
