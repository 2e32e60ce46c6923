"""The command `pod-envs check`: what environment a word means, and what is checked of it."""

import argparse
import functools
import importlib
import json
import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, replace
from typing import Any

import gymnasium
import pettingzoo

from pod_envs.api.registration import environment_module
from pod_envs.arguments import Parser, file_named, nearest, number_from, options_of
from pod_envs.core.checks import shown
from pod_envs.core.errors import ConfigError
from pod_envs.core.files import replacing
from pod_envs.core.game import Game
from pod_envs.core.plugins import game_names, is_game, named
from pod_envs.installation import cache_sentences, check_game, warm_up
from pod_envs.listing import chosen_games, complain
from pod_envs.testing import CHECKS, FAILED, NOT_APPLICABLE, PASSED, Report, Result, check_env
from pod_envs.testing.report import left_out, line
from pod_envs.testing.subject import made_by

__all__ = ["check", "check_arguments"]

FUNCTION = r"[A-Za-z_][\w.]*:[A-Za-z_][\w.]*"
INSTALLATION = "installation"
MEANINGS = {name: check.meaning for name, check in CHECKS.items()} | {
    INSTALLATION: "A game is played alike alone, in a batch, on two threads, from its record and by plain Python."
}
FAULTS_TOLD = 4  # of an installation


@dataclass(frozen=True)
class Target:
    """An environment to check."""

    word: str
    env_fn: Callable[..., Any]
    game: Game | None = None
    variant: Any = None


def target(word: str, options: dict[str, Any]) -> Target:
    """What a word means: a game, a function, an id; ConfigError with the nearest name where it means nothing."""
    if re.fullmatch(FUNCTION, word) and os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    if word in game_names() or (re.fullmatch(FUNCTION, word) and is_game(word)):
        game = named(word)
        variant = game.variant(**options)
        return Target(word, functools.partial(environment_module(game).env, **options), game, variant)
    if re.fullmatch(FUNCTION, word):
        return Target(word, functools.partial(made_by(word), **options) if options else made_by(word))
    made = registered(word)
    if made is None:
        ids = [*getattr(pettingzoo, "aec_registry", ()), *gymnasium.registry]
        near = nearest(word, [*game_names(), *ids]).partition(", there are")[0]
        wanted = near or "; type a game's name, an id of PettingZoo or Gymnasium, or package.module:function"
        raise ConfigError(f"no environment is named {shown(word)}{wanted}")
    return Target(word, functools.partial(made, **options))


def registered(word: str) -> Callable[..., Any] | None:
    """What makes the environment of an id; None for an id that neither registry has."""
    if word in getattr(pettingzoo, "aec_registry", ()):
        return functools.partial(pettingzoo.make, "aec", word)
    module, _, name = word.rpartition(":")
    try:
        if module:
            importlib.import_module(module)  # which registers its environments
        gymnasium.spec(name)
    except (Exception, SystemExit):  # an id that is none, or a module that fails
        return None
    return functools.partial(gymnasium.make, word, disable_env_checker=True)


# The command


def check(arguments: argparse.Namespace) -> int:
    """Check environments: yours, a library's, and the games of this package with their installation."""
    if arguments.list:
        print("\n".join(f"{name:{max(map(len, MEANINGS))}}  {meaning}" for name, meaning in MEANINGS.items()))
        return 0
    chosen = names_of(arguments.only)
    options = options_of(arguments.set)
    targets = [target(word, options) for word in arguments.env or [game.spec.name for game in chosen_games(())]]
    games = [one.game for one in targets if one.game is not None]
    with nullcontext(None) if arguments.json is None else replacing(arguments.json) as file:
        if games and INSTALLATION in chosen:
            print("\n".join(cache_sentences(games)), flush=True)
        reports = [checked(one, chosen, arguments) for one in targets]
        if file is not None:
            found = {"format": "pod_envs.check", "version": 1, "reports": [report.as_dict() for report in reports]}
            file.write(json.dumps(found, indent=1).encode() + b"\n")
    for report in reports:
        if not report.named(PASSED) and report.ok:
            complain(f"pod-envs check: nothing could be checked of {report.environment}")
    return max(map(code_of, reports))


def code_of(report: Report) -> int:
    """1 where a check failed; 2 where nothing could be checked, which outweighs it; else 0."""
    return int(not report.ok) if report.named(PASSED) or not report.ok else 2


def names_of(only: Sequence[str]) -> list[str]:
    """The checks to run; ConfigError for a name that there is not."""
    for name in only:
        if name not in MEANINGS:
            raise ConfigError(f"no check is named {shown(name)}{nearest(name, MEANINGS)}")
    return [name for name in MEANINGS if not only or name in only]


def checked(one: Target, chosen: Sequence[str], arguments: argparse.Namespace) -> Report:
    """Check an environment, and print each result when it is there."""
    first = [installed(one)] if one.game is not None and INSTALLATION in chosen else []
    for result in first:
        tell(result)
    if one.game is not None and not first:
        with suppress(Exception):  # a check says so
            warm_up(one.game)  # which tells of compiling, as what is checked does not
    with unheard():
        found = check_env(
            one.env_fn,
            seed=arguments.seed,
            games=arguments.games,
            looks=arguments.looks,
            only=[name for name in chosen if name != INSTALLATION],
            name=one.word,
            on_result=tell,
        )
    report = replace(found, results=(*first, *found.results))
    print("\n".join([*left_out(report.results), f"{one.word}: {report.summary()}"]), flush=True)
    return report


def tell(result: Result) -> None:
    """Print a result, unless the check says nothing."""
    if result.status != NOT_APPLICABLE:
        print(line(result), file=sys.stdout, flush=True)


@contextmanager
def unheard() -> Iterator[None]:
    """What libraries in other languages print to the process's standard error is not heard."""
    try:
        kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    except OSError:  # it is closed
        yield
        return
    os.dup2(nowhere, 2)
    os.close(nowhere)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


def installed(one: Target) -> Result:
    """Whether all ways of playing a game agree."""
    assert one.game is not None
    wrong: list[str] = []
    try:
        for sentence in check_game(one.game, one.variant):
            wrong.append(sentence)
    except Exception as error:  # whatever a damaged installation brings
        wrong.append(f"{type(error).__name__}: {error}; if compiled code is damaged, delete its folder and try again")
    if not wrong:
        return Result(INSTALLATION, MEANINGS[INSTALLATION], PASSED, "all ways of playing agree")
    more = f"; and {len(wrong) - FAULTS_TOLD} more" if len(wrong) > FAULTS_TOLD else ""
    seen = "; ".join(wrong[:FAULTS_TOLD]) + more
    return Result(INSTALLATION, MEANINGS[INSTALLATION], FAILED, seen=seen, wanted="that all ways of playing agree")


def check_arguments(parser: Parser) -> None:
    """For `check`."""
    add = parser.add_argument
    words = "a game's name, an id of PettingZoo or Gymnasium, or package.module:function (default: all games)"
    add("env", metavar="ENV", nargs="*", help=words)
    add("--set", metavar="option=value", action="append", default=[], help="an option of the environment")
    add("--games", metavar="N", type=number_from(1), default=3, help="games of each check (default 3)")
    add(
        "--looks",
        metavar="N",
        type=number_from(1),
        default=40,
        help="positions of a game for what is slow (40)",
    )
    add("--seed", metavar="S", type=number_from(0), default=0, help="seed of the first game (default 0)")
    add("--only", metavar="CHECK", action="append", default=[], help="run this check only; can be given again")
    add("--json", metavar="FILE", type=file_named, help="write the report to this file as well")
    add("--list", action="store_true", help="print what is checked, and check nothing")
