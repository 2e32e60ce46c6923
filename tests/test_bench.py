"""The benchmark measures what it says; how fast anything is here is no test."""

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pettingzoo
import pytest

from pod_envs import GAMES, bench, cli, probes
from pod_envs.api.aec import TurnEnv
from pod_envs.core.errors import MissingExtra
from tests.core.common import WITHOUT_REGISTRY, run_python

GAME = GAMES["pod_x"]
COMPILE_ROWS = ["start/import", "start/compile", "start/cached"]
PEERS = ("connect_four", "texas_holdem_no_limit", "go")
PEER_ROWS = [f"peer/{name}/{loop}" for name in PEERS for loop in ("usual", "raw")]
RATIOS = {"batch/64/1/compiled": "usual", "batch/1024/1/compiled": "usual", "aec/usual": "usual", "aec/raw": "raw"}
OUR_ROWS = [
    *(f"batch/{b}/{t}/{c}" for b in (1, 16, 64, 256, 1024, 4096) for t in (1, 2) for c in ("compiled", "numpy")),
    *("aec/usual", "aec/raw", "clone/table", "clone/env"),
]


class Counted:
    """A tiny environment that counts its live decisions; it stands for the peers."""

    def __init__(self) -> None:
        self.env: Any = TurnEnv(GAME, num_players=2)
        self.decisions = 0

    def step(self, action: Any) -> None:
        self.decisions += action is not None
        self.env.step(action)

    @property
    def unwrapped(self) -> "Counted":
        return self

    def __getattr__(self, name: str) -> Any:
        return getattr(self.env, name)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "ROUNDS", 3)
    monkeypatch.setattr(probes, "peer", lambda _name: Counted())


def test_a_results_file_holds_every_row(tmp_path: Path, quick: None, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "results.json"
    assert cli.main(["bench", "pod_x", "--seconds", "0.1", "--json", str(path)]) == 0
    results = json.loads(path.read_text())
    assert [row["name"] for row in results["rows"]] == COMPILE_ROWS + OUR_ROWS + PEER_ROWS
    assert all(0 < row["min"] <= row["median"] <= row["max"] for row in results["rows"] + results["ratios"])
    assert {row["clock"] for row in results["rows"] if "/2/" in row["name"]} == {"wall"}
    assert {row["clock"] for row in results["rows"] if "/2/" not in row["name"]} == {"cpu"}
    assert {row["name"] for row in results["ratios"]} == {
        f"{ours} : peer/{name}/{loop}" for name in PEERS for ours, loop in RATIOS.items()
    }
    header = {key: results[key] for key in ("format", "version", "game", "game_version", "variant", "seed", "rounds")}
    variant = GAME.variant().as_dict()
    assert header == {
        "format": "pod_envs.bench", "version": 1, "game": "pod_x", "game_version": 0, "variant": variant, "seed": 0,
        "rounds": 3,
    }  # fmt: skip
    assert results["versions"]["numpy"] == np.__version__
    assert results["machine"]["cores"] >= 1
    assert GAME.spec.notes in results["notes"]
    table = capsys.readouterr().out
    assert all(row["name"] in table for row in results["rows"] + results["ratios"])


def test_a_failure_leaves_the_old_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_words: Any) -> Any:
        raise OSError(28, "No space left on device")

    (tmp_path / "results.json").write_text("old")
    monkeypatch.setattr(cli, "bench", full)
    assert cli.main(["bench", "--json", str(tmp_path / "results.json")]) == 2
    assert [path.read_text() for path in tmp_path.iterdir()] == ["old"]


def test_without_the_extra_the_peers_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_words: Any) -> Any:
        raise ModuleNotFoundError("No module named 'rlcard'")

    monkeypatch.setattr(pettingzoo, "make", missing, raising=not WITHOUT_REGISTRY)
    monkeypatch.setattr(bench, "first_decisions", lambda _game: [])
    monkeypatch.setattr(bench, "ROUNDS", 1)
    results = bench.bench(GAME, 0.05)
    assert [row["name"] for row in results["rows"]] == OUR_ROWS
    assert results["ratios"] == []
    said = " ".join(results["notes"])
    assert "pip install 'pod_envs[bench]'" in said
    assert WITHOUT_REGISTRY or "rlcard" in said


BLOCKED = """
import sys
class Block:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("rlcard", "pygame"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Block())
from pod_envs import bench, probes
from pod_envs.core.game import find_game
bench.ROUNDS, probes.TABLES = 1, (1,)
bench.first_decisions = lambda game: []
results = bench.bench(find_game("pod_x"), 0.05)
print(len(results["rows"]), results["ratios"], results["notes"][-1])
"""


def test_without_the_packages_of_the_extra_our_own_rows_are_there() -> None:
    out = run_python("-W", "error", "-c", BLOCKED)
    assert re.fullmatch(
        r"8 \[\] PettingZoo's \w+ cannot be made \(.*\), so its games, and all ratios, are left out; "
        r"type: pip install 'pod_envs\[bench\]'\n",
        out,
    )


def test_a_pettingzoo_without_a_registry_is_a_missing_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(pettingzoo, "aec_registry", raising=not WITHOUT_REGISTRY)
    with pytest.raises(MissingExtra, match=r"pip install 'pod_envs\[bench\]'"):
        probes.peer("connect_four")


def test_the_peers_are_pettingzoos_own_games() -> None:
    pytest.importorskip("rlcard", reason="the extra `bench` is not installed")
    for probe, name in zip(probes.peer_probes(), PEER_ROWS, strict=True):
        assert probe.name == name
        assert probe.work(5) >= 5
    assert {str(probes.peer(name)) for name in probes.PEERS} >= {"connect_four_v3"}


def test_loops_count_live_decisions() -> None:
    for loop in (probes.usual_loop, probes.cheap_loop):
        env = Counted()
        work = loop(env)
        assert work(1) == env.decisions > 1
        before = env.decisions
        assert work(50) == env.decisions - before >= 50


@pytest.mark.parametrize("choice", ["compiled", "numpy"])
def test_batches_count_decisions(choice: str) -> None:
    assert probes.batch_probe(GAME, 16, 1, choice).work(1) == 16
    assert probes.batch_probe(GAME, 16, 1, choice).work(33) == 48


def test_the_cheap_sampler_reaches_every_legal_action_and_no_other() -> None:
    sampler, mask = probes.Sampler(), np.array([0, 1, 1, 0, 1], np.int8)
    assert {sampler(mask) for _ in range(100)} == {1, 2, 4}


def test_rates_are_units_a_second_of_the_probes_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    elapsed = [0.0]

    def work(n: int) -> int:
        elapsed[0] += 0.001 * n
        return n

    monkeypatch.setattr("pod_envs.bench.time.process_time", lambda: elapsed[0])
    monkeypatch.setattr("pod_envs.bench.time.perf_counter", lambda: 2 * elapsed[0])
    rates = bench.measure([probes.Probe("a", work), probes.Probe("b", work, clock="wall")], 3.0)
    assert rates.shape == (bench.ROUNDS, 2)
    assert np.allclose(rates, [[1000.0, 500.0]])


def test_ratios_are_taken_within_each_round() -> None:
    ours, theirs = np.array([100.0, 10.0, 1.0]), np.array([50.0, 5.0, 0.25])
    (row,) = bench.ratios({"aec/raw": ours, "peer/connect_four/raw": theirs, "aec/usual": ours})
    assert (row["name"], row["min"], row["median"], row["max"]) == ("aec/raw : peer/connect_four/raw", 2.0, 2.0, 4.0)
