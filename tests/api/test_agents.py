"""Policies over a batch: what a network plays, and the words that name players."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import special, stats

from pod_envs.agents import NetworkPolicy, RandomPolicy, from_spec
from pod_envs.core.batch import Batch
from pod_envs.core.errors import ConfigError
from pod_envs.core.game import Game
from pod_envs.core.rng import seed_cells

SURE = 1e-3  # a fixed seed passes or fails for ever; this is how unlikely a right policy would have failed
Layers = list[tuple[NDArray[np.float32], NDArray[np.float32]]]


def layers_of(game: Game, seed: int = 0, hidden: tuple[int, ...] = (8, 5), scale: float = 0.5) -> Layers:
    """Random layers for the defaults of the game."""
    variant, rng = game.variant(), np.random.default_rng(seed)
    sizes = [game.layout(variant).length, *hidden, game.num_actions(variant)]
    return [
        (rng.normal(0, scale, (a, b)).astype(np.float32), rng.normal(0, scale, b).astype(np.float32))
        for a, b in pairwise(sizes)
    ]


def by_hand(layers: Layers, observation: NDArray[np.float32], activation: Callable[[Any], Any]) -> NDArray[np.float64]:
    """The network in float64."""
    x = observation.astype(np.float64)
    for k, (weight, bias) in enumerate(layers):
        x = x @ weight.astype(np.float64) + bias
        x = x if k == len(layers) - 1 else activation(x)
    return x


# What a network plays


@pytest.mark.parametrize(("activation", "function"), [("tanh", np.tanh), ("relu", lambda x: np.maximum(x, 0))])
@pytest.mark.parametrize("hidden", [(), (6,), (8, 5)])
def test_logits_are_those_of_the_network(game: Game, activation: str, function: Any, hidden: tuple[int, ...]) -> None:
    layers = layers_of(game, hidden=hidden)
    batch = Batch(game, None, 6, seed=1)
    logits = NetworkPolicy(layers, activation, False).logits(batch.observation)
    assert logits.dtype == np.float32
    assert logits == pytest.approx(by_hand(layers, batch.observation, function), abs=1e-4)


def sample(policy: Any, batch: Batch, times: int) -> NDArray[np.int64]:
    """The first table's choices, drawn again and again, counted by action."""
    out, rows = np.zeros(batch.num_tables, np.int64), np.zeros(1, np.int64)
    counts = np.zeros(batch.action_mask.shape[1], np.int64)
    for _ in range(times):
        policy.act(batch, rows, out)
        counts[out[0]] += 1
    return counts


def test_choices_follow_the_softmax_over_legal_actions(game: Game) -> None:
    layers = layers_of(game)
    for seed in (1, 2, 3):
        batch = Batch(game, None, 1, seed=seed)
        counts = sample(NetworkPolicy(layers, "tanh", False), batch, 4000)
        legal = batch.action_mask[0] == 1
        shares = special.softmax(by_hand(layers, batch.observation, np.tanh)[0][legal])
        assert counts[~legal].sum() == 0
        assert stats.chisquare(counts[legal], 4000 * shares).pvalue > SURE
        assert shares.max() > 1.05 / legal.sum()  # not just uniform


def test_random_choices_are_uniform_over_legal_actions(game: Game) -> None:
    batch = Batch(game, None, 1, seed=4)
    counts = sample(RandomPolicy(), batch, 4000)
    legal = batch.action_mask[0] == 1
    assert counts[~legal].sum() == 0
    assert stats.chisquare(counts[legal]).pvalue > SURE


def test_a_deterministic_policy_takes_the_best_legal_action(game: Game) -> None:
    variant = game.variant()
    order = np.random.default_rng(5).permutation(game.num_actions(variant)).astype(np.float32)
    policy = NetworkPolicy([(np.zeros((game.layout(variant).length, len(order)), np.float32), order)], "tanh", True)
    batch = Batch(game, variant, 200, seed=5)
    for _ in range(60):  # not everything is legal any longer
        batch.step(batch.sample())
    gens, out = batch.store.gens.copy(), np.zeros(200, np.int64)
    policy.act(batch, np.arange(200), out)
    ranked = np.where(batch.action_mask == 1, order, -1)
    assert (out == ranked.argmax(axis=1)).all()
    assert (ranked.max(axis=1) < order.max()).any()  # the best of all is not always legal
    assert (batch.store.gens == gens).all()


def test_acting_writes_its_rows_only_and_draws_from_the_agents_generators(game: Game) -> None:
    batch = Batch(game, None, 9, seed=6)
    before, out = batch.store.gens.copy(), np.full(9, -7, np.int64)
    rows = np.array([1, 4, 8])
    NetworkPolicy(layers_of(game), "tanh", False).act(batch, rows, out)
    rest = np.setdiff1d(np.arange(9), rows)
    assert (out[rest] == -7).all()
    assert (batch.action_mask[rows, out[rows]] == 1).all()
    assert (batch.store.gens[0] == before[0]).all()
    assert (batch.store.gens[1, rest] == before[1, rest]).all()
    assert (batch.store.gens[1, rows] != before[1, rows]).any(axis=1).all()


def test_extreme_logits_stay_legal(game: Game) -> None:
    layers = layers_of(game, scale=300.0, hidden=(8,))
    batch = Batch(game, None, 300, seed=7)
    out = np.zeros(300, np.int64)
    for _ in range(20):
        NetworkPolicy(layers, "relu", False).act(batch, np.arange(300), out)
        assert (batch.action_mask[np.arange(300), out] == 1).all()
        batch.step(out)


# Words


@pytest.mark.parametrize("spec", ["", "RANDOM", "policy.zip", 7, None, b"random", ("random",), {}])
def test_what_names_no_player_is_refused_with_the_words_there_are(game: Game, spec: Any) -> None:
    with pytest.raises(ConfigError) as caught:
        from_spec(spec, game, game.variant())
    for word in ("random", *game.spec.players):
        assert repr(word) in str(caught.value)
    assert ".npz" in str(caught.value)


def test_a_policy_draws_the_same_in_a_batch_as_alone(game: Game) -> None:
    policies: list[Any] = [RandomPolicy(), *(from_spec(name, game, game.variant()) for name in game.spec.players)]
    batch = Batch(game, None, 7, seed=20)
    for policy in policies:
        together = np.zeros(7, np.int64)
        batch.store.gens[:] = seed_cells(20, 7)
        policy.act(batch, np.arange(7), together)
        for k in range(7):
            alone, out = Batch(game, None, 1, seed=20 + k), np.zeros(1, np.int64)
            alone.store.gens[:] = seed_cells(20 + k, 1)
            policy.act(alone, np.zeros(1, np.int64), out)
            assert out[0] == together[k]
