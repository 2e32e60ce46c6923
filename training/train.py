"""Train an agent by self-play: `python -m training.train CONFIG [--key value] [--set option=value]`, or `--resume RUN`.

MaskablePPO learns one seat, random each game; the pool plays the others.  Ctrl-C and SIGTERM end the run after the
update in progress, with a checkpoint; a second one ends it at once.  `CONFIG --help` lists the keys.
"""

import signal
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from types import FrameType
from typing import Any, Self

from pod_envs.core.errors import ConfigError, PodEnvsError

from .config import from_command
from .run import Run, open_run, reopen_run

__all__ = ["main"]

PROG = "python -m training.train"
USAGE = f"usage: {PROG} CONFIG.yaml [--key value] [--set option=value]\n       {PROG} --resume RUN"


class Stop:
    """Within the block, remembers the first SIGINT or SIGTERM; the second one interrupts."""

    def __init__(self) -> None:
        self.signal = 0
        self.before: dict[int, Any] = {}

    def __enter__(self) -> Self:
        self.before = {number: signal.signal(number, self.receive) for number in (signal.SIGINT, signal.SIGTERM)}
        return self

    def __exit__(self, *error: object) -> None:
        for number, handler in self.before.items():
            signal.signal(number, handler)

    def receive(self, number: int, frame: FrameType | None) -> None:
        """Take note of a signal."""
        if self.signal:
            raise KeyboardInterrupt
        self.signal = number
        print("stopping after this update; once more to stop at once", file=sys.stderr, flush=True)

    def __call__(self) -> int:
        return self.signal


def prepare(arguments: Sequence[str]) -> Run:
    """The run that the command line asks for."""
    if arguments[0] != "--resume":
        config = from_command(Path(arguments[0]), arguments[1:], f"{PROG} {arguments[0]}")
        config.resolved()
        return Run(config, open_run(config), None)
    if len(arguments) != 2:
        raise ConfigError("--resume wants a run's folder and nothing else: the run goes on with its own config")
    config, saved = reopen_run(Path(arguments[1]))
    return Run(config, Path(arguments[1]), saved)


def train(run: Run, stop: Stop) -> int:
    """The exit code."""
    run.loop(stop, lambda line: print(line, flush=True))
    if not stop():
        print(f"\n{run.finish()}\n\nin {run.folder}: policy.npz (the agent), result.json, tensorboard/")
        return 0
    print(f"stopped at step {run.steps:,}; go on with: {PROG} --resume {run.folder}", file=sys.stderr)
    return 128 + stop()


def main(arguments: Sequence[str]) -> int:
    """The command; 0, 2 for bad input, 128 + signal when stopped."""
    if not arguments or arguments[0] in ("-h", "--help"):
        print(f"{__doc__}\n{USAGE}", file=sys.stdout if arguments else sys.stderr)
        return 0 if arguments else 2
    try:
        with Stop() as stop, closing(prepare(arguments)) as run:
            return train(run, stop)
    except PodEnvsError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(f"stopped at once; go on from the last checkpoint with: {PROG} --resume RUN", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
