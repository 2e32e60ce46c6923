"""What commands say, and how they end.  Output that nobody can read is lost, and ends nothing."""

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import TextIO

from pod_envs.core.errors import PodEnvsError
from pod_envs.core.files import tidy_when_terminated

__all__ = ["carried_out", "complain", "put", "say"]

BROKEN_PIPE = 141  # what a shell reports of a command whose reader went away


def say(text: str) -> None:
    """A line for standard output."""
    put(sys.stdout, text + "\n")


def complain(text: str) -> None:
    """A line for standard error."""
    put(sys.stderr, text + "\n")


def put(stream: TextIO | None, text: str) -> None:
    """Write text at once; what the stream's encoding lacks becomes `?`, what cannot be written is lost.

    The stream is None where the process was started without one.
    """
    if stream is None:
        return
    encoding = getattr(stream, "encoding", None) or "utf-8"
    try:
        stream.write(text.encode(encoding, "replace").decode(encoding))
        stream.flush()
    except (OSError, ValueError):  # its reader is gone, its disk is full, it is closed
        silence(stream)
    except RuntimeError:  # a signal came in the middle of another write to it
        pass


def silence(stream: TextIO) -> None:
    """Let all that is still written go nowhere, so that nothing fails when the process ends either."""
    with suppress(OSError, ValueError), open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), stream.fileno())


def occupy_standard_streams() -> None:
    """Open nothing in the place of closed ones; else the next files would stand there, and get other code's words."""
    while (handle := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(handle)


def carried_out(command: Callable[[], int], stopped: str = "stopped") -> int:
    """The command's exit code; 2 after a sentence for what can be expected to go wrong, 130 for Ctrl-C."""
    occupy_standard_streams()
    try:
        with tidy_when_terminated():
            return command()
    except KeyboardInterrupt:
        complain(stopped)
        return 130
    except BrokenPipeError:  # the help of a library
        for stream in (sys.stdout, sys.stderr):
            silence(stream)
        return BROKEN_PIPE
    except (PodEnvsError, OSError, MemoryError, RuntimeError, ValueError) as error:
        complain(f"error: {sentence_of(error)}")
        return 2


def sentence_of(error: Exception) -> str:
    """What to tell of an error; one that nobody could expect is raised again."""
    if isinstance(error, PodEnvsError):
        return str(error)
    if isinstance(error, OSError):
        return f"{error.filename}: {error.strerror}" if error.filename else str(error)
    if isinstance(error, MemoryError) or "memory" in str(error):  # torch has no error of its own for that
        return f"there is not enough memory ({' '.join(str(error).split()):.200})"
    if isinstance(error, ValueError) and "null" in str(error):
        return "a path holds the character NUL, which no name may have"
    raise error
