"""Ocean Pods reference twin, the variant: options, their defaults and their checks [0.1.1] [0.1.2].

Only plain data and checks live here; nothing in this file knows how the game is played.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from tests.games.reference_ocean_pods_table import (
    CARD_KEYS,
    FACES,
    GROUPS,
    KINDS,
    OBJECTIVE_KEYS,
    OCEANS,
    OPEN_SLOTS,
    RESOURCES,
)

__all__ = ["DEFAULTS", "Options", "resolve"]

Options = dict[str, Any]

DEFAULTS: Options = {
    "num_players": 4,
    "spaces_per_ocean": 3,
    "boat_block_rule": "all",
    "final_round_boat_move": False,
    "clean_ends_turn": False,
    "wrap_adds_plastic": True,
    "public_objectives": False,
    "max_rounds": 100,
    "reward_scheme": "semi_coop",
    "reward": "outcome",
    "cards": None,
    "objectives": None,
    "white_die": None,
    "blue_die": None,
}
MOST_SEATS = 5
WORDS = {
    "boat_block_rule": ["all", "any", "presence", "none"],
    "reward_scheme": ["semi_coop", "literal", "zero_sum"],
    "reward": ["outcome", "score"],
}
SWITCHES = ["final_round_boat_move", "clean_ends_turn", "wrap_adds_plastic", "public_objectives"]
OF = {"ocean": list(OCEANS), "group": GROUPS, "cost": RESOURCES}  # the other kinds have null


def resolve(options: Options) -> Options:
    """Every option in the page's order with its resolved value; ValueError on anything refused."""
    require(isinstance(options, dict), f"options must be a dict, not {options!r}")
    for name in options:
        require(name in DEFAULTS, f"unknown option {name!r}: there are {', '.join(DEFAULTS)}")
    chosen = copy.deepcopy({**DEFAULTS, **options})
    check_numbers(chosen)
    for name, words in WORDS.items():
        require(one_of(chosen[name], words), f"{name} must be one of {words}, not {chosen[name]!r}")
    for name in SWITCHES:
        require(type(chosen[name]) is bool, f"{name} must be true or false, not {chosen[name]!r}")
    resolve_rows(chosen, "cards", OPEN_SLOTS, CARD_KEYS, check_card)
    resolve_rows(chosen, "objectives", MOST_SEATS, OBJECTIVE_KEYS, check_objective)
    check_die(chosen, "white_die", RESOURCES)
    check_die(chosen, "blue_die", FACES)
    return chosen


def require(condition: bool, message: str) -> None:
    """Refuse with a message."""
    if not condition:
        raise ValueError(message)


def at_least(value: Any, least: int) -> bool:
    """An integer of at least `least`; truth values and floats are never integers."""
    return type(value) is int and value >= least


def one_of(value: Any, words: list[str]) -> bool:
    """One of some strings; works for unhashable values too."""
    return isinstance(value, str) and value in words


def check_numbers(chosen: Options) -> None:
    """The options that are one integer."""
    players, spaces, limit = chosen["num_players"], chosen["spaces_per_ocean"], chosen["max_rounds"]
    require(at_least(players, 2) and players <= MOST_SEATS, f"num_players must be an integer 2-5, not {players!r}")
    require(at_least(spaces, 1) and spaces <= 6, f"spaces_per_ocean must be an integer 1-6, not {spaces!r}")
    require(at_least(limit, 1), f"max_rounds must be an integer >= 1, not {limit!r}")


def resolve_rows(
    chosen: Options, name: str, least: int, keys: list[str], check: Callable[[str, dict[str, Any]], None]
) -> None:
    """Null, or a list of at least `least` objects with exactly some keys; the keys come out in the page's order."""
    rows = chosen[name]
    if rows is None:
        return
    require(isinstance(rows, list) and len(rows) >= least, f"{name} must be null or a list of at least {least} objects")
    for index, row in enumerate(rows):
        where = f"{name}, entry {index}"
        require(isinstance(row, dict) and set(row) == set(keys), f"{where}: keys must be {keys}")
        require(isinstance(row["id"], str), f"{where}: id must be a string")
        require(at_least(row["points"], 0), f"{where}: points must be an integer >= 0")
        check(where, row)
    chosen[name] = [{key: row[key] for key in keys} for row in rows]


def check_card(where: str, row: dict[str, Any]) -> None:
    """One card of a table."""
    oceans, cost = row["oceans"], row["cost"]
    require(isinstance(row["name"], str), f"{where}: name must be a string")
    require(one_of(row["group"], GROUPS), f"{where}: group must be one of {GROUPS}")
    known = isinstance(oceans, str) and oceans != "" and set(oceans) <= set(OCEANS) and len(set(oceans)) == len(oceans)
    require(known, f"{where}: oceans must be one or more of the letters {OCEANS}, each once")
    counts = isinstance(cost, list) and len(cost) == len(RESOURCES) and all(at_least(count, 0) for count in cost)
    require(counts, f"{where}: cost must be five integers >= 0")


def check_objective(where: str, row: dict[str, Any]) -> None:
    """One objective of a table."""
    require(one_of(row["kind"], KINDS), f"{where}: kind must be one of {KINDS}")
    words = OF.get(row["kind"])
    if words is None:
        require(row["of"] is None, f"{where}: of must be null")
    else:
        require(one_of(row["of"], words), f"{where}: of must be one of {words}")
    require(at_least(row["count"], 1), f"{where}: count must be an integer >= 1")


def check_die(chosen: Options, name: str, words: list[str]) -> None:
    """Null, or a list of face names; a die has at least one face."""
    faces = chosen[name]
    if faces is not None:
        known = isinstance(faces, list) and len(faces) > 0 and all(one_of(face, words) for face in faces)
        require(known, f"{name} must be null or a list of names out of {words}, not {faces!r}")
