"""Networks that score each action by what is said of it: the same in torch and NumPy, through files and pauses."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from pod_envs.agents import NetworkPolicy, save_policy
from pod_envs.agents.bodies import Action, Layers, body_of
from pod_envs.core.batch import Batch
from pod_envs.core.errors import ConfigError
from pod_envs.core.game import GAMES, find_game
from training.config import config_from
from training.export import export
from training.learner import layers_of
from training.run import Run

from .common import advance, differences, last, resume, settings, start

GAME = find_game("relative_space")
VARIANT = GAME.variant()
SEEN, ACTIONS = GAME.layout(VARIANT).length, GAME.num_actions(VARIANT)
VIEWS = GAME.action_views(VARIANT)
WIDTH = VIEWS.shape[1]


def trained(folder: Path, updates: int = 3, hidden: tuple[int, ...] = (8, 6, 4), **more: Any) -> Run:
    """A short run of a network whose actions are scored by the last of the hidden widths."""
    ppo = {"n_steps": 8, "batch_size": 32, "hidden": hidden, "network": "action", "learning_rate": 0.01}
    run = start(config_from(settings(GAME, folder, ppo=ppo, **more), "test"))
    advance(run, updates)
    return run


def positions() -> Batch:
    """Tables some random moves into the game."""
    batch = Batch(GAME, VARIANT, 40, seed=3)
    for _ in range(9):
        batch.step(batch.sample())
    return batch


def random_layers(*shapes: tuple[int, int]) -> Layers:
    """Weights of these shapes."""
    rng = np.random.default_rng(1)
    return [
        (rng.normal(size=shape).astype(np.float32), rng.normal(size=shape[1]).astype(np.float32)) for shape in shapes
    ]


@pytest.mark.parametrize("masked", [True, False])
def test_numpy_and_torch_agree(tmp_path: Path, masked: bool) -> None:
    """Torch's logits are normalised: they differ by one number a row."""
    run, batch = trained(tmp_path / "run"), positions()
    masks = batch.action_mask.astype(bool) if masked else None
    with torch.no_grad():
        policy: Any = run.model.policy
        found = policy.get_distribution(torch.from_numpy(batch.observation.copy()), action_masks=masks)
    shift = run.agent().logits(batch.observation, masks) - found.distribution.logits.numpy()
    for row, legal in zip(shift, np.ones_like(batch.action_mask) if masks is None else masks, strict=True):
        assert np.ptp(row[legal == 1]) < 1e-4


def test_a_mask_changes_no_logit_that_it_allows(tmp_path: Path) -> None:
    agent, batch = trained(tmp_path / "run").agent(), positions()
    mask = batch.action_mask == 1
    whole, masked = agent.logits(batch.observation), agent.logits(batch.observation, mask)
    assert masked[mask] == pytest.approx(whole[mask], abs=1e-6)
    assert not masked[~mask].any()


@pytest.mark.parametrize("hidden", [(8, 6, 4), (4,)])
def test_the_first_layer_sees_what_is_said_of_the_action(tmp_path: Path, hidden: tuple[int, ...]) -> None:
    run = trained(tmp_path / "run", updates=1, hidden=hidden)
    layers = layers_of(run.model.policy.state_dict())
    assert [w.shape for w, _ in layers] == list(pairwise([SEEN + WIDTH, *hidden, 1]))


def test_logits_by_their_definition() -> None:
    batch = positions()
    layers = random_layers((SEEN + WIDTH, 5), (5, 4), (4, 1))
    (w, b), (v, c), (u, d) = layers
    found = NetworkPolicy(layers, "tanh", True, Action(GAME, VARIANT)).logits(batch.observation[:3])
    for row, seen in zip(found, batch.observation, strict=False):
        for action in range(0, ACTIONS, 7):
            said = [1.0 if place == -1 else 0.0 if place == -2 else seen[place] for place in VIEWS[action]]
            inner = np.tanh(np.concatenate([seen, said]) @ w + b)
            assert row[action] == pytest.approx((np.tanh(inner @ v + c) @ u + d)[0], abs=1e-3)


def test_a_file_says_what_kind_it_is(tmp_path: Path) -> None:
    run, batch = trained(tmp_path / "run"), positions()
    export(run.folder, tmp_path / "a.npz", deterministic=True)
    policy = NetworkPolicy.load(tmp_path / "a.npz", GAME, VARIANT)
    assert (policy.network, policy.header["network"]) == ("action", "action")
    assert policy.logits(batch.observation).tobytes() == run.agent().logits(batch.observation).tobytes()
    with pytest.raises(ConfigError, match="has observation"):
        NetworkPolicy.load(tmp_path / "a.npz", GAME, GAME.variant(num_players=5))
    for network, words in {"perceptron": "does not fit", "wide": "does not fit", "graph": "no graph"}.items():
        with pytest.raises(ConfigError, match=words):
            save_policy(tmp_path / "b.npz", policy.layers, "relu", GAME, VARIANT, network=network)
    with pytest.raises(ConfigError, match="2 layers at least, not 1"):
        save_policy(tmp_path / "b.npz", random_layers((SEEN, 1)), "relu", GAME, VARIANT, network="action")
    assert not (tmp_path / "b.npz").exists()


def test_what_is_said_of_actions_is_part_of_a_policy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    layers = random_layers((SEEN + WIDTH, 4), (4, 1))
    save_policy(tmp_path / "a.npz", layers, "relu", GAME, VARIANT, network="action")
    monkeypatch.setattr(type(GAME), "action_views", lambda self, variant: VIEWS[:, ::-1])
    with pytest.raises(ConfigError, match="has action_views"):
        NetworkPolicy.load(tmp_path / "a.npz", GAME, VARIANT)


WRONG: dict[str, tuple[Any, str]] = {
    "rows": (VIEWS[1:], rf"not int64\[{ACTIONS - 1}, {WIDTH}\]"),
    "no columns": (VIEWS[:, :0], "not int64"),
    "floats": (VIEWS * 1.0, "not float64"),
    "uneven": ([[0], [0, 1]], "not object"),
    "low": (VIEWS - 1, "not -3"),
    "high": (VIEWS + SEEN, f"not {SEEN}"),
    "flat": (VIEWS.ravel(), "not int64"),
}


@pytest.mark.parametrize("kind", WRONG)
def test_views_that_are_none_are_refused(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong, words = WRONG[kind]
    monkeypatch.setattr(type(GAME), "action_views", lambda self, variant: wrong)
    wanted = rf"should give int64\[{ACTIONS}, F\] of places from 0 to {SEEN - 1}, -1 for a 1 and -2 for a 0, {words}"
    with pytest.raises(ConfigError, match=wanted):
        body_of("action", GAME, VARIANT)
    save_policy(tmp_path / "a.npz", random_layers((SEEN, ACTIONS)), "relu", GAME, VARIANT)  # which need none
    assert NetworkPolicy.load(tmp_path / "a.npz", GAME, VARIANT).header["action_views"] is None


def test_views_that_raise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(GAME), "action_views", lambda self, variant: 1 // 0)
    with pytest.raises(ConfigError, match="Relative Space: action_views raises ZeroDivisionError: "):
        body_of("action", GAME, VARIANT)


def test_games_that_say_nothing_of_their_actions(tmp_path: Path) -> None:
    ppo = {"n_steps": 8, "batch_size": 32, "hidden": [8], "network": "action"}
    with pytest.raises(ConfigError, match="Pod-X does not say what its actions are about"):
        start(config_from(settings(GAMES["pod_x"], tmp_path / "run", ppo=ppo), "test"))
    with pytest.raises(ConfigError, match="a width at least for the network 'action'"):
        config_from(settings(GAME, tmp_path / "run", ppo=ppo | {"hidden": []}), "test")


def test_imitation_learns_the_player(tmp_path: Path) -> None:
    imitate = {"player": "heuristic", "steps": 10**6, "learning_rate": 3e-3}
    ppo = {"n_steps": 8, "batch_size": 64, "hidden": [16, 8], "network": "action"}
    run = start(config_from(settings(GAME, tmp_path / "run", ppo=ppo, imitate=imitate, num_envs=32), "test"))
    found = [run.iterate()["train/imitation_probability"] for _ in range(30)]
    run.close()
    assert found[-1] > found[0] + 0.1


def test_resume(tmp_path: Path) -> None:
    whole, parts = trained(tmp_path / "whole", updates=6), trained(tmp_path / "parts", updates=2)
    parts = resume(parts.folder)
    advance(parts, 4)
    assert whole.steps == parts.steps
    assert differences(last(whole.folder)["policy"], last(parts.folder)["policy"]) == []
