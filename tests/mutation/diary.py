"""Verdicts kept in a file, so that a long run can be stopped and gone on with."""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from .mutant import Mutant
from .runner import verdicts

__all__ = ["survivors"]


def survivors(
    game: str, mutants: Sequence[Mutant], thorough: bool, processes: int, diary: Path | None = None
) -> list[Mutant]:
    """Those that pass for right rules; only those are judged whose verdict the diary does not have."""
    known = {} if diary is None else read(diary)
    missing = [mutant for mutant in mutants if key(mutant, thorough) not in known]
    for mutant, lives in verdicts(game, missing, thorough, processes):
        known[key(mutant, thorough)] = lives
        if diary is not None:
            write(diary, game, mutant, thorough, lives)
    return [mutant for mutant in mutants if known[key(mutant, thorough)]]


def key(mutant: Mutant, thorough: bool) -> str:
    """The whole changed source decides, so that no verdict outlives a change of the rules."""
    return sha256(f"{thorough} {mutant.source}".encode()).hexdigest()


def read(diary: Path) -> dict[str, bool]:
    """All verdicts; a last line that is not whole is cut off."""
    if not diary.exists():
        return {}
    whole, _, rest = diary.read_text().rpartition("\n")
    if rest:
        diary.write_text(whole + "\n" if whole else "")
    return {entry["key"]: entry["survived"] for entry in map(json.loads, whole.splitlines())}


def write(diary: Path, game: str, mutant: Mutant, thorough: bool, survived: bool) -> None:
    """One more line."""
    entry = {"game": game, "mutant": mutant.name, "survived": survived, "key": key(mutant, thorough)}
    with diary.open("a") as file:
        file.write(json.dumps(entry) + "\n")
