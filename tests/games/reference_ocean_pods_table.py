"""Ocean Pods reference twin, the components: cards, objectives and dice, and the numbers that stand for them.

Only plain data lives here. The tables are reconstructed (section 2 of the page): no source tells them.
"""

from __future__ import annotations

from typing import Any

__all__ = ["ACTIONS", "OCEANS", "RESOURCES", "blue_die", "card_table", "objective_table", "white_die"]

Options = dict[str, Any]
Card = dict[str, Any]
Objective = dict[str, Any]

RESOURCES = ["FISH", "KRILL", "CRAB", "SEAL", "OCTOPUS"]
FACES = ["DOUBLE", "REROLL", "OCEAN", "WILD"]
DOUBLE, REROLL, OCEAN, WILD = range(4)
OCEANS = "APIL"  # Atlantic 0, Pacific 1, Indian 2, Polar 3
GROUPS = ["DOLPHIN", "BALEEN", "TOOTHED", "PORPOISE"]
KINDS = ["ocean", "group", "cost", "cards", "different_oceans"]
CARD_KEYS = ["id", "name", "group", "oceans", "cost", "points"]
OBJECTIVE_KEYS = ["id", "kind", "of", "count", "points"]

OPEN_SLOTS = 6

# Actions [section 4]; a REROLL mask is its own number.
COLLECT_ALL, BOAT_DOWN, BOAT_UP = 64, 65, 66
WILD_FIRST, TAKE_FIRST = 67, 72
CLEAN, CLAIM_FIRST, PASS = 77, 78, 84
NUM_ACTIONS = 85

ACTIONS: dict[str, int] = {
    **{f"REROLL_{mask}": mask for mask in range(64)},
    "COLLECT_ALL": COLLECT_ALL,
    "BOAT_DOWN": BOAT_DOWN,
    "BOAT_UP": BOAT_UP,
    **{f"WILD_{name}": WILD_FIRST + kind for kind, name in enumerate(RESOURCES)},
    **{f"TAKE_{name}": TAKE_FIRST + kind for kind, name in enumerate(RESOURCES)},
    "CLEAN": CLEAN,
    **{f"CLAIM_{slot}": CLAIM_FIRST + slot for slot in range(OPEN_SLOTS)},
    "PASS": PASS,
}

WHITE_DIE = ["FISH", "FISH", "KRILL", "CRAB", "SEAL", "OCTOPUS"]
BLUE_DIE = ["DOUBLE", "DOUBLE", "REROLL", "OCEAN", "OCEAN", "WILD"]

# Id, name, group, oceans, cost fish/krill/crab/seal/octopus, points.
CARDS = [
    ("A1", "Harbour porpoise", "PORPOISE", "A", "2/0/0/0/0", 1),
    ("A2", "White-beaked dolphin", "DOLPHIN", "A", "1/0/1/0/0", 1),
    ("A3", "Atlantic white-sided dolphin", "DOLPHIN", "A", "2/0/0/0/1", 2),
    ("A4", "Atlantic spotted dolphin", "DOLPHIN", "A", "1/0/1/0/1", 2),
    ("A5", "Northern bottlenose whale", "TOOTHED", "A", "0/0/1/0/3", 3),
    ("A6", "Sowerby's beaked whale", "TOOTHED", "A", "3/0/0/0/1", 3),
    ("A7", "North Atlantic right whale", "BALEEN", "A", "0/4/1/0/0", 4),
    ("A8", "Patagonian orca", "DOLPHIN", "A", "2/0/0/4/0", 5),
    ("P1", "Dall's porpoise", "PORPOISE", "P", "1/0/0/0/1", 1),
    ("P2", "Vaquita", "PORPOISE", "P", "1/0/1/0/0", 1),
    ("P3", "Pacific white-sided dolphin", "DOLPHIN", "P", "2/0/0/0/1", 2),
    ("P4", "Northern right whale dolphin", "DOLPHIN", "P", "1/0/0/0/2", 2),
    ("P5", "Baird's beaked whale", "TOOTHED", "P", "2/0/1/0/1", 3),
    ("P6", "Hubbs' beaked whale", "TOOTHED", "P", "1/0/0/0/3", 3),
    ("P7", "Grey whale", "BALEEN", "P", "0/1/4/0/0", 4),
    ("P8", "Bigg's orca", "DOLPHIN", "P", "1/0/0/4/1", 5),
    ("I1", "Indo-Pacific finless porpoise", "PORPOISE", "I", "1/0/1/0/0", 1),
    ("I2", "Indian Ocean humpback dolphin", "DOLPHIN", "I", "2/0/0/0/0", 1),
    ("I3", "Indo-Pacific bottlenose dolphin", "DOLPHIN", "I", "2/0/1/0/0", 2),
    ("I4", "Fraser's dolphin", "DOLPHIN", "I", "1/0/1/0/1", 2),
    ("I5", "Omura's whale", "BALEEN", "I", "1/3/0/0/0", 3),
    ("I6", "Pygmy killer whale", "DOLPHIN", "I", "1/0/0/2/1", 3),
    ("I7", "Pygmy blue whale", "BALEEN", "I", "0/5/0/0/0", 4),
    ("I8", "Crozet orca", "DOLPHIN", "I", "3/0/0/3/0", 5),
    ("L1", "Hourglass dolphin", "DOLPHIN", "L", "1/1/0/0/0", 1),
    ("L2", "Spectacled porpoise", "PORPOISE", "L", "1/1/0/0/0", 1),
    ("L3", "Beluga", "TOOTHED", "L", "2/0/1/0/0", 2),
    ("L4", "Southern right whale dolphin", "DOLPHIN", "L", "2/0/0/0/1", 2),
    ("L5", "Narwhal", "TOOTHED", "L", "2/0/1/0/1", 3),
    ("L6", "Antarctic minke whale", "BALEEN", "L", "0/4/0/0/0", 3),
    ("L7", "Bowhead whale", "BALEEN", "L", "0/3/2/0/0", 4),
    ("L8", "Pack-ice orca", "DOLPHIN", "L", "1/0/0/5/0", 5),
    ("W1", "Striped dolphin", "DOLPHIN", "AP", "2/0/0/0/1", 2),
    ("W2", "Spinner dolphin", "DOLPHIN", "PI", "1/0/1/0/1", 2),
    ("W3", "Pygmy sperm whale", "TOOTHED", "AI", "0/0/2/0/2", 3),
    ("W4", "False killer whale", "DOLPHIN", "PI", "2/0/0/2/0", 3),
    ("W5", "Fin whale", "BALEEN", "AL", "2/3/0/0/0", 4),
    ("W6", "Humpback whale", "BALEEN", "PL", "3/2/0/0/0", 4),
    ("W7", "Southern right whale", "BALEEN", "IL", "0/3/2/0/0", 4),
    ("W8", "Sperm whale", "TOOTHED", "AL", "1/0/0/0/4", 4),
]

# Id, kind, of, count, points.
OBJECTIVES: list[tuple[str, str, str | None, int, int]] = [
    ("ATLANTIC2", "ocean", "A", 2, 2),
    ("PACIFIC2", "ocean", "P", 2, 2),
    ("INDIAN2", "ocean", "I", 2, 2),
    ("POLAR2", "ocean", "L", 2, 2),
    ("GLOBAL4", "different_oceans", None, 4, 2),
    ("BALEEN2", "group", "BALEEN", 2, 3),
    ("DOLPHIN3", "group", "DOLPHIN", 3, 2),
    ("TOOTHED2", "group", "TOOTHED", 2, 3),
    ("PORPOISE2", "group", "PORPOISE", 2, 3),
    ("SEALEATER2", "cost", "SEAL", 2, 3),
    ("COUNT5", "cards", None, 5, 2),
    ("SQUIDEATER3", "cost", "OCTOPUS", 3, 2),
]


def costs(text: str) -> list[int]:
    """A count of every resource, written as 2/0/0/0/1."""
    return [int(count) for count in text.split("/")]


def card_table(variant: Options) -> list[Card]:
    """The cards that a resolved variant plays with, by card id."""
    if variant["cards"] is not None:
        return list(variant["cards"])
    rows = [[id_, name, group, oceans, costs(cost), points] for id_, name, group, oceans, cost, points in CARDS]
    return [dict(zip(CARD_KEYS, row, strict=True)) for row in rows]


def objective_table(variant: Options) -> list[Objective]:
    """The objectives that a resolved variant plays with, by objective id."""
    if variant["objectives"] is not None:
        return list(variant["objectives"])
    return [dict(zip(OBJECTIVE_KEYS, row, strict=True)) for row in OBJECTIVES]


def white_die(variant: Options) -> list[int]:
    """The resource on every face of a white die."""
    return [RESOURCES.index(name) for name in variant["white_die"] or WHITE_DIE]


def blue_die(variant: Options) -> list[int]:
    """The bonus on every face of the blue die."""
    return [FACES.index(name) for name in variant["blue_die"] or BLUE_DIE]
