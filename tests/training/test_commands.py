"""`evaluate`, `export` and `report`: what they print and write, and what they refuse."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from pod_envs.agents import NetworkPolicy
from pod_envs.agents.network import read
from pod_envs.core.errors import ConfigError
from pod_envs.core.game import GAMES, Game
from training import evaluate, export, report
from training.checkpoint import newest
from training.config import config_from
from training.files import write_text
from training.run import Run

from .common import advance, resume, settings, start


@pytest.fixture(scope="module", params=sorted(GAMES))
def finished(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A run that came to its end."""
    folder = tmp_path_factory.mktemp("finished") / "run"
    changes = {"total_steps": 128, "checkpoint_every": 64}
    run = start(config_from(settings(GAMES[request.param], folder, **changes), "test"))
    advance(run)
    run.finish()
    return run


def networks_agree(policy: NetworkPolicy, run: Run) -> None:
    """NumPy's probabilities are torch's, on observations and masks of real positions."""
    obs, mask = run.env.tables.views()
    with torch.no_grad():
        found = run.model.policy.get_distribution(torch.from_numpy(obs), action_masks=mask == 1).distribution
    assert isinstance(found, torch.distributions.Categorical)
    logits = np.where(mask == 1, policy.logits(obs).astype(np.float64), -np.inf)
    weights = np.exp(logits - logits.max(axis=1, keepdims=True))
    assert np.abs(weights / weights.sum(axis=1, keepdims=True) - found.probs.numpy()).max() < 1e-5


@pytest.mark.parametrize("activation", ["relu", "tanh"])
def test_exported_probabilities_are_the_networks(
    game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str], activation: str
) -> None:
    ppo = {"n_steps": 8, "batch_size": 32, "hidden": [16, 8], "activation": activation, "learning_rate": 0.01}
    run = start(config_from(settings(game, tmp_path / "run", ppo=ppo), "test"))
    advance(run, 4)
    out = tmp_path / "a.npz"
    assert export.main([str(tmp_path / "run"), "--out", str(out)]) == 0
    assert str(out) in capsys.readouterr().out
    policy = NetworkPolicy.load(out, game, run.variant)
    assert policy.deterministic is False
    assert policy.header["notes"]["steps"] == run.steps
    networks_agree(policy, run)
    assert export.main([str(tmp_path / "run"), "--deterministic"]) == 0
    assert NetworkPolicy.load(tmp_path / "run" / "policy.npz", game, run.variant).deterministic is True


def test_the_run_ends_with_the_exported_agent(finished: Run) -> None:
    policy = NetworkPolicy.load(finished.folder / "policy.npz", finished.game, finished.variant)
    networks_agree(policy, finished)


def test_evaluate_measures_a_run_a_file_and_a_name(
    finished: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game, folder = finished.game, finished.folder
    rows = {}
    for name, words in {
        "run": [str(folder)],
        "file": [str(folder / "policy.npz")],
        "name": ["random", "--game", game.spec.name],
        "player": [list(game.spec.players)[-1], "--game", game.spec.name],
    }.items():
        out = tmp_path / f"{name}.json"
        assert evaluate.main([*words, "--games", "16", "--json", str(out)]) == 0
        rows[name] = json.loads(out.read_text())["rows"]
        shown = capsys.readouterr().out
        assert all(anchor in shown for anchor in ("random", *game.spec.players))
    anchors = ["random", *game.spec.players]
    agents = {"run": ["agent"], "file": [str(folder / "policy.npz")], "name": [], "player": []}
    for name, found in rows.items():
        assert [(row["player"], row["opponents"]) for row in found] == [
            (player, anchor) for player in (*agents[name], *anchors) for anchor in anchors
        ]
    measured = {
        name: [(row["win_share"], row["mean_return"]) for row in found if row["player"] not in anchors]
        for name, found in rows.items()
    }
    assert measured["run"] == measured["file"]
    assert measured["name"] == []
    assert all(row["games"] >= 16 for found in rows.values() for row in found)


def test_evaluate_takes_anchors_agents_and_options(
    finished: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    player = next(iter(finished.game.spec.players))
    out = tmp_path / "a.json"
    words = ["--anchors", player, "--agent", player, "--set", "reward=score", "--games", "9", "--json", str(out)]
    assert evaluate.main([str(finished.folder), *words]) == 0
    facts = json.loads(out.read_text())
    assert [(row["player"], row["opponents"]) for row in facts["rows"]] == [("agent", player), (player, player)]
    assert facts["variant"]["reward"] == "score"
    assert capsys.readouterr().out.count("against") == 1


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["nobody"], "is neither a run's folder nor a policy file"),
        (["nobody", "--game", "GAME"], "no player is named 'nobody'"),
        (["random", "--game", "chess"], "no game is named 'chess'"),
        (["FOLDER", "--game", "chess"], "plays 'GAME', not 'chess'"),
        (["FOLDER", "--anchors", "rando"], "did you mean 'random'"),
        (["FOLDER", "--set", "num_playrs=3"], "did you mean 'num_players'"),
        (["FOLDER", "--set", "x"], "--set wants option=value"),
        (["FOLDER", "--games", "7"], "--games must be at least 8"),
        (["FOLDER", "--set", "num_players=3", "--set", "num_players=4"], "is set twice"),
        (["FOLDER", "--set", "num_players=NaN"], "option 'num_players' must be"),
        (["FOLDER", "--json", "EMPTY"], "is a folder; name a file to write to"),
        (["FOLDER", "--json", "EMPTY/absent/a.json"], "there is no folder"),
        (["FOLDER", "--json", "/proc/a.json"], "/proc/"),
        (["FOLDER", "--json", "a\0b"], "a path holds the character NUL"),
        (["absent.npz"], "there is no policy file"),
        (["EMPTY"], "holds no run"),
        (["FOLDER", "--anchors", "nobody"], "or a path that ends in .npz\n"),
    ],
)
def test_evaluate_refuses_with_a_sentence(
    finished: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    sentence: str,
) -> None:
    names = {"FOLDER": str(finished.folder), "GAME": finished.game.spec.name, "EMPTY": str(tmp_path)}
    with monkeypatch.context() as patched:
        patched.setattr(evaluate, "match", lambda *_: pytest.fail("measured before all was known to be right"))
        assert evaluate.main([names.get(word, word.replace("EMPTY", names["EMPTY"])) for word in words]) == 2
    told = capsys.readouterr().err
    assert sentence.replace("GAME", names["GAME"]) in told
    assert told.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


OTHERS = {  # with other observations
    "pod_x": ["num_players=3", "target=5"],
    "polypods": ["board=snub-6x6-S"],
    "relative_space": ["num_players=3", "keycards=2"],
    "ocean_pods": ["num_players=3"],
}


def test_a_run_is_not_measured_on_observations_it_was_not_made_for(
    finished: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    for option in OTHERS[finished.game.spec.name]:
        for source in (finished.folder, finished.folder / "policy.npz"):
            assert evaluate.main([str(source), "--set", option, "--games", "8"]) == 2
            told = capsys.readouterr().err
            assert f"the policy {str(source)!r} has " in told
            assert "these tables have" in told


def test_a_graph_network_is_measured_on_another_board(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keys = settings(GAMES["polypods"], tmp_path / "run", variant={"board": "snub-6x6-S"})
    keys["ppo"] |= {"network": "graph", "hidden": [4]}
    advance(start(config_from(keys, "test")), 1)
    words = ["--set", "board=snub-8x8-S", "--anchors", "random", "--games", "8"]
    assert evaluate.main([str(tmp_path / "run"), *words]) == 0
    assert "agent" in capsys.readouterr().out


@pytest.mark.parametrize(("key", "value"), [("game", None), ("game", 3), ("variant", None), ("variant", [1])])
def test_a_damaged_header_is_told(
    finished: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str], key: str, value: Any
) -> None:
    header, arrays = read(finished.folder / "policy.npz")
    header |= {key: value}
    if value is None:
        del header[key]
    np.savez(tmp_path / "a.npz", header=np.array(json.dumps(header)), allow_pickle=False, **arrays)
    assert evaluate.main([str(tmp_path / "a.npz")]) == 2
    assert "does not say which game and variant" in capsys.readouterr().err


def test_ctrl_c_ends_the_commands_without_a_traceback(
    finished: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(*_: Any) -> None:
        raise KeyboardInterrupt

    folder = str(finished.folder)
    for module, name, words in (
        (evaluate, "match", [folder, "--json", str(tmp_path / "a.json")]),
        (export, "save_policy", [folder, "--out", str(tmp_path / "a.npz")]),
        (report, "written", []),
    ):
        monkeypatch.setattr(module, name, interrupt)
        assert module.main(words) == 130
        assert capsys.readouterr().err == "stopped\n"
    assert list(tmp_path.iterdir()) == []


def test_files_that_cannot_be_written_are_told(
    finished: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("x")
    assert export.main([str(finished.folder), "--out", str(tmp_path / "file" / "a.npz")]) == 2
    assert capsys.readouterr().err.startswith("error: ")
    monkeypatch.setattr(report, "DOCUMENTS", (tmp_path,))
    assert report.main([]) == 2
    assert capsys.readouterr().err == f"error: {tmp_path}: Is a directory\n"
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_export_refuses_with_a_sentence(game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert export.main([str(tmp_path)]) == 2
    assert "holds no run" in capsys.readouterr().err
    assert export.main([str(tmp_path), "--out", "a.zip"]) == 2
    assert "ends in .npz" in capsys.readouterr().err
    run = start(config_from(settings(game, tmp_path / "run"), "test"))
    run.close()
    assert newest(tmp_path / "run" / "checkpoints") is None
    assert export.main([str(tmp_path / "run")]) == 2
    assert "has no checkpoint yet" in capsys.readouterr().err


def test_documents_say_what_the_results_say() -> None:
    for path in report.DOCUMENTS:
        text = path.read_text()
        assert report.written(text) == text, f"{path} is stale; type: python -m training.report"
    assert "<!-- begin: keys -->" in report.DOCUMENTS[1].read_text()


def test_report_writes_what_it_was_given(
    finished: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    document = tmp_path / "a.md"
    document.write_text(
        "a\n<!-- begin: strength -->\nstale\n<!-- end: strength -->\nb\n<!-- begin: bench -->\n<!-- end: bench -->\n"
    )
    monkeypatch.setattr(report, "DOCUMENTS", (document,))
    monkeypatch.setattr(report, "RESULTS", tmp_path / "results")
    bench = {
        "format": "pod_envs.bench",
        "rows": [],
        "ratios": [],
        "machine": {"cores": 2, "cpu": "x"},
        "date": "2000-01-01",
    }
    write_text(tmp_path / "speed.json", json.dumps(bench))
    assert report.main(["--add", str(finished.folder), str(tmp_path / "speed.json")]) == 0
    text = document.read_text()
    assert text.startswith("a\n<!-- begin: strength -->\n")
    assert "stale" not in text
    assert "| agent | 0." in text
    assert "On 2 cores of x, 2000-01-01." in text
    assert report.written(text) == text
    document.write_text("<!-- begin: strenght -->\n<!-- end: strenght -->\n")
    assert report.main([]) == 2
    assert "no block is called 'strenght'" in capsys.readouterr().err


def test_report_refuses_what_is_no_result(tmp_path: Path) -> None:
    write_text(tmp_path / "a.json", "{}")
    write_text(tmp_path / "c.json", '{"format": "pod_envs.training", "rows": [3]}')
    write_text(tmp_path / "d.json", "[" * 100_000)
    for path, sentence in (
        (tmp_path, "has no result.json"),
        (tmp_path / "c.json", "is damaged"),
        (tmp_path / "d.json", "nested too deeply"),
        (tmp_path / "a.json", "is no result"),
        (tmp_path / "b.json", r"cannot read the result '.*b\.json': No such file or directory$"),
    ):
        with pytest.raises(ConfigError, match=sentence):
            report.add(path)


def test_a_finished_run_can_be_resumed_and_changes_nothing(finished: Run) -> None:
    before = {path.name: path.read_bytes() for path in (finished.folder / "checkpoints").iterdir()}
    run = resume(finished.folder)
    run.loop(lambda: 0)
    run.close()
    assert before == {path.name: path.read_bytes() for path in (finished.folder / "checkpoints").iterdir()}
