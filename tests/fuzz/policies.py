"""Exported policies: .npz files with other bytes, other arrays or another header."""

from __future__ import annotations

import io
import json
import random
import zipfile
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pod_envs.agents.bodies import ACTION, GRAPH, PERCEPTRON, WIDE, body_of
from pod_envs.agents.network import NetworkPolicy, save_policy
from pod_envs.agents.policy import ask
from pod_envs.core.batch import Batch
from pod_envs.core.errors import ConfigError
from pod_envs.core.game import Game

from . import mutate
from .games import quick
from .kind import Kind, require, sentence
from .variants import folder

__all__ = ["POLICIES", "policy_bytes"]

Arrays = dict[str, NDArray[Any]]
PLACES = [("pod_x", 0), ("polypods", 0), ("polypods", 2), ("relative_space", 0)]
HIDDEN = 3
STEPS = 60  # decisions of an accepted policy


def layers_of(game: Game, variant: Any, network: str) -> list[tuple[NDArray[Any], NDArray[Any]]]:
    """Random weights of a network with one small hidden layer."""
    rng, body = np.random.default_rng(0), body_of(network, game, variant)
    widths = [(body.first + body.more(0, 2), HIDDEN), (body.views * HIDDEN + body.more(1, 2), body.outputs)]
    return [(rng.normal(size=shape).astype(np.float32), np.zeros(shape[1], np.float32)) for shape in widths]


@lru_cache(maxsize=32)
def policy_bytes(name: str, place: int, network: str, deterministic: bool = True) -> bytes:
    """A valid file."""
    game, variant = quick(name, place)
    path = folder() / "valid.npz"
    save_policy(path, layers_of(game, variant, network), "tanh", game, variant, deterministic, {"a": 1}, network)
    return path.read_bytes()


def make(rng: random.Random) -> tuple[str, int, bytes]:
    """The game, the place of the variant that loads it, and a file."""
    name, place = rng.choice(PLACES)
    networks = [PERCEPTRON, WIDE, *{"polypods": [GRAPH], "relative_space": [ACTION]}.get(name, [])]
    data = policy_bytes(name, place, rng.choice(networks), rng.random() < 0.5)
    if rng.random() < 0.05:
        name, place = rng.choice(PLACES)
    return name, place, WAYS[rng.randrange(len(WAYS))](rng, data)


# Ways to break -------------------------------------------------------------------------------------------------------


def arrays_of(data: bytes) -> Arrays:
    """The arrays of a valid file."""
    with np.load(io.BytesIO(data), allow_pickle=False) as file:
        return {name: file[name] for name in file.files}


def packed(arrays: dict[str, Any]) -> bytes:
    """A file of arrays."""
    out = io.BytesIO()
    content: Any = {name: np.asarray(array) for name, array in arrays.items()}
    np.savez(out, **content)
    return out.getvalue()


def header_edited(rng: random.Random, data: bytes) -> bytes:
    """Another header."""
    arrays = arrays_of(data)
    header = mutate.structure(rng, json.loads(str(arrays["header"])))
    return packed(arrays | {"header": np.array(json.dumps(header, default=repr))})


def header_text(rng: random.Random, data: bytes) -> bytes:
    """A header that is written otherwise, or is no text."""
    arrays = arrays_of(data)
    header: Any = np.array(mutate.text(rng, str(arrays["header"])))
    if rng.random() < 0.2:
        header = rng.choice([np.array(7), np.array([]), np.array([str(arrays["header"])] * 2), np.array(b"{}")])
    return packed(arrays | {"header": header})


def arrays_edited(rng: random.Random, data: bytes) -> bytes:
    """Arrays of other shapes, types and values, left out, added or exchanged."""
    arrays: dict[str, Any] = dict(arrays_of(data))
    for _ in range(mutate.few(rng)):
        name, other = rng.choice(sorted(arrays)), rng.choice(sorted(arrays))
        what = rng.randrange(8)
        if what == 0 and len(arrays) > 1:
            del arrays[name]
        elif what == 1:
            arrays[mutate.text(rng, name, 1) or "a"] = arrays[name]
        elif what == 2:
            arrays[name], arrays[other] = arrays[other], arrays[name]
        elif what == 3 and arrays[name].dtype.kind in "fiu":
            arrays[name] = arrays[name].astype(
                rng.choice(["float64", "int32", "float16", "U5", "complex64", ">f4", "?"])
            )
        elif name != "header" and what == 4:
            shape = rng.choice([(-1,), (1, -1), (-1, 1), (1, 1, -1)])
            arrays[name] = arrays[name].reshape(shape)
        elif name != "header" and what == 5 and arrays[name].ndim:
            arrays[name] = arrays[name][: rng.randrange(len(arrays[name]) + 1)]
        elif name != "header" and what == 6:
            arrays[name] = spoiled(rng, arrays[name])
        else:
            arrays[name] = rng.choice([np.zeros(0), np.array(1.0), np.zeros((2, 2)), np.array("x"), np.float32(3)])
    return packed(arrays)


def spoiled(rng: random.Random, array: NDArray[Any]) -> NDArray[Any]:
    """One value replaced, or all of them scaled."""
    values = np.array(array)
    if not values.size or values.dtype.kind not in "fc":
        return values
    if rng.random() < 0.3:
        with np.errstate(all="ignore"):
            return (values * rng.choice([0, 1e30, -1e38, 1e-40])).astype(values.dtype)
    with np.errstate(all="ignore"):
        values.flat[rng.randrange(values.size)] = rng.choice([np.nan, np.inf, -np.inf, 3.4e38, 0.0])
    return values


def pickled(rng: random.Random, data: bytes) -> bytes:
    """An array that only unpickling could read."""
    return packed(arrays_of(data) | {"weight_0": np.array([{"a": 1}], dtype=object)})


def members(rng: random.Random, data: bytes) -> bytes:
    """An archive whose members are broken, doubled or compressed, or are no arrays."""
    out = io.BytesIO()
    method = rng.choice([0, 8])
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            part = old.read(name)
            if rng.random() < 0.3:
                part = rng.choice([mutate.blob(rng, part), b"", b"\x93NUMPY", part * 2])
            info = zipfile.ZipInfo(name if rng.random() < 0.95 else name.removesuffix(".npy"))  # which has no clock
            new.writestr(info, part, method)
    return out.getvalue()


def one_array(rng: random.Random, data: bytes) -> bytes:
    """No archive, but one array, or something else."""
    out = io.BytesIO()
    np.save(out, np.zeros(3))
    return rng.choice([out.getvalue(), b"", b"{}", rng.randbytes(50)])


WAYS = [
    lambda rng, data: data,
    lambda rng, data: mutate.blob(rng, data),
    lambda rng, data: data[: rng.randrange(len(data) + 1)],
    header_edited,
    header_edited,
    header_text,
    arrays_edited,
    arrays_edited,
    members,
    pickled,
    one_array,
]


def check(given: tuple[str, int, bytes]) -> bool:
    """Refused with ConfigError, or a policy that plays, and that is the same when it is saved and loaded again."""
    name, place, data = given
    game, variant = quick(name, place)
    path = folder() / "fuzz.npz"
    path.write_bytes(data)
    try:
        policy = NetworkPolicy.load(path, game, variant)
    except ConfigError as error:
        return sentence(error)
    works(policy, game, variant)
    again = folder() / "again.npz"
    header = policy.header
    save_policy(
        again,
        policy.layers,
        policy.activation,
        game,
        variant,
        policy.deterministic,
        header.get("notes"),
        policy.network,
    )
    back = NetworkPolicy.load(again, game, variant)
    for one, other in zip(policy.layers, back.layers, strict=True):
        require(all(np.array_equal(a, b) for a, b in zip(one, other, strict=True)), "a policy is saved otherwise")
    return True


def works(policy: NetworkPolicy, game: Game, variant: Any) -> None:
    """It chooses legal actions, or says that its weights are too large."""
    batch = Batch(game, variant, num_tables=3, seed=1)
    actions = np.zeros(3, np.int64)
    for _ in range(STEPS):
        try:
            ask(policy, batch, np.arange(3), actions)
        except ConfigError as error:
            require("weights are too large" in str(error), f"it plays no more: {error}")
            return
        batch.step(actions)


POLICIES = Kind("policies", "exported policies (.npz)", make, check)
