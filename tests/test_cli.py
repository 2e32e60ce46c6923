"""The command line: what there is, whether it is sound, and compiling ahead."""

import itertools
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pod_envs
from pod_envs import GAMES, checking, installation
from pod_envs.core.table import Table

from .cli_common import Captured, child, run


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


SOUND = ("check", "--only", "installation")


def test_check_finds_this_installation_sound(capsysbinary: Captured) -> None:
    assert run(*SOUND, "pod_x") == 0
    out, err = capsysbinary.readouterr()
    assert b"core: compiled code is kept in" in out
    assert b"passed  installation             all ways of playing agree\n" in out
    assert b"pod_x: 1 passed, 0 failed, 0 not applicable (games 3, seed 0)\n" in out
    assert err == b""


def test_check_tells_when_ways_of_playing_differ(capsysbinary: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = itertools.count()

    def other(table: Table, legal: bool) -> dict[str, Any]:
        return {"seed": table.seed, "call": next(calls)}

    assert run("warmup") == 0  # which says what is compiled, so that nothing else does
    capsysbinary.readouterr()
    monkeypatch.setattr(installation, "record_of", other)
    monkeypatch.setattr(installation, "replay", lambda _record: Table("pod_x", seed=0))
    assert run(*SOUND, *GAMES) == 1
    out, err = capsysbinary.readouterr()
    assert out.count(b"FAILED  installation") == len(GAMES)
    assert b"a batch and a single table have different records" in out
    assert b"replaying its record gives another record" in out
    assert err == b""


def test_check_compares_every_view(capsysbinary: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Table.observe

    def darker(self: Table, seat: int) -> Any:
        obs, mask = whole(self, seat)
        return obs * np.float32(0.5), mask

    monkeypatch.setattr(Table, "observe", darker)
    assert run(*SOUND) == 1
    assert capsysbinary.readouterr().out.count(b"differ in seat, observation or mask") >= len(GAMES)


def test_check_tells_when_interpreted_play_differs(capsysbinary: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installation, "record_lines", lambda *_words, **_options: iter([b"{}\n"]))
    assert run(*SOUND, "pod_x") == 1
    assert b"compiled and interpreted play differ" in capsysbinary.readouterr().out


def test_check_survives_damage(capsysbinary: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(game: Any, variant: Any) -> Iterator[str]:
        yield "game 3 differs"
        raise EOFError("Ran out of input")

    monkeypatch.setattr(checking, "check_game", broken)
    assert run(*SOUND) == 1
    said = b"game 3 differs; EOFError: Ran out of input; if compiled code is damaged"
    assert said in capsysbinary.readouterr().out


CHECKED = "check pod_x --games 1 --only installation --only leak --only consistency --only saved_state"
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
    warm = child("-c", IMPATIENT, "warmup pod_x", "record pod_x --agent heuristic --legal", CHECKED, env=env)
    assert (warm.returncode, warm.stderr) == (0, b"")
    assert sorted(tmp_path.rglob("*.nb*")) == compiled
