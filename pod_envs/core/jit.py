"""The compile-and-cache policy: every kernel of the package is built by `kernel`.

Numba's disk cache notices a change in a function's own file only, never in a helper module or in an imported
constant.  So the cache folder is named by a digest of all that can change the machine code: each source and data
file of the package, each one beside the kernel, the versions, and the NUMBA_* switches.
"""

import hashlib
import os
import platform
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np

__all__ = ["Record", "cache_folder", "helper", "kernel", "source_digest"]

Record = Any  # one element of a structured array: np.record when interpreted, a Numba record when compiled
Function = TypeVar("Function", bound=Callable[..., Any])

PACKAGE = Path(__file__).resolve().parent.parent


def kernel(function: Function) -> Function:
    """Compile `function` in nopython mode on its first call, cached on disk where a folder is writable."""
    folder = cache_folder(Path(function.__code__.co_filename).resolve().parent)
    if folder is None:
        return numba.njit(function)  # type: ignore[no-any-return]
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)
    try:
        return numba.njit(cache=True, no_cfunc_wrapper=True)(function)  # type: ignore[no-any-return]
    finally:
        numba.config.CACHE_DIR = before


def helper(function: Function) -> Function:
    """Compile `function` for calls from kernels only: they hold its code, so it needs no cache and no wrappers of its own."""
    return numba.njit(no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)  # type: ignore[no-any-return]


@cache
def cache_folder(beside: Path = PACKAGE) -> Path | None:
    """Folder of the compiled code for kernels in `beside`; None where none is writable."""
    if numba.config.DISABLE_JIT:
        return None
    for base in cache_bases():
        folder = base / f"pod_envs-{source_digest(beside)}"
        if writable(folder):
            return folder
    return None


def cache_bases() -> list[Path]:
    """Where compiled code may lie, the user's own choice first."""
    if chosen := os.environ.get("NUMBA_CACHE_DIR"):
        return [Path(chosen)]
    if chosen := os.environ.get("XDG_CACHE_HOME"):
        return [Path(chosen) / "pod_envs"]
    return [Path(os.path.expanduser("~")) / ".cache" / "pod_envs"]


@cache
def writable(folder: Path) -> bool:
    """Whether a file can be written in `folder`, which is made if missing."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


@cache
def source_digest(beside: Path = PACKAGE) -> str:
    """Digest of everything that can change what a kernel in `beside` compiles to (16 hex digits)."""
    digest = hashlib.sha256()
    folders = [PACKAGE] if beside.is_relative_to(PACKAGE) else [PACKAGE, beside]
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.suffix in {".py", ".toml"}:
                digest.update(str(path.relative_to(folder)).encode() + b"\0" + path.read_bytes() + b"\0")
    switches = sorted(item for item in os.environ.items() if item[0].startswith("NUMBA_"))
    versions = (numba.__version__, np.__version__, platform.python_version(), numba.config.BOUNDSCHECK)
    digest.update(repr((versions, switches)).encode())
    return digest.hexdigest()[:16]
