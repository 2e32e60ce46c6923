"""The compile-and-cache policy: no stale code, the user's folders honoured, nothing compiled twice.

Each case runs in fresh processes on a copy of the package's core, with a small kernel that uses a helper from one
module and a constant from another.
"""

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from pod_envs.core.jit import PACKAGE, cache_folder, cache_sentence, home_of, source_digest

from .common import ROOT, run_python

TINY = """
import numpy as np
from pod_envs.core.jit import kernel
from .part import changed
from .facts import FACTOR

@kernel
def tiny(values):
    return FACTOR * changed(values[2])
"""
PART = """
from pod_envs.core.jit import helper

@helper
def changed(value):
    return value + 1
"""
REPORT = """
import json
import numpy as np
from pod_envs.core import jit
from pod_envs.toy.tiny import tiny
try:
    result = int(tiny(np.array([1, 2, 3, 4])[:{length}]))
except IndexError:
    result = "out of bounds"
hits, misses = (sum(counts.values()) for counts in (tiny.stats.cache_hits, tiny.stats.cache_misses))
print(json.dumps([result, hits, misses, str(jit.cache_folder(jit.folder_of(tiny.py_func)))]))
"""


class Copy:
    """A copy of the package's core with the small kernel in it, and a home folder of its own."""

    def __init__(self, root: Path) -> None:
        self.root, self.home = root / "code", root / "home"
        shutil.copytree(
            ROOT / "pod_envs" / "core", self.root / "pod_envs" / "core", ignore=shutil.ignore_patterns("__pycache__")
        )
        self.write("pod_envs/__init__.py", "")
        self.write("pod_envs/toy/__init__.py", "")
        self.write("pod_envs/toy/tiny.py", TINY)
        self.write("pod_envs/toy/part.py", PART)
        self.write("pod_envs/toy/facts.py", "FACTOR = 10")
        self.home.mkdir()

    def write(self, name: str, text: str) -> None:
        """Write a source file."""
        (self.root / name).parent.mkdir(parents=True, exist_ok=True)
        (self.root / name).write_text(text, encoding="utf-8")

    def run(self, length: int = 3, env: dict[str, str] | None = None) -> Any:
        """[result, cache hits, cache misses, cache folder] of a fresh process."""
        places = {"HOME": str(self.home), "XDG_CACHE_HOME": "", "NUMBA_CACHE_DIR": ""}
        script = REPORT.format(length=length)
        return json.loads(run_python("-c", script, root=self.root, **(places | (env or {}))))

    def written(self, folder: Path) -> list[str]:
        """Names of all files of compiled code in a folder."""
        return sorted(str(path.relative_to(folder)) for path in folder.rglob("*.nb?"))


@pytest.fixture
def package(tmp_path: Path) -> Copy:
    """A copy of the core."""
    return Copy(tmp_path)


def test_a_second_process_compiles_nothing(package: Copy) -> None:
    folder = package.home / ".cache" / "pod_envs"
    first = package.run()
    assert first[:3] == [40, 0, 1]
    assert Path(first[3]).parent == folder
    files = package.written(folder)
    assert len(files) == 2  # an index and the code of one kernel: helpers are part of it
    stamps = [os.stat(folder / name).st_mtime_ns for name in files]
    assert package.run() == [40, 1, 0, first[3]]
    assert package.written(folder) == files
    assert [os.stat(folder / name).st_mtime_ns for name in files] == stamps


def test_a_changed_helper_or_constant_elsewhere_is_seen(package: Copy) -> None:
    first = package.run()
    package.write("pod_envs/toy/part.py", PART.replace("+ 1", "+ 2"))
    second = package.run()
    package.write("pod_envs/toy/facts.py", "FACTOR = 20")
    third = package.run()
    assert [run[0] for run in (first, second, third)] == [40, 50, 100]
    assert [run[1] for run in (first, second, third)] == [0, 0, 0]
    assert len({run[3] for run in (first, second, third)}) == 3


def test_a_switch_of_bounds_checks_is_seen(package: Copy) -> None:
    # the kernel reads one place behind a view of two; what is read there is the array's third element
    assert package.run(length=2)[:2] == [40, 0]
    assert package.run(length=2, env={"NUMBA_BOUNDSCHECK": "1"})[:2] == ["out of bounds", 0]


@pytest.mark.parametrize("name", ["facts.toml", "rules.py", "more/rules.py"])
def test_every_source_and_data_file_beside_a_kernel_counts(tmp_path: Path, name: str) -> None:
    digest = source_digest.__wrapped__
    (tmp_path / "__init__.py").touch()
    (tmp_path / "more").mkdir()
    seen = [digest(tmp_path)]
    for text in ("one", "two"):
        (tmp_path / name).write_text(text)
        seen.append(digest(tmp_path))
    (tmp_path / name).rename(tmp_path / f"more/other{Path(name).suffix}")
    seen.append(digest(tmp_path))
    assert len(set(seen)) == 4
    (tmp_path / "notes.txt").write_text("not code")
    assert digest(tmp_path) == seen[-1]


def package_in(folder: Path, *files: str) -> Path:
    """A folder with an __init__.py and some files, each with its name as its text."""
    folder.mkdir()
    for name in ("__init__.py", *files):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(name)
    return folder


def test_all_of_a_third_partys_package_counts(tmp_path: Path) -> None:
    """Its games may call what they share, and not what lies beside the package."""
    digest = source_digest.__wrapped__
    whole = package_in(tmp_path / "games", "shared.py", "chess/__init__.py", "chess/rules.py")
    (tmp_path / "other.py").touch()
    assert home_of(whole / "chess") == whole
    before = digest(whole / "chess")
    (tmp_path / "other.py").write_text("x = 1")
    assert digest(whole / "chess") == before
    (whole / "shared.py").write_text("x = 1")
    assert digest(whole / "chess") != before


def test_games_of_one_package_keep_their_code_apart(tmp_path: Path) -> None:
    """Alike kernels over alike records would be taken for each other."""
    digest = source_digest.__wrapped__
    whole = package_in(tmp_path / "games", "go/__init__.py", "go/rules.py", "chess/__init__.py", "chess/rules.py")
    assert digest(whole / "go") != digest(whole / "chess")
    assert home_of(PACKAGE / "games" / "pod_x") == PACKAGE / "games" / "pod_x"


def test_of_a_folder_that_is_no_package_its_own_files_count(tmp_path: Path) -> None:
    """Where a script lies there may be anything below."""
    digest = source_digest.__wrapped__
    (tmp_path / "script.py").touch()
    (tmp_path / "below").mkdir()
    before = digest(tmp_path)
    (tmp_path / "below" / "much.py").touch()
    assert digest(tmp_path) == before
    (tmp_path / "helper.py").touch()
    assert digest(tmp_path) != before


def test_code_whose_files_cannot_be_seen_is_not_kept(tmp_path: Path) -> None:
    """As in an archive that Python imports from."""
    assert cache_folder.__wrapped__(tmp_path / "games.zip" / "chess") is None
    assert "is no folder whose files could be watched" in cache_sentence(tmp_path / "games.zip" / "chess")


def test_every_numba_switch_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    digest = source_digest.__wrapped__
    before = digest(tmp_path)
    monkeypatch.setenv("NUMBA_OPT", "1")
    assert digest(tmp_path) != before


@pytest.mark.parametrize("name", ["NUMBA_CACHE_DIR", "XDG_CACHE_HOME"])
def test_the_users_folder_is_honoured(package: Copy, tmp_path: Path, name: str) -> None:
    chosen = tmp_path / "chosen" / "folder"
    result = package.run(env={name: str(chosen)})
    assert result[:3] == [40, 0, 1]
    assert Path(result[3]).is_relative_to(chosen)
    assert len(package.written(chosen)) == 2
    assert package.written(package.home) == package.written(package.root) == []


def test_where_nothing_can_be_written_there_is_no_cache(package: Copy, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    assert package.run(env={"HOME": str(tmp_path / "file" / "below")}) == [40, 0, 1, "None"]
    assert package.written(tmp_path) == []


@pytest.mark.parametrize("name", ["NUMBA_CACHE_DIR", "XDG_CACHE_HOME"])
def test_a_users_folder_that_cannot_be_written_is_not_replaced_by_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    (tmp_path / "file").write_text("no folder")
    for other in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME"):
        monkeypatch.delenv(other, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    found = cache_folder.__wrapped__
    assert str(found(tmp_path)).startswith(str(tmp_path))
    monkeypatch.setenv(name, str(tmp_path / "file" / "below"))
    assert found(tmp_path) is None


def test_interpreted_code_needs_no_cache(package: Copy) -> None:
    script = (
        "from pod_envs.core import jit; from pod_envs.toy.tiny import tiny; print(tiny([1, 2, 3]), jit.cache_folder())"
    )
    shown = run_python("-c", script, root=package.root, HOME=str(package.home), NUMBA_DISABLE_JIT="1")
    assert shown == "40 None\n"
    assert package.written(package.home) == []


def test_a_kernel_typed_in_by_hand_works_without_a_cache(package: Copy) -> None:
    script = TINY.replace("from .", "from pod_envs.toy.") + "\nprint(tiny(np.array([1, 2, 3])))"
    assert run_python("-c", script, root=package.root, HOME=str(package.home)) == "40\n"
