"""Mutants judged, each in a process of its own that is forked from one which has loaded all libraries."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_loader
from types import ModuleType
from typing import Any

import gymnasium  # noqa: F401  (the libraries are loaded before the fork)
import hypothesis  # noqa: F401
import numba
import numpy as np  # noqa: F401
import pettingzoo  # noqa: F401
import pytest  # noqa: F401

from .mutant import Mutant, rules_of

__all__ = ["verdicts"]

config: Any = numba.config
KILLED, SURVIVED = 1, 0


class Planted(MetaPathFinder, Loader):
    """Finds one module, whose source is given."""

    def __init__(self, name: str, file: str, source: str) -> None:
        self.name, self.file, self.source = name, file, source

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The module's, and no other's."""
        return spec_from_loader(fullname, self, origin=self.file) if fullname == self.name else None

    def exec_module(self, module: ModuleType) -> None:
        """Run the source."""
        exec(compile(self.source, self.file, "exec"), module.__dict__)


def verdicts(game: str, mutants: Iterable[Mutant], thorough: bool, processes: int) -> Iterator[tuple[Mutant, bool]]:
    """Each, and whether it passes for right rules, as they come; one that hangs does not."""
    assert config.DISABLE_JIT, "mutants are run as plain Python: NUMBA_DISABLE_JIT=1 must be set"
    running: dict[int, Mutant] = {}
    for mutant in mutants:
        if len(running) == processes:
            yield finished(running)
        sys.stdout.flush()
        child = os.fork()
        if child == 0:
            live_and_die(game, mutant, thorough)
        running[child] = mutant
    while running:
        yield finished(running)


def finished(running: dict[int, Mutant]) -> tuple[Mutant, bool]:
    """Wait for one of them."""
    child, status = os.wait()
    return running.pop(child), status == SURVIVED


def live_and_die(game: str, mutant: Mutant, thorough: bool) -> None:
    """Judge one mutant; never returns."""
    status = KILLED
    try:
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        sys.meta_path.insert(0, Planted(f"pod_envs.games.{game}.rules", str(rules_of(game)), mutant.source))
        from .judge import judge

        judge(game, thorough)
        status = SURVIVED
    finally:
        os._exit(status)
