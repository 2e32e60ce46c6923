"""The compile-and-cache policy: every kernel of the package is built by `kernel`.

Numba's disk cache notices a change in a function's own file only, never in a helper module or in an imported
constant.  So the cache folder is named by a digest of all that can change the machine code: each source and data
file of the core and of the kernel's own folder (kernels call nothing else), the versions, and the NUMBA_* switches.
"""

import hashlib
import os
import platform
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np

__all__ = [
    "Record",
    "cache_folder",
    "cache_sentence",
    "compile_notice",
    "entry",
    "folder_of",
    "helper",
    "kernel",
    "source_digest",
]

Record = Any  # one element of a structured array: np.record when interpreted, a Numba record when compiled
Function = TypeVar("Function", bound=Callable[..., Any])

PACKAGE = Path(__file__).resolve().parent.parent
njit: Any = numba.njit  # its annotations lack some of its options
config: Any = numba.config
ENTRIES: dict[Any, Any] = {}  # kernel -> its compiled code
PATIENCE = 1.5  # seconds of compiling after which the user is told


def kernel(function: Function) -> Function:
    """Compile `function` in nopython mode on its first call, cached on disk where a folder is writable."""
    has_file = os.path.exists(function.__code__.co_filename)  # not when it was typed in at a prompt
    folder = cache_folder(folder_of(function)) if has_file else None
    if folder is None:
        return njit(nogil=True, error_model="numpy")(function)  # type: ignore[no-any-return]
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        return njit(cache=True, nogil=True, error_model="numpy", no_cfunc_wrapper=True)(function)  # type: ignore[no-any-return]
    finally:
        config.CACHE_DIR = before


def folder_of(function: Any) -> Path:
    """Folder of the source file of a function or a kernel."""
    return Path(getattr(function, "py_func", function).__code__.co_filename).resolve().parent


def entry(kernel: Any) -> Any:
    """What to call instead of a kernel whose one signature is compiled: it does not look up argument types again.

    Arguments of other types are refused with a TypeError.  Never keep it in what is pickled.
    """
    if kernel not in ENTRIES:
        compiled = list(getattr(kernel, "overloads", {}).values())
        if len(compiled) != 1:
            return kernel
        ENTRIES[kernel] = compiled[0].entry_point
    return ENTRIES[kernel]


def helper(function: Function) -> Function:
    """Compile `function` for calls from kernels only: they hold its code, so it needs neither cache nor wrappers."""
    return njit(error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)  # type: ignore[no-any-return]


@cache
def cache_folder(beside: Path = PACKAGE / "core") -> Path | None:
    """Folder of the compiled code for kernels in `beside`; None where none is writable."""
    if config.DISABLE_JIT:
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
def source_digest(beside: Path = PACKAGE / "core") -> str:
    """Digest of everything that can change what a kernel in `beside` compiles to (16 hex digits)."""
    digest = hashlib.sha256()
    folders = dict.fromkeys([PACKAGE / "core", beside])  # all that a kernel in `beside` may call
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.suffix in {".py", ".toml"}:
                digest.update(str(path.relative_to(folder)).encode() + b"\0" + path.read_bytes() + b"\0")
    switches = sorted(item for item in os.environ.items() if item[0].startswith("NUMBA_"))
    versions = (numba.__version__, np.__version__, platform.python_version(), config.BOUNDSCHECK)
    digest.update(repr((versions, switches)).encode())
    return digest.hexdigest()[:16]


@contextmanager
def compile_notice(title: str, kernels: Sequence[Any]) -> Iterator[None]:
    """Say so once on stderr when what runs inside takes long to compile `kernels`; silent when they are cached."""
    compiled = [kernel for kernel in kernels if hasattr(kernel, "stats")]
    if not compiled:
        yield
        return
    done = threading.Event()
    threading.Thread(target=say_when_late, args=(title, compiled, done), daemon=True).start()
    try:
        yield
    finally:
        done.set()


def say_when_late(title: str, kernels: Sequence[Any], done: threading.Event) -> None:
    """Wait for `done`; before that, tell of a compilation that has gone on for PATIENCE."""
    while not done.wait(PATIENCE):
        if any(sum(kernel.stats.cache_misses.values()) for kernel in kernels):
            where = cache_sentence(folder_of(kernels[0]))
            print(f"pod_envs: compiling {title}, which takes some seconds once; {where}", file=sys.stderr, flush=True)
            return


def cache_sentence(beside: Path = PACKAGE / "core") -> str:
    """Where the compiled code of kernels in `beside` lies, in words."""
    folder = cache_folder(beside)
    if folder is not None:
        return f"compiled code is kept in {folder}"
    if config.DISABLE_JIT:
        return "nothing is compiled, since NUMBA_DISABLE_JIT is set"
    return "no cache folder is writable, so every process compiles again (NUMBA_CACHE_DIR names another folder)"
