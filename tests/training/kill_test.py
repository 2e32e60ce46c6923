"""Kill training at random moments and go on: `python -m tests.training.kill_test --times 10`.

Each time a process trains the run, gets `kill -9` after a random while, and everything that it left is read.  At the
end the run must be the one that was never killed, and no kill may have cost more than the work since a checkpoint.
"""

import argparse
import random
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np
import yaml

from pod_envs.core.game import GAMES, Game
from training.checkpoint import newest, read
from training.config import config_from
from training.scalars import read_scalars

from .common import ITERATION, board, config_file, differences, last, launch, settings

__all__ = ["main", "readable", "survive"]


def wait_for(folder: Path, process: "subprocess.Popen[str]", steps: int) -> None:
    """Until a checkpoint of at least `steps` exists, or the process has ended."""
    while process.poll() is None and steps_of(folder) < steps:
        time.sleep(0.005)


def steps_of(folder: Path) -> int:
    """Steps of the newest checkpoint, 0 without one."""
    path = newest(folder / "checkpoints")
    return int(path.stem.removeprefix("step_")) if path else 0


def readable(folder: Path) -> None:
    """Read every file of a run that was killed; fails on the first that can't be read."""
    for path in sorted(folder.rglob("*")):
        if path.name.endswith(".tmp") or path.is_dir():
            continue  # what was being written beside its place
        if path.suffix == ".ckpt":
            read(path)
        elif path.name == "config.yaml":
            config_from(yaml.safe_load(path.read_text()), str(path))
        elif path.name == "scalars.jsonl":
            read_scalars(path)
        elif path.suffix == ".npz":
            np.load(path, allow_pickle=False).close()
        elif path.suffix == ".json":
            path.read_text()
    board(folder)


def survive(game: Game, folder: Path, times: int, seed: int, updates: int) -> list[int]:
    """Train a run to its end through `times` kills; the steps each one cost.  AssertionError if anything is amiss."""
    rng = random.Random(seed)
    keys = settings(game, folder / "killed", total_steps=updates * ITERATION)
    arguments = ["training.train", str(config_file(folder / "killed.yaml", keys))]
    lost = []
    for kill in range(times):
        process = launch(*arguments)
        goal = updates * ITERATION * (kill + 1) // (times + 1)
        wait_for(folder / "killed", process, goal)
        time.sleep(rng.random() * 0.3)
        assert process.poll() is None, process.communicate()[1]
        process.send_signal(signal.SIGKILL)
        process.communicate()
        readable(folder / "killed")
        logged = read_scalars(folder / "killed" / "scalars.jsonl")
        lost.append(logged[-1]["steps"] - steps_of(folder / "killed"))
        arguments = ["training.train", "--resume", str(folder / "killed")]
    finish(arguments)
    whole = config_file(folder / "whole.yaml", keys | {"run_dir": str(folder / "whole")})
    finish(["training.train", str(whole)])
    same(folder)
    assert max(lost) <= keys["checkpoint_every"]
    return lost


def finish(arguments: list[str]) -> None:
    """Let a training process run to its end."""
    process = launch(*arguments)
    _, told = process.communicate()
    assert process.returncode == 0, told


def same(folder: Path) -> None:
    """The killed run ended as the whole one did."""
    ends = [last(folder / name) for name in ("whole", "killed")]
    for end in ends:
        del end["seconds"], end["starts"]
    assert differences(ends[0], ends[1]) == []
    assert (folder / "whole" / "scalars.jsonl").read_text() == (folder / "killed" / "scalars.jsonl").read_text()


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=10, help="kills")
    parser.add_argument("--seed", type=int, default=0, help="of the moments")
    parser.add_argument("--game", default=min(GAMES), choices=sorted(GAMES))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        lost = survive(GAMES[options.game], Path(folder), options.times, options.seed, 40 * options.times)
    print(f"killed {options.times} times, steps lost each time {lost}; the run ended as one that was never killed")


if __name__ == "__main__":
    main()
