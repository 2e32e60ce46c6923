"""The judge of mutants lets the right rules live, and no wrong ones, nor any that hang."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SCRIPT = """
from dataclasses import replace
from tests.mutation.mutant import unchanged
from tests.mutation.runner import survivors
right = unchanged("pod_x")
place = "def is_legal("
head, _, tail = right.source.partition(place)
wrong = replace(right, change="wrong", source=head + place + tail.replace("] == 1", "] == 0", 1))
endless = tail.replace("    if ", "    while True:\\n        pass\\n    if ", 1)
hanging = replace(right, change="hanging", source=head + place + endless)
broken = replace(right, change="broken", source="1 / 0")
assert len({right.source, wrong.source, hanging.source, broken.source}) == 4
print([mutant.change for mutant in survivors("pod_x", [right, wrong, hanging, broken], False, 2)])
"""


def test_only_right_rules_survive() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], cwd=ROOT, env=os.environ | {"NUMBA_DISABLE_JIT": "1"}, capture_output=True
    )
    assert (done.returncode, done.stdout.decode().strip()) == (0, "['']"), done.stderr.decode()
