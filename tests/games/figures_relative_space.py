"""The figures of random play in section 8 of the Relative Space page, as it prints them."""

from __future__ import annotations

from typing import Any

__all__ = ["DIGITS", "MEANS", "OPTION_TURNS", "RATES", "STASH_CHANGES", "TURNS"]

# Mean, 5 % and 95 % points of the turns, by number of seats.
TURNS: dict[int, tuple[float, float, float]] = {
    2: (29, 15, 53),
    3: (37, 22, 62),
    4: (44, 29, 71),
    5: (51, 34, 78),
    6: (58, 41, 86),
    7: (64, 46, 92),
    8: (71, 52, 101),
    9: (77, 57, 105),
    10: (85, 64, 116),
}

# Figure -> by number of seats.
RATES: dict[str, dict[int, float]] = {
    "plays": {2: 29.2, 4: 42.9, 7: 62.9, 10: 83.1},
    "jams": {2: 7.3, 4: 10.5, 7: 15.1, 10: 19.9},
    "jams among plays": {2: 25, 4: 24, 7: 24, 10: 24},
    "cards in a jammed pod": {2: 3.3, 4: 3.4, 7: 3.4, 10: 3.5},
    "cards returned by a jam": {2: 2.5, 4: 2.2, 7: 2.1, 10: 2.0},
    "jams that refill nothing": {2: 2, 4: 5, 7: 7, 10: 9},
    "blind plays": {2: 5.6, 4: 9.0, 7: 13.3, 10: 17.2},
    "jams among blind plays": {2: 24, 4: 25, 7: 24, 10: 24},
    "launches": {2: 1.1, 4: 2.0, 7: 3.3, 10: 4.6},
    "stun skips": {2: 1.1, 4: 1.8, 7: 2.8, 10: 3.8},
    "keycards used": {2: 2.0, 4: 4.0, 7: 6.9, 10: 9.9},
    "wins by a blind last card": {2: 51, 4: 63, 7: 70, 10: 74},
    "wins of the first seat": {2: 51, 4: 26, 7: 16, 10: 11},
    "wins of the last seat": {2: 49, 4: 23, 7: 13, 10: 8},
    "legal actions of a play": {2: 3.0, 10: 4.1},
}

# Figures of a game: name, and what is counted.
MEANS = (
    ("plays", "plays"),
    ("jams", "jams"),
    ("blind plays", "blind"),
    ("launches", "launches"),
    ("stun skips", "skips"),
    ("keycards used", "keycards"),
)

# Decimals that the page prints; -1 for per cent.
DIGITS = {
    **dict.fromkeys([what for what, _ in MEANS], 1),
    **dict.fromkeys(["cards in a jammed pod", "cards returned by a jam", "legal actions of a play"], 1),
    **dict.fromkeys([what for what in RATES if what.startswith(("jams among", "jams that", "wins"))], -1),
}

# Change of the stash by a jam with four seats, per cent.
STASH_CHANGES: dict[int, float] = {-1: 5, 0: 23, 1: 38, 2: 22, 3: 7}

# Mean turns under other options, four seats unless said.
OPTION_TURNS: dict[str, tuple[dict[str, Any], float]] = {
    "top_special=see_through": ({"top_special": "see_through"}, 47),
    "refill_order=over_first": ({"refill_order": "over_first"}, 44),
    "played_slot_counts": ({"played_slot_counts": True}, 47),
    "keycards=0": ({"keycards": 0}, 42),
    "keycards=2": ({"keycards": 2}, 45),
    "face_down_rows=none": ({"face_down_rows": []}, 44),
    "face_down_rows=0-1": ({"face_down_rows": [0, 1]}, 44),
    "values 1-9 x 9 copies": (
        {
            "cards": {
                **{str(number): {"copies": 9} for number in range(1, 10)},
                **{str(number): {"copies": 0} for number in range(10, 13)},
            }
        },
        43,
    ),
    **{
        f"stash_rows={'-'.join(map(str, rows))}, {seats} seats": ({"num_players": seats, "stash_rows": rows}, turns)
        for rows, by_seats in (
            ([4, 3, 2, 1], {2: 36, 4: 52, 7: 75, 10: 98}),
            ([3, 2, 1], {2: 16, 4: 24, 7: 36, 10: 48}),
            ([3, 3, 3], {2: 30, 4: 45, 7: 65, 10: 85}),
        )
        for seats, turns in by_seats.items()
    },
}
