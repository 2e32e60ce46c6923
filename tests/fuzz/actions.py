"""Actions in words and as values, information states as texts, seeds."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np

from pod_envs.core.errors import ConfigError, IllegalAction, NotRunning
from pod_envs.core.game import find_game
from pod_envs.core.table import Table, table_of_events

from . import mutate
from .games import QUICK, played, quick, sound
from .kind import Kind, require, sentence
from .variants import STRANGE

__all__ = ["ACTIONS"]

Input = tuple[str, str, int, int, int, Any]  # way, game, place of the variant, seed, steps played, what is given

MANNERS: list[Callable[[str], str]] = [
    str.upper, str.title, lambda word: f" {word}\t", lambda word: word.replace(" ", "  "),
]  # fmt: skip


def make(rng: random.Random) -> Input:
    """A text for parse_action, an action, an information state, or a seed."""
    name = rng.choice(sorted(QUICK))
    place, seed, steps = rng.randrange(len(QUICK[name])), rng.randrange(3), rng.choice([0, 3, 10, 1000])
    way = rng.choice(["word", "word", "act", "act", "information", "information", "seed"])
    given = {"word": a_word, "act": an_action, "information": an_information, "seed": a_seed}[way](
        rng, name, place, seed, steps
    )
    return way, name, place, seed, steps, given


def a_word(rng: random.Random, name: str, place: int, seed: int, steps: int) -> Any:
    """An action's notation, right or not."""
    game, variant = quick(name, place)
    text = game.action_text(variant, rng.randrange(game.num_actions(variant)))
    if rng.random() < 0.1:
        return rng.choice([mutate.odd(rng), rng.choice(STRANGE)])
    if rng.random() < 0.4:
        text = rng.choice(MANNERS)(text)
    return mutate.text(rng, text) if rng.random() < 0.6 else text


def an_action(rng: random.Random, name: str, place: int, seed: int, steps: int) -> Any:
    """An action's id, as an integer or as something else."""
    game, variant = quick(name, place)
    action = rng.randrange(-2, game.num_actions(variant) + 2)
    kinds = [
        int,
        int,
        int,
        np.int64,
        np.int32,
        np.uint8,
        float,
        np.array,
        str,
        bool,
        lambda x: [x],
        lambda x: np.array([x]),
    ]
    return (
        rng.choice([mutate.odd(rng), rng.choice(STRANGE)])
        if rng.random() < 0.2
        else converted(rng.choice(kinds), action)
    )


def converted(kind: Any, action: int) -> Any:
    """The action as that type, where it can be."""
    return kind(action % 256 if kind is np.uint8 else action)


def an_information(rng: random.Random, name: str, place: int, seed: int, steps: int) -> str:
    """What a seat has seen, with other letters or lines."""
    table = played(*quick(name, place), seed, steps)
    text = table.information_state(rng.randrange(table.variant.num_players))
    if rng.random() < 0.3:
        return text
    if rng.random() < 0.5:
        return mutate.text(rng, text)
    lines = mutate.structure(rng, text.split("\n"))
    return "\n".join(map(str, lines)) if isinstance(lines, list) else str(lines)


def a_seed(rng: random.Random, name: str, place: int, seed: int, steps: int) -> Any:
    """A seed."""
    return rng.choice([mutate.odd(rng), rng.choice(STRANGE), rng.randrange(100), np.int64(3), -1])


# Checks --------------------------------------------------------------------------------------------------------------


def check_word(given: Input) -> bool:
    """Refused with ConfigError, or an action whose notation is that text but for blanks and capitals."""
    _, name, place, _, _, text = given
    game, variant = quick(name, place)
    try:
        action = game.parse_action(variant, text)
    except ConfigError as error:
        return sentence(error)
    require(type(action) is int and 0 <= action < game.num_actions(variant), f"{action!r} is no action")
    wanted = game.action_text(variant, action)
    require(" ".join(text.split()).lower() == wanted.lower(), f"{text!r} is read as {wanted!r}")
    return True


def check_act(given: Input) -> bool:
    """Refused with nothing changed, or a legal action that was taken."""
    _, name, place, seed, steps, action = given
    table = played(*quick(name, place), seed, steps).clone(seed=1)
    before, legal, count = table.state.tobytes(), table.legal(), len(table.events)
    try:
        table.act(action)
    except (IllegalAction, NotRunning) as error:
        require(table.state.tobytes() == before and len(table.events) == count, "a refused action changed the game")
        require(isinstance(error, IllegalAction) or table.ended is not None, "NotRunning in a running game")
        return sentence(error)
    require(int(action) in legal and (given[4], int(action)) is not None, f"{action!r} is not legal")
    require(table.events[count][1] == int(action), "another action is in the log")
    sound(table)
    return True


def check_information(given: Input) -> bool:
    """Refused with ConfigError, or events of a game in which a seat sees exactly that, or events of no game."""
    _, name, place, _, _, text = given
    game, variant = quick(name, place)
    try:
        events = game.events_of(variant, text)
    except ConfigError as error:
        return sentence(error)
    try:
        table = table_of_events(game, variant, events)
    except IllegalAction as error:
        return sentence(error)
    seats = [table.information_state(seat) for seat in range(variant.num_players)]
    require(text in seats, f"it is read as {events!r:.300}, of which no seat sees {text!r:.300}")
    return True


def check_seed(given: Input) -> bool:
    """Refused with ConfigError, or the game of that seed."""
    _, name, place, _, _, seed = given
    game, variant = quick(name, place)
    try:
        table = Table(game, variant, seed=seed)
    except ConfigError as error:
        return sentence(error)
    if seed is not None:
        require(table.seed == int(seed), "another seed")
        again = Table(find_game(name), variant, seed=int(seed))
        require(again.state.tobytes() == table.state.tobytes(), "a seed gives two games")
    sound(table)
    return True


CHECKS = {"word": check_word, "act": check_act, "information": check_information, "seed": check_seed}


def check(given: Input) -> bool:
    """By its way."""
    return CHECKS[given[0]](given)


ACTIONS = Kind("actions", "actions as words and values, information states, seeds", make, check)
