"""Actions and positions of Ocean Pods as text, both ways where a program reads them."""

import re
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pod_envs.core.checks import shown
from pod_envs.core.errors import ConfigError
from pod_envs.core.game import Event, Report

from .components import FACE_NAMES, OCEAN_NAMES, RESOURCE_NAMES, condition
from .state import (
    ACTIONS,
    CHANCE_BLUE,
    CHANCE_FIRST,
    CHANCE_OBJECTIVE,
    CHANCE_OCEAN,
    CHANCE_REROLL,
    CHANCE_WHITE,
    CLEAN,
    COLLECT,
    DICE,
    DOWN,
    FATAL,
    FIRST_CLAIM,
    FIRST_TAKE,
    FIRST_WILD,
    OPEN,
    PASS,
    TRIGGER,
    UP,
)

__all__ = ["action_text", "events_of", "information", "parse_action", "picture"]

RESOURCE_WORDS = tuple(name.lower() for name in RESOURCE_NAMES)
CHANCES = ("ocean", "first", "objective", "open", "white", "blue", "reroll", "refill")  # words for the chance kinds
HIDDEN = "objective ?"
QUESTIONS = (
    "dice to reroll",
    "the ocean face: collect or move the boat",
    "a kind, for the wild face",
    "a die",
    "research",
)


def action_texts() -> tuple[str, ...]:
    """The notation of every action by id."""
    rerolls = [" ".join(["reroll", *(str(k) for k in range(DICE) if mask >> k & 1)]) for mask in range(1 << DICE)]
    rerolls[0] = "reroll none"
    texts = [*rerolls, *[""] * (ACTIONS - len(rerolls))]
    texts[COLLECT], texts[DOWN], texts[UP] = "collect", "boat down", "boat up"
    texts[CLEAN], texts[PASS] = "clean", "pass"
    for k, word in enumerate(RESOURCE_WORDS):
        texts[FIRST_WILD + k], texts[FIRST_TAKE + k] = f"wild {word}", f"take {word}"
    for slot in range(OPEN):
        texts[FIRST_CLAIM + slot] = f"claim {slot}"
    return tuple(texts)


ACTION_TEXTS = action_texts()


def action_text(action: int) -> str:
    """An action in words; any other number as it is."""
    return ACTION_TEXTS[action] if 0 <= action < ACTIONS else str(action)


def parse_action(text: Any) -> int:
    """The action of a notation, upper or lower case; ConfigError where there is none."""
    word = " ".join(text.split()).lower() if isinstance(text, str) else ""
    if word in ACTION_TEXTS:
        return ACTION_TEXTS.index(word)
    others = ", ".join(ACTION_TEXTS[1 << DICE :])
    raise ConfigError(f'no action is written {shown(text)}; write "reroll none", "reroll 0 2" (dice slots), {others}')


# What a seat has seen -------------------------------------------------------------------------------------------------


def information(variant: Any, seat: int, events: Sequence[Event], over: bool) -> str:
    """All events of the game, but for the objectives of the others until it is over [section 5]."""
    lines = [f"Ocean Pods seat {seat} of {variant.num_players}"]
    dealt = 0
    for who, what in events:
        own = True
        if who == -1 - CHANCE_OBJECTIVE:
            own = over or dealt == seat or variant.public_objectives
            dealt += 1
        lines.append(event_text(who, what) if own else HIDDEN)
    return "\n".join(lines)


def event_text(who: int, what: int) -> str:
    """A decision or a chance event."""
    if who >= 0:
        return f"{who} {action_text(what)}"
    kind = -1 - who
    words = {
        CHANCE_OCEAN: OCEAN_NAMES, CHANCE_WHITE: RESOURCE_WORDS, CHANCE_REROLL: RESOURCE_WORDS, CHANCE_BLUE: FACE_NAMES,
    }  # fmt: skip
    return f"{CHANCES[kind]} {words[kind][what].lower() if kind in words else what}"


def events_of(variant: Any, text: str) -> list[Event]:
    """Events of a game in which a seat has seen exactly `text`; hidden objectives are filled in by ascending ids.

    ConfigError when `text` is no information state of the variant.
    """
    head, *lines = text.split("\n")
    match = re.fullmatch(r"Ocean Pods seat (\d) of (\d)", head, re.ASCII)
    if not match or int(match[2]) != variant.num_players or int(match[1]) >= variant.num_players:
        raise ConfigError(f"no information state of this variant begins with {shown(head)}")
    known = {line for line in lines if line.startswith("objective")}
    spare = [k for k in range(len(variant.table("objectives"))) if f"objective {k}" not in known]
    hidden = [k for k, line in enumerate(lines) if line == HIDDEN]
    if len(hidden) > len(spare):
        raise ConfigError(f"no information state of this variant has {len(hidden)} hidden objectives")
    filled = {k: (-1 - CHANCE_OBJECTIVE, objective) for k, objective in zip(hidden, spare, strict=False)}
    return [filled[k] if k in filled else event_of(variant, line) for k, line in enumerate(lines)]


def event_of(variant: Any, line: str) -> Event:
    """The event of a line of an information state."""
    word, _, rest = line.partition(" ")
    if re.fullmatch(r"\d", word, re.ASCII):
        return int(word), parse_action(rest)
    kind = CHANCES.index(word) if word in CHANCES else -1
    for what in range(outcome_count(variant, kind)):
        if event_text(-1 - kind, what) == line:
            return -1 - kind, what
    raise ConfigError(f"no information state has the line {shown(line)}")


def outcome_count(variant: Any, kind: int) -> int:
    """Outcomes that a chance kind can have, 0 for none."""
    counts = {CHANCE_OCEAN: len(OCEAN_NAMES), CHANCE_FIRST: variant.num_players, CHANCE_BLUE: len(FACE_NAMES)}
    counts |= {CHANCE_WHITE: len(RESOURCE_WORDS), CHANCE_REROLL: len(RESOURCE_WORDS), -1: 0}
    counts |= {CHANCE_OBJECTIVE: len(variant.table("objectives"))}
    return counts.get(kind, len(variant.table("cards")))  # type: ignore[no-any-return]


# Pictures -------------------------------------------------------------------------------------------------------------


def picture(variant: Any, seat: int | None, fields: dict[str, NDArray[np.float32]], reports: Sequence[Report]) -> str:
    """The position as `seat` sees it, or as a spectator does, from the fields of an observation."""
    first = seat or 0
    order = [OCEAN_NAMES[int(np.argmax(row))] if row.any() else "-" for row in fields["order"]]
    place = int(np.argmax(fields["boat"]))
    border = 1 + int(np.argmax(fields["to_border"]))
    column = " > ".join(f"[{name}]" if k == place else name for k, name in enumerate(order))
    dice = " ".join(RESOURCE_WORDS[int(np.argmax(row))] if row.any() else "-" for row in fields["dice"])
    lines = [
        f"{title(variant)}  round {round(float(fields['round'][0]) * variant.round_limit)}"
        + ("  last round" if fields["triggered"][0] else ""),
        f"column {column}, boat {border} from the border, plastic in the pod {round(float(fields['pod'][0]) * FATAL)}",
        f"dice {dice}" + ("  (the next counts double)" if fields["double"][0] else ""),
        *offer_lines(variant, seat, fields),
    ]
    for other in range(variant.num_players):
        lines.append(seat_line(variant, other, (other - first) % variant.num_players, fields))
    return "\n".join(lines + objective_lines(variant, seat, first, fields) + question(variant, first, fields))


def question(variant: Any, first: int, fields: dict[str, NDArray[np.float32]]) -> list[str]:
    """Who is asked for what, if anybody is."""
    if not fields["to_act"].any():
        return []
    seat = (first + int(np.argmax(fields["to_act"]))) % variant.num_players
    return [f"seat {seat} is asked for {QUESTIONS[int(np.argmax(fields['phase']))]}"]


def title(variant: Any) -> str:
    """The game's name, and what in it no source tells."""
    ours = [name for name in ("cards", "objectives") if getattr(variant, name) is None]
    ours += ["dice"] * (variant.white_die is None or variant.blue_die is None)
    return f"Ocean Pods ({', '.join([*ours, 'oceans'])} reconstructed)"


def offer_lines(variant: Any, seat: int | None, fields: dict[str, NDArray[np.float32]]) -> list[str]:
    """The open cards."""
    cards, lines = variant.table("cards"), []
    for slot, row in enumerate(fields["offer"]):
        if not row.any():
            lines.append(f"{slot}: -")
            continue
        card = cards[int(np.argmax(row))]
        cost = " ".join(f"{word}x{count}" for word, count in zip(RESOURCE_WORDS, card["cost"], strict=True) if count)
        marks = ["blocked"] if fields["blocked"][slot] else []
        marks += ["payable"] if seat is not None and fields["payable"][slot] else []
        lines.append(
            f"{slot}: {card['id']} {card['name']}, {card['group'].lower()}, {card['oceans']}, {cost or 'free'}, "
            f"{card['points']} points {' '.join(marks)}".rstrip()
        )
    return lines


def seat_line(variant: Any, seat: int, place: int, fields: dict[str, NDArray[np.float32]]) -> str:
    """What lies in front of a seat."""
    tokens = " ".join(
        f"{word}x{round(float(count) * 10)}"
        for word, count in zip(RESOURCE_WORDS, fields["tokens"][place], strict=True)
        if count
    )
    cards = [variant.table("cards")[k]["id"] for k in np.flatnonzero(fields["claimed"][place]).tolist()]
    marks = [word for word in ("first", "to_act") if fields[word][place]]
    return (
        f"seat {seat}  points {round(float(fields['points'][place]) * TRIGGER)}  plastic "
        f"{round(float(fields['plastic'][place]) * 5)}  tokens {tokens or '-'}  cards {' '.join(cards) or '-'}  "
        f"{' '.join(marks)}"
    ).rstrip()


def objective_lines(variant: Any, seat: int | None, first: int, fields: dict[str, NDArray[np.float32]]) -> list[str]:
    """The objectives that the observer knows; a spectator knows those that are public."""
    lines, table = [], variant.table("objectives")
    for owner in range(variant.num_players):
        row = fields["objective"][(owner - first) % variant.num_players]
        if row.any() and (variant.public_objectives or owner == seat):
            lines.append(f"objective of seat {owner}: {objective_text(table[int(np.argmax(row))])}")
    return lines


def objective_text(entry: dict[str, Any]) -> str:
    """An objective in short."""
    return f"{entry['id']}, {condition(entry)}, {entry['points']} points"
