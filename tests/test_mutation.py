"""The judge of mutants lets the right rules live, and no wrong or hanging ones; a long run can be gone on with."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.mutation import diary
from tests.mutation.mutant import Mutant

ROOT = Path(__file__).resolve().parent.parent
SCRIPT = """
from dataclasses import replace
from tests.mutation.mutant import unchanged
from tests.mutation.runner import verdicts
right = unchanged("pod_x")
place = "def is_legal("
head, _, tail = right.source.partition(place)
wrong = replace(right, change="wrong", source=head + place + tail.replace("] == 1", "] == 0", 1))
endless = tail.replace("    if ", "    while True:\\n        pass\\n    if ", 1)
hanging = replace(right, change="hanging", source=head + place + endless)
broken = replace(right, change="broken", source="1 / 0")
assert len({right.source, wrong.source, hanging.source, broken.source}) == 4
found = verdicts("pod_x", [right, wrong, hanging, broken], False, 2)
print(sorted((mutant.change, lives) for mutant, lives in found))
"""

LEFT = [("", True), ("broken", False), ("hanging", False), ("wrong", False)]


def test_only_right_rules_survive() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], cwd=ROOT, env=os.environ | {"NUMBA_DISABLE_JIT": "1"}, capture_output=True
    )
    assert (done.returncode, done.stdout.decode().strip()) == (0, str(LEFT)), done.stderr.decode()


def test_a_diary_is_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def verdicts(game: str, mutants: list[Mutant], thorough: bool, processes: int) -> Iterator[tuple[Mutant, bool]]:
        asked.extend(mutant.source for mutant in mutants)
        yield from ((mutant, mutant.source != "b") for mutant in mutants)

    monkeypatch.setattr(diary, "verdicts", verdicts)
    a, b, c = (Mutant("core/Number", number, source, "") for number, source in enumerate("abc"))
    book = tmp_path / "diary"
    assert diary.survivors("pod_x", [a, b], False, 1, book) == [a]
    whole = book.read_text()
    book.write_text(whole[:-5])  # as a killed run leaves it
    assert diary.survivors("pod_x", [a, b, c], False, 1, book) == [a, c]
    assert diary.survivors("pod_x", [a], True, 1, book) == [a]
    assert asked == ["a", "b", "b", "c", "a"]
    assert book.read_text().startswith(whole)
