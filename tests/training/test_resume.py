"""A run that was stopped and resumed is the run that was not stopped."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from pod_envs.core.errors import ConfigError
from pod_envs.core.game import Game
from training.config import Config
from training.folders import open_run, reopen_run
from training.scalars import read_scalars

from .common import ITERATION, advance, board, differences, last, resume, start, tiny

OF_THE_CLOCK = ("seconds", "starts")


def without_clock(content: dict[str, Any]) -> dict[str, Any]:
    """What has to be equal."""
    return {name: part for name, part in content.items() if name not in OF_THE_CLOCK}


WAYS: dict[str, dict[str, Any]] = {
    "plain": {},
    "relative": {"relative": True, "variant": {"reward": "score"}},
    "imitating": {"imitate": {"player": "random", "steps": 6 * ITERATION, "learning_rate": 2e-3}},
}


@pytest.mark.parametrize("changes", WAYS.values(), ids=WAYS)
def test_stopped_at_three_points_equals_uninterrupted(game: Game, tmp_path: Path, changes: dict[str, Any]) -> None:
    whole, parts = tiny(game, tmp_path / "whole", **changes), tiny(game, tmp_path / "parts", **changes)
    advance(start(whole))
    advance(start(parts), 1)
    for updates in (4, 2, None):
        torch.manual_seed(99)  # what a new process would bring along
        np.random.seed(99)
        advance(resume(tmp_path / "parts"), updates)
    one, other = last(tmp_path / "whole"), last(tmp_path / "parts")
    assert differences(without_clock(one), without_clock(other)) == []
    assert [one["starts"], other["starts"]] == [1, 4]
    assert one["pool"]["taken"] == 5
    assert len(one["pool"]["snapshots"]) == 2
    assert one["counters"]["num_timesteps"] == 10 * ITERATION
    lines = [(tmp_path / name / "scalars.jsonl").read_text() for name in ("whole", "parts")]
    assert lines[0] == lines[1]
    assert board(tmp_path / "whole") == board(tmp_path / "parts")


def test_resumed_from_an_earlier_checkpoint_drops_what_was_logged_later(config: Config) -> None:
    folder = Path(config.run_dir)
    advance(start(config))
    finished, lines, shown = last(folder), (folder / "scalars.jsonl").read_text(), board(folder)
    newest = sorted((folder / "checkpoints").iterdir())[-1]
    newest.unlink()
    (folder / "scalars.jsonl").write_text(lines + '{"steps": 70')  # killed while it wrote a line
    advance(resume(folder))
    assert differences(without_clock(finished), without_clock(last(folder))) == []
    assert (folder / "scalars.jsonl").read_text() == lines
    assert board(folder) == shown


def test_a_run_stopped_before_its_first_checkpoint_begins_again(config: Config, tmp_path: Path) -> None:
    folder = open_run(config)
    (folder / "checkpoints").mkdir()
    left = folder / "checkpoints" / ".step_000000000128.ckpt.tmp"
    left.write_bytes(b"half")
    assert reopen_run(folder)[1] is None
    advance(resume(folder))
    assert not left.exists()
    whole = config.model_copy(update={"run_dir": str(tmp_path / "whole")})
    advance(start(whole))
    assert differences(without_clock(last(folder)), without_clock(last(tmp_path / "whole"))) == []


def test_scalars_tell_what_was_played(config: Config, game: Game) -> None:
    advance(start(config))
    lines = read_scalars(Path(config.run_dir) / "scalars.jsonl")
    assert [line["steps"] for line in lines] == [ITERATION * (k + 1) for k in range(10)]
    assert all(sum(line["rollout/actions"]) == ITERATION for line in lines)
    assert all(sum(line["rollout/seats"]) == line["rollout/games"] for line in lines)
    assert all(sum(v for k, v in line.items() if k.startswith("pool/seats/")) == pytest.approx(1) for line in lines)
    assert [line["pool/snapshots"] for line in lines] == [0, 0, 1, 1, 2, 2, 2, 2, 2, 2]
    evaluated = [line["steps"] for line in lines if "eval/random/win_share" in line]
    assert evaluated == [4 * ITERATION, 8 * ITERATION, 10 * ITERATION]
    for name in ("train/entropy", "train/explained_variance", "train/learning_rate", "rollout/return"):
        assert any(name in line for line in lines)
    rates = [line["train/learning_rate"] for line in lines]
    steps = np.diff(rates)
    assert np.allclose(steps, steps[0])
    assert rates[-1] == pytest.approx(config.ppo.final_learning_rate)
    assert all(f"eval/{name}/return_low" in lines[-1] for name in config.eval.anchors)


def test_a_folder_that_holds_a_run_is_refused(config: Config) -> None:
    folder = open_run(config)
    before = (folder / "config.yaml").read_bytes()
    with pytest.raises(ConfigError, match=r"holds a run already; go on with .*--resume .*--run-dir"):
        open_run(config.model_copy(update={"seed": 1}))
    assert (folder / "config.yaml").read_bytes() == before


def test_a_folder_without_a_run_cannot_be_resumed(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"holds no run: there is no config.yaml"):
        reopen_run(tmp_path)


def test_another_config_than_the_checkpoints_is_refused(config: Config) -> None:
    folder = Path(config.run_dir)
    advance(start(config), 1)
    path = folder / "config.yaml"
    path.write_text(path.read_text().replace("seed: 0", "seed: 1"))
    with pytest.raises(ConfigError, match="made with another config"):
        reopen_run(folder)


def test_the_config_in_the_folder_is_the_one_of_the_run(config: Config) -> None:
    folder = open_run(config)
    assert reopen_run(folder)[0] == config


def test_result_says_what_it_was_made_with(config: Config) -> None:
    folder = Path(config.run_dir)
    advance(start(config))
    run = resume(folder)
    run.loop(lambda: 0)
    text = run.finish()
    run.close()
    facts = json.loads((folder / "result.json").read_text())
    assert facts["config"] == config.model_dump(mode="json")
    assert [facts["steps"], facts["starts"]] == [10 * ITERATION, 2]
    assert sum(facts["wall_shares"].values()) == pytest.approx(1, abs=0.01)
    assert {"engine", "opponents", "update"} <= set(facts["wall_shares"])
    assert facts["versions"]["torch"] == torch.__version__
    players = ["agent", *config.eval.anchors]
    assert [(row["player"], row["opponents"]) for row in facts["rows"]] == [
        (player, anchor) for player in players for anchor in config.eval.anchors
    ]
    assert all(row["games"] >= config.eval.final_games for row in facts["rows"])
    assert all(player in text for player in players)
