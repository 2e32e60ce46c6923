"""Measure players: `python -m training.evaluate RUN [--games N] [--anchors a b] [--agent SPEC] [--set option=value]`.

RUN is a run's folder, a policy file (.npz) or a player's name.  It and every anchor play one seat against n - 1 seats
of each anchor, seats rotated evenly; a win shared by k seats counts 1/k.  Intervals are 95 %, games are independent.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pod_envs.agents import NetworkPolicy, from_spec
from pod_envs.agents.network import check, described, read
from pod_envs.arguments import Parser, file_named, options_of
from pod_envs.core.checks import shown
from pod_envs.core.errors import ConfigError
from pod_envs.core.files import replacing
from pod_envs.core.game import Game, find_game
from pod_envs.core.plugins import named

from .config import Config
from .console import carried_out, say
from .export import agent_of
from .folders import reopen_run
from .machine import set_threads
from .matches import Row, match, ordered, table
from .pool import player_of
from .run import AGENT

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
    if game is not None and ":" in game:
        game = named(game).spec.name  # known by now, so that a file may name it
    if Path(run).is_dir():
        config, saved = reopen_run(Path(run))
        found, variant = named(config.game), config.variant | options
        players: dict[str, Any] = {AGENT: fitted(Path(run), config, agent_of(Path(run), config, saved), variant)}
        anchors = config.eval.anchors
    elif run.endswith(".npz"):
        header = header_of(Path(run))
        found = find_game(header["game"])  # a file must not say what is imported
        variant, players, anchors = header["variant"] | options, {run: run}, ()
    elif game is None:
        raise ConfigError(
            f"{shown(run)} is neither a run's folder nor a policy file (.npz); for a player's name give --game too"
        )
    else:
        found, variant, players, anchors = find_game(game), options, {run: run}, ()
    if game not in (None, found.spec.name):
        raise ConfigError(f"{run!r} plays {found.spec.name!r}, not {game!r}")
    return Subject(found, found.variant(variant), players, ordered(found, anchors))


def fitted(folder: Path, config: Config, agent: NetworkPolicy, options: dict[str, Any]) -> NetworkPolicy:
    """A run's agent at another variant; ConfigError if its network cannot play that."""
    game, trained = config.resolved()
    variant = game.variant(options)
    header = described(game, trained, agent.network) | {"network": agent.network, "layers": len(agent.layers)}
    header |= {"activation": agent.activation, "deterministic": agent.deterministic}
    check(folder, header, game, variant)
    return player_of(config.ppo, game, variant, agent.layers, agent.deterministic)


def header_of(path: Path) -> dict[str, Any]:
    """A policy file's header, in which game and variant can be relied on."""
    header, _ = read(path)
    if not isinstance(header.get("game"), str) or not isinstance(header.get("variant"), dict):
        raise ConfigError(f"the policy {str(path)!r} does not say which game and variant it was trained on")
    return header


def measure(subject: Subject, games: int, seed: int) -> list[Row]:
    """Every player, and behind them every anchor, against each anchor."""
    specs = {name: spec for name, spec in subject.players.items() if name not in subject.anchors}
    specs |= {name: name for name in subject.anchors}
    policies = {name: from_spec(spec, subject.game, subject.variant) for name, spec in specs.items()}
    return [
        match(subject.game, subject.variant, (name, policies[name]), (anchor, policies[anchor]), games, seed)
        for name in policies
        for anchor in dict.fromkeys(subject.anchors)
    ]


def parser() -> Parser:
    """Command-line options."""
    made = Parser(prog="python -m training.evaluate", description=__doc__)
    made.add_argument("run", help="a run's folder, a policy file (.npz) or a player's name")
    made.add_argument("--games", type=int, default=4000, help="games against each anchor, at least (%(default)s)")
    made.add_argument(
        "--anchors", nargs="+", default=[], help="instead of those of the run, or of all the game's players"
    )
    made.add_argument("--agent", action="append", default=[], metavar="SPEC", help="one more player; may be repeated")
    made.add_argument("--game", help="the game, for a player's name or of another package")
    made.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE", help="option of the game")
    made.add_argument("--seed", type=int, default=SEED, help="first seed of the games")
    made.add_argument("--json", type=file_named, metavar="FILE", help="write the results there, too")
    return made


def run(options: argparse.Namespace) -> int:
    """Measure, write and print; the exit code."""
    if options.games < 8 or options.seed < 0:
        raise ConfigError(f"--games must be at least 8 and --seed at least 0, not {options.games} and {options.seed}")
    set_threads(1)
    subject = subject_of(options.run, options.game, options_of(options.set))
    players = subject.players | {spec: spec for spec in options.agent}
    anchors = tuple(options.anchors) or subject.anchors
    subject = Subject(subject.game, subject.variant, players, anchors)
    with nullcontext() if options.json is None else replacing(options.json) as file:
        rows = measure(subject, options.games, options.seed)
        if file is not None:
            facts = {"game": subject.game.spec.name, "variant": subject.variant.as_dict(), "seed": options.seed}
            text = json.dumps(facts | {"rows": [row.as_dict() for row in rows]}, indent=1)
            file.write(text.encode() + b"\n")
    say(table(rows, subject.variant.num_players))
    return 0


def main(arguments: Sequence[str]) -> int:
    """The command; 0, 2 for bad input, 130 for Ctrl-C."""
    return carried_out(lambda: run(parser().parse_args(arguments)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
