"""Faults of games, seeds and views: each class breaks what the check of its name looks at, and nothing else."""

import itertools
import time
from collections.abc import Iterator
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from .honest import CARDS, SEATS, HighCard

__all__ = ["GAMES"]


class Plays(HighCard):
    """Crashes in the middle of a game."""

    def play(self, card: int) -> None:
        if self.plays == 5:
            raise IndexError("pop from an empty hand")
        super().play(card)


class Stuck(HighCard):
    """Asks an agent that may do nothing."""

    def legal(self, seat: int) -> list[int]:
        return [] if self.plays == 7 else self.hands[seat]


class Api(HighCard):
    """step() returns something."""

    def step(self, action: Any) -> Any:
        super().step(action)
        return self.rewards


class Note:
    """Never equal to another."""


class SeedTest(HighCard):
    """Infos hold what cannot be compared."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        super().reset(seed, options)
        self.infos = {agent: {"note": Note()} for agent in self.agents}


class NewSpaces(HighCard):
    """Every step makes the action spaces anew, so that seeds given to them are lost."""

    def step(self, action: Any) -> None:
        super().step(action)
        self.action_spaces = {agent: spaces.Discrete(CARDS) for agent in self.possible_agents}


class Sealed(dict[str, Any]):
    """A dictionary that is only read."""

    def __setitem__(self, key: str, value: Any) -> None:
        raise TypeError("these infos are only read")

    def __reduce__(self) -> Any:
        return Sealed, (dict(self),)


class Parallel(HighCard):
    """Infos are sealed, and the conversion to a parallel environment writes into them."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        super().reset(seed, options)
        self.infos = {agent: Sealed() for agent in self.agents}


class ParallelSeed(HighCard):
    """An illegal action costs what no seed decides."""

    def pay(self, amounts: list[float]) -> None:
        super().pay([-np.random.default_rng().random() if amount == -1 else amount for amount in amounts])


class StateTest(HighCard):
    """The global state leaves its space after an illegal action."""

    def state(self) -> NDArray[Any]:
        illegal = any("illegal_action" in info for info in self.infos.values())
        return super().state() + np.int8(illegal)


class Seed(HighCard):
    """Who wins the last trick of an even game depends on how many games were even before in this process."""

    even: ClassVar[Iterator[int]] = itertools.count()

    def pays(self) -> list[float]:
        if max(self.points) == 1 and sum(self.points) == SEATS:
            lucky = next(self.even)
            return [(1.0, -1.0, 0.0)[(seat + lucky) % SEATS] for seat in range(SEATS)]
        return super().pays()


class Processes(HighCard):
    """Who begins depends on the hash of a text."""

    def draw(self) -> int:
        return max(self.deck, key=lambda card: hash(f"card {card} of {self.first}"))


class Interleaved(HighCard):
    """All environments draw from one pile."""

    pile: ClassVar[list[int]] = []

    def seeded(self, seed: int | None) -> None:
        super().seeded(seed)
        type(self).pile = [int(card) for card in self.rng.permutation(9)]

    def draw(self) -> int:
        return next(card for card in self.pile if card in self.deck)


class Threads(HighCard):
    """All environments note the card that is played in one place."""

    noted: ClassVar[int] = 0

    def play(self, card: int) -> None:
        type(self).noted = card
        time.sleep(0.0005)
        super().play(self.noted)


class Abandoned(HighCard):
    """Points are cleared when a game ends, and so not where it is left."""

    left: tuple[int, ...] = (0, 0, 0)

    def begin(self) -> None:
        super().begin()
        self.points = list(self.left)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        super().reset(seed, options)

    def play(self, card: int) -> None:
        super().play(card)
        self.left = (0, 0, 0) if self.plays == 9 else (self.plays % 2, 0, 0)

    def retell(self, log: list[Any]) -> None:
        kept, self.left = self.left, (0, 0, 0)
        super().retell(log)
        self.left = kept


class Illegal(HighCard):
    """After an illegal action the same agent begins the next game."""

    banned: int | None = None

    def illegal(self, agent: str, action: int) -> None:
        super().illegal(agent, action)
        self.banned = self.seat

    def apply(self, event: Any) -> None:
        if event[0] == "start" and self.banned is not None:
            event = ("start", (event[1] + 1) % SEATS, 0)
        super().apply(event)


class ObserveAny(HighCard):
    """An agent that waits sees nothing."""

    def observe(self, agent: str) -> Any:
        if agent != self.agent_selection:
            raise KeyError(agent)
        return super().observe(agent)


class ObservePure(HighCard):
    """Who looks moves the dice."""

    def observe(self, agent: str) -> Any:
        self.rng.random()
        return super().observe(agent)


class Spaces(HighCard):
    """Points of an agent that waits are counted down."""

    def observe(self, agent: str) -> Any:
        found = super().observe(agent)
        if agent != self.agent_selection:
            found["observation"][-2 * SEATS : -SEATS] *= -1
        return found


class DataType(HighCard):
    """An agent that waits gets other numbers than the space says."""

    def observe(self, agent: str) -> Any:
        found = super().observe(agent)
        return found if agent == self.agent_selection else found | {"observation": found["observation"].astype(int)}


class OwnArrays(HighCard):
    """Each agent's observation is written into the same array again."""

    buffers: dict[str, Any]

    def observe(self, agent: str) -> Any:
        found, buffers = super().observe(agent), self.__dict__.setdefault("buffers", {})
        kept = buffers.setdefault(agent, found)
        for key, array in found.items():
            kept[key][:] = array
        return kept


class Writable(HighCard):
    """An observation is the environment's own, and what is written into it stays."""

    spare: Any = None

    def observe(self, agent: str) -> Any:
        if self.spare is None:
            self.spare = np.zeros(9, np.int8)
        found = super().observe(agent)
        if agent != self.agent_selection:
            found["action_mask"] = self.spare
        return found


class State(HighCard):
    """Reading the global state moves the dice."""

    def state(self) -> NDArray[Any]:
        self.rng.random()
        return super().state()


GAMES = {
    "plays": [Plays, Stuck],
    "pettingzoo_api": [Api],
    "pettingzoo_seed": [SeedTest, NewSpaces],
    "pettingzoo_parallel": [Parallel],
    "pettingzoo_parallel_seed": [ParallelSeed],
    "pettingzoo_state": [StateTest],
    "seed": [Seed],
    "processes": [Processes],
    "interleaved": [Interleaved],
    "threads": [Threads],
    "reset_abandoned": [Abandoned],
    "reset_illegal": [Illegal],
    "observe_any": [ObserveAny],
    "observe_pure": [ObservePure],
    "spaces": [Spaces, DataType],
    "own_arrays": [OwnArrays, Writable],
    "state": [State],
}
