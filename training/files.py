"""Files that are whole at every moment: written beside their place, forced to disk, renamed."""

import json
import os
from pathlib import Path
from typing import Any

__all__ = ["write_bytes", "write_json", "write_text"]


def write_bytes(path: Path, data: bytes) -> None:
    """Put `data` in the place of what was there, or leave that as it is."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.parent / f".{path.name}.tmp"
    with beside.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    os.replace(beside, path)
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
