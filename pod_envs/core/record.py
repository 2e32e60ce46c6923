"""Game records: one JSON object a line, enough to replay a game without any generator.

Reading checks everything and reports the first fault with its event index; faults of header and variant have -1.
"""

import json
from typing import Any

from .checks import DIGITS, LONGEST, shown
from .derived import kind_named
from .errors import ConfigError, PodEnvsError, RecordError, VariantError
from .game import Game, GameSpec, find_game
from .table import Table, table_of_events
from .variant import is_integer, strict_json

__all__ = ["dump", "load", "record_of", "replay", "same"]

FORMAT, VERSION = "pod_envs.record", 1
HEADER = ("format", "version", "game", "game_version", "variant", "seed", "events")
CLOSING = ("returns", "ended", "details")


def record_of(table: Table, legal: bool = False) -> dict[str, Any]:
    """The record of the game at `table`, finished or not; `legal` adds the legal actions to each decision."""
    spec = table.game.spec
    events = [event_of(spec, who, what) for who, what in table.events]
    if legal:
        add_legal(table, events)
    record = dict(
        zip(
            HEADER, (FORMAT, VERSION, spec.name, spec.version, table.variant.as_dict(), table.seed, events), strict=True
        )
    )
    if table.ended is None:
        return record | {"ended": None}
    return record | {"returns": table.returns.tolist(), "ended": table.ended, "details": table.details()}


def event_of(spec: GameSpec, who: int, what: int) -> dict[str, Any]:
    """One event of the log as JSON."""
    return {"seat": who, "action": what} if who >= 0 else {"chance": kind_named(spec, -1 - who), "outcome": what}


def add_legal(table: Table, events: list[dict[str, Any]]) -> None:
    """Write the legal actions into each decision, by playing the game again."""
    again = table_of_events(table.game, table.variant, [])
    for event in events:
        if "seat" in event:
            event["legal"] = again.legal()
        advance(again, event)


def advance(table: Table, event: dict[str, Any]) -> None:
    """Let one event happen."""
    if "seat" in event:
        table.act(event["action"])
    else:
        table.apply_chance(event["outcome"])


def dump(record: dict[str, Any]) -> str:
    """The record as one line of JSON, without a line end."""
    return json.dumps(record, ensure_ascii=False, allow_nan=False)


def load(text: str | bytes) -> dict[str, Any]:
    """The JSON object of one line; RecordError if it is none."""
    try:
        record = strict_json(text.decode("utf-8") if isinstance(text, bytes) else text)
    except ValueError as error:
        raise RecordError(f"the line is not JSON: {error}") from None
    if not isinstance(record, dict):
        raise RecordError(f"a record is a JSON object, not {type(record).__name__}")
    return record


def replay(record: Any) -> Table:
    """Play a record (a dict, or one line of text) again and check everything in it; the table at its end.

    RecordError names the first fault and its event index.
    """
    if isinstance(record, str | bytes):
        record = load(record)
    game, variant = check_header(record)
    table = table_of_events(game, variant, [])
    legal: bool | None = None
    for index, event in enumerate(record["events"]):
        legal = check_event(table, event, index, legal)
        try:
            advance(table, event)
        except PodEnvsError as error:
            raise RecordError(str(error), index) from None
    check_closing(table, record)
    table.seed = record["seed"]
    table.store.cells["explicit"] = 0
    return table


def check_header(record: Any) -> tuple[Game, Any]:
    """Game and variant; RecordError -1 for any fault outside the events."""
    if not isinstance(record, dict):
        raise RecordError(f"a record is a JSON object, not {type(record).__name__}")
    finished = record.get("ended") is not None
    wanted = set(HEADER) | ({*CLOSING} if finished else {"ended"})
    for key in [*sorted(wanted - set(record)), *sorted(map(str, set(record) - wanted - {"comment"}))]:
        raise RecordError(f"key {key!r} is missing" if key in wanted else f"key {shown(key)} is not expected here")
    for key, fixed in (("format", FORMAT), ("version", VERSION)):
        if record[key] != fixed or isinstance(record[key], bool | float):
            raise RecordError(f"{key} must be {fixed!r}, not {shown(record[key])}")
    if record["ended"] not in (None, "terminated", "truncated"):
        raise RecordError(f"ended must be 'terminated', 'truncated' or null, not {shown(record['ended'])}")
    if record["seed"] is not None and not (is_integer(record["seed"]) and abs(record["seed"]) < LONGEST):
        raise RecordError(f"seed must be an integer or null, of at most {DIGITS} digits, not {shown(record['seed'])}")
    if not isinstance(record["events"], list):
        raise RecordError(f"events must be a list, not {type(record['events']).__name__}")
    return check_game(record)


def check_game(record: dict[str, Any]) -> tuple[Game, Any]:
    """The game that the record names, and its variant."""
    try:
        game = find_game(record["game"] if isinstance(record["game"], str) else shown(record["game"]))
    except ConfigError as error:
        raise RecordError(str(error)) from None
    if not is_integer(record["game_version"]) or record["game_version"] != game.spec.version:
        raise RecordError(f"game_version must be {game.spec.version}, not {shown(record['game_version'])}")
    return game, check_variant(game, record["variant"])


def check_variant(game: Game, given: Any) -> Any:
    """The variant, if the record holds every option with its resolved value."""
    if not isinstance(given, dict):
        raise RecordError(f"variant must be an object, not {type(given).__name__}")
    for name in game.spec.variant.names():
        if name not in given:
            raise RecordError(f"variant lacks option {name!r}")
    try:
        for name in game.spec.variant.tables:
            if isinstance(given.get(name), str):
                raise VariantError(f"option {name!r} must be the table itself, not a path")
        variant = game.variant(given)
    except VariantError as error:
        raise RecordError(f"variant: {error}") from None
    for name, value in variant.as_dict().items():
        if not same(value, given[name]):
            raise RecordError(
                f"variant: option {name!r} must be the resolved value {shown(value)}, not {shown(given[name])}"
            )
    return variant


def check_event(table: Table, event: Any, index: int, legal: bool | None) -> bool | None:
    """Check one event before it happens; whether decisions of this record hold `legal`, once that is known."""
    if table.ended is not None:
        raise RecordError("the game is over before this event", index)
    if not isinstance(event, dict):
        raise RecordError(f"an event is an object, not {shown(event)}", index)
    if table.seat < 0:
        check_chance(table, event, index)
        return legal
    wanted = {"seat", "action"} | ({"legal"} if legal or (legal is None and "legal" in event) else set())
    if set(event) != wanted:
        raise RecordError(
            f"a decision of seat {table.seat} with the keys {sorted(wanted)} is due, not {shown(event)}", index
        )
    if not is_integer(event["seat"]) or event["seat"] != table.seat:
        raise RecordError(f"seat {table.seat} is to act, not {shown(event['seat'])}", index)
    if "legal" in event and not same(event["legal"], table.legal()):
        raise RecordError(f"legal must be {table.legal()}, not {shown(event['legal'])}", index)
    return "legal" in event


def check_chance(table: Table, event: dict[str, Any], index: int) -> None:
    """Check a chance event before it happens."""
    if set(event) != {"chance", "outcome"}:
        raise RecordError(f"a chance event with the keys ['chance', 'outcome'] is due, not {shown(event)}", index)
    if event["chance"] != table.chance_kind:
        raise RecordError(f"chance event {table.chance_kind!r} is due, not {shown(event['chance'])}", index)


def check_closing(table: Table, record: dict[str, Any]) -> None:
    """Check how the game ended."""
    index = len(record["events"])
    if record["ended"] != table.ended:
        raise RecordError(f"ended must be {table.ended!r} after these events, not {shown(record['ended'])}", index)
    if table.ended is None:
        return
    returns = table.returns.tolist()
    given = record["returns"]
    if not isinstance(given, list) or len(given) != len(returns) or not all(map(close, given, returns)):
        raise RecordError(f"returns must be {returns}, not {shown(given, 200)}", index)
    if not same(record["details"], table.details()):
        raise RecordError(f"details must be {shown(table.details(), 300)}, not {shown(record['details'], 300)}", index)


def close(given: Any, value: float) -> bool:
    """Whether `given` is a number (no truth value) within 1e-9 of `value`."""
    return isinstance(given, int | float) and not isinstance(given, bool) and value - 1e-9 <= given <= value + 1e-9


def same(a: Any, b: Any) -> bool:
    """Equal as JSON, where integers, floats and truth values are different things."""
    if type(a) is not type(b):
        return False
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    if isinstance(a, list):
        return len(a) == len(b) and all(map(same, a, b))
    return bool(a == b)
