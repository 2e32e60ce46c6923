"""Edited records, by hand and at random: a fault is named at its event, or what the record says is so."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pod_envs.core.errors import RecordError
from pod_envs.core.record import dump, load, record_of, replay

from .test_record import Record, fault, game_record, own_cards, short

Event = dict[str, Any]


def decision(record: Record, number: int) -> int:
    """Index of a decision, counted from 0, or from -1 backwards."""
    return [index for index, event in enumerate(record["events"]) if "seat" in event][number]


EVENT_FAULTS: list[tuple[str, Callable[[Event], Any]]] = [
    ("wrong seat", lambda e: e.update(seat=(e["seat"] + 1) % 4)),
    ("seat bool", lambda e: e.update(seat=bool(e["seat"]))),
    ("seat float", lambda e: e.update(seat=float(e["seat"]))),
    ("seat null", lambda e: e.update(seat=None)),
    ("seat negative", lambda e: e.update(seat=e["seat"] - 4)),
    ("no seat", lambda e: e.pop("seat")),
    ("masked action", lambda e: e.update(action=min({*range(17)} - {*e["legal"]}))),
    ("action outside", lambda e: e.update(action=19)),
    ("action below", lambda e: e.update(action=-1)),
    ("action huge", lambda e: e.update(action=10**4000)),
    ("action bool", lambda e: e.update(action=bool(e["action"]))),
    ("action float", lambda e: e.update(action=float(e["action"]))),
    ("action text", lambda e: e.update(action=str(e["action"]))),
    ("action null", lambda e: e.update(action=None)),
    ("no action", lambda e: e.pop("action")),
    ("unknown key", lambda e: e.update(comment="x")),
    ("chance and seat", lambda e: e.update(chance="deal", outcome=1)),
    ("legal shorter", lambda e: e["legal"].pop()),
    ("legal longer", lambda e: e["legal"].append(18 if 18 not in e["legal"] else 99)),
    ("legal in other order", lambda e: e["legal"].reverse()),
    ("legal float", lambda e: e["legal"].__setitem__(0, float(e["legal"][0]))),
    ("legal bool", lambda e: e["legal"].__setitem__(0, bool(e["legal"][0]))),
    ("legal null", lambda e: e.update(legal=None)),
    ("legal no list", lambda e: e.update(legal={str(a): a for a in e["legal"]})),
]


@pytest.mark.parametrize("edit", [row[1] for row in EVENT_FAULTS], ids=[row[0] for row in EVENT_FAULTS])
@pytest.mark.parametrize("number", [0, 2, -1])
def test_a_faulty_decision_is_named(edit: Callable[[Event], Any], number: int) -> None:
    record = short()
    index = decision(record, number)
    edit(record["events"][index])
    assert fault(record).index == index


CHANCE_FAULTS: list[tuple[str, Event | Any]] = [
    ("other kind", {"chance": "first_dealer", "outcome": 1}),
    ("unknown kind", {"chance": "roll", "outcome": 1}),
    ("kind as number", {"chance": 1, "outcome": 3}),
    ("kind as list", {"chance": ["deal"], "outcome": 3}),
    ("outcome outside", {"chance": "deal", "outcome": 17}),
    ("outcome below", {"chance": "deal", "outcome": -1}),
    ("outcome huge", {"chance": "deal", "outcome": 2**31 + 3}),
    ("outcome beyond", {"chance": "deal", "outcome": 10**4000}),
    ("outcome float", {"chance": "deal", "outcome": 3.0}),
    ("outcome bool", {"chance": "deal", "outcome": True}),
    ("outcome null", {"chance": "deal", "outcome": None}),
    ("no outcome", {"chance": "deal"}),
    ("unknown key", {"chance": "deal", "outcome": 3, "legal": []}),
    ("a decision", {"seat": 0, "action": 17, "legal": [17]}),
    ("null", None),
    ("number", 3),
    ("list", [0, 3]),
    ("empty", {}),
]


@pytest.mark.parametrize("event", [row[1] for row in CHANCE_FAULTS], ids=[row[0] for row in CHANCE_FAULTS])
@pytest.mark.parametrize("index", [1, 9, 17])
def test_a_faulty_chance_event_is_named(event: Any, index: int) -> None:
    record = short()
    assert record["events"][index]["chance"] == "deal"
    record["events"][index] = event
    assert fault(record).index == index


def test_a_card_that_is_dealt_twice_is_named() -> None:
    record = short()
    record["events"][5] = record["events"][4]
    assert fault(record).index == 5


@pytest.mark.parametrize("place", [0, 5, 18, 20])
def test_a_lost_or_doubled_event_is_found(place: int) -> None:
    record = short()
    events = record["events"]
    assert place <= fault(record | {"events": events[:place] + events[place + 1 :]}).index <= len(events)
    assert place <= fault(record | {"events": events[: place + 1] + events[place:]}).index <= len(events)


@pytest.mark.parametrize("number", [0, 1, -1])
def test_legal_stands_at_all_decisions_or_at_none(number: int) -> None:
    with_legal, without = short(), game_record(num_rounds=1, legal=False)
    index, second = decision(with_legal, number), decision(with_legal, 1)
    del with_legal["events"][index]["legal"]
    assert fault(with_legal).index == (index if number else second)  # the first decision tells which it is
    without["events"][index]["legal"] = short()["events"][index]["legal"]
    assert fault(without).index == (index if number else second)


# Random edits

BASES = [short(), game_record(num_rounds=1, legal=False, num_players=2), game_record(steps=9), short(cards=own_cards())]

scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 40),
    st.sampled_from([2**31, 2**63, 2**64, -(2**70), 10**400, 1.0, 0.0, -1 / 3, 1e-300, 1e300, 0.5]),
    st.sampled_from(
        ["", "deal", "first_dealer", "terminated", "truncated", "pod_x", "mirror", "flat2", "score", "cls", "ü\ud800"]
    ),
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Paths to everything inside a JSON value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else []
    return [path, *(place for key, part in inner for place in places(part, (*path, key)))][not path :]


PLACES = [places(base) for base in BASES]


@st.composite
def edited(draw: st.DrawFn) -> Record:
    """A valid record after one to three edits."""
    base = draw(st.integers(0, len(BASES) - 1))
    record = copy.deepcopy(BASES[base])
    for _ in range(draw(st.integers(1, 3))):
        path = draw(st.sampled_from(PLACES[base]))
        try:
            holder = record
            for key in path[:-1]:
                holder = holder[key]
            edit(draw, holder, path[-1])
        except (KeyError, IndexError, TypeError, AttributeError):
            continue  # an earlier edit took this place away
    return record


def edit(draw: st.DrawFn, holder: Any, key: Any) -> None:
    """Change, remove, double or swap what stands at a place."""
    kind = draw(st.sampled_from(["value", "near", "remove", "insert", "swap"]))
    if kind == "value":
        holder[key] = draw(values)
    elif kind == "near":
        holder[key] += draw(st.sampled_from([1, -1, 0.0, 1e-10, True]))
    elif kind == "remove":
        del holder[key]
    elif isinstance(holder, dict):
        holder[draw(st.text(max_size=6) | st.sampled_from(["legal", "comment", "cls", "seat"]))] = draw(values)
    elif kind == "insert":
        holder.insert(key, copy.deepcopy(holder[key]))
    else:
        holder[key], holder[key - 1] = holder[key - 1], holder[key]


def canonical(record: Record) -> str:
    """A record as text that tells integers, floats and truth values apart; returns are rounded, the comment is gone."""
    shown = {key: value for key, value in record.items() if key != "comment"}
    if "returns" in shown:
        shown["returns"] = [round(float(value), 6) + 0.0 for value in shown["returns"]]
    return json.dumps(shown, sort_keys=True)


def assert_refused_or_true(given: Any) -> None:
    """Either a RecordError, or a record that says what the replayed game is."""
    try:
        table = replay(given)
    except RecordError:
        return
    record = given if isinstance(given, dict) else load(given)
    legal = any("legal" in event for event in record["events"])
    assert canonical(record_of(table, legal) | {"seed": record["seed"]}) == canonical(record)


@settings(max_examples=400, deadline=None, derandomize=True, database=None)
@given(edited())
def test_an_edited_record_is_refused_or_true(record: Record) -> None:
    assert_refused_or_true(record)


@settings(max_examples=150, deadline=None, derandomize=True, database=None)
@given(edited())
def test_the_line_of_an_edited_record_is_refused_or_true(record: Record) -> None:
    assert_refused_or_true(json.dumps(record))


@settings(max_examples=400, deadline=None, derandomize=True, database=None)
@given(st.data())
def test_a_line_with_changed_characters_is_refused_or_true(data: st.DataObject) -> None:
    line = dump(data.draw(st.sampled_from(BASES))).encode()
    start = data.draw(st.integers(0, len(line) - 1))
    stop = start + data.draw(st.integers(0, 3))
    new = data.draw(
        st.binary(max_size=2) | st.sampled_from([b"-", b"0", b".0", b"e9", b"null", b"true", b'"', b"[", b"}", b","])
    )
    assert_refused_or_true(line[:start] + new + line[stop:])


@settings(max_examples=100, deadline=None, derandomize=True, database=None)
@given(values | st.text() | st.binary())
def test_anything_at_all_is_refused(value: Any) -> None:
    assert fault(value).index == -1
