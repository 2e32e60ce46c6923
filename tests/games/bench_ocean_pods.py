"""`pod-envs bench ocean_pods`, with the slow twin beside it.

`python -m tests.games.bench_ocean_pods --json training/results/bench_ocean_pods.json`
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from pathlib import Path
from typing import Any

from pod_envs.bench import bench, report
from pod_envs.core.game import find_game
from pod_envs.probes import SEED, Probe

from .reference_ocean_pods import Game

__all__ = ["main"]

ONE = "batch/1024/1/compiled"
TWIN = "twin (plain Python)"


def twin_probe() -> Probe:
    """Random games of the plain Python twin with default options, with the legal list at every decision."""
    rng = random.Random(SEED)

    def work(decisions: int) -> int:
        done = 0
        while done < decisions:
            game = Game({})
            while not game.over:
                done += game.seat() is not None
                advance(game, rng)
        return done

    return Probe(TWIN, work)


def advance(game: Game, rng: random.Random) -> None:
    """A random decision, or a chance event by its weights."""
    due = game.weights()
    if due is None:
        game.apply(rng.choice(game.legal()))
    else:
        outcomes, copies = zip(*due[1].items(), strict=True)
        game.apply_chance(rng.choices(outcomes, copies)[0])


def main(arguments: list[str] | None = None) -> int:
    """Measure, print, and write the results where that is asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.games.bench_ocean_pods", description=__doc__)
    parser.add_argument("--seconds", type=float, default=90.0)
    parser.add_argument("--json", type=Path)
    chosen = parser.parse_args(arguments)
    results: dict[str, Any] = bench(find_game("ocean_pods"), chosen.seconds, [twin_probe()], [(ONE, TWIN)])
    print(report(results))
    if chosen.json:
        chosen.json.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
