"""Files that are whole at every moment, and folders that one process at a time works in."""

import json
import os
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from pod_envs.core.errors import ConfigError
from pod_envs.core.files import replacing

__all__ = ["hold", "write_bytes", "write_json", "write_text"]


def hold(folder: Path) -> FileLock:
    """A lock on the folder, which is made if missing, until it is released or the process ends.

    ConfigError if another process, or another run in this one, holds it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    lock = FileLock(folder / ".lock")
    try:
        lock.acquire(blocking=False)
    except Timeout:
        raise ConfigError(
            f"another process is training in {str(folder)!r}; wait until it ends, or choose another folder with "
            "--run-dir"
        ) from None
    return lock


def write_bytes(path: Path, data: bytes) -> None:
    """Put `data` in the place of what was there, or leave that as it is."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as file:
        file.write(data)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Force the folder's entries to disk, where the system can."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def write_text(path: Path, text: str) -> None:
    """UTF-8."""
    write_bytes(path, text.encode())


def write_json(path: Path, value: Any) -> None:
    """Indented JSON."""
    write_text(path, json.dumps(value, indent=1) + "\n")
