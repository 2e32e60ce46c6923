"""The log is whole lines, whatever the disk did."""

import errno
import json
import os
from pathlib import Path
from typing import Any

import pytest

from pod_envs.core.errors import ConfigError
from training.config import Config
from training.scalars import Scalars, read_scalars

from .common import ITERATION, advance, board, resume, start

DAMAGED = [b"garbage", b"", b"{}", b"[]", b"3", b'{"steps": "x"}', b'{"steps": true}', b"\xff\xfe", b"[" * 100_000]


def test_a_short_write_is_completed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    true = os.write
    log = Scalars(tmp_path, 0)
    monkeypatch.setattr(os, "write", lambda handle, data: true(handle, data[:3]))
    log.write(1, {"a": 2.5}, {})
    monkeypatch.undo()
    log.close()
    assert read_scalars(tmp_path / "scalars.jsonl") == [{"steps": 1, "a": 2.5}]


def test_a_full_disk_raises_and_leaves_whole_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    true, calls = os.write, iter(range(99))

    def fills(handle: int, data: bytes) -> int:
        if next(calls):
            raise OSError(errno.ENOSPC, "No space left on device")
        return true(handle, data[:5])

    log = Scalars(tmp_path, 0)
    log.write(1, {"a": 1.0}, {})
    monkeypatch.setattr(os, "write", fills)
    with pytest.raises(OSError, match=r"No space left on device: '.*scalars.jsonl'"):
        log.write(2, {"a": 2.0}, {})
    monkeypatch.undo()
    log.write(3, {"a": 3.0}, {})
    log.close()
    assert [line["steps"] for line in read_scalars(tmp_path / "scalars.jsonl")] == [1, 3]


@pytest.mark.parametrize("line", DAMAGED, ids=lambda line: repr(line[:12]))
def test_a_damaged_line_is_named(tmp_path: Path, line: bytes) -> None:
    path = tmp_path / "scalars.jsonl"
    path.write_bytes(b'{"steps": 1}\n' + line + b'\n{"steps": 2}\n')
    with pytest.raises(ConfigError, match=r"scalars.jsonl' is damaged in line 2; .*--resume .*drops it"):
        read_scalars(path)


def test_a_resumed_run_drops_damaged_lines_and_tells(config: Config, capsys: pytest.CaptureFixture[str]) -> None:
    folder = Path(config.run_dir)
    path = folder / "scalars.jsonl"
    advance(start(config), 2)
    lines = path.read_bytes().splitlines(keepends=True)
    assert len(lines) == 2
    spoilt = b"".join(line + b"\n" for line in DAMAGED)
    path.write_bytes(lines[0] + spoilt + lines[1] + b'{"steps": 9999}\n{"steps": 70')
    capsys.readouterr()
    run: Any = resume(folder)
    numbers = list(range(2, 2 + len(DAMAGED)))
    assert capsys.readouterr().err == f"dropped from {path}: lines that cannot be read, {numbers}\n"
    assert path.read_bytes() == b"".join(lines)
    advance(run, 1)
    assert [line["steps"] for line in read_scalars(path)] == [ITERATION, 2 * ITERATION, 3 * ITERATION]
    assert all(json.loads(line) for line in path.read_text().splitlines())


def test_event_files_of_one_second_are_read_in_the_order_of_their_starts(tmp_path: Path) -> None:
    folder, names = tmp_path / "tensorboard", []
    for steps in range(3):
        log = Scalars(tmp_path, steps)
        log.write(steps + 1, {"a": float(steps)}, {})
        log.close()
        names += sorted(path.name for path in folder.iterdir() if path.name not in names)
    seconds = [name.split(".")[3] for name in names]
    assert len(names) == 3
    assert seconds == sorted(set(seconds))
    assert board(tmp_path) == {"a": [(1, 0.0), (2, 1.0), (3, 2.0)]}
