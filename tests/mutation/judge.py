"""Whether the rules that are imported are right, as quickly as that can be told of most wrong ones.

Variants of a game's comparison are played once against the slow twin; it is tried whether what is not offered is
refused, and whether a game is the same on a table that was used before; then come the worked examples.  Whatever is
raised says that the rules are wrong.
"""

from __future__ import annotations

import importlib
import inspect
import random
import resource
from pathlib import Path
from typing import Any

import pytest

from pod_envs.core.table import Table

__all__ = ["judge"]

SEED = 40_000  # of the first variant's game, apart from the games of the tests; it says who draws, too
EVERY = 7  # events between two looks at what the seats see, and between two at what is let in
TINY = 1e-9
EVENTS = 150  # of a game in which that is tried
LOADING, A_GAME, TESTS = 8, 6, 150  # seconds of processor time, several times what right rules take
SHORT = ("polypods",)  # games so short that all variants are played, several times
LARGE = ("snub-19x19", "snub-12x12", "snub-10x10", "snub-8x8", "t33434-8", "t33434-4", "t33434-3")  # say no more


class WrongRulesError(AssertionError):
    """A worked example, or an invariant, does not hold."""


def judge(game: str, thorough: bool) -> None:
    """Raise something if the rules are wrong; `thorough` plays all variants, and runs the invariants' tests too."""
    at_most(LOADING)
    comparison = importlib.import_module(f"tests.games.compare_{game}")
    variants = [options for name, options in comparison.VARIANTS.items() if not name.startswith(LARGE)]
    short = game in SHORT
    for seed, options in enumerate(variants if thorough or short else variants[::3], SEED):
        at_most(A_GAME)
        comparison.compare(options, 4 if short else 1, seed, **looks(comparison.compare))
        only_what_is_offered(game, options, seed)
        same_on_a_used_table(game, options, seed)
    at_most(TESTS)
    kinds = ("examples", "board", "invariants") if thorough else ("examples", "board")
    tests = [path for kind in kinds if Path(path := f"tests/games/test_{game}_{kind}.py").exists()]
    if pytest.main(["-x", "-q", "--assert=plain", "-p", "no:cacheprovider", *tests]) != 0:
        raise WrongRulesError(f"a test of {', '.join(tests)} fails")


def only_what_is_offered(game: str, options: dict[str, Any], seed: int) -> None:
    """At some decisions and draws of a game all numbers are tried, and some that are none of an action or outcome."""
    table, rng = Table(game, options, seed=seed, explicit_chance=True), random.Random(seed)
    kernels: Any = table.game.kernels
    actions, outcomes = table.game.num_actions(table.variant), table.game.spec.max_outcomes
    for event in range(EVENTS):
        if table.ended is not None:
            return
        chances = dict(table.chance_outcomes())
        if chances and not abs(sum(chances.values()) - 1) <= TINY:  # nor where they are no numbers
            raise WrongRulesError("chances do not add up to 1")
        given = list(chances)
        offered, most = (table.legal(), actions) if table.seat >= 0 else (given, outcomes)
        if event % EVERY == 0:
            state, params = table.store.states[0], table.store.params[0]
            lets_in = kernels.rules.is_legal if table.seat >= 0 else kernels.rules.is_outcome
            if [number for number in range(-3, most + 3) if lets_in(state, params, number)] != offered:
                raise WrongRulesError("what is offered is not what is let in")
        (table.act if table.seat >= 0 else table.apply_chance)(rng.choice(offered))


def same_on_a_used_table(game: str, options: dict[str, Any], seed: int) -> None:
    """A game on a table on which another has been played, some of it at least, beside the same on a new one."""
    used, rng = Table(game, options, seed=seed + 1), random.Random(seed)
    for _ in range(EVENTS):
        if used.ended is None:
            used.act(rng.choice(used.legal()))
    used.reset(seed)
    new = Table(game, options, seed=seed)
    if used.state.tobytes() != new.state.tobytes():
        raise WrongRulesError("something is left of the game before")
    for _ in range(EVENTS):
        if used.ended != new.ended or used.legal() != new.legal() or used.returns.tolist() != new.returns.tolist():
            raise WrongRulesError("a game on a used table is another")
        if used.store.obs.tobytes() != new.store.obs.tobytes() or new.ended is not None:
            break
        action = rng.choice(new.legal())
        new.act(action)
        used.act(action)
    if used.store.obs.tobytes() != new.store.obs.tobytes():
        raise WrongRulesError("a game on a used table looks otherwise")


def at_most(seconds: int) -> None:
    """Let this process end itself when it has taken that much more processor time: it hangs."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    limit = int(used.ru_utime + used.ru_stime) + 1 + seconds
    resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.getrlimit(resource.RLIMIT_CPU)[1]))


def looks(compare: Any) -> dict[str, int]:
    """How often views are compared, where a comparison leaves that to its caller."""
    return {"every": EVERY} if "every" in inspect.signature(compare).parameters else {}
