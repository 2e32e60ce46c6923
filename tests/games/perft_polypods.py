"""Numbers of lines of so many plies from positions of Polypods (perft), kept in `golden/perft_polypods.json`.

Write the file anew: `python -m tests.games.perft_polypods --write`.  Without --write the positions in it are counted
again, and the exit status is 1 if a number differs.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from pathlib import Path
from typing import Any

import numpy as np

from pod_envs.core.cell import MAX_NEWS
from pod_envs.core.table import Table
from pod_envs.games.polypods import rules
from pod_envs.games.polypods.state import PLAYING, STATE
from tests.games.drawn_polypods import GAME, position, table_from
from tests.games.solve_polypods import compiled
from tests.games.variants_polypods import capture

__all__ = ["DEPTHS", "GOLDEN", "counts_from", "load", "main", "positions"]

Array = Any
Entry = dict[str, Any]  # board, position, counts: of lines of 1, 2, .. plies

GOLDEN = Path(__file__).parent / "golden" / "perft_polypods.json"
DEPTHS = {"snub-6x6-S": (5, 5), "snub-8x8-S": (4, 4)}  # from the empty board, and from the other positions
AFTER = {"snub-6x6-S": (12, 19, 26, 33), "snub-8x8-S": (24, 35, 46, 57)}  # plies of the games that lead to those


@compiled
def lines_from(states: Array, depth: int, plies: int, params: Array) -> int:
    """The number of lines of `plies` plies from states[depth]; the rest of `states` is room for what follows it."""
    v = params[0]
    pay, news = np.zeros(2), np.zeros(MAX_NEWS, np.int64)
    count = 0
    for action in range(v.vertices + 1):
        if rules.is_legal(states[depth], v, action):
            if plies == 1:
                count += 1
            else:
                states[depth + 1] = states[depth]
                rules.apply(states[depth + 1], v, action, pay, news)
                if states[depth + 1].phase == PLAYING:
                    count += lines_from(states, depth + 1, plies - 1, params)
    return count


def counts_from(board: str, text: str, depth: int) -> list[int]:
    """Numbers of lines of 1 to `depth` plies."""
    variant = GAME.variant(board=board, max_plies=10**9)
    states = np.zeros(depth + 1, STATE)
    states[:1] = table_from(text, board, max_plies=10**9).store.states
    return [int(lines_from(states, 0, plies, GAME.params(variant))) for plies in range(1, depth + 1)]


def positions(board: str) -> list[tuple[str, int]]:
    """The empty board and positions out of games with many captures, each with its depth."""
    first, later = DEPTHS[board]
    found = [(position(Table(GAME, {"board": board}, seed=0)), first)]
    for seed, plies in enumerate(AFTER[board]):
        rng, table = random.Random(seed), Table(GAME, {"board": board}, seed=0)
        for _ in range(plies):
            table.act(capture(rng, table))
        found.append((position(table), later))
    return found


def counted() -> list[Entry]:
    """All positions with their numbers."""
    return [
        {"board": board, "position": text, "counts": counts_from(board, text, depth)}
        for board in DEPTHS
        for text, depth in positions(board)
    ]


def load() -> list[Entry]:
    """The golden file."""
    entries: list[Entry] = json.loads(GOLDEN.read_text(encoding="utf-8"))
    return entries


def main(arguments: list[str] | None = None) -> int:
    """Write the golden file, or count its positions again."""
    parser = argparse.ArgumentParser(prog="python -m tests.games.perft_polypods", description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the golden file anew")
    if parser.parse_args(arguments).write:
        GOLDEN.parent.mkdir(exist_ok=True)
        lines = ",\n".join(json.dumps(entry) for entry in counted())
        GOLDEN.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
        return 0
    agreed = True
    for entry in load():
        found = counts_from(entry["board"], entry["position"], len(entry["counts"]))
        agreed &= found == entry["counts"]
        print(
            f"{entry['board']} {entry['position']}: {found}, {'as' if found == entry['counts'] else 'NOT as'} written"
        )
    return 0 if agreed else 1


if __name__ == "__main__":
    sys.exit(main())
