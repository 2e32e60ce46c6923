"""Sound environments of other kinds: masks in infos, texts, actions that are no numbers, agents that act together."""

import string
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import parallel_to_aec

__all__ = ["Countdown", "Endless", "Matching", "Single", "Texts", "together"]


class Texts(AECEnv):  # type: ignore[misc]
    """Two agents take one to three of some sticks in turn; observations are texts, masks lie in the infos."""

    metadata: ClassVar[dict[str, Any]] = {"name": "texts_v0", "render_modes": [], "perfect_information": True}

    def __init__(self) -> None:
        super().__init__()
        self.possible_agents = ["player_0", "player_1"]
        self.rng = np.random.default_rng()
        self.observation_spaces: dict[str, Any] = {
            agent: spaces.Text(40, charset=string.printable) for agent in self.possible_agents
        }
        self.action_spaces: dict[str, Any] = {agent: spaces.Discrete(3, start=1) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self.rng = np.random.default_rng(seed)
        self.sticks = int(self.rng.integers(6, 12))
        self.agents = self.possible_agents[:]
        self.rewards, self._cumulative_rewards = (dict.fromkeys(self.agents, 0) for _ in range(2))
        self.terminations, self.truncations = (dict.fromkeys(self.agents, False) for _ in range(2))
        self.agent_selection = self.agents[0]
        self.infos = {agent: self.info(agent) for agent in self.agents}

    def info(self, agent: str) -> dict[str, Any]:
        waits = agent != self.agent_selection
        return {"action_mask": np.array([not waits and take <= self.sticks for take in (1, 2, 3)], np.int8)}

    def observe(self, agent: str) -> str:
        return f"{self.sticks} sticks"

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if not 1 <= action <= min(3, self.sticks):
            raise ValueError(f"{action} of {self.sticks}")
        self._cumulative_rewards[agent] = 0
        self.sticks -= int(action)
        if not self.sticks:
            self.rewards = {name: 1 if name == agent else -1 for name in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self.agent_selection = next(name for name in self.agents if name != agent)
        self.infos = {name: self.info(name) for name in self.agents}

    def render(self) -> None:
        """Nothing is drawn."""

    def close(self) -> None:
        """Nothing is open."""


class Countdown(Texts):
    """The same with observations and actions that are vectors, and without masks."""

    def __init__(self) -> None:
        super().__init__()
        self.observation_spaces = {agent: spaces.Box(-1, 20, (2,), np.float64) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Box(0, 1, (1,), np.float32) for agent in self.possible_agents}

    def info(self, agent: str) -> dict[str, Any]:
        return {}

    def observe(self, agent: str) -> Any:
        return np.array([self.sticks, agent == self.agent_selection], np.float64)

    def step(self, action: Any) -> None:
        super().step(None if action is None else 1)


class Endless(Texts):
    """Sticks grow again."""

    def step(self, action: Any) -> None:
        self.sticks += int(action)
        super().step(action)


class Matching(ParallelEnv):  # type: ignore[misc]
    """Two agents show a coin at the same time, five times."""

    metadata: ClassVar[dict[str, Any]] = {"name": "matching_v0", "render_modes": [], "utility_sum": 0.0}
    render_mode = None

    def __init__(self) -> None:
        self.possible_agents = ["player_0", "player_1"]
        self.spaces = {agent: (spaces.Discrete(3), spaces.Discrete(2)) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.spaces[agent][0]

    def action_space(self, agent: str) -> Any:
        return self.spaces[agent][1]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        self.agents, self.left = self.possible_agents[:], 5
        return dict.fromkeys(self.agents, np.int64(2)), {agent: {"left": 5} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> Any:
        one, other = (int(actions[agent]) for agent in self.possible_agents)
        agents, self.left = self.agents, self.left - 1
        pay = 1.0 if one == other else -1.0
        over = dict.fromkeys(agents, self.left == 0)
        self.agents = [] if self.left == 0 else agents
        seen = dict(zip(agents, (np.int64(other), np.int64(one)), strict=True))
        rewards = dict(zip(agents, (pay, -pay), strict=True))
        return seen, rewards, over, dict.fromkeys(agents, False), {agent: {"left": self.left} for agent in agents}


def together() -> Any:
    """Agents that act at the same time, in the API of turns."""
    return parallel_to_aec(Matching())


class Single(gymnasium.Env[NDArray[np.float32], np.int64]):
    """One agent, in Gymnasium's API."""

    def __init__(self) -> None:
        self.observation_space = spaces.Box(0, 1, (1,), np.float32)
        self.action_space = spaces.Discrete(2)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        super().reset(seed=seed)
        self.left = 5
        return np.ones(1, np.float32), {}

    def step(self, action: np.int64) -> Any:
        self.left -= 1
        return np.ones(1, np.float32), float(action), self.left == 0, False, {}
