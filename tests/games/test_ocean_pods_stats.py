"""Random play agrees with the page's statistics, in a small sample; the comparison notices other rules."""

from __future__ import annotations

import random

import numpy as np
import pytest

from pod_envs.core.table import Table
from tests.games.stats_ocean_pods import PAGE, SPACES, figures, main, play, quantile_figure, share_figure
from tests.games.test_ocean_pods_invariants import Game

GAMES = 600  # in full: python -m tests.games.stats_ocean_pods


@pytest.mark.parametrize("seats", PAGE)
def test_random_play_agrees_with_the_page(seats: int) -> None:
    """Every figure of the row."""
    rows = list(figures(play({"num_players": seats}, GAMES, 100)))
    assert len(rows) == len(PAGE[seats]) == 9
    assert [row.name for row in rows if not row.agrees] == []


OTHERS: list[tuple[dict[str, object], str]] = [
    ({"spaces_per_ocean": 2}, "all lose %"),
    ({"spaces_per_ocean": 4}, "plastic that came"),
    ({"boat_block_rule": "presence"}, "rounds, mean"),
    ({"blue_die": ["REROLL"]}, "decisions, mean"),
    ({"white_die": ["FISH", "KRILL", "CRAB", "SEAL", "OCTOPUS"]}, "rounds, mean"),
    ({"reward": "score", "max_rounds": 20}, "rounds, 95 %"),
]


@pytest.mark.parametrize("number", range(len(OTHERS)))
def test_other_rules_are_noticed(number: int) -> None:
    """A wrong rule shows in some figure of so few games already, so an agreement says something."""
    options, name = OTHERS[number]
    rows = {row.name: row for row in figures(play({"num_players": 4, **options}, GAMES, 100))}
    assert not rows[name].agrees and "DIFFERS" in rows[name].line()


def test_games_are_those_of_single_tables() -> None:
    """Plastic, decisions and winners are counted as one table tells them."""
    games = play({"num_players": 3}, 5, 40)
    assert games.scored.sum() + games.lost.sum() == 5 and len(games.winners()) == games.scored.sum()
    rng, decisions = random.Random(1), []
    for seed in range(3):
        game = Game(Table("ocean_pods", {"num_players": 2}, seed=seed), rng.randrange(99))
        game.play()
        decisions.append(game.words["decision"])
        state = game.table.state[0]
        assert game.entered == state.pod + state.plastic.sum()
    again = play({"num_players": 3}, 5, 40)
    assert again.decisions.tolist() == games.decisions.tolist() and min(decisions) > 0


def test_criterion() -> None:
    """A share of 30 % is not one of 35.5 %; percentiles are compared by the shares on both sides."""
    holds = np.arange(10_000) < 3000
    assert not share_figure("x", 35.5, holds, 2000, 0.1).agrees
    assert share_figure("x", 31, holds, 2000, 0.1).agrees
    values = np.repeat(np.arange(1.0, 21.0), 500)  # 5 % of each number
    found = [page for page in range(1, 21) if quantile_figure("x", page, values, 0.5).agrees]
    assert found == [10, 11]
    assert len(SPACES) == 4


def test_command(capsys: pytest.CaptureFixture[str]) -> None:
    """Both columns by number of seats, and how many differ."""
    assert main(["--games", "200", "--seed", "3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(PAGE) * (1 + 9 + len(SPACES)) + 1
    assert lines[0].startswith("2 seats, 200 games: ") and lines[-1] == "0 figures differ"


def test_command_fails_at_a_difference(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The exit status is 1."""
    monkeypatch.setattr("tests.games.stats_ocean_pods.PAGE", {2: (90.0, *PAGE[2][1:])})
    assert main(["--games", "200"]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "1 figures differ"
