"""Tests that ask for `game` run for a game with hidden cards, one of perfect information, and one that all can lose."""

from pathlib import Path

import pytest

from pod_envs.core.game import GAMES, Game
from training.config import Config

from .common import tiny


@pytest.fixture(params=["ocean_pods", "pod_x", "polypods"])
def game(request: pytest.FixtureRequest) -> Game:
    """A registered game; a fourth would only take longer."""
    return GAMES[request.param]


@pytest.fixture
def config(game: Game, tmp_path: Path) -> Config:
    """A run of a few seconds."""
    return tiny(game, tmp_path / "run")
