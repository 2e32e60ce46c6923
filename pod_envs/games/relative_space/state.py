"""One position of Relative Space as a flat record, and the numbers that name its parts.

A face-down card is not in here: nobody knows it, so it is drawn when it is turned up [0].
"""

import numpy as np

SEATS = 10
SLOTS = 60  # of the largest stash
PODS = 11  # most in play at once
NEW = 11  # the pod of an action that opens one
TARGETS = 12  # pods, and NEW
LAUNCH, STUN, SCAN, BOOTS, TELE, GIVE, NET, ALARM, WRAP = range(13, 22)  # the kinds above the numbers 1..12
NUMBERS = 12
KINDS = 22  # with 0 for none
DOWN = 22  # a face-down card
START_PLAYER, DEAL, FLIP, REFILL = range(4)  # chance kinds
DRAW_START, DEALING, FLIPPING, REFILLING, PLAY, RELATIVE, OWN, THEIRS, TERMINATED, TRUNCATED = range(10)  # phases

STATE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("phase", "i8"),
                ("seat", "i8"),  # to act, -1 nobody
                ("active", "i8"),  # whose turn it is, -1 before the draw
                ("turn", "i8"),  # counts from 1, skipped turns included
                ("winner", "i8"),  # -1 nobody
                ("owed", "i8"),  # plays still to be made in this turn
                ("fresh", "i8"),  # 1: nothing has been played in this turn
                ("doing", "i8"),  # the special that is being carried out, 0 none
                ("chosen", "i8"),  # own slot of the card that is played or chosen, -1 none
                ("receiver", "i8"),  # seat that is given the chosen card, -1 none
                ("pod", "i8"),  # where the last card was played in this turn, -1 nowhere
                ("gaps", "i8"),  # bit set: slots of `active` that were empty when the turn began
                ("to_fill", "i8"),  # bit set: slots that a jam in progress may still fill
                ("returning", "i8"),  # cards that a jam in progress still brings back
                ("dealt", "i8"),  # cards dealt face-up
                ("pods", "i8"),
                ("hidden", "i8"),  # cards that nobody has seen
                ("filled", "i8", (SEATS,)),  # bit set over slots
                ("down", "i8", (SEATS,)),  # bit set: face-down cards
                ("keycards", "i8", (SEATS,)),
                ("stunned", "i8", (SEATS,)),
                ("pile", "i8", (PODS,)),  # cards on a pod
                ("unseen", "i4", (KINDS,)),  # by kind: cards that nobody has seen
                ("held", "i4", (PODS, KINDS)),  # the same by kind
                ("top", "i1", (PODS,)),  # kind, 0 for an empty pod
                ("beat", "i1", (PODS,)),  # number to beat, 0 for none
                ("card", "i1", (SEATS, SLOTS)),  # kind, DOWN, or 0 for an empty slot
            ],
            align=True,
        ),
    )
)
