"""Pod-X positions as the rules page draws them, and tables on which they are played out.

A seat is drawn as its cards on the table in the order it plays them, a bar, its cards in hand; a leading `x` marks a
seat that folds: `x S2 S3 | P2 S7`.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np

from pod_envs.core.table import Table

__all__ = ["FOLD", "NAMES", "PASS", "Drawn", "deal", "draw", "ids", "moves", "play_out", "position", "table_for"]

DECK = "P0 P1 P2 P3 P5 P6 P7 P8 H4 S0 S1 S2 S3 S5 S6 S7 S8"
NAMES = DECK.split()
NUMBERS = [int(name[1]) for name in NAMES]
PASS, FOLD = 17, 18
WORDS = {"pass": PASS, "fold": FOLD}


@dataclass(frozen=True)
class Drawn:
    """A position at the end of a round: cards by seat, the seats that have folded, the secret card."""

    secret: int
    tables: list[list[int]]
    hands: list[list[int]]
    folded: list[bool]


def ids(text: str) -> list[int]:
    """Card ids of a text such as `P6 S1`."""
    return [NAMES.index(word) for word in text.split()]


def draw(secret: str, *seats: str) -> Drawn:
    """Read a drawn position; it must use every card of its deck once."""
    piles = [seat.removeprefix("x ").split("|") for seat in seats]
    tables, hands = [ids(table) for table, _ in piles], [sorted(ids(hand)) for _, hand in piles]
    drawn = Drawn(ids(secret)[0], tables, hands, [seat.startswith("x ") for seat in seats])
    used = sorted(chain([drawn.secret], *tables, *hands))
    assert used == [card for card in range(17) if len(seats) == 4 or card not in (0, 7, 9, 16)], used
    return drawn


def table_for(seats: int, dealer: int = 0, **options: Any) -> Table:
    """A table on which chance is left to the test, the first dealer drawn."""
    table = Table("pod_x", {"num_players": seats, **options}, seed=0, explicit_chance=True)
    table.apply_chance(dealer)
    return table


def deal(table: Table, secret: str, *hands: str) -> Table:
    """Deal one round; cards that are left out go, ascending, where there is room."""
    named = [ids(hand) for hand in hands]
    out = {*ids(secret), *chain(*named)}
    spare = [card for card in table.variant.deck() if card not in out]
    for hand in named:
        while len(hand) < table.variant.hand_size:
            hand.append(spare.pop(0))
    for card in [*chain(*named), *ids(secret)]:
        table.apply_chance(card)
    return table


def moves(table: Table, text: str) -> None:
    """Moves such as `A P7, B pass`; each must be due and leave the round running, except for the last."""
    rounds = len(table.reports)
    for part in text.split(", "):
        seat, word = part.split()
        assert len(table.reports) == rounds, f"the round is over before {part}"
        assert table.seat == "ABCD".index(seat), f"seat {table.seat} is to act before {part}"
        table.act(WORDS[word] if word in WORDS else ids(word)[0])


def play_out(table: Table, drawn: Drawn) -> list[int]:
    """Deal and play one round to the drawn position: each seat plays its cards, then passes, or folds if drawn so."""
    for shown, hand in zip(drawn.tables, drawn.hands, strict=True):
        for card in [*shown, *hand]:
            table.apply_chance(card)
    table.apply_chance(drawn.secret)
    rounds, left = len(table.reports), [list(shown) for shown in drawn.tables]
    while len(table.reports) == rounds:
        seat = table.seat
        table.act(left[seat].pop(0) if left[seat] else FOLD if drawn.folded[seat] else PASS)
    assert not any(left), "the round ended before the drawn position arose"
    points: list[int] = table.reports[-1]["points"]
    return points


def position(table: Table) -> Drawn:
    """The position on the table, the last one of a finished game included."""
    s, seats = table.state[0], range(table.variant.num_players)
    tables = [[card for card in s.order[seat].tolist() if card >= 0] for seat in seats]
    hands = [np.flatnonzero(s.hand[seat]).tolist() for seat in seats]
    return Drawn(int(s.secret), tables, hands, [bool(s.folded[seat]) for seat in seats])
