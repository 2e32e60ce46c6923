"""What an environment can offer beyond PettingZoo's API so that more of it is checked: `HOOKS`.  All of it is optional.

Methods are looked for in the environment and in what its wrappers hold; facts are entries of its `metadata`.
"""

import contextlib
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .freezing import frozen, order

__all__ = [
    "HOOKS",
    "MASK",
    "Env",
    "as_array",
    "fact",
    "given_mask",
    "hook",
    "mask_of",
    "modes",
    "remembered",
    "seen_by",
    "shown",
    "told",
    "truth",
    "views",
]

Env = Any  # PettingZoo's AECEnv, or anything that behaves like one
MASK = "action_mask"

HOOKS = {
    'observation["action_mask"]': 'what the agent may do, also as `infos[agent]["action_mask"]` or `action_masks()`',
    'infos[agent]["returns"]': "after the end: the sum of its rewards, or a list in the order of `possible_agents`",
    "clone()": "a copy that goes on identically, dice included (`copy.deepcopy` and `pickle` likewise)",
    "get_state()": "the game in progress as a value of any kind",
    "set_state(value)": "go on from there, also in another environment of the same kind",
    "state()": "PettingZoo's global state, in `state_space`",
    "information_state(agent)": "all that the agent has seen and done in this game, a text or another comparable value",
    "picture(agent)": "the position as the agent sees it",
    "render_view": '"seat" where `render()` shows what the agent to act may see, or the agent whose view it shows',
    "resample(agent, rng)": "an environment in a world that fits what the agent knows, also after the end; `rng` is a "
    "NumPy generator",
    "history()": "environments: the game at each of its decisions so far, and last as it is; in drawn worlds, too",
    "rotated(by)": "an environment: the same game, with every seat's part played by the seat `by` places on",
    'metadata["utility_sum"]': "what the returns of every game that ends by its rules add up to, such as 0.0",
    'metadata["max_decisions"]': "no game has more decisions",
    'metadata["perfect_information"]': "True: no agent ever knows what another does not",
    'metadata["public_actions"]': "True: all agents see what each agent does",
    'metadata["rotation_symmetric"]': "True: no seat is special, so that views move round with the seats",
}


def hook(env: Env, name: str) -> Callable[..., Any] | None:
    """A method of the environment or of what its wrappers hold; None without it."""
    found = getattr(env, name, None)
    return found if callable(found) else None


def fact(env: Env, name: str) -> Any:
    """What the environment declares in its metadata; None where it declares nothing."""
    metadata = getattr(env, "metadata", None)
    return metadata.get(name) if isinstance(metadata, dict) else None


def modes(env: Env) -> list[str]:
    """The render modes that the environment declares, but for windows."""
    return [mode for mode in fact(env, "render_modes") or [] if isinstance(mode, str) and mode != "human"]


def given_mask(env: Env, agent: Any, observation: Any, info: Any) -> Any:
    """What the agent may do, wherever and however the environment says it; None where it does not."""
    for place in (observation, info):
        if isinstance(place, dict) and place.get(MASK) is not None:
            return place[MASK]
    if agent == env.agent_selection and (masks := hook(env, "action_masks")) is not None:
        return masks()
    return None


def mask_of(env: Env, agent: Any, observation: Any, info: Any) -> NDArray[Any] | None:
    """The mask as an array; None where there is none, or one of several parts, as for actions that are no numbers."""
    return as_array(given_mask(env, agent, observation, info))


def as_array(mask: Any) -> NDArray[Any] | None:
    """A mask as `given_mask` finds it."""
    try:
        return None if mask is None or isinstance(mask, dict) else np.asarray(mask)
    except ValueError:  # parts of different lengths
        return None


def seen_by(env: Env, agent: Any) -> Any:
    """The observation of an agent, frozen; what observe() raises, where it does not answer for one that waits."""
    try:
        return frozen(env.observe(agent))
    except Exception as error:
        if agent == env.agent_selection:
            raise
        return ("raises", type(error).__name__)


def told(env: Env) -> dict[str, Any]:
    """What an ordinary loop over the agents gets to know, frozen."""
    if not env.agents:
        return {"agents": ()}
    observation, reward, terminated, truncated, info = env.last()
    found = {"agents": env.agents, "agent to act": env.agent_selection, "observation": observation, "reward": reward}
    found |= {"terminated": terminated, "truncated": truncated, "info": info, "rewards": env.rewards}
    return {part: frozen(value) for part, value in found.items()}


def shown(env: Env) -> dict[str, Any]:
    """All that the environment shows by PettingZoo's API, frozen."""
    names = ("agents", "rewards", "terminations", "truncations", "infos", "_cumulative_rewards")
    found = {name.strip("_"): frozen(getattr(env, name, None)) for name in names}
    found["agent to act"] = frozen(env.agent_selection) if env.agents else None
    return found | {f"observation of {agent}": seen_by(env, agent) for agent in env.agents}


def remembered(env: Env) -> dict[str, Any]:
    """All that is shown, and what each agent is said to have seen, frozen."""
    text, found = hook(env, "information_state"), shown(env)
    for agent in env.agents if text is not None else ():
        with contextlib.suppress(Exception):  # what fails to answer is another check's affair
            found[f"information state of {agent}"] = frozen(text(agent))  # type: ignore[misc]
    return found


def views(env: Env, agent: Any) -> dict[str, Any]:
    """Everything that the agent may look at, frozen."""
    info = env.infos.get(agent)
    found: dict[str, Any] = {
        "observation": seen_by(env, agent),
        "infos": frozen(info),
        "order of keys": order(info),
        "reward": frozen(getattr(env, "_cumulative_rewards", {}).get(agent)),
        "turn": bool(env.agents) and agent == env.agent_selection,
        "end": frozen([env.terminations.get(agent), env.truncations.get(agent)]),
    }
    for name in ("information_state", "picture"):
        if (look := hook(env, name)) is not None:
            found[name] = frozen(look(agent))
    if drawn_for(env) == agent:
        found["frame"] = frozen(env.render())
    return found


def drawn_for(env: Env) -> Any:
    """The agent whose view render() shows; None where it shows another's or none."""
    if getattr(env, "render_mode", None) in (None, "human") or not env.agents:
        return None
    view = getattr(env, "render_view", None)
    return env.agent_selection if view == "seat" else view


def truth(env: Env) -> dict[str, Any]:
    """What tells worlds apart, frozen: the global state where there is one, and what each agent sees."""
    found = {f"observation of {agent}": seen_by(env, agent) for agent in env.agents}
    if (text := hook(env, "information_state")) is not None:
        found |= {f"information state of {agent}": frozen(text(agent)) for agent in env.agents}
    with contextlib.suppress(Exception):  # many have none
        found["state"] = frozen(env.state())
    return found
