"""All variants of all games against the conformance suite: `python -m tests.conformance [--games N] [--only GAME ...]`.

Every seat count and every value of every option, as `tests/games/variants_<game>.py` list them; each is also played in
a batch on two threads and compared with the same games alone.  It takes many minutes a game; with NUMBA_BOUNDSCHECK=1
it is the longest test of the compiled code.
"""

from __future__ import annotations

import argparse
import functools
import importlib
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

from pod_envs.api.registration import environment_module
from pod_envs.core.game import GAMES, Game
from pod_envs.installation import check_game
from pod_envs.testing import CHECKS, PASSED, check_env

__all__ = ["check_variant", "main", "variants_of"]

BATCHED = 16  # games of a variant that are played on two threads as well
OTHERS = {"gymnasium"}  # checks of other kinds of environments


def variants_of(game: Game) -> Iterator[tuple[str, dict[str, Any]]]:
    """Name and options of each variant; seats go round where they are left open."""
    module = importlib.import_module(f"tests.games.variants_{game.spec.name}")
    for number, (name, options) in enumerate(module.VARIANTS.items()):
        yield name, module.seated(options, number) if hasattr(module, "seated") else options


def check_variant(
    game: Game, options: dict[str, Any], games: int, seed: int, apart: bool
) -> tuple[list[str], set[str]]:
    """What is wrong with a variant, and the checks it passed; with `apart` it is played in other processes, too."""
    make = functools.partial(environment_module(game).env, **options)
    report = check_env(make, games=games, seed=seed, skip=() if apart else ("processes",), max_steps=10_000)
    wrong = [f"{result.name}: {result}" for result in report.results if result.name in report.failed]
    wrong += check_game(game, game.variant(**options), BATCHED, interpreted=False)
    return wrong, set(report.named(PASSED))


def main(arguments: list[str] | None = None) -> int:
    """Check variants; 1 where one has a fault."""
    parser = argparse.ArgumentParser(prog="python -m tests.conformance", description=__doc__)
    parser.add_argument("--games", type=int, default=1, help="games of each check (default 1)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first game (default 0)")
    parser.add_argument("--only", nargs="+", choices=sorted(GAMES), default=sorted(GAMES), help="these games only")
    parser.add_argument("--named", default="", help="variants only whose names hold this text")
    chosen = parser.parse_args(arguments)
    faults, passed = 0, Counter[str]()
    for game in (GAMES[name] for name in chosen.only):
        for number, (name, options) in enumerate(variants_of(game)):
            if chosen.named not in name:
                continue
            wrong, good = check_variant(game, options, chosen.games, chosen.seed, apart=number == 0)
            passed.update(good)
            faults += len(wrong)
            print(f"{game.spec.name}, {name}: {len(good)} checks passed, {len(wrong)} faults", flush=True)
            print("".join(f"    {sentence}\n" for sentence in wrong), end="", flush=True)
    print("variants that passed: " + ", ".join(f"{name} {passed[name]}" for name in CHECKS if name not in OTHERS))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
