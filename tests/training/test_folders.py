"""One process at a time trains in a folder, and leaves nothing there that is not its own."""

from pathlib import Path

import pytest

from pod_envs.core.errors import ConfigError
from pod_envs.core.game import Game
from training import train
from training.folders import open_run
from training.run import Run

from .common import ITERATION, advance, config_file, launch, resume, settings, start, tiny


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


def test_a_run_that_cannot_begin_leaves_no_config(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(run: Run) -> None:
        raise MemoryError("Unable to allocate 9 TiB")

    path = config_file(tmp_path / "a.yaml", settings(game, tmp_path / "run"))
    with monkeypatch.context() as patched:
        patched.setattr(Run, "set_up", fail)
        assert train.main([str(path)]) == 2
    assert capsys.readouterr().err == "error: there is not enough memory (Unable to allocate 9 TiB)\n"
    assert [part.name for part in (tmp_path / "run").iterdir() if part.name != ".lock"] == []
    start(tiny(game, tmp_path / "run")).close()


def test_a_folder_of_something_else_is_left_as_it_is(game: Game, tmp_path: Path) -> None:
    (tmp_path / "config.yaml").write_text("a: 1\n")
    with pytest.raises(ConfigError, match="holds a run already"):
        open_run(tiny(game, tmp_path))
    assert [path.name for path in tmp_path.iterdir()] == ["config.yaml"]


def test_only_files_of_the_run_are_swept(game: Game, tmp_path: Path) -> None:
    own = [".result.json.123.tmp", ".policy.npz.123.tmp", "checkpoints/.step_000000000064.ckpt.123.tmp"]
    others = [".mine.tmp", "deep/.result.json.1.tmp", "checkpoints/.other.tmp"]
    for name in (*own, *others):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x")
    start(tiny(game, tmp_path)).close()
    assert [name for name in own if (tmp_path / name).exists()] == []
    assert [name for name in others if not (tmp_path / name).exists()] == []
