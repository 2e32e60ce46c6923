"""What always holds in the engine of Polypods: T1 to T7 of the page, the running counts, symmetries and colours.

Everything that the engine keeps up to date disc by disc is worked out anew here from the owners, with the twin's plain
functions.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
import pytest

from pod_envs.core.table import Table
from pod_envs.games.polypods.position import arrange
from tests.games.drawn_polypods import GAME, board
from tests.games.reference_polypods import Board, alive, core_discs, fringe, is_core, polypods
from tests.games.variants_polypods import SMALL, WAYS

GAMES = 12  # on each board, four of each way to play
SYMMETRIC = [
    *("snub-4x4-S", "snub-4x4-T", "snub-5x5-S", "snub-5x5-T", "snub-6x6-S", "snub-2x4-S", "snub-4x6-S"),
    *("t33434-1", "t33434-2"),
]
Owners = list[str]


@dataclass(frozen=True)
class Turn:
    """One placement: state and owners before and after, the vertex, the colours, and what all were told."""

    board: Board
    before: Owners
    after: Owners
    state: Any  # after
    move: int
    seat: int
    told: dict[str, int] = field(default_factory=dict)

    @property
    def me(self) -> str:
        """The mover's colour."""
        return "ab"[self.seat]

    @property
    def foe(self) -> str:
        """The other colour."""
        return "ba"[self.seat]

    def with_disc(self) -> Owners:
        """The board after step 1."""
        return [*self.before[: self.move], self.me, *self.before[self.move + 1 :]]

    def hardened(self) -> set[int]:
        """The mover's discs that have become core, by the engine."""
        core = {v for v in np.flatnonzero(self.state.core).tolist() if self.after[v] == self.me}
        return core - core_discs(self.board, self.before, self.me)

    def gone(self) -> set[int]:
        """Where the foe had a disc and has none."""
        return {v for v, owner in enumerate(self.before) if owner == self.foe and self.after[v] != self.foe}

    def touching(self, vertices: set[int], owners: Owners, colour: str) -> set[int]:
        """The neighbours of some vertices that a colour owns."""
        return {w for v in vertices for w in self.board.neighbours[v] if owners[w] == colour}


def owners_in(table: Table) -> Owners:
    """The owners on a table."""
    return list(board(table).lower())


@cache
def turns(name: str) -> list[Turn]:
    """Every placement of some games."""
    return list(play(name))


def play(name: str) -> Iterator[Turn]:
    """Play them."""
    graph = Board(name)
    for seed in range(GAMES):
        rng, table = random.Random(seed), Table("polypods", {"board": name}, seed=seed)
        way = list(WAYS.values())[seed % len(WAYS)]
        while table.ended is None:
            seat, before, reports = table.seat, owners_in(table), len(table.reports)
            action = way(rng, table)
            table.act(action)
            if action < graph.size:
                told = table.reports[-1] if len(table.reports) > reports else {}
                yield Turn(graph, before, owners_in(table), table.state[0], action, seat, told)


@pytest.fixture(scope="module", params=SMALL)
def placements(request: pytest.FixtureRequest) -> list[Turn]:
    """The placements on one board, in which feet dissolve."""
    found = turns(request.param)
    assert sum(bool(turn.told) for turn in found) > 10
    return found


def test_polypods_die_in_the_games() -> None:
    """The properties below say something about deaths too."""
    assert sum(turn.told.get("cleared", 0) > 0 for name in SMALL for turn in turns(name)) >= 10


# The running counts --------------------------------------------------------------------------------------------------


def test_roles_and_scores(placements: list[Turn]) -> None:
    """Role flags, near and hard bits, core and fringe."""
    for turn in placements:
        graph, owners, s = turn.board, turn.after, turn.state
        core = core_discs(graph, owners, "a") | core_discs(graph, owners, "b")
        assert set(np.flatnonzero(s.core).tolist()) == core
        for seat, colour in enumerate("ab"):
            assert s.near[seat, : graph.size].tolist() == [bits(graph, owners, v, colour) for v in range(graph.size)]
            hard = [owner if v in core else "." for v, owner in enumerate(owners)]
            assert s.hard[seat, : graph.size].tolist() == [bits(graph, hard, v, colour) for v in range(graph.size)]
        assert s.score.tolist() == [len(core_discs(graph, owners, colour)) for colour in "ab"]
        assert s.fringe.tolist() == [fringe(graph, owners, colour, False) for colour in "ab"]


def bits(graph: Board, owners: Owners, v: int, colour: str) -> int:
    """Bit j: the j-th neighbour, ascending, has the colour."""
    return sum(1 << j for j, w in enumerate(graph.neighbours[v]) if owners[w] == colour)


def test_polypods_as_rings(placements: list[Turn]) -> None:
    """Each polypod has one label, one of its discs, and one ring; sizes and core counts stand at the label."""
    for turn in placements:
        graph, s = turn.board, turn.state
        for colour in "ab":
            for pod in polypods(graph, turn.after, colour):
                labels = {int(s.label[v]) for v in pod}
                assert len(labels) == 1 and labels <= pod
                forth, back = (ring(links, min(pod)) for links in (s.after, s.before))
                assert forth[:-1] == back[-2::-1] and set(forth) == pod and len(forth) == len(pod)
                label = labels.pop()
                assert (s.discs[label], s.cores[label]) == (len(pod), sum(is_core(graph, turn.after, v) for v in pod))


def ring(links: Any, first: int) -> list[int]:
    """The vertices from one to itself again."""
    found = [int(links[first])]
    while found[-1] != first:
        assert len(found) <= len(links)
        found.append(int(links[found[-1]]))
    return found


# T1 to T7 ------------------------------------------------------------------------------------------------------------


def test_t1_no_core_touches_a_foe(placements: list[Turn]) -> None:
    """After every turn, by the engine's own bits."""
    for turn in placements:
        for v in np.flatnonzero(turn.state.core).tolist():
            seat = "ab".index(turn.after[v])
            assert turn.state.near[1 - seat, v] == 0
        assert not any(turn.state.hard[1 - "ab".index(owner), v] for v, owner in enumerate(turn.after) if owner in "ab")


def test_t2_no_cascade(placements: list[Turn]) -> None:
    """What reverts to a foot touches no disc of the mover."""
    for turn in placements:
        core = core_discs(turn.board, turn.before, turn.foe)
        reverted = {v for v in core if turn.after[v] == turn.foe and not turn.state.core[v]}
        assert not turn.touching(reverted, turn.after, turn.me)


def test_t3_what_dissolves(placements: list[Turn]) -> None:
    """Only the placed disc and its friends turn core, and exactly their foe neighbours dissolve."""
    for turn in placements:
        new = turn.hardened()
        assert new <= {turn.move} | turn.touching({turn.move}, turn.with_disc(), turn.me)
        dissolved = turn.touching(new, turn.before, turn.foe)
        assert len(dissolved) == turn.told.get("dissolved", 0)
        assert dissolved <= turn.gone() and all(turn.after[v] == "." for v in dissolved)


def test_t4_polypods_never_split(placements: list[Turn]) -> None:
    """What is left of a polypod has one label."""
    for turn in placements:
        for colour in "ab":
            for pod in polypods(turn.board, turn.before, colour):
                assert len({int(turn.state.label[v]) for v in pod if turn.after[v] == colour}) <= 1


def test_t5_all_alive_and_the_mover_unharmed(placements: list[Turn]) -> None:
    """Only polypods that lost a foot die, and the mover loses nothing."""
    for turn in placements:
        for v, owner in enumerate(turn.after):
            if owner in "ab":
                label = turn.state.label[v]
                assert 2 * turn.state.cores[label] <= turn.state.discs[label]
        assert {v for v, owner in enumerate(turn.after) if owner == turn.me} == {
            v for v, owner in enumerate(turn.with_disc()) if owner == turn.me
        }
        dissolved = turn.touching(turn.hardened(), turn.before, turn.foe)
        hit = [pod for pod in polypods(turn.board, turn.before, turn.foe) if pod & dissolved]
        assert turn.gone() <= set().union(*hit)


def test_t6_rocks_stay(placements: list[Turn]) -> None:
    """Rocks never disappear, and as many come as were told."""
    for turn in placements:
        before, after = ({v for v, owner in enumerate(owners) if owner == "#"} for owners in (turn.before, turn.after))
        assert before <= after
        assert len(after - before) == turn.told.get("petrified", 0)


def test_t7_what_a_death_leaves(placements: list[Turn]) -> None:
    """Of what step 3 has left of a dead polypod the feet are rocks and the core is gone; some foot petrifies."""
    for turn in placements:
        dissolved = turn.touching(turn.hardened(), turn.before, turn.foe)
        left = ["." if v in dissolved else owner for v, owner in enumerate(turn.with_disc())]
        dead = [pod for pod in polypods(turn.board, left, turn.foe) if not alive(turn.board, left, pod)]
        assert turn.gone() == dissolved.union(*dead)
        for v in set().union(*dead):
            assert turn.after[v] == ("." if is_core(turn.board, left, v) else "#")
        assert all(any(not is_core(turn.board, left, v) for v in pod) for pod in dead)


def test_t7_death_without_a_rock() -> None:
    """Only where no foot is left.  No play leads to this position, but the steps are the same."""
    # A A . .   White places 13, between   . . . .
    # A A . .   the discs 12 and 14, and   . . . .
    # . a . .   dissolves the only foot    . . . .
    # b . b .                              b B b .
    table = Table("polypods", {"board": "snub-4x4-S"}, seed=0)
    owners = np.array([".ab#".index(sign.lower()) for sign in "AA..AA...a..b.b."])
    arrange(table.store.states, table.store.params, owners, 1, 0)
    assert board(table) == "AA..AA...a..b.b."
    table.act(13)
    assert board(table) == "............bBb."
    assert table.reports == [{"dissolved": 1, "cleared": 4, "petrified": 0}]
    assert table.state[0].score.tolist() == [0, 1]


# Symmetries ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SYMMETRIC)
def test_symmetric_games(name: str) -> None:
    """A game and its image under each symmetry of the board go the same way, as both seats see it."""
    images = GAME.graph(GAME.variant(board=name)).symmetries
    assert len(images) > 1 and len(np.unique(images, axis=0)) == len(images)
    for k, image in enumerate(images):
        rng = random.Random(k)
        one, other = (Table("polypods", {"board": name, "max_plies": 60}, seed=0) for _ in range(2))
        turned = [*image.tolist(), len(image)]
        while one.ended is None:
            assert sorted(turned[action] for action in one.legal()) == other.legal()
            action = WAYS["fill"](rng, one)
            one.act(action)
            other.act(turned[action])
            check_images(one, other, image)
        assert (one.ended, one.details(), one.returns.tolist()) == (
            other.ended,
            other.details(),
            other.returns.tolist(),
        )


def check_images(one: Table, other: Table, image: Any) -> None:
    """The same position but for the names of the vertices."""
    assert one.reports == other.reports
    layout = one.game.layout(one.variant)
    for seat in range(2):
        here, there = (layout.named(table.observe(seat)[0]) for table in (one, other))
        for part in layout.fields:
            wanted = here[part.name]
            assert (there[part.name][image] if part.plane else there[part.name]).tolist() == wanted.tolist()


def test_seats_see_the_same_with_colours_swapped(placements: list[Turn]) -> None:
    """What is own to one seat is the foe's to the other."""
    name = placements[0].board.name
    rng, table = random.Random(3), Table("polypods", {"board": name}, seed=3)
    named = table.game.layout(table.variant).named
    while table.ended is None:
        table.act(WAYS["capture"](rng, table))
        green, white = (named(table.observe(seat)[0]) for seat in range(2))
        for part in green:
            other = part.replace("own", "foe") if "own" in part else part.replace("foe", "own")
            pair = part in ("to_act", "score", "fringe")
            assert white[other].tolist() == (green[part][::-1] if pair else green[part]).tolist()
