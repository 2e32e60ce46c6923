"""Compares the playthroughs in tests/goldens with the games as they are now, or writes them anew.

The exit code is 0 when all agree, 1 when one differs, is missing or is not wanted; the difference is printed.
"""

from __future__ import annotations

import argparse
import difflib
import sys
from collections.abc import Sequence
from pathlib import Path

from .cases import CASES, Case
from .playthrough import playthrough

__all__ = ["COMMAND", "FOLDER", "fault", "main", "strays"]

FOLDER = Path(__file__).parent
COMMAND = "python -m tests.goldens --write"
LONGEST = 200  # lines of a difference that are printed


def fault(case: Case, folder: Path = FOLDER) -> str | None:
    """The first line in which a case's file differs from its game, and what to type; None where they agree."""
    path, now = folder / case.path, playthrough(case)
    written = path.read_text(encoding="utf-8") if path.exists() else ""
    if written == now:
        return None
    if not written:
        return f"{path} is missing or empty; `{COMMAND}` writes it"
    before, after = written.split("\n"), now.split("\n")
    at = next((k for k, pair in enumerate(zip(before, after, strict=False)) if pair[0] != pair[1]), None)
    at = min(len(before), len(after)) if at is None else at
    return (
        f"{path}, line {at + 1}:\n  written: {line_at(before, at)}\n  now:     {line_at(after, at)}\n"
        f"if the change is meant, `{COMMAND}` writes it, and `git diff tests/goldens` shows all of it"
    )


def line_at(lines: Sequence[str], at: int) -> str:
    """A line, or that there is none."""
    return lines[at] if at < len(lines) else "(no more lines)"


def strays(folder: Path = FOLDER) -> list[Path]:
    """Files that no case has."""
    return sorted(set(folder.rglob("*.txt")) - {folder / case.path for case in CASES})


def difference(case: Case, folder: Path) -> list[str]:
    """The difference of a case's file as `diff -u` has it."""
    path = folder / case.path
    written = path.read_text(encoding="utf-8") if path.exists() else ""
    return list(difflib.unified_diff(written.split("\n"), playthrough(case).split("\n"), str(path), "now", lineterm=""))


def write(cases: Sequence[Case], folder: Path) -> None:
    """Write the files of the cases, and take away those that no case has."""
    for case in cases:
        path = folder / case.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(playthrough(case), encoding="utf-8", newline="\n")
    for path in strays(folder):
        path.unlink()


def compare(cases: Sequence[Case], folder: Path) -> int:
    """Print what differs; the exit code."""
    differ = 0
    for case in cases:
        lines = difference(case, folder)
        differ += bool(lines)
        print("\n".join(lines[:LONGEST] + [f"... {len(lines) - LONGEST} more lines"] * (len(lines) > LONGEST)), end="")
        print("\n" if lines else "", end="")
    for path in strays(folder):
        print(f"{path} belongs to no case")
    print(f"{len(cases) - differ} of {len(cases)} playthroughs agree; if a change is meant, type: {COMMAND}")
    return 1 if differ or strays(folder) else 0


def main(arguments: Sequence[str] | None = None, folder: Path = FOLDER) -> int:
    """The command; its exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.goldens", description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the files anew instead")
    parser.add_argument("words", nargs="*", metavar="WORD", help="only files whose name has one of these in it")
    given = parser.parse_args(arguments)
    cases = [case for case in CASES if not given.words or any(word in case.path for word in given.words)]
    if given.write:
        write(cases, folder)
        print(f"{len(cases)} playthroughs written to {folder}")
        return 0
    return compare(cases, folder)


if __name__ == "__main__":
    sys.exit(main())
