"""The card table as data: the printed facts of `cards.toml`, the stars presets, and the check of a user's own table."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from pod_envs.core.checks import shown
from pod_envs.core.errors import VariantError
from pod_envs.core.variant import is_integer

from .scoring import CARDS, NUMBER

__all__ = ["KEYS", "STARS", "card_label", "cards_table", "check_cards", "default_cards", "preset_stars"]

KEYS = ("name", "title", "side", "number", "stars", "direction", "zone", "location", "measure")
STARS = ("mirror", "symmetric", "flat2")
WORDS = {
    "direction": ("highest", "lowest"),
    "zone": ("public", "private"),
    "location": ("port", "starboard", "all"),
    "measure": ("number", "sum"),
}
SIDES = ("port",) * 8 + ("hub",) + ("starboard",) * 8


@cache
def data() -> dict[str, Any]:
    """The parsed `cards.toml`."""
    return tomllib.loads(Path(__file__).with_name("cards.toml").read_text(encoding="utf-8"))


def default_cards() -> list[dict[str, Any]]:
    """The reconstructed table: 17 objects in id order with exactly KEYS."""
    return [{key: card.get(key) for key in KEYS} for card in data()["card"]]


def card_label(card: int, fact: str) -> str:
    """Whether `fact` ("title", "number", "side", "stars", "condition") of a card is "sourced" or "reconstructed"."""
    return "sourced" if fact in data()["card"][card]["sourced"] else "reconstructed"


def preset_stars(preset: str) -> list[int]:
    """Stars by card id under a preset of STARS."""
    if preset == "mirror":
        return [card["stars"] for card in default_cards()]
    return list(data()["stars"][preset])


def check_cards(table: Any) -> None:
    """VariantError unless `table` is a list of 17 well-formed cards in id order [0.1.4]."""
    if not isinstance(table, list) or len(table) != CARDS:
        seen = f"{len(table)} cards" if isinstance(table, list) else type(table).__name__
        raise VariantError(f"option 'cards' must be null or a list of {CARDS} cards in id order, not {seen}")
    for card, entry in enumerate(table):
        fault = card_fault(card, entry)
        if fault:
            raise VariantError(f"option 'cards', card {card} ({SIDES[card]} {NUMBER[card]}): {fault}")


def card_fault(card: int, entry: Any) -> str | None:
    """What is wrong with one card of a table."""
    if not isinstance(entry, dict) or set(entry) != set(KEYS):
        return f"wants an object with exactly the keys {', '.join(KEYS)}, not {shown(entry)}"
    if not isinstance(entry["name"], str) or not entry["name"]:
        return f"name must be a non-empty string, not {shown(entry['name'])}"
    if entry["title"] is not None and not isinstance(entry["title"], str):
        return f"title must be a string or null, not {shown(entry['title'])}"
    for key in ("name", "title"):
        if any("\ud800" <= character <= "\udfff" for character in entry[key] or ""):
            return f"{key} must be whole characters, not {shown(entry[key])}, which holds a half of a surrogate pair"
    return fixed_fault(card, entry) or word_fault(entry)


def fixed_fault(card: int, entry: dict[str, Any]) -> str | None:
    """Side and number are fixed by the id; stars are 0 to 9."""
    if entry["side"] != SIDES[card]:
        return f"side is {SIDES[card]!r} by the card's id, not {shown(entry['side'])}"
    if not is_integer(entry["number"]) or entry["number"] != NUMBER[card]:
        return f"number is {NUMBER[card]} by the card's id, not {shown(entry['number'])}"
    if not is_integer(entry["stars"]) or not 0 <= entry["stars"] <= 9:
        return f"stars must be an integer from 0 to 9, not {shown(entry['stars'])}"
    return None


def word_fault(entry: dict[str, Any]) -> str | None:
    """The four words of a win condition."""
    for key, words in WORDS.items():
        if not isinstance(entry[key], str) or entry[key] not in words:
            return f"{key} must be one of {', '.join(words)}, not {shown(entry[key])}"
    return None


def cards_table() -> str:
    """The cards as a Markdown table; what is reconstructed stands in italics."""
    rows = ["| id | card | title | stars | win condition as the secret card |", "| ---: | --- | --- | ---: | --- |"]
    for card, entry in enumerate(default_cards()):
        measure = " sum" if entry["measure"] == "sum" else ""
        condition = f"{entry['direction']} {entry['zone']} {entry['location']}{measure}"
        stars, condition = labelled(card, "stars", str(entry["stars"])), labelled(card, "condition", condition)
        rows.append(f"| {card} | {entry['name']} | {entry['title'] or ''} | {stars} | {condition} |")
    return "\n".join([*rows, "", "*Italics*: reconstructed.  The rest is sourced."])


def labelled(card: int, fact: str, text: str) -> str:
    """`text` in italics if that fact of the card is reconstructed."""
    return f"*{text}*" if card_label(card, fact) == "reconstructed" else text
