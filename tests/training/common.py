"""What the tests of training share: tiny runs, comparison of checkpoints, commands in processes of their own."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import torch
import yaml
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator  # type: ignore[import-untyped]

from pod_envs.core.game import Game
from tests.core.common import ROOT
from training.checkpoint import newest, read
from training.config import Config, config_from
from training.folders import open_run, reopen_run
from training.run import Run

ITERATION = 64  # steps between two updates of a tiny run


def settings(game: Game, folder: Path, **changes: Any) -> dict[str, Any]:
    """Keys of a tiny run: ten updates."""
    made = {
        "game": game.spec.name,
        "run_dir": str(folder),
        "total_steps": 10 * ITERATION,
        "num_envs": 8,
        "checkpoint_every": 2 * ITERATION,
        "ppo": {"n_steps": 8, "batch_size": 32, "n_epochs": 2, "hidden": [16, 16]},
        "pool": {
            "players": {"random": 0.2} | dict.fromkeys(game.spec.players, 0.1),
            "current": 0.3,
            "snapshots": 0.3,
            "slots": 2,
            "snapshot_every": 100,
        },
        "eval": {"every": 4 * ITERATION, "games": 8, "final_games": 16, "anchors": ["random", *game.spec.players]},
    }
    return made | changes


def tiny(game: Game, folder: Path, **changes: Any) -> Config:
    """A run of ten updates."""
    return config_from(settings(game, folder, **changes), "test")


def config_file(path: Path, data: dict[str, Any]) -> Path:
    """The keys as a file."""
    path.write_text(yaml.safe_dump(data, sort_keys=False))  # the order of players is their place in the pool
    return path


def start(config: Config) -> Run:
    """A new run."""
    return Run(config, open_run(config), None)


def resume(folder: Path) -> Run:
    """The run in a folder, in new objects."""
    config, saved = reopen_run(folder)
    return Run(config, folder, saved)


def advance(run: Run, updates: int | None = None) -> None:
    """Train for some updates, or to the end."""
    calls = iter(range(10**9))
    run.loop(lambda: int(updates is not None and next(calls) >= updates))
    run.close()


def last(folder: Path) -> dict[str, Any]:
    """Content of a run's last checkpoint."""
    path = newest(folder / "checkpoints")
    assert path is not None
    return read(path)


def differences(a: Any, b: Any, where: str = "") -> list[str]:
    """Places at which two contents of checkpoints are not bit-equal."""
    if isinstance(a, dict) and isinstance(b, dict) and list(a) == list(b):
        return [found for key in a for found in differences(a[key], b[key], f"{where}/{key}")]
    if isinstance(a, list | tuple) and isinstance(b, list | tuple) and len(a) == len(b):
        pairs = enumerate(zip(a, b, strict=True))
        return [found for k, (x, y) in pairs for found in differences(x, y, f"{where}/{k}")]
    if isinstance(a, torch.Tensor) and isinstance(b, torch.Tensor):
        return [] if a.dtype == b.dtype and torch.equal(a, b) else [where]
    return [] if type(a) is type(b) and a == b else [where]


def board(folder: Path) -> dict[str, list[tuple[int, Any]]]:
    """(step, value) of everything that TensorBoard shows of a run but the clock."""
    events = EventAccumulator(str(folder / "tensorboard"), size_guidance={"scalars": 0, "histograms": 0})
    events.Reload()
    tags = events.Tags()
    numbers = {tag: [(e.step, e.value) for e in events.Scalars(tag)] for tag in tags["scalars"] if "time/" not in tag}
    counts = {tag: [(e.step, e.histogram_value.bucket) for e in events.Histograms(tag)] for tag in tags["histograms"]}
    return numbers | counts


def launch(*arguments: str, **options: Any) -> "subprocess.Popen[str]":
    """`python -m training.<arguments>` in a process of its own."""
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        [sys.executable, "-W", "error", "-m", *arguments],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **options,
    )
