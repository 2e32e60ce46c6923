"""The command line over a configuration: every way to write a value, and one sentence for what cannot be used."""

from pathlib import Path
from typing import Any

import pytest

from pod_envs.core.game import Game
from training import train
from training.config import keys
from training.words import from_command

from .common import config_file, settings, tiny


@pytest.mark.parametrize(
    ("words", "names"),
    [
        (["--ppo.lerning-rate", "1"], ["--ppo.lerning-rate", "--ppo.learning-rate"]),
        (["--pool.players.random2", "1"], ["'--pool.players.random2', did you mean '--pool.players.random'?"]),
        (["--set"], ["python -m training.train ", "argument --set: expected one argument"]),
        (["--eval.anchors"], ["argument --eval.anchors: expected at least one argument"]),
        (["--seed"], ["argument --seed: expected one argument"]),
        (["--seed", "1", "2"], ["unknown argument '2'"]),
    ],
)
def test_wrong_words_on_the_command_line(
    game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], names: list[str]
) -> None:
    path = config_file(tmp_path / "a.yaml", settings(game, tmp_path / "run"))
    with pytest.raises(SystemExit) as ended:
        train.main([str(path), *words])
    assert ended.value.code == 2
    told = capsys.readouterr().err
    assert all(name in told for name in names)
    assert told.count("\n") == 1
    assert not (tmp_path / "run").exists()


def test_the_command_line_overrides_the_file(game: Game, tmp_path: Path) -> None:
    seats = game.variant().num_players
    path = config_file(tmp_path / "a.yaml", settings(game, tmp_path / "run", variant={"reward": "score"}))
    words = ["--seed", "7", "--ppo.hidden", "8", "4", "--ppo.target-kl", "0.1", "--pool.players.random", "0.9"]
    config = from_command(path, [*words, "--eval.anchors", "random", "--set", f"num_players={seats}"], "prog")
    assert config.seed == 7
    assert config.ppo.hidden == (8, 4)
    assert config.ppo.target_kl == 0.1
    assert config.pool.players["random"] == 0.9
    assert config.eval.anchors == ("random",)
    assert config.variant == {"reward": "score", "num_players": seats}
    rest = {"seed", "ppo", "pool", "eval", "variant"}
    assert config.model_dump(exclude=rest) == tiny(game, tmp_path / "run").model_dump(exclude=rest)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--ppo.clip-range", "-1"], "command line: key 'ppo.clip_range': Input should be greater than 0, not -1"),
        (["--seed", "x"], "command line: key 'seed': Input should be a valid integer, not 'x'"),
        (["--total-steps", "1.5"], "command line: key 'total_steps': Input should be a valid integer"),
        (["--relative", "maybe"], "command line: key 'relative': Input should be a valid boolean, not 'maybe'"),
        (["--ppo.gamma", "null"], "command line: key 'ppo.gamma': Input should be a valid number, not None"),
        (["--variant.num_players", "3"], "options of the game are given as --set num_players=3"),
        (["--variant.num-players=3"], "options of the game are given as --set num_players=3"),
        (["--variant"], "options of the game are given as --set OPTION=VALUE"),
        (["--ppo.batch_size", "48"], "command line: ppo.batch_size must divide n_steps * num_envs = 64"),
        (["--ppo.gamma", "nan"], "command line: key 'ppo.gamma' should be a finite number"),
        (["--set", "target=1e999"], "command line: key 'variant.target' should be a finite number"),
        (["--set", "num_players=3", "--set", "num_players=4"], "option 'num_players' is set twice"),
        (["--set", "num_players"], "--set wants option=value, such as num_players=3, not 'num_players'"),
        (["--set", "num_players=NaN"], "option 'num_players' must be "),
        (["--set", "num_players=" + "[" * 100_000], "option 'num_players' must be "),
    ],
)
def test_wrong_values_on_the_command_line_get_a_sentence(
    game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], sentence: str
) -> None:
    path = config_file(tmp_path / "a.yaml", settings(game, tmp_path / "run"))
    assert train.main([str(path), *words]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"error: {sentence}")
    assert told.count("\n") == 1
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("words", "place", "value"),
    [
        (["--ppo.target-kl", "null"], ("ppo", "target_kl"), None),
        (["--ppo.target_kl=None"], ("ppo", "target_kl"), None),
        (["--ppo.target_kl", "0.5"], ("ppo", "target_kl"), 0.5),
        (["--relative"], ("relative",), True),
        (["--relative", "True"], ("relative",), True),
        (["--relative=true", "--seed", "1"], ("relative",), True),
        (["--relative", "--seed", "1"], ("relative",), True),
        (["--relative", "false"], ("relative",), False),
        (["--no-relative"], ("relative",), False),
        (["--ppo.no_validate_args"], ("ppo", "validate_args"), False),
        (["--ppo.validate-args", "FALSE"], ("ppo", "validate_args"), False),
        (["--total_steps", "1_000"], ("total_steps",), 1000),
        (["--run-dir", "5"], ("run_dir",), "5"),
        (["--imitate.player", "null"], ("imitate", "player"), "null"),
        (["--ppo.hidden"], ("ppo", "hidden"), ()),
        (["--eval.anchors", "random", "a_b.npz"], ("eval", "anchors"), ("random", "a_b.npz")),
        (["--ppo.learning-rate", "1e-4"], ("ppo", "learning_rate"), 1e-4),
        (["--pool.players.random", "1"], ("pool", "players"), 1),
    ],
    ids=lambda value: " ".join(map(str, value)) if isinstance(value, list) else "",
)
def test_words_mean_what_they_mean_in_a_file(
    game: Game, tmp_path: Path, words: list[str], place: tuple[str, ...], value: Any
) -> None:
    keys = settings(game, tmp_path / "run", relative=value is False)
    keys["ppo"] |= {"target_kl": 0.1, "validate_args": value is False}
    found: Any = from_command(config_file(tmp_path / "a.yaml", keys), words, "prog")
    for name in place:
        found = getattr(found, name)
    found = found["random"] if isinstance(found, dict) else found
    assert found == value
    assert isinstance(found, bool) == isinstance(value, bool)


def test_a_player_is_changed_by_its_own_name(game: Game, tmp_path: Path) -> None:
    keys = settings(game, tmp_path / "run")
    keys["pool"]["players"] = {"a_b.npz": 0.1, "random": 0.2}
    config = from_command(config_file(tmp_path / "a.yaml", keys), ["--pool.players.a_b.npz", "3"], "prog")
    assert config.pool.players == {"a_b.npz": 3, "random": 0.2}


def test_the_help_tells_the_arguments_and_the_keys(
    game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert train.main(["--help"]) == 0
    told = capsys.readouterr().out
    assert all(word in told for word in ("CONFIG --help", "--key value", "--set OPTION=VALUE", "--resume RUN"))
    path = config_file(tmp_path / "a.yaml", settings(game, tmp_path / "run"))
    with pytest.raises(SystemExit) as ended:
        train.main([str(path), "--help"])
    assert not ended.value.code
    told = capsys.readouterr().out
    dashed = [name.replace("_", "-") for name, _, _ in keys() if name not in ("variant", "pool.players")]
    assert [name for name in dashed if f"--{name}" not in told] == []
    assert "--set OPTION=VALUE" in " ".join(told.split())
    with pytest.raises(SystemExit) as ended:
        train.main(["--resme", "run"])
    assert ended.value.code == 2
    assert "unknown argument '--resme', did you mean '--resume'?" in capsys.readouterr().err
