"""What a game may leave out, made from what it declares: numbers for its kernels, texts, pictures, and worlds that fit.

What a seat sees of an event: the event itself (of chance its kind alone, of another seat's move nothing but that it was
made where moves are hidden), what changes in its observation, what it may do if it is to act, what it is paid, what all
are told, and who is next.  A world fits if every event of it looks the same.  Such worlds are found by trying all that
can happen, so they are exact; games in which that is too much have a module `belief`.
"""

import inspect
import json
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .checks import shown
from .errors import ConfigError
from .jit import record_type
from .layout import Layout

if TYPE_CHECKING:
    from .game import Event, Game, GameSpec, Report
    from .table import Table

__all__ = [
    "events_of",
    "information",
    "kind_named",
    "layout_of",
    "own_part",
    "params_of",
    "parsed",
    "picture",
    "redeal",
]

MOST = 2**62  # stands for any larger number
TRIES = 20_000  # events that are tried to find worlds


# Numbers for the kernels


@lru_cache(maxsize=256)
def params_of(game: "Game", variant: Any) -> NDArray[Any]:
    """length 1: num_players, other options and properties that are numbers, at_FIELD: where a field begins."""
    properties = [name for name, value in inspect.getmembers(type(variant)) if isinstance(value, property)]
    options = {name: getattr(variant, name) for name in ("num_players", *variant.names(), *properties)}
    values: dict[str, Any] = {name: value for name, value in options.items() if type(value) in (bool, int, float)}
    values |= {f"at_{name}": offset for name, offset in game.layout(variant).offsets.items()}
    params = np.zeros(1, record_type([(name, "f8" if type(v) is float else "i8") for name, v in values.items()]))
    for name, value in values.items():
        params[name] = value if type(value) is float else max(-MOST, min(value, MOST))
    return params


# The game's own modules


def own_part(game: "Game", part: str, name: str) -> Any:
    """What a module of the game's package has by that name; ConfigError if there is no such thing."""
    package = game.kernels.__name__.rpartition(".")[0]  # type: ignore[attr-defined]
    found = getattr(import_module(f"{package}.{part}"), name, None) if find_spec(f"{package}.{part}") else None
    if found is None:
        raise ConfigError(f"{game.spec.title} needs a function {name} in the module {package}.{part}")
    return found


@lru_cache(maxsize=256)
def layout_of(game: "Game", variant: Any) -> Layout:
    """What `layout(variant)` of the module observation gives."""
    return own_part(game, "observation", "layout")(variant)  # type: ignore[no-any-return]


# Notation


def parsed(game: "Game", variant: Any, text: Any) -> int:
    """The action that is written `text`, upper or lower case; ConfigError lists the first notations there are."""
    words = [game.action_text(variant, action) for action in range(game.num_actions(variant))]
    known = {word.strip().lower(): action for action, word in enumerate(words)}
    word = text.strip().lower() if isinstance(text, str) else None
    if word not in known:
        some = ", ".join(words[:20]) + (", ..." if len(words) > 20 else "")
        raise ConfigError(f"no action is written {shown(text)}; write one of {some}")
    return known[word]


def entries(values: NDArray[np.float32], which: NDArray[np.bool_]) -> list[str]:
    """[2]=1 and the like: some values of a field with their places."""
    places = np.argwhere(which).tolist()
    return [f"[{','.join(map(str, at))}]={float(values[tuple(at)]):.9g}" for at in places]


def picture(
    game: "Game",
    variant: Any,
    seat: int | None,
    observation: dict[str, NDArray[np.float32]],
    reports: "Sequence[Report]",
) -> str:
    """A line a field with its values that are not 0; a spectator sees no private field."""
    viewer = "as all see it, from seat 0" if seat is None else f"as seat {seat} sees it"
    lines = [f"{game.spec.title}, {viewer}"]
    for field in game.layout(variant).fields:
        if seat is not None or not field.private:
            values = observation[field.name]
            lines.append(f"{field.name}: {' '.join(entries(values, values != 0)) or '-'}")
    return "\n".join([*lines, *(f"told {json.dumps(report)}" for report in reports[-1:])])


# What a seat sees


def kind_named(spec: "GameSpec", number: int) -> str:
    """The kind of chance of a number that the rules give; ConfigError where it has no name."""
    if not 0 <= number < len(spec.chance_kinds):
        raise ConfigError(
            f"chance_kind in the rules of {spec.title} gives {number}, and spec.chance_kinds names the kinds 0 to "
            f"{len(spec.chance_kinds) - 1}, {', '.join(spec.chance_kinds)}"
        )
    return spec.chance_kinds[number]


class Onlooker:
    """A game in which chance is left to the caller, as `seat` sees it."""

    def __init__(self, table: "Table", seat: int) -> None:
        self.table, self.seat = table, seat
        self.layout: Layout = table.game.layout(table.variant)
        self.observation = table.observe(seat)[0]

    def after(self, event: "Event") -> "Onlooker":
        """The game with one more event."""
        table = self.table.clone()
        if event[0] < 0:
            table.apply_chance(event[1])
        else:
            table.act(event[1])
        return Onlooker(table, self.seat)

    def possible(self) -> "list[tuple[Event, float]]":
        """What can happen now, outcomes of chance with their probabilities, moves with 1."""
        table = self.table
        if table.ended is not None:
            return []
        if table.seat >= 0:
            return [((table.seat, action), 1.0) for action in table.legal()]
        kind = table.game.spec.chance_kinds.index(str(table.chance_kind))
        return [((-1 - kind, outcome), share) for outcome, share in table.chance_outcomes()]

    def event_text(self, event: "Event") -> str:
        """What the seat sees of an event by itself."""
        (who, what), game = event, self.table.game
        if who < 0:
            return kind_named(game.spec, -1 - who)
        hidden = game.spec.hidden_moves and who != self.seat
        return f"{who} moves" if hidden else f"{who} {game.action_text(self.table.variant, what)}"

    def changes(self, later: "Onlooker") -> list[str]:
        """What differs in the observation."""
        before, now = self.layout.named(self.observation), self.layout.named(later.observation)
        return [f"{name}{entry}" for name in now for entry in entries(now[name], now[name] != before[name])]

    def next_text(self) -> str:
        """Who is next, or how the game ended; and what the seat may do if it is to act."""
        table = self.table
        if table.ended is not None:
            return table.ended
        if table.seat < 0:
            return f"next {table.chance_kind}"
        return f"next {table.seat}" + (f" of {ranges(table.legal())}" if table.seat == self.seat else "")

    def line(self, event: "Event", later: "Onlooker") -> str:
        """All that the seat sees of an event after which the game is `later`."""
        paid = float(later.table.returns[self.seat] - self.table.returns[self.seat])
        told = later.table.reports[len(self.table.reports) :]
        words = [self.event_text(event), *self.changes(later), *([f"paid {paid!r}"] if paid else [])]
        return "; ".join([*words, *(f"told {json.dumps(report)}" for report in told), later.next_text()])


def ranges(numbers: Sequence[int]) -> str:
    """0-4,7: numbers in ascending order."""
    ends = [-1, *(k for k, (a, b) in enumerate(pairwise(numbers)) if b != a + 1), len(numbers) - 1]
    parts = [(numbers[a + 1], numbers[b]) for a, b in pairwise(ends)] if numbers else []
    return ",".join(str(low) if low == high else f"{low}-{high}" for low, high in parts)


def beginning(game: "Game", variant: Any, seat: int) -> Onlooker:
    """A game in which nothing has happened yet."""
    from .table import table_of_events  # which is made of games

    return Onlooker(table_of_events(game, variant, []), seat)


def head_of(game: "Game", variant: Any, seat: int) -> str:
    """First line of an information state."""
    return f"{game.spec.title} seat {seat} of {variant.num_players} {json.dumps(variant.as_dict())}"


def information(game: "Game", variant: Any, seat: int, events: "Sequence[Event]") -> str:
    """All that `seat` has seen of a game: a line an event."""
    now, lines = beginning(game, variant, seat), [head_of(game, variant, seat)]
    for event in events:
        later = now.after(event)
        lines.append(now.line(event, later))
        now = later
    return "\n".join(lines)


# Worlds that fit


def fitting(game: "Game", variant: Any, seat: int, lines: Sequence[str]) -> "Iterator[tuple[list[Event], float]]":
    """Every course of events that `seat` sees as `lines`, and how probable chance makes it.

    ConfigError after too many tries.
    """
    waiting, tries = [(beginning(game, variant, seat), 1.0)], 0
    while waiting:
        now, share = waiting.pop()
        done = len(now.table.events)
        if done == len(lines):
            yield now.table.events, share
            continue
        for event, part in reversed(now.possible()):
            if not lines[done].startswith(now.event_text(event)):
                continue
            tries += 1
            if tries > TRIES:
                raise ConfigError(
                    f"{game.spec.title} has no module belief, and more than {TRIES} events would have to be tried to "
                    f"find what seat {seat} can think possible; write belief.resample, and information and events_of"
                )
            later = now.after(event)
            if now.line(event, later) == lines[done]:
                waiting.append((later, share * part))


def events_of(game: "Game", variant: Any, text: str) -> "list[Event]":
    """Events of some game of which a seat has seen exactly `text`; ConfigError where it is no information state."""
    head, *lines = text.split("\n")
    seats = [seat for seat in range(variant.num_players) if head == head_of(game, variant, seat)]
    if not seats:
        raise ConfigError(f"no information state of this variant begins with {shown(head)}")
    found = next(fitting(game, variant, seats[0], lines), None)
    if found is None:
        raise ConfigError("this is no information state as information_state() writes it")
    return found[0]


@lru_cache(maxsize=64)
def worlds(game: "Game", variant: Any, text: str) -> "tuple[list[list[Event]], NDArray[np.float64]]":
    """All courses of events of which a seat has seen exactly `text`, and float64[k] how probable each is."""
    head, *lines = text.split("\n")
    (seat,) = (seat for seat in range(variant.num_players) if head == head_of(game, variant, seat))
    found = list(fitting(game, variant, seat, lines))
    if not found:  # not even the game itself
        raise ConfigError(
            f"{game.spec.title} cannot be told again: the same events look different to seat {seat}, because observe "
            "does not write all of `out` (out[:] = 0.0 at first), setup not all of a position, or rules use more"
        )
    shares = np.array([share for _, share in found])
    return [events for events, _ in found], shares / shares.sum()


def redeal(table: "Table", seat: int, rng: np.random.Generator) -> None:
    """Replace the game at `table` by one drawn from those that look the same to `seat`, by how probable they are."""
    from .table import table_of_events

    game, variant = table.game, table.variant
    table.check_log()
    if game.perfect_information(variant):
        return
    courses, shares = worlds(game, variant, information(game, variant, seat, table.events))
    events = courses[int(rng.choice(len(courses), p=shares))]
    world, store = table_of_events(game, variant, events).store, table.store
    store.states[:] = world.states
    for name in ("pay", "reward", "returns"):
        store.cells[name] = world.cells[name]
    store.log[0, : len(events)] = events
