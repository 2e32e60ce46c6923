"""The compile-and-cache policy: every kernel of the package is built by `kernel`.

Numba's disk cache notices a change in a function's own file only, never in a helper module or in an imported
constant.  So the cache folder is named by a digest of all that can change the machine code: each source and data
file of the core and of the kernel's own package (kernels call nothing else), the versions, and the NUMBA_* switches.
The own package is a game's folder in here, and the whole package of a third party's, which may hold several games.
"""

import hashlib
import os
import platform
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
from numba.core import caching

from .plain import interpreted

__all__ = [
    "Record",
    "cache_folder",
    "cache_sentence",
    "compile_notice",
    "entry",
    "folder_of",
    "helper",
    "home_of",
    "kernel",
    "record_type",
    "source_digest",
    "tell",
]

Record = Any  # one row of a structured array: of `plain.Rows` when interpreted, a Numba record when compiled
Function = TypeVar("Function", bound=Callable[..., Any])

PACKAGE = Path(__file__).resolve().parent.parent
njit: Any = numba.njit  # its annotations lack some of its options
config: Any = numba.config
DiskCache: Any = caching.FunctionCache
PLACES = ("NUMBA_CACHE_DIR", "NUMBA_CACHE_LOCATOR_CLASSES")  # switches that say where, and not what
ENTRIES: dict[Any, Any] = {}  # kernel -> its compiled code
UNKEPT: dict[Path, str] = {}  # cache folders that could not take compiled code, and why
ANNOUNCED: set[str] = set()  # titles of which the user has been told that they are compiled
PATIENCE = 1.5  # seconds of compiling after which the user is told
AGAIN = "so every process compiles again (NUMBA_CACHE_DIR names another folder)"
COLD_ROOM = 2**20  # bytes that an empty cache folder must have room for
SUFFIXES = {".py", ".toml", ".json", ".yaml", ".yml", ".csv", ".npy", ".npz"}  # of files that compiled code may hold


def record_type(fields: Sequence[tuple[Any, ...]]) -> np.dtype[Any]:
    """The dtype of a record with these fields, as np.dtype takes them: what compiled code has as `s` or as `v`."""
    return np.dtype((np.record, np.dtype(list(fields), align=True)))


def kernel(function: Function) -> Function:
    """Compile `function` in nopython mode on its first call, cached on disk where a folder is writable."""
    if config.DISABLE_JIT:
        return interpreted(function)
    has_file = os.path.exists(function.__code__.co_filename)  # not when it was typed in at a prompt
    folder = cache_folder(folder_of(function)) if has_file else None
    compiled = njit(nogil=True, error_model="numpy", no_cfunc_wrapper=True)(function)
    cache = None if folder is None else cache_in(folder, function)
    if cache is not None:
        compiled._cache = cache  # as its own enable_caching() does
    return compiled  # type: ignore[no-any-return]


def cache_in(folder: Path, function: Any) -> "Cache | None":
    """The cache of a function's compiled code in `folder`; None where its own folder in there cannot be made."""
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        cache = Cache(function)
    except (RuntimeError, OSError) as error:
        UNKEPT.setdefault(folder, str(error))
        return None
    finally:
        config.CACHE_DIR = before
    cache.folder = folder
    return cache if Path(cache.cache_path).is_relative_to(folder) else None


class Cache(DiskCache):  # type: ignore[misc]
    """Numba's disk cache, where a damaged file, or no room for a new one, costs time and nothing else."""

    folder: Path

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Compiled code, or None where it must be compiled; what cannot be read is forgotten."""
        try:
            return super().load_overload(sig, target_context)
        except Exception:  # a cut file makes the readers of pickles and of machine code raise many kinds of error
            with suppress(OSError):
                self.flush()
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep compiled code; where it cannot be kept the user is told once."""
        try:
            super().save_overload(sig, data)
        except OSError as error:
            first = not UNKEPT
            UNKEPT.setdefault(self.folder, error.strerror or str(error))
            if first:
                tell(f"pod_envs: {unkept(self.folder)}")


def folder_of(function: Any) -> Path:
    """Folder of the package that the module of a function or a kernel belongs to; without one, of its source file."""
    plain = getattr(function, "py_func", function)
    package = sys.modules.get(plain.__module__.rpartition(".")[0])
    file = getattr(package, "__file__", None) or plain.__code__.co_filename
    return Path(file).resolve().parent


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
    """Folder of the compiled code for kernels in `beside`; None where none is writable, or no source can be seen."""
    if config.DISABLE_JIT or not beside.is_dir():
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
    """Whether a file can be written in `folder`, which is made if missing; an empty one must have room for code."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as file:
            if not any(folder.iterdir()):
                file.write(bytes(COLD_ROOM))
                file.flush()
            return True
    except OSError:
        return False


@cache
def source_digest(beside: Path = PACKAGE / "core") -> str:
    """Digest of everything that can change what a kernel in `beside` compiles to (16 hex digits)."""
    home = home_of(beside)
    digest = hashlib.sha256(str(beside.relative_to(home.parent)).encode())
    for folder in dict.fromkeys([PACKAGE / "core", home]):  # all that a kernel in `beside` may call
        for path in sources(folder):
            digest.update(str(path.relative_to(folder)).encode() + b"\0" + path.read_bytes() + b"\0")
    switches = sorted(item for item in os.environ.items() if item[0].startswith("NUMBA_") and item[0] not in PLACES)
    versions = (numba.__version__, np.__version__, platform.python_version(), config.BOUNDSCHECK)
    digest.update(repr((versions, switches)).encode())
    return digest.hexdigest()[:16]


def home_of(beside: Path) -> Path:
    """The folder in which all that a kernel in `beside` calls lies, but for the core."""
    if beside.is_relative_to(PACKAGE):
        return beside
    while (beside / "__init__.py").exists() and (beside.parent / "__init__.py").exists():
        beside = beside.parent
    return beside


def sources(folder: Path) -> list[Path]:
    """Source and data files of a package, those of its subfolders included; of a folder that is none, its own only."""
    paths = folder.rglob("*") if (folder / "__init__.py").exists() else folder.glob("*")
    return sorted(path for path in paths if path.suffix in SUFFIXES and path.is_file())


@contextmanager
def compile_notice(title: str, kernels: Sequence[Any]) -> Iterator[None]:
    """Say so on stderr, once a title, when what runs inside takes long to compile `kernels`; cached ones are quiet."""
    compiled = [kernel for kernel in kernels if hasattr(kernel, "stats")]
    if not compiled:
        yield
        return
    done = threading.Event()
    speaker = threading.Thread(target=say_when_late, args=(title, compiled, done), daemon=True)
    speaker.start()
    try:
        yield
    finally:
        done.set()
        speaker.join()  # so that a line that is begun is not cut by what comes next


def say_when_late(title: str, kernels: Sequence[Any], done: threading.Event) -> None:
    """Wait for `done`; before that, tell of a compilation that has gone on for PATIENCE."""
    while not done.wait(PATIENCE) and title not in ANNOUNCED:
        if any(sum(kernel.stats.cache_misses.values()) for kernel in kernels):
            ANNOUNCED.add(title)
            where = cache_sentence(folder_of(kernels[0]))
            tell(f"pod_envs: compiling {title}, which takes some seconds once; {where}")
            return


def tell(sentence: str) -> None:
    """Print a line to standard error, where there is one."""
    if sys.stderr is not None:
        with suppress(OSError, ValueError):  # closed meanwhile
            print(sentence, file=sys.stderr, flush=True)


def cache_sentence(beside: Path = PACKAGE / "core") -> str:
    """Where the compiled code of kernels in `beside` lies, in words."""
    folder = cache_folder(beside)
    if folder is not None:
        return unkept(folder) if folder in UNKEPT else f"compiled code is kept in {folder}"
    if config.DISABLE_JIT:
        return "nothing is compiled, since NUMBA_DISABLE_JIT is set"
    if not beside.is_dir():
        return f"{beside} is no folder whose files could be watched, so every process compiles again"
    return f"no cache folder is writable, {AGAIN}"


def unkept(folder: Path) -> str:
    """That the folder could not take compiled code, in words."""
    return f"compiled code cannot be kept in {folder} ({UNKEPT[folder]}), {AGAIN}"
