"""What the tests of the Ocean Pods twin share: ways to play drawn positions, and the variants to play with."""

from __future__ import annotations

from typing import Any

from tests.games.reference_ocean_pods import Game
from tests.games.reference_ocean_pods_table import ACTIONS, FACES, RESOURCES
from tests.games.reference_ocean_pods_view import card_named

__all__ = ["CONFIGURATIONS", "DEAR", "act", "draw", "held", "lying", "names", "open_names", "roll"]

DEAR = "L8 I8 A7 A8 P7 P8"  # an open pod that nobody in the drawn positions can pay for

FEW_CARDS: list[dict[str, Any]] = [
    {"id": str(k), "name": "", "group": "DOLPHIN", "oceans": "APIL"[k % 4], "cost": [1, 0, 0, 0, 0], "points": k % 3}
    for k in range(7)
]
GOALS: list[dict[str, Any]] = [
    {"id": "none", "kind": "cards", "of": None, "count": 1, "points": 0},
    {"id": "two", "kind": "different_oceans", "of": None, "count": 2, "points": 7},
    {"id": "polar", "kind": "ocean", "of": "L", "count": 1, "points": 1},
    {"id": "group", "kind": "group", "of": "BALEEN", "count": 1, "points": 1},
    {"id": "fish", "kind": "cost", "of": "FISH", "count": 3, "points": 4},
]

CONFIGURATIONS: dict[str, dict[str, Any]] = {
    "two": {"num_players": 2},
    "three": {"num_players": 3, "boat_block_rule": "any", "reward_scheme": "literal"},
    "four": {},
    "five": {"num_players": 5, "reward": "score"},
    "presence": {"num_players": 3, "boat_block_rule": "presence", "public_objectives": True},
    "free": {"num_players": 4, "boat_block_rule": "none", "clean_ends_turn": True, "reward_scheme": "zero_sum"},
    "one space": {"num_players": 5, "spaces_per_ocean": 1},
    "two spaces": {"num_players": 2, "spaces_per_ocean": 2, "wrap_adds_plastic": False},
    "six spaces": {"num_players": 3, "spaces_per_ocean": 6, "final_round_boat_move": True},
    "short": {"num_players": 4, "max_rounds": 3, "reward": "score"},
    "tables": {"num_players": 5, "cards": FEW_CARDS, "objectives": GOALS, "max_rounds": 12},
    "dice": {"num_players": 2, "white_die": ["SEAL", "KRILL"], "blue_die": ["REROLL", "WILD"], "max_rounds": 20},
}


def act(game: Game, *actions: str) -> None:
    """Take decisions by name; CLAIM with a card id, such as `CLAIM W3`."""
    for action in actions:
        game.apply(action_id(game, action))


def action_id(game: Game, action: str) -> int:
    """The number of an action."""
    if action.startswith("CLAIM "):
        return ACTIONS["CLAIM_0"] + game.open.index(card_named(game, action.removeprefix("CLAIM ")))
    return ACTIONS[action]


def names(game: Game) -> list[str]:
    """The legal actions by name, ascending; CLAIM with a card id."""
    known = {number: name for name, number in ACTIONS.items()}
    for slot, card in enumerate(game.open):
        if card is not None:
            known[ACTIONS["CLAIM_0"] + slot] = f"CLAIM {game.cards[card]['id']}"
    return [known[action] for action in game.legal()]


def draw(game: Game, kind: str, *outcomes: int) -> None:
    """Take draws of one kind, which must be due."""
    for outcome in outcomes:
        node = game.chance()
        assert node is not None and node[0] == kind
        game.apply_chance(outcome)


def roll(game: Game, white: str, blue: str) -> None:
    """The dice of a round."""
    draw(game, "white", *map(RESOURCES.index, white.split()))
    draw(game, "blue", FACES.index(blue))


def held(game: Game, seat: int) -> str:
    """The tokens of a seat, as fish/krill/crab/seal/octopus."""
    return "/".join(map(str, game.tokens[seat]))


def lying(game: Game) -> str:
    """The dice by slot, `-` where one was taken."""
    return " ".join("-" if die is None else RESOURCES[die] for die in game.dice)


def open_names(game: Game) -> list[str | None]:
    """The ids of the open cards by slot."""
    return [None if card is None else game.cards[card]["id"] for card in game.open]
