"""README's commands for other installations: what is left out is what needs the extra, versions are those declared."""

import ast
import contextlib
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from .test_layers import ROOT, is_module, targets

PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
README = (ROOT / "README.md").read_text(encoding="utf-8")
STYLE = "tests/test_style.py"  # imports nothing of the extra, but the type checker reads all of `training`
MODULES = {"pyyaml": "yaml"}  # of packages whose modules are named otherwise
FOLLOWED = ("tests", "training", "pod_envs.adapters")  # the rest of the package imports no extra by itself


def names(requirements: list[str]) -> set[str]:
    """The packages that requirements name."""
    return {re.split(r"[^\w.-]", text)[0] for text in requirements}


def train_alone() -> set[str]:
    """Modules that only the extra `train` brings."""
    project = PROJECT["project"]
    extras = project["optional-dependencies"]
    alone = names(extras["train"]) - names(extras["dev"]) - names(project["dependencies"])
    return {MODULES.get(name, name.replace("-", "_")) for name in alone}


TRAIN = train_alone()


def sources(text: str) -> Iterator[ast.Module]:
    """A file, and the programs that it has as texts."""
    tree = ast.parse(text)
    yield tree
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and "\n" in node.value:
            with contextlib.suppress(SyntaxError, ValueError):  # it is no program
                yield ast.parse(node.value)


def imported(text: str, package: list[str]) -> set[str]:
    """Modules that a file imports, at any place."""
    return {target for tree in sources(text) for node in ast.walk(tree) for target in targets(node, package)}


@cache
def imports_of(path: Path) -> set[str]:
    """Modules that a file imports, ours and others'."""
    return imported(path.read_text(encoding="utf-8"), list(path.relative_to(ROOT).parts[:-1]))


def file_of(module: str) -> Path:
    """The file of a module of ours."""
    path = ROOT.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def needs(path: Path) -> set[str]:
    """Modules of the extra that a file imports, itself or through others of ours."""
    waiting, seen, found = [path], {path}, set[str]()
    while waiting:
        for module in imports_of(waiting.pop()):
            found |= {module.split(".")[0]} & TRAIN
            if module.startswith(FOLLOWED) and is_module(module) and file_of(module) not in seen:
                waiting.append(file_of(module))
                seen.add(file_of(module))
    return found


def collected(pattern: str) -> dict[str, Path]:
    """The files of the tests that are called so, by name; those that are no part of the test command excepted."""
    apart = PROJECT["tool"]["pytest"]["ini_options"]["norecursedirs"]
    paths = [path.relative_to(ROOT) for path in (ROOT / "tests").rglob(pattern)]
    return {path.as_posix(): ROOT / path for path in paths if not set(apart) & set(path.parts)}


def left_out(name: str) -> bool:
    """Whether README's command leaves a file of the tests out."""
    [words] = re.findall(r"-e '\.\[dev\]' && python -m pytest -n 2 (--ignore .*?)`", README)
    ignored = words.split()[1::2]
    assert words.split()[::2] == ["--ignore"] * len(ignored)
    return name in ignored or any(name.startswith(f"{folder}/") for folder in ignored)


def test_what_is_left_out_is_what_needs_the_extra() -> None:
    files = collected("test_*.py")
    needing = {name for name, path in files.items() if needs(path)}
    assert needing | {STYLE} == {name for name in files if left_out(name)}
    assert [name for name, path in collected("conftest.py").items() if needs(path) and not left_out(name)] == []


def test_what_needs_the_extra_is_seen() -> None:
    assert {"torch", "stable_baselines3", "sb3_contrib", "yaml", "pydantic"} <= TRAIN
    assert not {"numpy", "scipy", "pytest"} & TRAIN
    assert needs(ROOT / "training" / "config.py") == {"yaml", "pydantic"}
    assert needs(ROOT / "tests" / "training" / "test_fuzz.py") >= {"yaml", "pydantic"}
    assert needs(ROOT / "tests" / "fuzz" / "kinds.py") == set()


@pytest.mark.parametrize(
    ("text", "module"),
    [
        ("import spam.nn", "spam.nn"),
        ("def f():\n    from spam import nn", "spam"),
        ("class A:\n    SCRIPT = '''\nimport spam\n'''", "spam"),
        ("from ..training import common", "tests.training.common"),
        ("from . import common", "tests.core.common"),
    ],
)
def test_imports_are_found_wherever_they_stand(text: str, module: str) -> None:
    assert module in imported(text, ["tests", "core"])


def test_a_word_is_no_import() -> None:
    assert imported("x = 'import spam'\ny = '''spam\nis here'''", []) == set()


def test_the_lowest_versions_are_those_declared() -> None:
    [words] = re.findall(r"-e '\.\[train,dev\]' && pip install (.*?) && python -m pytest", README)
    lowest = {text for text in PROJECT["project"]["dependencies"] if names([text]) <= {"gymnasium", "pettingzoo"}}
    assert {word.replace("==", ">=") for word in words.split()} == lowest
    assert len(lowest) == 2
