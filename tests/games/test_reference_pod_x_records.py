"""Variants and game records of Pod-X over the reference twin: what is read, and what is refused."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from tests.games.reference_pod_x_records import RecordError, random_record, replay_record
from tests.games.reference_pod_x_variant import CARD_KEYS, card_table, resolve

Record = dict[str, Any]


def own_table(**changes: Any) -> list[dict[str, Any]]:
    """The reconstructed table with changes to the card P6."""
    cards = card_table(resolve({}))
    cards[5] |= changes
    return cards


def test_defaults_in_order() -> None:
    """Names, order and resolved values of the page [0.1.1]."""
    text = (
        '{"num_players": 4, "target": 10, "max_rounds": 60, "num_rounds": 0, "end_sum": 30, '
        '"stars": "mirror", "tie_penalty": 0, "reward": "outcome", "cards": null}'
    )
    assert json.dumps(resolve({})) == text


def test_what_null_resolves_to() -> None:
    """23, 30 and 7; one round with two seats unless 0 is given [0.1.1] [0.1.3]."""
    assert [resolve({"num_players": n})["end_sum"] for n in (3, 4, 2)] == [23, 30, 7]
    assert [resolve({"num_players": n})["num_rounds"] for n in (3, 4, 2)] == [0, 0, 1]
    assert resolve({"num_players": 2, "num_rounds": 0})["num_rounds"] == 0


def test_integers_of_any_size() -> None:
    """No bound from above."""
    huge = 10**100
    options = {"target": huge, "max_rounds": huge, "num_rounds": huge, "end_sum": huge}
    assert {key: resolve(options)[key] for key in options} == options


def test_own_table() -> None:
    """A table is copied, its keys in the page's order, and its stars are used [0.1.4]."""
    cards = [dict(reversed(card.items())) for card in own_table(stars=9, title=None, name="Six")]
    variant = resolve({"cards": cards})
    cards[5]["stars"] = 0
    assert all(tuple(card) == CARD_KEYS for card in variant["cards"])
    assert card_table(variant)[5]["stars"] == 9


REFUSED: dict[str, list[Any]] = {
    "hub_side": ["both"],
    "tiny": [True],
    "num_players": [1, 5, 3.0, True, None, "3"],
    "target": [0, True, 10.0, None],
    "max_rounds": [0, True, 1e2, None],
    "num_rounds": [-1, False, 1.0, "1"],
    "end_sum": [23, "prototype", 30.0, True],
    "stars": ["Mirror", None, 2, [], {}],
    "tie_penalty": [2, -1, True, False, 1.0, None],
    "reward": ["Score", None, []],
    "cards": [[], {}, "reconstructed", own_table()[:16], [None] * 17, own_table()[::-1]],
}
REFUSED_IN_CARDS: dict[str, list[Any]] = {
    "stars": [-1, 10, 3.0, True, None],
    "number": [5, 6.0, None],
    "side": ["starboard", "Port", None],
    "name": ["", None, 6],
    "title": [6, []],
    "direction": ["up", None, []],
    "zone": ["table", 0],
    "location": ["hub", None],
    "measure": ["total", True],
    "colour": ["orange"],
}


@pytest.mark.parametrize(
    "options",
    [
        *({name: value} for name, values in REFUSED.items() for value in values),
        *({"cards": own_table(**{key: value})} for key, values in REFUSED_IN_CARDS.items() for value in values),
        {"cards": [*own_table()[:1], own_table()[1] | {"number": True}, *own_table()[2:]]},
        {"cards": [{}, *own_table()[1:]]},
        {"cards": own_table(), "stars": "flat2"},
        {"num_players": 3, "end_sum": 14},
        {"num_players": 2, "end_sum": 4},
        {1: 2},
    ],
)
def test_refused_options(options: Record) -> None:
    """Everything that the page refuses."""
    with pytest.raises(ValueError, match=r"."):
        resolve(options)


@pytest.mark.parametrize("legal", [True, False])
@pytest.mark.parametrize(
    "options",
    [
        {"num_players": 2},
        {"num_players": 2, "num_rounds": 0},
        {"num_players": 3, "stars": "symmetric", "tie_penalty": 1},
        {"num_players": 4, "reward": "score"},
        {"num_players": 3, "max_rounds": 2},
        {"num_players": 3, "num_rounds": 3, "end_sum": 10**30},
        {"num_players": 4, "cards": own_table(stars=0, measure="sum")},
    ],
)
def test_round_trip(options: Record, legal: bool) -> None:
    """What is written can be read, after JSON as well, finished or cut off anywhere."""
    for seed in range(5):
        record = random_record(options, random.Random(seed), seed, legal)
        assert replay_record(json.loads(json.dumps(record))).ended == record["ended"] is not None
        cut = random_record(options, random.Random(seed), legal=legal, max_events=seed * 9)
        assert replay_record(cut).ended == cut["ended"] and cut["events"] == record["events"][: seed * 9]


def written() -> Record:
    """A short record: first dealer, 13 draws of one round, then decisions from event 14 on."""
    return random_record({"num_players": 3, "num_rounds": 1}, random.Random(11), seed=11)


def put(*path: Any) -> Callable[[Record], object]:
    """An edit that sets the last but one of a path to the last."""

    def edit(record: Any) -> None:
        *walk, key, value = path
        for part in walk:
            record = record[part]
        record[key] = value

    return edit


HEADER_EDITS: dict[str, Callable[[Record], object]] = {
    "format": put("format", "pod_envs.records"),
    "true version": put("version", True),
    "float version": put("version", 1.0),
    "game": put("game", "polypods"),
    "false game version": put("game_version", False),
    "seed": put("seed", 1.0),
    "true seed": put("seed", True),
    "unknown key": put("note", ""),
    "missing key": lambda record: record.pop("seed"),
    "events": put("events", {}),
    "ended": put("ended", "over"),
    "unhashable end": put("ended", []),
    "unfinished with returns": put("ended", None),
    "no returns": lambda record: record.pop("returns"),
    "no details": lambda record: record.pop("details"),
    "unresolved": put("variant", "end_sum", None),
    "refused": put("variant", "end_sum", 3),
    "float option": put("variant", "target", 10.0),
    "true option": put("variant", "num_rounds", True),
    "unknown option": put("variant", "seats", 3),
    "missing option": lambda record: record["variant"].pop("cards"),
    "order": lambda record: record["variant"].update(target=record["variant"].pop("target")),
    "preset name": put("variant", "tiny"),
}

EVENT_EDITS: dict[str, tuple[int, Callable[[Record], object]]] = {
    "no object": (3, put("events", 3, [])),
    "empty": (3, put("events", 3, {})),
    "kind": (0, put("events", 0, "chance", "deal")),
    "kind of another type": (0, put("events", 0, "chance", None)),
    "dealer out of range": (0, put("events", 0, "outcome", 3)),
    "true dealer": (0, put("events", 0, "outcome", True)),
    "card not in use": (1, put("events", 1, "outcome", 0)),
    "float card": (1, put("events", 1, "outcome", 1.0)),
    "draw with seat": (2, put("events", 2, "seat", 0)),
    "draw twice": (2, lambda record: record["events"].insert(2, record["events"][1])),
    "missing draw": (13, lambda record: record["events"].pop(13)),
    "wrong seat": (14, put("events", 14, "seat", 7)),
    "action": (14, put("events", 14, "action", 17)),
    "float action": (14, lambda record: record["events"][14].update(action=4.0)),
    "no action": (14, lambda record: record["events"][14].pop("action")),
    "unknown key": (14, put("events", 14, "comment", "")),
    "legal": (15, lambda record: record["events"][15]["legal"].pop()),
    "order of legal": (15, lambda record: record["events"][15]["legal"].reverse()),
    "null legal": (15, put("events", 15, "legal", None)),
    "legal not at all": (16, lambda record: record["events"][16].pop("legal")),
    "legal not at first": (15, lambda record: record["events"][14].pop("legal")),
    "swapped plays": (14, lambda record: record["events"].insert(14, record["events"].pop(15))),
}

RESULT_EDITS: dict[str, Callable[[Record], object]] = {
    "after the end": lambda record: record["events"].append({"chance": "deal", "outcome": 1}),
    "too short": lambda record: record["events"].pop(),
    "ended": put("ended", "truncated"),
    "returns": put("returns", 0, 0.1),
    "returns just off": lambda record: put("returns", 0, record["returns"][0] + 2e-9)(record),
    "huge return": put("returns", 0, 10**400),
    "infinite return": put("returns", 0, float("inf")),
    "undefined return": put("returns", 0, float("nan")),
    "length of returns": lambda record: record["returns"].append(0.0),
    "type of returns": put("returns", None),
    "scores": put("details", "scores", 0, 9),
    "float rounds": put("details", "rounds", 1.0),
    "true rounds": put("details", "rounds", True),
    "log": put("details", "log", []),
    "detail": put("details", "dealer", 0),
}


def fault_of(record: Record) -> int:
    """The event index of the fault that reading reports."""
    with pytest.raises(RecordError) as caught:
        replay_record(record)
    return caught.value.index


@pytest.mark.parametrize("name", HEADER_EDITS)
def test_header_faults(name: str) -> None:
    """Index -1, before any event is looked at."""
    record = written()
    record["events"][0] = None
    HEADER_EDITS[name](record)
    assert fault_of(record) == -1


@pytest.mark.parametrize("name", EVENT_EDITS)
def test_event_faults(name: str) -> None:
    """The index of the first event that differs."""
    record = copy.deepcopy(written())
    index, edit = EVENT_EDITS[name]
    edit(record)
    assert fault_of(record) == index


@pytest.mark.parametrize("name", RESULT_EDITS)
def test_result_faults(name: str) -> None:
    """The number of events that fitted, once all of them have been replayed."""
    record = written()
    RESULT_EDITS[name](record)
    events = len(record["events"])
    assert fault_of(record) == (events - 1 if name == "after the end" else events)


def test_what_readers_let_pass() -> None:
    """A comment of any kind, another or no seed, whole-number returns, returns off by less than 1e-9."""
    record = written() | {"comment": {"by": ["hand"]}, "seed": None}
    record["returns"] = [int(value) if value == int(value) else value + 5e-10 for value in record["returns"]]
    assert replay_record(record).over


def test_ended_must_be_told() -> None:
    """A finished game may not be recorded as unfinished."""
    record = written() | {"ended": None}
    del record["returns"], record["details"]
    assert fault_of(record) == len(record["events"])
