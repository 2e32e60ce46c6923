"""Ctrl-C, SIGTERM and kill -9."""

import os
import signal
import time
from pathlib import Path

import pytest

from pod_envs.core.errors import ConfigError
from pod_envs.core.game import GAMES, Game
from training import train
from training.run import Run

from .common import ITERATION, config_file, last, launch, settings
from .kill_test import readable, steps_of, survive, wait_for


@pytest.fixture
def game() -> Game:
    """One game stands for all: a signal reaches the process, whatever it plays."""
    return GAMES["pod_x"]


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_saves_and_says_how_to_go_on(game: Game, tmp_path: Path, number: signal.Signals, code: int) -> None:
    folder = tmp_path / "run"
    path = config_file(tmp_path / "a.yaml", settings(game, folder, total_steps=10**6 * ITERATION))
    process = launch("training.train", str(path))
    wait_for(folder, process, 2 * ITERATION)
    process.send_signal(number)
    out, told = process.communicate(timeout=120)
    assert process.returncode == code, told
    assert "Traceback" not in told
    saved = steps_of(folder)
    assert told.splitlines()[-1] == (
        f"stopped at step {saved:,}; go on with: python -m training.train --resume {folder}"
    )
    assert last(folder)["counters"]["num_timesteps"] == saved
    assert "against random" in out or saved < 4 * ITERATION
    readable(folder)


def test_a_second_signal_ends_it_at_once(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def slow(run: Run) -> dict[str, object]:
        for _ in range(2):
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.05)
        raise AssertionError("the second signal should have come through")

    monkeypatch.setattr(Run, "iterate", slow)
    before = signal.getsignal(signal.SIGINT)
    path = config_file(tmp_path / "a.yaml", settings(game, tmp_path / "run"))
    assert train.main([str(path)]) == 130
    assert "go on from the last checkpoint" in capsys.readouterr().err
    assert signal.getsignal(signal.SIGINT) is before


def test_stopped_before_the_first_update(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    true = Run.seat_opponents

    def seat(run: Run) -> None:
        if not run.pool.taken_at and not run.folder.joinpath("checkpoints").exists():
            os.kill(os.getpid(), signal.SIGTERM)
        true(run)

    monkeypatch.setattr(Run, "seat_opponents", seat)
    path = config_file(tmp_path / "a.yaml", settings(game, tmp_path / "run"))
    assert train.main([str(path)]) == 143
    assert "stopped at step 0;" in capsys.readouterr().err
    monkeypatch.undo()
    assert train.main(["--resume", str(tmp_path / "run")]) == 0
    assert steps_of(tmp_path / "run") == 10 * ITERATION


def test_killed_at_random_moments(game: Game, tmp_path: Path) -> None:
    lost = survive(game, tmp_path, times=2, seed=1, updates=40)
    assert len(lost) == 2


def test_a_broken_checkpoint_is_told_by_the_command(
    game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = config_file(tmp_path / "a.yaml", settings(game, tmp_path / "run"))
    assert train.main([str(path)]) == 0
    capsys.readouterr()
    broken = sorted((tmp_path / "run" / "checkpoints").iterdir())[-1]
    broken.write_bytes(broken.read_bytes()[:-100])
    assert train.main(["--resume", str(tmp_path / "run")]) == 2
    told = capsys.readouterr().err
    assert told.startswith("error: the checkpoint ")
    assert "delete it to go on from step_000000000512.ckpt" in told
    broken.unlink()
    assert train.main(["--resume", str(tmp_path / "run")]) == 0


def test_starting_into_a_run_is_refused_by_the_command(
    game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = config_file(tmp_path / "a.yaml", settings(game, tmp_path / "run"))
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "config.yaml").write_text("seed: 0\n")
    assert train.main([str(path)]) == 2
    assert "holds a run already" in capsys.readouterr().err
    assert train.main(["--resume", str(tmp_path / "run")]) == 2
    assert "key 'game' is missing" in capsys.readouterr().err
    with pytest.raises(ConfigError, match="wants a run's folder and nothing else"):
        train.prepare(["--resume", str(tmp_path / "run"), "--seed", "1"])
