"""One position of Polypods as a flat record, and the numbers that name its parts."""

import numpy as np

from .board import DEGREE, LARGEST

SEATS = 2
GREEN, WHITE = range(SEATS)
EMPTY, ROCK = 0, 3  # owners; seat k owns a disc with owner k + 1
PLAYING, TERMINATED, TRUNCATED = range(3)  # phases
MOST_LOST = (DEGREE + 1) * DEGREE  # feet that one placement can dissolve

STATE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("phase", "i8"),
                ("seat", "i8"),  # to act, -1 nobody
                ("plies", "i8"),  # passes included
                ("passes", "i8"),  # in a row, up to now
                ("score", "i8", (SEATS,)),  # core discs
                ("fringe", "i8", (SEATS,)),  # empty vertices next to one's own discs alone
                ("owner", "i1", (LARGEST,)),
                ("core", "i1", (LARGEST,)),  # 1 = core disc
                ("near", "i1", (SEATS, LARGEST)),  # bit j: neighbour j holds a disc of the seat
                ("hard", "i1", (SEATS, LARGEST)),  # bit j: neighbour j holds a core disc of the seat
                ("label", "i2", (LARGEST,)),  # of a disc: its polypod, named by one of its discs
                ("after", "i2", (LARGEST,)),  # of a disc: the next one in the ring of its polypod
                ("before", "i2", (LARGEST,)),  # and the one before it
                ("discs", "i2", (LARGEST,)),  # by label: discs
                ("cores", "i2", (LARGEST,)),  # by label: core discs
                ("lost", "i2", (MOST_LOST,)),  # scratch: feet dissolved by this placement
                ("losses", "i8"),  # scratch: how many
            ],
            align=True,
        ),
    )
)
