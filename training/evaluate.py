"""Measure players: `python -m training.evaluate RUN [--games N] [--anchors a b] [--agent SPEC] [--set option=value]`.

RUN is a run's folder, a policy file (.npz) or a player's name.  It and every anchor play one seat against n - 1 seats
of each anchor, seats rotated evenly; a win shared by k seats counts 1/k.  Intervals are 95 %, games are independent.
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pod_envs.agents import from_spec
from pod_envs.agents.network import read
from pod_envs.core.errors import ConfigError, PodEnvsError
from pod_envs.core.game import Game, find_game

from .config import setting
from .export import agent_of
from .files import write_json
from .machine import set_threads
from .matches import Row, match, table
from .run import AGENT, reopen_run

__all__ = ["main"]

SEED = 2 * 10**12  # far from the seeds of training and of its own evaluations


@dataclass(frozen=True)
class Subject:
    """What is measured: players by name, and at which game."""

    game: Game
    variant: Any
    players: dict[str, Any]  # name -> spec or policy
    anchors: tuple[str, ...]


def subject_of(run: str, game: str | None, options: dict[str, Any]) -> Subject:
    """What RUN stands for; ConfigError if it is nothing."""
    if Path(run).is_dir():
        config, saved = reopen_run(Path(run))
        name, variant = config.game, config.variant | options
        players: dict[str, Any] = {AGENT: agent_of(Path(run), config, saved)}
        anchors = config.eval.anchors
    elif run.endswith(".npz"):
        header, _ = read(Path(run))
        name, variant, players, anchors = header["game"], header["variant"] | options, {run: run}, ()
    elif game is None:
        raise ConfigError(
            f"{run!r} is neither a run's folder nor a policy file (.npz); for a player's name give --game too"
        )
    else:
        name, variant, players, anchors = game, options, {run: run}, ()
    found = find_game(name)
    if game not in (None, name):
        raise ConfigError(f"{run!r} plays {name!r}, not {game!r}")
    return Subject(found, found.variant(variant), players, anchors or ("random", *found.spec.players))


def measure(subject: Subject, games: int, seed: int) -> list[Row]:
    """Every player, and every anchor, against each anchor."""
    specs = subject.players | {name: name for name in subject.anchors}
    policies = {name: from_spec(spec, subject.game, subject.variant) for name, spec in specs.items()}
    return [
        match(subject.game, subject.variant, (name, policies[name]), (anchor, policies[anchor]), games, seed)
        for name in policies
        for anchor in subject.anchors
    ]


def parser() -> argparse.ArgumentParser:
    """Command-line options."""
    made = argparse.ArgumentParser(prog="python -m training.evaluate", description=__doc__, allow_abbrev=False)
    made.add_argument("run", help="a run's folder, a policy file (.npz) or a player's name")
    made.add_argument("--games", type=int, default=4000, help="games against each anchor, at least (%(default)s)")
    made.add_argument(
        "--anchors", nargs="+", default=[], help="instead of those of the run, or of all the game's players"
    )
    made.add_argument("--agent", action="append", default=[], metavar="SPEC", help="one more player; may be repeated")
    made.add_argument("--game", help="name of the game, for a player's name")
    made.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE", help="option of the game")
    made.add_argument("--seed", type=int, default=SEED, help="first seed of the games")
    made.add_argument("--json", type=Path, metavar="FILE", help="write the results there, too")
    return made


def run(options: argparse.Namespace) -> None:
    """Measure, print and write."""
    if options.games < 8 or options.seed < 0:
        raise ConfigError(f"--games must be at least 8 and --seed at least 0, not {options.games} and {options.seed}")
    set_threads(1)
    subject = subject_of(options.run, options.game, dict(setting(text) for text in options.set))
    players = subject.players | {spec: spec for spec in options.agent}
    anchors = tuple(options.anchors) or subject.anchors
    subject = Subject(subject.game, subject.variant, players, anchors)
    rows = measure(subject, options.games, options.seed)
    print(table(rows, subject.variant.num_players))
    if options.json:
        facts = {"game": subject.game.spec.name, "variant": subject.variant.as_dict(), "seed": options.seed}
        write_json(options.json, facts | {"rows": [row.as_dict() for row in rows]})


def main(arguments: Sequence[str]) -> int:
    """The command; 0, or 2 for bad input."""
    try:
        run(parser().parse_args(arguments))
    except PodEnvsError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
