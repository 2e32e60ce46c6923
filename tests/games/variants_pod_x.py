"""The variants of Pod-X that the comparisons and property tests run over: named ones, and random combinations."""

from __future__ import annotations

import random
from typing import Any

from tests.games.reference_pod_x import card_table, resolve

__all__ = ["COMBINATIONS", "CONFIGURATIONS", "VARIANTS", "own_table"]

Options = dict[str, Any]

LEAST_END_SUM = {2: 5, 3: 15, 4: 24}
CONDITIONS = {
    "direction": ["highest", "lowest"],
    "zone": ["public", "private"],
    "location": ["port", "starboard", "all"],
    "measure": ["number", "sum"],
}


def own_table(rng: random.Random) -> list[dict[str, Any]]:
    """A card table with random stars and win conditions."""
    cards = card_table(resolve({}))
    for card in cards:
        card |= {"name": f"own {card['name']}", "stars": rng.randrange(10)}
        card |= {key: rng.choice(words) for key, words in CONDITIONS.items()}
    return cards


def combination(rng: random.Random) -> Options:
    """Options drawn independently of each other, as far as the page lets them be."""
    seats = rng.choice([2, 3, 4])
    cards = own_table(rng) if rng.random() < 0.4 else None
    return {
        "num_players": seats,
        "target": rng.choice([1, 2, 5, 10, 15]),
        "max_rounds": rng.choice([1, 2, 5, 60]),
        "num_rounds": rng.choice([None, None, 0, 1, 2, 4]),
        "end_sum": rng.choice([None, LEAST_END_SUM[seats], rng.randint(LEAST_END_SUM[seats], 40), 99]),
        "stars": "mirror" if cards else rng.choice(["mirror", "symmetric", "flat2"]),
        "tie_penalty": rng.choice([0, 1]),
        "reward": rng.choice(["outcome", "score"]),
        "cards": cards,
    }


CONFIGURATIONS: dict[str, Options] = {
    "2 seats": {"num_players": 2},
    "3 seats": {"num_players": 3},
    "4 seats": {"num_players": 4},
    "2 seats to the target": {"num_players": 2, "num_rounds": 0},
    "target=5": {"target": 5},
    "max_rounds=3": {"max_rounds": 3},
    "num_rounds=2": {"num_rounds": 2},
    "3 seats, end_sum=20": {"num_players": 3, "end_sum": 20},
    "4 seats, end_sum=27": {"num_players": 4, "end_sum": 27},
    "end_sum=99": {"end_sum": 99},
    "stars=symmetric": {"stars": "symmetric"},
    "stars=flat2": {"stars": "flat2"},
    "tie_penalty=1": {"tie_penalty": 1},
    "reward=score": {"reward": "score"},
    "own card table": {"cards": own_table(random.Random(1))},
}

DICE = random.Random(2)
COMBINATIONS: dict[str, Options] = {f"combination {k}": combination(DICE) for k in range(50)}

VARIANTS: dict[str, Options] = CONFIGURATIONS | COMBINATIONS
