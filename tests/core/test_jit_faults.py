"""A cache that cannot be written, or is damaged, costs time and nothing else; one that is moved stays of use."""

import shutil
from pathlib import Path

import pytest

from pod_envs.core.jit import source_digest

from .common import run_python
from .test_jit import Copy

# a limit on the size of files stands for a full disk: writing fails, making empty files and folders does not
FULL = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
sys.stderr = sys.stdout
import numpy as np
from pod_envs.core import jit
from pod_envs.toy.tiny import tiny
print(tiny(np.array([1, 2, 3])))
print(jit.cache_sentence(jit.folder_of(tiny)))
"""


@pytest.fixture
def package(tmp_path: Path) -> Copy:
    """A copy of the core."""
    return Copy(tmp_path)


def on_full_disk(package: Copy) -> list[str]:
    """Lines that a process prints which can write no file."""
    return run_python("-c", FULL, root=package.root, HOME=str(package.home), XDG_CACHE_HOME="").splitlines()


def test_an_empty_cache_folder_on_a_full_disk_is_none(package: Copy) -> None:
    result, said = on_full_disk(package)
    assert result == "40"
    assert said.startswith("no cache folder is writable, so every process compiles again")
    assert package.written(package.home) == []


def test_code_that_cannot_be_kept_runs_and_is_told_of_once(package: Copy) -> None:
    folder = Path(package.run()[3])
    for path in folder.rglob("*.nb?"):
        path.unlink()
    notice, result, said = on_full_disk(package)
    assert result == "40"
    assert notice == f"pod_envs: {said}"
    assert said.startswith(f"compiled code cannot be kept in {folder} (File too large), so every process compiles")
    assert package.run()[:3] == [40, 0, 1]
    assert package.run()[:3] == [40, 1, 0]


@pytest.mark.parametrize("kind", ["*.nbi", "*.nbc"])
def test_a_damaged_file_is_compiled_again_and_replaced(package: Copy, kind: str) -> None:
    folder = Path(package.run()[3])
    (path,) = folder.rglob(kind)
    whole = path.read_bytes()
    for damaged in (whole[: len(whole) // 2], whole[:-1], b"", b"hello"):
        path.write_bytes(damaged)
        assert package.run()[:3] == [40, 0, 1]
        assert package.run()[:3] == [40, 1, 0]


def test_a_cache_that_was_copied_elsewhere_is_of_use(package: Copy, tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    assert package.run(env={"NUMBA_CACHE_DIR": str(first)})[:3] == [40, 0, 1]
    shutil.copytree(first, second)
    assert package.run(env={"NUMBA_CACHE_DIR": str(second)})[:3] == [40, 1, 0]


def test_where_code_is_kept_does_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    digest = source_digest.__wrapped__
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    before = digest(tmp_path)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    assert digest(tmp_path) == before
