"""The command `pod-envs`.

Exit codes: 0 all is well, 1 a fault was found (`replay`, `check`), 2 the command cannot be carried out.
"""

import argparse
import io
import json
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import BinaryIO

from pod_envs import __version__
from pod_envs.arguments import Parser, counted, file_named, game_named, nearest, number_from, options_of, seconds
from pod_envs.bench import bench, report
from pod_envs.checking import check, check_arguments
from pod_envs.core.checks import printable, shown
from pod_envs.core.errors import ConfigError, PodEnvsError
from pod_envs.core.files import replacing, tidy_when_terminated
from pod_envs.games import GAMES
from pod_envs.installation import cache_sentences, warm_up
from pod_envs.listing import chosen_games, complain, description, seats_text
from pod_envs.recording import faults, lines_of, record_lines

__all__ = ["main"]

FAULTS_TOLD = 5  # faulty records that `replay` tells one by one
BROKEN_PIPE = 141  # what a shell reports of a command whose reader went away


# Commands


def list_games(arguments: argparse.Namespace) -> int:
    """Print what games there are."""
    described = [description(game) for game in chosen_games(())]
    if arguments.json:
        print(json.dumps(described, indent=2))
        return 0
    for game in described:
        print(f"{game['name']}: {game['title']}, version {game['version']}, {seats_text(game['seats'])} seats")
        print(f"  Gymnasium    {game['gymnasium']}\n  PettingZoo   {game['pettingzoo']}")
        print("  options      " + ", ".join(f"{name}={json.dumps(value)}" for name, value in game["options"].items()))
        for name, sentence in game["players"].items():
            print(f"  player       {name}: {sentence}")
        if game["notes"]:
            print(f"  note         {game['notes']}")
    return 0


def record(arguments: argparse.Namespace) -> int:
    """Play games and write their records."""
    variant = arguments.game.variant(options_of(arguments.set))
    lines = record_lines(arguments.game, variant, arguments.agent, arguments.games, arguments.seed, arguments.legal)
    with writer(arguments.out) as file:
        for line in lines:
            file.write(line)
        file.flush()
    return 0


def writer(out: str | None) -> AbstractContextManager[BinaryIO]:
    """Where records go."""
    return nullcontext(sys.stdout.buffer) if out in (None, "-") else replacing(str(out))


def reader(file: str) -> AbstractContextManager[BinaryIO]:
    """Where records come from."""
    if file != "-":
        return open(file, "rb")
    if sys.stdin is None:
        raise ConfigError("standard input is closed; name a file")
    return nullcontext(sys.stdin.buffer)


def replay(arguments: argparse.Namespace) -> int:
    """Verify records."""
    name = (
        "<stdin>" if arguments.file == "-" else printable(arguments.file)
    )  # of arguments.game it is enough to be known
    games = wrong = 0
    with reader(arguments.file) as file:
        for games, fault in enumerate(faults(lines_of(file)), 1):
            if fault is not None:
                wrong += 1
                if wrong <= FAULTS_TOLD:
                    complain(f"{name}:{games}: {fault}")
    if wrong > FAULTS_TOLD:
        more = wrong - FAULTS_TOLD
        complain(f"{name}: {counted(more, 'more record')} {'has' if more == 1 else 'have'} faults")
    if not games:
        complain(f"{name}: holds no record; pod-envs record writes some")
    print(f"{name}: {games - wrong} of {games} records hold")
    return 0 if games and not wrong else 1


def run_bench(arguments: argparse.Namespace) -> int:
    """Measure speeds."""
    out = nullcontext(None) if arguments.json is None else replacing(arguments.json)
    with out as file:
        results = bench(arguments.game, arguments.seconds)
        if file is not None:
            file.write(json.dumps(results, indent=1).encode() + b"\n")
    print(report(results))
    return 0


def warmup(arguments: argparse.Namespace) -> int:
    """Compile ahead."""
    games = chosen_games(arguments.games)
    for game in games:
        print(f"{game.spec.name}: ready after {warm_up(game):.1f} s", flush=True)
    print("\n".join(cache_sentences(games)))
    return 0


# The command line


def parsers() -> tuple[Parser, dict[str, Parser]]:
    """The parser of the command, and those of its commands by name."""
    top = Parser(prog="pod-envs", description="Tabletop games as reinforcement-learning environments.")
    top.add_argument("--version", action="version", version=f"pod_envs {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", required=True, parser_class=Parser)
    made = {}
    for name, (run, arguments) in COMMANDS.items():
        about = str(run.__doc__)
        made[name] = commands.add_parser(name, help=about, description=about)
        made[name].set_defaults(run=run)
        arguments(made[name])
    return top, made


def no_arguments(parser: Parser) -> None:
    """For `list`."""
    parser.add_argument("--json", action="store_true", help="as JSON")


def record_arguments(parser: Parser) -> None:
    """For `record`."""
    add = parser.add_argument
    add("game", metavar="GAME", type=game_named, help="name of a game, see pod-envs list, or package.module:Object")
    add(
        "--set",
        metavar="option=value",
        action="append",
        default=[],
        help="a rule option: JSON, otherwise a string",
    )
    add("--games", metavar="N", type=number_from(1), default=1, help="number of games (default 1)")
    add("--seed", metavar="S", type=number_from(0), default=0, help="game i is the game of seed S + i (default 0)")
    add("--agent", metavar="SPEC", action="append", default=[], help=AGENTS)
    add("--legal", action="store_true", help="write the legal actions at every decision")
    add(
        "--out",
        metavar="FILE",
        type=file_named,
        help="write to this file, whole or not at all (default: standard output)",
    )


def replay_arguments(parser: Parser) -> None:
    """For `replay`."""
    parser.add_argument("file", metavar="FILE", type=file_named, help="file of game records, or - for standard input")
    about = "their game, where no installed package declares it: package.module:Object"
    parser.add_argument("--game", metavar="GAME", type=game_named, help=about)


def bench_arguments(parser: Parser) -> None:
    """For `bench`."""
    add = parser.add_argument
    add("game", metavar="GAME", nargs="?", type=game_named, default=next(iter(GAMES)), help="default: %(default)s")
    add("--seconds", metavar="S", type=seconds, default=60.0, help="about how long to measure (default %(default)g)")
    add("--json", metavar="FILE", type=file_named, help="write the results to this file as well")


def games_arguments(parser: Parser) -> None:
    """For commands on some or all games."""
    parser.add_argument("games", metavar="GAME", nargs="*", type=game_named, help="default: all games")


AGENTS = "random (default), a player of the game or a policy file (.npz): once for all seats, or once for each"
COMMANDS: dict[str, tuple[Callable[[argparse.Namespace], int], Callable[[Parser], None]]] = {
    "list": (list_games, no_arguments),
    "record": (record, record_arguments),
    "replay": (replay, replay_arguments),
    "bench": (run_bench, bench_arguments),
    "warmup": (warmup, games_arguments),
    "check": (check, check_arguments),
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run `pod-envs` with these words (default: those of the process); the exit code."""
    words = sys.argv[1:] if argv is None else list(argv)
    top, commands = parsers()
    first = next((word for word in words if not word.startswith("-")), None)
    leading = words if first is None else words[: words.index(first)]
    top.refuse_unknown([word for word in leading if word not in ("-h", "--help", "--version")])
    if first is not None and first not in commands:
        top.error(f"no command is named {shown(first)}" + nearest(first, commands))
    arguments, unknown = top.parse_known_args(words)
    commands[arguments.command].refuse_unknown(unknown)
    with tidy_when_terminated():
        return carried_out(arguments)


def carried_out(arguments: argparse.Namespace) -> int:
    """Run the command; expected errors become one sentence."""
    try:
        check_paths(arguments)
        check_output(arguments)
        code = int(arguments.run(arguments))
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # so that nothing fails at exit either
        return BROKEN_PIPE
    except PodEnvsError as error:
        sentence = str(error)
    except OSError as error:
        sentence = (
            f"{printable(str(error.filename))}: {error.strerror}" if error.filename else error.strerror or str(error)
        )
    except KeyboardInterrupt:
        return 130
    complain(f"pod-envs {arguments.command}: {sentence}")
    return 2


def check_paths(arguments: argparse.Namespace) -> None:
    """ConfigError for names that no file can have."""
    for name in ("file", "out", "json"):
        path = getattr(arguments, name, None)
        if isinstance(path, str) and "\0" in path:
            raise ConfigError(f"a path holds the character NUL: {shown(path)}")


def check_output(arguments: argparse.Namespace) -> None:
    """ConfigError where the command would write to a standard output that is closed."""
    if sys.stdout is None and getattr(arguments, "out", None) in (None, "-"):
        raise ConfigError("standard output is closed; send it to /dev/null if it is not wanted")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # where a name has letters that it cannot show
