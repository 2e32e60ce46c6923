"""How fast a game is here, next to PettingZoo's own card and board games in the same run.

A busy machine is slow by spells, so everything is measured in turn, round after round, and a ratio is taken within each
round.  One thread is measured in CPU time, two in wall time.  A decision is a live one; what a loop spends on resets
and on the dead steps after the end counts as its time.
"""

import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pod_envs.core.errors import MissingExtra
from pod_envs.core.game import Game
from pod_envs.core.plugins import address
from pod_envs.probes import PEERS, SEED, Probe, game_probes, peer_probes

__all__ = ["ROUNDS", "bench", "measure", "report"]

ROUNDS = 15
PACKAGES = ("pod_envs", "numpy", "numba", "gymnasium", "pettingzoo", "rlcard")
BATCHES = ("batch/64/1/compiled", "batch/1024/1/compiled")
COMPARED = dict.fromkeys(BATCHES, "usual") | {"aec/usual": "usual", "aec/raw": "raw"}  # our row -> the peers' row
FIRST_DECISION = """
import sys, time
start = time.process_time()
import pod_envs
imported = time.process_time()
from pod_envs.api.aec import TurnEnv
from pod_envs.core.plugins import named
env = TurnEnv(named(sys.argv[1]))
env.reset(seed=0)
env.step(int(env.last()[0]["action_mask"].argmax()))
print(imported - start, time.process_time() - imported)
"""


# How it is measured


def slice_of(probe: Probe, units: int) -> tuple[int, float]:
    """Units done and the seconds they took by the probe's clock."""
    clock = time.process_time if probe.clock == "cpu" else time.perf_counter
    start = clock()
    done = probe.work(units)
    return done, max(clock() - start, 1e-9)


def size_for(probe: Probe, seconds: float) -> int:
    """Units that take about `seconds`; what they need is compiled on the way."""
    slice_of(probe, 1)
    units = 1
    while True:
        done, took = slice_of(probe, units)
        if took >= seconds / 2:
            return max(1, round(done * seconds / took))
        units = 2 * done


def measure(probes: Sequence[Probe], seconds: float) -> NDArray[np.float64]:
    """float64[ROUNDS, len(probes)]: units a second, each probe in turn in every round; about `seconds` in all."""
    each = seconds / (ROUNDS * len(probes))
    sizes = [size_for(probe, each) for probe in probes]
    rates = np.zeros((ROUNDS, len(probes)))
    for turn, (k, probe) in product(range(ROUNDS), enumerate(probes)):
        done, took = slice_of(probe, sizes[k])
        rates[turn, k] = done / took
    return rates


def first_decisions(game: Game) -> list[dict[str, Any]]:
    """CPU seconds of importing and of the first decision in new processes: once with an empty cache, then from it."""
    with tempfile.TemporaryDirectory() as folder:
        runs = np.array([first_decision(game, folder) for _ in range(4)])
    rows = {"start/import": runs[:, 0], "start/compile": runs[:1, 1], "start/cached": runs[1:, 1]}
    return [row(name, values, "s", "cpu") for name, values in rows.items()]


def first_decision(game: Game, folder: str) -> tuple[float, float]:
    """CPU seconds of importing, and of the first decision, in a new process that caches in `folder`."""
    command = [sys.executable, "-c", FIRST_DECISION, address(game)]
    run = subprocess.run(
        command,
        env=os.environ | {"NUMBA_CACHE_DIR": folder},
        capture_output=True,
        check=True,
    )
    imported, decided = map(float, run.stdout.split())
    return imported, decided


# What is reported


def row(name: str, values: NDArray[np.float64], unit: str, clock: str) -> dict[str, Any]:
    """One line of the results."""
    low, middle, high = (float(f"{value:.4g}") for value in (values.min(), np.median(values), values.max()))
    return {"name": name, "unit": unit, "clock": clock, "min": low, "median": middle, "max": high}


def bench(
    game: Game, seconds: float, others: Sequence[Probe] = (), pairs: Sequence[tuple[str, str]] = ()
) -> dict[str, Any]:
    """Measure `game` with its default options, and `others`, for about `seconds` after compiling; JSON values.

    `pairs` are names of rows to be compared besides our rows with the peers'.
    """
    notes = [game.spec.notes] if game.spec.notes else []
    try:
        peers = peer_probes()
    except MissingExtra as error:
        peers = []
        notes.append(str(error))
    rows = first_decisions(game)
    probes = [*game_probes(game), *peers, *others]
    rates = measure(probes, seconds)
    rows += [row(probe.name, rates[:, k], probe.unit, probe.clock) for k, probe in enumerate(probes)]
    by_name = {probe.name: rates[:, k] for k, probe in enumerate(probes)}
    return header(game, seconds) | {"rows": rows, "ratios": ratios(by_name, pairs), "notes": notes}


def header(game: Game, seconds: float) -> dict[str, Any]:
    """Of what, when, where and with what the results are."""
    return {
        "format": "pod_envs.bench",
        "version": 1,
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "game": game.spec.name,
        "game_version": game.spec.version,
        "variant": game.variant().as_dict(),
        "seed": SEED,
        "seconds": seconds,
        "rounds": ROUNDS,
        "versions": {"python": platform.python_version()} | {name: version_of(name) for name in PACKAGES},
        "machine": {"platform": platform.platform(), "cpu": cpu_model(), "cores": os.cpu_count(), "load": load()},
    }


def version_of(package: str) -> str | None:
    """Installed version, or None."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def cpu_model() -> str:
    """The processor's name."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.is_file() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor()


def load() -> float | None:
    """Processes that ran or waited to run in the last minute, where the system counts them."""
    return round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None


def ratios(rates: dict[str, NDArray[np.float64]], more: Sequence[tuple[str, str]] = ()) -> list[dict[str, Any]]:
    """Ours over theirs, within each round."""
    pairs = [(ours, f"peer/{name}/{loop}") for name in PEERS for ours, loop in COMPARED.items()]
    return [row(f"{a} : {b}", rates[a] / rates[b], "times", "cpu") for a, b in [*pairs, *more] if b in rates]


def report(results: dict[str, Any]) -> str:
    """The results as text."""
    lines = [f"{'':60} {'min':>10} {'median':>10} {'max':>10}"]
    for entry in [*results["rows"], *results["ratios"]]:
        figures = " ".join(
            f"{entry[key]:>10,.4g}" if entry[key] < 1000 else f"{entry[key]:>10,.0f}"
            for key in ("min", "median", "max")
        )
        lines.append(f"{entry['name']:60} {figures} {entry['unit']}" + (" (wall)" if entry["clock"] == "wall" else ""))
    return "\n".join([*lines, *results["notes"]])
