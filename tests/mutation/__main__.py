"""Change the rules of a game in every way that Cosmic Ray knows, and see whether anybody notices.

    NUMBA_DISABLE_JIT=1 python -m tests.mutation --processes 2

A mutant that plays every third variant as the slow twin does, and passes the worked examples, has survived; with
--thorough it must play all variants so, and pass the tests of the invariants.  Why one survives stands in
`reasons.json`, by the name of the mutant; those without a reason are named.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import Any

os.environ["NUMBA_DISABLE_JIT"] = "1"  # before Numba is imported

from .diary import survivors
from .mutant import Mutant, unchanged
from .mutants import mutants_of

NAMES = ("pod_x", "polypods", "relative_space", "ocean_pods")
REASONS = Path(__file__).with_name("reasons.json")


def main(arguments: list[str] | None = None) -> int:
    """A line a game, and one a survivor without a reason; the exit status 1 when there are such, or fewer die."""
    chosen = parser().parse_args(arguments)
    results = {game: run(game, chosen) for game in chosen.only or NAMES}
    if chosen.json:
        Path(chosen.json).write_text(json.dumps(results, indent=1) + "\n")
    return 1 if any(result["unexplained"] or result["killed"] < chosen.bar for result in results.values()) else 0


def parser() -> argparse.ArgumentParser:
    """Of the command line."""
    made = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    made.add_argument("--only", nargs="+", choices=NAMES, metavar="GAME", help="games (default all)")
    made.add_argument("--every", type=int, default=1, help="take each EVERY-th mutant (default 1)")
    made.add_argument("--thorough", action="store_true", help="judge what survives once more, with all there is")
    made.add_argument("--processes", type=int, default=1, help="mutants judged at once (default 1)")
    made.add_argument("--bar", type=float, default=0.85, help="share of the mutants that must die (default 0.85)")
    made.add_argument("--diary", type=Path, metavar="FILE", help="keep verdicts in FILE, and go on from those in it")
    made.add_argument("--json", metavar="FILE", help="write the figures and the survivors to FILE")
    return made


def run(game: str, chosen: argparse.Namespace) -> dict[str, Any]:
    """All mutants of one game."""
    if not survivors(game, [unchanged(game)], True, 1):
        raise SystemExit(f"the rules of {game} as they are do not pass, so that mutants would tell nothing")
    mutants = list(mutants_of(game))[:: chosen.every]
    left = survivors(game, mutants, False, chosen.processes, chosen.diary)
    if chosen.thorough:
        left = survivors(game, left, True, chosen.processes, chosen.diary)
    result = {"mutants": len(mutants), "killed": 1 - len(left) / len(mutants)} | sorted_out(game, left)
    print(f"{game}: {len(mutants)} mutants, {result['killed']:.1%} killed, {len(left)} survived", flush=True)
    for name in result["unexplained"]:
        print(f"  without a reason: {name}", flush=True)
    return result


def sorted_out(game: str, left: list[Mutant]) -> dict[str, Any]:
    """The survivors, with and without a reason."""
    reasons = json.loads(REASONS.read_text())[game]
    names = sorted(mutant.name for mutant in left)
    explained = {name: reasons[name] for name in names if name in reasons}
    return {"explained": explained, "unexplained": [name for name in names if name not in reasons]}


if __name__ == "__main__":
    sys.exit(main())
