"""Every test that asks for `game` runs for every registered game."""

from pathlib import Path

import pytest

from pod_envs.core.game import GAMES, Game
from training.config import Config

from .common import tiny


@pytest.fixture(params=sorted(GAMES))
def game(request: pytest.FixtureRequest) -> Game:
    """A registered game."""
    return GAMES[request.param]


@pytest.fixture
def config(game: Game, tmp_path: Path) -> Config:
    """A run of a few seconds."""
    return tiny(game, tmp_path / "run")
