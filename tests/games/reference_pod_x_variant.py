"""Pod-X reference twin, the variant: options, deck and card table.

Only plain data and checks live here; nothing in this file knows how the game is played.
"""

from __future__ import annotations

from typing import Any

__all__ = ["CARD_KEYS", "FOLD", "PASS", "STARS_PRESETS", "card_table", "deck", "hand_size", "resolve"]

Card = dict[str, Any]
Options = dict[str, Any]

PASS = 17
FOLD = 18

# Everything up to `number` is fixed or descriptive, the rest is what a table may change [0.1.4].
CARD_KEYS = ("name", "title", "side", "number", "stars", "direction", "zone", "location", "measure")

WORDS = {
    "direction": ("highest", "lowest"),
    "zone": ("public", "private"),
    "location": ("port", "starboard", "all"),
    "measure": ("number", "sum"),
}

SIDE_NUMBERS = (0, 1, 2, 3, 5, 6, 7, 8)
IDENTITIES = [
    *(("port", number) for number in SIDE_NUMBERS),
    ("hub", 4),
    *(("starboard", number) for number in SIDE_NUMBERS),
]

# Reconstructed, section 2: title, and the condition that the card states when it is the secret card.
PRINTED: list[tuple[str | None, str]] = [
    (None, "highest public port sum"),  # P0
    (None, "highest private port number"),  # P1
    (None, "highest public all number"),  # P2
    ("The Brig", "highest public port number"),  # P3
    (None, "lowest public port number"),  # P5
    ("Drilling Array", "lowest private all number"),  # P6
    (None, "lowest private port number"),  # P7
    (None, "lowest private port sum"),  # P8
    ("Hub", "lowest public all sum"),  # H4
    (None, "highest public starboard sum"),  # S0
    (None, "highest private starboard number"),  # S1
    (None, "highest private all number"),  # S2
    (None, "highest public starboard number"),  # S3
    (None, "lowest public starboard number"),  # S5
    (None, "lowest public all number"),  # S6
    (None, "lowest private starboard number"),  # S7
    (None, "lowest private starboard sum"),  # S8
]

# Stars in id order, section 2.2.
STARS_PRESETS: dict[str, list[int]] = {
    "mirror": [1, 2, 2, 3, 3, 3, 2, 1, 3, 1, 2, 3, 3, 3, 2, 2, 1],
    "symmetric": [1, 2, 3, 3, 3, 3, 2, 1, 3, 1, 2, 3, 3, 3, 3, 2, 1],
    "flat2": [2] * 17,
}

DEFAULTS: Options = {
    "num_players": 4,
    "target": 10,
    "max_rounds": 60,
    "num_rounds": None,
    "end_sum": None,
    "stars": "mirror",
    "tie_penalty": 0,
    "reward": "outcome",
    "cards": None,
}
DEFAULT_END_SUM = {2: 7, 3: 23, 4: 30}
LEAST_END_SUM = {2: 5, 3: 15, 4: 24}
DECKS = {
    2: [1, 2, 8, 10, 11],  # P1 P2 H4 S1 S2 [0.1.2]
    3: [card for card in range(17) if card not in (0, 7, 9, 16)],  # [0.1.5]
    4: list(range(17)),
}


def deck(num_players: int) -> list[int]:
    """The card ids in use, ascending."""
    return list(DECKS[num_players])


def hand_size(num_players: int) -> int:
    """Cards dealt to each seat: the whole deck but one."""
    return (len(DECKS[num_players]) - 1) // num_players


def reconstructed_card(card: int, stars: int) -> Card:
    """One row of the reconstructed table, in the form of the option `cards`."""
    side, number = IDENTITIES[card]
    title, condition = PRINTED[card]
    direction, zone, location, measure = condition.split()
    values = (f"{side.title()} {number}", title, side, number, stars, direction, zone, location, measure)
    return dict(zip(CARD_KEYS, values, strict=True))


def card_table(variant: Options) -> list[Card]:
    """The 17 cards that a resolved variant plays with."""
    if variant["cards"] is not None:
        return [dict(card) for card in variant["cards"]]
    stars = STARS_PRESETS[variant["stars"]]
    return [reconstructed_card(card, stars[card]) for card in range(17)]


def resolve(options: Options) -> Options:
    """Every option in the page's order with its resolved value; ValueError on anything refused."""
    require(isinstance(options, dict), "options must be a dict")
    for name in options:
        require(name in DEFAULTS, f"unknown option {name!r}")
    chosen = {**DEFAULTS, **options}
    check_choices(chosen)
    resolve_num_rounds(chosen)
    resolve_end_sum(chosen)
    resolve_cards(chosen)
    return chosen


def require(condition: bool, message: str) -> None:
    """Refuse with a message."""
    if not condition:
        raise ValueError(message)


def is_int(value: object) -> bool:
    """True for integers alone: truth values and floats are never integers."""
    return type(value) is int


def at_least(value: Any, least: int) -> bool:
    """An integer of at least `least`, of any size."""
    return is_int(value) and value >= least


def one_of(value: object, words: tuple[str, ...] | list[str]) -> bool:
    """One of some strings; works for unhashable values too."""
    return isinstance(value, str) and value in words


def check_choices(chosen: Options) -> None:
    """The options that stand for themselves [0.1.1]."""
    players = chosen["num_players"]
    require(at_least(players, 2) and players <= 4, "num_players must be 2, 3 or 4")
    require(at_least(chosen["target"], 1), "target must be an integer >= 1")
    require(at_least(chosen["max_rounds"], 1), "max_rounds must be an integer >= 1")
    require(one_of(chosen["stars"], list(STARS_PRESETS)), "stars must be mirror, symmetric or flat2")
    penalty = chosen["tie_penalty"]
    require(at_least(penalty, 0) and penalty <= 1, "tie_penalty must be 0 or 1")
    require(one_of(chosen["reward"], ("outcome", "score")), "reward must be outcome or score")


def resolve_num_rounds(chosen: Options) -> None:
    """Null is one round with 2 seats and no fixed number otherwise [0.1.1]."""
    if chosen["num_rounds"] is None:
        chosen["num_rounds"] = 1 if chosen["num_players"] == 2 else 0
    require(at_least(chosen["num_rounds"], 0), "num_rounds must be null or an integer >= 0")


def resolve_end_sum(chosen: Options) -> None:
    """Null is the rulebook's figure; a lower one must not cut off somebody's first turn [0.1.3]."""
    players = chosen["num_players"]
    if chosen["end_sum"] is None:
        chosen["end_sum"] = DEFAULT_END_SUM[players]
    least = LEAST_END_SUM[players]
    require(at_least(chosen["end_sum"], least), f"end_sum must be null or an integer >= {least}")


def resolve_cards(chosen: Options) -> None:
    """A table of one's own replaces the reconstructed one, stars included [0.1.4]."""
    cards = chosen["cards"]
    if cards is None:
        return
    require(chosen["stars"] == "mirror", "stars must be mirror when a card table is given")
    require(isinstance(cards, list) and len(cards) == 17, "cards must be null or a list of 17 objects")
    for card, row in enumerate(cards):
        check_card(card, row)
    chosen["cards"] = [{key: row[key] for key in CARD_KEYS} for row in cards]


def check_card(card: int, row: Any) -> None:
    """One object of a card table."""
    where = f"card {card}"
    require(isinstance(row, dict) and set(row) == set(CARD_KEYS), f"{where}: keys must be {CARD_KEYS}")
    require(isinstance(row["name"], str) and row["name"] != "", f"{where}: name must be a non-empty string")
    require(row["title"] is None or isinstance(row["title"], str), f"{where}: title must be a string or null")
    side, number = IDENTITIES[card]
    require(row["side"] == side, f"{where}: side must be {side}")
    require(is_int(row["number"]) and row["number"] == number, f"{where}: number must be {number}")
    require(at_least(row["stars"], 0) and row["stars"] <= 9, f"{where}: stars must be an integer 0-9")
    for key, words in WORDS.items():
        require(one_of(row[key], words), f"{where}: {key} must be one of {words}")
