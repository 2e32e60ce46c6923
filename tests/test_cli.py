"""The command line: what it writes, what it refuses and how, and what its exit codes say."""

import io
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

import pod_envs
from pod_envs import GAMES, cli, installation, pod_x_v0, recording
from pod_envs.agents import save_policy
from pod_envs.core.record import record_of, replay
from pod_envs.core.table import Table

Captured = pytest.CaptureFixture[bytes]
TINY = ("--set", "num_players=2")


def run(*words: str) -> int:
    """The exit code of the command, argparse's exits included."""
    try:
        return cli.main(list(words))
    except SystemExit as end:
        return int(str(end.code))


def recorded(capture: Captured, *words: str) -> bytes:
    assert run("record", "pod_x", *words) == 0
    out, err = capture.readouterr()
    assert err == b""
    return out


def said(capture: Captured, *words: str, code: int = 2) -> str:
    """The one sentence on stderr of a refused command."""
    assert run(*words) == code
    out, err = capture.readouterr()
    assert out == b""
    sentence = err.decode()
    assert sentence.count("\n") == 1
    assert sentence.startswith("pod-envs")
    return sentence


def child(*words: str, **options: Any) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run([sys.executable, *words], capture_output=True, timeout=600, **options)


# record


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


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("record", "podx"), "did you mean 'pod_x'?"),
        (("record", "pod_x", "--gams", "3"), "did you mean '--games'?"),
        (("record", "pod_x", "--game", "3"), "did you mean '--games'?"),
        (("recrod", "pod_x"), "did you mean 'record'?"),
        (("zzz",), "there are bench, check, list, record, replay, warmup"),
        ((), "COMMAND"),
        (("record",), "GAME"),
        (("record", "pod_x", "--games", "0"), "no integer >= 1"),
        (("record", "pod_x", "--games", "1.0"), "no integer >= 1"),
        (("record", "pod_x", "--seed", "-1"), "no integer >= 0"),
        (("record", "pod_x", "--seed", "1_0"), "no integer >= 0"),
        (("record", "pod_x", "--set", "num_players"), "option=value"),
        (("record", "pod_x", "--set", "=3"), "option=value"),
        (("record", "pod_x", "--set", "num_player=3"), "did you mean 'num_players'?"),
        (("record", "pod_x", "--set", "num_players=3.0"), "an integer from 2 to 4"),
        (("record", "pod_x", "--set", "num_players=true"), "an integer from 2 to 4"),
        (("record", "pod_x", "--set", "target=1", "--set", "target=2"), "set twice"),
        (("record", "pod_x", "--set", "cards=/no/such/file"), "cannot read"),
        (("record", "pod_x", "--agent", "heuristc"), "did you mean 'heuristic'?"),
        (("record", "pod_x", "--agent", "/no/such/file.npz"), "no policy file"),
        (("record", "pod_x", "--agent", "fold", "--agent", "fold"), "one for each seat"),
        (("record", "pod_x", "--out", "/no/such/folder/file"), "no folder '/no/such/folder'"),
        (("record", "pod_x", "--out", "/"), "is a folder"),
        (("replay", "/no/such/file"), "/no/such/file: No such file"),
        (("bench", "pod_x", "--seconds", "0"), "no number of seconds"),
        (("bench", "pod_x", "--seconds", "nan"), "no number of seconds"),
        (("check", "podx"), "did you mean 'pod_x'?"),
    ],
)
def test_what_cannot_be_carried_out_gets_one_sentence(
    words: tuple[str, ...], told: str, capsysbinary: Captured
) -> None:
    assert told in said(capsysbinary, *words)


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
def test_out_is_untouched_after_a_kill(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("old")
    command = [sys.executable, "-m", "pod_envs", "record", "pod_x", "--games", "1000000", "--out", str(path)]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        while not any(other.stat().st_size for other in tmp_path.iterdir() if other != path):
            assert process.poll() is None
            time.sleep(0.01)
        process.kill()
    assert path.read_text() == "old"


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


# replay


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


# list, check, warmup


def test_list_tells_what_a_game_is_called_and_how_it_can_be_played(capsysbinary: Captured) -> None:
    assert run("list", "--json") == 0
    games = json.loads(capsysbinary.readouterr().out)
    assert [game["name"] for game in games] == list(GAMES)
    (entry,) = [game for game in games if game["name"] == "pod_x"]
    assert entry["seats"] == [2, 3, 4]
    assert (entry["gymnasium"], entry["pettingzoo"]) == ("pod_envs/PodX-v0", "pod_envs/pod_x-v0")
    assert entry["options"] == GAMES["pod_x"].variant().as_dict()
    assert set(entry["players"]) == {"random", "heuristic", "fold"}
    assert run("list") == 0
    text = capsysbinary.readouterr().out.decode()
    for part in ("pod_x", "version 0", "2 to 4", "PodX-v0", "pod_x-v0", "num_players=4", "heuristic", "reconstructed"):
        assert part in text


def test_it_runs_as_a_module_from_anywhere(tmp_path: Path) -> None:
    listed = child("-W", "error", "-m", "pod_envs", "list", cwd=tmp_path)
    assert (listed.returncode, listed.stderr) == (0, b"")
    assert listed.stdout.startswith(b"pod_x: Pod-X, version 0, 2 to 4 seats\n")
    assert child("-m", "pod_envs", "recrod", cwd=tmp_path).returncode == 2


def test_version(capsysbinary: Captured) -> None:
    assert run("--version") == 0
    assert capsysbinary.readouterr().out.decode() == f"pod_envs {pod_envs.__version__}\n"


def test_check_finds_this_installation_sound(capsysbinary: Captured) -> None:
    assert run("check", "pod_x") == 0
    out, err = capsysbinary.readouterr()
    assert b"pod_x: all ways of playing agree\n" in out
    assert err == b""


def test_check_tells_when_ways_of_playing_differ(capsysbinary: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    def other(table: Table, legal: bool) -> dict[str, Any]:
        return {"seed": table.seed, "table": id(table)}

    monkeypatch.setattr(installation, "record_of", other)
    monkeypatch.setattr(installation, "replay", lambda _record: Table("pod_x", seed=0))
    assert run("check") == 1
    out, err = capsysbinary.readouterr()
    assert b"faults" in out
    assert b"a batch and a single table have different records" in err
    assert b"replaying its record gives another record" in err


def test_check_compares_every_view(capsysbinary: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Table.observe

    def darker(self: Table, seat: int) -> Any:
        obs, mask = whole(self, seat)
        return obs * np.float32(0.5), mask

    monkeypatch.setattr(Table, "observe", darker)
    assert run("check") == 1
    assert b"differ in seat, observation or mask" in capsysbinary.readouterr().err


def test_check_tells_when_interpreted_play_differs(capsysbinary: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installation, "record_lines", lambda *_words, **_options: iter([b"{}\n"]))
    assert run("check") == 1
    assert b"compiled and interpreted play differ" in capsysbinary.readouterr().err


def test_check_survives_damage(capsysbinary: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(game: Any) -> Any:
        raise EOFError("Ran out of input")

    monkeypatch.setattr(cli, "check_game", broken)
    assert run("check") == 1
    assert b"EOFError: Ran out of input; if compiled code is damaged" in capsysbinary.readouterr().err


IMPATIENT = """
import sys
from pod_envs.core import jit
jit.PATIENCE = 0.01
from pod_envs.cli import main
for words in sys.argv[1:]:
    assert main(words.split()) == 0
"""


def test_warmup_compiles_all_ahead_and_says_so_once(tmp_path: Path) -> None:
    env = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    env["NUMBA_CACHE_DIR"] = str(tmp_path)
    cold = child("-c", IMPATIENT, "warmup pod_x", env=env)
    assert cold.returncode == 0
    (notice,) = cold.stderr.decode().splitlines()
    assert notice.startswith("pod_envs: compiling Pod-X")
    assert str(tmp_path) in notice
    assert str(tmp_path) in cold.stdout.decode()
    compiled = sorted(tmp_path.rglob("*.nb*"))
    assert compiled
    warm = child("-c", IMPATIENT, "warmup pod_x", "record pod_x --agent heuristic --legal", "check pod_x", env=env)
    assert (warm.returncode, warm.stderr) == (0, b"")
    assert sorted(tmp_path.rglob("*.nb*")) == compiled


def test_replaying_what_record_wrote_needs_no_seed(capsysbinary: Captured) -> None:
    record = json.loads(recorded(capsysbinary, "--seed", "5", *TINY))
    assert replay({**record, "seed": None}).returns.tolist() == record["returns"]
