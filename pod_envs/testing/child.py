"""Another process that plays games: `python -m pod_envs.testing.child` reads which, and writes what they were like."""

import json
import os
import pickle
import sys
from typing import Any

from .quiet import quiet
from .report import cause
from .subject import Run, Subject

__all__ = ["main"]


def played(words: bytes) -> dict[str, Any]:
    """The traces of the games, or why there are none."""
    try:
        env_fn, seed, games, most = pickle.loads(words)
    except Exception as error:
        return {"unknown": type(error).__name__}
    run = Run(Subject(env_fn, seed, games, most))
    try:
        return {"traces": [run.trace(run.env(), number) for number in run.seeds]}
    except Exception as error:
        return {"error": cause(error)}


def main() -> None:
    """Read from standard input, write to standard output, where nothing else that is printed comes."""
    words = sys.stdin.buffer.read()
    answer, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    with quiet():
        found = played(words)
    with open(answer, "w", encoding="utf-8") as file:
        file.write(json.dumps(found))


if __name__ == "__main__":
    main()
