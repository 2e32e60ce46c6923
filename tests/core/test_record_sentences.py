"""Whatever stands in a record in the wrong place, the sentence about it is short and can be printed."""

from typing import Any

import pytest

from pod_envs.core.errors import RecordError
from pod_envs.core.record import dump, load, record_of, replay

from .test_record import Record, fault, own_cards, short

MOST = 1000  # characters


def nested() -> list[Any]:
    """Too deep to be written."""
    value: list[Any] = []
    for _ in range(100_000):
        value = [value]
    return value


WRONG: dict[str, Any] = {
    "a number that Python writes no digits of": 10**5000,
    "a deeply nested list": nested(),
    "a long text": "x" * 5000,
    "a long list": list(range(5000)),
}
PLACES = ["format", "version", "game", "game_version", "variant", "seed", "events", "returns", "ended", "details"]


@pytest.mark.parametrize("key", PLACES)
@pytest.mark.parametrize("what", WRONG)
def test_a_fault_is_told_shortly(key: str, what: str) -> None:
    assert 0 < len(sentence(short() | {key: WRONG[what]})) < MOST


@pytest.mark.parametrize("part", ["chance", "outcome", "seat", "action", "legal"])
@pytest.mark.parametrize("what", WRONG)
def test_a_fault_of_an_event_is_told_shortly(part: str, what: str) -> None:
    record = short()
    event = next(event for event in record["events"] if part in event)
    event[part] = WRONG[what]
    assert 0 < len(sentence(record)) < MOST


@pytest.mark.parametrize("what", WRONG)
def test_a_fault_of_an_option_is_told_shortly(what: str) -> None:
    for option in short()["variant"]:
        record = short()
        record["variant"][option] = WRONG[what]
        assert 0 < len(sentence(record)) < MOST


def test_a_table_that_is_left_out_or_unknown_keys_are_told_shortly() -> None:
    table = short(cards=own_cards())
    del table["variant"]["cards"][0]["title"]
    assert len(str(fault(table))) < MOST
    assert len(str(fault(short() | {"k" * 5000: 1}))) < MOST


def sentence(record: Record) -> str:
    """What is said; records that hold all the same are none of these."""
    with pytest.raises(RecordError) as caught:
        replay(record)
    return str(caught.value)


def test_a_seed_is_a_number_that_can_be_written() -> None:
    for seed in (10**999, -(10**999), 0, None):
        record = short() | {"seed": seed}
        assert load(dump(record_of(replay(record), legal=True)))["seed"] == seed
    assert "of at most 1000 digits" in str(fault(short() | {"seed": 10**1000}))
