"""Whether the rules that are imported are right, as quickly as that can be told of most wrong ones.

Variants of a game's comparison are played once against the slow twin; then come the worked examples.  Whatever is
raised says that the rules are wrong.
"""

from __future__ import annotations

import importlib
import inspect
import resource
from typing import Any

import pytest

__all__ = ["judge"]

SEED = 40_000  # of the first variant's game, apart from the games of the tests; it says who draws, too
EVERY = 7  # events between two looks at what the seats see
LOADING, A_GAME, TESTS = 8, 6, 150  # seconds of processor time, several times what right rules take
LARGE = ("snub-19x19", "snub-12x12", "snub-10x10", "snub-8x8", "t33434-8", "t33434-4", "t33434-3")  # say no more


class WrongRulesError(AssertionError):
    """A worked example, or an invariant, does not hold."""


def judge(game: str, thorough: bool) -> None:
    """Raise something if the rules are wrong; `thorough` plays all variants, and runs the invariants' tests too."""
    at_most(LOADING)
    comparison = importlib.import_module(f"tests.games.compare_{game}")
    variants = [options for name, options in comparison.VARIANTS.items() if not name.startswith(LARGE)]
    for seed, options in enumerate(variants if thorough else variants[::3], SEED):
        at_most(A_GAME)
        comparison.compare(options, 1, seed, **looks(comparison.compare))
    at_most(TESTS)
    kinds = ("examples", "invariants") if thorough else ("examples",)
    tests = [f"tests/games/test_{game}_{kind}.py" for kind in kinds]
    if pytest.main(["-x", "-q", "--assert=plain", "-p", "no:cacheprovider", *tests]) != 0:
        raise WrongRulesError(f"a test of {', '.join(tests)} fails")


def at_most(seconds: int) -> None:
    """Let this process end itself when it has taken that much more processor time: it hangs."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    limit = int(used.ru_utime + used.ru_stime) + 1 + seconds
    resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.getrlimit(resource.RLIMIT_CPU)[1]))


def looks(compare: Any) -> dict[str, int]:
    """How often views are compared, where a comparison leaves that to its caller."""
    return {"every": EVERY} if "every" in inspect.signature(compare).parameters else {}
