"""Relative Space reference twin, the stash: which slots a layout has, which cover which, which are refilled first."""

from __future__ import annotations

from itertools import pairwise

from tests.games.reference_relative_space_variant import EMPTY

__all__ = ["Layout"]


class Layout:
    """The slots of a stash, numbered row by row from the deepest row, left to right [0.1.13]."""

    def __init__(self, rows: list[int], refill_order: str) -> None:
        self.size = sum(rows)
        self.rows: list[list[int]] = []  # the slots of each row, the deepest first
        for length in rows:
            first = sum(map(len, self.rows))
            self.rows.append(list(range(first, first + length)))
        self.covered_by: list[list[int]] = [[] for _ in range(self.size)]
        for under, over in pairwise(self.rows):
            self.lay(under, over)
        order = self.rows if refill_order == "under_first" else self.rows[::-1]
        self.refill_order = [slot for row in order for slot in row]

    def lay(self, under: list[int], over: list[int]) -> None:
        """Lay a row over another: straight on it if as long, otherwise over the gaps."""
        for j, slot in enumerate(over):
            covered = [under[j]] if len(over) == len(under) else [under[j], under[j + 1]]
            for below in covered:
                self.covered_by[below].append(slot)

    def slots_of(self, rows: list[int]) -> list[int]:
        """The slots of some rows, ascending."""
        return sorted(slot for row in rows for slot in self.rows[row])

    def available(self, stash: list[int]) -> list[int]:
        """The slots with a card that nothing covers, ascending."""
        occupied = self.occupied(stash)
        return [slot for slot in occupied if not any(over in occupied for over in self.covered_by[slot])]

    def occupied(self, stash: list[int]) -> list[int]:
        """The slots with a card, ascending."""
        return [slot for slot in range(self.size) if stash[slot] != EMPTY]

    def empty(self, stash: list[int]) -> list[int]:
        """The slots without a card, in refill order."""
        return [slot for slot in self.refill_order if stash[slot] == EMPTY]
