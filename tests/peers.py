"""The conformance suite on environments of others and on the games here: `python -m tests.peers [--only NAME ...]`.

Each is checked by `pod-envs check` in a process of its own with a limit of time, so that a crash or a hang is told in
its row and is not the end.  Rows of --out (default training/results/peers.json) that are not chosen stay as they are;
`python -m training.report` writes the tables.  The extra `bench` installs the packages.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import platform
import resource
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pod_envs.bench import cpu_model, load, version_of
from pod_envs.core.files import replacing
from pod_envs.core.game import GAMES
from pod_envs.testing import CHECKS, NOT_APPLICABLE, PASSED

__all__ = ["PEERS", "Peer", "check_peer", "main"]

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "training" / "results" / "peers.json"
SECONDS = 3600  # that the check of one environment may take
SEED = 0
COMMON = ("pod_envs", "gymnasium", "pettingzoo", "numpy", "numba")  # packages that matter to every row
KEPT = ("name", "status", "looked", "seen", "wanted", "place", "reason")  # of a result


@dataclass(frozen=True)
class Peer:
    """An environment as `pod-envs check` is told of it, and the packages that it is made by, the first its own."""

    name: str
    word: str
    packages: tuple[str, ...]
    settings: tuple[str, ...] = ()
    games: int = 3

    @property
    def words(self) -> list[str]:
        """The words after `pod-envs check`."""
        options = [word for setting in self.settings for word in ("--set", setting)]
        return [self.word, *options, *(["--games", str(self.games)] if self.games != 3 else [])]


PEERS = {
    peer.name: peer
    for peer in (
        *(Peer(name, name, ("pod_envs",)) for name in GAMES),
        Peer("tictactoe", "classic/tictactoe-v3", ("pettingzoo",)),
        Peer("connect_four", "classic/connect_four-v3", ("pettingzoo",)),
        Peer("rps", "classic/rps-v2", ("pettingzoo",)),
        Peer("leduc_holdem", "classic/leduc_holdem-v4", ("pettingzoo", "rlcard")),
        Peer("texas_holdem", "classic/texas_holdem-v4", ("pettingzoo", "rlcard")),
        Peer("texas_holdem_no_limit", "classic/texas_holdem_no_limit-v6", ("pettingzoo", "rlcard")),
        Peer("gin_rummy", "pettingzoo.classic.gin_rummy_v4:env", ("pettingzoo", "rlcard")),
        Peer("hanabi", "classic/hanabi-v5", ("pettingzoo", "shimmy", "open_spiel")),
        Peer("chess", "classic/chess-v6", ("pettingzoo", "chess"), games=1),
        Peer("go", "classic/go-v5", ("pettingzoo",), ("board_size=9",)),
        Peer(
            "leduc_poker",
            "shimmy:OpenSpielCompatibilityV0",
            ("shimmy", "open_spiel", "pettingzoo"),
            ("game_name=leduc_poker",),
        ),
    )
}


def check_peer(peer: Peer, seed: int, seconds: float) -> dict[str, Any]:
    """The row of an environment: what each check found, or in `why` the reason for there being nothing."""
    versions = {name: version_of(name) for name in dict.fromkeys([*peer.packages, *COMMON])}
    row = {
        "name": peer.name,
        "call": ["pod-envs", "check", *peer.words],
        "package": peer.packages[0],
        "versions": {"python": platform.python_version()} | versions,
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "games": peer.games,
    }
    lacking = [name for name in peer.packages if versions[name] is None]
    if lacking:
        return row | {"why": f"not installed: {', '.join(lacking)}"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    found = checked(peer, seed, seconds)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return row | {"cpu_seconds": round(took, 1)} | found


def checked(peer: Peer, seed: int, seconds: float) -> dict[str, Any]:
    """The results of one process, or why there are none."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        words = [*peer.words, "--seed", str(seed), *(f"--only={name}" for name in CHECKS), f"--json={report}"]
        code, out, err = ran([sys.executable, "-m", "pod_envs", "check", *words], seconds)
        if code in (0, 1) and report.exists():
            (told,) = json.loads(report.read_text())["reports"]
            return {"results": [{key: one[key] for key in KEPT if one[key]} for one in told["results"]]}
    last = (out.splitlines() or ["nothing"])[-1].split()
    after = f"after the check {last[1]}" if len(last) > 1 else "before the first check was done"
    if code is None:
        return {"why": f"no report within {seconds:g} seconds; stopped {after}"}
    said = (err.strip().splitlines() or ["nothing was said"])[-1]
    return {"why": said if code == 2 else f"exit code {code} {after}: {said}"}


def ran(command: Sequence[str], seconds: float) -> tuple[int | None, str, str]:
    """Exit code (None after the limit of time), standard output and standard error of a process and its children."""
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace", start_new_session=True
    )
    try:
        out, err = process.communicate(timeout=seconds)
        return process.returncode, out, err
    except subprocess.TimeoutExpired:
        return None, *ended(process)
    finally:
        if process.returncode is None:  # Ctrl-C
            ended(process)


def ended(process: subprocess.Popen[str]) -> tuple[str, str]:
    """End a process with its children; what it had written."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    return process.communicate()


# The results


def told(row: dict[str, Any]) -> str:
    """A row in a line."""
    if "why" in row:
        return f"{row['name']}: {row['why']}"
    statuses = [result["status"] for result in row["results"]]
    failed = [result["name"] for result in row["results"] if result["status"] not in (PASSED, NOT_APPLICABLE)]
    counts = f"{statuses.count(PASSED)} passed, {len(failed)} failed, {statuses.count(NOT_APPLICABLE)} not applicable"
    return f"{row['name']}: {counts}; {row['cpu_seconds']} s of CPU time; failed: {', '.join(failed) or 'none'}"


def facts(seed: int, rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The results file."""
    machine = {"platform": platform.platform(), "cpu": cpu_model(), "cores": os.cpu_count(), "load": load()}
    return {"format": "pod_envs.peers", "version": 1, "seed": seed, "machine": machine, "rows": list(rows)}


def former(path: Path) -> dict[str, Any]:
    """The rows of a results file by their names, none where there is no file."""
    return {row["name"]: row for row in json.loads(path.read_text())["rows"]} if path.exists() else {}


def main(arguments: Sequence[str] | None = None) -> int:
    """Check environments and write what was found; the exit code is 0 whatever it is."""
    parser = argparse.ArgumentParser(prog="python -m tests.peers", description=__doc__)
    parser.add_argument("--only", nargs="+", choices=list(PEERS), default=list(PEERS), help="these only")
    parser.add_argument("--seconds", type=float, default=SECONDS, help=f"limit for each (default {SECONDS})")
    parser.add_argument("--out", type=Path, default=OUT, help="the results file")
    chosen = parser.parse_args(arguments)
    rows = former(chosen.out)
    for name in chosen.only:
        rows[name] = check_peer(PEERS[name], SEED, chosen.seconds)
        print(told(rows[name]), flush=True)
        with replacing(chosen.out) as file:  # after each, so that nothing is lost
            text = json.dumps(facts(SEED, [rows[known] for known in PEERS if known in rows]), indent=1)
            file.write(text.encode() + b"\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
