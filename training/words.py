"""The command line over a configuration: `--key value` for every key, `--set option=value` for the game's options.

Words become values here; whether a value is right is left to the configuration itself.
"""

import argparse
import json
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from pod_envs.arguments import Parser, options_of
from pod_envs.core.checks import shown
from pod_envs.core.errors import ConfigError

from .config import Config, config_from, keys, read_yaml

__all__ = ["from_command"]

Place = tuple[str, ...]  # of a value in the configuration
CONSTANTS = {"null": None, "none": None, "true": True, "false": False}


def from_command(path: Path, arguments: Sequence[str], prog: str) -> Config:
    """The config in a file with `--key value` and `--set option=value` on top.

    ConfigError for values that cannot be used; words that cannot be read end the process, as --help does.
    """
    config = config_from(read_yaml(path), str(path))
    refuse_options(arguments)
    parser, places = parser_of(
        config, prog, f"Settings of {path}; options of its game are given as --set OPTION=VALUE."
    )
    known, unknown = parser.parse_known_args(spelled(arguments, parser))
    parser.refuse_unknown(unknown)
    given = vars(known)
    options = options_of(given.pop("set", []))
    data: dict[str, Any] = config.model_dump(mode="json")
    for name, value in given.items():
        inner = data
        for part in places[name][:-1]:
            inner = inner[part]
        inner[places[name][-1]] = value
    return config_from(data | {"variant": config.variant | options}, "command line")


def spelled(arguments: Sequence[str], parser: Parser) -> list[str]:
    """The arguments with dashes in the names of keys, which may have been written with underscores as in files."""
    words = []
    for word in arguments:
        name, equals, value = word.partition("=")
        known = not name.startswith("--") or name in parser.options
        words.append(word if known else name.replace("_", "-") + equals + value)
    return words


def refuse_options(arguments: Sequence[str]) -> None:
    """ConfigError where a word sets an option of the game as if it were a key."""
    for word, after in pairwise([*arguments, "--"]):
        name, equals, value = word.partition("=")
        if name == "--variant" or name.startswith("--variant."):
            option = name.partition(".")[2].replace("-", "_") or "OPTION"
            value = value if equals else "VALUE" if after.startswith("--") else after
            raise ConfigError(f"options of the game are given as --set {shown(f'{option}={value}')[1:-1]}")


def parser_of(config: Config, prog: str, about: str) -> tuple[Parser, dict[str, Place]]:
    """A parser of all keys, in which those that are not given stay unset; where in the configuration each belongs."""
    places: dict[str, Place] = {}
    usage = f"{prog} [--key value ...] [--set OPTION=VALUE ...]"
    parser = Parser(prog=prog, usage=usage, description=about, argument_default=argparse.SUPPRESS)
    for name, field, _ in keys():
        value = value_at(config, tuple(name.split(".")))
        if name == "variant":
            continue
        if isinstance(value, dict):
            for player, weight in value.items():
                places[f"{name}.{player}"] = (*name.split("."), player)
                add_key(parser, f"{name}.{player}", float, weight, field.description)
        else:
            places[name] = tuple(name.split("."))
            add_key(parser, name.replace("_", "-"), field.annotation, value, field.description, name)
    parser.add_argument("--set", action="append", metavar="OPTION=VALUE", help="an option of the game")
    return parser, places


def value_at(config: Any, place: Place) -> Any:
    """What the configuration has there."""
    for part in place:
        config = getattr(config, part)
    return config


def add_key(parser: Parser, name: str, kind: Any, value: Any, meaning: str | None, dest: str | None = None) -> None:
    """One key, of a kind that its annotation names."""
    words: dict[str, Any] = {"dest": dest or name, "help": f"{meaning} ({json.dumps(value)})".replace("%", "%%")}
    if kind is bool:
        group, leaf = name.rpartition(".")[::2]
        parser.add_argument(f"--{name}", nargs="?", const=True, type=plain, metavar="true|false", **words)
        off = f"--{group}.no-{leaf}" if group else f"--no-{leaf}"
        words["help"] = f"the same as --{name} false"
        parser.add_argument(off, action="store_const", const=False, **words)
        return
    several = "tuple" in str(kind)
    least = "*" if several and "int" in str(kind) else "+" if several else None
    parser.add_argument(f"--{name}", nargs=least, type=reader(kind), metavar=metavar(kind), **words)


def reader(kind: Any) -> Callable[[str], Any]:
    """What turns a word into a value of a key of that annotation: texts stay what they are."""
    return str if metavar(kind) == "TEXT" else plain


def metavar(kind: Any) -> str:
    """What the help calls a value."""
    text = str(kind)
    return "TEXT" if "str" in text or "Literal" in text else "X" if "float" in text else "N"


def plain(word: str) -> Any:
    """The number, truth value or null that a word is, else the word itself."""
    if word.lower() in CONSTANTS:
        return CONSTANTS[word.lower()]
    for kind in (int, float):
        try:
            return kind(word)
        except ValueError:
            continue
    return word
