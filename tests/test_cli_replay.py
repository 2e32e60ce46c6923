"""`pod-envs replay`: which records hold, and what is wrong with others."""

import io
import json
import sys
from pathlib import Path

import pytest

from pod_envs.core.record import replay

from .cli_common import TINY, Captured, recorded, run


def test_replay_holds_for_what_record_writes(tmp_path: Path, capsysbinary: Captured) -> None:
    path = tmp_path / "games.jsonl"
    recorded(capsysbinary, "--games", "3", "--legal", "--out", str(path))
    assert run("replay", str(path)) == 0
    assert capsysbinary.readouterr() == (f"{path}: 3 of 3 records hold\n".encode(), b"")


def test_replay_names_each_fault(tmp_path: Path, capsysbinary: Captured) -> None:
    good = recorded(capsysbinary, "--legal", *TINY)
    moved, other = json.loads(good), json.loads(good)
    place = next(k for k, event in enumerate(moved["events"]) if "seat" in event)
    moved["events"][place]["action"] = 99
    other["game_version"] = 9
    path = tmp_path / "games.jsonl"
    lines = [good, json.dumps(moved).encode() + b"\n", json.dumps(other).encode() + b"\n", b"\xff\n", good[:-9]]
    path.write_bytes(b"".join(lines))
    assert run("replay", str(path)) == 1
    out, err = capsysbinary.readouterr()
    assert out.decode() == f"{path}: 1 of 5 records hold\n"
    faults = err.decode().splitlines()
    assert len(faults) == 4
    for fault, begins in zip(faults, (f"2: event {place}: ", "3: header: ", "4: header: ", "5: header: "), strict=True):
        assert fault.startswith(f"{path}:{begins}")


def test_replay_reads_standard_input(capsysbinary: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    data = recorded(capsysbinary, *TINY) + b"[]\n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    assert run("replay", "-") == 1
    out, err = capsysbinary.readouterr()
    assert out == b"<stdin>: 1 of 2 records hold\n"
    assert err.startswith(b"<stdin>:2: header: ")


def test_an_empty_file_is_a_fault(tmp_path: Path, capsysbinary: Captured) -> None:
    (tmp_path / "none").touch()
    assert run("replay", str(tmp_path / "none")) == 1
    assert b"holds no record" in capsysbinary.readouterr().err


def test_replaying_what_record_wrote_needs_no_seed(capsysbinary: Captured) -> None:
    record = json.loads(recorded(capsysbinary, "--seed", "5", *TINY))
    assert replay({**record, "seed": None}).returns.tolist() == record["returns"]
