"""PettingZoo's agent-environment cycle over any game.

    reset -> (last, step) at each decision -> game over: every agent has one terminal observation -> step(None) each

Bookkeeping, written once: `rewards` is what the last decision paid; `_cumulative_rewards`, which `last()` returns, is
what an agent was paid since its own last decision; `terminations` and `truncations` turn True for all agents at once;
`infos[agent]` holds under the game's report key what was told since that agent's own last decision, after the end also
`returns` (a list, one entry a seat: the sum of its rewards), after an illegal action also `illegal_action`.
"""

import logging
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.env import AECIterable

from pod_envs.core import saved
from pod_envs.core.actions import integer_action
from pod_envs.core.checks import ON_ILLEGAL, check_word, shown
from pod_envs.core.errors import ConfigError, IllegalAction, NotRunning
from pod_envs.core.game import Game, find_game
from pod_envs.core.record import record_of
from pod_envs.core.table import Table

from .books import BOOKS, checked_books, copied_books, ended_with, hearsay, hush
from .past import OneTable
from .spaces import copied_space, masked, metadata_of, state_box, state_vector
from .told import Told

__all__ = ["TurnEnv"]

LOG = logging.getLogger("pod_envs")


class TurnEnv(OneTable, AECEnv[str, dict[str, Any], int | None]):  # type: ignore[misc]
    """One game in PettingZoo's AEC API.

    Observations are {"observation": float32[D], "action_mask": int8[A]}, fresh arrays each time; the mask of an agent
    that waits is all zero, after the end all ones.  `on_illegal` says what a masked action does: "raise" raises
    IllegalAction with nothing changed, "terminate" ends the game with -1 for the offender.
    """

    def __init__(
        self,
        game: Game | str,
        on_illegal: str = "terminate",
        render_mode: str | None = None,
        render_view: str = "seat",
        **options: Any,
    ) -> None:
        super().__init__()
        self.game = find_game(game)
        self.variant = self.game.variant(**options)
        self.on_illegal, self.render_mode, self.render_view = on_illegal, render_mode, render_view
        self.metadata = metadata_of(self.game, self.variant)
        self.possible_agents = [f"player_{seat}" for seat in range(self.variant.num_players)]
        self.seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._check_choices()
        observations = masked(self.game, self.variant)
        self.observation_spaces = dict.fromkeys(self.possible_agents, observations)
        size = self.game.num_actions(self.variant)
        self.action_spaces: dict[str, spaces.Space[Any]] = {a: spaces.Discrete(size) for a in self.possible_agents}
        self.state_space = state_box(self.game, self.variant)
        self.agents: list[str] = []
        self.aborted = False
        self.table: Table | None = None
        self._key = self.game.spec.report_key

    def _check_choices(self) -> None:
        """ConfigError for a wrong word."""
        check_word("on_illegal", self.on_illegal, ON_ILLEGAL)
        check_word("render_mode", self.render_mode, (None, *self.metadata["render_modes"]))
        check_word("render_view", self.render_view, ("seat", "spectator", *self.possible_agents))

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The same Dict space at every call."""
        space: spaces.Space[Any] = self._of(self.observation_spaces, agent)
        return space

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The same Discrete space at every call."""
        space: spaces.Space[Any] = self._of(self.action_spaces, agent)
        return space

    @property
    def infos(self) -> dict[str, dict[str, Any]]:
        """What each agent was told since its own last decision."""
        return self._told.infos()

    @infos.setter
    def infos(self, infos: dict[str, dict[str, Any]]) -> None:
        self._told = Told(self._key, infos)

    # Play

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; without a seed the environment's own generator goes on.  `options` are ignored: none is known."""
        if self.table is None:
            self.table = Table(self.game, self.variant, seed)
        else:
            self.table.reset(seed)
        self.aborted = False
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {self._key: []} for agent in self.agents}
        self._skip_agent_selection, self._paid = None, False
        self.agent_selection = self.possible_agents[self.table.seat]

    def _running(self) -> Table:
        """The table; NotRunning before the first reset."""
        if self.table is None:
            raise NotRunning("no game has begun; call reset() first")
        return self.table

    def _asked(self) -> Table:
        """The table; NotRunning unless an agent is to be asked."""
        if self.table is None or not self.agents:
            self._running()
            raise NotRunning("the game is over and every agent is done; call reset() to begin another")
        return self.table

    def agent_iter(self, max_iter: int = 2**63) -> AECIterable[str, dict[str, Any], int | None]:
        """The agents to ask in turn, until all are done; NotRunning before the first reset."""
        self._running()
        return super().agent_iter(max_iter)

    def last(self, observe: bool = True) -> tuple[dict[str, Any] | None, float, bool, bool, dict[str, Any]]:
        """(observation, reward since its own last decision, terminated, truncated, info) of the agent to ask.

        All of it is the caller's own.
        """
        if not self.agents:
            self._asked()
        agent = self.agent_selection
        observation = self.observe(agent) if observe else None
        paid, info = self._cumulative_rewards[agent], self._told.own(agent)
        return observation, paid, self.terminations[agent], self.truncations[agent], info

    def step(self, action: Any) -> None:
        """The agent of `agent_selection` takes `action` (an int; None once it is terminated or truncated)."""
        table = self.table
        if table is None or not self.agents:
            table = self._asked()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        try:
            table.act(action)
        except IllegalAction as error:
            self._refused(table, agent, action, error)
            return
        self._book(table, agent)

    def _book(self, table: Table, agent: str) -> None:
        """Bookkeeping after a decision of `agent`."""
        seat, ended, paid, news = table.head
        self._told.forget(agent)
        if paid or self._paid:
            self._book_pay(table, paid == 1)
        elif self._cumulative_rewards[agent]:
            self._cumulative_rewards[agent] = 0.0
        if news:
            self._told.tell(table.reports[-1])
        if ended:
            self._book_end(agent, ended)
        else:
            self.agent_selection = self.possible_agents[seat]

    def _book_pay(self, table: Table, paid: bool) -> None:
        """Rewards of this step, and since each agent's own last decision."""
        self._paid = paid
        pay = table.pay.tolist() if paid else [0.0] * len(self.possible_agents)
        self.rewards = dict(zip(self.possible_agents, pay, strict=True))
        self._cumulative_rewards = dict(zip(self.possible_agents, table.reward.tolist(), strict=True))

    def _book_end(self, agent: str, ended: int) -> None:
        """All agents end at once; the first to be asked for its dead step is the next one clockwise."""
        self.terminations = dict.fromkeys(self.agents, ended == 1)
        self.truncations = dict.fromkeys(self.agents, ended == 2)
        returns = self._running().returns.tolist()
        if self.aborted:
            returns[self.seats[agent]] -= 1.0
        self.infos = {name: {**info, "returns": returns[:]} | self._ending(name) for name, info in self.infos.items()}
        self.agent_selection = self.possible_agents[(self.seats[agent] + 1) % len(self.possible_agents)]

    def _ending(self, agent: str) -> dict[str, Any]:
        """What the game says to an agent at its end, unless it ended outside the rules."""
        table = self._running()
        return {} if self.aborted else self.game.ending(self.variant, table.store.states[0], self.seats[agent])

    def _refused(self, table: Table, agent: str, action: Any, error: IllegalAction) -> None:
        """A masked action ends the game outside the rules, unless it is to raise; what is no action always raises."""
        number = integer_action(action)
        if self.on_illegal == "raise" or not 0 <= number < self.game.num_actions(self.variant):
            raise error
        told = hearsay(table, agent, self.seats[agent], number)
        LOG.warning("%s: %s", agent, told["message"])
        self.aborted = True
        self.rewards = {name: -1.0 if name == agent else 0.0 for name in self.agents}
        self._cumulative_rewards[agent] = -1.0
        self._paid = True
        self.infos[agent] = {self._key: []}
        self._book_end(agent, 1)
        for info in self.infos.values():
            info["illegal_action"] = dict(told)
        self.infos[agent]["illegal_action"]["message"] = ended_with(str(error))

    # Views

    def _of(self, values: dict[str, Any], agent: Any) -> Any:
        """What belongs to `agent`; ConfigError unless there is such an agent."""
        try:
            return values[agent]
        except (KeyError, TypeError):
            raise ConfigError(f"an agent is one of {', '.join(self.possible_agents)}, not {shown(agent)}") from None

    def _seat(self, agent: str) -> int:
        return self._of(self.seats, agent)  # type: ignore[no-any-return]

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """What `agent` sees; valid at any time after reset, for any agent, without side effects."""
        obs, mask = (self.table or self._running()).observe(self._of(self.seats, agent))
        if self.aborted:
            mask[:] = 1
        return {"observation": obs, "action_mask": mask}

    def state(self) -> NDArray[np.float32]:
        """Global state for a centralised critic, float32[state_space.shape]; no seat is meant to see it in play."""
        table = self._running()
        everyone = np.stack([table.observe(seat)[0] for seat in self.seats.values()])
        return state_vector(self.game, self.variant, everyone)

    def information_state(self, agent: str) -> str:
        """All that `agent` has seen of this game, as text with perfect recall."""
        return self._running().information_state(self._seat(agent))

    def record(self, legal: bool = False) -> dict[str, Any]:
        """The game so far as a game record; an illegal action and its end are not part of it."""
        return record_of(self._running(), legal)

    def picture(self, view: str | None = None) -> str:
        """The position as text, as an agent sees it, or "spectator", or "seat": the agent to act."""
        chosen = self.render_view if view is None else view
        if chosen == "seat":
            chosen = self.agent_selection if self.agents else self.possible_agents[0]
        if not isinstance(chosen, str) or (chosen != "spectator" and chosen not in self.seats):
            names = ", ".join(self.possible_agents)
            raise ConfigError(f"a view is 'seat', 'spectator' or one of {names}, not {shown(chosen)}")
        return self._running().picture(self.seats.get(chosen))

    def close(self) -> None:
        """Nothing to release."""

    # Copies

    def clone(self, seed: int | None = None) -> "TurnEnv":
        """An independent copy, its generator included; with a seed the generator is new."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._adopt(None if self.table is None else self.table.clone(seed), copied_books(self._books()))
        twin.action_spaces = {agent: copied_space(space) for agent, space in self.action_spaces.items()}
        return twin

    def _books(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in BOOKS} if self.table else {}

    def _adopt(self, table: Table | None, books: dict[str, Any]) -> None:
        self.table = table
        for name, value in books.items():
            setattr(self, name, value)

    def get_state(self) -> bytes:
        """The game in progress as bytes, without the generator."""
        return saved.to_bytes(self._running(), self._books())

    def set_state(self, data: bytes) -> None:
        """Go on from bytes of `get_state`, with the own generator; StateError, and nothing changed, if they are odd."""
        like = self.table if self.table is not None else Table(self.game, self.variant)
        table, books = saved.from_bytes(data, like)
        self._adopt(table, checked_books(books, table, self.possible_agents))

    def resample(self, agent: str, rng: np.random.Generator | int | None = None, weighted: bool = False) -> "TurnEnv":
        """A copy in a world drawn from those that fit what `agent` knows; ConfigError for weights where none are.

        It is drawn with `rng`: a generator, a seed for one, or None for one from the system's entropy.
        """
        table = self._running().resample(self._seat(agent), rng, weighted)
        twin = self.clone()
        twin.table = table
        hush(twin.infos, agent, table, self.seats)
        return twin
