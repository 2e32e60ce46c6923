"""Polypods reference twin, the rules: slow, plain, and written from the rules page alone.

Only rules live here: no randomness, no files, no arrays. Owners are a list of `.` empty, `a` Green,
`b` White and `#` rock, one a vertex; every role, polypod and count is worked out anew from it.
"Step", "ruling" and T1 to T8 are those of the page.
"""

from __future__ import annotations

from typing import Any

from tests.games.reference_polypods_board import Board
from tests.games.reference_polypods_variant import Options, resolve

__all__ = ["Board", "Game", "alive", "core_discs", "fringe", "may_place", "owners_of", "play", "polypods", "resolve"]

Owners = list[str]

EMPTY, ROCK = ".", "#"
COLOURS = "ab"  # by seat: Green, White
SIDES = "gw"


def foe_of(colour: str) -> str:
    """The other colour."""
    return COLOURS[1 - COLOURS.index(colour)]


# Roles and polypods --------------------------------------------------------------------------------------------------


def friends(board: Board, owners: Owners, v: int) -> list[int]:
    """The neighbours of a disc that have its colour."""
    return [w for w in board.neighbours[v] if owners[w] == owners[v]]


def is_core(board: Board, owners: Owners, v: int) -> bool:
    """True for a core disc, False for a foot."""
    near = friends(board, owners, v)
    return len(near) >= 3 or (len(near) == 2 and near[1] not in board.neighbours[near[0]])


def core_discs(board: Board, owners: Owners, colour: str) -> set[int]:
    """All core discs of a colour on the whole board."""
    return {v for v in range(board.size) if owners[v] == colour and is_core(board, owners, v)}


def polypod(board: Board, owners: Owners, v: int) -> set[int]:
    """All discs that hang together with the disc on v, by flood fill."""
    found, edge = {v}, [v]
    while edge:
        new = [w for w in friends(board, owners, edge.pop()) if w not in found]
        found.update(new)
        edge += new
    return found


def polypods(board: Board, owners: Owners, colour: str) -> list[set[int]]:
    """The polypods of a colour, in the order of their lowest vertex."""
    found: list[set[int]] = []
    for v in range(board.size):
        if owners[v] == colour and not any(v in pod for pod in found):
            found.append(polypod(board, owners, v))
    return found


def alive(board: Board, owners: Owners, pod: set[int]) -> bool:
    """At least as many feet as core discs."""
    core = [v for v in pod if is_core(board, owners, v)]
    return len(pod) - len(core) >= len(core)


# A turn --------------------------------------------------------------------------------------------------------------


def may_place(board: Board, owners: Owners, v: int, me: str) -> bool:
    """True if `me` may place a disc on v."""
    if owners[v] != EMPTY:
        return False
    foe = foe_of(me)
    if any(owners[w] == foe and is_core(board, owners, w) for w in board.neighbours[v]):
        return False  # ruling 3
    after = [*owners[:v], me, *owners[v + 1 :]]
    return alive(board, after, polypod(board, after, v))  # ruling 4


def play(board: Board, owners: Owners, v: int, me: str) -> tuple[Owners, dict[str, list[int]]]:
    """The board after `me` placed a disc on v, and the vertices of every change but that, ascending."""
    foe = foe_of(me)
    after = [*owners[:v], me, *owners[v + 1 :]]  # step 1
    own_core, foe_core = core_discs(board, after, me), core_discs(board, after, foe)  # step 2
    feet = [w for w in range(board.size) if after[w] == foe and w not in foe_core]
    dissolved = [w for w in feet if own_core.intersection(board.neighbours[w])]
    for w in dissolved:  # step 3
        after[w] = EMPTY
    foe_core = core_discs(board, after, foe)  # step 4
    dead = [pod for pod in polypods(board, after, foe) if not alive(board, after, pod)]  # all on the same board
    doomed = sorted(w for pod in dead for w in pod)
    for w in doomed:  # step 5
        after[w] = EMPTY if w in foe_core else ROCK
    removed = [w for w in doomed if w in foe_core]
    return after, {"dissolved": dissolved, "removed": removed, "petrified": [w for w in doomed if w not in foe_core]}


# Counting ------------------------------------------------------------------------------------------------------------


def fringe(board: Board, owners: Owners, colour: str, rock_spoils: bool) -> int:
    """The empty vertices next to that colour and not to the other; nor to a rock, if rocks spoil (ruling 10)."""
    near = [{owners[w] for w in board.neighbours[v]} for v in range(board.size) if owners[v] == EMPTY]
    spoiling = {foe_of(colour), ROCK} if rock_spoils else {foe_of(colour)}
    return sum(colour in around and not around & spoiling for around in near)


def board_string(board: Board, owners: Owners) -> str:
    """One character a vertex in id order; core discs are capitals."""
    core = core_discs(board, owners, "a") | core_discs(board, owners, "b")
    return "".join(owner.upper() if v in core else owner for v, owner in enumerate(owners))


def owners_of(board: Board, text: str) -> Owners:
    """The owners that a board string shows; ValueError if its length, a letter or a role is wrong."""
    if len(text) != board.size:
        raise ValueError(f"{text!r} has {len(text)} characters: {board.name} has {board.size} vertices")
    if strange := set(text) - set(".aAbB#"):
        raise ValueError(f"{text!r} holds {sorted(strange)}: wanted . a A b B #")
    owners = list(text.lower())
    if board_string(board, owners) != text:
        raise ValueError(f"{text!r} has a wrong role: by its discs it is {board_string(board, owners)!r}")
    return owners


# Games ---------------------------------------------------------------------------------------------------------------


class Game:
    """One game in progress. Attributes are public to be read; only `apply` changes them."""

    def __init__(self, options: Options, position: str | None = None, plies: int = 0) -> None:
        """From the empty board, or from a position `BOARD SIDE PASSES` that `plies` plies led to."""
        self.variant = resolve(options)
        self.board = Board(self.variant["board"])
        self.pass_action = self.board.size
        self.owners = [EMPTY] * self.board.size
        self.turn, self.passes, self.plies = 0, 0, plies
        self.ended: str | None = None
        self.last_action: int | None = None
        self.changes: dict[str, list[int]] = {"dissolved": [], "removed": [], "petrified": []}  # by the last action
        if position is not None:
            self.set_position(position)

    def set_position(self, text: str) -> None:
        """Board, side and passes of a text."""
        parts = text.split(" ")
        if len(parts) != 3 or parts[1] not in ("g", "w") or parts[2] not in ("0", "1"):
            raise ValueError(f"{text!r} is no position: wanted BOARD SIDE PASSES, SIDE g or w, PASSES 0 or 1")
        self.owners = owners_of(self.board, parts[0])
        self.turn, self.passes = SIDES.index(parts[1]), int(parts[2])

    @property
    def over(self) -> bool:
        """True once nothing is asked any more."""
        return self.ended is not None

    def weights(self) -> None:
        """No draw is ever due."""

    def apply_chance(self, outcome: int) -> None:
        """ValueError: nothing is drawn."""
        raise ValueError(f"outcome {outcome!r}: no draw is due")

    def seat(self) -> int | None:
        """The seat to act."""
        return None if self.over else self.turn

    def placements(self) -> list[int]:
        """The vertices where the seat to act may place, ascending."""
        if self.over:
            return []
        return [v for v in range(self.board.size) if may_place(self.board, self.owners, v, COLOURS[self.turn])]

    def legal(self) -> list[int]:
        """The legal actions, ascending: the pass comes last; none after the end."""
        return [] if self.over else [*self.placements(), self.pass_action]

    def apply(self, action: int) -> None:
        """Take one decision of the seat to act; ValueError changes nothing."""
        if self.over:
            raise ValueError("the game is over: no decision is due")
        if type(action) is not int or action not in self.legal():
            raise ValueError(f"seat {self.turn}: action {action!r} is none of {self.legal()}")
        self.last_action = action
        self.plies += 1
        if action == self.pass_action:
            self.passes += 1
            self.changes = {key: [] for key in self.changes}
        else:
            self.passes = 0
            self.owners, self.changes = play(self.board, self.owners, action, COLOURS[self.turn])
        self.turn = 1 - self.turn
        self.ended = self.game_end()

    def game_end(self) -> str | None:
        """How the game stands after a ply: the rules come before the limit."""
        if self.passes == 2:
            return "terminated"
        return "truncated" if self.plies >= self.variant["max_plies"] else None

    # What a comparison reads

    def board_string(self) -> str:
        """The board with role letters."""
        return board_string(self.board, self.owners)

    def position(self) -> str:
        """The position as text, while the game runs."""
        if self.passes == 2:
            raise ValueError("two passes have ended the game: a position holds 0 or 1")
        return f"{self.board_string()} {SIDES[self.turn]} {self.passes}"

    def scores(self) -> list[int]:
        """Core discs by seat."""
        return [len(core_discs(self.board, self.owners, colour)) for colour in COLOURS]

    def fringe(self) -> list[int]:
        """Empty vertices next to one colour alone, by seat."""
        rock_spoils = self.variant["rock_spoils_fringe"]
        return [fringe(self.board, self.owners, colour, rock_spoils) for colour in COLOURS]

    def polypod_facts(self) -> list[tuple[int, int]]:
        """For every vertex the size and the core count of the polypod there; (0, 0) where no disc is."""
        facts = [(0, 0)] * self.board.size
        for pod in [pod for colour in COLOURS for pod in polypods(self.board, self.owners, colour)]:
            core = sum(is_core(self.board, self.owners, v) for v in pod)
            for v in pod:
                facts[v] = (len(pod), core)
        return facts

    def leader(self) -> int | None:
        """Who would win if the game ended by the rules now: more core, then more fringe; None is a draw."""
        for green, white in (self.scores(), self.fringe()):
            if green != white:
                return 0 if green > white else 1
        return None

    def winner(self) -> int | None:
        """The seat that won; None for a draw, and unless the game ended by the rules."""
        return self.leader() if self.ended == "terminated" else None

    def returns(self) -> list[float]:
        """The total reward by seat so far."""
        if self.variant["reward"] == "score":
            green, white = self.scores()
            return [(green - white) / self.board.size, (white - green) / self.board.size]
        winner = self.winner()
        return [0.0, 0.0] if winner is None else [1.0 if seat == winner else -1.0 for seat in (0, 1)]

    def details(self) -> dict[str, Any]:
        """What a game record tells about the game."""
        return {"scores": self.scores(), "fringe": self.fringe(), "plies": self.plies, "winner": self.winner()}

    def snapshot(self) -> dict[str, Any]:
        """All public facts of this moment, in plain values."""
        facts = {"seat": self.seat(), "legal": self.legal(), "board": self.board_string(), "passes": self.passes}
        return {**facts, "ended": self.ended, "returns": self.returns(), **self.details()}
