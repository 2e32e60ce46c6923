"""Every test that asks for `game` runs for every registered game."""

import pytest

from pod_envs.core.game import GAMES, Game


@pytest.fixture(params=sorted(GAMES))
def game(request: pytest.FixtureRequest) -> Game:
    """A registered game."""
    return GAMES[request.param]
