"""The compiled engine of Polypods agrees with the slow twin, ply by ply and in all that both seats see."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from pod_envs.core.table import Table
from tests.games.compare_polypods import Difference, compare, compare_position, lockstep, main
from tests.games.reference_polypods import Game
from tests.games.variants_polypods import BOARDS, OPTIONS, VARIANTS, WAYS

GAMES = {"snub-8x8-S": 3, "snub-10x10-S": 3, "t33434-3": 3, "t33434-4": 3}  # 9 of the other boards, 3 of each way
GAMES_OF_OPTIONS = 3
FIRST_SEED = 30_000  # apart from the games of the full comparison: python -m tests.games.compare_polypods


@pytest.mark.parametrize("name", BOARDS)
def test_board(name: str) -> None:
    """The same game on both, and its records, each read by the other."""
    counts = compare(BOARDS[name], GAMES.get(name, 9), FIRST_SEED)
    assert counts["dissolving"] > 0


@pytest.mark.parametrize("name", OPTIONS)
def test_other_variant(name: str) -> None:
    """The same for options and for other outlines."""
    compare(OPTIONS[name], GAMES_OF_OPTIONS, FIRST_SEED)


def test_largest_board() -> None:
    """361 vertices, the first 60 plies."""
    compare({"board": "snub-19x19-S", "max_plies": 60}, 1, FIRST_SEED + 1)


def test_polypods_die_in_the_games() -> None:
    """The games above have deaths too."""
    assert compare(BOARDS["snub-6x6-T"], 9, FIRST_SEED)["deadly"] > 0


def lose_a_disc(game: Game) -> None:
    """A twin with an empty vertex where a disc lies."""
    game.owners[next(v for v, owner in enumerate(game.owners) if owner == "a")] = "."


def gain_a_rock(game: Game) -> None:
    """A twin with one rock more, and one vertex less where a disc may go."""
    game.owners[next(v for v, owner in enumerate(game.owners) if owner == ".")] = "#"


def swap_seats(game: Game) -> None:
    """A twin in which the other seat is to act."""
    game.turn = 1 - game.turn


def count_on(game: Game) -> None:
    """A twin that is a ply ahead."""
    game.plies += 1


def forget_the_pass(game: Game) -> None:
    """A twin that does not know whether the last move was a pass."""
    game.last_action = None if game.last_action == game.pass_action else game.pass_action


@pytest.mark.parametrize("spoil", [lose_a_disc, gain_a_rock, swap_seats, count_on, forget_the_pass])
def test_comparison_notices(spoil: Callable[[Game], None]) -> None:
    """A difference of one fact at one position is found, so an agreement says something."""

    def look(table: Table, game: Game) -> None:
        if game.plies == 20:
            compare_position(table, game)
            spoil(game)
            compare_position(table, game)
            pytest.fail("the spoilt twin agreed")

    with pytest.raises(Difference):
        lockstep(Table("polypods", {"board": "snub-6x6-S"}, seed=1), random.Random(1), "fill", look)


def taken(way: str) -> int:
    """Discs taken off in some games on snub 6x6 S."""
    total = 0
    for seed in range(5):
        rng, table = random.Random(seed), Table("polypods", {"board": "snub-6x6-S"}, seed=seed)
        while table.ended is None:
            action = WAYS[way](rng, table)
            assert action in table.legal()
            table.act(action)
        total += sum(sum(report.values()) for report in table.reports)
    return total


def test_ways_to_play() -> None:
    """Full boards have more captures, and most come from who looks for them."""
    assert 0 < taken("any") < taken("fill") < taken("capture")


def test_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """One line a variant and a total."""
    few = {name: VARIANTS[name] for name in ("t33434-1", "max_plies=1", "snub-2x2-S")}
    monkeypatch.setattr("tests.games.compare_polypods.VARIANTS", few)
    assert main(["--games", "11", "--seed", "3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(few) + 1
    assert lines[0].startswith("t33434-1: 11 games agree; ")
    assert lines[1] == "max_plies=1: 2 games agree; 2 plies"
    assert lines[-1] == "total: 3 variants, 15 games, 0 variants differ"


def test_command_fails_at_a_difference(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The exit status is 1, and the line names the game."""
    monkeypatch.setattr("tests.games.compare_polypods.VARIANTS", {"snub-2x2-S": {"board": "snub-2x2-S"}})
    monkeypatch.setattr(Game, "scores", lambda game: [5, 5])
    assert main(["--games", "1"]) == 1
    assert capsys.readouterr().out.startswith("snub-2x2-S: game 0: core: ")
