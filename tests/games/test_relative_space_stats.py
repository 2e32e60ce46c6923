"""The figures of random play on the Relative Space page: the engine agrees, and the script notices if not."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pod_envs.core.table import Table
from tests.games.drawn_relative_space import GAME
from tests.games.figures_relative_space import TURNS
from tests.games.reference_relative_space import Game
from tests.games.stats_relative_space import Line, Tally, main, play, point_line, seat_lines, share_line

GAMES = 150  # of each variant; as the page has them: python -m tests.games.stats_relative_space


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two numbers of seats and one other option, to be quick."""
    monkeypatch.setattr("tests.games.stats_relative_space.TURNS", {seats: TURNS[seats] for seats in (2, 4)})
    monkeypatch.setattr("tests.games.stats_relative_space.OPTION_TURNS", {"keycards=0": ({"keycards": 0}, 42)})


@pytest.mark.usefixtures("few")
def test_command(capsys: pytest.CaptureFixture[str]) -> None:
    """Both columns, a line a figure, and the count of those that differ."""
    assert main(["--games", str(GAMES), "--seed", "7"]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"\n2 seats, {GAMES} games, longest ")
    assert f"\nmean turns under other options, {GAMES} games each\nkeycards=0 " in out
    assert out.endswith("\ntotal: 41 figures, 0 differ by more than sampling error\n")


@pytest.mark.usefixtures("few")
def test_command_notices(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The exit status is 1 where a figure differs."""
    monkeypatch.setattr("tests.games.stats_relative_space.OPTION_TURNS", {"none": ({"keycards": 0}, 60)})
    assert main(["--games", str(GAMES), "--seed", "7"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if line.endswith("DIFFERS")] == [line for line in lines if line.startswith("none ")]
    assert lines[-1] == "total: 41 figures, 1 differ by more than sampling error"


@pytest.mark.parametrize(
    "options",
    [{"num_players": 2}, {"num_players": 5, "top_special": "see_through"}, {"num_players": 4, "max_turns": 12}],
)
def test_games_are_counted_as_the_twin_counts_them(options: dict[str, Any]) -> None:
    """The same games, event for event, have the same counts in the twin's log."""
    games = 12
    counts, logs = Tally(options, games, 3).play(), replayed(options, games, 3)
    entries = [[[entry for entry in game.log if entry["what"] == what] for game in logs]
               for what in ("play", "jam", "launch", "skip")]  # fmt: skip
    for name, found in zip(("plays", "jams", "launches", "skips"), entries, strict=True):
        assert counts[name].tolist() == [len(each) for each in found]
    plays, jams = entries[:2]
    assert counts["blind"].tolist() == [sum(entry["blind"] for entry in each) for each in plays]
    assert counts["keycards"].tolist() == [sum(entry["opened"] for entry in each) for each in plays]
    assert counts["jammed"].tolist() == [sum(len(entry["pile"]) for entry in each) for each in jams]
    assert counts["returned"].tolist() == [sum(len(entry["filled"]) for entry in each) for each in jams]
    assert counts["empty_jams"].tolist() == [sum(not entry["filled"] for entry in each) for each in jams]
    assert counts["turns"].tolist() == [game.turn for game in logs]
    assert counts["wins"].tolist() == [game.winner is not None for game in logs]
    last_blind = [game.winner is not None and each[-1]["blind"] for game, each in zip(logs, plays, strict=True)]
    assert (counts["blind_wins"] <= np.array(last_blind)).all()


def replayed(options: dict[str, Any], games: int, seed: int) -> list[Game]:
    """The games of a tally on the twin: tables with the same seeds, and the actions of the batch."""
    tally = Tally(options, games, seed)
    tables = [Table(GAME, options, seed=seed + k) for k in range(games)]
    while (tally.batch.seat >= 0).any():
        actions, running = tally.batch.sample(), tally.batch.seat >= 0
        tally.batch.step(actions, running)
        for k in np.flatnonzero(running).tolist():
            tables[k].act(int(actions[k]))
    twins = []
    for table in tables:
        game = Game(table.variant.as_dict())
        for who, what in table.events:
            (game.apply_chance if who < 0 else game.apply)(what)
        assert game.details() == table.details()
        twins.append(game)
    return twins


def test_chunks_are_one_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many tables a batch has the games are the same."""
    whole = play({"num_players": 3}, 10, 5)
    monkeypatch.setattr("tests.games.stats_relative_space.CHUNK", 4)
    parts = play({"num_players": 3}, 10, 5)
    assert {name: whole[name].tolist() for name in whole} == {name: parts[name].tolist() for name in parts}


def test_all_figures_have_a_line() -> None:
    """With four seats: turns three times, six counts, eight shares and five changes."""
    found = list(seat_lines(4, play({}, 20, 0)))
    assert len({line.what for line in found}) == len(found) == 22
    assert all(line.low < line.measured < line.high or line.error == 0 for line in found)


def test_what_counts_as_agreement() -> None:
    """A mean of 10 with a spread of 2 over 400 games: 4 errors of both, 0.46, and half of the last digit."""
    values, ones = np.tile([8.0, 12.0], 200), np.ones(400)
    line = share_line("x", values, ones, 10.9, 0)
    assert line.error == pytest.approx(0.1, rel=0.01)
    assert (line.low, line.high) == pytest.approx((10 - 0.95, 10 + 0.95), abs=0.01)
    assert line.agrees and not share_line("x", values, ones, 11.0, 0).agrees
    assert not share_line("x", values, ones, 10.9, 1).agrees
    points = point_line("x", np.arange(10_000.0), 0.05, 500)
    assert points.agrees and points.measured == pytest.approx(500, abs=1)
    assert not point_line("x", np.arange(10_000.0), 0.05, 800).agrees
    assert Line("x", 0.25, 0.01, 0.5, 0.2, 0.3, 100, 0).text().endswith("25.0% +-     1.0  page     50.0%  DIFFERS")
