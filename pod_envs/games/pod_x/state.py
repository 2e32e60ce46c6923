"""One position of Pod-X as a flat record, and the numbers that name its parts."""

import numpy as np

from .scoring import CARDS, KINDS

SEATS = 4
HAND = 4
PASS = 17
FOLD = 18
ACTIONS = 19
FIRST_DEALER, DEAL = range(2)  # chance kinds
DRAW_DEALER, DEALING, PLAYING, TERMINATED, TRUNCATED = range(5)  # phases

STATE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("phase", "i8"),
                ("seat", "i8"),  # to act, -1 nobody
                ("dealer", "i8"),  # -1 before the draw
                ("secret", "i8"),  # card id, -1 before it is dealt
                ("dealt", "i4"),  # cards dealt in this round
                ("deck", "i1", (CARDS,)),  # 1 = not dealt yet
                ("hand", "i1", (SEATS, CARDS)),
                ("shown_by", "i1", (CARDS,)),  # seat that the card lies face-up in front of, -1 none
                ("order", "i8", (SEATS, HAND)),  # card ids in the order they were played, -1 none
                ("standing", "i4", (2, SEATS, KINDS)),  # by zone, seat and kind of condition, NOTHING: not eligible
                ("folded", "i1", (SEATS,)),
                ("pending", "i1", (SEATS,)),  # must still pass for the round to end
                ("last", "i1", (SEATS,)),  # last action of this round, -1 none
                ("played", "i4", (SEATS,)),
                ("streak", "i4"),  # passes and folds since the last play
                ("table_sum", "i4"),
                ("round_index", "i8"),
                ("score", "i8", (SEATS,)),
            ],
            align=True,
        ),
    )
)
