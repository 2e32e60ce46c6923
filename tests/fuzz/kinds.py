"""All kinds of inputs by name."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from .actions import ACTIONS
from .commands import COMMANDS
from .kind import Kind
from .policies import POLICIES
from .records import RECORDS
from .states import STATES
from .variants import CARDS, VARIANTS

__all__ = ["CONFIGS", "KINDS"]


def later(name: str) -> Callable[[Any], Any]:
    """A function of `configs`, which needs the extra `train`, imported when it is called."""
    return lambda given: getattr(import_module("tests.fuzz.configs"), name)(given)


CONFIGS = Kind("configs", "training configurations as YAML, values and words", later("make"), later("check"))

KINDS: dict[str, Kind] = {
    kind.name: kind for kind in (RECORDS, STATES, VARIANTS, CARDS, CONFIGS, COMMANDS, POLICIES, ACTIONS)
}
