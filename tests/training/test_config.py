"""A configuration that can't be used is refused with a sentence, before anything is written."""

from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from pod_envs.core.errors import ConfigError, VariantError
from pod_envs.core.game import GAMES, Game
from tests.core.common import ROOT
from training import train
from training.config import Config, config_from, digest, from_command, keys, read_yaml, setting

from .common import config_file, settings, tiny

SHIPPED = sorted((ROOT / "configs" / "train").glob("*.yaml"))
FAULTS: list[tuple[dict[str, Any], str]] = [
    ({"sed": 1}, r"unknown key 'sed'; did you mean 'seed'\?"),
    ({"totalsteps": 1}, r"unknown key 'totalsteps'; did you mean 'total_steps'\?"),
    ({"ppo": {"lerning_rate": 1.0}}, r"unknown key 'ppo.lerning_rate'; did you mean 'ppo.learning_rate'\?"),
    ({"clip_range": 0.1}, r"unknown key 'clip_range'; did you mean 'ppo.clip_range'\?"),
    ({"pool": {"xyzzy": 0.1}}, r"unknown key 'pool.xyzzy'; keys there are: pool.players, pool.current"),
    ({"seed": "x"}, r"key 'seed': .*integer, not 'x'"),
    ({"seed": 1.5}, r"key 'seed': .*integer"),
    ({"seed": True}, r"key 'seed': .*integer, not True"),
    ({"seed": -1}, r"key 'seed': .*greater than or equal to 0, not -1"),
    ({"ppo": {"learning_rate": "1e-3"}}, r"key 'ppo.learning_rate': .*not '1e-3' \(YAML reads 1e-3 as text"),
    ({"ppo": {"hidden": 3}}, r"key 'ppo.hidden': "),
    ({"ppo": {"hidden": [0]}}, r"key 'ppo.hidden.0': "),
    ({"ppo": {"activation": "gelu"}}, r"key 'ppo.activation': .*'relu' or 'tanh', not 'gelu'"),
    ({"ppo": {"n_steps": 3}}, r"batch_size must divide n_steps \* num_envs = 24"),
    ({"ppo": 3}, r"key 'ppo': "),
    ({"pool": {"players": {"random": -1.0}}}, r"key 'pool.players.random': "),
    ({"pool": {"players": {}, "current": 0.0, "snapshots": 0.0}}, r"pool needs a weight above 0"),
    ({"variant": []}, r"key 'variant': "),
    ({"total_steps": float("inf")}, r"key 'total_steps': "),
    ({"seed": {1, 2}}, r"values are numbers, texts"),
]


@pytest.mark.parametrize(("changes", "sentence"), FAULTS)
def test_faults_name_the_key_and_the_nearest_right_one(
    game: Game, tmp_path: Path, changes: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(ConfigError, match=sentence):
        tiny(game, tmp_path, **changes)


@pytest.mark.parametrize("key", ["game", "run_dir", "total_steps"])
def test_required_keys_are_asked_for(game: Game, tmp_path: Path, key: str) -> None:
    data = settings(game, tmp_path)
    del data[key]
    with pytest.raises(ConfigError, match=f"key '{key}' is missing"):
        config_from(data, "test")


def test_every_fault_is_told(game: Game, tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as told:
        tiny(game, tmp_path, sed=1, seed="x")
    assert [line.split(":")[0] for line in str(told.value).splitlines()] == ["test", "test"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("seed: 1\nseed: 2\n", "key 'seed' occurs twice"),
        ("ppo: {gamma: 1.0, gamma: 0.9}\n", "key 'gamma' occurs twice"),
        ("a: [", "is not readable YAML"),
        ("- a\n", "should hold `key: value` lines, and holds list"),
        ("", "and holds NoneType"),
        ("a: !!python/object/apply:os.getcwd []\n", "is not readable YAML"),
        ("when: 2020-01-01\n", "values are numbers, texts"),
        ("? [1, 2]\n: 3\n", "is not readable YAML|keys must be"),
    ],
)
def test_unusable_files(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(text)
    with pytest.raises(ConfigError, match=sentence):
        config_from(read_yaml(path), str(path))


def test_the_command_says_it_in_a_line_and_leaves_nothing(
    game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = config_file(tmp_path / "a.yaml", settings(game, tmp_path / "run", sed=1))
    assert train.main([str(path)]) == 2
    assert capsys.readouterr().err == f"error: {path}: unknown key 'sed'; did you mean 'seed'?\n"
    assert train.main([str(tmp_path / "absent.yaml")]) == 2
    assert "cannot read the config" in capsys.readouterr().err
    assert train.main([]) == 2
    assert "usage: " in capsys.readouterr().err
    assert train.main(["--resume"]) == 2
    assert "--resume wants a run's folder" in capsys.readouterr().err
    assert train.main(["--help"]) == 0
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("words", "names"),
    [
        (["--ppo.lerning-rate", "1"], ["--ppo.lerning-rate", "--ppo.learning-rate"]),
        (["--seed", "x"], ["--seed", "'x'"]),
        (["--total-steps", "1.5"], ["--total-steps"]),
        (["--ppo.clip-range", "-1"], ["clip_range", "greater than 0"]),
        (["--ppo.batch-size", "48"], ["batch_size must divide"]),
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


def test_settings_are_json_or_text() -> None:
    assert [setting(text) for text in ("a=1", "a=null", "a=x", "a=[1]", "a=b=c")] == [
        ("a", 1), ("a", None), ("a", "x"), ("a", [1]), ("a", "b=c"),
    ]  # fmt: skip
    with pytest.raises(ConfigError, match="--set wants option=value, not 'a'"):
        setting("a")


def test_the_game_checks_its_own_words(game: Game, tmp_path: Path) -> None:
    faults: list[tuple[dict[str, Any], type[Exception], str]] = [
        ({"game": "chess"}, ConfigError, "no game is named 'chess'"),
        ({"variant": {"num_playrs": 3}}, VariantError, "did you mean 'num_players'"),
        ({"variant": {"num_players": "3"}}, VariantError, "num_players"),
        ({"pool": {"players": {"rando": 1.0}}}, ConfigError, "did you mean 'random'"),
        ({"eval": {"anchors": ["absent.npz"]}}, ConfigError, "there is no policy file"),
    ]
    for changes, error, sentence in faults:
        with pytest.raises(error, match=sentence):
            config_from(settings(game, tmp_path) | changes, "test").resolved()


def test_configurations_are_frozen(game: Game, tmp_path: Path) -> None:
    config = tiny(game, tmp_path)
    with pytest.raises(ValidationError, match="frozen"):
        config.seed = 1


def test_the_digest_depends_on_all_keys_but_the_folder(game: Game, tmp_path: Path) -> None:
    config = tiny(game, tmp_path)
    assert digest(config) == digest(tiny(game, tmp_path / "other"))
    changed: list[dict[str, Any]] = [
        {"seed": 1}, {"num_envs": 16}, {"relative": True}, {"variant": {"num_players": 3}},
        {"ppo": config.ppo.model_dump() | {"gamma": 0.5}}, {"eval": config.eval.model_dump() | {"games": 9}},
    ]  # fmt: skip
    digests = [digest(config_from(config.model_dump(mode="json") | change, "test")) for change in changed]
    assert len({digest(config), *digests}) == 1 + len(changed)


def test_shipped_configurations_can_be_used() -> None:
    assert SHIPPED
    for path in SHIPPED:
        game, _ = from_command(path, [], "prog").resolved()
        assert path.stem.startswith(game.spec.name)
    assert {name for name in GAMES if (ROOT / "configs" / "train" / f"{name}.yaml").exists()} == set(GAMES)


def test_every_key_has_a_meaning() -> None:
    assert all(field.description for _, field, _ in keys())
    names = [name for name, _, _ in keys()]
    assert len(names) == len(set(names))
    assert {name.split(".")[0] for name in names} == set(Config.model_fields)
