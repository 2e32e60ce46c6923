"""The printed components as data: `components.toml`, and the checks of tables of one's own [0.1.2]."""

import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from pod_envs.core.checks import shown
from pod_envs.core.errors import VariantError
from pod_envs.core.variant import is_integer

from .state import CARDS, OBJECTIVES, OPEN, RESOURCES, SEATS

__all__ = [
    "FACE_NAMES",
    "GROUP_NAMES",
    "KINDS",
    "OCEAN_LETTERS",
    "OCEAN_NAMES",
    "RESOURCE_NAMES",
    "TABLES",
    "cards_table",
    "check_table",
    "condition",
    "dice_table",
    "objectives_table",
    "ordered",
    "printed",
]

RESOURCE_NAMES = ("FISH", "KRILL", "CRAB", "SEAL", "OCTOPUS")
FACE_NAMES = ("DOUBLE", "REROLL", "OCEAN", "WILD")
OCEAN_LETTERS = "APIL"
OCEAN_NAMES = ("Atlantic", "Pacific", "Indian", "Polar")
GROUP_NAMES = ("DOLPHIN", "BALEEN", "TOOTHED", "PORPOISE")
KINDS = ("ocean", "group", "cost", "cards", "different_oceans")  # of objectives
TABLES = ("cards", "objectives", "white_die", "blue_die")
CARD_KEYS = ("id", "name", "group", "oceans", "cost", "points")
OBJECTIVE_KEYS = ("id", "kind", "of", "count", "points")
WORDS = {"ocean": tuple(OCEAN_LETTERS), "group": GROUP_NAMES, "cost": RESOURCE_NAMES}  # what an objective can be of
LARGE = 2**31 - 1  # numbers in tables are at most this


@cache
def data() -> dict[str, Any]:
    """The parsed `components.toml`."""
    return tomllib.loads(Path(__file__).with_name("components.toml").read_text(encoding="utf-8"))


def printed(name: str) -> list[Any]:
    """The reconstructed table of that name: objects with exactly the keys of the page, or names of faces."""
    if name == "cards":
        return [{key: card[key] for key in CARD_KEYS} for card in data()["card"]]
    if name == "objectives":
        return [{key: entry.get(key) for key in OBJECTIVE_KEYS} for entry in data()["objective"]]
    return list(data()["dice"][name.removesuffix("_die")])


# Tables of one's own --------------------------------------------------------------------------------------------------


def check_table(name: str, table: Any) -> None:
    """VariantError unless `table` is a well-formed table for that option."""
    least, most, fault = CHECKS[name]
    if not isinstance(table, list) or not least <= len(table) <= most:
        seen = f"{len(table)} of them" if isinstance(table, list) else type(table).__name__
        count = f"{least} to {most} entries" if most < LARGE else "one or more entries"
        raise VariantError(f"option {name!r} must be null or a list of {count}, not {seen}")
    for place, entry in enumerate(table):
        found = fault(entry)
        if found:
            raise VariantError(f"option {name!r}, entry {place}: {found}")


def card_fault(card: Any) -> str | None:
    """What is wrong with a card."""
    if not isinstance(card, dict) or set(card) != set(CARD_KEYS):
        return f"wants an object with exactly the keys {', '.join(CARD_KEYS)}, not {shown(card)}"
    cost = card["cost"]
    if not isinstance(cost, list) or len(cost) != RESOURCES or not all(map(is_count, cost)):
        return f"cost must be {RESOURCES} integers >= 0 ({', '.join(RESOURCE_NAMES)}), not {shown(cost)}"
    oceans = card["oceans"]
    letters = isinstance(oceans, str) and len(set(oceans)) == len(oceans) > 0 and set(oceans) <= set(OCEAN_LETTERS)
    if not letters:
        return f"oceans must be one or more different letters of {OCEAN_LETTERS}, not {shown(oceans)}"
    return (
        text_fault(card, "id")
        or text_fault(card, "name")
        or word_fault(card, "group", GROUP_NAMES)
        or count_fault(card, "points")
    )


def objective_fault(entry: Any) -> str | None:
    """What is wrong with an objective."""
    if not isinstance(entry, dict) or set(entry) != set(OBJECTIVE_KEYS):
        return f"wants an object with exactly the keys {', '.join(OBJECTIVE_KEYS)}, not {shown(entry)}"
    fault = text_fault(entry, "id") or word_fault(entry, "kind", KINDS)
    if fault:
        return fault
    if entry["kind"] in WORDS:
        fault = word_fault(entry, "of", WORDS[entry["kind"]])
    elif entry["of"] is not None:
        fault = f"of must be null for the kind {entry['kind']!r}, not {shown(entry['of'])}"
    return fault or count_fault(entry, "count", 1) or count_fault(entry, "points")


def face_fault(names: tuple[str, ...]) -> Callable[[Any], str | None]:
    """The check of a face of a die."""

    def fault(face: Any) -> str | None:
        known = isinstance(face, str) and face in names
        return None if known else f"a face is one of {', '.join(names)}, not {shown(face)}"

    return fault


def is_count(value: Any) -> bool:
    """Whether it is an integer from 0."""
    return is_integer(value) and 0 <= value <= LARGE


def count_fault(entry: dict[str, Any], key: str, least: int = 0) -> str | None:
    """Points are integers from 0, counts from 1."""
    fits = is_count(entry[key]) and entry[key] >= least
    return None if fits else f"{key} must be an integer from {least} to {LARGE}, not {shown(entry[key])}"


def text_fault(entry: dict[str, Any], key: str) -> str | None:
    """Names are text that a picture can show."""
    value = entry[key]
    fits = isinstance(value, str) and value.isprintable()
    return None if fits else f"{key} must be a text of printable characters, not {shown(value)}"


def word_fault(entry: dict[str, Any], key: str, words: tuple[str, ...]) -> str | None:
    """A word out of a list."""
    value = entry[key]
    known = isinstance(value, str) and value in words
    return None if known else f"{key} must be one of {', '.join(words)}, not {shown(value)}"


CHECKS: dict[str, tuple[int, int, Callable[[Any], str | None]]] = {
    "cards": (OPEN, CARDS, card_fault),
    "objectives": (SEATS, OBJECTIVES, objective_fault),
    "white_die": (1, LARGE, face_fault(RESOURCE_NAMES)),
    "blue_die": (1, LARGE, face_fault(FACE_NAMES)),
}


def ordered(table: list[Any]) -> list[Any]:
    """A checked table with the keys of its objects in the order of the page."""
    keys = (*CARD_KEYS[:-1], *OBJECTIVE_KEYS[1:])
    return [{key: entry[key] for key in keys if key in entry} if isinstance(entry, dict) else entry for entry in table]


# Tables for readers ---------------------------------------------------------------------------------------------------


def marked(entry: dict[str, Any], text: Any) -> str:
    """A fact in italics unless its entry is sourced."""
    return str(text) if entry["sourced"] else f"*{text}*"


def cards_table() -> str:
    """The deck as a Markdown table; what is reconstructed stands in italics."""
    rows = ["| id | card | name | group | oceans | fish / krill / crab / seal / octopus | points |"]
    rows.append("| ---: | --- | --- | --- | --- | --- | ---: |")
    for number, card in enumerate(data()["card"]):
        oceans = " + ".join(OCEAN_NAMES[OCEAN_LETTERS.index(letter)] for letter in card["oceans"])
        facts = (
            card["id"],
            card["name"],
            card["group"].lower(),
            oceans,
            " / ".join(map(str, card["cost"])),
            card["points"],
        )
        rows.append(f"| {number} | " + " | ".join(marked(card, fact) for fact in facts) + " |")
    return "\n".join([*rows, "", "*Italics*: reconstructed."])


def objectives_table() -> str:
    """The objectives as a Markdown table."""
    rows = ["| id | objective | reached with | points |", "| ---: | --- | --- | ---: |"]
    for number, entry in enumerate(data()["objective"]):
        facts = (entry["id"], condition(entry), entry["points"])
        rows.append(f"| {number} | " + " | ".join(marked(entry, fact) for fact in facts) + " |")
    return "\n".join([*rows, "", "*Italics*: reconstructed."])


def condition(entry: dict[str, Any]) -> str:
    """An objective in words."""
    count, of = entry["count"], str(entry.get("of"))
    if entry["kind"] == "ocean":
        return f"{count} cards that live in {OCEAN_NAMES[OCEAN_LETTERS.index(of)]}"
    words = {
        "group": f"{count} cards of the group {of.lower()}",
        "cost": f"{count} cards with {of.lower()} in their cost",
        "cards": f"{count} cards",
        "different_oceans": f"{count} different oceans on the cards",
    }
    return words[entry["kind"]]


def dice_table() -> str:
    """The faces of the dice as a Markdown table."""
    rows = ["| die | faces |", "| --- | --- |"]
    for die in ("white", "blue"):
        rows.append(f"| {die} | {marked(data()['dice'], ', '.join(data()['dice'][die]))} |")
    return "\n".join([*rows, "", "*Italics*: the kinds of faces are sourced; how often each occurs is reconstructed."])
