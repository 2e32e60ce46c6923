"""Rule options as Python values and as words of the command line, and tables of one's own as values and as files."""

from __future__ import annotations

import json
import random
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from pod_envs.arguments import options_of
from pod_envs.core.errors import PodEnvsError, VariantError
from pod_envs.core.game import find_game
from tests.games import variants_ocean_pods as ocean_pods
from tests.games import variants_pod_x as pod_x
from tests.games import variants_polypods as polypods
from tests.games import variants_relative_space as relative_space

from . import mutate
from .games import Options, variant_holds
from .kind import Kind, sentence

__all__ = ["CARDS", "VARIANTS", "folder"]

KNOWN: dict[str, list[Options]] = {
    "ocean_pods": list(ocean_pods.VARIANTS.values()),
    "pod_x": list(pod_x.VARIANTS.values()),
    "polypods": list((polypods.BOARDS | polypods.OPTIONS).values()),
    "relative_space": list(relative_space.VARIANTS.values()),
}
STRANGE: list[Any] = [
    mutate.HUGE, -mutate.HUGE,
    np.int64(3), np.float32(3), np.bool_(True), np.array(3), np.array([1, 2]), (3,), {3}, frozenset(), b"3",
    bytearray(b"3"), 3j, range(3), object(), int, lambda: 3, Path("cards.json"), Ellipsis, NotImplemented,
    memoryview(b"3"), iter([]),
]  # fmt: skip


@cache
def folder() -> Path:
    """A folder for files that inputs are written to; it goes when the process does."""
    held = tempfile.TemporaryDirectory(prefix="fuzz")
    HELD.append(held)
    return Path(held.name)


HELD: list[Any] = []  # folders that go when the process does


# Options -------------------------------------------------------------------------------------------------------------


def make_options(rng: random.Random) -> tuple[str, str, Any]:
    """The game, a way to give options, and the options."""
    name = rng.choice(sorted(KNOWN))
    options = dict(rng.choice(KNOWN[name]))
    spec = find_game(name).spec.variant
    if options and rng.random() < 0.2:
        options = mutate.structure(rng, options)
    options = options if isinstance(options, dict) else {}
    for option in rng.sample(spec.names(), rng.choice([0, 1, 1, 2, 3])):
        drawn: list[Any] = [
            mutate.odd(rng),
            rng.choice(KNOWN[name]).get(option, 3),
            rng.choice(STRANGE),
            rng.randrange(12),
        ]
        options[option] = drawn[rng.choice([0, 0, 1, 1, 1, 2, 3, 3])]
    if rng.random() < 0.1:
        options[mutate.text(rng, rng.choice(spec.names()), 1)] = 3
    way = rng.choice(["values", "values", "words", "json", "odd"])
    if way == "odd":
        return name, way, rng.choice([*STRANGE, mutate.odd(rng)])
    if way == "words":
        words = [f"{key}={written(value)}" for key, value in options.items()]
        return name, way, [mutate.text(rng, word, 1) if rng.random() < 0.2 else word for word in words]
    return name, way, options


def written(value: Any) -> str:
    """A value as a word of the command line; Python writes no digits of the largest."""
    huge = isinstance(value, int) and abs(value) == mutate.HUGE
    return "9" * 5000 if huge else json.dumps(value, default=str)


def check_options(given: tuple[str, str, Any]) -> bool:
    """Refused with VariantError (or ConfigError for words), or a variant that holds what it was given."""
    name, way, options = given
    game = find_game(name)
    try:
        variant = game.variant(options_of(options)) if way == "words" else game.variant(options)
    except VariantError as error:
        return sentence(error)
    except PodEnvsError as error:
        if way == "words":
            return sentence(error)
        raise
    variant_holds(game, variant)
    return True


VARIANTS = Kind("variants", "rule options as values and as words", make_options, check_options)


# Tables of one's own -------------------------------------------------------------------------------------------------

TABLES = [
    (name, option, options)
    for name, known in KNOWN.items()
    for option in find_game(name).spec.variant.tables
    for options in known
    if options.get(option) is not None
]
TABLES += [
    ("relative_space", "stash_rows", options) for options in KNOWN["relative_space"] if "stash_rows" in options
] * 2
TABLES += [
    ("relative_space", "face_down_rows", options) for options in KNOWN["relative_space"] if "face_down_rows" in options
]
TABLES += [("polypods", "board", options) for options in KNOWN["polypods"] if "board" in options]


def make_table(rng: random.Random) -> tuple[str, str, Options, Any, str]:
    """The game, the option that a table is for, the other options, the table, and how it is given."""
    name, option, options = rng.choice(TABLES)
    table, way = options[option], rng.choice(["value", "value", "file", "text", "bytes"])
    if rng.random() < 0.8:
        table = edited(rng, table)
    if option not in find_game(name).spec.variant.tables:
        way = "value"
    if way in ("text", "bytes"):
        text = json.dumps(table, ensure_ascii=False, default=str)
        changed = mutate.text(rng, text) if rng.random() < 0.7 else text
        table = changed if way == "text" else mutate.blob(rng, changed.encode("utf-8", "surrogatepass"))
    return name, option, {key: value for key, value in options.items() if key != option}, table, way


def edited(rng: random.Random, table: Any) -> Any:
    """A table of which some entries are others."""
    if isinstance(table, str):
        return mutate.text(rng, table)
    return mutate.structure(rng, table) if table and rng.random() < 0.95 else mutate.odd(rng)


def check_table(given: tuple[str, str, Options, Any, str]) -> bool:
    """Refused with VariantError, or a variant with that table."""
    name, option, options, table, way = given
    game = find_game(name)
    try:
        variant = game.variant({**options, option: table if way == "value" else path_of(table)})
    except VariantError as error:
        return sentence(error)
    variant_holds(game, variant)
    return True


def path_of(table: Any) -> Path:
    """The table as a file."""
    path = folder() / "table.json"
    if isinstance(table, bytes):
        path.write_bytes(table)
    else:
        text = table if isinstance(table, str) else json.dumps(table, default=str)
        path.write_text(text, encoding="utf-8", errors="surrogatepass", newline="")
    return path


CARDS = Kind("cards", "tables of one's own: cards, objectives, dice, stashes, boards", make_table, check_table)
