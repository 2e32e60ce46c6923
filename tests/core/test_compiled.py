"""Compiled code does what its source says: equal bytes, no index out of bounds, one signature a kernel."""

import inspect

from pod_envs.core.game import Game
from pod_envs.core.kernels import Kernels

from .common import run_python
from .trace import CHUNK, decisions_of, lines, small_variants

CHANCE = {"chance", "chance_kind", "outcomes"}  # never called in a game without chance
COMMAND = ("-W", "error", "-m", "tests.core.trace")


def test_interpreted_and_compiled_runs_agree_byte_for_byte(game: Game) -> None:
    interpreted = run_python(*COMMAND, "trace", game.spec.name, NUMBA_DISABLE_JIT="1").splitlines()
    compiled = lines("trace", game)
    assert len(compiled) == len(small_variants(game))
    assert decisions_of(game) * len(compiled) >= 1_000
    for plain, fast in zip(interpreted, compiled, strict=True):
        words = fast.split()
        assert len(words) == 1 + decisions_of(game) // CHUNK + len(game.spec.players)
        assert len(set(words)) == len(words)
        assert plain == fast


def test_with_bounds_checked_games_run_and_each_kernel_has_one_signature(game: Game) -> None:
    told = run_python(*COMMAND, "exercise", game.spec.name, NUMBA_BOUNDSCHECK="1")
    counted = dict(line.split() for line in told.splitlines())
    kernels = [name for name, _ in inspect.getmembers(Kernels) if not name.startswith("_")]
    kernels += [name for name in Kernels.__annotations__ if name not in ("ROOM", "belief")]
    used = {*kernels, *game.spec.players, "choose", "uniform"} - (set() if game.spec.chance_kinds else CHANCE)
    assert set(counted) == {f"{game.spec.name}.{name}" for name in used}
    assert set(counted.values()) == {"1"}
