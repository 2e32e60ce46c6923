"""What always holds in Polypods, T1 to T7 of the page, and small boards played out, over the reference twin."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from tests.games.reference_polypods import Game, alive, core_discs, fringe, may_place, play, polypods
from tests.games.reference_polypods_board import Board

SEEDS = range(12)
BOARDS = ["snub-6x6-S", "snub-5x5-T", "snub-3x7-S", "t33434-2"]


@dataclass(frozen=True)
class Turn:
    """One placement: the board before and after, the vertex, the colours, and what changed."""

    board: Board
    before: list[str]
    after: list[str]
    move: int
    me: str
    foe: str
    changes: dict[str, list[int]]

    def with_disc(self) -> list[str]:
        """The board after step 1."""
        return [*self.before[: self.move], self.me, *self.before[self.move + 1 :]]

    def touching(self, vertices: set[int], owners: list[str], colour: str) -> set[int]:
        """The neighbours of some vertices that a colour owns."""
        return {w for v in vertices for w in self.board.neighbours[v] if owners[w] == colour}


def turns(name: str) -> Iterator[Turn]:
    """Every placement of random games that pass only when they must, so that boards fill and polypods die."""
    for seed in SEEDS:
        rng, game = random.Random(seed), Game({"board": name})
        while not game.over:
            before, turn = list(game.owners), game.turn
            action = rng.choice(game.placements() or [game.pass_action])
            game.apply(action)
            if action != game.pass_action:
                colours = "ab"[turn], "ab"[1 - turn]
                yield Turn(game.board, before, list(game.owners), action, *colours, game.changes)


@pytest.fixture(scope="module", params=BOARDS)
def placements(request: pytest.FixtureRequest) -> list[Turn]:
    """The placements on one board, in which feet dissolve."""
    found = list(turns(request.param))
    assert any(turn.changes["dissolved"] for turn in found)
    return found


def test_polypods_die_in_the_games() -> None:
    """The properties below say something about deaths too."""
    assert sum(bool(turn.changes["removed"]) for name in BOARDS for turn in turns(name)) >= 5


def test_t1_no_core_touches_a_foe(placements: list[Turn]) -> None:
    """After every turn."""
    for turn in placements:
        for one, other in ("ab", "ba"):
            assert not turn.touching(core_discs(turn.board, turn.after, one), turn.after, other)


def test_t2_no_cascade(placements: list[Turn]) -> None:
    """Step 3 on the board of step 4 finds nothing more: what reverts to a foot touches no disc of the mover."""
    for turn in placements:
        left = turn.with_disc()
        for w in turn.changes["dissolved"]:
            left[w] = "."
        reverted = core_discs(turn.board, turn.before, turn.foe) - core_discs(turn.board, left, turn.foe)
        assert not turn.touching(reverted, left, turn.me)


def test_t3_what_dissolves(placements: list[Turn]) -> None:
    """Only the placed disc and its friends turn core, and exactly their foe neighbours dissolve."""
    for turn in placements:
        added = turn.with_disc()
        new = core_discs(turn.board, added, turn.me) - core_discs(turn.board, turn.before, turn.me)
        assert new <= {turn.move} | turn.touching({turn.move}, added, turn.me)
        assert turn.changes["dissolved"] == sorted(turn.touching(new, added, turn.foe))


def test_t4_polypods_never_split(placements: list[Turn]) -> None:
    """What dissolving leaves of a polypod is connected."""
    for turn in placements:
        left = turn.with_disc()
        for w in turn.changes["dissolved"]:
            left[w] = "."
        groups = polypods(turn.board, left, turn.foe)
        for pod in polypods(turn.board, turn.before, turn.foe):
            assert sum(bool(group & pod) for group in groups) <= 1


def test_t5_all_alive_and_the_mover_unharmed(placements: list[Turn]) -> None:
    """Only polypods that lost a foot die, and the mover loses nothing."""
    for turn in placements:
        assert all(alive(turn.board, turn.after, pod) for one in "ab" for pod in polypods(turn.board, turn.after, one))
        own = [owner if owner == turn.me else "." for owner in turn.with_disc()]
        assert [owner if owner == turn.me else "." for owner in turn.after] == own
        dead = set(turn.changes["removed"] + turn.changes["petrified"])
        hit = [pod for pod in polypods(turn.board, turn.before, turn.foe) if pod & set(turn.changes["dissolved"])]
        assert dead <= set().union(*hit)


def test_t6_rocks_stay(placements: list[Turn]) -> None:
    """Rocks never disappear."""
    for turn in placements:
        rocks = {v for v, owner in enumerate(turn.after) if owner == "#"} - set(turn.changes["petrified"])
        assert rocks == {v for v, owner in enumerate(turn.before) if owner == "#"}


def test_t7_death_without_a_rock() -> None:
    """Only where no foot is left. No play leads to this position, but the steps are the same."""
    # A A . .   White places 13, between   . . . .
    # A A . .   the discs 12 and 14, and   . . . .
    # . a . .   dissolves the only foot    . . . .
    # b . b .                              b B b .
    game = Game({"board": "snub-4x4-S"}, "AA..AA...a..b.b. w 0")
    game.apply(13)
    assert game.changes == {"dissolved": [9], "removed": [0, 1, 4, 5], "petrified": []}
    assert game.board_string() == "............bBb."


def test_reverted_disc_petrifies() -> None:
    """Feet petrify by their roles after step 4 (ruling 6): 35 is core before the turn and a rock after it."""
    # . . . . . . .   White places 30; the feet   . . . . . . .
    # . . . . . . .   28, 31 and 37 dissolve,     . . . . . . .
    # b . . . . . .   35 has one friend left,     b . . . . . .
    # . b . b . . .   and 4 core are more than    . b . b . . .
    # a b . a . . .   the feet 35, 39 and 45      . B B . . . .
    # A . a A a b .                               # . . . # b .
    # A A A a b . .                               . . . # b . .
    game = Game({"board": "snub-7x7-S"}, "..............b.......b.b...ab.a...A.aAab.AAAab.. w 0")
    game.apply(30)
    assert game.changes == {"dissolved": [28, 31, 37], "removed": [38, 42, 43, 44], "petrified": [35, 39, 45]}
    assert game.board_string() == "..............b.......b.b....BB....#...#b....#b.."


@pytest.mark.parametrize("name", ["snub-4x4-S", "snub-5x5-T", "snub-4x3-S", "t33434-1"])
def test_symmetric_games(name: str) -> None:
    """A game and its image under each symmetry go the same way, ply by ply."""
    rng, board = random.Random(name), Board(name)
    for image in board.symmetries():
        one, other = Game({"board": name}), Game({"board": name})
        turned = [*image, board.size]
        while not one.over:
            assert sorted(turned[action] for action in one.legal()) == other.legal()
            action = rng.choice(one.legal())
            one.apply(action)
            other.apply(turned[action])
            assert [other.board_string()[image[v]] for v in range(board.size)] == list(one.board_string())
        assert (one.ended, one.details()) == (other.ended, other.details())


def test_colours_swapped() -> None:
    """White to move is Green to move with the colours swapped."""
    for turn in turns("snub-5x5-T"):
        swapped = ["ab"["ba".index(owner)] if owner in "ab" else owner for owner in turn.before]
        after, changes = play(turn.board, swapped, turn.move, turn.foe)
        assert may_place(turn.board, swapped, turn.move, turn.foe) and changes == turn.changes
        assert ["ab"["ba".index(owner)] if owner in "ab" else owner for owner in after] == turn.after


# Small boards played out ---------------------------------------------------------------------------------------------

Key = tuple[str, int, int]


@dataclass
class Solver:
    """The value of every reachable state of a board without cycles, for Green: 1, 0 or -1. `plies` is no part of it."""

    board: Board
    values: dict[Key, int] = field(default_factory=dict)

    def value(self, owners: list[str], turn: int, passes: int) -> int:
        """The value with perfect play."""
        key = ("".join(owners), turn, passes)
        if key not in self.values:
            ends = [self.result(owners) if passes else self.value(owners, 1 - turn, 1)]
            ends += [self.value(after, 1 - turn, 0) for after in self.after_placements(owners, "ab"[turn])]
            self.values[key] = max(ends) if turn == 0 else min(ends)
        return self.values[key]

    def after_placements(self, owners: list[str], me: str) -> list[list[str]]:
        """The boards that a placement can lead to."""
        legal = [v for v in range(self.board.size) if may_place(self.board, owners, v, me)]
        return [play(self.board, owners, v, me)[0] for v in legal]

    def result(self, owners: list[str]) -> int:
        """Core, then fringe."""
        core = [len(core_discs(self.board, owners, colour)) for colour in "ab"]
        spare = [fringe(self.board, owners, colour, False) for colour in "ab"]
        return (core > core[::-1]) - (core < core[::-1]) or (spare > spare[::-1]) - (spare < spare[::-1])

    def first_moves(self) -> list[int]:
        """The value after each first move, the pass last."""
        empty = ["."] * self.board.size
        return [self.value(after, 1, 0) for after in self.after_placements(empty, "a")] + [self.value(empty, 1, 1)]


# The page's exact results: the value after each first move, the pass last, and the number of reachable states.
SOLVED = {
    "snub-2x2-S": ([0, 0, 0, 0, 0], 258),
    "snub-2x2-T": ([0, 0, 0, 0, 0], 246),
    "snub-2x3-S": ([0, 1, 0, 0, 1, 0, -1], 2110),
    "snub-2x3-T": ([0, 1, 0, 0, 1, 0, -1], 2110),
}


@pytest.mark.parametrize("name", SOLVED)
def test_exact_results(name: str) -> None:
    """Values and numbers of states that an exhaustive search of another program found."""
    solver = Solver(Board(name))
    firsts, states = SOLVED[name]
    assert solver.value(["."] * solver.board.size, 0, 0) == max(firsts)
    assert (solver.first_moves(), len(solver.values)) == (firsts, states)
