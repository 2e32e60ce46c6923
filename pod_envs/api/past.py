"""Games told again from their log: each of its decisions so far, and the same game with all seats moved round."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, Self

from pod_envs.core.cell import CHANCE_EVENT
from pod_envs.core.errors import ConfigError
from pod_envs.core.game import Event, Game
from pod_envs.core.table import Table, table_of_events

from .shared import OneGame

__all__ = ["OneTable", "moved_round"]


def moved_round(game: Game, seats: int, events: Sequence[Event], by: int) -> list[Event]:
    """The log of the game in which everything happens to seat s + by that happens to seat s in `events`.

    ConfigError where a seat of the game is special.
    """
    rotation = game.spec.rotation
    if rotation is None:
        raise ConfigError(f"a seat of {game.spec.title} is special, so its seats cannot be moved round")
    found: list[Event] = []
    for who, group in groupby(events, lambda event: event[0]):
        told = [what for _, what in group]
        how = rotation.get(game.spec.chance_kinds[CHANCE_EVENT - who]) if who < 0 else None
        if how == "seat":
            told = [(seat + by) % seats for seat in told]
        elif how == "hands":
            each = len(told) // seats
            hands = [told[k * each : (k + 1) * each] for k in range(seats)]
            told = [card for k in range(seats) for card in hands[(k - by) % seats]] + told[seats * each :]
        found += [(who if who < 0 else (who + by) % seats, what) for what in told]
    return found


class OneTable(OneGame):
    """Mixed into an environment of one table in which every seat is an agent."""

    table: Table | None
    possible_agents: list[str]

    def _running(self) -> Table:
        """The table; NotRunning before the first reset."""
        raise NotImplementedError

    def clone(self, seed: int | None = None) -> Self:
        """An independent copy."""
        raise NotImplementedError

    def history(self) -> Iterator[Self]:
        """The game as it stood at each of its decisions so far, in order, and last as it stands now; each can be kept.

        Observations, masks, texts and pictures are as they were; the infos tell nothing.
        """
        now = self._running()
        past = Table(self.game, self.variant, 0, explicit_chance=True)
        for who, what in now.events:
            if past.seat >= 0:
                yield self._standing(past.clone(), now)
            if who >= 0:
                past.act(what)
            else:
                past.apply_chance(what)
        yield self._standing(past, now)

    def rotated(self, by: int) -> Self:
        """The same game with every seat's part played by the seat `by` places on; ConfigError where a seat is special.

        Observations, masks and pictures are those of the game as it stands; the infos tell nothing.
        """
        now = self._running()
        events = moved_round(self.game, len(self.possible_agents), now.events, by)
        return self._standing(table_of_events(self.game, self.variant, events), now)

    def _standing(self, table: Table, now: Table) -> Self:
        """A copy of this environment that goes on from another table, with chance as in the game now."""
        table.store.cells["explicit"] = now.store.cells["explicit"]
        twin: Any = self.clone()
        agents, key = self.possible_agents, self.game.spec.report_key
        twin.table, twin.aborted, twin.agents = table, False, agents[:]
        twin.agent_selection, twin._skip_agent_selection = agents[max(table.seat, 0)], None
        twin.rewards = dict(zip(agents, table.pay.tolist(), strict=True))
        twin._cumulative_rewards = dict(zip(agents, table.reward.tolist(), strict=True))
        twin._paid = bool(table.pay.any())
        twin.terminations = dict.fromkeys(agents, table.ended == "terminated")
        twin.truncations = dict.fromkeys(agents, table.ended == "truncated")
        twin.infos = {agent: {key: []} for agent in agents}
        return twin  # type: ignore[no-any-return]
