"""The pool seats whom its weights say, and remembers the learner as it was."""

from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from pod_envs.agents import NetworkPolicy, RandomPolicy
from pod_envs.api.learner import LearnerTables
from pod_envs.core.game import Game
from training.config import PoolConfig, PpoConfig
from training.pool import Layers, Pool

from .common import resume, start, tiny


def layers(mark: float) -> Layers:
    """A network that can be told from others."""
    return [(np.full((2, 3), mark, np.float32), np.zeros(3, np.float32))]


def pool_of(game: Game, mark: float = 0, **changes: float) -> Pool:
    """One fixed player, two slots, a snapshot every 100 steps."""
    base = PoolConfig(players={"random": 0.2}, current=0.5, snapshots=0.3, slots=2, snapshot_every=100)
    return Pool(base.model_copy(update=changes), game, game.variant(), PpoConfig(), layers(mark))


def marks(pool: Pool) -> list[float | None]:
    """The mark of the network at each place, None for other players."""
    return [float(p.layers[0][0][0, 0]) if isinstance(p, NetworkPolicy) else None for p in pool.policies()]


def test_snapshots_come_when_due_and_the_oldest_makes_room(game: Game) -> None:
    pool = pool_of(game)
    seen = []
    for steps in (0, 64, 128, 192, 256, 320, 700):
        pool.refresh(layers(steps), steps)
        seen.append((marks(pool), pool.taken_at))
        pool.taken_at = list(pool.taken_at)
    assert seen == [
        ([None, 0, 0, 0], []),
        ([None, 64, 64, 64], []),
        ([None, 128, 128, 128], [128]),
        ([None, 192, 128, 192], [128]),
        ([None, 256, 128, 256], [128, 256]),
        ([None, 320, 320, 256], [320, 256]),  # the third takes the place of the first
        ([None, 700, 320, 700], [320, 700]),  # however many are due, one is taken
    ]
    assert pool.taken == 4


def test_weights_follow_the_snapshots(game: Game) -> None:
    pool = pool_of(game)
    assert pool.weights() == pytest.approx([0.2, 0.8, 0, 0])
    pool.refresh(layers(1), 100)
    assert pool.weights() == pytest.approx([0.2, 0.5, 0.3, 0])
    pool.refresh(layers(2), 200)
    assert pool.weights() == pytest.approx([0.2, 0.5, 0.15, 0.15])
    assert isinstance(pool.policies()[0], RandomPolicy)


@pytest.mark.parametrize("alike", [0.0, 0.5, 1.0])
def test_seats_are_drawn_by_weight(game: Game, alike: float) -> None:
    pool = pool_of(game)
    for steps in (100, 200):
        pool.refresh(network(game), steps)
    tables = LearnerTables(game, None, 4000, "random", "random", collect=False)
    tables.set_opponents(pool.policies(), pool.weights(), alike)
    tables.reset(5)
    for column in tables.assigned.T:  # every other seat, whoever plays the rest
        counts = np.bincount(column, minlength=4)
        assert stats.chisquare(counts, 4000 * np.array([0.2, 0.5, 0.15, 0.15])).pvalue > 1e-4
    same = (tables.assigned == tables.assigned[:, :1]).all(axis=1).mean()
    by_chance = (np.array([0.2, 0.5, 0.15, 0.15]) ** tables.assigned.shape[1]).sum()
    wanted = alike + (1 - alike) * by_chance
    assert abs(same - wanted) <= 5 * np.sqrt(wanted * (1 - wanted) / 4000)
    shares = pool.shares(tables.assigned)
    assert list(shares) == ["random", "current", "snapshots"]
    assert sum(shares.values()) == pytest.approx(1)
    assert shares["snapshots"] == pytest.approx((tables.assigned >= 2).mean())


def network(game: Game) -> Layers:
    """Weights that fit the game."""
    shape = (game.layout(game.variant()).length, game.num_actions(game.variant()))
    return [(np.zeros(shape, np.float32), np.zeros(shape[1], np.float32))]


def test_a_pool_goes_on_from_its_arrays(game: Game) -> None:
    pool, other = pool_of(game), pool_of(game)
    for steps in (150, 310, 420):
        pool.refresh(layers(steps), steps)
    other.load(pool.arrays())
    for steps in (450, 500, 630):
        for each in (pool, other):
            each.refresh(layers(steps), steps)
        assert marks(pool) == marks(other)
        assert (pool.weights(), pool.taken, pool.taken_at) == (other.weights(), other.taken, other.taken_at)


def test_the_current_player_is_the_learner_at_the_beginning_of_the_rollout(game: Game, tmp_path: Path) -> None:
    run = start(tiny(game, tmp_path / "run"))
    before = run.layers()
    run.iterate()
    current = run.env.tables.policies[len(run.pool.players)]
    assert isinstance(current, NetworkPolicy)
    assert all(np.array_equal(a, b) for a, b in zip(current.layers[0], before[0], strict=True))
    assert not np.array_equal(current.layers[0][0], run.layers()[0][0])
    run.save()
    run.close()
    again = resume(tmp_path / "run")
    assert again.pool.weights() == run.pool.weights()
    again.close()
