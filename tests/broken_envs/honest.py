"""A small game with hidden cards that offers every hook and keeps every rule.

Nine cards, three agents with two of them each, three in the deck.  Who begins is drawn.  In turn each plays a card
face-up and draws one while there are any; the highest of three cards played in a row takes 1, the others pay 1/2 each.
"""

from collections.abc import Iterator
from typing import Any, ClassVar, Self

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

__all__ = ["HighCard"]

SEATS, CARDS, PLAYS = 3, 9, 9
POINTS = CARDS + SEATS * CARDS  # where they stand in the observation
SIZE = POINTS + SEATS + SEATS
SHARED = ("observation_spaces", "action_spaces", "state_space", "possible_agents")  # by an environment and its copies
Event = tuple[str, int, int]  # start, draw or play; seat; card


def copied(value: Any) -> Any:
    """A copy that shares nothing, quicker than copy.deepcopy."""
    if type(value) is dict:
        return {key: copied(part) for key, part in value.items()}
    if type(value) is list:
        return [copied(part) for part in value]
    if isinstance(value, np.random.Generator):
        twin = np.random.Generator(np.random.PCG64(0))
        twin.bit_generator.state = value.bit_generator.state
        return twin
    return value.copy() if isinstance(value, np.ndarray) else value


class HighCard(AECEnv):  # type: ignore[misc]
    """Observations are seen from the agent's seat; a masked action ends the game with -1 for its agent."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "high_card_v0",
        "render_modes": ["human", "ansi", "rgb_array"],
        "render_fps": 1,
        "is_parallelizable": False,
        "utility_sum": 0.0,
        "max_decisions": PLAYS,
        "rotation_symmetric": True,
    }

    def __init__(self, render_mode: str | None = None) -> None:
        super().__init__()
        self.render_mode, self.render_view = render_mode, "seat"
        self.possible_agents = [f"player_{seat}" for seat in range(SEATS)]
        high = np.ones(SIZE, np.float32)
        high[POINTS:-SEATS] = 3 * SEATS
        seen = spaces.Box(np.zeros_like(high), high, dtype=np.float32)
        both: dict[str, spaces.Space[Any]] = {"observation": seen, "action_mask": spaces.Box(0, 1, (CARDS,), np.int8)}
        self.observation_spaces = {agent: spaces.Dict(both) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(CARDS) for agent in self.possible_agents}
        self.state_space = spaces.Box(0, 1, (2 * SEATS * CARDS,), np.int8)
        self.rng = np.random.default_rng()
        self.begin()

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    # Rules

    def begin(self) -> None:
        self.log: list[Event] = []
        self.hands: list[list[int]] = [[] for _ in range(SEATS)]
        self.shown: list[list[int]] = [[] for _ in range(SEATS)]
        self.points = [0] * SEATS
        self.deck = list(range(CARDS))
        self.trick: list[tuple[int, int]] = []
        self.first = self.plays = 0
        self.winner: int | None = None

    def apply(self, event: Event) -> None:
        kind, seat, card = event
        self.log.append(event)
        if kind == "start":
            self.first = seat
        elif kind == "draw":
            self.deck.remove(card)
            self.hands[seat] = sorted([*self.hands[seat], card])
        else:
            self.hands[seat].remove(card)
            self.shown[seat].append(card)
            self.count(seat, card)

    def count(self, seat: int, card: int) -> None:
        """Whose trick it is, once three have played."""
        self.plays += 1
        self.trick.append((card, seat))
        self.winner = None
        if len(self.trick) == SEATS:
            self.winner = max(self.trick)[1]
            self.points[self.winner] += 1
            self.trick = []

    def pays(self) -> list[float]:
        """To each seat, for the last card."""
        return [0.0 if self.winner is None else 1.0 if seat == self.winner else -0.5 for seat in range(SEATS)]

    def draw(self) -> int:
        return int(self.rng.choice(self.deck))

    def legal(self, seat: int) -> list[int]:
        return self.hands[seat]

    @property
    def seat(self) -> int:
        return (self.first + self.plays) % SEATS

    # Play

    def seeded(self, seed: int | None) -> None:
        if seed is not None:
            self.rng = np.random.default_rng(seed)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.seeded(seed)
        self.begin()
        self.apply(("start", int(self.rng.integers(SEATS)), 0))
        for seat in range(SEATS):
            for _ in range(2):
                self.apply(("draw", seat, self.draw()))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.returns = [0.0] * SEATS
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[self.seat]

    def step(self, action: Any) -> Any:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if not 0 <= action < CARDS:
            raise ValueError(f"{action} is no card")
        self._cumulative_rewards[agent] = 0.0
        if int(action) in self.legal(self.seat):
            self.play(int(action))
        else:
            self.illegal(agent, int(action))

    def play(self, card: int) -> None:
        seat = self.seat
        self.apply(("play", seat, card))
        if self.deck:
            self.apply(("draw", seat, self.draw()))
        self.pay(self.pays())
        if self.plays == PLAYS:
            self.end()
        self.agent_selection = self.possible_agents[self.seat]

    def pay(self, amounts: list[float]) -> None:
        self.rewards = dict(zip(self.possible_agents, amounts, strict=True))
        self.returns = [was + more for was, more in zip(self.returns, amounts, strict=True)]
        self._accumulate_rewards()

    def end(self) -> None:
        self.terminations = dict.fromkeys(self.agents, True)
        for agent in self.agents:
            self.infos[agent] = {**self.infos[agent], "returns": self.returns[:]}

    def illegal(self, agent: str, action: int) -> None:
        self.pay([-1.0 if name == agent else 0.0 for name in self.possible_agents])
        self.end()
        for info in self.infos.values():
            info["illegal_action"] = action

    # Views

    def vector(self, seat: int) -> NDArray[np.float32]:
        """The position from a seat: own hand, what lies before each, points, who is to act."""
        found = np.zeros(SIZE, np.float32)
        found[self.hands[seat]] = 1
        for k in range(SEATS):
            other = (seat + k) % SEATS
            found[[(k + 1) * CARDS + card for card in self.shown[other]]] = 1
            found[POINTS + k] = self.points[other]
            found[POINTS + SEATS + k] = self.plays < PLAYS and other == self.seat
        return found

    def mask(self, seat: int) -> NDArray[np.int8]:
        mask = np.zeros(CARDS, np.int8)
        if self.agents and self.possible_agents[seat] == self.agent_selection and self.plays < PLAYS:
            mask[self.legal(seat)] = 1
        return mask

    def observe(self, agent: str) -> Any:
        seat = self.possible_agents.index(agent)
        return {"observation": self.vector(seat), "action_mask": self.mask(seat)}

    def state(self) -> NDArray[Any]:
        parts = [*self.hands, *self.shown]
        return np.array([[card in part for card in range(CARDS)] for part in parts], np.int8).ravel()

    def information_state(self, agent: str) -> str:
        own = self.possible_agents.index(agent)
        return " ".join(
            f"{kind} {seat} {card if kind == 'play' or seat == own else '?'}" for kind, seat, card in self.log
        )

    def picture(self, agent: str) -> str:
        return f"{agent} holds {self.hands[self.possible_agents.index(agent)]}, shown {self.shown}, won {self.points}"

    def render(self) -> Any:
        agent = self.agent_selection if self.agents else self.possible_agents[0]
        if self.render_mode == "rgb_array":
            frame = np.zeros((8, SIZE, 3), np.uint8)
            frame[:] = (50 * self.vector(self.possible_agents.index(agent))).astype(np.uint8)[None, :, None]
            return frame
        if self.render_mode == "human":
            print(self.picture(agent))
            return None
        return self.picture(agent)

    def close(self) -> None:
        """Nothing is open."""

    # Copies

    def twin(self) -> Self:
        found = object.__new__(type(self))
        found.__dict__.update({name: value if name in SHARED else copied(value) for name, value in vars(self).items()})
        return found

    def clone(self) -> Self:
        return self.twin()

    def __deepcopy__(self, memo: Any) -> Self:
        return self.twin()

    def get_state(self) -> dict[str, Any]:
        return {name: copied(value) for name, value in vars(self).items() if name not in (*SHARED, "rng")}

    def set_state(self, state: dict[str, Any]) -> None:
        self.__dict__.update(copied(state))

    # Worlds

    def unseen(self, own: int) -> list[int]:
        """What the seat has not seen, in one order whatever the truth is."""
        return sorted(sum((hand for seat, hand in enumerate(self.hands) if seat != own), self.deck))

    def resample(self, agent: str, rng: np.random.Generator) -> Self:
        own = self.possible_agents.index(agent)
        cards = [int(card) for card in rng.permutation(self.unseen(own))]
        world = self.twin()
        world.rng = np.random.default_rng(rng.integers(2**31))
        places = [k for k, (kind, seat, card) in enumerate(self.log) if self.is_hidden(own, kind, seat, card)]
        log = list(self.log)
        for k, card in zip(places, cards, strict=False):
            log[k] = ("draw", log[k][1], card)
        world.retell(log)
        return world

    def is_hidden(self, own: int, kind: str, seat: int, card: int) -> bool:
        return kind == "draw" and seat != own and card in self.hands[seat]

    def retell(self, log: list[Event]) -> None:
        self.begin()
        for event in log:
            self.apply(event)

    def standing(self, log: list[Event]) -> Self:
        found = self.twin()
        found.retell(log)
        found.agents = found.possible_agents[:]
        found.terminations = dict.fromkeys(found.agents, found.plays == PLAYS)
        found.agent_selection = found.possible_agents[found.seat]
        return found

    def history(self) -> Iterator[Self]:
        for k, (kind, _, _) in enumerate(self.log):
            if kind == "play":
                yield self.standing(self.log[:k])
        yield self.standing(self.log)

    def rotated(self, by: int) -> Self:
        return self.standing([(kind, (seat + by) % SEATS, card) for kind, seat, card in self.log])
