"""Game records for the reference twins: checks and replays what others wrote, and writes random games.

Only the record format of conventions.md lives here; the rules are each game's.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import isfinite
from typing import Any, Generic, Protocol, TypeVar

__all__ = ["Record", "RecordError", "Records", "random_event"]

Options = dict[str, Any]
Record = dict[str, Any]

FORMAT = {"format": "pod_envs.record", "version": 1}
ALWAYS = {*FORMAT, "game", "game_version", "variant", "seed", "events", "ended"}
FINISHED = {"returns", "details"}


class Twin(Protocol):
    """What the record of a twin's game needs of it."""

    variant: Options

    @property
    def over(self) -> bool:
        """Whether nothing is asked any more."""

    @property
    def ended(self) -> str | None:
        """How the game ended; None before."""

    def weights(self) -> tuple[str, dict[int, int]] | None:
        """The kind of the next draw and the weights of its outcomes; None when no draw is due."""

    def apply_chance(self, outcome: int) -> None:
        """Take one draw."""

    def seat(self) -> int | None:
        """The seat to act."""

    def legal(self) -> list[int]:
        """The legal actions of the seat to act."""

    def apply(self, action: int) -> None:
        """Take one decision."""

    def returns(self) -> list[float]:
        """The total reward by seat."""

    def details(self) -> dict[str, Any]:
        """What a record tells about the game."""


G = TypeVar("G", bound=Twin)


class RecordError(ValueError):
    """The first thing wrong in a record, at an event index: -1 is the header, len(events) the result."""

    def __init__(self, index: int, message: str) -> None:
        super().__init__(f"event {index}: {message}")
        self.index = index


def require(condition: bool, index: int, message: str) -> None:
    """Report a fault at an event index."""
    if not condition:
        raise RecordError(index, message)


def same(one: Any, other: Any) -> bool:
    """Equal in value and in type all the way down, so that 1, 1.0 and True differ."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other)


@dataclass(frozen=True)
class Records(Generic[G]):
    """The records of one game: its name, what makes a twin of options, and what resolves options."""

    name: str
    game: Callable[[Options], G]
    resolve: Callable[[Options], Options]

    @property
    def header(self) -> Record:
        """What every record begins with."""
        return {**FORMAT, "game": self.name, "game_version": 0}

    def replay(self, record: Record) -> G:
        """Replay a record, checking everything; RecordError (a ValueError) at the first fault."""
        self.check_header(record)
        game = self.game(self.check_variant(record["variant"]))
        with_legal: bool | None = None
        for index, event in enumerate(record["events"]):
            require(isinstance(event, dict), index, "an event must be an object")
            if "chance" in event:
                play_chance(game, event, index)
                continue
            require("seat" in event, index, "an event must hold chance or seat")
            # `legal` stands at all decisions or at none.
            with_legal = "legal" in event if with_legal is None else with_legal
            play_decision(game, event, index, with_legal)
        check_result(game, record)
        return game

    def check_header(self, record: Record) -> None:
        """Keys, constants and shapes, before any event is looked at."""
        require(isinstance(record, dict), -1, "a record must be an object")
        keys = set(record) - {"comment"}
        missing = ALWAYS - keys
        require(not missing, -1, f"missing keys {sorted(missing)}")
        for key, value in self.header.items():
            require(same(record[key], value), -1, f"{key} must be {value!r}")
        require(record["seed"] is None or type(record["seed"]) is int, -1, "seed must be an integer or null")
        require(isinstance(record["events"], list), -1, "events must be a list")
        ended = record["ended"]
        known = ended is None or (isinstance(ended, str) and ended in ("terminated", "truncated"))
        require(known, -1, "ended must be terminated, truncated or null")
        due = ALWAYS if ended is None else ALWAYS | FINISHED
        require(keys == due, -1, f"keys must be {sorted(due)}")

    def check_variant(self, variant: Any) -> Options:
        """Every option, in order, as a resolved value: resolving it again must change nothing."""
        require(isinstance(variant, dict), -1, "variant must be an object")
        try:
            resolved = self.resolve(variant)
        except ValueError as error:
            raise RecordError(-1, f"variant: {error}") from error
        require(list(variant) == list(resolved), -1, f"variant must hold {list(resolved)} in this order")
        require(same(variant, resolved), -1, "variant must hold resolved values")
        return resolved

    def random(
        self,
        options: Options,
        rng: random.Random,
        seed: int | None = None,
        legal: bool = True,
        max_events: int | None = None,
    ) -> Record:
        """A game of random draws and uniformly random actions, unfinished where `max_events` cuts it off."""
        game = self.game(options)
        events: list[Record] = []
        while not game.over and (max_events is None or len(events) < max_events):
            events.append(random_event(game, rng, legal))
        return self.write(game, events, seed)

    def write(self, game: G, events: list[Record], seed: int | None = None) -> Record:
        """A record of the events that led to the position of a game."""
        record = {**self.header, "variant": self.resolve(game.variant), "seed": seed, "events": events}
        if game.over:
            return {**record, "returns": game.returns(), "ended": game.ended, "details": game.details()}
        return {**record, "ended": None}


def play_chance(game: Twin, event: Record, index: int) -> None:
    """One draw."""
    require(set(event) == {"chance", "outcome"}, index, "a draw must hold chance and outcome alone")
    node = game.weights()
    require(node is not None and same(event["chance"], node[0]), index, f"draw due: {node and node[0]}")
    try:
        game.apply_chance(event["outcome"])
    except ValueError as error:
        raise RecordError(index, str(error)) from error


def play_decision(game: Twin, event: Record, index: int, with_legal: bool) -> None:
    """One decision."""
    keys = {"seat", "action", "legal"} if with_legal else {"seat", "action"}
    require(set(event) == keys, index, f"a decision must hold {sorted(keys)} here")
    seat = game.seat()
    require(seat is not None, index, "no decision is due")
    require(same(event["seat"], seat), index, f"seat {seat} is to act")
    if with_legal:
        require(same(event["legal"], game.legal()), index, f"legal is {game.legal()}")
    try:
        game.apply(event["action"])
    except ValueError as error:
        raise RecordError(index, str(error)) from error


def check_result(game: Twin, record: Record) -> None:
    """What stands beside the events must follow from them."""
    end = len(record["events"])
    require(same(record["ended"], game.ended), end, f"ended is {game.ended!r}")
    if game.over:
        require(close(record["returns"], game.returns()), end, f"returns are {game.returns()}")
        require(same(record["details"], game.details()), end, f"details are {game.details()}")


def close(given: Any, expected: list[float]) -> bool:
    """Numbers within 1e-9, compared exactly so that no number is too large to compare."""
    if not isinstance(given, list) or len(given) != len(expected):
        return False
    return all(number_close(one, other) for one, other in zip(given, expected, strict=True))


def number_close(one: Any, other: float) -> bool:
    """A whole number may stand for a float among returns; a truth value may not."""
    if type(one) is not int and not (type(one) is float and isfinite(one)):
        return False
    return abs(Fraction(one) - Fraction(other)) <= Fraction(1, 10**9)


def random_event(game: Twin, rng: random.Random, legal: bool = True) -> Record:
    """One random step of a game, written down; draws have their probabilities."""
    node = game.weights()
    if node is not None:
        kind, weights = node
        outcome = rng.choices(list(weights), list(weights.values()))[0]
        game.apply_chance(outcome)
        return {"chance": kind, "outcome": outcome}
    actions = game.legal()
    event: Record = {"seat": game.seat(), "action": rng.choice(actions)}
    if legal:
        event["legal"] = actions
    game.apply(event["action"])
    return event
