"""What the tests of the core share: variants of any game, repeatable play, all bytes of a table, subprocesses."""

import contextlib
import hashlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pettingzoo
import pytest

import pod_envs
from pod_envs.core.batch import Batch
from pod_envs.core.cell import MAX_SEATS
from pod_envs.core.errors import VariantError
from pod_envs.core.game import Game
from pod_envs.core.table import Table

ROOT = Path(pod_envs.__file__).resolve().parent.parent

Snapshot = tuple[Any, ...]

WITHOUT_REGISTRY = [int(part) for part in pettingzoo.__version__.split(".")[:2]] < [1, 27]
AEC_REGISTRY: dict[str, Any] = {} if WITHOUT_REGISTRY else pettingzoo.aec_registry
in_registry = pytest.mark.skipif(WITHOUT_REGISTRY, reason="PettingZoo has a registry from 1.27 on")


def variants_of(game: Game) -> list[Any]:
    """The defaults, fewest and most seats with each kind of reward, and what lies between if that is one number."""
    possible = seats_of(game)
    wanted = [(possible[0], "outcome"), (possible[0], "score"), (possible[-1], "score")]
    wanted += [(seats, "outcome") for seats in possible[1:-1] if len(possible) == 3]
    made = [game.variant(num_players=seats, reward=reward) for seats, reward in wanted]
    return list(dict.fromkeys([game.variant(), *made]))


def seats_of(game: Game) -> list[int]:
    """Every number of seats that the game can have."""
    found = []
    for seats in range(1, MAX_SEATS + 1):
        with contextlib.suppress(VariantError):
            found.append(game.variant(num_players=seats).num_players)
    return found


def pick(table: Table, step: int) -> int:
    """A legal action that depends on the position and `step` alone."""
    legal = table.legal()
    return legal[(7 * step + 3) % len(legal)]


def advance(table: Table, step: int) -> None:
    """One event: a decision, or a chance outcome where chance is left to the caller."""
    if table.seat >= 0:
        table.act(pick(table, step))
    else:
        outcomes = table.chance_outcomes()
        table.apply_chance(outcomes[(5 * step + 1) % len(outcomes)][0])


def finish(table: Table, step: int = 0) -> None:
    """Play to the end."""
    while table.ended is None:
        advance(table, step)
        step += 1


def trail(table: Table, step: int = 0) -> list[bytes]:
    """Play to the end; a digest of the table after each event."""
    digests = []
    while table.ended is None:
        advance(table, step)
        step += 1
        digests.append(digest(table))
    return digests


def digest(table: Table) -> bytes:
    """A short name of everything that a table is."""
    return hashlib.sha256(repr(snapshot(table)).encode()).digest()


def snapshot(table: Table) -> Snapshot:
    """Everything that a table is, as bytes."""
    store = table.store
    arrays = (store.states, store.cells, store.gens, store.obs, store.mask, store.params)
    return (*(array.tobytes() for array in arrays), table.events, repr(table.reports), table.seed)


def batch_bytes(batch: Batch) -> list[bytes]:
    """Everything that a batch is, as bytes."""
    store = batch.store
    return [array.tobytes() for array in (store.states, store.cells, store.gens, store.log, store.obs, store.mask)]


def run_python(*args: str, root: Path = ROOT, **env: str) -> str:
    """Standard output of a fresh interpreter that finds the package in `root`; it must succeed."""
    clean = {key: value for key, value in os.environ.items() if not key.startswith("NUMBA_")}
    clean |= {"PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1"} | env
    done = subprocess.run([sys.executable, *args], env=clean, cwd=root, capture_output=True, text=True, timeout=1800)
    assert done.returncode == 0, f"exit {done.returncode}\n{done.stdout[-2000:]}\n{done.stderr[-4000:]}"
    return done.stdout
