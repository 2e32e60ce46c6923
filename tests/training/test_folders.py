"""One process at a time trains in a folder."""

from pathlib import Path

import pytest

from pod_envs.core.errors import ConfigError
from pod_envs.core.game import Game

from .common import ITERATION, advance, launch, resume, start, tiny


def test_two_processes_do_not_train_in_one_folder(game: Game, tmp_path: Path) -> None:
    run = start(tiny(game, tmp_path / "run"))
    advance(run, 4)
    again = resume(tmp_path / "run")
    kept = [path for path in (tmp_path / "run").rglob("*") if path.suffix in {".ckpt", ".yaml", ".jsonl"}]
    before = [path.read_bytes() for path in kept]
    second = launch("training.train", "--resume", str(tmp_path / "run"))
    out, told = second.communicate(timeout=120)
    assert (second.returncode, out) == (2, "")
    assert told == (
        f"error: another process is training in {str(tmp_path / 'run')!r}; wait until it ends, or choose another "
        "folder with --run-dir\n"
    )
    assert before == [path.read_bytes() for path in kept]
    advance(again, 1)
    assert again.steps == 5 * ITERATION


def test_a_folder_that_is_in_use_takes_no_new_run(game: Game, tmp_path: Path) -> None:
    run = start(tiny(game, tmp_path / "run"))
    with pytest.raises(ConfigError, match="another process is training in"):
        start(tiny(game, tmp_path / "run"))
    run.close()
    with pytest.raises(ConfigError, match="holds a run already"):
        start(tiny(game, tmp_path / "run"))


def test_a_run_that_ended_in_an_error_lets_go(game: Game, tmp_path: Path) -> None:
    def fail() -> int:
        raise RuntimeError("stop")

    run = start(tiny(game, tmp_path / "run"))
    with pytest.raises(RuntimeError):
        run.loop(fail)
    del run
    resume(tmp_path / "run").close()
