"""The rule options of Pod-X [0.1] and the record of numbers that the compiled code reads them from."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from types import MappingProxyType
from typing import Any, ClassVar

import numpy as np

from pod_envs.core.layout import Layout
from pod_envs.core.variant import Variant

from .cards import KEYS, STARS, check_cards, default_cards, preset_stars
from .observation import FIELD_NAMES, layout
from .scoring import ANYWHERE, CARDS, NUMBER, PORT, STARBOARD

__all__ = ["PARAMS", "PodXVariant", "layout_of", "params_of"]

END_SUM = {2: 7, 3: 23, 4: 30}
LEAST_END_SUM = {2: 5, 3: 15, 4: 24}  # one more than n - 1 first plays can sum to
TINY_DECK = (1, 2, 8, 10, 11)
OUT_WITH_THREE = (0, 7, 9, 16)
LOCATIONS = {"port": PORT, "starboard": STARBOARD, "all": ANYWHERE}
UNREACHABLE = 2**62  # stands for any larger number of points or rounds


@dataclass(frozen=True)
class PodXVariant(Variant):
    """Options of Pod-X in the order of its page; `num_players=2` is the tiny game."""

    tables: ClassVar[tuple[str, ...]] = ("cards",)
    meanings: ClassVar[Mapping[str, str]] = MappingProxyType(
        {
            "num_players": "seats, 2 to 4; 2 is the tiny game",
            "target": "points that end and win the game, at least 1",
            "max_rounds": "rounds after which the game is truncated, at least 1; ignored where `num_rounds` is not 0",
            "num_rounds": "fixed rounds, then the highest total wins; 0 for none; null is 1 with 2 seats, else 0",
            "end_sum": "sum on the table that ends a round, at least 24, 15, 5 with 4, 3, 2 seats; null is 30, 23, 7",
            "stars": '`"mirror"`, `"symmetric"` or `"flat2"`: stars of the cards',
            "tie_penalty": "1 takes a point from each of several winners who have not folded",
            "reward": '`"outcome"` or `"score"`',
            "cards": "null for the reconstructed table, or a table of your own: a list of 17 objects, or a path to it",
        }
    )

    num_players: int = 4
    target: int = 10
    max_rounds: int = 60
    num_rounds: int | None = None
    end_sum: int | None = None
    stars: str = "mirror"
    tie_penalty: int = 0
    reward: str = "outcome"
    cards: Any = None

    def __post_init__(self) -> None:
        self.require_integer("num_players", 2, 4)
        self.require_integer("target", 1)
        self.require_integer("max_rounds", 1)
        self.require_integer("num_rounds", 0, nullable=True)
        self.require_integer("end_sum", LEAST_END_SUM[self.num_players], nullable=True)
        self.require_choice("stars", *STARS)
        self.require_integer("tie_penalty", 0, 1)
        self.require_choice("reward", "outcome", "score")
        if self.num_rounds is None:
            self.resolve("num_rounds", 1 if self.num_players == 2 else 0)
        if self.end_sum is None:
            self.resolve("end_sum", END_SUM[self.num_players])
        self.freeze_cards()

    def freeze_cards(self) -> None:
        """Check an own table and keep it as text, so that variants stay frozen and hashable."""
        if self.cards is not None:
            self.require(
                self.stars == "mirror", "stars", "'mirror' when a card table is given (the table has its own stars)"
            )
            if not isinstance(self.cards, FrozenTable):
                check_cards(self.cards)
                self.resolve(
                    "cards", FrozenTable(json.dumps([{key: card[key] for key in KEYS} for card in self.cards]))
                )

    def as_dict(self) -> dict[str, Any]:
        """Every option with its resolved value; `cards` is the table itself, or None."""
        return super().as_dict() | {"cards": None if self.cards is None else json.loads(self.cards)}

    def table(self) -> list[dict[str, Any]]:
        """The 17 cards in play by id, stars as the variant has them."""
        if self.cards is not None:
            return json.loads(self.cards)  # type: ignore[no-any-return]
        stars = preset_stars(self.stars)
        return [card | {"stars": stars[k]} for k, card in enumerate(default_cards())]

    def deck(self) -> list[int]:
        """Ids of the cards that are dealt."""
        if self.num_players == 2:
            return list(TINY_DECK)
        return [card for card in range(CARDS) if self.num_players == 4 or card not in OUT_WITH_THREE]

    @property
    def hand_size(self) -> int:
        """Cards dealt to each seat."""
        return 2 if self.num_players == 2 else 4

    @property
    def score_scale(self) -> float:
        """What a score is divided by for the observation and for reward="score" [0.1.8]."""
        return float(min(self.target, UNREACHABLE))

    @property
    def round_limit(self) -> int:
        """Most rounds of a game."""
        return min(self.num_rounds or self.max_rounds, UNREACHABLE)

    @property
    def longest_round(self) -> int:
        """No round has more decisions: a lap of plays, then laps in which one seat plays, then a lap of passes."""
        n = self.num_players
        sums = accumulate(sorted(int(NUMBER[card]) for card in self.deck())[: n * self.hand_size])
        assert self.end_sum is not None  # it has been resolved
        plays = sum(total < self.end_sum for total in sums)  # most that leave the round running
        return n * (plays - n + 2)

    @property
    def score_limit(self) -> int:
        """Most points that a seat can have at the end of a game."""
        each = max(1, *(card["stars"] for card in self.table()))
        if self.num_rounds:
            return min(self.num_rounds, UNREACHABLE) * each  # type: ignore[no-any-return]
        return min(self.target - 1, (self.max_rounds - 1) * each, UNREACHABLE) + each  # type: ignore[no-any-return]


class FrozenTable(str):
    """A checked card table as JSON text."""


NUMBERS = ("num_players", "target", "max_rounds", "num_rounds", "end_sum", "tie_penalty", "hand_size", "round_limit")
BY_CARD = ("deck", "stars", "highest", "public", "is_sum", "location", "kind")
PARAMS = np.dtype(
    (
        np.record,
        np.dtype(
            [(name, "i8") for name in (*NUMBERS, "pays_score", "deck_size")]
            + [("score_scale", "f8")]
            + [(name, "i8", (CARDS,)) for name in BY_CARD]
            + [(f"at_{name}", "i8") for name in FIELD_NAMES]
        ),
    )
)


@lru_cache(maxsize=256)
def layout_of(variant: PodXVariant) -> Layout:
    """The observation of a variant."""
    return layout(variant, variant.score_limit / variant.score_scale)


@lru_cache(maxsize=256)
def params_of(variant: PodXVariant) -> Any:
    """The variant as PARAMS[1], read-only by agreement."""
    params = np.zeros(1, PARAMS)
    for name in NUMBERS:
        params[name] = min(getattr(variant, name), UNREACHABLE)
    params["pays_score"] = variant.reward == "score"
    params["score_scale"] = variant.score_scale
    params["deck"][0, variant.deck()] = 1
    params["deck_size"] = len(variant.deck())
    for card, entry in enumerate(variant.table()):
        params["stars"][0, card] = entry["stars"]
        params["highest"][0, card] = entry["direction"] == "highest"
        params["public"][0, card] = entry["zone"] == "public"
        params["is_sum"][0, card] = entry["measure"] == "sum"
        params["location"][0, card] = LOCATIONS[entry["location"]]
        directions = 3 * (entry["direction"] == "lowest") + 6 * (entry["measure"] == "sum")
        params["kind"][0, card] = directions + LOCATIONS[entry["location"]]
    for name, offset in layout_of(variant).offsets.items():
        params[f"at_{name}"] = offset
    return params
