"""What a game's kernels are, and how they are made of its rules."""

import sys
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, Protocol, cast

__all__ = ["Kernels", "kernels_over", "parts_of"]

LOOPS = Path(__file__).with_name("loops.py")


class Kernels(Protocol):
    """The module of batched loops; shapes and meaning as in `loops.py`."""

    ROOM: int
    refused: Any
    step: Any
    observe: Any
    outcomes: Any
    chance: Any
    chance_kind: Any
    resample: Any
    replay: Any


def kernels_over(package: str) -> Kernels:
    """The kernels of the game in `package`: its module `kernels`, in which compiled code finds its names again."""
    name = f"{package}.kernels"
    spec = spec_from_file_location(name, LOOPS)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return cast(Kernels, module)


def parts_of(kernels: str) -> tuple[Any, Any, Any]:
    """The modules of a game that its module `kernels` calls: rules, observation and belief."""
    package = kernels.rpartition(".")[0]
    rules, observation, belief = (import_module(f"{package}.{part}") for part in ("rules", "observation", "belief"))
    return rules, observation, belief
