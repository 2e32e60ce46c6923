"""Every game of the package passes its own suite; all seat counts and options do in `python -m tests.conformance`."""

import pytest

from pod_envs.api.registration import environment_module
from pod_envs.core.game import GAMES, Game
from pod_envs.testing import CHECKS, NOT_APPLICABLE, PASSED, check_env

NOT_OURS = {"gymnasium"}
SLOW = ("processes",)  # starts some; one game stands for all


@pytest.fixture(params=sorted(GAMES))
def game(request: pytest.FixtureRequest) -> Game:
    """A registered game."""
    return GAMES[request.param]


def test_a_game_passes(game: Game) -> None:
    report = check_env(environment_module(game).env, games=1, looks=10, seed=3, skip=SLOW)
    assert report.failed == []
    facts = environment_module(game).env().metadata
    apart = NOT_OURS | (set() if facts["rotation_symmetric"] else {"rotation"})
    apart |= set() if "utility_sum" in facts else {"utility_sum"}
    assert set(report.named(NOT_APPLICABLE)) <= apart | {"utility_sum"}
    assert set(report.named(PASSED)) >= set(CHECKS) - set(SLOW) - apart - {"utility_sum"}


def test_its_games_are_the_same_in_other_processes() -> None:
    game = GAMES[min(GAMES)]
    report = check_env(environment_module(game).env, games=1, only=["processes"])
    assert report.named(PASSED) == ["processes"]


def test_where_masked_actions_raise_what_plays_them_is_not_applicable() -> None:
    game = GAMES[max(GAMES)]
    names = ["pettingzoo_parallel_seed", "pettingzoo_state", "masks", "reset_illegal", "pettingzoo_api"]
    report = check_env(environment_module(game).raw_env, games=1, only=names)
    assert report.named(NOT_APPLICABLE) == ["pettingzoo_parallel_seed", "pettingzoo_state"]
    assert report.failed == []
