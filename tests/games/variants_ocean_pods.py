"""The variants of Ocean Pods that the comparisons and property tests run over: each option, and combinations."""

from __future__ import annotations

import random
from typing import Any

from tests.games.reference_ocean_pods_table import FACES, GROUPS, KINDS, OCEANS, RESOURCES

__all__ = ["COMBINATIONS", "FIVE_GOALS", "OPTIONS", "SEATS", "SEVEN_CARDS", "SMALL", "VARIANTS", "seated"]

Options = dict[str, Any]
Rows = list[dict[str, Any]]

# Tables of one's own ------------------------------------------------------------------------------------------------


def own_cards(rng: random.Random, count: int, dearest: int = 2, best: int = 4) -> Rows:
    """Cards drawn at random, some of them free and some worth nothing."""
    return [
        {
            "id": f"C{k}",
            "name": "",
            "group": rng.choice(GROUPS),
            "oceans": "".join(rng.sample(OCEANS, rng.choice([1, 1, 2, 3, 4]))),
            "cost": [rng.choice([0, 0, rng.randint(0, dearest)]) for _ in RESOURCES],
            "points": rng.randint(0, best),
        }
        for k in range(count)
    ]


def own_goals(rng: random.Random, count: int) -> Rows:
    """Objectives drawn at random, of all kinds."""
    words: dict[str, list[str | None]] = {"ocean": [*OCEANS], "group": [*GROUPS], "cost": [*RESOURCES]}
    kinds = [KINDS[k % len(KINDS)] for k in range(count)]
    return [
        {
            "id": f"G{k}",
            "kind": kind,
            "of": rng.choice(words.get(kind, [None])),
            "count": rng.randint(1, 3),
            "points": rng.randint(0, 6),
        }
        for k, kind in enumerate(kinds)
    ]


SEVEN_CARDS = own_cards(random.Random(7), 7)
FIVE_GOALS = own_goals(random.Random(5), 5)

# Variants -----------------------------------------------------------------------------------------------------------

SEATS: dict[str, Options] = {f"{seats} seats": {"num_players": seats} for seats in range(2, 6)}

# Each value of each option other than its default; the games are of 2 to 5 seats in turn.
OPTIONS: dict[str, Options] = {
    **{f"spaces_per_ocean={spaces}": {"spaces_per_ocean": spaces} for spaces in (1, 2, 4, 5, 6)},
    **{f"boat_block_rule={rule}": {"boat_block_rule": rule} for rule in ("any", "presence", "none")},
    "final_round_boat_move": {"final_round_boat_move": True},
    "final_round_boat_move, spaces_per_ocean=1": {"final_round_boat_move": True, "spaces_per_ocean": 1},
    "clean_ends_turn": {"clean_ends_turn": True},
    "wrap_adds_plastic=false": {"wrap_adds_plastic": False},
    "wrap_adds_plastic=false, spaces_per_ocean=1": {"wrap_adds_plastic": False, "spaces_per_ocean": 1},
    "public_objectives": {"public_objectives": True},
    "max_rounds=1": {"max_rounds": 1},
    "max_rounds=8": {"max_rounds": 8},
    "max_rounds=10**100": {"max_rounds": 10**100},
    "reward_scheme=literal": {"reward_scheme": "literal"},
    "reward_scheme=zero_sum": {"reward_scheme": "zero_sum"},
    "reward=score": {"reward": "score"},
    "reward=score, max_rounds=8": {"reward": "score", "max_rounds": 8},
    "cards, six and no deck": {"cards": own_cards(random.Random(6), 6), "max_rounds": 20},
    "cards, seven and a deck that runs out": {"cards": SEVEN_CARDS, "max_rounds": 20},
    "cards, as many as there can be": {"cards": own_cards(random.Random(8), 128, 4, 7)},
    "cards, worth much": {"cards": own_cards(random.Random(9), 20, 3, 30)},
    "objectives, five": {"objectives": FIVE_GOALS},
    "objectives, as many as there can be": {"objectives": own_goals(random.Random(4), 64)},
    "white_die, one kind": {"white_die": ["KRILL"], "max_rounds": 20},
    "white_die, many faces": {"white_die": ["SEAL", "OCTOPUS", "SEAL", "FISH", "CRAB", "KRILL", "FISH", "SEAL"]},
    **{f"blue_die, only {face}": {"blue_die": [face]} for face in FACES},
    "blue_die, each face once": {"blue_die": FACES[::-1]},
}  # fmt: skip


def seated(options: Options, game: int) -> Options:
    """The options of the game with that number: seats go round where they are left open."""
    return {"num_players": 2 + game % 4, **options}


def combination(rng: random.Random) -> Options:
    """Options drawn independently of each other."""
    return {
        "num_players": rng.randint(2, 5),
        "spaces_per_ocean": rng.randint(1, 6),
        "boat_block_rule": rng.choice(["all", "any", "presence", "none"]),
        "final_round_boat_move": rng.random() < 0.5,
        "clean_ends_turn": rng.random() < 0.5,
        "wrap_adds_plastic": rng.random() < 0.5,
        "public_objectives": rng.random() < 0.5,
        "max_rounds": rng.choice([3, 15, 30]),
        "reward_scheme": rng.choice(["semi_coop", "literal", "zero_sum"]),
        "reward": rng.choice(["outcome", "outcome", "score"]),
        "cards": rng.choice([None, own_cards(rng, rng.randint(6, 30))]),
        "objectives": rng.choice([None, own_goals(rng, rng.randint(5, 20))]),
        "white_die": rng.choice([None, rng.choices(RESOURCES, k=rng.randint(1, 7))]),
        "blue_die": rng.choice([None, rng.choices(FACES, k=rng.randint(1, 7))]),
    }


DICE = random.Random(2)
COMBINATIONS: dict[str, Options] = {f"combination {k}": combination(DICE) for k in range(20)}

VARIANTS: dict[str, Options] = SEATS | OPTIONS | COMBINATIONS

# For property tests: quick ones, in which all that can happen happens.
SMALL: dict[str, Options] = {
    "2 seats": {"num_players": 2},
    "3 seats, any, two spaces": {"num_players": 3, "boat_block_rule": "any", "spaces_per_ocean": 2},
    "4 seats": {"num_players": 4},
    "5 seats, score": {"num_players": 5, "reward": "score"},
    "3 seats, presence, public": {"num_players": 3, "boat_block_rule": "presence", "public_objectives": True},
    "2 seats, none, clean_ends_turn, zero_sum": {
        "num_players": 2, "boat_block_rule": "none", "clean_ends_turn": True, "reward_scheme": "zero_sum",
    },
    "5 seats, one space, no wrap": {"num_players": 5, "spaces_per_ocean": 1, "wrap_adds_plastic": False},
    "4 seats, short, literal": {"num_players": 4, "max_rounds": 6, "reward_scheme": "literal"},
    "5 seats, few cards and objectives": {
        "num_players": 5, "cards": SEVEN_CARDS, "objectives": FIVE_GOALS, "max_rounds": 12, "boat_block_rule": "none",
    },
}  # fmt: skip
