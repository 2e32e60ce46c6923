"""Faults of masks, rewards, copies and pictures: each class breaks what the check of its name looks at."""

import os
import sys
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from . import shapes
from .honest import CARDS, SEATS, HighCard

__all__ = ["BOOKS"]


class WideMask(HighCard):
    """The mask allows the next card up as well, which step() refuses."""

    def mask(self, seat: int) -> NDArray[np.int8]:
        mask = super().mask(seat)
        mask[1:] |= mask[:-1]
        return mask


class NarrowMask(HighCard):
    """The mask forbids the highest of two cards, which step() accepts."""

    def mask(self, seat: int) -> NDArray[np.int8]:
        mask = super().mask(seat)
        if mask.sum() > 1:
            mask[np.flatnonzero(mask)[-1]] = 0
        return mask


class WaitingMasks(HighCard):
    """An agent that waits is told what it could play."""

    def mask(self, seat: int) -> NDArray[np.int8]:
        mask = np.zeros(CARDS, np.int8)
        mask[self.legal(seat)] = 1
        return mask


class Rewards(HighCard):
    """The returns that are told leave out the last trick."""

    def end(self) -> None:
        paid = list(self.rewards.values())
        self.returns = [total - last for total, last in zip(self.returns, paid, strict=True)]
        super().end()


class Conversions(HighCard):
    """last() pays from a purse of its own, and wrappers find PettingZoo's empty."""

    purse: dict[str, float]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        super().reset(seed, options)
        self.purse = dict.fromkeys(self.agents, 0.0)

    def step(self, action: Any) -> Any:
        if not self.terminations[self.agent_selection]:
            self.purse[self.agent_selection] = 0.0
        return super().step(action)

    def pay(self, amounts: list[float]) -> None:
        super().pay(amounts)
        for agent, amount in zip(self.possible_agents, amounts, strict=True):
            self.purse[agent] += amount
            self._cumulative_rewards[agent] = 0.0

    def last(self, observe: bool = True) -> Any:
        observation, _, *rest = super().last(observe)
        return observation, self.purse[self.agent_selection], *rest


class DeadSteps(HighCard):
    """Who has ended may still play cards."""

    def step(self, action: Any) -> Any:
        return super().step(None if self.terminations[self.agent_selection] else action)


class UtilitySum(HighCard):
    """Nobody pays for a trick that the last agent takes."""

    def pays(self) -> list[float]:
        return [max(0.0, pay) if self.winner == SEATS - 1 else pay for pay in super().pays()]


class Length(HighCard):
    """Games are longer than declared."""

    metadata: ClassVar[dict[str, Any]] = HighCard.metadata | {"max_decisions": 8}


class Clone(HighCard):
    """A clone has the same hands, in both senses."""

    def clone(self) -> Self:
        found = super().clone()
        found.points = self.points
        return found


class CloneOfLog(HighCard):
    """A clone writes into the same log, which only information states show."""

    def clone(self) -> Self:
        found = super().clone()
        found.log = self.log
        return found


class DeepCopy(HighCard):
    """A deep copy begins anew."""

    def __deepcopy__(self, memo: Any) -> Self:
        found = self.twin()
        found.reset(seed=0)
        return found


class Pickle(HighCard):
    """What comes back from pickle begins anew."""

    def __reduce__(self) -> Any:
        return begun, (type(self),)


def begun(kind: type[HighCard]) -> HighCard:
    env = kind()
    env.reset(seed=0)
    return env


class SavedState(HighCard):
    """A saved state holds the cards and not what was paid."""

    def get_state(self) -> dict[str, Any]:
        found = super().get_state()
        del found["_cumulative_rewards"]
        return found


class SavedText(HighCard):
    """A saved state leaves out what was told so far."""

    def get_state(self) -> dict[str, Any]:
        found = super().get_state()
        del found["log"]
        return found


class RenderTest(HighCard):
    """Texts are bytes."""

    def picture(self, agent: str) -> Any:
        return super().picture(agent).encode()


class Frames(HighCard):
    """Frames are black."""

    def render(self) -> Any:
        found = super().render()
        return found * 0 if self.render_mode == "rgb_array" else found


class Window(HighCard):
    """Frames are drawn in a window."""

    def render(self) -> Any:
        if self.render_mode == "rgb_array":
            sys.modules["pygame.display"].set_mode((8, 8))
        return super().render()


class Display(HighCard):
    """Frames need a display."""

    def render(self) -> Any:
        return (os.environ["DISPLAY"] and None) or super().render()


class Outside(shapes.Single):
    """An observation leaves its space."""

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        observation, info = super().reset(seed=seed)
        return observation * 2, info


BOOKS: dict[str, list[Any]] = {
    "masks": [WideMask, NarrowMask],
    "waiting_masks": [WaitingMasks],
    "rewards": [Rewards],
    "conversions": [Conversions],
    "dead_steps": [DeadSteps],
    "utility_sum": [UtilitySum],
    "length": [Length],
    "clone": [Clone, CloneOfLog],
    "deepcopy": [DeepCopy],
    "pickle": [Pickle],
    "saved_state": [SavedState, SavedText],
    "pettingzoo_render": [RenderTest],
    "render_frames": [Frames],
    "render_headless": [Window, Display],
    "gymnasium": [Outside],
}
