"""The game of another package that tests use: the example's source in this process, as itself or spoilt, and undone."""

import importlib
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import gymnasium

from pod_envs.core.cell import CHANCE_EVENT
from pod_envs.core.game import GAMES, Event, Game
from pod_envs.core.table import Table, table_of_events
from tests.core.common import AEC_REGISTRY, ROOT, run_python

__all__ = [
    "DOUBT", "EXAMPLE", "GAME", "NAME", "ROLL", "Edit", "copied", "imported", "install", "interpreted", "played",
    "python",
]  # fmt: skip

EXAMPLE = Path(__file__).resolve().parent / "outside_game"
NAME = "liars_dice"
Edit = tuple[str, str, str]  # of a file: what stands there, and what shall stand there
ROLL = CHANCE_EVENT
DOUBT = 18  # the action of three seats

# Three seats hold dice; bid b is "at least b // 6 + 1 dice show the face b % 6 + 1", 1x5 is one die with five pips.
#
#   seat      0  1  2
#   die       5  2  5
#   bids      1x5, 2x3, doubt
#
# Seat 2 rolled first.  No die shows a 3, so seat 1 has bid too much and pays the others.
GAME: list[Event] = [(ROLL, 4), (ROLL, 1), (ROLL, 4), (0, 4), (1, 8), (2, DOUBT)]


def copied(folder: Path, edits: Sequence[Edit] = (), name: str = NAME) -> Path:
    """The example's package in `folder`, with edits, under a name of its own; the folder."""
    package = folder / name
    shutil.copytree(EXAMPLE / NAME, package, ignore=shutil.ignore_patterns("__pycache__"))
    for file, before, after in edits:
        path = package / file
        text = path.read_text(encoding="utf-8")
        assert before in text, f"{file} has no {before!r}"
        path.write_text(text.replace(before, after), encoding="utf-8")
    return folder


@contextmanager
def imported(folder: Path, name: str = NAME) -> Iterator[ModuleType]:
    """The package in `folder`, imported; afterwards nothing knows it."""
    registries: list[dict[str, Any]] = [GAMES, gymnasium.registry, AEC_REGISTRY]
    before = [dict(registry) for registry in registries]
    sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    try:
        yield importlib.import_module(name)
    finally:
        sys.path.remove(str(folder))
        for loaded in [loaded for loaded in sys.modules if loaded.partition(".")[0] == name]:
            del sys.modules[loaded]
        for registry, content in zip(registries, before, strict=True):
            registry.clear()
            registry.update(content)


def played(game: Game, events: Sequence[Event]) -> Table:
    """The table on which these events have happened."""
    return table_of_events(game, game.variant(), list(events))


def interpreted(folder: Path, edits: Sequence[Edit], script: str) -> Any:
    """What a script prints as JSON that has a spoilt example's game as `game`, in plain Python."""
    begin = f"import json, {NAME}\nfrom pod_envs.core.table import Table, table_of_events\n"
    begin += f"game = {NAME}.liars_dice_v0.game\nvariant = game.variant()\n"
    path = f"{copied(folder, edits)}:{ROOT}"
    return json.loads(run_python("-W", "error", "-c", begin + script, NUMBA_DISABLE_JIT="1", PYTHONPATH=path))


def install(folder: Path) -> Path:
    """The folder with the package in it, as pip installs it."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    done = subprocess.run([*command, "--target", folder, EXAMPLE], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    for path in folder.rglob("*"):
        path.chmod(0o555 if path.is_dir() else 0o444)
    return folder


def python(installed: Path, *words: str) -> str:
    """Standard output of a process that finds the installed package."""
    return run_python("-W", "error", *words, PYTHONPATH=f"{installed}:{ROOT}")
