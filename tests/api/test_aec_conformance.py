"""PettingZoo's own tests on our turn-based environments, and the only warnings that they may give."""

import importlib
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pettingzoo
import pytest
from gymnasium.utils.env_checker import data_equivalence
from pettingzoo.utils import turn_based_aec_to_parallel

from pod_envs.api.aec import TurnEnv
from pod_envs.core.game import Game
from tests.core.common import in_registry

from .common import Case

SEEDS = 100

# What PettingZoo's tests may say of an environment that does all as its documentation wants.
KNOWN = {
    "Observation is not a NumPy array": "observations are dicts with a mask; only PettingZoo's own games are exempt",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete": (
        "the same: a Dict space, and only PettingZoo's own games are exempt"
    ),
}


def checker(module: str, function: str) -> Callable[..., None]:
    """A test of PettingZoo.

    Importing these modules imports PettingZoo's connect_four when pygame is installed, which warns that its old way of
    importing is deprecated: their warning about their code.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        found: Callable[..., None] = getattr(importlib.import_module(f"pettingzoo.test.{module}"), function)
    return found


def warned(call: Callable[[], Any]) -> set[str]:
    """The messages of all warnings of a call."""
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        call()
    return {str(warning.message) for warning in seen}


@pytest.fixture(params=["terminate", "raise"])
def make(request: pytest.FixtureRequest, plain: Case) -> Callable[..., TurnEnv]:
    """`env` and `raw_env` of each game with each number of seats."""
    return plain.env if request.param == "terminate" else plain.raw_env


def test_api_test_passes_with_the_two_known_warnings(make: Callable[..., TurnEnv]) -> None:
    assert warned(lambda: checker("api_test", "api_test")(make(), num_cycles=1000)) == set(KNOWN)


def test_seed_test_passes(make: Callable[..., TurnEnv]) -> None:
    assert warned(lambda: checker("seed_test", "seed_test")(make, num_cycles=500)) == set()


def test_parallel_api_test_passes(make: Callable[..., TurnEnv]) -> None:
    env = turn_based_aec_to_parallel(make())
    assert warned(lambda: checker("parallel_test", "parallel_api_test")(env, num_cycles=1000)) == set()


def test_parallel_seed_test_passes(plain: Case) -> None:
    # it takes masked actions, which raw_env refuses
    def parallel() -> Any:
        return turn_based_aec_to_parallel(plain.env())

    assert warned(lambda: checker("seed_test", "parallel_seed_test")(parallel, num_cycles=500)) == set()


def test_render_test_passes(make: Callable[..., TurnEnv], capsys: pytest.CaptureFixture[str]) -> None:
    modes = {"ansi": lambda text: bool(text.strip()), "human": lambda nothing: nothing is None}
    assert warned(lambda: checker("render_test", "render_test")(make, custom_tests=modes)) == set()
    assert capsys.readouterr().out.strip()


def test_state_space_test_passes(make: Callable[..., TurnEnv]) -> None:
    assert warned(lambda: checker("state_test", "test_state_space")(make())) == set()


def test_state_test_passes(plain: Case) -> None:
    # it takes masked actions, which raw_env refuses
    assert warned(lambda: checker("state_test", "test_state")(plain.env(), num_cycles=10)) == set()


def test_state_lies_in_its_space_all_game_long(case: Case) -> None:
    env = case.env()
    env.reset(seed=5)
    rng = np.random.default_rng(5)
    for agent in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        state = env.state()
        assert env.state_space.contains(state)
        assert observation is not None
        assert env.observation_space(agent).contains(observation)
        env.step(None if terminated or truncated else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    assert env.state_space.contains(env.state())


def test_two_environments_agree_for_100_seeds(plain: Case) -> None:
    one, two = plain.env(), plain.env()
    games = {same_game(one, two, seed) for seed in range(SEEDS)}
    assert len(games) > SEEDS // 2  # the shortest games may meet


def same_game(one: TurnEnv, two: TurnEnv, seed: int) -> tuple[int, ...]:
    """Play a whole game in both with the same sampled actions, compare all that seed_test compares; the actions."""
    for env in (one, two):
        env.reset(seed=seed)
        for k, agent in enumerate(env.agents):
            env.action_space(agent).seed(seed + k)
    taken: list[int] = []
    for agent, other in zip(one.agent_iter(), two.agent_iter(), strict=True):
        assert agent == other
        seen, also = one.last(), two.last()
        assert seen[0] is not None
        assert also[0] is not None
        assert {k: v.tobytes() for k, v in seen[0].items()} == {k: v.tobytes() for k, v in also[0].items()}
        assert seen[1:] == also[1:]
        done = seen[2] or seen[3]
        action = None if done else int(one.action_space(agent).sample(seen[0]["action_mask"]))
        assert done or action == two.action_space(agent).sample(seen[0]["action_mask"])
        one.step(action)
        two.step(action)
        taken += [] if action is None else [action]
    return tuple(taken)


@in_registry
def test_pettingzoo_makes_env_by_its_id(game: Game) -> None:
    spec = pettingzoo.spec("aec", game.pettingzoo_id)
    assert spec.id == game.pettingzoo_id
    env = pettingzoo.make("aec", spec.id)
    assert isinstance(env, TurnEnv)
    assert env.variant == game.variant()
    assert env.on_illegal == "terminate"
    assert warned(lambda: checker("api_test", "api_test")(env, num_cycles=1000)) == set(KNOWN)


@in_registry
def test_pettingzoo_hands_on_options(case: Case) -> None:
    env = pettingzoo.make("aec", case.game.pettingzoo_id, on_illegal="raise", render_mode="ansi", **case.options)
    assert (env.variant, env.on_illegal, env.render_mode) == (case.variant, "raise", "ansi")
    twin = case.raw_env()
    env.reset(seed=3)
    twin.reset(seed=3)
    assert data_equivalence(env.last(), twin.last(), exact=True)


def test_metadata_says_what_the_environment_is(plain: Case) -> None:
    env = plain.env()
    spec = plain.game.spec
    assert str(env) == env.metadata["name"] == f"{spec.name}_v{spec.version}"
    assert env.metadata["render_modes"] == ["human", "ansi"]
    assert env.metadata["render_fps"] > 0
    assert env.metadata["is_parallelizable"] is False
    assert env.possible_agents == [f"player_{seat}" for seat in range(plain.seats)]
