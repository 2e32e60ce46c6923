"""Compiled code does what its source says: equal bytes, no index out of bounds, one signature a kernel."""

import inspect

from pod_envs.core.game import GAMES, Game, Kernels

from .common import run_python, variants_of
from .trace import CHUNK, lines

DECISIONS = 175  # at each variant
COMMAND = ("-W", "error", "-m", "tests.core.trace")


def test_interpreted_and_compiled_runs_agree_byte_for_byte(game: Game) -> None:
    assert DECISIONS * len(variants_of(game)) >= 1_000
    interpreted = run_python(*COMMAND, "trace", str(DECISIONS), NUMBA_DISABLE_JIT="1").splitlines()
    compiled = lines("trace", DECISIONS)
    assert len(compiled) == sum(len(variants_of(one)) for one in GAMES.values())
    for plain, fast in zip(interpreted, compiled, strict=True):
        words = fast.split()
        assert len(words) == 1 + DECISIONS // CHUNK + len(GAMES[words[0]].spec.players)
        assert len(set(words)) == len(words)
        assert plain == fast


def test_with_bounds_checked_games_run_and_each_kernel_has_one_signature() -> None:
    counted = [line.split() for line in run_python(*COMMAND, "exercise", "0", NUMBA_BOUNDSCHECK="1").splitlines()]
    kernels = [name for name, _ in inspect.getmembers(Kernels) if not name.startswith("_")]
    kernels += [name for name in Kernels.__annotations__ if name != "ROOM"]
    for name, game in GAMES.items():
        wanted = {f"{name}.{kernel}" for kernel in [*kernels, *game.spec.players, "choose", "uniform"]}
        assert {what for what, _ in counted if what.startswith(f"{name}.")} == wanted
    assert {number for _, number in counted} == {"1"}
