"""Random games that can be repeated, and a count of what was looked at in them."""

import contextlib
import copy
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from .hooks import Env, as_array, given_mask
from .report import Place

__all__ = ["Tally", "Turn", "choose", "everybody", "ids", "is_numbered", "position", "spread", "turns"]

DEAD_STEPS = 3  # for each agent, after which no more are taken


@dataclass(frozen=True)
class Turn:
    """An agent is asked: what `last()` told it, and the action that it takes when the game goes on."""

    step: int
    agent: Any
    observation: Any
    reward: Any
    info: Any
    mask: NDArray[Any] | None
    over: bool
    truncated: bool
    action: Any


@dataclass
class Tally:
    """What was looked at."""

    games: int = 0
    steps: int = 0
    looks: int = 0  # comparisons, or others of which each could have come out wrong
    noun: str = "comparisons"
    cut: int = 0  # games that did not end within the bound of steps
    place: Place | None = None
    doing: str = ""  # while a step is taken: which
    dice: tuple[int, ...] | None = None  # seeds of the actions, where these are not those of the game
    notes: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        parts = [f"games {self.games}, steps {self.steps}"] if self.steps else []
        parts += [f"cut short {self.cut}"] if self.cut else []
        return ", ".join([*parts, f"{self.noun} {self.looks}", *self.notes])


def turns(
    env: Env, seed: int, most: int, tally: Tally, begin: bool = True, rng: np.random.Generator | None = None
) -> Iterator[Turn]:
    """Random legal play from reset(seed) to the end of the game, dead steps included, or for `most` decisions.

    Each turn is given before its action is taken.  Without `begin` the game goes on from where it stands.
    """
    if begin:
        tally.place = Place(seed, 0, dice=tally.dice)
        env.reset(seed=seed)
    dice = np.random.default_rng(seed) if rng is None else rng
    tally.games += 1
    dead, most_agents = 0, len(everybody(env))
    for step in count():
        if not env.agents or dead > DEAD_STEPS * most_agents:
            return
        agent = env.agent_selection
        tally.place = Place(seed, step, agent, tally.dice)
        turn = asked(env, agent, step, dice)
        dead += turn.over
        if not turn.over and step >= most:
            tally.cut += 1
            return
        if not turn.over and turn.action is None:
            return
        yield turn
        tally.place = Place(seed, step, agent, tally.dice)
        tally.steps += 1
        tally.doing = f"step({turn.action!r:.40}) raises "
        env.step(turn.action)
        tally.doing = ""


def everybody(env: Env) -> list[Any]:
    """The agents that there can be, as far as the environment says."""
    return list(getattr(env, "possible_agents", None) or env.agents)


def asked(env: Env, agent: Any, step: int, dice: np.random.Generator) -> Turn:
    """The turn of the agent to act."""
    observation, reward, terminated, truncated, info = env.last()
    over = bool(terminated or truncated)
    mask = given_mask(env, agent, observation, info)
    action = None if over else choose(env.action_space(agent), mask, dice)
    return Turn(step, agent, observation, reward, info, as_array(mask), over, bool(truncated), action)


def choose(space: Any, mask: Any, dice: np.random.Generator) -> Any:
    """A random action that the mask allows; None where it allows none."""
    if isinstance(space, spaces.Discrete):
        allowed = ids(space) if mask is None else ids(space)[np.flatnonzero(mask)]
        return int(dice.choice(allowed)) if len(allowed) else None
    drawn, seed = copy.deepcopy(space), int(dice.integers(2**31))
    if mask is not None:
        with contextlib.suppress(Exception):  # a mask that is not written as Gymnasium wants it for such a space
            drawn.seed(seed)
            return drawn.sample(mask)
    drawn.seed(seed)
    return drawn.sample()


def is_numbered(space: Any) -> bool:
    """Whether actions are the numbers of a Discrete space."""
    return hasattr(space, "n") and hasattr(space, "start") and np.ndim(space.n) == 0


def ids(space: Any) -> NDArray[np.int64]:
    """All actions of a Discrete space."""
    return np.arange(int(space.n)) + int(space.start)


def spread(length: int, most: int) -> set[int]:
    """At most `most` of the steps 0 .. length - 1, evenly, the first and the last among them."""
    if length <= most:
        return set(range(length))
    return {round(k * (length - 1) / (most - 1)) for k in range(most)} if most > 1 else {length // 2}


def position(env: Env, seed: int, step: int, dice: Sequence[int] | None = None) -> Env:
    """Bring an environment to where a report found something, and return it: reset(seed), then `step` random steps."""
    rng = None if dice is None else np.random.default_rng(list(dice))
    for turn in turns(env, seed, 2**31, Tally(), rng=rng):
        if turn.step == step:
            break
    return env
