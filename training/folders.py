"""Folders of runs: begun, gone on with, and kept free of what killed processes leave.

Folder: config.yaml (resolved), checkpoints/ (the last two), scalars.jsonl and tensorboard/, and at the end policy.npz
and result.json.  Every file but the two logs is replaced as a whole.
"""

from pathlib import Path
from typing import Any

import yaml

from pod_envs.core.errors import ConfigError

from . import checkpoint
from .config import Config, config_from, digest, read_yaml
from .files import hold, write_text

__all__ = ["abandon", "open_run", "reopen_run", "sweep"]

WHOLE = ("config.yaml", "scalars.jsonl", "policy.npz", "result.json")


def open_run(config: Config) -> Path:
    """Make the folder of a new run; ConfigError, with nothing written, if it holds one already."""
    folder = Path(config.run_dir)
    if not (folder / ".lock").exists():  # a folder of something else gets no lock
        refuse_used(folder)
    with hold(folder):
        refuse_used(folder)
        write_text(folder / "config.yaml", yaml.safe_dump(config.model_dump(mode="json"), sort_keys=False))
    return folder


def refuse_used(folder: Path) -> None:
    """ConfigError if there is a run in the folder."""
    if (folder / "config.yaml").exists():
        raise ConfigError(
            f"{str(folder)!r} holds a run already; go on with `python -m training.train --resume {folder}`, "
            "or choose another folder with --run-dir"
        )


def abandon(folder: Path) -> None:
    """Take back `open_run` of a run that could not begin."""
    with hold(folder):
        if checkpoint.newest(folder / "checkpoints") is None:
            (folder / "config.yaml").unlink(missing_ok=True)


def reopen_run(folder: Path) -> tuple[Config, dict[str, Any] | None]:
    """The config of a run, and its last checkpoint (None: it was stopped before the first)."""
    path = folder / "config.yaml"
    if not path.exists():
        raise ConfigError(f"{str(folder)!r} holds no run: there is no config.yaml in it")
    config = config_from(read_yaml(path), str(path))
    last = checkpoint.newest(folder / "checkpoints")
    if last is None:
        return config, None
    saved = checkpoint.read(last)
    with checkpoint.understood(folder):
        made_by = saved["config"]
    if made_by != digest(config):
        raise ConfigError(f"{str(last)!r} was made with another config than {str(path)!r}; put back the one of the run")
    return config, saved


def sweep(folder: Path) -> None:
    """Remove what a killed process was writing beside a file of the run."""
    left = [path for name in WHOLE for path in folder.glob(f".{name}.*tmp")]
    for path in [*left, *(folder / "checkpoints").glob(".step_*.tmp")]:
        path.unlink()
