"""The rule-based player of Polypods: what it does in positions where that is plain, and how strong it is."""

from __future__ import annotations

import numpy as np
import pytest

from pod_envs.agents import from_spec
from pod_envs.core.game import find_game
from pod_envs.games.polypods.position import table_at
from training.matches import match

from .flat_polypods import FlatMonteCarlo

GAME = find_game("polypods")
VARIANT = GAME.variant(board="snub-6x6-S")
PASS = VARIANT.vertices


def choice(position: str, seed: int = 0) -> int:
    """What the player does there, drawing among equals with the seed."""
    table = table_at(GAME, VARIANT, position)
    table.store.seed(seed)
    out = np.zeros(1, np.int64)
    store = table.store
    GAME.player("heuristic")(store.params, store.obs, store.mask, store.gens[1], np.array([0]), out)
    assert out[0] in table.legal()
    return int(out[0])


def swapped(position: str) -> str:
    """The same with the colours exchanged."""
    board, side, passes = position.split()
    return f"{board.translate(str.maketrans('aAbB', 'bBaA'))} {'w' if side == 'g' else 'g'} {passes}"


def test_it_passes_when_that_wins() -> None:
    """Green leads 1 : 0, and White has just passed.

    a A a . . .
    . . . . . .   (four more rows like this)
    """
    assert choice("aAa................................. g 1") == PASS


def test_it_does_not_pass_when_that_loses() -> None:
    """Green leads 1 : 0 and has just passed; White can still place discs."""
    assert choice("aAa................................. w 1") != PASS


def test_it_kills() -> None:
    """White 28 makes 34 core, dissolves 27, and the rest of Green's polypod dies (worked example 13).

    18  . . . a . .
    24  . . A a . .      28 is the vertex right of a27
    30  a A A . b b
    """
    assert choice(".....................a....Aa..aAA.bb w 0") == 28


@pytest.mark.parametrize(
    "position",
    [
        "aAa................................. g 1",
        "......abBb...a...................... g 0",
        ".....................a....Aa..aAA.bb w 0",
        "............a......................b g 0",
    ],
)
@pytest.mark.parametrize("seed", [0, 1])
def test_colours_do_not_matter(position: str, seed: int) -> None:
    assert choice(position, seed) == choice(swapped(position), seed)


def test_it_draws_among_equals() -> None:
    """On the empty board, which a quarter turn carries onto itself, first moves are equal in fours."""
    firsts = {choice("." * PASS + " g 0", seed) for seed in range(300)}
    turned = {6 * (5 - u % 6) + u // 6 for u in firsts}  # (row, column) -> (5 - column, row)
    assert len(firsts) > 1
    assert firsts == turned


@pytest.mark.parametrize("board", ["snub-6x6-S", "snub-8x8-S", "t33434-2"])
def test_it_beats_random_play(board: str) -> None:
    variant = GAME.variant(board=board)
    players = [(name, from_spec(name, GAME, variant)) for name in ("heuristic", "random")]
    row = match(GAME, variant, players[0], players[1], 100, 3)
    assert row.win_share is not None
    assert row.win_share.mean > 0.95


def test_it_holds_its_own_against_flat_monte_carlo() -> None:
    """In full: `python -m tests.games.flat_polypods`."""
    row = match(
        GAME, VARIANT, ("heuristic", from_spec("heuristic", GAME, VARIANT)), ("flat", FlatMonteCarlo(10)), 40, 3
    )
    assert row.win_share is not None
    assert row.win_share.low > 0.35
