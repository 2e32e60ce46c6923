"""The options of Relative Space (0.1.1, 0.1.13 and 0.1.16 of the page), over the reference twin."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.reference_relative_space_variant import DEFAULTS, resolve


def test_defaults() -> None:
    names = "num_players stash_rows face_down_rows keycards top_special refill_order played_slot_counts"
    assert list(resolve({})) == [*names.split(), "keycard_extra_play", "max_turns", "reward", "cards"]
    assert resolve({}) == DEFAULTS


@pytest.mark.parametrize(
    "options",
    [
        {"players": 3},
        {"num_players": 1},
        {"num_players": 11},
        {"num_players": True},
        {"num_players": 3.0},
        {"stash_rows": []},
        {"stash_rows": "432"},
        {"stash_rows": [9, 7]},
        {"stash_rows": [3, 4, 3]},
        {"stash_rows": [4, 3, 2, 1, 0]},
        {"stash_rows": [4, True]},
        {"stash_rows": [4], "face_down_rows": []},  # B + 2 = 5
        {"stash_rows": [3, 3], "keycard_extra_play": True},  # B + 4 = 7
        {"stash_rows": [11], "num_players": 10},
        {"face_down_rows": [0, 0]},
        {"face_down_rows": [3]},
        {"face_down_rows": [False]},
        {"face_down_rows": 0},
        {"keycards": -1},
        {"max_turns": 0},
        {"top_special": "see-through"},
        {"refill_order": None},
        {"played_slot_counts": 1},
        {"reward": "Score"},
        {"cards": []},
        {"cards": {"13": {"copies": 1}}},
        {"cards": {"7": {"copies": 1, "launch": False}}},
        {"cards": {"7": {}}},
        {"cards": {"7": {"copies": -1}}},
        {"cards": {"NET": {"copies": 1, "launch": 1}}},
        {"cards": {"NET": {"launch": True}}},
        {"cards": {"BOOTS": {"copies": 8}}},
    ],
)
def test_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r".+"):
        resolve(options)


@pytest.mark.parametrize(
    "options",
    [
        {"stash_rows": [5]},
        {"stash_rows": [4, 3], "keycard_extra_play": True},
        {"stash_rows": [1], "played_slot_counts": True, "face_down_rows": []},
        {"stash_rows": [6, 4 + 1], "num_players": 9},
        {"cards": {}, "face_down_rows": [2, 1]},
    ],
)
def test_accepted(options: dict[str, Any]) -> None:
    assert resolve(options) == {**DEFAULTS, **options}
