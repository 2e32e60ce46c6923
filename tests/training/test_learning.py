"""The learner learns from its own decisions alone, and its distributions hold with torch's checks on."""

from pathlib import Path

import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO
from scipy import stats

from pod_envs.adapters.sb3 import BatchVecEnv
from pod_envs.core.errors import ConfigError, VariantError
from pod_envs.core.game import Game
from pod_envs.core.table import Table
from pod_envs.core.view import View
from training.config import config_from
from training.imitation import add_missing_values
from training.learner import Episodes
from training.scalars import read_scalars

from .common import ITERATION, advance, last, settings, start, tiny

GAMMA, LAMBDA = 0.9, 0.8


def lowest(view: View) -> int:
    """The first legal action."""
    return view.legal[0]


def few(game: Game) -> int:
    """Three seats, or as many as the game has by default."""
    try:
        return int(game.variant(num_players=3).num_players)
    except VariantError:
        return int(game.variant().num_players)


def trajectory(game: Game, seat: int, seed: int, actions: list[int]) -> tuple[list[float], list[bool]]:
    """Rewards and episode starts of one seat, replayed one event at a time on a table.

    seats    0   1   2   0   1   2   0 ...        seat 1 decides at its own turns only;
    paid to 1    |-- r0 -----|-- r1 ...           r_t is all it is paid until its next one, or the end
    """
    table = Table(game, {"num_players": few(game), "reward": "score"}, seed)
    rewards: list[float] = []
    starts: list[bool] = []
    new, waiting = True, iter(actions)
    while True:
        if table.ended:
            table.reset()
            new = True
        if table.seat == seat:
            action = next(waiting, None)
            if action is None:
                return rewards, starts
            rewards.append(0.0)
            starts.append(new)
            new = False
            table.act(action)
        else:
            table.act(table.legal()[0])
        if not new:
            rewards[-1] += float(table.pay[seat])


def advantages(rewards: list[float], starts: list[bool], values: list[float], last: tuple[float, bool]) -> list[float]:
    """GAE by its definition: for each decision the sum over what follows in its episode."""
    ends = [*starts[1:], last[1]]
    after = [0.0 if end else value for end, value in zip(ends, [*values[1:], last[0]], strict=True)]
    deltas = [r + GAMMA * v - value for r, v, value in zip(rewards, after, values, strict=True)]
    found = []
    for k in range(len(deltas)):
        total, weight = 0.0, 1.0
        for j in range(k, len(deltas)):
            total += weight * deltas[j]
            weight *= GAMMA * LAMBDA
            if ends[j]:
                break
        found.append(total)
    return found


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_advantages_of_a_seat_are_those_of_its_own_decisions(game: Game, seat: int) -> None:
    seat %= few(game)
    env = BatchVecEnv(game, 1, 11, lowest, seat, num_players=few(game), reward="score")
    model = MaskablePPO(
        "MlpPolicy", env, n_steps=120, batch_size=120, gamma=GAMMA, gae_lambda=LAMBDA, seed=0, device="cpu"
    )
    callback = Episodes()
    model._setup_learn(120, callback)
    model.collect_rollouts(env, callback, model.rollout_buffer, 120)
    buffer = model.rollout_buffer
    rewards, starts = trajectory(game, seat, 0, buffer.actions.astype(int).ravel().tolist())
    assert sum(starts) >= 2
    assert buffer.rewards.ravel() == pytest.approx(rewards, abs=1e-6)
    assert (buffer.episode_starts.ravel() == starts).all()
    with torch.no_grad():
        last = float(model.policy.predict_values(torch.from_numpy(np.asarray(model._last_obs))))
    assert model._last_episode_starts is not None
    ends = bool(model._last_episode_starts[0])
    wanted = advantages(rewards, starts, buffer.values.ravel().tolist(), (last, ends))
    assert buffer.advantages.ravel() == pytest.approx(wanted, abs=1e-4)


def test_a_game_that_was_cut_off_is_worth_what_was_still_expected(game: Game) -> None:
    env = BatchVecEnv(game, 3, 11)
    model = MaskablePPO("MlpPolicy", env, gamma=GAMMA, seed=0, device="cpu")
    seen = env.reset()
    infos = [{"terminal_observation": seen[row], "TimeLimit.truncated": row == 2} for row in range(3)]
    rewards = np.ones(3, np.float32)
    add_missing_values(model, rewards, [{}, *infos[1:]], np.array([False, True, True]))
    with torch.no_grad():
        value = float(model.policy.predict_values(torch.from_numpy(seen[2:]))[0])
    assert value != 0
    assert rewards.tolist() == pytest.approx([1, 1, 1 + GAMMA * value])


def test_twenty_thousand_steps_with_torchs_checks_on(game: Game, tmp_path: Path) -> None:
    """Probabilities stay on the simplex, masked actions at zero; the learner's seat is uniform; it learns something."""
    ppo = {
        "n_steps": 64, "batch_size": 512, "n_epochs": 3, "hidden": [32], "learning_rate": 3e-3, "validate_args": True,
    }  # fmt: skip
    changes = {"total_steps": 20_480, "num_envs": 64, "checkpoint_every": 10**6, "ppo": ppo}
    run = start(config_from(settings(game, tmp_path / "run", **changes), "test"))
    try:
        assert torch.distributions.Distribution._validate_args
        advance(run)
    finally:
        torch.distributions.Distribution.set_default_validate_args(False)
    lines = read_scalars(tmp_path / "run" / "scalars.jsonl")
    assert lines[-1]["steps"] == 20_480
    seats = np.sum([line["rollout/seats"] for line in lines], axis=0)
    assert seats.sum() > 100
    assert stats.chisquare(seats).pvalue > 1e-4
    assert lines[-1]["train/entropy"] < lines[0]["train/entropy"]
    assert all(np.isfinite([value for value in line.values() if not isinstance(value, list)]).all() for line in lines)
    used = np.sum([line["rollout/actions"] for line in lines], axis=0)
    assert used.sum() == 20_480


@pytest.mark.parametrize("rate", [1e4, 1e20])
@pytest.mark.parametrize("imitated", [0, 10**6])
def test_a_run_that_diverges_says_so_and_keeps_its_checkpoint(
    game: Game, tmp_path: Path, rate: float, imitated: int
) -> None:
    imitate = {"player": "random", "steps": imitated}
    run = start(tiny(game, tmp_path / "run", checkpoint_every=ITERATION, imitate=imitate))
    run.loop(lambda: int(run.steps >= ITERATION))
    run.model.lr_schedule = lambda left: rate  # above what a config may ask for
    with pytest.raises(ConfigError, match=r"training diverged at step [0-9]+: .* lower ppo.learning_rate"):
        run.loop(lambda: 0)
    run.close()
    kept = last(tmp_path / "run")["policy"]
    assert all(bool(torch.isfinite(weights).all()) for weights in kept.values())
    assert kept["action_net.bias" if "action_net.bias" in kept else "action_net.layer.bias"].abs().max() < 1


def test_imitation_has_a_step_size_of_its_own(game: Game, tmp_path: Path) -> None:
    imitate = {"player": "random", "steps": 2 * ITERATION, "learning_rate": 5e-3}
    run = start(tiny(game, tmp_path / "run", imitate=imitate))
    rates = []
    for _ in range(4):
        run.iterate()
        rates.append(run.model.policy.optimizer.param_groups[0]["lr"])
    run.close()
    assert rates[:2] == [5e-3, 5e-3]
    assert rates[2:] == [pytest.approx(3e-5 + left * (1e-3 - 3e-5)) for left in (0.7, 0.6)]
