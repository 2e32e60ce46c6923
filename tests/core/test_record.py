"""Game records: what is written is read and played again; the first fault of an edited one is named."""

import copy
import json
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from pod_envs.core.batch import Batch
from pod_envs.core.errors import RecordError
from pod_envs.core.game import Game, find_game
from pod_envs.core.record import dump, load, record_of, replay
from pod_envs.core.table import Table

from .common import advance, finish, variants_of

Record = dict[str, Any]
Edit = Callable[[Record], Any]


def own_cards() -> list[dict[str, Any]]:
    """A card table that differs from the default in every column that may differ."""
    cards: list[dict[str, Any]] = find_game("pod_x").variant().table()
    cards[3] |= {"name": "Brücke", "title": None, "stars": 9, "direction": "lowest", "zone": "private"}
    cards[8] |= {"title": "Middle", "location": "starboard", "measure": "number", "stars": 0}
    return cards


POD_X = [
    {"num_players": 2}, {"num_players": 2, "num_rounds": 0}, {"num_players": 3, "end_sum": 20}, {"end_sum": 27},
    {"end_sum": 99}, {"target": 2}, {"target": 2**70, "max_rounds": 2}, {"num_rounds": 2}, {"stars": "symmetric"},
    {"stars": "flat2", "tie_penalty": 1}, {"reward": "score"}, {"cards": own_cards()},
]  # fmt: skip


def game_record(
    name: str = "pod_x", seed: int = 1, steps: int | None = None, legal: bool = True, **options: Any
) -> Record:
    """The record of a game played to its end, or for so many steps, as it is read from its line."""
    table = Table(name, options, seed=seed)
    if steps is None:
        finish(table)
    for step in range(steps or 0):
        advance(table, step)
    return load(dump(record_of(table, legal)))


def short(**options: Any) -> Record:
    """A record of one round."""
    return game_record(num_rounds=1, **options)


def fault(record: Any) -> RecordError:
    """The fault that is found, whose text and event survive pickling."""
    with pytest.raises(RecordError) as caught:
        replay(record)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.index) == (str(caught.value), caught.value.index)
    return caught.value


def assert_agrees(table: Table) -> None:
    """The line of the table's record is read to an equal record and an equal position."""
    for legal in (False, True):
        record = record_of(table, legal)
        line = dump(record)
        assert "\n" not in line
        assert load(line) == load(line.encode("utf-8")) == record
        for given in (line, line.encode("utf-8"), record, load(line)):
            again = replay(given)
        assert again.store.states.tobytes() == table.store.states.tobytes()
        assert (again.events, again.reports) == (table.events, table.reports)
        assert (again.seed, again.seat, again.ended) == (table.seed, table.seat, table.ended)
        assert record_of(again, legal) == record


def test_records_of_every_variant_agree_finished_and_unfinished(game: Game) -> None:
    for variant in variants_of(game):
        table = Table(game, variant, seed=5)
        for step in range(10):
            if table.ended is None:
                advance(table, step)
        assert_agrees(table)
        finish(table)
        assert_agrees(table)


@pytest.mark.parametrize("options", POD_X, ids=lambda options: ",".join(options))
def test_records_of_every_option_agree(options: dict[str, Any]) -> None:
    table = Table("pod_x", options, seed=5)
    finish(table)
    assert_agrees(table)
    variant = record_of(table)["variant"]
    assert list(variant) == table.game.spec.variant.names()
    assert None not in [value for name, value in variant.items() if name != "cards"]
    assert variant["cards"] == options.get("cards")


def test_a_record_may_stop_at_any_event(game: Game) -> None:
    table = Table(game, seed=5, explicit_chance=True)
    for step in range(60):
        record = record_of(table)
        assert record["ended"] is None
        assert "returns" not in record
        assert "details" not in record
        assert replay(dump(record)).store.states.tobytes() == table.store.states.tobytes()
        advance(table, step)


def test_the_keys_come_in_the_documented_order(game: Game) -> None:
    record = game_record(game.spec.name)
    assert list(record) == [
        "format", "version", "game", "game_version", "variant", "seed", "events", "returns", "ended", "details",
    ]  # fmt: skip
    assert {tuple(event) for event in record["events"]} <= {("chance", "outcome"), ("seat", "action", "legal")}
    assert list(game_record(game.spec.name, steps=3))[-2:] == ["events", "ended"]


@pytest.mark.parametrize("seed", [None, 0, 2**80])
def test_a_reader_does_not_use_the_seed(seed: int | None) -> None:
    assert replay(short() | {"seed": seed}).seed == seed


def test_readers_ignore_a_comment_and_the_order_of_keys() -> None:
    record = short()
    table = replay(record | {"comment": {"any": ["thing", None, 1.5]}})
    assert table.returns.tolist() == record["returns"]
    backwards = {key: record[key] for key in reversed(record)}
    backwards["events"] = [{key: event[key] for key in reversed(event)} for event in record["events"]]
    assert record_of(replay(backwards), legal=True) == record


def test_returns_are_compared_within_a_billionth() -> None:
    record = short()
    replay(record | {"returns": [value + 5e-10 for value in record["returns"]]})
    assert fault(record | {"returns": [value + 2e-9 for value in record["returns"]]}).index == len(record["events"])


def test_a_replayed_unfinished_game_can_be_played_on(game: Game) -> None:
    table = replay(game_record(game.spec.name, steps=4))
    finish(table, 4)
    assert replay(record_of(table)).returns.tolist() == table.returns.tolist()


# Faults of the line


@pytest.mark.parametrize(
    "line", ["", " ", "[]", "3", "null", '"x"', "{", "{}{}", "\ufeff{}", b"\xff{}", b"\x00", "[" * 10**5]
)
def test_a_line_that_is_no_object_is_refused(line: str | bytes) -> None:
    for call in (load, replay):
        with pytest.raises(RecordError, match=r"^header: ") as caught:
            call(line)
        assert caught.value.index == -1


@pytest.mark.parametrize("value", [None, 3, [], ["format"], {1: 2}, object()])
def test_what_is_no_record_is_refused(value: Any) -> None:
    assert fault(value).index == -1


def test_a_line_cut_anywhere_is_refused() -> None:
    line = dump(short(num_players=2))
    for end in range(len(line)):
        assert fault(line[:end]).index == -1


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity", "1e999", "-1e999"])
def test_no_number_is_infinite_or_none(word: str) -> None:
    line = dump(short())
    value = json.dumps(short()["returns"][0])
    fault(line.replace(f'"returns": [{value}', f'"returns": [{word}'))
    assert fault(line.replace('"seed": 1', f'"seed": {word}')).index == -1


@pytest.mark.parametrize("inside", ['"seed": 1', '"outcome": 0', '"num_players": 4'])
def test_a_key_that_occurs_twice_is_refused(inside: str) -> None:
    line = dump(short())
    assert inside in line
    assert "occurs twice" in str(fault(line.replace(inside, f"{inside}, {inside}", 1)))


# Faults of the header: index -1, whatever else is wrong


HEADER_FAULTS: list[tuple[str, Edit, str]] = [
    ("format", lambda r: r.update(format="pod_envs.records"), "format must be"),
    ("format type", lambda r: r.update(format=None), "format must be"),
    ("version", lambda r: r.update(version=2), "version must be 1"),
    ("version bool", lambda r: r.update(version=True), "version must be 1, not True"),
    ("version float", lambda r: r.update(version=1.0), "version must be 1, not 1.0"),
    ("game", lambda r: r.update(game="chess"), "no game is named 'chess'"),
    ("game type", lambda r: r.update(game=["pod_x"]), "no game is named"),
    ("game version", lambda r: r.update(game_version=1), "game_version must be 0"),
    ("game version bool", lambda r: r.update(game_version=False), "game_version must be 0, not False"),
    ("game version float", lambda r: r.update(game_version=0.0), "game_version must be 0, not 0.0"),
    ("seed bool", lambda r: r.update(seed=True), "seed must be an integer or null"),
    ("seed float", lambda r: r.update(seed=1.0), "seed must be an integer or null"),
    ("seed text", lambda r: r.update(seed="1"), "seed must be an integer or null"),
    ("events", lambda r: r.update(events={}), "events must be a list"),
    ("no events", lambda r: r.update(events=None), "events must be a list"),
    ("ended word", lambda r: r.update(ended="finished"), "ended must be"),
    ("ended bool", lambda r: r.update(ended=True), "ended must be"),
    ("unfinished with returns", lambda r: r.update(ended=None), "is not expected here"),
    ("unknown key", lambda r: r.update(extra=1), "key 'extra' is not expected here"),
    ("variant", lambda r: r.update(variant="default"), "variant must be an object"),
    ("variant list", lambda r: r.update(variant=[]), "variant must be an object"),
    ("option missing", lambda r: r["variant"].pop("target"), "variant lacks option 'target'"),
    ("option unknown", lambda r: r["variant"].update(tiny=1), "unknown option 'tiny'"),
    ("option cls", lambda r: r["variant"].update(cls=1), "unknown option 'cls'"),
    ("option no text", lambda r: r["variant"].update({3: 1}), "mapping of names"),
    ("option null", lambda r: r["variant"].update(end_sum=None), "'end_sum' must be the resolved value 30"),
    ("rounds null", lambda r: r["variant"].update(num_rounds=None), "'num_rounds' must be the resolved value 0"),
    ("option preset", lambda r: r["variant"].update(cards="mirror"), "the table itself, not a path"),
    ("option path", lambda r: r["variant"].update(cards="/dev/null"), "the table itself, not a path"),
    ("option bool", lambda r: r["variant"].update(tie_penalty=False), "'tie_penalty' must be an integer"),
    ("option float", lambda r: r["variant"].update(target=10.0), "'target' must be an integer"),
    ("option refused", lambda r: r["variant"].update(num_players=5), "'num_players' must be an integer from 2 to 4"),
    ("option word", lambda r: r["variant"].update(reward="money"), "'reward' must be one of"),
    ("card number", lambda r: r["variant"]["cards"][3].update(number=3.0), "number is 3 by the card's id"),
    ("card key", lambda r: r["variant"]["cards"][3].update(extra=1), "exactly the keys"),
    ("card missing", lambda r: r["variant"]["cards"].pop(), "a list of 17 cards"),
    ("card stars", lambda r: r["variant"]["cards"][3].update(stars=True), "stars must be an integer from 0 to 9"),
]


@pytest.mark.parametrize(("edit", "message"), [row[1:] for row in HEADER_FAULTS], ids=[row[0] for row in HEADER_FAULTS])
@pytest.mark.parametrize("worse", [False, True], ids=["alone", "with a faulty event"])
def test_faults_of_the_header_come_first(edit: Edit, message: str, worse: bool) -> None:
    record = short(cards=own_cards())
    if worse:
        record["events"][0] = {"seat": 9}
    edit(record)
    found = fault(record)
    assert found.index == -1
    assert message in str(found)


@pytest.mark.parametrize("key", list(short()))
def test_a_missing_key_is_named(key: str) -> None:
    record = short()
    del record[key]
    found = fault(record)
    assert found.index == -1
    if key != "ended":  # without it, what a finished record must have is not expected
        assert f"key {key!r} is missing" in str(found)


# Faults of the end: their index is the number of events


END_FAULTS: list[tuple[str, Edit]] = [
    ("ended otherwise", lambda r: r.update(ended="truncated")),
    ("returns", lambda r: r["returns"].reverse()),
    ("returns too short", lambda r: r["returns"].pop()),
    ("returns too long", lambda r: r["returns"].append(0.0)),
    ("returns no list", lambda r: r.update(returns=dict(enumerate(r["returns"])))),
    ("returns null", lambda r: r.update(returns=None)),
    ("returns bool", lambda r: r["returns"].__setitem__(r["returns"].index(1.0), True)),
    ("returns text", lambda r: r["returns"].__setitem__(0, str(r["returns"][0]))),
    ("returns NaN", lambda r: r["returns"].__setitem__(0, float("nan"))),
    ("returns huge", lambda r: r["returns"].__setitem__(0, 10**400)),
    ("details null", lambda r: r.update(details=None)),
    ("details empty", lambda r: r.update(details={})),
    ("details key", lambda r: r["details"].update(extra=1)),
    ("details value", lambda r: r["details"].update(rounds=2)),
    ("details float", lambda r: r["details"].update(rounds=1.0)),
    ("details bool", lambda r: r["details"].update(rounds=True)),
    ("details deep", lambda r: r["details"]["log"][0].update(secret=float(r["details"]["log"][0]["secret"]))),
    ("events missing", lambda r: r["events"].pop()),
    ("unfinished", lambda r: [r.update(ended=None), r.pop("returns"), r.pop("details")]),
]


@pytest.mark.parametrize("edit", [row[1] for row in END_FAULTS], ids=[row[0] for row in END_FAULTS])
def test_faults_of_the_end_have_the_number_of_events(edit: Edit) -> None:
    record = short()
    edit(record)
    assert fault(record).index == len(record["events"])


def test_events_after_the_end_are_refused() -> None:
    record = short()
    count = len(record["events"])
    for extra in (copy.deepcopy(record["events"][-1]), {"chance": "deal", "outcome": 1}, None, {}):
        assert fault(record | {"events": [*record["events"], extra]}).index == count


def test_a_batch_writes_the_same_record_as_a_table(game: Game) -> None:
    batch = Batch(game, None, 1, seed=1, auto_reset=False, keep_log=True)
    table = Table(game, seed=1)
    while table.ended is None:
        batch.step(batch.action_mask.argmax(axis=1))
        table.act(table.legal()[0])
    assert record_of(batch.table(0)) | {"seed": 1} == record_of(table)
