"""The table of environments of other packages, on small ones of the tests'."""

import json
import os
import re
import time
from pathlib import Path
from typing import Any

import pytest

from pod_envs.testing import FAILED, NOT_APPLICABLE, PASSED
from tests import peers
from tests.broken_envs.honest import HighCard
from tests.broken_envs.shapes import Texts
from tests.core.common import ROOT
from tests.peers import PEERS, Peer, main

QUICK = ("plays", "masks", "rotation")


class Drops(Texts):
    """Ends the process that plays it."""

    def step(self, action: Any) -> None:
        os._exit(7)


class Hangs(HighCard):
    """Never answers."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        time.sleep(600)


SMALL = {
    peer.name: peer
    for peer in (
        Peer("wide", "tests.broken_envs.books:WideMask", ("pod_envs",), games=1),
        Peer("unknown", "tests.broken_envs.books:Nothing", ("pod_envs",)),
        Peer("apart", "classic/chess-v6", ("no_such_package", "pod_envs")),
        Peer("drops", "tests.testing.test_peers:Drops", ("pod_envs",)),
        Peer("hangs", "tests.testing.test_peers:Hangs", ("pod_envs",)),
    )
}


@pytest.fixture
def rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """What the command writes about the environments of these names."""
    monkeypatch.setattr(peers, "PEERS", SMALL)
    monkeypatch.setattr(peers, "CHECKS", dict.fromkeys(QUICK))
    monkeypatch.chdir(ROOT)

    def written(*only: str, seconds: str = "600") -> dict[str, Any]:
        assert main(["--only", *only, "--seconds", seconds, "--out", str(tmp_path / "peers.json")]) == 0
        facts = json.loads((tmp_path / "peers.json").read_text())
        assert (facts["format"], facts["version"], facts["seed"]) == ("pod_envs.peers", 1, 0)
        return {row["name"]: row for row in facts["rows"]}

    return written


def test_a_row_says_what_each_check_found(rows: Any, capsys: pytest.CaptureFixture[str]) -> None:
    row = rows("wide")["wide"]
    assert {one["name"]: one["status"] for one in row["results"]} == dict(
        zip(QUICK, (PASSED, FAILED, PASSED), strict=True)
    )
    (fault,) = [one for one in row["results"] if one["status"] == FAILED]
    assert fault["seen"].startswith("the mask allows action ")
    assert fault["place"]["seed"] == 0
    assert row["call"] == ["pod-envs", "check", "tests.broken_envs.books:WideMask", "--games", "1"]
    assert row["versions"]["gymnasium"]
    assert row["cpu_seconds"] > 0
    assert capsys.readouterr().out.startswith("wide: 2 passed, 1 failed, 0 not applicable; ")


def test_what_cannot_be_checked_is_a_row_with_the_reason(rows: Any) -> None:
    found = rows("unknown", "apart", "drops")
    assert found["unknown"]["why"].startswith("pod-envs check: there is no function 'tests.broken_envs.books:Nothing'")
    assert found["apart"]["why"] == "not installed: no_such_package"
    assert found["drops"]["why"] == "exit code 7 before the first check was done: nothing was said"


def test_an_environment_that_hangs_is_stopped(rows: Any) -> None:
    why = rows("hangs", seconds="3")["hangs"]["why"]
    assert why == "no report within 3 seconds; stopped before the first check was done"


def test_rows_that_are_not_chosen_stay(rows: Any) -> None:
    first = rows("unknown")["unknown"]
    assert rows("apart") | {"apart": None} == {"unknown": first, "apart": None}


# The page


def test_the_page_has_every_environment_and_every_fault() -> None:
    facts = json.loads(peers.OUT.read_text(encoding="utf-8"))
    page = (ROOT / "README.md").read_text(encoding="utf-8")
    table, details = (
        re.findall(f"<!-- begin: {name} peers -->(.*?)<!-- end", page, re.S)[0] for name in ("peers", "faults")
    )
    assert [row["name"] for row in facts["rows"]] == list(PEERS)
    for row in facts["rows"]:
        (line,) = [line for line in table.splitlines() if line.startswith(f"| {row['name']} |")]
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if "why" in row:
            assert row["why"] in line
            continue
        statuses = [one["status"] for one in row["results"]]
        assert cells[2:5] == [str(statuses.count(status)) for status in (PASSED, FAILED, NOT_APPLICABLE)]
        for one in row["results"]:
            assert (f"`{one['name']}`" in cells[5]) == (one["status"] == FAILED)
            told = [line for line in details.splitlines() if line.startswith(f"| {row['name']} | ")]
            assert any(f"--only {one['name']}" in line for line in told) == (one["status"] == FAILED)


def test_the_games_here_have_no_faults_in_the_table() -> None:
    facts = json.loads(peers.OUT.read_text(encoding="utf-8"))
    ours = [row for row in facts["rows"] if row["package"] == "pod_envs"]
    assert len(ours) == 4
    assert {one["status"] for row in ours for one in row["results"]} == {PASSED, NOT_APPLICABLE}
