"""Copies of a game in progress: they show the same, play on as the original does, and leave it alone."""

import copy
import pickle
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from gymnasium.utils import EzPickle

from .hooks import Env, remembered
from .play import Tally, Turn, spread, turns
from .report import NotApplicable, cause
from .subject import Run, Subject

__all__ = ["WAYS", "Way", "clone", "copied", "deepcopy", "forked", "pickled", "saved_state"]

SHARE = 0.2  # of the looks at a game: positions that are copied
AHEAD = 10  # steps that a copy plays on before its original does
Copier = Callable[[Run, Env, int, Sequence[Any]], Env]


@dataclass(frozen=True)
class Way:
    """A way to copy an environment that has played `history` since reset(seed)."""

    name: str
    copy: Copier


def replay(run: Run, env: Env, seed: int, history: Sequence[Any]) -> Env:
    """Another environment that has taken the same actions from the same seed."""
    twin = run.env()
    twin.reset(seed=seed)
    for action in history:
        twin.step(action)
    return twin


WAYS = {
    way.name: way
    for way in (
        Way("clone", lambda run, env, seed, history: env.clone()),
        Way("deepcopy", lambda run, env, seed, history: copy.deepcopy(env)),
        Way("pickle", lambda run, env, seed, history: pickle.loads(pickle.dumps(env))),
        Way("replay", replay),
    )
}


@dataclass
class Ahead:
    """A copy's game, in which its original follows, and another copy that nobody touches."""

    expected: list[dict[str, Any]]
    kept: Env
    before: dict[str, Any]


def copied(run: Run, way: Way) -> None:
    """Copy games at some of their positions, also after their ends."""
    run.tally.noun = "comparisons with copies"
    for seed in run.seeds:
        env, dice, history = run.env(), np.random.default_rng(seed), list[Any]()
        chosen, waiting = spread(run.length(seed), run.some(SHARE)), list[Ahead]()
        for turn in run.turns(env, seed, rng=dice):
            now = remembered(env)
            waiting = [ahead for ahead in waiting if follows(run, ahead, now)]
            if turn.step in chosen:
                waiting.append(played_ahead(run, way, env, seed, history, turn, dice))
            history.append(turn.action)
        for ahead in waiting:
            follows(run, ahead, remembered(env))


def follows(run: Run, ahead: Ahead, now: dict[str, Any]) -> bool:
    """Compare the original's next position with the copy's; whether there is more to compare."""
    if ahead.expected:
        run.same(ahead.expected.pop(0), now, "a copy played on and then its original differ", "the same game")
    if not ahead.expected:
        seen = "a copy has changed while its original played on"
        run.same(ahead.before, remembered(ahead.kept), seen, "copies that share nothing")
    return bool(ahead.expected)


def played_ahead(
    run: Run, way: Way, env: Env, seed: int, history: list[Any], turn: Turn, dice: np.random.Generator
) -> Ahead:
    """Copy twice, and play one copy on with the actions that the original will take."""
    before = remembered(env)
    first, kept = way.copy(run, env, seed, history), way.copy(run, env, seed, history)
    run.same(before, remembered(env), "copying changes the original", "an original that stays as it was", turn.agent)
    said = copy_in_words(first)
    run.same(before, looked_at(run, first, turn), f"{said} shows something else", "the same position", turn.agent)
    first.step(turn.action)
    expected = [remembered(first)]
    for later in turns(first, seed, AHEAD, Tally(), begin=False, rng=copy.deepcopy(dice)):
        expected += [remembered(first)] if later.step else []
    seen = "the original has changed while a copy played on"
    run.same(before, remembered(env), seen, "copies that share nothing", turn.agent)
    return Ahead(expected, kept, before)


def looked_at(run: Run, env: Env, turn: Turn) -> dict[str, Any]:
    """What a copy shows, if it shows anything."""
    try:
        return remembered(env)
    except Exception as error:
        run.fault(f"{copy_in_words(env)} shows nothing: {cause(error)}", "the same position", turn.agent)
        raise


def copy_in_words(env: Env) -> str:
    """A copy, and how it came about where that explains what it shows."""
    anew = getattr(type(getattr(env, "unwrapped", env)), "__getstate__", None) is EzPickle.__getstate__
    return "a copy, which EzPickle makes anew from the constructor's arguments," if anew else "a copy"


# The checks


def clone(run: Run) -> None:
    """Copies by clone()."""
    run.hook("clone")
    copied(run, WAYS["clone"])


def deepcopy(run: Run) -> None:
    """Copies by copy.deepcopy."""
    possible(run, WAYS["deepcopy"])
    copied(run, WAYS["deepcopy"])


def pickled(run: Run) -> None:
    """Copies by pickle."""
    possible(run, WAYS["pickle"])
    copied(run, WAYS["pickle"])


def possible(run: Run, way: Way) -> None:
    """NotApplicable where a fresh game cannot be copied so, and says that."""
    env = run.env()
    env.reset(seed=run.subject.seed)
    try:
        way.copy(run, env, run.subject.seed, [])
    except Exception as error:
        raise NotApplicable(f"{way.name} refuses to copy it: {cause(error)}") from None


def forked(run: Run) -> Way:
    """The first way to copy that works; NotApplicable without one."""
    found: Way | None = run.subject.learned("a way to copy", lambda: way_of(run.subject))
    if found is None:
        raise NotApplicable("a position can be copied neither by clone(), nor by deepcopy, nor by playing there again")
    return found


def way_of(subject: Subject) -> Way | None:
    """Try the ways in turn on one game."""
    for way in (WAYS["clone"], WAYS["deepcopy"], WAYS["replay"]):
        trial = Run(replace(subject, games=1, looks=subject.looks // 2, results={}))
        if way.name == "clone" and not callable(getattr(type(trial.sample), "clone", None)):
            continue  # a wrapper's inside copied without the wrapper
        try:
            copied(trial, way)
        except Exception:
            continue
        return way
    return None


def saved_state(run: Run) -> None:
    """get_state() and set_state() bring a position back, here and in another environment."""
    run.hook("get_state", "set_state")
    for seed in run.seeds:
        env, other = run.env(), run.env()
        other.reset(seed=seed + 1)
        chosen = spread(run.length(seed), run.some(SHARE))
        for turn in run.turns(env, seed):
            if turn.step in chosen:
                restore(run, env, other, turn)


def restore(run: Run, env: Env, other: Env, turn: Turn) -> None:
    """Save here, go on there, and come back there."""
    before, data = remembered(env), env.get_state()
    for kind, how in (("another environment", "comes"), ("the same environment, played on,", "comes back")):
        other.set_state(data)
        seen = f"a saved state {how} up changed in {kind}"
        run.same(before, remembered(other), seen, "the saved position", turn.agent)
        other.step(turn.action)
        for _ in turns(other, 0, AHEAD, Tally(), begin=False, rng=run.dice(turn.step)):
            pass
        run.same(before, remembered(env), "the original has changed", "saved states that share nothing", turn.agent)
