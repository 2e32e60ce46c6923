"""Game records, as lines of text, as bytes, and as objects."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from pod_envs.core.errors import RecordError
from pod_envs.core.game import Game
from pod_envs.core.record import close, dump, load, record_of, replay, same
from pod_envs.core.table import Table
from tests.games import reference_ocean_pods_records as ocean_pods
from tests.games import reference_pod_x_records as pod_x
from tests.games import reference_polypods_records as polypods
from tests.games import reference_relative_space_records as relative_space
from tests.games.reference_records import Records

from . import mutate
from .games import carried_on, pick, played
from .kind import Kind, require, sentence

__all__ = ["RECORDS"]

Record = dict[str, Any]
TWINS: dict[str, Records[Any]] = {
    module.RECORDS.name: module.RECORDS for module in (ocean_pods, pod_x, polypods, relative_space)
}
NESTED = (10, 900, 100_000)


@lru_cache(maxsize=512)
def line_of(game: Game, variant: Any, seed: int, steps: int, legal: bool) -> str:
    """A valid record."""
    return dump(record_of(played(game, variant, seed, steps), legal))


def make(rng: random.Random) -> Any:
    """A record, mostly broken in one of several ways."""
    line = line_of(*pick(rng), rng.randrange(4), rng.choice([3, 1000, 1000]), rng.random() < 0.3)
    return WAYS[rng.randrange(len(WAYS))](rng, line)


def events_edited(rng: random.Random, line: str) -> str:
    """Only events changed."""
    record = load(line)
    record["events"] = mutate.structure(rng, record["events"])
    return dumped(record)


def cut(rng: random.Random, line: str) -> str:
    """An unfinished game, right or with the end of the finished one."""
    record = load(line)
    record["events"] = record["events"][: rng.randrange(len(record["events"]) + 1)]
    if rng.random() < 0.8:
        record = {key: value for key, value in record.items() if key not in ("returns", "details")} | {"ended": None}
    return dumped(record)


def harmless(rng: random.Random, line: str) -> str:
    """Another seed, a comment, keys in another order, returns nearly the same or as integers."""
    record = load(line) | rng.choice([{}, {"comment": mutate.odd(rng)}, {"seed": rng.choice([None, 5, 10**40])}])
    if record["ended"] is not None and rng.random() < 0.5:
        record["returns"] = [rng.choice([x, x + 1e-12, round(x), x + 1e-8, str(x)]) for x in record["returns"]]
    pairs = list(record.items())
    rng.shuffle(pairs)
    return dumped(dict(pairs))


def retyped(rng: random.Random, line: str) -> str:
    """An option or a detail as an equal number of another type."""
    record = load(line)
    holder, key = mutate.somewhere(rng, {name: record[name] for name in ("variant", "details") if record.get(name)})
    if isinstance(holder[key], int):
        holder[key] = rng.choice([int, float])(holder[key])
    return dumped(record)


def doubled(rng: random.Random, line: str) -> str:
    """A key given twice."""
    key = rng.choice(list(load(line)))
    return line[:-1] + f', "{key}": {json.dumps(load(line)[key])}' + "}"


def deep(rng: random.Random, line: str) -> str:
    """A deeply nested value."""
    key, depth = rng.choice([*load(line), "comment"]), rng.choice(NESTED)
    return line[:-1] + f', "{key}": ' + "[" * depth + "]" * rng.choice([depth, 0, depth]) + "}"


def dumped(record: Any) -> str:
    """As JSON, or what Python takes for it."""
    return json.dumps(record, ensure_ascii=False, default=repr)


WAYS: list[Callable[[random.Random, str], Any]] = [
    lambda rng, line: dumped(mutate.structure(rng, load(line))),
    lambda rng, line: mutate.structure(rng, load(line)),
    lambda rng, line: mutate.unwritable(rng, load(line)),
    events_edited,
    cut,
    harmless,
    retyped,
    doubled,
    deep,
    lambda rng, line: mutate.text(rng, line),
    lambda rng, line: mutate.blob(rng, line.encode("utf-8", "surrogatepass")),
    lambda rng, line: line.encode(rng.choice(["utf-8", "utf-8", "utf-16", "utf-8-sig"])),
    lambda rng, line: mutate.odd(rng),
]


def check(given: Any) -> bool:
    """Refused with RecordError, or replayed to the game that the record tells of, as its twin does."""
    try:
        table = replay(given)
    except RecordError as error:
        return sentence(error)
    record = load(given) if isinstance(given, str | bytes) else given
    says_so(record, table)
    carried_on(table)
    order = table.variant.as_dict()
    TWINS[record["game"]].replay(record | {"variant": {name: record["variant"][name] for name in order}})
    return True


def says_so(record: Record, table: Table) -> None:
    """Written again, the game gives the same record but for a comment and the last digits of its returns."""
    legal = any("legal" in event for event in record["events"])
    again = record_of(table, legal)
    require(set(record) - {"comment"} == set(again), "another record holds other keys")
    for key, value in again.items():
        alike = same(record[key], value)
        if key == "returns":
            alike = len(record[key]) == len(value) and all(map(close, record[key], value))
        require(alike, f"{key} is accepted as {record[key]!r:.200}, and written as {value!r:.200}")
    require(same(load(dump(again)), again), "a record is not read as it was written")


RECORDS = Kind("records", "game records as text, bytes and objects", make, check)
