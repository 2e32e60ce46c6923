"""Faults of what agents know: each class breaks what the check of its name looks at."""

from collections import deque
from collections.abc import Iterator
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from .honest import CARDS, SEATS, HighCard

__all__ = ["KNOWLEDGE"]


class Leak(HighCard):
    """Towards the end the cards of the next agent show in the observation."""

    def vector(self, seat: int) -> NDArray[np.float32]:
        found = super().vector(seat)
        if self.plays > 5:
            found[self.hands[(seat + 1) % SEATS]] = 1
        return found


class LeakingInfos(HighCard):
    """The deck lies open in the infos."""

    def apply(self, event: Any) -> None:
        super().apply(event)
        if event[0] == "play":
            self.infos = {agent: {**info, "deck": self.deck[:]} for agent, info in self.infos.items()}

    def retell(self, log: list[Any]) -> None:
        super().retell(log)
        self.infos = {agent: {**info, "deck": self.deck[:]} for agent, info in self.infos.items()}


class Telling(HighCard):
    """Infos tell something after each card."""

    def apply(self, event: Any) -> None:
        super().apply(event)
        if event[0] == "play":
            self.tell()

    def retell(self, log: list[Any]) -> None:
        super().retell(log)
        self.tell()

    def tell(self) -> None:
        self.infos = {agent: {**info, "told": self.told()} for agent, info in self.infos.items()}

    def told(self) -> Any:
        raise NotImplementedError


class LeakingObject(Telling):
    """The deck lies in an object of a kind without attributes."""

    def told(self) -> Any:
        return deque(self.deck)


class LeakingOrder(Telling):
    """Seats are listed by the cards that they hold."""

    def told(self) -> Any:
        return dict.fromkeys(sorted(range(SEATS), key=lambda seat: self.hands[seat]), "is there")


class LeakingEnd(HighCard):
    """Whether a game counts as cut short depends on who holds the highest card."""

    def retell(self, log: list[Any]) -> None:
        super().retell(log)
        self.truncations = dict.fromkeys(self.agents, CARDS - 1 in self.hands[0])

    def standing(self, log: list[Any]) -> Self:
        found = super().standing(log)
        found.truncations = dict.fromkeys(found.agents, False)
        return found


class LeakingText(HighCard):
    """The information state tells what others drew."""

    def information_state(self, agent: str) -> str:
        return str(self.log)


class LeakingPicture(HighCard):
    """The picture shows all hands."""

    def picture(self, agent: str) -> str:
        return f"{super().picture(agent)} {self.hands}"


class Worlds(HighCard):
    """The world that is drawn is the true one."""

    def resample(self, agent: str, rng: np.random.Generator) -> Self:
        return self.twin()


class NothingHidden(HighCard):
    """Hands are hidden, and the metadata say that nothing is."""

    metadata = HighCard.metadata | {"perfect_information": True}


class ShortHistory(HighCard):
    """Only the last decision is kept."""

    def history(self) -> Iterator[Self]:
        yield from list(super().history())[-2:]


class NoHistory(HighCard):
    """Nothing is kept, not even the game as it is."""

    def history(self) -> Iterator[Self]:
        yield from ()


class LateHistory(HighCard):
    """The positions after the decisions are kept, not those before."""

    def history(self) -> Iterator[Self]:
        found = list(super().history())
        yield from [*found[1:], found[-1]]


class Contradiction(HighCard):
    """Hidden cards change places, and the past stays as it was."""

    def resample(self, agent: str, rng: np.random.Generator) -> Self:
        world = super().resample(agent, rng)
        world.log = list(self.log)
        return world


class Unplayable(HighCard):
    """In the worlds that are drawn, others hold no cards."""

    history: Any = None

    def resample(self, agent: str, rng: np.random.Generator) -> Self:
        world = super().resample(agent, rng)
        own = self.possible_agents.index(agent)
        world.hands = [hand if seat == own else [] for seat, hand in enumerate(world.hands)]
        return world


class ResamplePure(HighCard):
    """Worlds are drawn with the game's own dice."""

    def resample(self, agent: str, rng: np.random.Generator) -> Self:
        return super().resample(agent, self.rng)


class ResampleBlind(HighCard):
    """What is hidden is shuffled as it lies."""

    def unseen(self, own: int) -> list[int]:
        return sum((hand for seat, hand in enumerate(self.hands) if seat != own), list(self.deck))


class Recall(HighCard):
    """A coin that nobody sees decides whether the highest card may be played."""

    coin: int
    history: Any = None  # of coins there is none

    def begin(self) -> None:
        super().begin()
        self.coin = 0

    def apply(self, event: Any) -> None:
        super().apply(event)
        if event[0] == "play":
            self.coin = int(self.rng.integers(2))

    def retell(self, log: list[Any]) -> None:
        kept, dice = self.coin, self.rng
        self.rng = np.random.default_rng(0)
        super().retell(log)
        self.coin, self.rng = kept, dice

    def legal(self, seat: int) -> list[int]:
        hand = self.hands[seat]
        return hand[:-1] if self.coin and len(hand) > 1 else hand


class Glance(HighCard):
    """The information state tells the own hand and how many cards were played, and not which."""

    def information_state(self, agent: str) -> str:
        return f"{self.hands[self.possible_agents.index(agent)]} {self.plays}"


class Nameless(HighCard):
    """All information states look alike."""

    def information_state(self, agent: str) -> Any:
        return object()


class Rotation(HighCard):
    """Points are told from the first seat on."""

    def vector(self, seat: int) -> NDArray[np.float32]:
        found = super().vector(seat)
        found[-2 * SEATS : -SEATS] = self.points
        return found


KNOWLEDGE: dict[str, list[Any]] = {
    "leak": [Leak, LeakingInfos, LeakingObject, LeakingOrder, LeakingEnd, LeakingText, LeakingPicture],
    "worlds": [Worlds, NothingHidden],
    "history": [ShortHistory, NoHistory, LateHistory],
    "consistency": [Contradiction, Unplayable],
    "resample_pure": [ResamplePure],
    "resample_blind": [ResampleBlind],
    "recall": [Recall, Glance, Nameless],
    "rotation": [Rotation],
}
