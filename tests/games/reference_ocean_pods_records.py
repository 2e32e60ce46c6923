"""Ocean Pods reference twin, game records: checks and replays what others wrote, and writes random games.

Only the record format of conventions.md lives here; the rules are in `reference_ocean_pods*.py`.
"""

from __future__ import annotations

import random
from typing import Any

from tests.games.reference_ocean_pods import Game
from tests.games.reference_ocean_pods_variant import Options, resolve
from tests.games.reference_pod_x_records import ALWAYS, FINISHED, RecordError, close, require, same

__all__ = ["RecordError", "random_event", "random_record", "replay_record", "write_record"]

Record = dict[str, Any]

HEADER = {"format": "pod_envs.record", "version": 1, "game": "ocean_pods", "game_version": 0}


def replay_record(record: Record) -> Game:
    """Replay a record, checking everything; RecordError (a ValueError) at the first fault."""
    check_header(record)
    game = Game(check_variant(record["variant"]))
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


def check_header(record: Record) -> None:
    """Keys, constants and shapes, before any event is looked at."""
    require(isinstance(record, dict), -1, "a record must be an object")
    keys = set(record) - {"comment"}
    missing = ALWAYS - keys
    require(not missing, -1, f"missing keys {sorted(missing)}")
    for key, value in HEADER.items():
        require(same(record[key], value), -1, f"{key} must be {value!r}")
    require(record["seed"] is None or type(record["seed"]) is int, -1, "seed must be an integer or null")
    require(isinstance(record["events"], list), -1, "events must be a list")
    ended = record["ended"]
    known = ended is None or (isinstance(ended, str) and ended in ("terminated", "truncated"))
    require(known, -1, "ended must be terminated, truncated or null")
    due = ALWAYS if ended is None else ALWAYS | FINISHED
    require(keys == due, -1, f"keys must be {sorted(due)}")


def check_variant(variant: Any) -> Options:
    """Every option, in order, as a resolved value: resolving it again must change nothing."""
    require(isinstance(variant, dict), -1, "variant must be an object")
    try:
        resolved = resolve(variant)
    except ValueError as error:
        raise RecordError(-1, f"variant: {error}") from error
    require(list(variant) == list(resolved), -1, f"variant must hold {list(resolved)} in this order")
    require(same(variant, resolved), -1, "variant must hold resolved values")
    return resolved


def play_chance(game: Game, event: Record, index: int) -> None:
    """One draw."""
    require(set(event) == {"chance", "outcome"}, index, "a draw must hold chance and outcome alone")
    node = game.chance()
    require(node is not None and same(event["chance"], node[0]), index, f"draw due: {node}")
    try:
        game.apply_chance(event["outcome"])
    except ValueError as error:
        raise RecordError(index, str(error)) from error


def play_decision(game: Game, event: Record, index: int, with_legal: bool) -> None:
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


def check_result(game: Game, record: Record) -> None:
    """What stands beside the events must follow from them."""
    end = len(record["events"])
    require(same(record["ended"], game.ended), end, f"ended is {game.ended!r}")
    if game.over:
        require(close(record["returns"], game.returns()), end, f"returns are {game.returns()}")
        require(same(record["details"], game.details()), end, f"details are {game.details()}")


def random_record(
    options: Options,
    rng: random.Random,
    seed: int | None = None,
    legal: bool = True,
    max_events: int | None = None,
) -> Record:
    """A game of random draws and uniformly random actions as a record, unfinished where `max_events` cuts it off."""
    game = Game(options)
    events: list[Record] = []
    while not game.over and (max_events is None or len(events) < max_events):
        events.append(random_event(game, rng, legal))
    return write_record(game, events, seed)


def random_event(game: Game, rng: random.Random, legal: bool = True) -> Record:
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


def write_record(game: Game, events: list[Record], seed: int | None = None) -> Record:
    """A record of the events that led to the position of a game."""
    record: Record = {**HEADER, "variant": resolve(game.variant), "seed": seed, "events": events}
    if game.over:
        return {**record, "returns": game.returns(), "ended": game.ended, "details": game.details()}
    return {**record, "ended": None}
