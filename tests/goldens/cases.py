"""The games that are written down: together they have every number of seats, and every option set and not set."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from pod_envs.games.ocean_pods.components import FACE_NAMES, OCEAN_NAMES, RESOURCE_NAMES
from pod_envs.games.pod_x.notation import card_text
from pod_envs.games.relative_space.notation import kind_text
from pod_envs.games.relative_space.state import NUMBERS
from tests.games import variants_ocean_pods as ocean_pods
from tests.games import variants_pod_x as pod_x
from tests.games import variants_relative_space as relative_space

__all__ = ["CASES", "Case", "outcome_name"]

Options = dict[str, Any]

RICH_CARDS = ocean_pods.own_cards(random.Random(9), 20, 2, 12)  # of which two or three win a game


@dataclass(frozen=True)
class Case:
    """A game of a variant, played at random from a seed; actions written as in `seldom` are taken once in 20 times."""

    game: str
    name: str
    options: Options
    seed: int = 1
    seldom: tuple[str, ...] = ()

    @property
    def path(self) -> str:
        """Its file's name in the folder of all."""
        return f"{self.game}/{self.name}.txt"


def pod_x_cases() -> list[Case]:
    """Two, three and four seats; both ends; all three presets of stars and a table of one's own."""
    return [
        Case("pod_x", "2_seats", {"num_players": 2}, seed=2),
        Case("pod_x", "2_seats_to_target", {"num_players": 2, "num_rounds": 0, "target": 4, "stars": "flat2"}),
        Case("pod_x", "3_seats", {"num_players": 3, "target": 4}, seldom=("fold",)),
        Case("pod_x", "3_seats_truncated", {"num_players": 3, "end_sum": 20, "max_rounds": 2, "stars": "symmetric"}),
        Case("pod_x", "4_seats", {"target": 3}, seldom=("fold",)),
        Case("pod_x", "4_seats_score", {"reward": "score", "num_rounds": 2, "tie_penalty": 1}, seldom=("fold",)),
        Case("pod_x", "4_seats_own_cards", {"num_rounds": 1, "cards": pod_x.own_table(random.Random(1))}),
    ]


def polypods_cases() -> list[Case]:
    """Both kinds of board, boards with and without a centre, games that end by passes and by the limit."""
    return [
        Case("polypods", "snub-4x4-S", {"board": "snub-4x4-S"}, seldom=("pass",)),
        Case("polypods", "snub-5x4-T_any", {"board": "snub-5x4-T"}),
        Case("polypods", "snub-6x6-S_score", {"board": "snub-6x6-S", "reward": "score"}, seldom=("pass",)),
        Case(
            "polypods",
            "t33434-1_truncated",
            {"board": "t33434-1", "max_plies": 20, "rock_spoils_fringe": True, "reward": "score"},
            seldom=("pass",),
        ),
        Case("polypods", "t33434-2_rock", {"board": "t33434-2", "rock_spoils_fringe": True}, seldom=("pass",)),
    ]


def relative_space_cases() -> list[Case]:
    """Two to ten seats, each option set in one of them at least."""
    short = {"num_players": 6, "stash_rows": [4, 3], "max_turns": 7, "reward": "score", "face_down_rows": []}
    columns = {"num_players": 5, "stash_rows": [3, 3, 3], "played_slot_counts": True, "keycards": 2, "max_turns": 12}
    through = {"num_players": 3, "top_special": "see_through", "refill_order": "over_first", "face_down_rows": [2, 0]}
    own = {"num_players": 7, "stash_rows": [5, 5, 4], "cards": relative_space.GIFTS, "face_down_rows": [0, 1]}
    return [
        Case("relative_space", "2_seats", {"num_players": 2, "max_turns": 40}),
        Case("relative_space", "3_seats_see_through", through | {"max_turns": 24}),
        Case("relative_space", "4_seats", {"num_players": 4, "max_turns": 20}),
        Case("relative_space", "4_seats_extra_play", {"keycard_extra_play": True, "keycards": 3, "max_turns": 12}),
        Case("relative_space", "5_seats_columns", columns),
        Case("relative_space", "6_seats_score", short),
        Case("relative_space", "7_seats_own_deck", own | {"max_turns": 6}),
        Case("relative_space", "8_seats", {"num_players": 8, "stash_rows": [3, 2], "keycards": 0, "max_turns": 9}),
        Case("relative_space", "9_seats", {"num_players": 9, "stash_rows": [5], "max_turns": 10}),
        Case("relative_space", "10_seats", {"num_players": 10, "stash_rows": [3, 3], "max_turns": 6}),
    ]


def ocean_pods_cases() -> list[Case]:
    """Two to five seats, each option set in one of them at least; a loss of all, a win, games cut off."""
    few = {"cards": ocean_pods.SEVEN_CARDS, "objectives": ocean_pods.FIVE_GOALS, "boat_block_rule": "none"}
    dice = {"white_die": ["KRILL", "SEAL", "CRAB"], "blue_die": ["WILD", "DOUBLE", "REROLL", "OCEAN", "OCEAN"]}
    column = {"spaces_per_ocean": 1, "wrap_adds_plastic": False, "boat_block_rule": "any"}
    wins = {"num_players": 3, "boat_block_rule": "presence", "public_objectives": True, "cards": RICH_CARDS}
    return [
        Case("ocean_pods", "2_seats", {"num_players": 2}),
        Case(
            "ocean_pods",
            "2_seats_zero_sum",
            {"num_players": 2, "reward_scheme": "zero_sum", "clean_ends_turn": True, "max_rounds": 6},
            2,
        ),
        Case("ocean_pods", "3_seats_public", wins),
        Case("ocean_pods", "4_seats", {"max_rounds": 5}),
        Case(
            "ocean_pods",
            "4_seats_score",
            {"reward": "score", "reward_scheme": "literal", "max_rounds": 4} | column | dice,
        ),
        Case(
            "ocean_pods", "5_seats_own_tables", {"num_players": 5, "final_round_boat_move": True, "max_rounds": 3} | few
        ),
    ]


CASES = [*pod_x_cases(), *polypods_cases(), *relative_space_cases(), *ocean_pods_cases()]


def outcome_name(game: str, variant: Any, kind: str, outcome: int) -> str | None:
    """What an outcome of chance is called; None where its id is a number that says all."""
    if kind in ("first_dealer", "start_player", "first_player"):
        return None
    if game == "pod_x":
        return card_text(outcome)
    if game == "relative_space":
        return kind_text(outcome) if outcome > NUMBERS else None
    return ocean_pods_name(variant, kind, outcome)


def ocean_pods_name(variant: Any, kind: str, outcome: int) -> str:
    """A card, an objective, an ocean or a face of a die."""
    if kind in ("objective", "open", "refill"):
        return str(variant.table("objectives" if kind == "objective" else "cards")[outcome]["id"])
    names = {"ocean": OCEAN_NAMES, "blue": FACE_NAMES}
    return names.get(kind, RESOURCE_NAMES)[outcome].lower()
