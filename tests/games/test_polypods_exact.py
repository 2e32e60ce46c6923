"""Small boards of Polypods solved over the compiled rules, as the page has them, and golden counts of lines."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from pod_envs.core.table import Table
from tests.games import perft_polypods, solve_polypods
from tests.games.drawn_polypods import GAME
from tests.games.perft_polypods import DEPTHS, counts_from, load, positions
from tests.games.reference_polypods import Game
from tests.games.solve_polypods import (
    CYCLE,
    FAULTS,
    NO_KEY,
    OPEN,
    PAGE,
    Page,
    Solution,
    Unsolved,
    differences,
    key_of,
    place_of,
    room_for,
    solve,
    value_of,
)

QUICK = [board for board, page in PAGE.items() if 0 < (page.states or 0) < 140_000]  # the rest: solve_polypods
FEW_LINES = 100_000


@pytest.mark.parametrize("board", QUICK)
def test_exact_results(board: str) -> None:
    """Value, winning, drawing and losing first moves, and the number of reachable states."""
    page = PAGE[board]
    assert page.states is not None
    solution = solve(board, room_for(page.states))
    assert differences(solution, page) == []
    assert set(solution.firsts) <= {-1, 0, 1}


def test_a_repetition_ends_the_search() -> None:
    """A state that lies on the line being looked at is met again."""
    variant = GAME.variant(board="snub-2x2-S")
    states, params = Table(GAME, variant, seed=0).store.states, GAME.params(variant)
    keys, values, firsts = np.full(16, NO_KEY), np.zeros(16, np.int8), np.zeros(5, np.int64)
    key = key_of(states[0], params[0])
    keys[place_of(keys, key)], values[place_of(keys, key)] = key, OPEN
    lines = np.concatenate([states, states])
    assert value_of(lines, 0, params, keys, values, firsts, np.zeros(1, np.int64)) == CYCLE


@pytest.mark.parametrize(("board", "status"), [("snub-3x5-S", 0), ("snub-2x2-S", 1)])
def test_boards_with_cycles(monkeypatch: pytest.MonkeyPatch, board: str, status: int) -> None:
    """A repetition is as the page says, or not."""

    def repeats(board: str, room: int) -> Solution:
        raise Unsolved(f"{board}: {FAULTS[CYCLE]}")

    monkeypatch.setattr(solve_polypods, "solve", repeats)
    assert solve_polypods.main([board]) == status


def test_too_many_states() -> None:
    """A table that fills up ends the search; a board that fits into no key does not begin it."""
    with pytest.raises(Unsolved, match="more states than there is room for"):
        solve("snub-2x2-S", 2**6)
    with pytest.raises(Unsolved, match="at most 16 vertices, not 25"):
        solve("snub-5x5-S", 2**6)


WRONG = [
    {"states": 2111},
    {"value": 0},
    {"winning": (1,)},
    {"drawing": (0, 2, 3, 4, 5)},
]


@pytest.mark.parametrize("wrong", WRONG)
def test_differences_are_noticed(wrong: dict[str, int | tuple[int, ...]]) -> None:
    """Each fact of the page is compared."""
    solution = solve("snub-2x3-S", 2**13)
    page: Page = dataclasses.replace(PAGE["snub-2x3-S"], **wrong)  # type: ignore[arg-type]
    assert len(differences(solution, page)) == 1


def test_command_to_solve(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """One line a board; the exit status is 1 at a difference."""
    assert solve_polypods.main(["snub-2x2-T", "snub-2x3-T"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("snub-2x2-T: a draw; winning first moves []; drawing [0, 1, 2, 3, 4]; losing []; 246 s")
    assert lines[1].startswith("snub-2x3-T: won by Green; winning first moves [1, 4]; drawing [0, 2, 3, 5]; losing [6]")
    monkeypatch.setitem(PAGE, "snub-2x2-T", dataclasses.replace(PAGE["snub-2x2-T"], states=245))
    assert solve_polypods.main(["snub-2x2-T"]) == 1
    assert capsys.readouterr().out.rstrip().endswith("states 246, not 245 as on the page")


# Counts of lines ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("k", range(len(load())))
def test_golden_counts(k: int) -> None:
    """As written; the full depth for positions with few lines, one ply less for the others."""
    board, text, counts = load()[k].values()
    depth = len(counts) if counts[-1] < FEW_LINES else len(counts) - 1
    assert counts_from(board, text, depth) == counts[:depth]


def test_golden_positions() -> None:
    """They are those that the command writes, to the stated depths."""
    wanted = [(board, text, depth) for board in DEPTHS for text, depth in positions(board)]
    assert [(entry["board"], entry["position"], len(entry["counts"])) for entry in load()] == wanted


@pytest.mark.parametrize("k", range(len(load())))
def test_counts_of_the_twin(k: int) -> None:
    """Lines of one and two plies."""
    board, text, counts = load()[k].values()
    second = 0
    for action in Game({"board": board}, text).legal():
        game = Game({"board": board}, text)
        game.apply(action)
        second += len(game.legal())
    assert counts[:2] == [len(Game({"board": board}, text).legal()), second]


def test_command_to_count(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The exit status is 1 at a difference."""
    entry = load()[-1] | {"counts": load()[-1]["counts"][:2]}
    for counts, status in ((entry["counts"], 0), ([1, 2], 1)):
        monkeypatch.setattr(perft_polypods, "load", lambda counts=counts: [entry | {"counts": counts}])
        assert perft_polypods.main([]) == status
        assert capsys.readouterr().out.endswith("NOT as written\n" if status else ", as written\n")
