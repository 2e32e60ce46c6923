"""What agents are shown: at any time, without side effects, inside the declared spaces."""

import contextlib
from collections.abc import Iterator
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from pod_envs.core.checks import shown as written

from .freezing import difference, frozen
from .hooks import Env, hook, shown
from .report import NotApplicable, cause
from .side_by_side import side_by_side
from .subject import Run

__all__ = ["member", "observe_any", "observe_pure", "own_arrays", "spaces_hold", "state"]

KEPT = 8  # observations that are kept before they are looked at again


def observe_any(run: Run) -> None:
    """observe() answers for every agent, before its turn, after it and when it has ended."""
    run.tally.noun = "observations"
    for seed in run.seeds:
        env = run.env()
        for _ in run.turns(env, seed):
            for agent in env.agents:
                try:
                    observation = env.observe(agent)
                except Exception as error:
                    run.fault(f"observe() raises {cause(error)}", "an observation at any time", agent)
                run.expect(observation is not None, "observe() returns None", "an observation at any time", agent)


def observe_pure(run: Run) -> None:
    """A game in which everybody looks at everything goes on as one in which nobody does."""
    for seed in run.seeds:
        seen = "a game that is looked at differs from one that is not"
        side_by_side(run, run.env(), run.env(), seed, seen, poke=lambda env: look_around(run, env))


def look_around(run: Run, env: Env) -> None:
    """Call all that only looks, twice; both times the same is seen."""
    first, second = (glances(env) for _ in range(2))
    run.same(first, second, "looking twice shows two things", "the same twice")


def glances(env: Env) -> dict[str, Any]:
    """All that can be looked at but the global state; what fails to answer is another check's affair."""
    found = {}
    for agent in env.agents:
        for name in ("observe", "information_state", "picture"):
            look = hook(env, name)
            if look is not None:
                with contextlib.suppress(Exception):
                    found[f"{name}({agent})"] = frozen(look(agent))
    if (masks := hook(env, "action_masks")) is not None:
        found["action_masks()"] = frozen(masks())
    if env.agents:
        found["last()"] = frozen(env.last())
    return found


# Spaces


def spaces_hold(run: Run) -> None:
    """Every observation of every agent has the type, shape and bounds of its space."""
    run.tally.noun = "observations"
    for seed in run.seeds:
        env = run.env()
        for turn in run.turns(env, seed):
            check_member(run, env, turn.agent, turn.observation)
            for agent in env.agents:
                if agent != turn.agent:
                    with contextlib.suppress(Unanswered):
                        check_member(run, env, agent, waiting(env, agent))


class Unanswered(Exception):
    """An agent that waits is not shown anything."""


def waiting(env: Env, agent: Any) -> Any:
    """What an agent that waits observes."""
    try:
        return env.observe(agent)
    except Exception as error:
        raise Unanswered from error


def check_member(run: Run, env: Env, agent: Any, observation: Any) -> None:
    """One observation."""
    wanted = f"a member of the agent's observation space {written(env.observation_space(agent), 200)}"
    found = member(env.observation_space(agent), observation)
    run.expect(found is None, f"the observation{found}", wanted, agent)


def member(space: Any, value: Any, path: str = "") -> str | None:
    """Why a value is not in a space, as strictly as its arrays can be typed; None where it is."""
    if isinstance(space, spaces.Dict):
        if not isinstance(value, dict) or set(value) != set(space.spaces):
            return f"{path} has not the keys {sorted(map(str, space.spaces))}"
        parts = ((member(part, value[key], f"{path}[{key!r}]")) for key, part in space.spaces.items())
        return next((found for found in parts if found is not None), None)
    if isinstance(space, spaces.Box) and getattr(value, "dtype", None) != space.dtype:
        return f"{path} is {written(getattr(value, 'dtype', type(value).__name__))}, not {space.dtype}"
    if isinstance(space, spaces.Box) and value.shape == space.shape and not space.contains(value):
        return f"{path}{outside(space, value)}"
    return None if space.contains(value) else f"{path} is {written(value, 200)}"


def outside(space: spaces.Box, value: NDArray[Any]) -> str:
    """The first entry that lies outside its bounds."""
    places = np.argwhere(np.array(~((value >= space.low) & (value <= space.high))))
    at = tuple(places[0].tolist()) if len(places) else ()
    return f"[{', '.join(map(str, at))}] is {value[at]}, not in {space.low[at]} .. {space.high[at]}"


# Arrays


def own_arrays(run: Run) -> None:
    """An observation that is kept stays as it was, and writing into it changes nothing else."""
    for seed in run.seeds:
        keep(run, seed)
        seen = "a game whose observations are written into differs from one where they are not"
        side_by_side(run, run.env(), run.env(), seed, seen, "arrays that are the caller's own", shown, scribble)


def keep(run: Run, seed: int) -> None:
    """Keep some observations, and look at them again some steps later."""
    env, kept = run.env(), list[tuple[Any, Any, Any]]()
    for turn in run.turns(env, seed):
        kept.append((turn.agent, turn.observation, frozen(turn.observation)))
        for agent, observation, before in kept:
            found = difference(before, frozen(observation))
            run.expect(found is None, f"an observation changed after it was given{found}", "it stays as it was", agent)
        del kept[:-KEPT]


def scribble(env: Env) -> None:
    """Write into all that an observation gives away."""
    for agent in env.agents:
        with contextlib.suppress(Exception):
            for array in arrays(env.observe(agent)):
                if array.flags.writeable:
                    array[...] = ~array if array.dtype == np.bool_ else array + 1


def arrays(value: Any) -> Iterator[NDArray[Any]]:
    """All arrays inside an observation."""
    if isinstance(value, np.ndarray):
        yield value
    elif isinstance(value, dict | list | tuple):
        for part in value.values() if isinstance(value, dict) else value:
            yield from arrays(part)


# The global state


def state(run: Run) -> None:
    """state() lies in state_space at every step, and reading it changes nothing."""
    space = getattr(run.sample, "state_space", None)
    try:
        run.sample.state()
    except Exception as error:
        if space is not None:
            raise
        raise NotApplicable(f"the environment has neither state_space nor a state() ({type(error).__name__})") from None
    for seed in run.seeds:
        seen = "a game whose state() is read differs from one where it is not"
        side_by_side(run, run.env(), run.env(), seed, seen, poke=lambda env: check_state(run, env, space))


def check_state(run: Run, env: Env, space: Any) -> None:
    """Read the state twice."""
    first, second = env.state(), env.state()
    run.same({"state()": frozen(first)}, {"state()": frozen(second)}, "reading twice gives two", "the same twice")
    if space is not None:
        found = member(space, first)
        run.expect(found is None, f"state(){found}", f"a member of state_space {written(space, 200)}")
