"""PettingZoo's own tests, called as its documentation says."""

import importlib
import os
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

from pettingzoo.utils import turn_based_aec_to_parallel

from .hooks import MASK, Env, fact, given_mask
from .play import is_numbered
from .report import NotApplicable
from .subject import Run
from .suite_games import ahead
from .suite_gymnasium import needs_asserts
from .suite_render import headless

__all__ = ["api", "parallel", "parallel_seed", "render", "seed", "state"]

CYCLES = 200  # as the tests count, of which most play one game only


def official(module: str, function: str) -> Callable[..., Any]:
    """A test of PettingZoo; NotApplicable where it cannot be imported."""
    try:
        found: Callable[..., Any] = getattr(importlib.import_module(f"pettingzoo.test.{module}"), function)
    except Exception as error:  # its modules import some of PettingZoo's own games
        raise NotApplicable(f"pettingzoo.test.{module} cannot be imported ({type(error).__name__}: {error})") from None
    return found


def seeded(run: Run, **options: Any) -> Env:
    """An environment that repeats itself though the tests reset it without a seed, as far as it can."""
    env = run.env(**options)
    env.reset(seed=run.subject.seed)
    for k, agent in enumerate(env.agents):
        env.action_space(agent).seed(run.subject.seed + k)
    return env


def called(run: Run, test: Callable[[], Any]) -> None:
    """Count a call of a test; a refused assertion is its sentence."""
    run.tally.noun = "calls"
    run.tally.place = None
    needs_asserts("PettingZoo")
    try:
        test()
    except AssertionError as error:
        run.fault(str(error) or "an assertion of the test fails", "what PettingZoo's test asserts")
    except (AttributeError, TypeError) as error:
        if not is_own(error):
            raise
        sentence = f"PettingZoo's test does not know such environments ({type(error).__name__}: {error})"
        raise NotApplicable(sentence) from None
    run.tally.looks += 1


def is_own(error: Exception) -> bool:
    """Whether an error arises in PettingZoo's test itself, and not in the environment."""
    frames = traceback.extract_tb(error.__traceback__)
    return Path(frames[-1].filename).parent.name == "test" and "pettingzoo" in frames[-1].filename


def api(run: Run) -> None:
    """api_test."""
    test = official("api_test", "api_test")
    called(run, lambda: test(seeded(run), num_cycles=CYCLES))


def seed(run: Run) -> None:
    """seed_test."""
    test = official("seed_test", "seed_test")
    lasting(run)
    called(run, lambda: test(run.subject.env_fn, num_cycles=CYCLES))


def lasting(run: Run) -> None:
    """A Fault where the action spaces that the test seeds are not those it draws from later, so that luck decides."""
    trial, first = Run(run.subject), dict[Any, Any]()
    env = trial.env()
    for _ in trial.turns(env, run.subject.seed):
        for agent in env.agents:
            space = env.action_space(agent)
            if first.setdefault(agent, space) is not space:
                seen = f"action_space({agent!r}) is another object than after reset(), so a seed given to it is lost"
                trial.fault(seen, "the space that PettingZoo's test seeds and draws actions from", agent)


def turn_based(run: Run) -> None:
    """NotApplicable where the agents act at the same time."""
    if fact(run.sample, "is_parallelizable"):
        raise NotApplicable("the agents act at the same time, so it is no turn-based environment")


def parallel(run: Run) -> None:
    """parallel_api_test of the converted environment."""
    test = official("parallel_test", "parallel_api_test")
    turn_based(run)
    masked(run)
    called(run, lambda: test(turn_based_aec_to_parallel(seeded(run)), num_cycles=CYCLES))


def survives(run: Run) -> bool:
    """Whether an action that a mask forbids raises nothing."""
    env = run.env()
    action = ahead(Run(run.subject), env, run.subject.seed)
    if action is None:  # nothing is forbidden, unless masks are no arrays of numbered actions
        return is_numbered(run.sample.action_space(run.sample.agent_selection)) or not has_mask(run.sample)
    try:
        env.step(action)
    except Exception:
        return False
    return True


def has_mask(env: Env) -> bool:
    """Whether the agent to act has a mask of any kind."""
    observation, _, _, _, info = env.last()
    return given_mask(env, env.agent_selection, observation, info) is not None


def unmasked(run: Run) -> None:
    """NotApplicable where masked actions raise: the test plays them."""
    if not run.subject.learned("survives masked actions", lambda: survives(run)):
        raise NotApplicable("PettingZoo's test plays actions that masks forbid, and the environment refuses them")


def masked(run: Run) -> None:
    """NotApplicable where the test finds no masks, since they are not in observations, and masked actions raise."""
    observation = run.sample.observe(run.sample.agent_selection)
    if not (isinstance(observation, dict) and MASK in observation):
        unmasked(run)


def parallel_seed(run: Run) -> None:
    """parallel_seed_test of the converted environment."""
    test = official("seed_test", "parallel_seed_test")
    turn_based(run)
    unmasked(run)
    called(run, lambda: test(lambda: turn_based_aec_to_parallel(run.env()), num_cycles=CYCLES))


def state(run: Run) -> None:
    """test_state_space and test_state."""
    space, test = official("state_test", "test_state_space"), official("state_test", "test_state")
    if getattr(run.sample, "state_space", None) is None:
        raise NotApplicable("the environment has no state_space")
    unmasked(run)
    called(run, lambda: space(run.env()))
    called(run, lambda: test(seeded(run), num_cycles=10, seed=run.subject.seed))


def render(run: Run) -> None:
    """render_test, windows included, with SDL's dummy display."""
    test = official("render_test", "render_test")
    headless(run)
    masked(run)
    with mock.patch.dict(os.environ, {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}):
        called(run, lambda: test(lambda **options: seeded(run, **options)))
