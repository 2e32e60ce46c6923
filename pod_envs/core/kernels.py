"""What a game's kernels are, and how they are made of its rules."""

import sys
from importlib import import_module
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol, cast

from .checks import shown
from .errors import ConfigError
from .filled import filled, masked

__all__ = ["Kernels", "kernels_over", "parts_of"]

LOOPS = Path(__file__).with_name("loops.py")


class Kernels(Protocol):
    """The module of batched loops; shapes and meaning as in `loops.py`."""

    ROOM: int
    belief: Any  # the game's module, None where it has none
    refused: Any
    step: Any
    observe: Any
    outcomes: Any
    chance: Any
    chance_kind: Any
    resample: Any
    replay: Any


def kernels_over(package: str) -> Kernels:
    """The kernels of the game in `package`: its module `kernels`, in which compiled code finds its names again.

    The package has the modules `rules` and `observation`, and `belief` unless its worlds are to be found by trying.
    ConfigError says what is missing there.
    """
    check_package(package)
    name = f"{package}.kernels"
    spec = spec_from_file_location(name, LOOPS)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    before = sys.modules.get(name)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        sys.modules.pop(name)
        if before is not None:
            sys.modules[name] = before
        raise
    return cast(Kernels, module)


def check_package(package: str) -> None:
    """ConfigError unless it is an imported package in a folder with an __init__.py, and its `kernels` is still free."""
    module = sys.modules.get(package) if isinstance(package, str) else None
    if module is None or not hasattr(module, "__path__") or getattr(module, "__file__", None) is None:
        raise ConfigError(
            f"kernels_over wants the name of the package with the game's modules, and {shown(package)} is none: type "
            "kernels_over(__name__) in the __init__.py of a folder, or kernels_over(__package__) in a file beside it"
        )
    found = find_spec(f"{package}.kernels")
    if found is not None and found.origin != str(LOOPS):
        raise ConfigError(f"{found.origin} must have another name: {package}.kernels is made by kernels_over")


def parts_of(kernels: str) -> tuple[Any, Any, Any]:
    """The modules of a game that its module `kernels` calls: rules, observation and belief, which may be None."""
    package = kernels.rpartition(".")[0]
    rules = filled(part_of(package, "rules"))
    if type(getattr(rules, "ROOM", None)) is not int or rules.ROOM < 1:
        raise ConfigError(f"the module {package}.rules needs the number ROOM: most events of one call, 1 at least")
    observation = masked(part_of(package, "observation"), rules)
    return rules, observation, part_of(package, "belief") if find_spec(f"{package}.belief") else None


def part_of(package: str, part: str) -> ModuleType:
    """One of them; ConfigError if there is none, but what goes wrong inside it is not hidden."""
    if find_spec(f"{package}.{part}") is None:
        raise ConfigError(f"the package {package} has no module {part}; a game needs one there")
    return import_module(f"{package}.{part}")
