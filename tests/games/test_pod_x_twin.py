"""The compiled engine of Pod-X agrees with the slow twin, event by event and in all that every seat sees."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from pod_envs.core.table import Table
from tests.games.compare_pod_x import Difference, compare, compare_views, lockstep, main
from tests.games.reference_pod_x import Game
from tests.games.variants_pod_x import COMBINATIONS, CONFIGURATIONS

GAMES = 12  # of each named variant, played each way; all of them: python -m tests.games.compare_pod_x
GAMES_OF_A_COMBINATION = 3
FIRST_SEED = 10_000  # apart from the games of the full comparison


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_named_variant(name: str) -> None:
    """Engine-written games in the twin, twin-written ones in the engine."""
    compare(CONFIGURATIONS[name], GAMES, FIRST_SEED)


@pytest.mark.parametrize("name", COMBINATIONS)
def test_random_combination(name: str) -> None:
    """The same for options in combination."""
    compare(COMBINATIONS[name], GAMES_OF_A_COMBINATION, FIRST_SEED)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_chance_left_to_the_caller(seats: int) -> None:
    """Kinds, outcomes, probabilities, and what every seat sees between two draws."""
    rng = random.Random(seats)
    table = Table("pod_x", {"num_players": seats, "num_rounds": 3}, seed=1, explicit_chance=True)
    game = Game(table.variant.as_dict())
    while not game.over:
        node = game.chance()
        outcomes = node[1] if node else []
        assert (table.chance_kind, table.seat) == (node[0], -1) if node else (None, game.seat())
        assert [outcome for outcome, _ in table.chance_outcomes()] == outcomes
        assert [share for _, share in table.chance_outcomes()] == pytest.approx([1 / len(outcomes) for _ in outcomes])
        compare_views(table, game)
        choice = rng.choice(outcomes or game.legal())
        (table.apply_chance if node else table.act)(choice)
        (game.apply_chance if node else game.apply)(choice)
    assert (table.ended, table.chance_outcomes(), table.reports) == (game.ended, [], game.rounds)


def forget_fold(game: Game) -> None:
    """A twin that forgets who has folded."""
    game.folded[0] = not game.folded[0]


def forget_order(game: Game) -> None:
    """A twin that mixes up the order on the table."""
    game.tables[0].reverse()


def count_on(game: Game) -> None:
    """A twin whose streak is one off."""
    game.streak += 1


def swap_secret(game: Game) -> None:
    """A twin with another secret card."""
    game.secret = game.hands[0][0] if game.hands[0] else game.hands[1][0]


@pytest.mark.parametrize("spoil", [forget_fold, forget_order, count_on, swap_secret])
def test_comparison_notices(spoil: Callable[[Game], None]) -> None:
    """A difference of one fact at one decision is found, so an agreement says something."""

    def look(table: Table, game: Game) -> None:
        if len(game.tables[0]) == 2 and len(game.hands[0] + game.hands[1]) > 0:
            spoil(game)
            compare_views(table, game)
            pytest.fail("the spoilt twin agreed")

    table = Table("pod_x", {"num_players": 3}, seed=1)
    with pytest.raises(Difference):
        lockstep(table, random.Random(1), look)


def test_command(capsys: pytest.CaptureFixture[str]) -> None:
    """One line a variant and a total."""
    assert main(["--games", "1", "--seed", "3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(CONFIGURATIONS) + len(COMBINATIONS) + 1
    assert lines[2] == "4 seats: 1 games each way agree"
    assert lines[-1] == f"total: {len(lines) - 1} variants, {len(lines) - 1} games each way, 0 variants differ"


def test_command_fails_at_a_difference(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The exit status is 1, and the line names the game."""
    monkeypatch.setattr("tests.games.compare_pod_x.VARIANTS", {"4 seats": {}})
    monkeypatch.setattr(Game, "table_sum", lambda game: 0)
    assert main(["--games", "1"]) == 1
    assert capsys.readouterr().out.startswith("4 seats: game 0: ")
