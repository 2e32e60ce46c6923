"""Files that are written whole or not at all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from .errors import ConfigError

__all__ = ["replacing"]


@contextmanager
def replacing(path: Path | str) -> Iterator[BinaryIO]:
    """A new file that takes the place of `path` when the block ends well; after an error `path` is as it was.

    Where `path` is a device or a pipe it is written to directly.  ConfigError for a folder, OSError as the system says.
    """
    target = Path(os.path.realpath(path))
    if target.is_dir():
        raise ConfigError(f"{str(path)!r} is a folder; name a file to write to")
    if not target.parent.is_dir():
        raise ConfigError(f"there is no folder {str(target.parent)!r} to write {target.name!r} in")
    if target.exists() and not target.is_file():
        with target.open("wb") as file:
            yield file
        return
    beside = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    try:
        with beside.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, target)
    finally:
        beside.unlink(missing_ok=True)
