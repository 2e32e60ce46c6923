"""Files that are written whole or not at all, and files that are read whole."""

import os
import signal
import stat
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from .checks import shown
from .errors import ConfigError

__all__ = ["check_regular", "read_whole", "replacing", "tidy_when_terminated"]

MOST = 2**24  # bytes of a file that a person has written


def check_regular(path: Path | str, what: str = "") -> int:
    """The size of a regular file; ConfigError for anything else, such as a pipe that would be waited for."""
    name = f"{what} {shown(str(path))}".strip()
    if not str(path):
        raise ConfigError(f"cannot read {what or 'a file'}: its name is empty")
    try:
        found = os.stat(path)
    except OSError as error:
        raise ConfigError(f"cannot read {name}: {error.strerror or error}") from None
    except ValueError:
        raise ConfigError(f"cannot read {name}: its name holds the character NUL") from None
    if stat.S_ISDIR(found.st_mode):
        raise ConfigError(f"cannot read {name}: it is a folder")
    if not stat.S_ISREG(found.st_mode):
        raise ConfigError(f"cannot read {name}: it is no regular file, but a device or a pipe")
    return found.st_size


def read_whole(path: Path | str, what: str = "") -> bytes:
    """The bytes of a regular file; ConfigError if it is none, cannot be read or holds more than MOST."""
    check_regular(path, what)
    name = f"{what} {shown(str(path))}".strip()
    try:
        with open(path, "rb") as file:
            data = file.read(MOST + 1)
    except OSError as error:
        raise ConfigError(f"cannot read {name}: {error.strerror or error}") from None
    if len(data) > MOST:
        raise ConfigError(f"cannot read {name}: it holds more than {MOST // 2**20} MiB")
    return data


@contextmanager
def replacing(path: Path | str) -> Iterator[BinaryIO]:
    """A new file that takes the place of `path` when the block ends well; after an error `path` is as it was.

    Where `path` is a device or a pipe it is written to directly.  ConfigError for a folder, OSError as the system says,
    with the name `path`.
    """
    if not str(path):
        raise ConfigError("the name of the file to write to is empty")
    target = Path(os.path.realpath(path))
    if target.is_dir():
        raise ConfigError(f"{shown(str(path))} is a folder; name a file to write to")
    if not target.parent.is_dir():
        raise ConfigError(f"there is no folder {shown(str(target.parent))} to write {shown(target.name)} in")
    beside = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    opened = writing(target) if target.exists() and not target.is_file() else replaced(beside, target)
    try:
        with opened as file:
            yield file
    except OSError as error:
        if error.errno is None or error.filename not in (None, str(beside), str(target)):
            raise
        raise OSError(error.errno, error.strerror, str(path)) from None


def writing(target: Path) -> BinaryIO:
    """A device or a pipe."""
    return target.open("wb")


@contextmanager
def replaced(beside: Path, target: Path) -> Iterator[BinaryIO]:
    """The file `beside`, which takes the place of `target` when the block ends well, and goes when it does not."""
    try:
        with beside.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, target)
    finally:
        beside.unlink(missing_ok=True)


@contextmanager
def tidy_when_terminated() -> Iterator[None]:
    """In a command: let SIGTERM end it as an exception, so that files that are half written go."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def leave(number: int, frame: Any) -> None:
    """End the process with the exit code that a shell gives for the signal."""
    raise SystemExit(128 + number)
