"""The command that compares a compiled engine with its slow twin, variant by variant."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import Any

from tests.games.views_relative_space import Difference

__all__ = ["Comparison", "compare_games"]

Options = dict[str, Any]


@dataclass(frozen=True)
class Comparison:
    """What a game brings along."""

    compare: Callable[[Options, int, int, int], Counter[str]]  # of options, games, first seed, every
    variants: Mapping[str, Options]
    combinations: Collection[str]  # names of the variants that get a tenth of the games

    def main(self, game: str, arguments: list[str] | None) -> int:
        """Compare the variants asked for; one line each, the exit status 1 when one differs."""
        chosen = self.parser(game).parse_args(arguments)
        work = [(self, name, chosen.games, chosen.seed, chosen.every) for name in chosen.only or self.variants]
        if chosen.processes > 1:
            with ProcessPoolExecutor(chosen.processes) as pool:
                agreed = [shown(line) for line in pool.map(line_of, *zip(*work, strict=True))]
        else:
            agreed = [shown(line_of(*item)) for item in work]
        different = agreed.count(0)
        print(f"total: {len(agreed)} variants, {sum(agreed)} games agree, {different} variants differ", flush=True)
        return 1 if different else 0

    def parser(self, game: str) -> argparse.ArgumentParser:
        """Of the command line."""
        parser = argparse.ArgumentParser(prog=f"python -m tests.games.compare_{game}", description=__doc__)
        games = "games of each number of seats and of each option value, a tenth of each combination (default 500)"
        parser.add_argument("--games", type=int, default=500, help=games)
        parser.add_argument("--seed", type=int, default=0, help="seed of the first game (default 0)")
        parser.add_argument("--processes", type=int, default=1, help="processes to share the variants (default 1)")
        every = "compare what seats see at each EVERY-th event alone, and all else at each (default 1)"
        parser.add_argument("--every", type=int, default=1, help=every)
        only = "variants to compare, by name (default all)"
        parser.add_argument("--only", nargs="+", choices=list(self.variants), metavar="NAME", help=only)
        return parser


def compare_games(
    one: Callable[[Options, int, int], Counter[str]], options: Callable[[int], Options], seeds: range, every: int
) -> Counter[str]:
    """How much happened in the games of `seeds`; Difference, with the game's seed, at the first one."""
    counts: Counter[str] = Counter()
    for seed in seeds:
        try:
            counts += one(options(seed), seed, every)
        except (ValueError, Difference) as error:  # ValueError: what one side refuses of the other's
            raise Difference(f"game {seed}: {error}") from error
    return counts


def line_of(comparison: Comparison, name: str, games: int, first: int, every: int) -> tuple[int, str]:
    """Compare one variant: games played, and a line that says how it went."""
    count = -(-games // (10 if name in comparison.combinations else 1))
    try:
        counts = comparison.compare(comparison.variants[name], count, first, every)
    except Difference as error:
        return 0, f"{name}: {error}"
    return count, f"{name}: {count} games agree; {', '.join(f'{counts[what]} {what}' for what in sorted(counts))}"


def shown(line: tuple[int, str]) -> int:
    """Print a variant's line; its games."""
    print(line[1], flush=True)
    return line[0]
