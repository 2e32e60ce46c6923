"""What the tests of the Relative Space twin share: ways to play drawn positions, and the layouts to play with."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from tests.games.reference_relative_space import Game
from tests.games.reference_relative_space_view import kind_of

__all__ = [
    "CONFIGURATIONS",
    "NEW",
    "OPEN",
    "available",
    "cards",
    "draw",
    "left",
    "own",
    "pick",
    "play",
    "relative",
    "results",
]

NEW = 11
OPEN: dict[int, int | str] = dict.fromkeys(range(9), "?")  # a full stash of which nothing is known

CONFIGURATIONS: dict[str, dict[str, Any]] = {
    "two": {"num_players": 2},
    "four": {},
    "ten": {"num_players": 10},
    "see through": {"num_players": 3, "top_special": "see_through", "keycards": 2},
    "over first": {"num_players": 3, "refill_order": "over_first", "face_down_rows": [2, 0]},
    "played slot": {"num_players": 2, "played_slot_counts": True, "stash_rows": [2, 1], "reward": "score"},
    "smallest": {"num_players": 2, "stash_rows": [5], "face_down_rows": []},
    "extra play": {"num_players": 4, "stash_rows": [4, 3], "keycard_extra_play": True, "keycards": 3},
    "columns": {"num_players": 5, "stash_rows": [3, 3, 3], "face_down_rows": [], "keycards": 0},
    "deep": {"num_players": 7, "stash_rows": [4, 3, 2, 1], "face_down_rows": [0, 1]},
    "one row": {"num_players": 3, "stash_rows": [6], "face_down_rows": [0], "max_turns": 40},
    "short": {"num_players": 4, "max_turns": 9, "reward": "score"},
    "specials": {
        "num_players": 4,
        "keycard_extra_play": True,
        "top_special": "see_through",
        "stash_rows": [5, 5, 4],
        "cards": {
            "1": {"copies": 0},
            "BOOTS": {"copies": 6, "launch": True},
            "NET": {"copies": 8, "launch": False},
            "GIVE": {"copies": 9, "launch": True},
            "TELE": {"copies": 9},
            "SCAN": {"copies": 6, "launch": True},
            "LAUNCH": {"copies": 2, "launch": False},
            "STUN": {"copies": 5, "launch": True},
        },
    },
}


def cards(**by_slot: int | str) -> dict[int, int | str]:
    """A stash written as `s0=5, s4="BOOTS"`."""
    return {int(name[1:]): card for name, card in by_slot.items()}


def play(game: Game, slot: int, pod: int) -> None:
    """Play the card in a slot on a pod."""
    game.apply(slot * 12 + pod)


def own(game: Game, slot: int) -> None:
    """Choose an own card of a stash of 9."""
    game.apply(117 + slot)


def relative(game: Game, k: int) -> None:
    """Choose the relative k seats on."""
    game.apply(107 + k)


def pick(game: Game, k: int, slot: int) -> None:
    """Choose a card of the relative k seats on."""
    game.apply(126 + (k - 1) * 9 + slot)


def draw(game: Game, kind: str, *outcomes: int | str) -> None:
    """Take draws of one kind, which must be due."""
    for outcome in outcomes:
        node = game.chance()
        assert node is not None and node[0] == kind
        game.apply_chance(kind_of(outcome))


def left(game: Game, seat: int) -> dict[int, int]:
    """The cards of a seat by slot."""
    return {slot: kind for slot, kind in enumerate(game.stashes[seat]) if kind}


def available(game: Game, seat: int = 0) -> set[int]:
    """The slots of a seat with cards that can be played."""
    return set(game.layout.available(game.stashes[seat]))


def results(game: Game, chance: Fraction = Fraction(1)) -> Iterator[tuple[Game, Fraction]]:
    """Every position that the draws now due can lead to, with its probability."""
    if game.chance() is None:
        yield game, chance
        return
    for outcome, probability in game.probabilities().items():
        after = copy.deepcopy(game)
        after.apply_chance(outcome)
        yield from results(after, chance * probability)
