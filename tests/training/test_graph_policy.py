"""Networks over the board of a game: the same in torch and NumPy, on boards of any size, whichever way they lie."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from pod_envs.agents import NetworkPolicy, save_policy
from pod_envs.agents.surroundings import VIEWS, Surroundings
from pod_envs.core.batch import Batch
from pod_envs.core.errors import ConfigError
from pod_envs.core.game import find_game
from training.config import config_from
from training.learner import layers_of
from training.run import Run

from .common import advance, differences, last, resume, settings, start

GAME = find_game("polypods")
SMALL, LARGE = GAME.variant(board="snub-4x4-S"), GAME.variant(board="snub-6x6-S")
CASES = ["relu", "tanh"]


def trained(folder: Path, activation: str = "relu", updates: int = 3) -> Run:
    """A short run with a graph network of three layers on the small board."""
    ppo = {
        "n_steps": 8, "batch_size": 32, "hidden": [8, 6], "network": "graph", "activation": activation,
        "learning_rate": 0.01,
    }  # fmt: skip
    run = start(config_from(settings(GAME, folder, ppo=ppo, variant={"board": SMALL.board}), "test"))
    advance(run, updates)
    return run


def positions(variant: Any, moves: int = 12) -> Batch:
    """Tables some random moves into the game."""
    batch = Batch(GAME, variant, 40, seed=3)
    for _ in range(moves):
        batch.step(batch.sample())
    return batch


def random_layers(variant: Any, widths: tuple[int, ...] = (8, 6)) -> list[Any]:
    """Any weights that fit the game."""
    around, rng = Surroundings(GAME, variant), np.random.default_rng(5)
    inputs = [around.first, *(VIEWS * width for width in widths)]
    outputs = [*widths, 1 + around.others]
    shapes = zip(inputs, outputs, strict=True)
    return [(rng.normal(size=(a, b)).astype(np.float32), rng.normal(size=b).astype(np.float32)) for a, b in shapes]


@pytest.mark.parametrize("activation", CASES)
def test_numpy_and_torch_agree(tmp_path: Path, activation: str) -> None:
    run = trained(tmp_path / "run", activation)
    batch = positions(SMALL)
    seen = torch.from_numpy(batch.observation.copy())
    with torch.no_grad():
        policy: Any = run.model.policy
        wanted = policy.get_distribution(seen, action_masks=batch.action_mask.astype(bool)).distribution.logits
    found = run.agent().logits(batch.observation)
    mask = batch.action_mask == 1
    shift = (found - wanted.numpy())[mask]
    rows = np.nonzero(mask)[0]
    for row in range(len(mask)):  # torch's logits are normalised: they differ by one number a row
        assert np.ptp(shift[rows == row]) < 1e-4


def test_a_policy_of_one_board_plays_on_all(tmp_path: Path) -> None:
    run = trained(tmp_path / "run")
    agent, path = run.agent(), tmp_path / "a.npz"
    save_policy(path, agent.layers, agent.activation, GAME, SMALL, network=agent.network)
    for board in ("snub-4x4-S", "snub-6x6-S", "snub-3x5-T", "t33434-2"):
        variant = GAME.variant(board=board)
        policy = NetworkPolicy.load(path, GAME, variant)
        batch, out = positions(variant), np.zeros(40, np.int64)
        policy.act(batch, np.arange(40), out)
        assert batch.action_mask[np.arange(40), out].all()
    assert policy.network == "graph"
    assert policy.header["variant"]["board"] == "snub-4x4-S"


@pytest.mark.parametrize("board", ["snub-6x6-S", "snub-5x5-T", "t33434-2"])
def test_logits_turn_with_the_board(board: str) -> None:
    """The position carried onto itself by a symmetry has the same logits, carried along."""
    variant = GAME.variant(board=board)
    around, layers = Surroundings(GAME, variant), random_layers(variant)
    seen = positions(variant).observation
    straight = around.logits(layers, np.tanh, seen)
    images = GAME.graph(variant).symmetries
    assert len(images) > 1
    for image in images[1:]:
        turned = seen.copy()
        for k in range(around.planes):
            turned[:, k * around.size + image] = seen[:, k * around.size : (k + 1) * around.size]
        found = around.logits(layers, np.tanh, turned)
        assert found[:, image] == pytest.approx(straight[:, : around.size], abs=1e-3)
        assert found[:, around.size :] == pytest.approx(straight[:, around.size :], abs=1e-3)


def test_layers_by_their_definition() -> None:
    """One layer, vertex by vertex, as the module's first lines say."""
    around = Surroundings(GAME, LARGE)
    (w, b), *_ = layers = random_layers(LARGE, ())
    seen = positions(LARGE).observation[:1]
    planes = seen[0, : around.planes * around.size].reshape(around.planes, around.size).T
    rest = seen[0, around.planes * around.size :]
    outputs = []
    for v, near in enumerate(GAME.graph(LARGE).neighbours()):
        around_v = sum((planes[u] for u in near), np.zeros(around.planes, np.float32)) / 5
        outputs.append(np.concatenate([planes[v], around_v, planes.mean(axis=0), rest]) @ w + b)
    wanted = [output[0] for output in outputs] + [np.mean([output[1] for output in outputs])]
    assert around.logits(layers, np.tanh, seen)[0] == pytest.approx(wanted, abs=1e-3)


def test_resume_with_a_graph_network(tmp_path: Path) -> None:
    whole, parts = trained(tmp_path / "whole", updates=6), trained(tmp_path / "parts", updates=2)
    parts = resume(parts.folder)
    advance(parts, 4)
    assert whole.steps == parts.steps
    assert differences(last(whole.folder)["policy"], last(parts.folder)["policy"]) == []


def test_refusals(tmp_path: Path) -> None:
    cards = find_game("pod_x")
    with pytest.raises(ConfigError, match="is not played on a board"):
        Surroundings(cards, cards.variant())
    changes = {"ppo": {"n_steps": 8, "batch_size": 32, "network": "graph"}}
    with pytest.raises(ConfigError, match="is not played on a board"):
        start(config_from(settings(cards, tmp_path / "run", **changes), "test"))
    layers = random_layers(SMALL)
    narrow = [(layers[0][0][1:], layers[0][1]), *layers[1:]]
    with pytest.raises(ConfigError, match="has a layer that does not fit"):
        save_policy(tmp_path / "a.npz", narrow, "relu", GAME, SMALL, network="graph")
    with pytest.raises(ConfigError, match="outputs, and should have 2"):
        save_policy(tmp_path / "a.npz", layers[:-1], "relu", GAME, SMALL, network="graph")
    with pytest.raises(ConfigError, match="unknown network 'tree'"):
        save_policy(tmp_path / "a.npz", layers, "relu", GAME, SMALL, network="tree")
    assert not (tmp_path / "a.npz").exists()


def test_layers_are_all_of_the_policy(tmp_path: Path) -> None:
    """The trunk's layers and the action head, in order, as exported."""
    run = trained(tmp_path / "run", updates=1)
    shapes = [w.shape for w, _ in layers_of(run.model.policy.state_dict())]
    around = Surroundings(GAME, SMALL)
    assert shapes == [(around.first, 8), (24, 6), (18, 1 + around.others)]


def test_a_perceptron_stays_on_its_board(tmp_path: Path) -> None:
    """Boards of as many vertices look alike in everything but their lines."""
    one, other = GAME.variant(board="snub-2x3-T"), GAME.variant(board="snub-2x3-S")
    width, size = GAME.layout(one).length, GAME.num_actions(one)
    layers = [(np.zeros((width, size), np.float32), np.zeros(size, np.float32))]
    save_policy(tmp_path / "a.npz", layers, "relu", GAME, one)
    NetworkPolicy.load(tmp_path / "a.npz", GAME, one)
    with pytest.raises(ConfigError, match="has graph"):
        NetworkPolicy.load(tmp_path / "a.npz", GAME, other)
