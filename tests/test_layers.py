"""The order of the layers, held by walking the imports; what may name a game; what importing the package loads."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import pod_envs
from pod_envs.core.game import GAMES

ROOT = Path(pod_envs.__file__).resolve().parent.parent

# core < games < agents < {arena, render} < api < the package's own names < adapters < testing < cli < training
RANKS = {
    "core": 0, "games": 1, "agents": 2, "arena": 3, "render": 3, "api": 4, "pod_envs": 5, "adapters": 6, "testing": 7,
    "cli": 8, "training": 9,
}  # fmt: skip
APART = ("games", "adapters")  # layers whose members don't import each other
CORE_DEPENDENCIES = {"numpy", "numba", "gymnasium", "pettingzoo"}
OUTSIDE = {"core": {"numpy", "numba"}, "games": {"numpy", "numba"}}  # all that these may import, at any place


@dataclass(frozen=True)
class Import:
    """One import: the module that has it, the module it names, and whether it stands at module level."""

    file: str
    source: str
    target: str
    top: bool


def files() -> list[Path]:
    """Every source file of the package and of the training scripts."""
    return sorted([*(ROOT / "pod_envs").rglob("*.py"), *(ROOT / "training").rglob("*.py")])


def module_of(path: Path) -> str:
    """Dotted name of a file."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def layer_of(module: str) -> str | None:
    """The layer of a module of ours: its folder, or `cli` for what makes up the command; None for others' modules."""
    parts = module.split(".")
    if parts[0] == "training":
        return "training"
    if parts[0] != "pod_envs":
        return None
    if len(parts) == 1:
        return "pod_envs"
    return parts[1] if parts[1] in RANKS else "cli"


def member_of(module: str) -> str | None:
    """The game, or the adapter, that a module is part of."""
    parts = module.split(".")
    return parts[2] if len(parts) > 2 and parts[1] in APART else None


def outermost(tree: ast.Module) -> Iterator[tuple[ast.AST, bool]]:
    """Every node, and whether it runs when its module is imported."""
    waiting: list[tuple[ast.AST, bool]] = [(tree, True)]
    while waiting:
        node, top = waiting.pop()
        yield node, top
        inside = top and not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        waiting += [(child, inside) for child in ast.iter_child_nodes(node)]


def targets(node: ast.AST, package: list[str]) -> list[str]:
    """Modules that an import statement names."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if not isinstance(node, ast.ImportFrom):
        return []
    base = package[: len(package) + 1 - node.level] if node.level else []
    name = ".".join([*base, *([node.module] if node.module else [])])
    inner = [f"{name}.{alias.name}" for alias in node.names]
    return [one if is_module(one) else name for one in inner]


def is_module(name: str) -> bool:
    """Whether a dotted name is a module of ours rather than something inside one."""
    path = ROOT.joinpath(*name.split("."))
    return path.with_suffix(".py").is_file() or (path / "__init__.py").is_file()


def imports(path: Path) -> list[Import]:
    """All imports of a file."""
    source = module_of(path)
    package = source.split(".") if path.name == "__init__.py" else source.split(".")[:-1]
    tree = ast.parse(path.read_text(encoding="utf-8"))
    name = str(path.relative_to(ROOT))
    return [Import(name, source, target, top) for node, top in outermost(tree) for target in targets(node, package)]


ALL = [one for path in files() for one in imports(path)]


def breaks_the_order(one: Import) -> bool:
    """Whether an import goes up, or aside to a sibling."""
    source, target = layer_of(one.source), layer_of(one.target)
    assert source is not None
    if target is None or (source == "pod_envs" and target == "adapters" and not one.top):
        return False
    if source == target and member_of(one.source) is not None:
        return member_of(one.target) not in (None, member_of(one.source))
    return RANKS[target] > RANKS[source] or (RANKS[target] == RANKS[source] and target != source)


def test_imports_go_down() -> None:
    assert {layer_of(one.source) for one in ALL} >= {"core", "games", "agents", "api", "pod_envs"}
    assert [one for one in ALL if breaks_the_order(one)] == []


@pytest.mark.parametrize(
    ("source", "target", "wrong"),
    [
        ("pod_envs.core.table", "pod_envs.games.chess", True),
        ("pod_envs.core.table", "pod_envs", True),
        ("pod_envs.games.chess.rules", "pod_envs.core.jit", False),
        ("pod_envs.games.chess.rules", "pod_envs.games.chess.state", False),
        ("pod_envs.games.chess.rules", "pod_envs.games.go.rules", True),
        ("pod_envs.games.chess", "pod_envs.agents.mcts", True),
        ("pod_envs.games", "pod_envs.games.chess", False),
        ("pod_envs.agents.mcts", "pod_envs.games.chess", False),
        ("pod_envs.agents.mcts", "pod_envs.arena.match", True),
        ("pod_envs.arena.match", "pod_envs.render.window", True),
        ("pod_envs.render.window", "pod_envs.api.aec", True),
        ("pod_envs.api.aec", "pod_envs.render.window", False),
        ("pod_envs.api.aec", "pod_envs", True),
        ("pod_envs", "pod_envs.api.aec", False),
        ("pod_envs", "pod_envs.adapters.sb3", True),
        ("pod_envs.adapters.sb3", "pod_envs.adapters.rllib", True),
        ("pod_envs.adapters.sb3", "pod_envs.api.spaces", False),
        ("pod_envs.testing", "pod_envs.adapters.sb3", False),
        ("pod_envs.testing", "pod_envs.cli", True),
        ("pod_envs.cli", "pod_envs.recording", False),
        ("pod_envs.recording", "training.train", True),
        ("training.train", "pod_envs.adapters.sb3", False),
        ("pod_envs.core.table", "json", False),
    ],
)
def test_the_walk_tells_right_from_wrong(source: str, target: str, wrong: bool) -> None:
    assert breaks_the_order(Import("", source, target, top=True)) == wrong


def test_relative_imports_and_imports_inside_functions_are_understood() -> None:
    tree = ast.parse("from ..core import jit\nfrom . import state\nclass A:\n    import b\ndef f():\n    import c.d\n")
    found = [(t, top) for node, top in outermost(tree) for t in targets(node, ["pod_envs", "games"])]
    assert sorted(found) == [("b", True), ("c.d", False), ("pod_envs.core.jit", True), ("pod_envs.games", True)]


def outside(one: Import) -> str | None:
    """The third party's package that an import names."""
    first = one.target.split(".")[0]
    return None if first in sys.stdlib_module_names or first in ("pod_envs", "training") else first


def test_core_and_games_know_numpy_and_numba_only() -> None:
    for layer, allowed in OUTSIDE.items():
        used = {outside(one) for one in ALL if layer_of(one.source) == layer} - {None}
        assert "numpy" in used
        assert used <= allowed


def test_only_adapters_pictures_and_training_need_an_extra_when_imported() -> None:
    plain = [one for one in ALL if one.top and layer_of(one.source) not in ("adapters", "render", "training")]
    assert {outside(one) for one in plain} - {None} == CORE_DEPENDENCIES


# Names of games


def words(tree: ast.Module) -> Iterator[str]:
    """Every identifier and string of a file, docstrings excepted."""
    docs = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
        and isinstance(node.body[0].value, ast.Constant)
    }
    for node in ast.walk(tree):
        for _, value in ast.iter_fields(node):
            if isinstance(value, str) and id(node) not in docs:
                yield value


def game_names() -> re.Pattern[str]:
    """Any name of any game."""
    names = [name for game in GAMES.values() for name in (game.spec.name, game.spec.class_name, game.spec.title)]
    return re.compile("|".join(map(re.escape, names)), re.IGNORECASE)


def test_nothing_but_games_and_the_package_itself_names_a_game() -> None:
    pattern, found = game_names(), []
    for path in files():
        if layer_of(module_of(path)) not in ("games", "pod_envs"):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            found += [(str(path.relative_to(ROOT)), word) for word in words(tree) if pattern.search(word)]
    assert found == []


def test_a_name_of_a_game_would_be_found() -> None:
    name = sorted(GAMES)[0]
    spoken = [f"x = {name!r}", f"{name}_v0 = 1", f"f'a {name} {{x}}'", f"a.{name}", f"def {name}(): pass"]
    spoken += [f"import a.{name}", f"f({name}=1)", f"from {name} import b"]
    for source in spoken:
        assert any(game_names().search(word) for word in words(ast.parse(source)))
    silent = [f"'''About {name}.'''", f"def f():\n    '''About {name}.'''", f"x = 1  # {name}"]
    for source in silent:
        assert not any(game_names().search(word) for word in words(ast.parse(source)))


# What importing loads

HEAVY = (
    "torch", "stable_baselines3", "sb3_contrib", "tensorboard", "pygame", "matplotlib", "PIL", "cv2", "tkinter",
    "pandas", "ray", "pyspiel", "pod_envs.adapters", "pod_envs.cli", "pod_envs.testing", "training",
)  # fmt: skip


@pytest.mark.parametrize("heavy", HEAVY)
def test_importing_the_package_loads_nothing_heavy(loaded: set[str], heavy: str) -> None:
    assert "pod_envs.api.aec" in loaded
    assert {name for name in loaded if name == heavy or name.startswith(f"{heavy}.")} == set()


@pytest.fixture(scope="module")
def loaded() -> set[str]:
    """The modules in a fresh process that has imported the package."""
    script = "import pod_envs, sys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-W", "error", "-c", script], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return set(done.stdout.split())
