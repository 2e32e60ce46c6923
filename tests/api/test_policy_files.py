"""The files in which trained policies lie: plain arrays, checked before they play."""

import json
import os
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from pod_envs.agents import NetworkPolicy, from_spec, save_policy
from pod_envs.core.batch import Batch
from pod_envs.core.errors import ConfigError
from pod_envs.core.game import Game

from .common import Case
from .test_agents import layers_of


def saved(game: Game, path: Path, **more: Any) -> Path:
    """A policy file for the defaults of the game."""
    save_policy(path, layers_of(game), "tanh", game, game.variant(), **more)
    return path


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
    (tmp_path / "other").write_bytes(b"")
    assert os.stat(tmp_path / "a.npz").st_mode == os.stat(tmp_path / "other").st_mode
    with np.load(tmp_path / "a.npz", allow_pickle=False) as file:
        assert set(file.files) == {"header", *(f"{kind}_{k}" for kind in ("weight", "bias") for k in range(3))}
        header = json.loads(str(file["header"]))
    assert (header["game"], header["layout"]) == (game.spec.name, game.layout(game.variant()).digest())


def test_what_could_not_be_loaded_is_not_saved(game: Game, tmp_path: Path) -> None:
    layers, variant = layers_of(game), game.variant()
    nan = [(weight * np.float32(np.nan), bias) for weight, bias in layers]
    bad: list[tuple[Any, str]] = [(wrong, "tanh") for wrong in (layers[1:], layers[:-1], [], nan)]
    for wrong, activation in [(layers, "sigmoid"), *bad]:
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


def rewritten(game: Game, path: Path, header: dict[str, Any], entries: dict[str, Any]) -> Path:
    """A policy file with changes to its header, then to its entries (None: left out)."""
    saved(game, path)
    with np.load(path, allow_pickle=False) as file:
        kept = {name: file[name] for name in file.files}
    kept["header"] = np.array(json.dumps(json.loads(str(kept["header"])) | header))
    kept = {name: array for name, array in (kept | entries).items() if array is not None}
    with path.open("wb") as handle:
        np.savez(handle, allow_pickle=True, **kept)
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
    path = rewritten(game, tmp_path / "a.npz", header, {})
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
    arrays = {f"weight_{k}": weight for k, (weight, _) in enumerate(layers_of(game))}
    arrays |= {f"bias_{k}": bias for k, (_, bias) in enumerate(layers_of(game))}
    path = rewritten(game, tmp_path / "a.npz", {}, {name: change(arrays.get(name, np.zeros(1)))})
    with pytest.raises(ConfigError) as caught:
        NetworkPolicy.load(path, game, game.variant())
    assert str(path) in str(caught.value)


def test_a_policy_of_another_variant_is_refused_with_what_it_was_trained_on(plain: Case, tmp_path: Path) -> None:
    path, trained = saved(plain.game, tmp_path / "a.npz"), plain.game.variant()
    if plain.game.layout(trained).digest() == plain.game.layout(plain.variant).digest():
        assert NetworkPolicy.load(path, plain.game, plain.variant).header["variant"] == trained.as_dict()
        return
    with pytest.raises(ConfigError, match=rf"it was trained on '{plain.game.spec.name}' with .*{trained.num_players}"):
        NetworkPolicy.load(path, plain.game, plain.variant)


def test_broken_files_are_refused(game: Game, tmp_path: Path) -> None:
    path = saved(game, tmp_path / "a.npz")
    data, other = path.read_bytes(), tmp_path / "b.npz"
    with zipfile.ZipFile(path) as file:
        start = file.infolist()[1].header_offset  # this header, NumPy's, and the directory at the end are what is read
    places = [*range(start, start + 160), *range(len(data) - 160, len(data))]
    flips = [data[:at] + bytes([data[at] ^ 255]) + data[at + 1 :] for at in places]
    cuts = [data[:at] for at in range(0, len(data), len(data) // 30)]
    seen = [loads(game, other, broken) for broken in [*flips, *cuts, b"hello", b"PK\x03\x04"]]
    assert seen[len(flips) :] == [False] * (len(cuts) + 2)
    assert sum(seen) < len(flips) / 2  # bytes that nobody reads, such as the dates
    assert loads(game, other, data)


def loads(game: Game, path: Path, data: bytes) -> bool:
    """Whether a file of these bytes is a policy; no other error than ConfigError may come."""
    path.write_bytes(data)
    try:
        NetworkPolicy.load(path, game, game.variant())
    except ConfigError:
        return False
    return True


def test_what_is_no_archive_is_refused(game: Game, tmp_path: Path) -> None:
    array = tmp_path / "array.npz"
    with array.open("wb") as handle:
        np.save(handle, np.zeros(3))
    for path, told in ((array, "is not a readable policy file"), (tmp_path, "cannot read the policy file .* a folder")):
        with pytest.raises(ConfigError, match=told):
            NetworkPolicy.load(path, game, game.variant())
    with pytest.raises(ConfigError, match=r"there is no policy file '.*none\.npz'"):
        from_spec(str(tmp_path / "none.npz"), game, game.variant())


def test_a_member_that_is_no_array_is_refused(game: Game, tmp_path: Path) -> None:
    path, other = saved(game, tmp_path / "a.npz"), tmp_path / "b.npz"
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(other, "w") as new:
        for name in old.namelist():
            new.writestr(name, b"no array" if name == "weight_0.npy" else old.read(name))
    with pytest.raises(ConfigError, match=r"b\.npz' is not a readable policy file: its member 'weight_0' is no array"):
        NetworkPolicy.load(other, game, game.variant())
