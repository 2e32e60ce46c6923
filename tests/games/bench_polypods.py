"""`pod-envs bench polypods`, with the slow twin and Ludii's own figure beside it.

`python -m tests.games.bench_polypods --json training/results/bench_polypods.json`
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from pathlib import Path
from typing import Any

from pod_envs.bench import BATCHES, bench, report
from pod_envs.core.game import find_game
from pod_envs.probes import Probe

from .reference_polypods import Game

__all__ = ["main"]

TWIN = "twin (plain Python)"
LUDII = (
    3000.0  # moves a CPU second of Ludii 1.3.13 on snub-8x8-S given these rules, its own random playouts, as published
)


def twin_probe() -> Probe:
    """Random games of the plain Python twin on the default board, with the legal list at every ply."""
    rng = random.Random(0)

    def work(plies: int) -> int:
        done = 0
        while done < plies:
            game = Game({})
            while not game.over:
                game.apply(rng.choice(game.legal()))
                done += 1
        return done

    return Probe(TWIN, work)


def against_ludii(results: dict[str, Any]) -> list[dict[str, Any]]:
    """Our rates over the published figure, which was measured on another machine."""
    rows = [row for row in results["rows"] if row["name"] in BATCHES]
    figures = [{key: float(f"{row[key] / LUDII:.4g}") for key in ("min", "median", "max")} for row in rows]
    names = [f"{row['name']} : Ludii 1.3.13 as published, another machine" for row in rows]
    return [{"name": name, "unit": "times", "clock": "cpu"} | each for name, each in zip(names, figures, strict=True)]


def main(arguments: list[str] | None = None) -> int:
    """Measure, print, and write the results where that is asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.games.bench_polypods", description=__doc__)
    parser.add_argument("--seconds", type=float, default=90.0)
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args(arguments)
    results = bench(find_game("polypods"), chosen.seconds, [twin_probe()], [(ours, TWIN) for ours in BATCHES])
    results["ratios"] += against_ludii(results)
    print(report(results))
    if chosen.json:
        chosen.json.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
