"""`pod-envs record`: what it writes, and where."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pod_envs import GAMES, pod_x_v0, recording
from pod_envs.agents import save_policy
from pod_envs.core.record import record_of
from pod_envs.core.table import Table

from .cli_common import TINY, Captured, recorded, said


def test_the_same_arguments_write_the_same_bytes(capsysbinary: Captured) -> None:
    words = ("--games", "4", "--seed", "7", "--legal", *TINY)
    first = recorded(capsysbinary, *words)
    assert recorded(capsysbinary, *words) == first
    assert first.count(b"\n") == 4
    assert recorded(capsysbinary, "--games", "4", "--seed", "8", "--legal", *TINY) != first


def test_defaults_are_one_random_game_of_seed_0(capsysbinary: Captured) -> None:
    lines = recorded(capsysbinary).splitlines()
    assert [json.loads(line)["seed"] for line in lines] == [0]
    words = ("--games", "1", "--seed", "0", "--agent", "random")
    assert recorded(capsysbinary, *words).splitlines() == lines


@pytest.mark.parametrize("agents", [(), ("--agent", "heuristic"), ("--agent", "random", "--agent", "fold")])
def test_game_i_of_seed_s_is_the_game_of_seed_s_plus_i(
    agents: tuple[str, ...], capsysbinary: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recording, "CHUNK", 2)
    together = recorded(capsysbinary, "--games", "5", "--seed", "40", *TINY, *agents).splitlines(keepends=True)
    monkeypatch.undo()
    alone = [recorded(capsysbinary, "--seed", str(40 + i), *TINY, *agents) for i in range(5)]
    assert together == alone
    assert [json.loads(line)["seed"] for line in together] == [40, 41, 42, 43, 44]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_environment_of_that_seed_has_the_same_chance_events(seats: int, capsysbinary: Captured) -> None:
    lines = recorded(capsysbinary, "--games", "3", "--seed", "11", "--legal", "--set", f"num_players={seats}")
    for i, line in enumerate(lines.splitlines()):
        env = pod_x_v0.env(num_players=seats)
        env.reset(seed=11 + i)
        written = json.loads(line)
        for event in written["events"]:
            if "seat" in event:
                env.step(event["action"])
        assert env.record(legal=True) == written


def test_agents_do_not_draw_from_the_generator_of_chance(capsysbinary: Captured) -> None:
    dealt = []
    for agent in ("random", "fold"):
        events = json.loads(recorded(capsysbinary, "--agent", agent, "--seed", "3"))["events"]
        dealt.append([event for event in events[:17] if "chance" in event])
    assert len(dealt[0]) == 17
    assert dealt[0] == dealt[1]


def test_one_agent_a_seat_plays_its_seat(capsysbinary: Captured) -> None:
    # `fold` never plays a card after its first of a round, so it takes far fewer decisions than a random seat
    lines = recorded(capsysbinary, "--games", "20", *agents_of("fold", "random", "random", "random"))
    counts = np.zeros(4, int)
    for line in lines.splitlines():
        np.add.at(counts, [event["seat"] for event in json.loads(line)["events"] if "seat" in event], 1)
    assert counts[0] < counts[1:].min() / 1.3
    assert recorded(capsysbinary, *agents_of(*["heuristic"] * 4)) == recorded(capsysbinary, *agents_of("heuristic"))


def agents_of(*specs: str) -> list[str]:
    return [word for spec in specs for word in ("--agent", spec)]


def test_an_agent_may_be_a_policy_file(tmp_path: Path, capsysbinary: Captured) -> None:
    game = GAMES["pod_x"]
    variant = game.variant(num_players=2)
    rng = np.random.default_rng(0)
    shape = (game.layout(variant).length, game.num_actions(variant))
    layer = (rng.normal(size=shape).astype(np.float32), np.zeros(shape[1], np.float32))
    save_policy(tmp_path / "one.npz", [layer], "tanh", game, variant)
    words = (*TINY, "--games", "3", "--agent", str(tmp_path / "one.npz"))
    assert recorded(capsysbinary, *words) == recorded(capsysbinary, *words)
    assert recorded(capsysbinary, *words) != recorded(capsysbinary, *TINY, "--games", "3")
    assert "observation" in said(capsysbinary, "record", "pod_x", "--agent", str(tmp_path / "one.npz"))


def test_values_of_set_are_json_otherwise_strings(tmp_path: Path, capsysbinary: Captured) -> None:
    path = tmp_path / "cards.json"
    path.write_text(json.dumps(GAMES["pod_x"].variant().table()))
    words = [f"--set={text}" for text in ("num_players=3", "num_rounds=null", "reward=score", f"cards={path}")]
    variant = json.loads(recorded(capsysbinary, *words, "--set", "target=5"))["variant"]
    assert (variant["num_players"], variant["num_rounds"], variant["reward"], variant["target"]) == (3, 0, "score", 5)
    assert variant["cards"] == json.loads(path.read_text())
    assert json.loads(recorded(capsysbinary, "--set", 'reward="score"'))["variant"]["reward"] == "score"


def test_legal_is_written_on_request(capsysbinary: Captured) -> None:
    for flag, wanted in (("--legal", True), (None, False)):
        events = json.loads(recorded(capsysbinary, *TINY, *filter(None, [flag])))["events"]
        assert {"legal" in event for event in events if "seat" in event} == {wanted}


# --out


def test_out_holds_what_standard_output_would(tmp_path: Path, capsysbinary: Captured) -> None:
    words = ("--games", "3", *TINY)
    path = tmp_path / "games.jsonl"
    path.write_text("old")
    assert recorded(capsysbinary, *words, "--out", str(path)) == b""
    assert path.read_bytes() == recorded(capsysbinary, *words, "--out", "-")
    assert os.listdir(tmp_path) == ["games.jsonl"]


def test_out_keeps_a_link(tmp_path: Path, capsysbinary: Captured) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "games.jsonl")
    recorded(capsysbinary, *TINY, "--out", str(tmp_path / "link"))
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "games.jsonl").read_bytes().count(b"\n") == 1


@pytest.mark.parametrize("before", [None, "old"])
def test_out_is_untouched_after_an_error(
    before: str | None, tmp_path: Path, capsysbinary: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, written = tmp_path / "games.jsonl", []

    def failing(table: Table, legal: bool) -> dict[str, Any]:
        written.append(table)
        if len(written) == 3:
            raise OSError(28, "No space left on device")
        return record_of(table, legal)

    if before is not None:
        path.write_text(before)
    monkeypatch.setattr(recording, "record_of", failing)
    assert "No space left" in said(capsysbinary, "record", "pod_x", *TINY, "--games", "9", "--out", str(path))
    assert len(written) == 3
    assert (path.read_text() if path.exists() else None) == before
    assert os.listdir(tmp_path) == ([] if before is None else ["games.jsonl"])


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs a signal that ends a process at once")
@pytest.mark.parametrize("name", ["SIGKILL", "SIGTERM"])
def test_out_is_untouched_after_a_signal(tmp_path: Path, name: str) -> None:
    """Nothing is left beside it either, where the process could still clean up."""
    path = tmp_path / "games.jsonl"
    path.write_text("old")
    command = [sys.executable, "-m", "pod_envs", "record", "pod_x", "--games", "1000000", "--out", str(path)]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        while not any(other.stat().st_size for other in tmp_path.iterdir() if other != path):
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(signal.Signals[name])
    assert path.read_text() == "old"
    assert name == "SIGKILL" or (process.returncode == 143 and [*tmp_path.iterdir()] == [path])


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_out_may_be_a_pipe(tmp_path: Path, capsysbinary: Captured) -> None:
    pipe, read = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    recorded(capsysbinary, *TINY, "--out", str(pipe))
    reader.join()
    assert read == [recorded(capsysbinary, *TINY)]


def test_a_reader_that_goes_away_ends_it_quietly() -> None:
    command = [sys.executable, "-m", "pod_envs", "record", "pod_x", "--games", "1000000"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith(b'{"format": "pod_envs.record"')
        process.stdout.close()
        complaints = process.stderr.read()
    assert process.returncode == 141
    assert b"Traceback" not in complaints
    assert b"rror" not in complaints
