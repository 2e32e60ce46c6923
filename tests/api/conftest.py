"""A test that asks for `case` runs for every game, number of seats and reward; `plain` has the default reward only."""

import pytest

from pod_envs.core.game import GAMES, Game

from .common import CASES, PLAIN, Case


@pytest.fixture(params=sorted(GAMES))
def game(request: pytest.FixtureRequest) -> Game:
    """A registered game."""
    return GAMES[request.param]


@pytest.fixture(params=CASES, ids=str)
def case(request: pytest.FixtureRequest) -> Case:
    """A game with a number of seats and a kind of reward."""
    found: Case = request.param
    return found


@pytest.fixture(params=PLAIN, ids=str)
def plain(request: pytest.FixtureRequest) -> Case:
    """A game with a number of seats and the default reward."""
    found: Case = request.param
    return found
