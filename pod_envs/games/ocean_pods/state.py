"""One position of Ocean Pods as a flat record, and the numbers that name its parts.

The order of the deck and the unused objectives are not in here: nobody knows them, and they are drawn when they matter.
"""

import numpy as np

SEATS = 5
RESOURCES = 5
FISH, KRILL, CRAB, SEAL, OCTOPUS = range(RESOURCES)
FACES = 4
DOUBLE, REROLL, OCEAN, WILD = range(FACES)  # of the blue die
OCEANS = 4
GROUPS = 4
OPEN = 6  # open cards
DICE = 6
CARDS = 128  # of the largest table
OBJECTIVES = 64  # of the largest table
MOST_SPACES = 6

COLLECT, DOWN, UP, FIRST_WILD, FIRST_TAKE, CLEAN, FIRST_CLAIM, PASS = 64, 65, 66, 67, 72, 77, 78, 84
ACTIONS = 85
FATAL = 3  # plastic tokens in the pod [R10]
TRIGGER = 12  # points of cards [R34]

CHANCE_OCEAN, CHANCE_FIRST, CHANCE_OBJECTIVE, CHANCE_OPEN, CHANCE_WHITE, CHANCE_BLUE, CHANCE_REROLL, CHANCE_REFILL = (
    range(8)
)
DRAW_OCEAN, DRAW_FIRST, DRAW_OBJECTIVE, OPENING, ROLL_WHITE, ROLL_BLUE, REROLLING, REFILL = range(8)  # chance phases
ASK_REROLL, ASK_OCEAN, ASK_WILD, RESOURCE, RESEARCH, SCORED, LOST, TRUNCATED = range(8, 16)
UNSEEN, ON_OFFER = -1, -2  # places of a card that no seat owns
NOTHING = -1  # no card, no die, no objective, nobody

STATE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("phase", "i8"),
                ("seat", "i8"),  # to act, -1 nobody
                ("active", "i8"),  # whose turn it is
                ("first", "i8"),  # first player of the round, -1 before the draw
                ("turn", "i8"),  # turns finished in this round
                ("rounds", "i8"),  # rounds begun
                ("boat", "i8"),  # space from the top of the column
                ("pod", "i8"),  # plastic tokens in the pod
                ("triggered", "i8"),
                ("double", "i8"),
                ("blue", "i8"),  # face of the blue die, -1 before it is rolled
                ("drawn", "i8"),  # oceans, objectives, open cards or dice drawn in this phase
                ("again", "i8"),  # bit set: dice slots still to be rolled again
                ("gap", "i8"),  # open slot that is to be refilled, -1 none
                ("unseen", "i8"),  # cards not yet turned up
                ("order", "i8", (OCEANS,)),  # ocean by position in the column, -1 not yet placed
                ("objective", "i8", (SEATS,)),
                ("offer", "i8", (OPEN,)),  # card in each open slot, -1 none
                ("dice", "i8", (DICE,)),  # resource in each dice slot, -1 none
                ("tokens", "i8", (SEATS, RESOURCES)),
                ("plastic", "i8", (SEATS,)),
                ("points", "i8", (SEATS,)),  # of cards
                ("cards", "i8", (SEATS,)),  # number of cards claimed
                ("by_ocean", "i8", (SEATS, OCEANS)),  # claimed cards that live in each ocean
                ("by_group", "i8", (SEATS, GROUPS)),
                ("by_cost", "i8", (SEATS, RESOURCES)),  # claimed cards whose cost has the resource
                ("bonus", "i8", (SEATS,)),  # points of objectives, once they are scored
                ("total", "i8", (SEATS,)),  # once it is scored
                ("owner", "i1", (CARDS,)),  # seat, ON_OFFER or UNSEEN
            ],
            align=True,
        ),
    )
)
