"""Hands the package random inputs, most of them broken; reports those neither refused as documented nor valid.

    python -m tests.fuzz --inputs 200000 --processes 2

The exit code is 0 when there is no fault and of each kind some inputs were refused and some accepted, else 1.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from .kinds import KINDS
from .run import Found, Tally, Task, part, save

__all__ = ["main"]

CHUNK = 250  # inputs that a process takes at once
ENOUGH = 100  # inputs of a kind from which some are refused and some accepted
TOLD = 3  # inputs reported of those that fail at the same place


def tasks(kinds: Sequence[str], seed: int, first: int, inputs: int) -> Iterator[Task]:
    """Parts of the work: the inputs divided among the kinds, those in turn."""
    shares = {kind: inputs // len(kinds) + (k < inputs % len(kinds)) for k, kind in enumerate(kinds)}
    for start in range(0, max(shares.values()), CHUNK):
        for kind, share in shares.items():
            if start < share:
                yield kind, seed, first + start, min(CHUNK, share - start)


def results(parts: Sequence[Task], processes: int) -> Iterator[Tally]:
    """The parts' tallies in order."""
    if processes == 1:
        yield from map(part, parts)
        return
    with ProcessPoolExecutor(processes, multiprocessing.get_context("spawn")) as pool:  # which tells when one crashes
        yield from pool.map(part, parts)


def report(tallies: Sequence[Tally], seed: int, folder: Path) -> int:
    """Print counts and faults; the exit code."""
    print(f"\n{'kind':<10}{'inputs':>9}{'refused':>9}{'accepted':>9}{'faults':>8}{'CPU s':>8}  what")
    for tally in tallies:
        counts = f"{tally.inputs:>9}{tally.refused:>9}{tally.accepted:>9}{len(tally.faults):>8}{tally.seconds:>8.1f}"
        print(f"{tally.kind:<10}{counts}  {KINDS[tally.kind].about}")
    print(f"{sum(tally.inputs for tally in tallies)} inputs, seed {seed}")
    one_sided = [tally.kind for tally in tallies if tally.inputs >= ENOUGH and not (tally.refused and tally.accepted)]
    for kind in one_sided:
        print(f"{kind}: all inputs were refused, or all were accepted, so this run shows nothing")
    faults = [fault for tally in tallies for fault in tally.faults]
    tell(faults, seed, folder)
    return 1 if faults or one_sided else 0


def tell(faults: Sequence[Found], seed: int, folder: Path) -> None:
    """Print the faults, the first few of each place with their file and command."""
    by_place: dict[tuple[str, str], list[Found]] = {}
    for fault in faults:
        by_place.setdefault((fault.kind, fault.where), []).append(fault)
    for (kind, where), alike in by_place.items():
        print(f"\nFAULT {kind}, {len(alike)} times, at {where}")
        for fault in alike[:TOLD]:
            path, command = save(fault, seed, folder)
            print(f"  {fault.said}\n    input in {path}, again with: {command}")


def number(text: str) -> int:
    """An integer from 0."""
    if not text.isascii() or not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is no integer >= 0")
    return int(text)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; its exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__.partition("\n")[0])
    add = parser.add_argument
    add("--inputs", type=number, default=2000, help="inputs of all kinds together (default %(default)s)")
    add("--seed", type=number, default=0, help="which inputs (default %(default)s)")
    add("--first", type=number, default=0, help="number of the first input of each kind (default %(default)s)")
    add("--only", nargs="+", choices=list(KINDS), default=list(KINDS), metavar="KIND", help=f"of: {', '.join(KINDS)}")
    add("--processes", type=number, default=1, help="default %(default)s")
    add("--out", type=Path, default=Path("runs/fuzz"), help="folder for inputs at fault (default %(default)s)")
    given = parser.parse_args(arguments)
    tallies = {kind: Tally(kind) for kind in given.only}
    parts = list(tasks(given.only, given.seed, given.first, given.inputs))
    for done, tally in enumerate(results(parts, max(1, given.processes)), 1):
        tallies[tally.kind].add(tally)
        print(f"\r{done} of {len(parts)} parts", end="", file=sys.stderr, flush=True)
    return report(list(tallies.values()), given.seed, given.out)


if __name__ == "__main__":
    sys.exit(main())
