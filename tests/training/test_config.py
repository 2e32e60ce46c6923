"""A configuration that can't be used is refused with a sentence, before anything is written."""

from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from pod_envs.core.errors import ConfigError, VariantError
from pod_envs.core.game import GAMES, Game
from tests.core.common import ROOT
from tests.outside import EXAMPLE, NAME, imported
from training import train
from training.config import Config, config_from, digest, keys, read_yaml
from training.words import from_command

from .common import config_file, settings, tiny

SHIPPED = sorted((ROOT / "configs" / "train").glob("*.yaml"))
FAULTS: list[tuple[dict[str, Any], str]] = [
    ({"sed": 1}, r"unknown key 'sed'; did you mean 'seed'\?"),
    ({"totalsteps": 1}, r"unknown key 'totalsteps'; did you mean 'total_steps'\?"),
    ({"ppo": {"lerning_rate": 1.0}}, r"unknown key 'ppo.lerning_rate'; did you mean 'ppo.learning_rate'\?"),
    ({"9" * 5000: 1}, r"^[^9]*unknown key '9{50,200}\.\.\.; keys there are"),
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
    ({"total_steps": float("inf")}, r"key 'total_steps' should be a finite number"),
    ({"variant": {"a": [1, float("nan")]}}, r"key 'variant.a.1' should be a finite number"),
    ({"seed": {1, 2}}, r"values are numbers, texts"),
    ({"run_dir": "a\0b"}, r"a text holds the character NUL"),
    ({"run_dir": ""}, r"key 'run_dir': "),
    ({"ppo": {"learning_rate": 1.0}}, r"key 'ppo.learning_rate': .*less than 1, not 1.0"),
    ({"ppo": {"final_learning_rate": 1e4}}, r"key 'ppo.final_learning_rate': .*less than 1"),
    ({"ppo": {"hidden": [10**9]}}, r"key 'ppo.hidden.0': "),
    ({"ppo": {"hidden": [8] * 64}}, r"key 'ppo.hidden': "),
    ({"ppo": {"hidden": [], "network": "graph", "n_steps": 512}}, r"ppo.hidden must have a width"),
    ({"num_envs": 2**40}, r"test: ppo.n_steps \* num_envs must be at most 16,777,216, not 8,796,093,022,208"),
    ({"pool": {"slots": 10**9}}, r"key 'pool.slots': "),
    ({"pool": {"players": {"random": 1e308}, "current": 1e308}}, r"the pool's weights add up to infinity"),
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


# Eight lines that stand for a billion values.
BILLION = "a0: &a0 [1]\n" + "".join(f"a{k}: &a{k} [{', '.join([f'*a{k - 1}'] * 20)}]\n" for k in range(1, 8))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("seed: 1\nseed: 2\n", "key 'seed' occurs twice"),
        ("ppo: {gamma: 1.0, gamma: 0.9}\n", "key 'gamma' occurs twice"),
        ("a: [", "is not readable YAML"),
        ("- a\n", "should hold `key: value` lines, and holds list"),
        ("", "is empty; it should hold `key: value` lines"),
        ("# nothing\n", "is empty"),
        ("a: !!python/object/apply:os.getcwd []\n", "is not readable YAML"),
        ("when: 2020-01-01\n", "values are numbers, texts"),
        ("a: " + "[" * 5000 + "]" * 5000 + "\n", "is nested too deeply"),
        ("a: &a [*a]\n", "holds more than 10,000 values"),
        (BILLION, "holds more than 10,000 values"),
        ("variant: {a: .nan}\n", "key 'variant.a' should be a finite number"),
        ("a: 2020-13-45\n", "is not readable YAML"),
        ("a: !!int ''\n", "is not readable YAML"),
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


def test_no_anchors_are_refused_in_a_file_too(game: Game, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"key 'eval\.anchors': .*at least 1 item"):
        tiny(game, tmp_path, eval={"anchors": []})


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
    assert {read_yaml(path)["game"] for path in SHIPPED} == set(GAMES)


def test_every_key_has_a_meaning() -> None:
    assert all(field.description for _, field, _ in keys())
    names = [name for name, _, _ in keys()]
    assert len(names) == len(set(names))
    assert {name.split(".")[0] for name in names} == set(Config.model_fields)


def test_a_run_names_its_game_as_the_command_does() -> None:
    with imported(EXAMPLE):
        settings = {"game": f"{NAME}:LiarsDice", "run_dir": "runs/dice", "total_steps": 1}
        assert config_from(settings, "test").resolved()[0] is GAMES[NAME]
