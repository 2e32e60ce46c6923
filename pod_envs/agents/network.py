"""A trained policy as plain arrays: a network of one of the kinds in `bodies`, NumPy inference, no pickles.

File: an .npz with `header` (JSON text: format, network, game, version, variant, layout, sizes) and `weight_k`
float32[in, out], `bias_k` float32[out] for each layer.
"""

import hashlib
import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pod_envs.core.batch import Batch
from pod_envs.core.checks import shown
from pod_envs.core.errors import ConfigError
from pod_envs.core.files import check_regular, replacing
from pod_envs.core.game import Game
from pod_envs.core.record import same
from pod_envs.core.rng import uniform
from pod_envs.core.variant import strict_json

from .bodies import ACTION, BODIES, GRAPH, PERCEPTRON, Body, Layers, Perceptron, body_of, views_of

__all__ = ["ACTIVATIONS", "NetworkPolicy", "save_policy"]

FORMAT, VERSION = "pod_envs.policy", 1
Floats = NDArray[np.float32]


def relu(x: Floats) -> Floats:
    """Rectifier."""
    return np.maximum(x, np.float32(0))


ACTIVATIONS: dict[str, Callable[[Floats], Floats]] = {"tanh": np.tanh, "relu": relu}


class NetworkPolicy:
    """Masked softmax over the outputs of a network whose kind is `body`; the best action only if `deterministic`.

    Without a body it is a perceptron.
    """

    needs_log = False

    def __init__(
        self,
        layers: Layers,
        activation: str,
        deterministic: bool,
        body: Body | None = None,
        header: dict[str, Any] | None = None,
        name: str = "",
    ) -> None:
        self.layers = [(np.ascontiguousarray(w, np.float32), np.ascontiguousarray(b, np.float32)) for w, b in layers]
        self.activation = activation
        self.deterministic = deterministic
        self.body: Body = body or Perceptron(len(self.layers[0][0]), len(self.layers[-1][1]))
        self.header = header or {}
        self.name = name  # what a fault of it is told of

    @property
    def network(self) -> str:
        """Kind of the network."""
        return self.body.name

    @classmethod
    def load(cls, path: Any, game: Game, variant: Any) -> "NetworkPolicy":
        """The policy in a file; ConfigError if it is unreadable or made for another game, version or observation."""
        header, arrays = read(Path(path))
        check(path, header, game, variant)
        names = [(f"weight_{k}", f"bias_{k}") for k in range(header["layers"])]
        if set(arrays) != {name for pair in names for name in pair}:
            raise ConfigError(
                f"the policy {str(path)!r} should hold the arrays {names}, and holds {shown(sorted(arrays), 400)}"
            )
        layers = [(arrays[weight], arrays[bias]) for weight, bias in names]
        body = body_of(header["network"], game, variant)
        check_layers(path, layers, body)
        return cls(layers, header["activation"], header["deterministic"], body, header, repr(str(path)))

    def logits(self, observation: Floats, mask: NDArray[Any] | None = None) -> Floats:
        """float32[k, A] from float32[k, D]; with `mask` [k, A], only those of actions that it allows need be right."""
        return self.body.logits(self.layers, ACTIVATIONS[self.activation], observation, mask)

    def act(self, batch: Batch, rows: NDArray[np.int64], out: NDArray[np.int64]) -> None:
        """Write a legal action to out[row] for each of `rows`, drawn with the tables' agent generators.

        ConfigError where the network's outputs are no finite numbers.
        """
        mask = batch.store.mask[rows] == 1
        with np.errstate(over="ignore", invalid="ignore"):
            logits = np.where(mask, self.logits(batch.store.obs[rows], mask), np.float32(-np.inf))
        top = logits.max(axis=1, keepdims=True)
        if not np.isfinite(top).all():
            raise ConfigError(f"the policy {self.name} gives no numbers for what it sees: its weights are too large")
        if self.deterministic:
            out[rows] = logits.argmax(axis=1)
            return
        weights = np.exp(logits.astype(np.float64) - top)
        total = weights.cumsum(axis=1)
        drawn = np.empty(len(rows))
        uniform(batch.store.gens[1], rows, drawn)
        found = (total > (drawn * total[:, -1])[:, None]) & mask
        out[rows] = found.argmax(axis=1)


def save_policy(
    path: Path,
    layers: Layers,
    activation: str,
    game: Game,
    variant: Any,
    deterministic: bool = False,
    notes: dict[str, Any] | None = None,
    network: str = PERCEPTRON,
) -> None:
    """Write a policy file atomically; `notes` (JSON values) go into the header as they are.

    ConfigError, with nothing written, if it could not be loaded for that game and variant.
    """
    path = Path(path)
    layers = [(np.asarray(w, np.float32), np.asarray(b, np.float32)) for w, b in layers]
    header = {"format": FORMAT, "version": VERSION, "network": network} | described(game, variant, network)
    header |= {"layers": len(layers), "activation": activation, "deterministic": deterministic, "notes": notes or {}}
    check(path, header, game, variant)
    check_layers(path, layers, body_of(network, game, variant))
    arrays = {f"weight_{k}": w for k, (w, _) in enumerate(layers)} | {f"bias_{k}": b for k, (_, b) in enumerate(layers)}
    text = np.array(json.dumps(header))
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as file:
        np.savez(file, header=text, allow_pickle=False, **arrays)


def described(game: Game, variant: Any, network: Any) -> dict[str, Any]:
    """What a policy depends on."""
    layout = game.layout(variant)
    graph = views = None
    with suppress(ConfigError):
        graph = game.graph(variant).digest()
    if network == ACTION:
        views = digest_of(views_of(game, variant))
    return {
        "game": game.spec.name,
        "game_version": game.spec.version,
        "variant": variant.as_dict(),
        "layout": layout.digest(),
        "observation": layout.length,
        "actions": game.num_actions(variant),
        "graph": graph,
        "action_views": views,
    }


def digest_of(views: NDArray[np.int64]) -> str:
    """Short name of what the observation says of the actions."""
    return hashlib.sha256(repr(views.shape).encode() + views.tobytes()).hexdigest()[:16]


def read(path: Path) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """Header and arrays of a policy file."""
    name = shown(str(path))
    if not path.exists():
        raise ConfigError(f"there is no policy file {name}")
    check_regular(path, "the policy file")
    try:
        with path.open("rb") as handle:
            arrays = unpacked(np.load(handle, allow_pickle=False))
        header = strict_json(str(arrays.pop("header")))
    except Exception as error:  # the readers of archives and arrays raise many kinds of error on a broken file
        raise ConfigError(f"{name} is not a readable policy file: {error!s:.200}") from None
    if not isinstance(header, dict) or not same([header.get("format"), header.get("version")], [FORMAT, VERSION]):
        raise ConfigError(f"{name} has no {FORMAT} version {VERSION} header")
    return {"network": PERCEPTRON} | header, arrays


def unpacked(file: Any) -> dict[str, NDArray[Any]]:
    """The arrays of what np.load has found."""
    if isinstance(file, np.ndarray):
        raise ValueError("it holds one array, and no archive of them as save_policy writes")
    with file:
        members = {name: file[name] for name in file.files}
    for name, member in members.items():
        if not isinstance(member, np.ndarray):
            raise ValueError(f"its member {name!r} is no array")
    return members


def check(path: Any, header: dict[str, Any], game: Game, variant: Any) -> None:
    """ConfigError if the policy does not fit the game and variant."""
    wanted = described(game, variant, header.get("network"))
    keys = ["game", "game_version"]
    if header.get("network") != GRAPH:  # which fits boards of any size
        keys += ["observation", "actions", "layout", "graph"]
    if header.get("network") == ACTION:
        keys += ["action_views"]
    for key in keys:
        if not same(header.get(key), wanted[key]):
            raise ConfigError(
                f"the policy {str(path)!r} has {key} {shown(header.get(key))}, these tables have {wanted[key]!r} "
                f"(it was trained on {shown(header.get('game'))} with {shown(header.get('variant'), 400)})"
            )
    for key in ("variant", "notes"):
        if not isinstance(header.get(key, {}), dict):
            raise ConfigError(f"the policy {str(path)!r} has {key} {shown(header[key])}, which should be an object")
    if header.get("network") not in list(BODIES):
        raise ConfigError(f"the policy {str(path)!r} has the unknown network {shown(header.get('network'))}")
    if header.get("activation") not in list(ACTIVATIONS) or type(header.get("deterministic")) is not bool:
        raise ConfigError(f"the policy {str(path)!r} has an unusable header: {header!r:.300}")
    if type(header.get("layers")) is not int or not 1 <= header["layers"] <= 64:
        raise ConfigError(f"the policy {str(path)!r} has {shown(header.get('layers'))} layers")


def check_layers(path: Any, layers: Layers, body: Body) -> None:
    """ConfigError if the arrays are not a finite float32 network of that kind from observations to actions."""
    width = body.first
    for k, (w, b) in enumerate(layers):
        width += body.more(k, len(layers))
        good = w.ndim == 2 and w.shape[0] == width and b.shape == w.shape[1:] and w.dtype == b.dtype == np.float32
        if not good or not np.isfinite(w).all() or not np.isfinite(b).all():
            raise ConfigError(f"the policy {str(path)!r} has a layer that does not fit: {w.dtype}{list(w.shape)}")
        width = body.views * w.shape[1]
    if width != body.views * body.outputs:
        raise ConfigError(f"the policy {str(path)!r} has {width // body.views} outputs, and should have {body.outputs}")
