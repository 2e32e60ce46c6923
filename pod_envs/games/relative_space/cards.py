"""The item deck as data: `cards.toml`, and the check of a user's own numbers of copies."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from pod_envs.core.checks import shown
from pod_envs.core.errors import VariantError
from pod_envs.core.variant import is_integer

from .state import KINDS, NUMBERS

__all__ = ["KEYS", "cards_table", "check_cards", "copies_of", "launch_of", "specials"]

MOST_CARDS = 2**31 - 1  # in one deck; a draw is of 32 bits


@cache
def data() -> dict[str, Any]:
    """The parsed `cards.toml`."""
    return tomllib.loads(Path(__file__).with_name("cards.toml").read_text(encoding="utf-8"))


def specials() -> list[dict[str, Any]]:
    """The nine specials in the order of their kinds, 13..21, as `cards.toml` has them."""
    return data()["special"]  # type: ignore[no-any-return]


KEYS = (*map(str, range(1, NUMBERS + 1)), *(special["key"] for special in specials()))  # by kind from 1


def copies_of(table: Any) -> list[int]:
    """Copies in the deck by kind, 0 for kind 0; `table` is a checked object or None."""
    printed = [0, *[data()["numbers"]["copies"]] * NUMBERS, *(special["copies"] for special in specials())]
    for key, entry in (table or {}).items():
        printed[1 + KEYS.index(key)] = entry["copies"]
    return printed


def launch_of(table: Any) -> list[bool]:
    """Whether a card has LAUNCH! by kind; `table` is a checked object or None."""
    printed = [False] * (NUMBERS + 1) + [bool(special["launch"]) for special in specials()]
    for key, entry in (table or {}).items():
        kind = 1 + KEYS.index(key)
        printed[kind] = entry.get("launch", printed[kind])
    return printed


def check_cards(table: Any) -> None:
    """VariantError unless `table` is an object from card names to copies, and launch for specials [0.1.16]."""
    if not isinstance(table, dict):
        raise VariantError(
            f'option \'cards\' must be null or an object such as {{"LAUNCH": {{"copies": 6}}}}, not {shown(table)}'
        )
    for key, entry in table.items():
        if key not in KEYS:
            raise VariantError(f"option 'cards': no card is named {shown(key)}; there are {', '.join(KEYS)}")
        fault = entry_fault(key, entry)
        if fault:
            raise VariantError(f"option 'cards', {key!r}: {fault}")
    if sum(copies_of(table)) > MOST_CARDS:
        raise VariantError(f"option 'cards': a deck has at most {MOST_CARDS} cards, not {shown(sum(copies_of(table)))}")


def entry_fault(key: str, entry: Any) -> str | None:
    """What is wrong with one entry of a table."""
    special = KEYS.index(key) >= NUMBERS
    allowed = {"copies", "launch"} if special else {"copies"}
    if not isinstance(entry, dict) or "copies" not in entry or not set(entry) <= allowed:
        wanted = "copies, and launch if it differs" if special else "copies alone"
        return f"wants an object with {wanted}, not {shown(entry)}"
    if not is_integer(entry["copies"]) or entry["copies"] < 0:
        return f"copies must be an integer >= 0, not {shown(entry['copies'])}"
    if not isinstance(entry.get("launch", False), bool):
        return f"launch must be true or false, not {shown(entry['launch'])}"
    return None


def cards_table() -> str:
    """The deck as a Markdown table; what is reconstructed stands in italics."""
    rows = ["| kind | name | card | copies | LAUNCH! | instruction |", "| ---: | --- | --- | ---: | --- | --- |"]
    numbers = data()["numbers"]
    rows.append(f"| 1-{NUMBERS} | `1`-`{NUMBERS}` | number | {marked(numbers, 'copies')} | | |")
    for kind, card in enumerate(specials(), NUMBERS + 1):
        launch = marked(card | {"launch": "yes" if card["launch"] else "no"}, "launch")
        title, copies, text = (marked(card, fact) for fact in ("title", "copies", "text"))
        rows.append(f"| {kind} | `{card['key']}` | {title} | {copies} | {launch} | {text} |")
    return "\n".join([*rows, "", "*Italics*: reconstructed."])


def marked(card: dict[str, Any], fact: str) -> str:
    """A fact of a card, in italics unless it is sourced."""
    return str(card[fact]) if fact in card["sourced"] else f"*{card[fact]}*"


assert len(KEYS) == KINDS - 1
