"""The rule options of Ocean Pods [0.1] and the record of numbers that the compiled code reads them from."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from pod_envs.core.layout import Layout
from pod_envs.core.variant import Variant

from .components import (
    FACE_NAMES,
    GROUP_NAMES,
    KINDS,
    OCEAN_LETTERS,
    RESOURCE_NAMES,
    TABLES,
    check_table,
    ordered,
    printed,
)
from .observation import FIELD_NAMES, layout
from .state import CARDS, FACES, MOST_SPACES, OBJECTIVES, RESOURCES, SEATS, TRIGGER

__all__ = ["PARAMS", "OceanPodsVariant", "layout_of", "params_of"]

UNREACHABLE = 2**62  # stands for any larger number of rounds
BLOCK_RULES = ("all", "any", "presence", "none")
SCHEMES = ("semi_coop", "literal", "zero_sum")
FLAGS = ("final_round_boat_move", "clean_ends_turn", "wrap_adds_plastic", "public_objectives")


@dataclass(frozen=True)
class OceanPodsVariant(Variant):
    """Options of Ocean Pods in the order of its page."""

    tables: ClassVar[tuple[str, ...]] = TABLES
    meanings: ClassVar[Mapping[str, str]] = MappingProxyType(
        {
            "num_players": "seats, 2 to 5",
            "spaces_per_ocean": f"spaces on each ocean card, 1 to {MOST_SPACES}",
            "boat_block_rule": '`"all"`: a card is blocked if it lives only where the boat is; `"any"`: if it lives '
            'there; `"presence"`: if it does not live there; `"none"`: never',
            "final_round_boat_move": "true: the boat moves after the last round, too",
            "clean_ends_turn": "true: who takes a plastic token does no research in that turn",
            "wrap_adds_plastic": "false: no plastic between the last space of the column and the first",
            "public_objectives": "true: all objectives show in the observations",
            "max_rounds": "rounds after which the game is truncated, at least 1",
            "reward_scheme": '`"semi_coop"`, `"literal"` or `"zero_sum"`: what losing is worth',
            "reward": '`"outcome"` or `"score"`',
            "cards": f"null for the reconstructed deck, or 6 to {CARDS} cards of your own, or a path to them",
            "objectives": f"null for the reconstructed ones, or 5 to {OBJECTIVES} of your own, or a path to them",
            "white_die": "null for the reconstructed faces, or a list of resources, or a path to one",
            "blue_die": "null for the reconstructed faces, or a list of outcomes, or a path to one",
        }
    )

    num_players: int = 4
    spaces_per_ocean: int = 3
    boat_block_rule: str = "all"
    final_round_boat_move: bool = False
    clean_ends_turn: bool = False
    wrap_adds_plastic: bool = True
    public_objectives: bool = False
    max_rounds: int = 100
    reward_scheme: str = "semi_coop"
    reward: str = "outcome"
    cards: Any = None
    objectives: Any = None
    white_die: Any = None
    blue_die: Any = None

    def __post_init__(self) -> None:
        self.require_integer("num_players", 2, SEATS)
        self.require_integer("spaces_per_ocean", 1, MOST_SPACES)
        self.require_choice("boat_block_rule", *BLOCK_RULES)
        for name in FLAGS:
            self.require(isinstance(getattr(self, name), bool), name, "true or false")
        self.require_integer("max_rounds", 1)
        self.require_choice("reward_scheme", *SCHEMES)
        self.require_choice("reward", "outcome", "score")
        for name in TABLES:
            value = getattr(self, name)
            if value is not None and not isinstance(value, FrozenTable):
                check_table(name, value)
                self.resolve(name, FrozenTable(json.dumps(ordered(value))))

    def as_dict(self) -> dict[str, Any]:
        """Every option with its resolved value; tables are the lists as given, or None."""
        return super().as_dict() | {name: own_table(getattr(self, name)) for name in TABLES}

    def table(self, name: str) -> list[Any]:
        """The table in play of that name: one's own, or the printed one."""
        own = own_table(getattr(self, name))
        return printed(name) if own is None else own

    @property
    def round_limit(self) -> int:
        """Most rounds of a game."""
        return min(self.max_rounds, UNREACHABLE)


class FrozenTable(str):
    """A checked table as JSON text, so that variants stay frozen and hashable."""


def own_table(text: str | None) -> Any:
    """The list of a FrozenTable, or None."""
    return None if text is None else json.loads(text)


NUMBERS = ("num_players", "spaces", "block_rule", "final_move", "clean_ends", "wrap_adds", "public", "max_rounds")
NUMBERS += ("scheme", "pays_score", "card_count", "objective_total", "white_faces", "blue_faces")  # type: ignore[assignment]
PARAMS = np.dtype(
    (
        np.record,
        np.dtype(
            [(name, "i8") for name in NUMBERS]
            + [(name, "f8") for name in ("highest_cost", "highest_points", "highest_objective")]
            + [("cost", "i8", (CARDS, RESOURCES))]
            + [(name, "i8", (CARDS,)) for name in ("points", "oceans", "group")]
            + [(f"objective_{name}", "i8", (OBJECTIVES,)) for name in ("kind", "of", "count", "points")]
            + [("white", "i8", (RESOURCES,)), ("blue", "i8", (FACES,))]
            + [(f"at_{name}", "i8") for name in FIELD_NAMES]
        ),
    )
)


@lru_cache(maxsize=256)
def layout_of(variant: OceanPodsVariant) -> Layout:
    """The observation of a variant."""
    points = max(card["points"] for card in variant.table("cards"))
    return layout(
        variant, (TRIGGER - 1 + points) / TRIGGER, len(variant.table("cards")), len(variant.table("objectives"))
    )


@lru_cache(maxsize=256)
def params_of(variant: OceanPodsVariant) -> NDArray[Any]:
    """The variant as PARAMS[1], read-only by agreement."""
    params = np.zeros(1, PARAMS)
    white, blue = variant.table("white_die"), variant.table("blue_die")
    numbers = {
        "num_players": variant.num_players, "spaces": variant.spaces_per_ocean,
        "block_rule": BLOCK_RULES.index(variant.boat_block_rule), "final_move": variant.final_round_boat_move,
        "clean_ends": variant.clean_ends_turn,
        "wrap_adds": variant.wrap_adds_plastic,
        "public": variant.public_objectives,
        "max_rounds": variant.round_limit, "scheme": SCHEMES.index(variant.reward_scheme),
        "pays_score": variant.reward == "score", "white_faces": len(white), "blue_faces": len(blue),
    }  # fmt: skip
    for name, value in numbers.items():
        params[name] = value
    params["white"] = [white.count(name) for name in RESOURCE_NAMES]
    params["blue"] = [blue.count(name) for name in FACE_NAMES]
    fill_cards(params, variant.table("cards"))
    fill_objectives(params, variant.table("objectives"))
    for name, offset in layout_of(variant).offsets.items():
        params[f"at_{name}"] = offset
    return params


def fill_cards(params: Any, cards: list[Any]) -> None:
    """The deck as numbers."""
    params["card_count"] = len(cards)
    params["highest_cost"] = max(1, *(cost for card in cards for cost in card["cost"]))
    params["highest_points"] = max(1, *(card["points"] for card in cards))
    for k, card in enumerate(cards):
        params["cost"][0, k] = card["cost"]
        params["points"][0, k] = card["points"]
        params["oceans"][0, k] = sum(1 << OCEAN_LETTERS.index(letter) for letter in card["oceans"])
        params["group"][0, k] = GROUP_NAMES.index(card["group"])


def fill_objectives(params: Any, objectives: list[Any]) -> None:
    """The objectives as numbers."""
    words = {"ocean": OCEAN_LETTERS, "group": GROUP_NAMES, "cost": RESOURCE_NAMES}
    params["objective_total"] = len(objectives)
    params["highest_objective"] = max(1, *(entry["points"] for entry in objectives))
    for k, entry in enumerate(objectives):
        params["objective_kind"][0, k] = KINDS.index(entry["kind"])
        params["objective_of"][0, k] = words[entry["kind"]].index(entry["of"]) if entry["kind"] in words else 0
        params["objective_count"][0, k] = entry["count"]
        params["objective_points"][0, k] = entry["points"]
