"""Run as a module: play games and print what came out, for comparison between compiled and interpreted runs."""

import hashlib
import sys
from typing import Any

import numpy as np

from pod_envs.core.batch import Batch
from pod_envs.core.game import GAMES, Game
from pod_envs.core.record import record_of, replay
from pod_envs.core.rng import choose, uniform
from pod_envs.core.table import Table

from .common import advance, finish, variants_of

CHUNK = 25  # decisions between two digests
SMALL: dict[str, dict[str, Any]] = {"polypods": {"board": "snub-4x4-S", "max_plies": None}}


def trace(game: Game, variant: Any, decisions: int) -> list[str]:
    """A digest of all arrays after every CHUNK decisions at a table that plays game after game."""
    batch, digests = Batch(game, variant, 1, seed=11), []
    for step in range(1, decisions + 1):
        batch.step(batch.sample())
        if step % CHUNK == 0:
            digests.append(digest(batch) + digest_of_others(batch))
    return digests


def digest(batch: Batch) -> str:
    """States, cells, observations, masks and generators."""
    store = batch.store
    arrays = (store.states, store.cells, store.obs, store.mask, store.gens)
    return hashlib.sha256(b"".join(array.tobytes() for array in arrays)).hexdigest()[:16]


def digest_of_others(batch: Batch) -> str:
    """What the seats that wait see, and a world that fits what one of them knows."""
    observation, mask = batch.observe(0)
    world = batch.table(0).resample(1, 5).store
    parts = (observation, mask, world.states, world.obs)
    return hashlib.sha256(b"".join(part.tobytes() for part in parts)).hexdigest()[:16]


def players(game: Game, variant: Any) -> list[str]:
    """What the game's own players choose in one game each."""
    chosen = []
    for name in game.spec.players:
        batch = Batch(game, variant, 1, seed=4, auto_reset=False)
        actions = np.zeros(1, np.int64)
        while batch.seat[0] >= 0:
            store = batch.store
            game.player(name)(store.params, store.obs, store.mask, store.gens[1], np.zeros(1, np.int64), actions)
            batch.step(actions)
        chosen.append(name + digest(batch))
    return chosen


def exercise(game: Game, variant: Any) -> None:
    """Use every kernel in every way that the package does."""
    batch = Batch(game, variant, 600, seed=1, threads=2)
    logged = Batch(game, variant, 3, seed=1, auto_reset=False, keep_log=True)
    for _ in range(20):
        batch.step(batch.sample())
        logged.step(logged.sample(), logged.seat >= 0)
    batch.observe(0)
    batch.reset(which=np.arange(600) % 2 == 0)
    table = Table(game, variant, seed=1, explicit_chance=True)
    for step in range(300):
        if table.ended:
            break
        advance(table, step)
        assert table.chance_kind is None or table.chance_outcomes()
    for one in (logged.table(0), table, table.clone(), table.resample(0, 1), batch.table(1)):
        finish(one)
    replay(record_of(table, legal=True))
    players(game, variant)
    uniform(batch.store.gens[1], np.arange(600), np.zeros(600))


def signatures(game: Game) -> list[str]:
    """Each kernel in use with the number of its compiled signatures."""
    kernels = {name: getattr(game.kernels, name) for name in dir(game.kernels)}
    kernels |= {name: game.player(name) for name in game.spec.players} | {"choose": choose, "uniform": uniform}
    return [
        f"{game.spec.name}.{name} {len(kernel.signatures)}"
        for name, kernel in kernels.items()
        if getattr(kernel, "signatures", ()) and not kernel.targetoptions.get("no_cpython_wrapper")
    ]


def small_variants(game: Game) -> list[Any]:
    """The variants of the tests; of a game on a board, on a small one, because interpreted code is slow."""
    return [game.variant(variant.as_dict() | SMALL.get(game.spec.name, {})) for variant in variants_of(game)]


def decisions_of(game: Game) -> int:
    """How many at each variant, so that they are 1,000 or more in all."""
    return CHUNK * -(-1000 // (CHUNK * len(small_variants(game))))


def lines(what: str, game: Game) -> list[str]:
    """What is asked for."""
    out = []
    for variant in small_variants(game):
        if what == "trace":
            played = trace(game, variant, decisions_of(game))
            out.append(" ".join([game.spec.name, *played, *players(game, variant)]))
        else:
            exercise(game, variant)
    return out + (signatures(game) if what == "exercise" else [])


if __name__ == "__main__":
    print(*lines(sys.argv[1], GAMES[sys.argv[2]]), sep="\n")
