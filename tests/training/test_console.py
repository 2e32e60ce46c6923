"""Output that cannot be written ends nothing, and errors end a command with a sentence."""

import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pod_envs.core.errors import ConfigError
from pod_envs.core.game import GAMES, Game
from tests.core.common import ROOT
from training import evaluate, export, progress, train
from training.console import carried_out, complain, put, say
from training.progress import Progress
from training.scalars import read_scalars

from .common import ITERATION, advance, config_file, last, launch, settings, start, tiny
from .kill_test import readable, steps_of, wait_for

GAME = GAMES[min(GAMES)]


class Dead(io.StringIO):
    """A terminal that raises."""

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self.error = error
        self.tries = 0

    def write(self, text: str) -> int:
        """Fail."""
        self.tries += 1
        raise self.error

    def isatty(self) -> bool:
        """So it says."""
        return True


FAULTS = [BrokenPipeError(), OSError(28, "No space left on device"), ValueError("closed"), RuntimeError("reentrant")]


@pytest.mark.parametrize("error", FAULTS, ids=repr)
def test_what_cannot_be_written_is_lost(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    out, err = Dead(error), Dead(error)
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", err)
    say("a")
    complain("a")
    assert (out.tries, err.tries) == (1, 1)


def test_a_process_without_streams_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    say("a")
    complain("a")
    shown = Progress(100, 0)
    assert shown.bar.disable
    shown.update(1)
    shown.say("a")
    shown.close()


def test_what_an_encoding_lacks_is_replaced() -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="ascii")
    put(stream, "0.5 ±0.1 \udcff\n")
    assert raw.getvalue() == b"0.5 ?0.1 ?\n"


@pytest.mark.parametrize("error", FAULTS, ids=repr)
def test_a_run_goes_on_when_nobody_can_read(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    monkeypatch.setattr(progress, "PAUSE", 0.0)
    out, err = Dead(error), Dead(error)
    with monkeypatch.context() as patched:
        patched.setattr(sys, "stdout", out)
        patched.setattr(sys, "stderr", err)
        advance(start(tiny(game, tmp_path / "run")))
    assert out.tries >= 3  # a greeting, evaluations
    assert err.tries >= 1  # the bar
    assert last(tmp_path / "run")["counters"]["num_timesteps"] == 10 * ITERATION


def test_lines_take_the_place_of_the_bar(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    now = 100.0
    monkeypatch.setattr("training.progress.time.monotonic", lambda: now)
    shown = Progress(2000, 500)
    for steps in range(550, 1001, 50):
        now += 5
        shown.update(steps)
    shown.say("x")
    shown.close()
    told = capsys.readouterr()
    assert told.err.splitlines() == [
        "650 of 2,000 steps, 10 steps/s, 02:15 left",
        "800 of 2,000 steps, 10 steps/s, 02:00 left",
        "950 of 2,000 steps, 10 steps/s, 01:45 left",
    ]
    assert told.out == "x\n"


def test_a_run_begins_with_a_line(game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    advance(start(tiny(game, tmp_path / "run")), 1)
    told = capsys.readouterr()
    folder = tmp_path / "run"
    assert told.out == f"training in {folder} up to step 640; watch it with: tensorboard --logdir {folder}\n"
    assert told.err == ""


def test_ctrl_c_saves_though_the_readers_are_gone(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    path = config_file(tmp_path / "a.yaml", settings(GAME, folder, total_steps=10**6 * ITERATION))
    process = launch("training.train", str(path))
    wait_for(folder, process, 2 * ITERATION)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    process.stderr.close()
    wait_for(folder, process, steps_of(folder) + 6 * ITERATION)  # an evaluation tells of itself to nobody
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=120) == 130
    assert last(folder)["counters"]["num_timesteps"] == steps_of(folder)
    readable(folder)


def test_closed_streams_end_nothing_and_spoil_no_file(tmp_path: Path) -> None:
    path = config_file(tmp_path / "a.yaml", settings(GAME, tmp_path / "run"))
    command = f"exec '{sys.executable}' -W error -m training.train '{path}' <&- >&- 2>&-"
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(["sh", "-c", command], cwd=ROOT, env=environment, check=False, timeout=300)
    assert done.returncode == 0
    assert len(read_scalars(tmp_path / "run" / "scalars.jsonl")) == 10
    assert json.loads((tmp_path / "run" / "result.json").read_text())["steps"] == 10 * ITERATION


def test_a_process_whose_output_is_ascii_ends_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    path = config_file(tmp_path / "a.yaml", settings(GAME, tmp_path / "run"))
    process = launch("training.train", str(path))
    out, told = process.communicate(timeout=300)
    assert (process.returncode, told) == (0, "")
    assert " ?0." in out


def test_the_other_commands_finish_when_nobody_can_read(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run, out = str(tmp_path / "run"), tmp_path / "a.json"
    advance(start(tiny(game, tmp_path / "run")), 1)
    for stream in (Dead(BrokenPipeError()), None):
        with monkeypatch.context() as patched:
            patched.setattr(sys, "stdout", stream)
            patched.setattr(sys, "stderr", stream)
            assert evaluate.main([run, "--games", "8", "--json", str(out)]) == 0
            assert export.main([run]) == 0
            assert export.main([str(tmp_path)]) == 2
            assert train.main(["--help"]) == 0
        assert json.loads(out.read_text())["rows"]
        out.unlink()


def raising(error: BaseException) -> Any:
    """A command that fails."""

    def command() -> int:
        raise error

    return command


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (ConfigError("a"), "error: a"),
        (OSError(28, "No space left on device", "a/b"), "error: a/b: No space left on device"),
        (OSError("odd"), "error: odd"),
        (MemoryError("Unable to allocate 1 TiB"), "error: there is not enough memory (Unable to allocate 1 TiB)"),
        (RuntimeError("can't allocate\nmemory"), "error: there is not enough memory (can't allocate memory)"),
    ],
    ids=repr,
)
def test_expected_errors_are_a_sentence(
    capsys: pytest.CaptureFixture[str], error: BaseException, sentence: str
) -> None:
    assert carried_out(raising(error)) == 2
    assert capsys.readouterr().err == sentence + "\n"


@pytest.mark.parametrize("error", [RuntimeError("a"), ValueError("a"), KeyError("a")], ids=repr)
def test_others_are_not_hidden(error: Exception) -> None:
    with pytest.raises(type(error)):
        carried_out(raising(error))
