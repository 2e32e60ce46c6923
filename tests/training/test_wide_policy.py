"""Wide networks: the last layer sees the observation, the same in torch and NumPy, through files and pauses."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from pod_envs.agents import NetworkPolicy, save_policy
from pod_envs.agents.bodies import Wide
from pod_envs.core.batch import Batch
from pod_envs.core.errors import ConfigError
from pod_envs.core.game import find_game
from training.config import config_from
from training.export import export
from training.learner import layers_of
from training.run import Run

from .common import advance, differences, last, resume, settings, start

GAME = find_game("pod_x")
VARIANT = GAME.variant()
SEEN, ACTIONS = GAME.layout(VARIANT).length, GAME.num_actions(VARIANT)


def trained(folder: Path, updates: int = 3) -> Run:
    """A short run with two hidden layers."""
    ppo = {"n_steps": 8, "batch_size": 32, "hidden": [8, 6], "network": "wide", "learning_rate": 0.01}
    run = start(config_from(settings(GAME, folder, ppo=ppo), "test"))
    advance(run, updates)
    return run


def positions() -> Batch:
    """Tables some random moves into the game."""
    batch = Batch(GAME, VARIANT, 40, seed=3)
    for _ in range(5):
        batch.step(batch.sample())
    return batch


def test_numpy_and_torch_agree(tmp_path: Path) -> None:
    """Torch's logits are normalised: they differ by one number a row."""
    run, batch = trained(tmp_path / "run"), positions()
    with torch.no_grad():
        policy: Any = run.model.policy
        masks = batch.action_mask.astype(bool)
        found = policy.get_distribution(torch.from_numpy(batch.observation.copy()), action_masks=masks)
    shift = run.agent().logits(batch.observation) - found.distribution.logits.numpy()
    for row, mask in zip(shift, masks, strict=True):
        assert np.ptp(row[mask]) < 1e-4


def test_the_last_layer_takes_what_the_one_before_it_gives_and_the_observation(tmp_path: Path) -> None:
    run = trained(tmp_path / "run", updates=1)
    layers = layers_of(run.model.policy.state_dict())
    assert [w.shape for w, _ in layers] == [(SEEN, 8), (8, 6), (6 + SEEN, ACTIONS)]
    run.model.policy.value_net.weight.data[:] = 0
    run.model.policy.value_net.weight.data[0, 6 + 2] = 3  # the value sees the observation as well
    seen = torch.from_numpy(positions().observation.copy())
    with torch.no_grad():
        values = run.model.policy.predict_values(seen)
    assert values.ravel().numpy() == pytest.approx((3 * seen[:, 2] + run.model.policy.value_net.bias).detach().numpy())


def test_logits_by_their_definition() -> None:
    rng, seen = np.random.default_rng(1), positions().observation[:3]
    shapes = [(SEEN, 4), (4 + SEEN, ACTIONS)]
    layers = [
        (rng.normal(size=shape).astype(np.float32), rng.normal(size=shape[1]).astype(np.float32)) for shape in shapes
    ]
    (w, b), (v, c) = layers
    wanted = np.tanh(seen @ w + b) @ v[:4] + seen @ v[4:] + c
    assert NetworkPolicy(layers, "tanh", True, Wide(SEEN, ACTIONS)).logits(seen) == pytest.approx(wanted, abs=1e-3)


def test_a_file_says_that_it_is_wide(tmp_path: Path) -> None:
    run, batch = trained(tmp_path / "run"), positions()
    export(run.folder, tmp_path / "a.npz", deterministic=True)
    policy = NetworkPolicy.load(tmp_path / "a.npz", GAME, VARIANT)
    assert (policy.network, policy.header["network"]) == ("wide", "wide")
    assert policy.logits(batch.observation).tobytes() == run.agent().logits(batch.observation).tobytes()
    for network in ("perceptron", "graph"):
        with pytest.raises(ConfigError, match=r"has a layer that does not fit|is not played on a board"):
            save_policy(tmp_path / "b.npz", policy.layers, "relu", GAME, VARIANT, network=network)
    with pytest.raises(ConfigError, match="has a layer that does not fit"):
        save_policy(tmp_path / "b.npz", [(w[1:], b) for w, b in policy.layers], "relu", GAME, VARIANT, network="wide")
    assert not (tmp_path / "b.npz").exists()


def test_no_hidden_layer_sees_the_observation_twice(tmp_path: Path) -> None:
    """Odd, and what the sizes say."""
    ppo = {"n_steps": 8, "batch_size": 32, "hidden": [], "network": "wide"}
    run = start(config_from(settings(GAME, tmp_path / "run", ppo=ppo), "test"))
    advance(run, 1)
    assert [w.shape for w, _ in run.agent().layers] == [(2 * SEEN, ACTIONS)]
    assert run.agent().logits(positions().observation).shape == (40, ACTIONS)


def test_resume(tmp_path: Path) -> None:
    whole, parts = trained(tmp_path / "whole", updates=6), trained(tmp_path / "parts", updates=2)
    parts = resume(parts.folder)
    advance(parts, 4)
    assert whole.steps == parts.steps
    assert differences(last(whole.folder)["policy"], last(parts.folder)["policy"]) == []
