"""Policies over a batch: networks as plain arrays, the files they lie in, and the words that name players."""

import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import special, stats

from pod_envs.agents import NetworkPolicy, RandomPolicy, from_spec, save_policy
from pod_envs.core.batch import Batch
from pod_envs.core.errors import ConfigError
from pod_envs.core.game import Game
from pod_envs.core.rng import seed_cells

from .common import Case

SURE = 1e-3  # a fixed seed passes or fails for ever; this is how unlikely a right policy would have failed
Layers = list[tuple[NDArray[np.float32], NDArray[np.float32]]]


def layers_of(game: Game, seed: int = 0, hidden: tuple[int, ...] = (8, 5), scale: float = 0.5) -> Layers:
    """Random layers for the defaults of the game."""
    variant, rng = game.variant(), np.random.default_rng(seed)
    sizes = [game.layout(variant).length, *hidden, game.num_actions(variant)]
    return [
        (rng.normal(0, scale, (a, b)).astype(np.float32), rng.normal(0, scale, b).astype(np.float32))
        for a, b in zip(sizes, sizes[1:], strict=False)
    ]


def saved(game: Game, path: Path, **more: Any) -> Path:
    """A policy file for the defaults of the game."""
    save_policy(path, layers_of(game), "tanh", game, game.variant(), **more)
    return path


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
        assert shares.max() > 1.2 / legal.sum()  # not just uniform


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


# Files


@pytest.mark.parametrize("deterministic", [False, True])
def test_a_saved_policy_plays_as_before(game: Game, tmp_path: Path, deterministic: bool) -> None:
    path = tmp_path / "deep" / "policy.npz"
    saved(game, path, deterministic=deterministic, notes={"steps": 7})
    policy = NetworkPolicy.load(path, game, game.variant())
    assert (policy.activation, policy.deterministic) == ("tanh", deterministic)
    assert policy.header["notes"] == {"steps": 7}
    assert policy.header["variant"] == game.variant().as_dict()
    for (weight, bias), (w, b) in zip(policy.layers, layers_of(game), strict=True):
        assert (weight == w).all()
        assert (bias == b).all()
    outs = []
    for each in (policy, NetworkPolicy(layers_of(game), "tanh", deterministic)):
        batch, out = Batch(game, None, 50, seed=8), np.zeros(50, np.int64)
        each.act(batch, np.arange(50), out)
        outs.append(out.tolist())
    assert outs[0] == outs[1]


def test_saving_leaves_one_file_that_needs_no_pickles(game: Game, tmp_path: Path) -> None:
    saved(game, tmp_path / "a.npz")
    saved(game, tmp_path / "a.npz", deterministic=True)
    assert [path.name for path in tmp_path.iterdir()] == ["a.npz"]
    with np.load(tmp_path / "a.npz", allow_pickle=False) as file:
        assert set(file.files) == {"header", *(f"{kind}_{k}" for kind in ("weight", "bias") for k in range(3))}
        header = json.loads(str(file["header"]))
    assert (header["game"], header["layout"]) == (game.spec.name, game.layout(game.variant()).digest())


def test_what_could_not_be_loaded_is_not_saved(game: Game, tmp_path: Path) -> None:
    layers, variant = layers_of(game), game.variant()
    nan = [(weight * np.float32(np.nan), bias) for weight, bias in layers]
    for wrong, activation in (
        (layers, "sigmoid"),
        (layers[1:], "tanh"),
        (layers[:-1], "tanh"),
        ([], "tanh"),
        (nan, "tanh"),
    ):
        with pytest.raises(ConfigError):
            save_policy(tmp_path / "a.npz", wrong, activation, game, variant)
    with pytest.raises(TypeError):
        save_policy(tmp_path / "a.npz", layers, "tanh", game, variant, notes={"a": object()})
    assert list(tmp_path.iterdir()) == []


def test_a_failed_write_leaves_the_old_file(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = saved(game, tmp_path / "a.npz")
    data = path.read_bytes()

    def fail(*_: Any, **__: Any) -> None:
        raise OSError("no space left")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match="no space left"):
        saved(game, path, deterministic=True)
    assert path.read_bytes() == data
    assert list(tmp_path.iterdir()) == [path]


def rewritten(game: Game, path: Path, header: Any = None, **arrays: Any) -> Path:
    """A policy file whose header, and whose arrays of the given names, are others (None: left out)."""
    saved(game, path)
    with np.load(path, allow_pickle=False) as file:
        kept = {name: file[name] for name in file.files}
    if header is not None:
        kept["header"] = np.array(json.dumps(json.loads(str(kept["header"])) | header))
    kept = {name: array for name, array in (kept | arrays).items() if array is not None}
    with path.open("wb") as handle:
        np.savez(handle, **kept)
    return path


HEADERS: dict[str, tuple[dict[str, Any], str]] = {
    "another game": ({"game": "chess"}, "has game 'chess'"),
    "another version": ({"game_version": 99}, "has game_version 99"),
    "another layout": ({"layout": "0" * 16}, "has layout '0000"),
    "another length": ({"observation": 3}, "has observation 3"),
    "other actions": ({"actions": 3}, "has actions 3"),
    "another format": ({"format": "x"}, "has no pod_envs.policy version 1 header"),
    "a later format": ({"version": 2}, "has no pod_envs.policy version 1 header"),
    "an unknown activation": ({"activation": "sigmoid"}, "unusable header"),
    "a list as activation": ({"activation": ["tanh"]}, "unusable header"),
    "no truth value": ({"deterministic": 1}, "unusable header"),
    "no layers": ({"layers": 0}, "has 0 layers"),
    "layers as text": ({"layers": "3"}, "has '3' layers"),
    "too many layers": ({"layers": 10**9}, "has 1000000000 layers"),
    "a layer more": ({"layers": 4}, "should hold the arrays"),
}


@pytest.mark.parametrize("how", HEADERS)
def test_a_header_that_does_not_fit_is_refused(game: Game, tmp_path: Path, how: str) -> None:
    header, text = HEADERS[how]
    path = rewritten(game, tmp_path / "a.npz", header)
    with pytest.raises(ConfigError) as caught:
        NetworkPolicy.load(path, game, game.variant())
    assert text in str(caught.value)
    assert str(path) in str(caught.value)


ARRAYS: dict[str, tuple[str, Callable[[NDArray[Any]], Any]]] = {
    "a weight missing": ("weight_1", lambda w: None),
    "an array more": ("weight_9", lambda w: np.zeros(1, np.float32)),
    "not a number": ("weight_1", lambda w: w * np.float32(np.nan)),
    "infinite": ("bias_1", lambda b: b + np.float32(np.inf)),
    "float64": ("weight_0", lambda w: w.astype(np.float64)),
    "transposed": ("weight_0", lambda w: w.T.copy()),
    "another length": ("bias_2", lambda b: b[:-1]),
    "a number": ("bias_0", lambda b: np.float32(0)),
    "pickled": ("weight_0", lambda w: np.array([{"a": 1}], dtype=object)),
    "a pickled header": ("header", lambda h: np.array({"a": 1}, dtype=object)),
    "a header that is no JSON": ("header", lambda h: np.array("{")),
    "a header that is a list": ("header", lambda h: np.array("[]")),
    "a header with NaN": ("header", lambda h: np.array('{"format": NaN}')),
    "no header": ("header", lambda h: None),
}


@pytest.mark.parametrize("how", ARRAYS)
def test_arrays_that_do_not_fit_are_refused(game: Game, tmp_path: Path, how: str) -> None:
    name, change = ARRAYS[how]
    arrays = {
        f"{kind}_{k}": array
        for k, pair in enumerate(layers_of(game))
        for kind, array in zip(("weight", "bias"), pair, strict=True)
    }
    path = rewritten(game, tmp_path / "a.npz", **{name: change(arrays.get(name, np.zeros(1)))})
    with pytest.raises(ConfigError, match=r"policy"):
        NetworkPolicy.load(path, game, game.variant())


def test_a_policy_of_another_variant_is_refused_with_what_it_was_trained_on(plain: Case, tmp_path: Path) -> None:
    path = saved(plain.game, tmp_path / "a.npz")
    trained = plain.game.variant()
    if plain.game.layout(trained).digest() == plain.game.layout(plain.variant).digest():
        NetworkPolicy.load(path, plain.game, plain.variant)
        return
    with pytest.raises(ConfigError, match=rf"it was trained on '{plain.game.spec.name}' with .*{trained.num_players}"):
        NetworkPolicy.load(path, plain.game, plain.variant)


def test_broken_files_are_refused(game: Game, tmp_path: Path) -> None:
    path = saved(game, tmp_path / "a.npz")
    data, other = path.read_bytes(), tmp_path / "b.npz"
    with zipfile.ZipFile(path) as file:
        starts = [entry.header_offset for entry in file.infolist()]
    flips = [
        data[:at] + bytes([data[at] ^ bit]) + data[at + 1 :]
        for at in range(starts[1] - 8, starts[1] + 140)
        for bit in (1, 255)
    ]
    flips += [data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :] for at in range(len(data) - 400, len(data))]
    cuts = [data[:at] for at in range(0, len(data), 211)]
    refused = sum(not loads(game, other, broken) for broken in [*flips, *cuts, b"hello", b"PK\x03\x04"])
    assert refused > len(cuts) + 200
    assert loads(game, other, data)


def loads(game: Game, path: Path, data: bytes) -> bool:
    """Whether a file of these bytes is a policy; no other error than ConfigError may come."""
    path.write_bytes(data)
    try:
        NetworkPolicy.load(path, game, game.variant())
    except ConfigError as error:
        assert str(path) in str(error)
        return False
    return True


def test_what_is_no_archive_is_refused(game: Game, tmp_path: Path) -> None:
    array = tmp_path / "array.npz"
    with array.open("wb") as handle:
        np.save(handle, np.zeros(3))
    for path in (array, tmp_path):
        with pytest.raises(ConfigError, match="is not a readable policy file"):
            NetworkPolicy.load(path, game, game.variant())
    with pytest.raises(ConfigError, match=r"there is no policy file '.*none\.npz'"):
        from_spec(str(tmp_path / "none.npz"), game, game.variant())


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
