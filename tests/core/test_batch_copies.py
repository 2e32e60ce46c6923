"""Copies of a batch, and processes that fork after threads have worked."""

import copy
import pickle
from collections.abc import Callable

import pytest

from pod_envs.core.batch import Batch
from pod_envs.core.game import Game

from .common import batch_bytes, run_python

WIDE = 600  # more tables than the number from which threads share the work


@pytest.mark.parametrize(
    "made",
    [copy.copy, copy.deepcopy, lambda batch: pickle.loads(pickle.dumps(batch))],
    ids=["copy", "deepcopy", "pickle"],
)
@pytest.mark.parametrize(("count", "threads"), [(5, 1), (WIDE, 2)])
def test_a_copy_of_a_batch_goes_on_identically(
    game: Game, made: Callable[[Batch], Batch], count: int, threads: int
) -> None:
    batch = Batch(game, None, count, seed=3, threads=threads)
    for _ in range(40):
        batch.step(batch.sample())
    twin = made(batch)
    assert batch_bytes(twin) == batch_bytes(batch)
    for _ in range(40):
        batch.step(batch.sample())
    assert batch_bytes(twin) != batch_bytes(batch)
    for _ in range(40):
        twin.step(twin.sample())
    assert batch_bytes(twin) == batch_bytes(batch)


FORK = """
import os, sys
from pod_envs.core.batch import Batch
batch = Batch(sys.argv[1], None, 600, seed=1, threads=2)
twin = Batch(sys.argv[1], None, 600, seed=1)
for _ in range(20):
    batch.step(batch.sample())
child = os.fork()
for _ in range(20):
    batch.step(batch.sample())
for _ in range(40):
    twin.step(twin.sample())
assert batch.store.states.tobytes() == twin.store.states.tobytes()
if child == 0:
    os._exit(0)
assert os.waitpid(child, 0)[1] == 0
print("both agree")
"""


@pytest.mark.skipif("not hasattr(__import__('os'), 'fork')", reason="this system has no fork")
def test_a_process_that_used_threads_can_fork(game: Game) -> None:
    assert run_python("-c", FORK, game.spec.name) == "both agree\n"
