"""Games of other packages are found by the name that an installed package declares, or by where they are."""

import json
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from pod_envs import RecordError, cli, pod_x_v0
from pod_envs.core import plugins
from pod_envs.core.errors import ConfigError
from pod_envs.core.game import GAMES, Game, find_game, game_of
from pod_envs.core.plugins import GROUP, address, all_games, game_names, named, settled
from pod_envs.core.record import record_of, replay
from pod_envs.core.table import Table
from tests.outside import EXAMPLE, NAME, imported

POINTS = {
    "spam": ["no_such_module:Spam"],
    "eggs": ["pod_envs.games.pod_x:PodX"],
    "ham": ["json:dumps"],
    "beans": ["json:dumps", "json:loads"],
}
FAULTS = {
    "spam": r"'spam', which no_such_module:Spam declares as 'no_such_module:Spam', cannot be loaded: ModuleNotFoundE",
    "eggs": r"the game 'eggs', .* is named 'pod_x'; entry point and game must have one name",
    "ham": r"the game 'ham', .* is <function dumps .*>, which is no game: it should be a pod_envs.core.game.Game",
    "beans": r"several packages declare a game named 'beans', json:dumps and json:loads; uninstall all but one",
}


@pytest.fixture
def declared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Packages that declare games which cannot be loaded."""
    found = {name: [EntryPoint(name, value, GROUP) for value in values] for name, values in POINTS.items()}
    monkeypatch.setattr(plugins, "declared", lambda: found)


def test_the_names_that_there_are_load_nothing(declared: None) -> None:
    assert game_names() == sorted([*GAMES, *POINTS])


@pytest.mark.parametrize("name", POINTS)
def test_what_is_wrong_with_a_declared_game_is_said(declared: None, name: str) -> None:
    with pytest.raises(ConfigError, match=FAULTS[name]):
        find_game(name)
    assert name not in GAMES


def test_a_game_that_cannot_be_loaded_hides_no_other(declared: None, capsys: pytest.CaptureFixture[str]) -> None:
    games, faults = all_games()
    assert games == list(GAMES.values())
    assert len(faults) == len(POINTS)
    assert cli.main(["list", "--json"]) == 0
    out, err = capsys.readouterr()
    assert [game["name"] for game in json.loads(out)] == list(GAMES)
    assert sorted(err.splitlines()) == sorted(f"pod-envs: {fault}" for fault in faults)


@pytest.mark.parametrize("name", ["chess", "json:dumps", None, ["pod_x"]])
def test_an_unknown_name_says_how_games_of_others_are_known(name: Any) -> None:
    with pytest.raises(
        ConfigError, match=r"no game is named .*; there are: .* 'pod_envs.games', or is imported and reg"
    ):
        find_game(name)


def test_a_file_says_by_name_alone_what_is_played() -> None:
    """Reading a record imports nothing that it names."""
    record = record_of(Table("pod_x", seed=1)) | {"game": "no_such_module:Spam"}
    with pytest.raises(RecordError, match="header: no game is named 'no_such_module:Spam'; there are"):
        replay(record)


@pytest.mark.parametrize("word", ["pod_x", "pod_envs:pod_x_v0", "pod_envs.games.pod_x:PodX", GAMES["pod_x"]])
def test_a_game_is_named_in_many_ways(word: Any) -> None:
    assert named(word) is GAMES["pod_x"]


@pytest.mark.parametrize("word", ["json:spam", "json:", ":dumps", "no such module:x", "pod_envs:pod_x_v0.spam"])
def test_what_cannot_be_loaded_is_said(word: str) -> None:
    with pytest.raises(ConfigError, match=r"cannot be loaded: .* such as my_games.chess:Chess"):
        named(word)


def test_a_module_that_fails_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "broken_dice.py").write_text("dice = 1 / 0")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ConfigError, match=r"'broken_dice:Dice' cannot be loaded: ZeroDivisionError: division by zero"):
        named("broken_dice:Dice")


def test_a_module_that_ends_the_process_is_survived(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "leaving_dice.py").write_text("import sys\nprint('hello')\nsys.exit(0)\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(plugins, "declared", lambda: {"dice": [EntryPoint("dice", "leaving_dice:Dice", GROUP)]})
    for ask, name in ((named, "leaving_dice:Dice"), (find_game, "dice")):
        with pytest.raises(ConfigError, match="cannot be loaded: SystemExit: 0"):
            ask(name)
    assert capsys.readouterr() == ("", "hello\nhello\n")
    assert cli.main(["list", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)) == len(GAMES)


@pytest.mark.parametrize("damage", [b"no equals sign\n", b"\xff\xfe"])
def test_damaged_metadata_of_a_package_hide_no_other(
    damage: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, text in (("damaged", b"[pod_envs.games]\n" + damage), ("sound", b"[pod_envs.games]\ndice = a:b\n")):
        (tmp_path / f"{name}-1.dist-info").mkdir()
        (tmp_path / f"{name}-1.dist-info" / "METADATA").write_text(f"Name: {name}\nVersion: 1\n")
        (tmp_path / f"{name}-1.dist-info" / "entry_points.txt").write_bytes(text)
    monkeypatch.syspath_prepend(tmp_path)
    assert [point.name for point in plugins.points()] == ["dice"]


def test_an_environment_module_stands_for_its_game() -> None:
    assert settled(pod_x_v0, "here") is settled(type(GAMES["pod_x"]), "here") is GAMES["pod_x"]


def test_a_class_that_wants_arguments_is_refused() -> None:
    class Wanting(Game):
        def __init__(self, size: int) -> None:
            self.size = size

    with pytest.raises(
        ConfigError, match="here is a class that wants arguments; register one game of it, and name that"
    ):
        settled(Wanting, "here")


def test_an_address_finds_a_game_in_another_process() -> None:
    assert {name: address(game) for name, game in GAMES.items()} == {name: name for name in GAMES}
    with imported(EXAMPLE):
        game = GAMES[NAME]
        assert address(game) == f"{NAME}:LiarsDice"
        assert named(address(game)) is game


def test_a_pickled_game_is_the_one_of_its_class_and_name(tmp_path: Path) -> None:
    with imported(EXAMPLE):
        function, arguments = GAMES[NAME].__reduce__()
        assert function(*arguments) is GAMES[NAME]
        game = GAMES.pop(NAME)
        assert function(*arguments) is GAMES[NAME]
        assert type(GAMES[NAME]) is type(game)
    with pytest.raises(ConfigError, match="'liars_dice:LiarsDice' cannot be loaded: ModuleNotFoundError"):
        game_of(*arguments)
    with pytest.raises(
        ConfigError, match=r"the pickled game 'pod_x' is a chess.Chess, and here that name has <game pod_x"
    ):
        game_of("pod_x", "chess", "Chess")
