"""The environment under test: how it is made, and one check of it under way."""

import functools
import importlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import gymnasium
import numpy as np
from pettingzoo.utils.env import ParallelEnv

from pod_envs.core.checks import shown as written
from pod_envs.core.errors import ConfigError

from .freezing import difference, digest
from .hooks import Env, fact, hook, modes, shown
from .play import Tally, Turn, turns
from .quiet import quiet
from .report import Fault, NotApplicable, Place, Result, cause, told

__all__ = ["Run", "Subject", "called", "made_by", "short"]

EnvFunction = Callable[..., Any]


def made_by(env_fn: EnvFunction | str) -> EnvFunction:
    """What makes the environments; ConfigError unless it is a function or names one as "package.module:function"."""
    if isinstance(env_fn, str):
        module, _, name = env_fn.partition(":")
        try:
            found: Any = importlib.import_module(module)
            env_fn = functools.reduce(getattr, name.split("."), found)
        except (Exception, SystemExit) as error:  # whatever goes wrong in a module that is not ours
            raise ConfigError(
                f"there is no function {written(env_fn)} ({told(cause(error))}); type package.module:function of a "
                "module that can be imported"
            ) from None
    if not callable(env_fn):
        raise ConfigError(f"environments are made by a function, not by {written(env_fn)}")
    return env_fn


def called(env_fn: EnvFunction) -> str:
    """A name for a function."""
    plain = env_fn.func if isinstance(env_fn, functools.partial) else env_fn
    return str(getattr(plain, "__qualname__", type(plain).__name__))


@dataclass
class Subject:
    """How an environment is made, how much of it is looked at, and what has been found so far."""

    env_fn: EnvFunction
    seed: int = 0
    games: int = 3
    most: int = 1000  # decisions of a game
    looks: int = 40  # positions of a game, for what is too slow for all of them
    named: frozenset[str] = frozenset()  # checks that are asked for, or left out: others fail in the name of these
    known: dict[str, Any] = field(default_factory=dict)
    results: dict[str, Result] = field(default_factory=dict)

    @functools.cached_property
    def kind(self) -> str:
        """The API: "aec", also where no environment can be made, or "gymnasium"; ConfigError for any other."""
        try:
            with quiet():
                env, other = self.env_fn(), self.env_fn()
                stated, played_in_turns = fact(env, "name"), hasattr(env, "last")
        except (Exception, SystemExit):  # the check `plays` says what
            return "aec"
        if isinstance(stated, str):
            self.known["name"] = stated
        if env is other and (played_in_turns or isinstance(env, gymnasium.Env)):
            raise ConfigError(f"{called(self.env_fn)} gives one environment again and again; make a new one each time")
        if isinstance(env, gymnasium.Env):
            return "gymnasium"
        if isinstance(env, ParallelEnv) or not played_in_turns:
            raise ConfigError(
                f"{called(self.env_fn)} makes {written(env)}, which is neither an AEC environment of PettingZoo nor an "
                "environment of Gymnasium; pettingzoo.utils.parallel_to_aec(env) makes the first of a parallel one"
            )
        return "aec"

    def learned(self, name: str, find: Callable[[], Any]) -> Any:
        """A fact that is found once."""
        if name not in self.known:
            self.known[name] = find()
        return self.known[name]


class Run:
    """One check of a subject under way: makes environments, plays games, counts looks."""

    def __init__(self, subject: Subject) -> None:
        self.subject = subject
        self.tally = Tally()

    # Games

    @property
    def seeds(self) -> range:
        """The games' seeds."""
        return range(self.subject.seed, self.subject.seed + self.subject.games)

    def env(self, **options: Any) -> Env:
        """A new environment."""
        return self.subject.env_fn(**options)

    def turns(self, env: Env, seed: int, dice: tuple[int, ...] | None = None, **how: Any) -> Iterator[Turn]:
        """Random legal play, as `play.turns`; with `dice` the actions are others than those of the seed."""
        self.tally.dice = dice
        if dice is not None:
            how["rng"] = np.random.default_rng(list(dice))
        return turns(env, seed, self.subject.most, self.tally, **how)

    def trace(self, env: Env, seed: int) -> list[dict[str, str]]:
        """A game in short: what is shown before each step and at the end."""
        return [short(env) for _ in self.turns(env, seed)] + [short(env)]

    def length(self, seed: int) -> int:
        """Steps of the random game of a seed."""

        def steps() -> int:
            return sum(1 for _ in turns(self.env(), seed, self.subject.most, Tally()))

        return int(self.subject.learned(f"length of game {seed}", steps))

    def some(self, share: float) -> int:
        """A share of the looks at a game."""
        return max(2, round(self.subject.looks * share))

    def dice(self, *numbers: int) -> np.random.Generator:
        """A generator of its own for a place."""
        return np.random.default_rng([self.subject.seed, *numbers])

    # Looks

    def same(self, one: dict[str, Any], other: dict[str, Any], seen: str, wanted: str, agent: Any = None) -> None:
        """Count a comparison of frozen parts; a Fault names the first that differs."""
        self.tally.looks += 1
        if one == other:
            return
        for part in dict.fromkeys([*one, *other]):
            if (found := difference(one.get(part), other.get(part))) is not None:
                self.fault(f"{seen}: {part}{found}", wanted, agent)

    def expect(self, holds: Any, seen: str, wanted: str, agent: Any = None) -> None:
        """Count a look; a Fault unless it holds."""
        self.tally.looks += 1
        if not holds:
            self.fault(seen, wanted, agent)

    def fault(self, seen: str, wanted: str, agent: Any = None) -> None:
        """Raise a Fault at the place where the run stands."""
        place = self.tally.place
        if place is not None and agent is not None:
            place = Place(place.seed, place.step, agent, place.dice)
        raise Fault(seen, wanted, place)

    # What the environment offers

    @property
    def sample(self) -> Env:
        """An environment that has been reset, to ask for what it has."""

        def begun() -> Env:
            env = self.env()
            env.reset(seed=self.subject.seed)
            return env

        return self.subject.learned("a sample", begun)

    def hook(self, *names: str) -> None:
        """NotApplicable unless the environment has these methods."""
        for name in names:
            if hook(self.sample, name) is None:
                raise NotApplicable(f"the environment has no {name}()")

    def fact(self, name: str) -> Any:
        """A declared fact; NotApplicable without it."""
        found = fact(self.sample, name)
        if found is None or found is False:
            raise NotApplicable(f"the environment's metadata declare no {name}")
        return found

    def modes(self) -> list[str]:
        """Render modes without a window that the environment declares; NotApplicable without any."""
        found = modes(self.sample)
        if not found:
            raise NotApplicable("the environment declares no render mode but windows")
        return found


def short(env: Env) -> dict[str, str]:
    """All that is shown, part by part, as digests."""
    return {part: digest(value) for part, value in shown(env).items()}
