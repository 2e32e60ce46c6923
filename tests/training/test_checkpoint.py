"""Checkpoints are whole or refused, and reading one runs nothing."""

import hashlib
import io
import os
import pickle
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from pod_envs.core.errors import ConfigError
from training import export, files
from training.checkpoint import generators, newest, read, save, set_generators
from training.config import Config
from training.folders import reopen_run

from .common import advance, differences, resume, start

CONTENT: dict[str, Any] = {"a": [1, 2.5, "x", None, {"b": torch.arange(5)}], "c": torch.zeros(3, dtype=torch.bool)}


def sealed(data: bytes) -> bytes:
    """Any bytes with the head of a checkpoint."""
    return b"pod_envs.checkpoint 1 " + hashlib.sha256(data).hexdigest().encode() + b"\n" + data


def test_what_is_saved_is_read(tmp_path: Path) -> None:
    assert differences(read(save(tmp_path, 7, CONTENT)), CONTENT) == []


def test_the_last_two_are_kept(tmp_path: Path) -> None:
    for steps in (5, 900, 70, 1_000_000_000):
        save(tmp_path, steps, CONTENT)
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["step_000000000900.ckpt", "step_001000000000.ckpt"]
    assert newest(tmp_path) == tmp_path / "step_001000000000.ckpt"
    assert newest(tmp_path / "absent") is None


@pytest.mark.parametrize("keep", [0, 10, 21, 60, 86, 87, 88, 500, -1])
def test_truncated_files_are_refused(tmp_path: Path, keep: int) -> None:
    save(tmp_path, 1, CONTENT)
    path = save(tmp_path, 2, CONTENT)
    path.write_bytes(path.read_bytes()[:keep])
    with pytest.raises(ConfigError, match=r"step_000000000002.ckpt' .*delete it to go on from step_000000000001.ckpt"):
        read(path)


def test_a_changed_byte_is_noticed_wherever_it_is(tmp_path: Path) -> None:
    path = save(tmp_path, 1, CONTENT)
    whole = path.read_bytes()
    for place in [*range(90), *range(90, len(whole), 97)]:
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        with pytest.raises(ConfigError, match=r"step_000000000001.ckpt'"):
            read(path)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"PK\x03\x04 some zip", "is no checkpoint of a training run"),
        (pickle.dumps({"a": 1}), "is no checkpoint of a training run"),
        (b"pod_envs.checkpoint 2 " + b"0" * 64 + b"\n", "checkpoint of format 2; this is format 1"),
        (sealed(b"not a torch file"), "cannot be unpacked"),
        (sealed(b""), "cannot be unpacked"),
    ],
)
def test_foreign_files_are_refused(tmp_path: Path, data: bytes, sentence: str) -> None:
    path = tmp_path / "step_000000000001.ckpt"
    path.write_bytes(data)
    with pytest.raises(ConfigError, match=sentence):
        read(path)


class Bomb:
    """Leaves a file behind when it is unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Any, ...]:
        return (os.mkdir, (str(self.path),))


def test_reading_runs_nothing(tmp_path: Path) -> None:
    buffer = io.BytesIO()
    torch.save({"a": Bomb(tmp_path / "ran")}, buffer)
    (tmp_path / "step_000000000001.ckpt").write_bytes(sealed(buffer.getvalue()))
    with pytest.raises(ConfigError, match="cannot be unpacked"):
        read(tmp_path / "step_000000000001.ckpt")
    assert not (tmp_path / "ran").exists()


def test_a_failure_while_writing_leaves_the_file_that_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    path = tmp_path / "a"
    files.write_text(path, "old")
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        files.write_text(path, "new")
    assert path.read_text() == "old"


def test_a_file_is_on_disk_before_it_takes_the_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[str] = []

    def noted(name: str, true: Callable[..., None]) -> Callable[..., None]:
        def call(*args: Any) -> None:
            calls.append(name)
            true(*args)

        return call

    for name in ("fsync", "replace"):
        monkeypatch.setattr(os, name, noted(name, getattr(os, name)))
    files.write_text(tmp_path / "a", "new")
    assert calls[:2] == ["fsync", "replace"]
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


def test_generators_go_on_where_they_were() -> None:
    def draws() -> list[Any]:
        return [random.gauss(0, 1), random.random(), np.random.normal(), np.random.rand(), torch.rand(2).tolist()]

    draws()
    saved = generators()
    first = draws()
    assert draws() != first
    set_generators(saved)
    assert draws() == first


def test_a_checkpoint_holds_tensors_and_plain_values_only(config: Config) -> None:
    advance(start(config), 3)
    path = newest(Path(config.run_dir) / "checkpoints")
    assert path is not None

    def kinds(value: Any) -> set[type]:
        if isinstance(value, dict):
            return set().union(*map(kinds, value.values()))
        return set().union(*map(kinds, value)) if isinstance(value, list | tuple) else {type(value)}

    assert kinds(read(path)) <= {torch.Tensor, int, float, str, bool, type(None)}


def test_a_resumed_run_saves_what_it_read(config: Config) -> None:
    advance(start(config), 3)
    path = newest(Path(config.run_dir) / "checkpoints")
    assert path is not None
    run = resume(Path(config.run_dir))
    run.save()
    run.close()
    again = read(path)
    assert [again["starts"], again["counters"]["num_timesteps"]] == [2, 192]


FOREIGN: dict[str, Callable[[dict[str, Any]], Any]] = {
    "a list": lambda saved: [1],
    "a number": lambda saved: 7,
    "the config alone": lambda saved: {"config": saved["config"]},
    "nothing": lambda saved: {},
    "another network": lambda saved: saved | {"policy": {"action_net.weight": torch.zeros(2, 2)}},
    "no counters": lambda saved: saved | {"counters": {}},
    "texts for counters": lambda saved: saved | {"counters": dict.fromkeys(saved["counters"], "x")},
    "other observations": lambda saved: saved | {"last_obs": torch.zeros(1, 2)},
    "a short generator": lambda saved: saved | {"generators": saved["generators"] | {"python": []}},
    "no tables": lambda saved: saved | {"tables": {}},
    "a strange pool": lambda saved: saved | {"pool": saved["pool"] | {"snapshots": [[[torch.zeros(1)] * 2]]}},
    "texts for seconds": lambda saved: saved | {"seconds": {"engine": "x"}},
}


@pytest.fixture
def begun(config: Config) -> Path:
    """The folder of a run with a checkpoint."""
    advance(start(config), 1)
    return Path(config.run_dir)


def test_foreign_content_is_refused_with_a_sentence(begun: Path) -> None:
    path = newest(begun / "checkpoints")
    assert path is not None
    whole = read(path)
    for name, change in FOREIGN.items():
        save(path.parent, 64, change(whole))
        with pytest.raises(ConfigError, match=r"the checkpoint|these arrays"):
            pytest.fail(f"{name}: {resume(begun)}")
    save(path.parent, 64, whole)
    resume(begun).close()


def test_an_export_of_foreign_content_is_refused(begun: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = reopen_run(begun)[1]
    assert whole is not None
    for change in ("the config alone", "another network", "no counters"):
        save(begun / "checkpoints", 64, FOREIGN[change](whole))
        assert export.main([str(begun)]) == 2
        told = capsys.readouterr().err
        assert told.startswith("error: the ")
        assert told.count("\n") == 1
    assert not (begun / "policy.npz").exists()
