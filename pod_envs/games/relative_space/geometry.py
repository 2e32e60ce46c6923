"""How the cards of a stash lie over one another [section 3, 0.1.13]."""

from collections.abc import Sequence
from itertools import accumulate

__all__ = ["above", "down_slots", "refill_order", "row_starts"]


def row_starts(rows: Sequence[int]) -> list[int]:
    """First slot of each row; row 0 is the deepest."""
    return [0, *accumulate(rows)][:-1]


def above(rows: Sequence[int]) -> list[int]:
    """By slot: bit set of the slots of the next row up whose cards cover it.

    In a row as long as the one under it card j covers card j; in one that is shorter by one, cards j and j + 1.
    """
    covers = [0] * sum(rows)
    starts = row_starts(rows)
    for row in range(1, len(rows)):
        for j in range(rows[row]):
            for under in range(j, j + 1 + rows[row - 1] - rows[row]):
                covers[starts[row - 1] + under] |= 1 << (starts[row] + j)
    return covers


def refill_order(rows: Sequence[int], over_first: bool) -> list[int]:
    """Slots in the order in which a jam fills them: row by row, the deepest first unless `over_first` [0.1.13]."""
    starts = row_starts(rows)
    order = range(len(rows) - 1, -1, -1) if over_first else range(len(rows))
    return [slot for row in order for slot in range(starts[row], starts[row] + rows[row])]


def down_slots(rows: Sequence[int], face_down_rows: Sequence[int]) -> int:
    """Bit set of the slots that begin face-down."""
    starts = row_starts(rows)
    return sum(((1 << rows[row]) - 1) << starts[row] for row in face_down_rows)
