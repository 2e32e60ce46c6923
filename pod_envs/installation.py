"""Is this installation sound: compile ahead, and compare the ways of playing with each other."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from pod_envs.agents import RandomPolicy, from_spec
from pod_envs.core.batch import Batch
from pod_envs.core.cell import SKIP
from pod_envs.core.game import Game
from pod_envs.core.jit import cache_sentence, folder_of
from pod_envs.core.plugins import address
from pod_envs.core.record import record_of, replay
from pod_envs.core.rng import uniform
from pod_envs.core.table import Table
from pod_envs.recording import record_lines

__all__ = ["cache_sentences", "check_game", "warm_up"]

GAMES_PLAYED = 32
SEED = 0


def warm_up(game: Game) -> float:
    """Compile all that the game's tables, batches and players call, or load it from the cache; seconds it took."""
    start = time.perf_counter()
    table = Table(game, seed=SEED, explicit_chance=True)
    while table.seat < 0:
        table.apply_chance(table.chance_outcomes()[0][0])
    if game.kernels.belief is not None:  # without one nothing is compiled for that
        table.resample(table.seat, SEED)
    batch = Batch(game, num_tables=2, seed=SEED, auto_reset=False, keep_log=True)
    actions, rows = np.zeros(2, np.int64), np.arange(2)
    for word in ("random", *game.spec.players):
        from_spec(word, game, batch.variant).act(batch, rows, actions)
    batch.step(batch.sample())
    batch.observe(0)
    replay(record_of(batch.table(0), legal=True))
    uniform(batch.store.gens[1], rows, np.empty(2))
    return time.perf_counter() - start


def cache_sentences(games: Sequence[Game]) -> list[str]:
    """Where the compiled code of the core and of games lies."""
    homes = {game.spec.name: folder_of(game.kernels.step) for game in games}
    return [f"core: {cache_sentence()}", *(f"{name}: {cache_sentence(home)}" for name, home in homes.items())]


def check_game(game: Game, variant: Any = None, games: int = GAMES_PLAYED, interpreted: bool = True) -> Iterator[str]:
    """The faults of random games of a variant, each as a sentence; none when all ways of playing agree."""
    batch = Batch(game, variant, games, SEED, threads=2, auto_reset=False, keep_log=True)
    singles = [Table(game, batch.variant, SEED + i) for i in range(games)]
    while (batch.seat >= 0).any():
        for i in np.flatnonzero(batch.seat >= 0).tolist():
            yield from compare(batch, i, singles[i])
        actions = np.full(games, SKIP, np.int64)
        RandomPolicy().act(batch, np.flatnonzero(batch.seat >= 0), actions)
        for i in np.flatnonzero(batch.seat >= 0).tolist():
            singles[i].act(int(actions[i]))
        batch.step_checked(actions)
    for i, single in enumerate(singles):
        yield from compare_ends(batch, i, single)
    if interpreted:
        yield from compare_interpreted(game, batch.variant)


def compare(batch: Batch, i: int, single: Table) -> Iterator[str]:
    """Table i of the batch against the same game alone, and both against what is declared."""
    where = f"game {i}, event {len(single.events)}"
    obs, mask = batch.observation[i], batch.action_mask[i]
    seen, allowed = single.observe(single.seat)
    if single.seat != batch.seat[i] or seen.tobytes() != obs.tobytes() or allowed.tobytes() != mask.tobytes():
        yield f"{where}: a batch and a single table differ in seat, observation or mask"
    if (obs < 0).any() or (obs > batch.game.layout(batch.variant).high).any():
        yield f"{where}: an observation lies outside its bounds"
    if not mask.any() or not np.isin(mask, (0, 1)).all():
        yield f"{where}: the mask allows nothing or is not made of 0 and 1"


def compare_ends(batch: Batch, i: int, single: Table) -> Iterator[str]:
    """The finished games' records, and their replay."""
    record, alone = record_of(batch.table(i), legal=True), record_of(single, legal=True)
    if record | {"seed": SEED + i} != alone:
        yield f"game {i}: a batch and a single table have different records"
    if record_of(replay(alone), legal=True) != alone:
        yield f"game {i}: replaying its record gives another record"


def compare_interpreted(game: Game, variant: Any) -> Iterator[str]:
    """One game by compiled code against the same by plain Python in another process."""
    command = [sys.executable, "-m", "pod_envs", "record", address(game), "--seed", str(SEED), "--legal"]
    for name, value in variant.as_dict().items():
        command += ["--set", f"{name}={json.dumps(value)}"]
    plain = subprocess.run(command, env=os.environ | {"NUMBA_DISABLE_JIT": "1"}, capture_output=True)
    if plain.returncode:
        yield f"interpreted play fails: {plain.stderr.decode(errors='replace').strip()}"
    elif plain.stdout != b"".join(record_lines(game, variant, seed=SEED, legal=True)):
        yield "compiled and interpreted play differ"
