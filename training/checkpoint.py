"""Checkpoints: one self-contained file each, from which a run goes on to the same result as if it had not stopped.

A file is one line, `pod_envs.checkpoint 1 <sha256 of the rest>`, and then what torch.save makes of tensors, numbers,
texts, lists and mappings.  Pickle can run code when it is read, so nothing else is ever stored: arrays of the tables
travel as tensors, records among them as bytes, and reading uses torch.load(weights_only=True), which builds no other
object.  The hash finds truncated and edited files before anything is unpacked.

Checkpoints are taken between an update and the next rollout.  There the rollout buffer is empty, and the run is:
networks and optimizer, SB3's counters, last observations, recent episodes, the generators of torch, NumPy and Python,
the tables with their generators and opponents' places, the pool, and the seconds measured.
"""

import hashlib
import io
import random
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO

from pod_envs.adapters.sb3 import BatchVecEnv
from pod_envs.core.errors import ConfigError

from .files import write_bytes
from .pool import Pool

__all__ = ["capture", "newest", "read", "restore", "save", "understood"]

MAGIC, VERSION = b"pod_envs.checkpoint", b"1"
COUNTERS = ("num_timesteps", "_n_updates", "_episode_num", "_num_timesteps_at_start", "_current_progress_remaining")
KEEP = 2


def capture(model: MaskablePPO, env: BatchVecEnv, pool: Pool) -> dict[str, Any]:
    """Everything that the next rollout depends on."""
    assert model.ep_info_buffer is not None
    assert isinstance(model._last_obs, np.ndarray)
    assert model._last_episode_starts is not None
    return {
        "policy": model.policy.state_dict(),
        "optimizer": model.policy.optimizer.state_dict(),
        "counters": {name: getattr(model, name) for name in COUNTERS},
        "episodes": list(model.ep_info_buffer),
        "last_obs": torch.from_numpy(model._last_obs),
        "last_starts": torch.from_numpy(np.asarray(model._last_episode_starts, np.bool_)),
        "generators": generators(),
        "tables": {name: torch.from_numpy(array) for name, array in env.arrays().items()},
        "pool": tensors(pool.arrays()),
    }


def restore(saved: dict[str, Any], model: MaskablePPO, env: BatchVecEnv, pool: Pool) -> None:
    """Make a learner, tables and pool that were just made go on from what `capture` returned.

    Within `understood`: content of another kind raises all kinds of error.
    """
    assert model.ep_info_buffer is not None
    model.policy.load_state_dict(saved["policy"])
    model.policy.optimizer.load_state_dict(saved["optimizer"])
    for name in COUNTERS:
        setattr(model, name, saved["counters"][name])
    model.ep_info_buffer = deque(saved["episodes"], maxlen=model.ep_info_buffer.maxlen)
    model._last_obs = like(saved["last_obs"].numpy(), model._last_obs)
    model._last_episode_starts = like(saved["last_starts"].numpy(), model._last_episode_starts)
    env.load_arrays(arrays(saved["tables"]))
    pool.load(arrays(saved["pool"]))
    set_generators(saved["generators"])


def like(array: NDArray[Any], other: Any) -> NDArray[Any]:
    """The array; ConfigError if it has another shape or type than the other one."""
    wanted = np.asarray(other)
    if (array.shape, array.dtype) != (wanted.shape, wanted.dtype):
        raise ConfigError(
            f"the checkpoint holds {array.dtype}{list(array.shape)} where the run needs "
            f"{wanted.dtype}{list(wanted.shape)}; it is of another run"
        )
    return array


@contextmanager
def understood(folder: Path) -> Iterator[None]:
    """ConfigError for what goes wrong in the block because the run's last checkpoint holds something else."""
    try:
        yield
    except ConfigError:
        raise
    except (LookupError, TypeError, ValueError, AttributeError, RuntimeError) as error:
        path = newest(folder / "checkpoints")
        assert path is not None
        fault = " ".join(f"{type(error).__name__}: {error}".split())
        raise ConfigError(
            f"the checkpoint {str(path)!r} holds something else than this run saves ({fault:.300}); {advice(path)}"
        ) from None


def generators() -> dict[str, Any]:
    """States of torch's, NumPy's global and Python's generators."""
    kind, keys, position, has_gauss, gauss = np.random.get_state(legacy=True)
    version, words, pending = random.getstate()
    return {
        "torch": torch.get_rng_state(),
        "numpy": [kind, torch.from_numpy(np.asarray(keys, np.int64)), int(position), int(has_gauss), float(gauss)],
        "python": [version, list(words), pending],
    }


def set_generators(saved: dict[str, Any]) -> None:
    """Put the generators where `generators` found them."""
    kind, keys, position, has_gauss, gauss = saved["numpy"]
    version, words, pending = saved["python"]
    torch.set_rng_state(saved["torch"])
    np.random.set_state((kind, keys.numpy().astype(np.uint32), position, has_gauss, gauss))
    random.setstate((version, tuple(words), pending))


def tensors(value: Any) -> Any:
    """Arrays within lists and mappings as tensors."""
    return changed(value, np.ndarray, torch.from_numpy)


def arrays(value: Any) -> Any:
    """Tensors within lists and mappings as arrays."""
    return changed(value, torch.Tensor, lambda tensor: tensor.numpy())


def changed(value: Any, kind: type, change: Any) -> Any:
    """`value` with every part that is a `kind` changed."""
    if isinstance(value, kind):
        return change(value)
    if isinstance(value, dict):
        return {name: changed(part, kind, change) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [changed(part, kind, change) for part in value]
    return value


def save(folder: Path, steps: int, content: dict[str, Any]) -> Path:
    """Write the checkpoint of `steps` atomically, then remove all but the last two."""
    buffer = io.BytesIO()
    torch.save(content, buffer)
    data = buffer.getvalue()
    path = folder / f"step_{steps:012d}.ckpt"
    write_bytes(path, b" ".join((MAGIC, VERSION, hashlib.sha256(data).hexdigest().encode())) + b"\n" + data)
    for old in listed(folder)[:-KEEP]:
        old.unlink()
    return path


def listed(folder: Path) -> list[Path]:
    """Checkpoints in a folder, oldest first."""
    return sorted(folder.glob("step_*.ckpt"))


def newest(folder: Path) -> Path | None:
    """The last checkpoint in a folder, if there is one."""
    found = listed(folder)
    return found[-1] if found else None


def read(path: Path) -> dict[str, Any]:
    """The content of a checkpoint; ConfigError says what is wrong with the file, and what to do."""
    try:
        head, _, data = path.read_bytes().partition(b"\n")
    except OSError as error:
        raise ConfigError(f"cannot read the checkpoint {str(path)!r}: {error.strerror or error}") from None
    words = head.split(b" ")
    if words[0] != MAGIC or len(words) != 3:
        raise ConfigError(f"{str(path)!r} is no checkpoint of a training run; {advice(path)}")
    if words[1] != VERSION:
        raise ConfigError(
            f"{str(path)!r} is a checkpoint of format {words[1].decode(errors='replace')}; this is format 1"
        )
    if hashlib.sha256(data).hexdigest().encode() != words[2]:
        raise ConfigError(f"the checkpoint {str(path)!r} is truncated or was changed; {advice(path)}")
    try:
        content: dict[str, Any] = torch.load(io.BytesIO(data), weights_only=True)
    except Exception as error:  # the reader raises many kinds of error on what is none of its files
        fault = " ".join(f"{type(error).__name__}: {error}".split())
        raise ConfigError(f"the checkpoint {str(path)!r} cannot be unpacked ({fault:.300}); {advice(path)}") from None
    return content


def advice(path: Path) -> str:
    """What to do without that file."""
    others = [other for other in listed(path.parent) if other != path]
    if others:
        return f"delete it to go on from {others[-1].name}"
    return "there is no other in its folder; start the run again in a new folder"
