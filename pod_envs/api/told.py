"""What agents were told, as their infos hold it.

Every agent hears a report at its own next decision, and gets one of its own to keep.  So reports are written to bytes
once, and read when somebody looks.
"""

import pickle
from typing import Any

from pod_envs.core.game import Report

from .books import copied_books

__all__ = ["Told"]


class Told:
    """The infos of all agents; those of a report stand under `key`."""

    def __init__(self, key: str, infos: dict[str, dict[str, Any]]) -> None:
        self.key = key
        self.held = infos
        self.unread: dict[str, list[bytes]] = {agent: [] for agent in infos}

    def infos(self) -> dict[str, dict[str, Any]]:
        """The infos themselves, with all that was told."""
        for agent, unread in self.unread.items():
            if unread:
                self.held[agent] = {self.key: [*self.held[agent].get(self.key, ()), *map(pickle.loads, unread)]}
                unread.clear()
        return self.held

    def own(self, agent: str) -> dict[str, Any]:
        """A copy of the infos of `agent`."""
        info, unread = self.held[agent], self.unread[agent]
        if unread:
            return {self.key: [*map(copied_books, info.get(self.key, ())), *map(pickle.loads, unread)]}
        if len(info) == 1 and not info.get(self.key, True):  # as most are
            return {self.key: []}
        return copied_books(info)  # type: ignore[no-any-return]

    def tell(self, report: Report) -> None:
        """Everybody hears a report; what else the infos held is gone."""
        data = pickle.dumps(report, pickle.HIGHEST_PROTOCOL)
        for unread in self.unread.values():
            unread.append(data)

    def forget(self, agent: str) -> None:
        """The agent has decided: what it was told is behind it."""
        if self.unread[agent] or self.held[agent].get(self.key, True):
            self.held[agent] = {self.key: []}
            self.unread[agent].clear()
