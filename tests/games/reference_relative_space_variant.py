"""Relative Space reference twin, the variant: card kinds, options, their defaults and their checks.

Only plain data and checks live here; nothing in this file knows how the game is played.
"""

from __future__ import annotations

import copy
from itertools import pairwise
from typing import Any

__all__ = ["DEFAULTS", "NAMES", "Options", "card_copies", "kind_name", "launch_kinds", "resolve"]

Options = dict[str, Any]

EMPTY = 0  # a slot without a card
NUMBERS = range(1, 13)
LAUNCH, STUN, SCAN, BOOTS, TELE, GIVE, NET, ALARM, WRAP = range(13, 22)
KINDS = range(1, 22)
FACE_DOWN = 22  # a slot whose card nobody knows

SPECIALS = {
    "LAUNCH": LAUNCH,
    "STUN": STUN,
    "SCAN": SCAN,
    "BOOTS": BOOTS,
    "TELE": TELE,
    "GIVE": GIVE,
    "NET": NET,
    "ALARM": ALARM,
    "WRAP": WRAP,
}
NAMES = {**{str(number): number for number in NUMBERS}, **SPECIALS}

# Reconstructed: no source tells the card list.
NUMBER_COPIES = 7
SPECIAL_COPIES = {LAUNCH: 4, STUN: 4, SCAN: 3, BOOTS: 3, TELE: 2, GIVE: 2, NET: 2, ALARM: 2, WRAP: 2}
LAUNCHING = [LAUNCH, NET, ALARM]

DEFAULTS: Options = {
    "num_players": 4,
    "stash_rows": [4, 3, 2],
    "face_down_rows": [0],
    "keycards": 1,
    "top_special": "reset",
    "refill_order": "under_first",
    "played_slot_counts": False,
    "keycard_extra_play": False,
    "max_turns": 400,
    "reward": "outcome",
    "cards": None,
}
WORDS = {
    "top_special": ("reset", "see_through"),
    "refill_order": ("under_first", "over_first"),
    "reward": ("outcome", "score"),
}


def kind_name(kind: int) -> str:
    """The name of a kind, as the option `cards` has it; `?` for a face-down card."""
    return "?" if kind == FACE_DOWN else next(name for name, known in NAMES.items() if known == kind)


def card_copies(variant: Options) -> dict[int, int]:
    """How many cards of each kind the deck has [0.1.16]."""
    copies = {**dict.fromkeys(NUMBERS, NUMBER_COPIES), **SPECIAL_COPIES}
    for name, row in (variant["cards"] or {}).items():
        copies[NAMES[name]] = row["copies"]
    return copies


def launch_kinds(variant: Options) -> set[int]:
    """The kinds that have LAUNCH! [0.1.16]."""
    kinds = set(LAUNCHING)
    for name, row in (variant["cards"] or {}).items():
        if row.get("launch") is True:
            kinds.add(NAMES[name])
        elif row.get("launch") is False:
            kinds.discard(NAMES[name])
    return kinds


def resolve(options: Options) -> Options:
    """Every option in the page's order with its resolved value; ValueError on anything refused [0.1.1]."""
    require(isinstance(options, dict), f"options must be a dict, not {options!r}")
    for name in options:
        require(name in DEFAULTS, f"unknown option {name!r}: there are {', '.join(DEFAULTS)}")
    chosen = copy.deepcopy({**DEFAULTS, **options})
    check_numbers(chosen)
    for name, words in WORDS.items():
        value = chosen[name]
        require(isinstance(value, str) and value in words, f"{name} must be one of {words}, not {value!r}")
    for name in ("played_slot_counts", "keycard_extra_play"):
        require(type(chosen[name]) is bool, f"{name} must be true or false, not {chosen[name]!r}")
    check_cards(chosen["cards"])
    check_rows(chosen["stash_rows"])
    check_face_down(chosen["face_down_rows"], len(chosen["stash_rows"]))
    check_size(chosen)
    return chosen


def require(condition: bool, message: str) -> None:
    """Refuse with a message."""
    if not condition:
        raise ValueError(message)


def at_least(value: Any, least: int) -> bool:
    """An integer of at least `least`; truth values and floats are never integers."""
    return type(value) is int and value >= least


def check_numbers(chosen: Options) -> None:
    """The options that are one integer."""
    players, keycards, limit = chosen["num_players"], chosen["keycards"], chosen["max_turns"]
    require(at_least(players, 2) and players <= 10, f"num_players must be an integer 2-10, not {players!r}")
    require(at_least(keycards, 0), f"keycards must be an integer >= 0, not {keycards!r}")
    require(at_least(limit, 1), f"max_turns must be an integer >= 1, not {limit!r}")


def check_cards(cards: Any) -> None:
    """Null, or an object of kinds [0.1.16]."""
    require(cards is None or isinstance(cards, dict), f"cards must be null or an object, not {cards!r}")
    for name, row in (cards or {}).items():
        require(isinstance(name, str) and name in NAMES, f"cards: unknown kind {name!r}")
        require(isinstance(row, dict) and "copies" in row, f"cards, {name}: must be an object with copies")
        allowed = {"copies", "launch"} if name in SPECIALS else {"copies"}
        require(set(row) <= allowed, f"cards, {name}: keys must be {sorted(allowed)}")
        require(at_least(row["copies"], 0), f"cards, {name}: copies must be an integer >= 0")
        require(type(row.get("launch", False)) is bool, f"cards, {name}: launch must be true or false")


def check_rows(rows: Any) -> None:
    """Each row as long as the one under it, or one shorter [0.1.13]."""
    require(isinstance(rows, list) and len(rows) > 0, f"stash_rows must be a list of row lengths, not {rows!r}")
    require(all(at_least(row, 1) for row in rows), f"stash_rows must hold integers >= 1, not {rows!r}")
    for under, over in pairwise(rows):
        require(under - 1 <= over <= under, f"stash_rows {rows}: {over} cards cannot lie over {under}")


def check_face_down(rows: Any, count: int) -> None:
    """Distinct row indices; there may be none [0.1.13]."""
    require(isinstance(rows, list), f"face_down_rows must be a list, not {rows!r}")
    known = all(at_least(row, 0) and row < count for row in rows)
    require(known, f"face_down_rows must hold row indices 0-{count - 1}, not {rows!r}")
    require(len(set(rows)) == len(rows), f"face_down_rows must be distinct, not {rows!r}")


def check_size(chosen: Options) -> None:
    """Enough cards for all, and no stash that a jam could leave empty [0.1.13]."""
    copies, size = card_copies(chosen), sum(chosen["stash_rows"])
    total, due = sum(copies.values()), chosen["num_players"] * size
    require(due <= total, f"{chosen['num_players']} stashes of {size} cards need {due}; the deck has {total}")
    if not chosen["played_slot_counts"]:
        least = copies[BOOTS] + (4 if chosen["keycard_extra_play"] else 2)
        require(size >= least, f"a stash of {size} cards is too small: a jam could leave it empty; wanted >= {least}")
