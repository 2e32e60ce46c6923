"""The variants of Relative Space that the comparisons and property tests run over: each option, and combinations."""

from __future__ import annotations

import random
from typing import Any

from tests.games.reference_relative_space_variant import NAMES, SPECIALS, resolve

__all__ = ["COMBINATIONS", "OPTIONS", "SEATS", "SMALL", "VARIANTS", "allowed", "seated"]

Options = dict[str, Any]

SEATS: dict[str, Options] = {f"{seats} seats": {"num_players": seats} for seats in range(2, 11)}

GIFTS: Options = {
    "1": {"copies": 0},
    "5": {"copies": 1},
    "BOOTS": {"copies": 5, "launch": True},
    "NET": {"copies": 9, "launch": False},
    "GIVE": {"copies": 9, "launch": True},
    "TELE": {"copies": 9},
    "SCAN": {"copies": 6, "launch": True},
    "LAUNCH": {"copies": 2, "launch": False},
    "STUN": {"copies": 5, "launch": True},
    "WRAP": {"copies": 3, "launch": True},
}
LOW_AND_HIGH: Options = {**{str(number): {"copies": 0} for number in range(3, 11)}, "12": {"copies": 90}}

# Each value of each option other than its default; the games are of as many seats as fit, in turn.
OPTIONS: dict[str, Options] = {
    "stash_rows=4-3-2-1": {"stash_rows": [4, 3, 2, 1]},
    "stash_rows=3-3-3": {"stash_rows": [3, 3, 3]},
    "stash_rows=5-5-4": {"stash_rows": [5, 5, 4]},
    "stash_rows=3-2-1": {"stash_rows": [3, 2, 1]},
    "stash_rows=5": {"stash_rows": [5]},
    "face_down_rows=none": {"face_down_rows": []},
    "face_down_rows=0-1": {"face_down_rows": [0, 1]},
    "face_down_rows=2": {"face_down_rows": [2]},
    "face_down_rows=all": {"face_down_rows": [2, 0, 1]},
    "keycards=0": {"keycards": 0},
    "keycards=2": {"keycards": 2},
    "keycards=9": {"keycards": 9},
    "top_special=see_through": {"top_special": "see_through"},
    "refill_order=over_first": {"refill_order": "over_first"},
    "played_slot_counts": {"played_slot_counts": True},
    "played_slot_counts, one card": {"played_slot_counts": True, "stash_rows": [1], "keycards": 2},
    "keycard_extra_play": {"keycard_extra_play": True},
    "keycard_extra_play, 3 keycards": {"keycard_extra_play": True, "keycards": 3},
    "max_turns=1": {"max_turns": 1},
    "max_turns=12": {"max_turns": 12},
    "reward=score": {"reward": "score"},
    "reward=score, max_turns=25": {"reward": "score", "max_turns": 25},
    "cards, many gifts": {"cards": GIFTS},
    "cards, low and high": {"cards": LOW_AND_HIGH},
    "cards, an empty object": {"cards": {}},
}


def allowed(options: Options) -> bool:
    """Whether there is such a variant."""
    try:
        resolve(options)
    except ValueError:
        return False
    return True


def seated(options: Options, game: int) -> Options:
    """The options of the game with that number: seats go round where they are left open."""
    if "num_players" in options:
        return options
    seats = [seats for seats in range(2, 11) if allowed({**options, "num_players": seats})]
    return {"num_players": seats[game % len(seats)], **options}


# Combinations -------------------------------------------------------------------------------------------------------


def own_deck(rng: random.Random) -> Options:
    """Some kinds with another number of copies, and another LAUNCH!."""
    names = rng.sample(list(NAMES), rng.randrange(12))
    deck: Options = {name: {"copies": rng.randrange(12)} for name in names}
    for name in deck:
        if name in SPECIALS and rng.random() < 0.5:
            deck[name]["launch"] = rng.random() < 0.5
    return deck


def rows(rng: random.Random) -> list[int]:
    """Each row as long as the one under it, or one shorter."""
    found = [rng.randint(2, 6)]
    while found[-1] > 1 and len(found) < 4 and rng.random() < 0.8:
        found.append(found[-1] - rng.randrange(2))
    return found


def combination(rng: random.Random) -> Options:
    """Options drawn independently of each other until the page allows them."""
    while True:
        stash = rows(rng)
        options = {
            "num_players": rng.randint(2, 10),
            "stash_rows": stash,
            "face_down_rows": rng.sample(range(len(stash)), rng.randint(0, len(stash))),
            "keycards": rng.choice([0, 1, 1, 2, 5, 10**100]),
            "top_special": rng.choice(["reset", "see_through"]),
            "refill_order": rng.choice(["under_first", "over_first"]),
            "played_slot_counts": rng.random() < 0.4,
            "keycard_extra_play": rng.random() < 0.5,
            "max_turns": rng.choice([5, 30, 120, 400, 10**100]),
            "reward": rng.choice(["outcome", "score"]),
            "cards": rng.choice([None, own_deck(rng)]),
        }
        if allowed(options):
            return options


DICE = random.Random(2)
COMBINATIONS: dict[str, Options] = {f"combination {k}": combination(DICE) for k in range(30)}

VARIANTS: dict[str, Options] = SEATS | OPTIONS | COMBINATIONS

# For property tests: quick ones, in which all that can happen happens.
SMALL: dict[str, Options] = {
    "2 seats": {"num_players": 2},
    "4 seats": {"num_players": 4},
    "10 seats": {"num_players": 10},
    "3 seats, see_through, over_first": {
        "num_players": 3, "top_special": "see_through", "refill_order": "over_first", "face_down_rows": [2, 0],
    },
    "5 seats, columns, played_slot_counts": {
        "num_players": 5, "stash_rows": [3, 3, 3], "played_slot_counts": True, "keycards": 2,
    },
    "4 seats, keycard_extra_play": {"num_players": 4, "keycard_extra_play": True, "keycards": 3, "reward": "score"},
    "7 seats, 5-5-4, own deck": {"num_players": 7, "stash_rows": [5, 5, 4], "cards": GIFTS, "face_down_rows": [0, 1]},
    "6 seats, short": {"num_players": 6, "max_turns": 12, "reward": "score"},
}  # fmt: skip
