"""What the command line's words mean, and the nearest right one for a wrong one."""

import argparse
import difflib
import os
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NoReturn

from pod_envs.core.checks import DIGITS, shown
from pod_envs.core.errors import ConfigError, VariantError
from pod_envs.core.game import Game
from pod_envs.core.plugins import game_names, named
from pod_envs.core.variant import strict_json

__all__ = ["Parser", "counted", "file_named", "game_named", "nearest", "number_from", "options_of", "seconds"]


class Parser(argparse.ArgumentParser):
    """An ArgumentParser whose errors are one sentence that names the nearest word."""

    def __init__(self, **options: Any) -> None:
        super().__init__(allow_abbrev=False, **options)

    @property
    def options(self) -> list[str]:
        """All options there are."""
        return list(self._option_string_actions)

    def error(self, message: str) -> NoReturn:
        """Exit with a sentence."""
        self.exit(2, f"{self.prog}: {message} ({self.prog} --help tells more)\n")

    def refuse_unknown(self, unknown: Sequence[str]) -> None:
        """Exit with the nearest option when there are `unknown` arguments."""
        for word in unknown:
            self.error(f"unknown argument {shown(word)}" + nearest(word.partition("=")[0], self.options))


def nearest(word: str, words: Iterable[str]) -> str:
    """The hint for a mistyped word: ", did you mean ...?" or what there is."""
    choices = sorted(words)
    near = difflib.get_close_matches(word, choices, n=1, cutoff=0.5)
    return f", did you mean {near[0]!r}?" if near else f", there are {', '.join(choices)}"


def number_from(low: int) -> Callable[[str], int]:
    """Reads an integer of at least `low`."""

    def read(text: str) -> int:
        if not re.fullmatch(r"[0-9]{1,30}", text) or int(text) < low:
            raise argparse.ArgumentTypeError(f"{shown(text)} is no integer >= {low}")
        return int(text)

    return read


def seconds(text: str) -> float:
    """Reads a duration above 0."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 1e6:
        raise argparse.ArgumentTypeError(f"{shown(text)} is no number of seconds above 0")
    return value


def file_named(text: str) -> str:
    """Reads the name of a file."""
    if not text:
        raise argparse.ArgumentTypeError("the name of a file is wanted, not ''")
    return text


def counted(number: int, noun: str) -> str:
    """1 fault, or 2 faults."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def game_named(word: str) -> Game:
    """Reads a game's name, or where it is: package.module:Object, in the folder at hand, too."""
    if ":" not in word and word not in game_names():
        hint = "; name a game that is not installed as package.module:Object"
        raise argparse.ArgumentTypeError(f"no game is named {shown(word)}{nearest(word, game_names())}{hint}")
    if ":" in word and os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())  # as Python itself does for `python -m`
    try:
        return named(word)
    except ConfigError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def options_of(settings: Sequence[str]) -> dict[str, Any]:
    """`option=value` words as options: values are JSON, otherwise strings."""
    options: dict[str, Any] = {}
    for setting in settings:
        name, equals, text = setting.partition("=")
        if not equals or not name:
            raise ConfigError(f"--set wants option=value, such as num_players=3, not {shown(setting)}")
        if name in options:
            raise VariantError(f"option {shown(name)} is set twice")
        if re.fullmatch(f"-?[0-9]{{{DIGITS + 1},}}", text):
            raise VariantError(f"option {shown(name)} is set to a number of more than {DIGITS} digits")
        try:
            options[name] = strict_json(text)
        except ValueError:
            options[name] = text
    return options
