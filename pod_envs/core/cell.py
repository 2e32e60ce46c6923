"""What the driver keeps beside each game: whose turn, rewards, the log's length.  Never read by the rules.

`head` is what a caller looks at after a step: seat to act (-1: nobody), ended (0 no, 1 terminated, 2 truncated),
whether a seat was paid in the last step, whether something worth telling happened (then `news` says what).
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .jit import Record, helper

__all__ = [
    "CELL",
    "CHANCE_EVENT",
    "ENDED",
    "LOG_FULL",
    "LOST",
    "MAX_NEWS",
    "MAX_SEATS",
    "NEWS",
    "PAID",
    "RESET",
    "SEAT",
    "SKIP",
    "TOLD",
    "clear",
    "collect",
    "empty_cells",
    "note",
    "open_step",
]

MAX_SEATS = 10
MAX_NEWS = 16
SEAT, ENDED, PAID, NEWS = range(4)  # places in `head`
SKIP = -1  # the action that leaves a table alone
RESET = -2  # the action that begins a new game
TOLD = 2  # status of a chance event that told all seats something
LOG_FULL = -1  # status of a kernel that changed nothing because a log is full
LOST = -1  # length of a log that one call had more events for than the rules' ROOM
CHANCE_EVENT = -1  # log code of chance kind 0; kind k is CHANCE_EVENT - k

CELL = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("head", "i8", (4,)),
                ("events", "i8"),  # length of the log, or LOST
                ("viewer", "i8"),  # seat that acts or acted last
                ("explicit", "i8"),  # 1: chance is left to the caller
                ("due", "f8", (MAX_SEATS,)),  # what the rules pay, until it is booked
                ("pay", "f8", (MAX_SEATS,)),  # in the last step, the chance after it included
                ("reward", "f8", (MAX_SEATS,)),  # since the seat's own last decision
                ("returns", "f8", (MAX_SEATS,)),  # since the game began
                ("news", "i8", (MAX_NEWS,)),  # as the game says
            ],
            align=True,
        ),
    )
)


@helper
def clear(c: Record) -> None:
    """A new game begins."""
    c.events = 0
    c.viewer = 0
    for k in range(4):
        c.head[k] = 0
    for seat in range(MAX_SEATS):
        c.due[seat] = 0.0
        c.pay[seat] = 0.0
        c.reward[seat] = 0.0
        c.returns[seat] = 0.0
    for k in range(MAX_NEWS):
        c.news[k] = 0


@helper
def note(c: Record, log: NDArray[np.int32], who: int, what: int) -> None:
    """Append an event to the log; a log without room at all is not kept, and a full one is lost."""
    if log.shape[0] > 0 and c.events != LOST:
        if c.events < log.shape[0]:
            log[c.events, 0] = who
            log[c.events, 1] = what
            c.events += 1
        else:
            c.events = LOST


@helper
def open_step(c: Record, seat: int, seats: int) -> None:
    """`seat` decides: its reward starts anew, and nothing has been paid or told in this step yet."""
    c.viewer = seat
    c.reward[seat] = 0.0
    c.head[PAID] = 0
    c.head[NEWS] = 0
    for other in range(seats):
        c.pay[other] = 0.0


@helper
def collect(c: Record, seats: int) -> None:
    """Book what is due."""
    paid = 0
    for seat in range(seats):
        if c.due[seat] != 0.0:
            c.pay[seat] += c.due[seat]
            c.reward[seat] += c.due[seat]
            c.returns[seat] += c.due[seat]
            c.due[seat] = 0.0
        if c.pay[seat] != 0.0:
            paid = 1
    c.head[PAID] = paid


def empty_cells(count: int) -> Any:
    """Cells of tables on which no game has begun."""
    cells = np.zeros(count, CELL)
    cells["head"][:, SEAT] = -1
    return cells
