"""What actions are worth: every game of a playout again, one event at a time, and a network that learns it."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from pod_envs.agents import from_spec
from pod_envs.core.batch import Batch
from pod_envs.core.errors import ConfigError
from pod_envs.core.game import GAMES, Game
from pod_envs.core.table import Table
from training import playouts
from training.config import config_from
from training.playouts import Playouts, learn_values, sharpen, spread

from .common import advance, differences, last, resume, settings, start

COUNT, SEED = 2, 7


@pytest.fixture(params=sorted(GAMES))
def game(request: pytest.FixtureRequest) -> Game:
    """A registered game."""
    return GAMES[request.param]


def positions(game: Game, tables: int = 5, moves: int = 12) -> Batch:
    """Tables some random moves into the game."""
    batch = Batch(game, None, tables, seed=3)
    for _ in range(moves):
        batch.step(batch.sample())
    return batch


def values(batch: Batch, player: str = "random") -> NDArray[np.float32]:
    """By the code that is tested."""
    chosen = from_spec(player, batch.game, batch.variant)
    return Playouts(batch.game, batch.variant, chosen, COUNT, np.random.default_rng(SEED)).values(batch)


def played_on(batch: Batch, row: int, action: int, key: NDArray[np.int64], player: Any) -> float:
    """What the seat to act is paid in all, by a game that is played on at a table."""
    table = Table.of_store(batch.store.rows(row, row + 1))
    table.store.gens[:, 0] = [[*words, 0, 0] for words in key]
    seat, out = table.seat, np.zeros(1, np.int64)
    while True:
        table.act(action)
        if table.ended is not None:
            return float(table.returns[seat])
        store = table.store
        player(store.params, store.obs, store.mask, store.gens[1], np.zeros(1, np.int64), out)
        action = int(out[0])


@pytest.mark.parametrize("tables", [4096, 7])
def test_values_are_means_of_games_played_on(game: Game, tables: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the few tables one position's games are played in several turns."""
    monkeypatch.setattr(playouts, "TABLES", tables)
    batch, player = positions(game), game.player("heuristic")
    before = [array.tobytes() for array in (batch.store.states, batch.store.cells, batch.store.gens, batch.store.obs)]
    found = values(batch, "heuristic")
    keys = np.random.default_rng(SEED).integers(0, 2**32, (batch.num_tables, COUNT, 2, 2))
    for row, mask in enumerate(batch.action_mask):
        legal = np.flatnonzero(mask).tolist()
        assert not found[row][mask == 0].any()
        for action in legal[:6] if len(legal) > 1 else []:
            games = [played_on(batch, row, action, key, player) for key in keys[row]]
            assert found[row, action] == pytest.approx(np.mean(games), abs=1e-6)
    assert found.any()
    after = [array.tobytes() for array in (batch.store.states, batch.store.cells, batch.store.gens, batch.store.obs)]
    assert after == before


def test_where_there_is_no_choice_nothing_is_played() -> None:
    batch = positions(GAMES["ocean_pods"], tables=200)
    forced = batch.action_mask.sum(axis=1) == 1
    found = values(batch)
    assert 0 < forced.sum() < 200
    assert not found[forced].any()
    assert found[~forced].any(axis=1).mean() > 0.5


def test_spread_is_the_variance_over_legal_actions() -> None:
    off, legal = torch.tensor([[1.0, 5.0, 3.0], [2.0, 9.0, 9.0]]), torch.tensor([[True, False, True], [True] * 3])
    wanted = np.mean([np.var([1, 3]), np.var([2, 9, 9])])
    assert spread(off, legal).item() == pytest.approx(wanted)


def test_logits_become_worth_and_are_sharpened(tmp_path: Path) -> None:
    ppo = {"n_steps": 8, "batch_size": 64, "n_epochs": 400, "hidden": [64], "learning_rate": 0.01}
    run = start(config_from(settings(GAMES["pod_x"], tmp_path / "run", ppo=ppo), "test"))
    run.iterate()
    model: Any = run.model
    env: Any = model.env
    model.collect_rollouts(env, run.episodes, model.rollout_buffer, 8)
    buffer = model.rollout_buffer
    seen, masks = torch.from_numpy(buffer.observations.reshape(64, -1)), buffer.action_masks.reshape(64, -1)
    worth = np.random.default_rng(1).normal(size=buffer.action_masks.shape).astype(np.float32)
    losses = learn_values(model, worth)
    sharpen(model, 0.5)
    run.close()
    assert set(losses) == {"train/value_loss", "train/worth_loss", "train/entropy"}
    with torch.no_grad():
        logits = model.policy.get_distribution(seen, masks).distribution.logits.numpy()
    for found, wanted, mask in zip(logits, worth.reshape(64, -1) / 0.5, masks == 1, strict=True):
        off = found[mask] - wanted[mask]
        assert np.ptp(off) < 0.5 * max(1.0, np.ptp(wanted[mask]))


def lesson(folder: Path, **more: Any) -> dict[str, Any]:
    """A tiny run whose first half learns from playouts."""
    imitate = {"player": "heuristic", "steps": 5 * 64, "playouts": 1} | more
    return settings(GAMES["ocean_pods"], folder, imitate=imitate, variant={"max_rounds": 6})


def test_resume(tmp_path: Path) -> None:
    whole = start(config_from(lesson(tmp_path / "whole"), "test"))
    advance(whole, 8)
    parts = start(config_from(lesson(tmp_path / "parts"), "test"))
    advance(parts, 2)
    parts = resume(parts.folder)
    advance(parts, 6)
    assert whole.steps == parts.steps == 8 * 64
    assert differences(last(whole.folder)["policy"], last(parts.folder)["policy"]) == []


def test_the_learner_plays_better_for_it(tmp_path: Path) -> None:
    imitate = {"player": "heuristic", "steps": 10**6, "playouts": 4}
    ppo = {"n_steps": 8, "batch_size": 256, "n_epochs": 4, "hidden": [32], "network": "action", "learning_rate": 0.01}
    made = settings(GAMES["relative_space"], tmp_path / "run", imitate=imitate, ppo=ppo, num_envs=64, total_steps=10**6)
    made |= {"variant": {"num_players": 2, "stash_rows": [3, 2, 1]}, "eval": made["eval"] | {"deterministic": True}}
    run = start(config_from(made, "test"))
    for _ in range(30):
        run.iterate()
    share = run.matches(["agent"], 1000)[0].win_share
    run.close()
    assert share is not None and share.low > 0.52  # against random players


def test_a_run_that_ends_early_is_sharpened_too(tmp_path: Path) -> None:
    made = lesson(tmp_path / "run", steps=10**6, temperature=0.001) | {"total_steps": 2 * 64}
    run = start(config_from(made, "test"))
    before, after = (run.iterate()["train/entropy"], run.layers()[-1][0])
    run.iterate()
    run.close()
    assert before > 0.3
    assert np.abs(run.layers()[-1][0]).max() > 100 * np.abs(after).max()


@pytest.mark.parametrize("wrong", [{"relative": True}, {"imitate": {"playouts": 1}}])
def test_what_does_not_go_together_is_refused(tmp_path: Path, wrong: dict[str, Any]) -> None:
    with pytest.raises(ConfigError, match=r"imitate\.playouts wants imitate\.steps above 0, and relative: false"):
        config_from(lesson(tmp_path / "run") | wrong, "test")
