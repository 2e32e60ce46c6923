"""Train an agent by self-play, or go on with a run.

MaskablePPO learns one seat, random each game; the pool plays the others.  Ctrl-C and SIGTERM end the run after the
update in progress, with a checkpoint; a second one ends it at once.
"""

import signal
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from types import FrameType
from typing import Any, Self

from pod_envs.arguments import Parser
from pod_envs.core.errors import ConfigError

from .console import carried_out, complain, say
from .folders import reopen_run
from .run import Run, new_run
from .words import from_command

__all__ = ["main"]

PROG = "python -m training.train"
USAGE = f"{PROG} CONFIG [--key value ...] [--set OPTION=VALUE ...]\n       {PROG} --resume RUN"


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
        complain("stopping after this update; once more to stop at once")

    def __call__(self) -> int:
        return self.signal


def parser() -> Parser:
    """The arguments, for the help and for mistyped ones."""
    made = Parser(prog=PROG, usage=USAGE, description=__doc__, add_help=False)
    made.add_argument("config", nargs="?", metavar="CONFIG", help="a YAML file, such as those in configs/train")
    made.add_argument("--key", metavar="value", help="instead of the file's value; `CONFIG --help` lists the keys")
    made.add_argument("--set", metavar="OPTION=VALUE", help="an option of the game; JSON, otherwise text")
    made.add_argument("--resume", metavar="RUN", help="go on from the last checkpoint in a run's folder")
    made.add_argument("-h", "--help", action="store_true", help="show this; after CONFIG, every key")
    return made


def prepare(arguments: Sequence[str]) -> Run:
    """The run that the command line asks for."""
    if arguments[0] == "--resume":
        if len(arguments) != 2:
            raise ConfigError("--resume wants a run's folder and nothing else: the run goes on with its own config")
        config, saved = reopen_run(Path(arguments[1]))
        return Run(config, Path(arguments[1]), saved)
    if arguments[0].startswith("-"):
        parser().refuse_unknown(arguments[:1])
    config = from_command(Path(arguments[0]), arguments[1:], f"{PROG} {arguments[0]}")
    config.resolved()
    return new_run(config)


def train(arguments: Sequence[str]) -> int:
    """The exit code."""
    with Stop() as stop, closing(prepare(arguments)) as run:
        run.loop(stop)
        if not stop():
            say(f"\n{run.finish()}\n\nin {run.folder}: policy.npz (the agent), result.json, tensorboard/")
            return 0
        complain(f"stopped at step {run.steps:,}; go on with: {PROG} --resume {run.folder}")
        return 128 + stop()


def main(arguments: Sequence[str]) -> int:
    """The command; 0, 2 for bad input, 128 + signal when stopped."""
    if not arguments or arguments[0] in ("-h", "--help"):
        (say if arguments else complain)(parser().format_help())
        return 0 if arguments else 2
    stopped = f"stopped at once; go on from the last checkpoint with: {PROG} --resume RUN"
    return carried_out(lambda: train(arguments), stopped)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
