"""The variants of Polypods that the comparisons and property tests run over, and ways to play them at random."""

from __future__ import annotations

import random
from typing import Any

from pod_envs.core.table import Table

__all__ = ["BOARDS", "LARGE", "OPTIONS", "SMALL", "VARIANTS", "WAYS", "any_move", "capture", "fill"]

Options = dict[str, Any]

# Boards that are compared in full.
BOARDS: dict[str, Options] = {
    board: {"board": board}
    for board in (
        *("snub-5x5-S", "snub-6x6-T", "snub-8x8-S", "snub-10x10-S"),
        *("t33434-1", "t33434-2", "t33434-3", "t33434-4"),
    )
}

# Other options and outlines.
OPTIONS: dict[str, Options] = {
    "rock_spoils_fringe": {"board": "snub-6x6-S", "rock_spoils_fringe": True},
    "rock_spoils_fringe on t33434-2": {"board": "t33434-2", "rock_spoils_fringe": True, "reward": "score"},
    "max_plies=1": {"board": "snub-5x5-T", "max_plies": 1},
    "max_plies=2": {"board": "snub-2x2-S", "max_plies": 2},
    "max_plies=25": {"board": "snub-6x6-S", "max_plies": 25},
    "max_plies far away": {"board": "snub-4x4-S", "max_plies": 10**100},
    "reward=score": {"board": "snub-6x6-S", "reward": "score"},
    "reward=score, max_plies=31": {"board": "snub-7x7-S", "reward": "score", "max_plies": 31},
    "all options": {"board": "t33434-1", "max_plies": 20, "rock_spoils_fringe": True, "reward": "score"},
    "the default": {},
    **{
        board: {"board": board}
        for board in (
            *("snub-2x2-S", "snub-2x2-T", "snub-2x3-T", "snub-3x2-S", "snub-3x5-S", "snub-3x7-S", "snub-5x4-T"),
            *("snub-4x9-S", "snub-2x19-S", "snub-19x2-T", "snub-7x7-T", "snub-8x8-T"),
        )
    },
}

# Boards on which one game takes the twin several seconds.
LARGE: dict[str, Options] = {
    board: {"board": board} for board in ("snub-12x12-S", "snub-19x3-S", "snub-19x19-S", "t33434-8")
}

VARIANTS: dict[str, Options] = BOARDS | OPTIONS | LARGE

# For property tests: quick ones, in which all that can happen happens.
SMALL = ["snub-4x4-S", "snub-5x5-T", "snub-6x6-S", "snub-8x8-S", "snub-3x7-S", "t33434-2"]


def any_move(rng: random.Random, table: Table) -> int:
    """Every legal action alike, the pass too."""
    return rng.choice(table.legal())


def fill(rng: random.Random, table: Table) -> int:
    """Seldom a pass where a placement is legal, so that boards fill."""
    *placements, end = table.legal()
    return end if not placements or rng.random() < 0.02 else rng.choice(placements)


def capture(rng: random.Random, table: Table) -> int:
    """Mostly what takes most discs of the foe off, among some placements; seldom a pass."""
    *placements, end = table.legal()
    if not placements or rng.random() < 0.02:
        return end
    if rng.random() < 0.2:
        return rng.choice(placements)
    tried = rng.sample(placements, min(8, len(placements)))
    return max(tried, key=lambda action: taken_by(table, action))


def taken_by(table: Table, action: int) -> int:
    """The number of discs that a placement takes off."""
    after = table.clone()
    after.act(action)
    return sum(after.reports[-1].values()) if len(after.reports) > len(table.reports) else 0


WAYS = {"any": any_move, "fill": fill, "capture": capture}
