"""Rows that stand for records where kernels run as plain Python."""

from typing import Any

import numpy as np
import pytest

from pod_envs.core.plain import Rows, interpreted

CARD = np.dtype([("number", np.int8), ("marks", np.int8, (2,))])
TABLE = np.dtype([("seat", np.int8), ("hand", np.int16, (2, 3)), ("top", CARD), ("deck", CARD, (4,))], align=True)


def table() -> np.ndarray[Any, Any]:
    """Two records with numbers 0, 1, 2, ... in their fields."""
    array = np.zeros(2, TABLE)
    array["seat"] = [3, 4]
    array["hand"] = np.arange(12).reshape(2, 2, 3)
    array["top"]["number"] = [5, 6]
    array["deck"]["number"] = np.arange(8).reshape(2, 4)
    array["deck"]["marks"][1, 2] = [7, 8]
    return array


def test_fields_are_read() -> None:
    row = Rows(table())[1]
    assert (row.seat, row.top.number) == (4, 6)
    assert row.hand.tolist() == [[6, 7, 8], [9, 10, 11]]
    assert [row.deck[k].number for k in range(4)] == [4, 5, 6, 7]
    assert row.deck[2].marks.tolist() == [7, 8]


def test_numbers_have_the_types_of_the_array() -> None:
    row = Rows(table())[0]
    assert type(row.seat) is np.int8
    assert row.hand.dtype == np.int16


def test_what_is_written_is_in_the_array() -> None:
    array = table()
    rows = Rows(array)
    rows[0].seat = 9
    rows[0].hand[1, 2] = 99
    rows[1].top.number = 11
    rows[1].deck[3].marks[0] = 12
    assert array["seat"].tolist() == [9, 4]
    assert array["hand"][0, 1, 2] == 99
    assert array["top"]["number"].tolist() == [5, 11]
    assert array["deck"]["marks"][1, 3].tolist() == [12, 0]
    array["seat"][0] = 1
    assert rows[0].seat == 1


def test_what_is_assigned_to_a_field_of_several_numbers_is_in_the_array() -> None:
    array = table()
    rows = Rows(array)
    rows[0].hand = rows[1].hand
    rows[1].hand = 7
    assert array["hand"].tolist() == [[[6, 7, 8], [9, 10, 11]], [[7, 7, 7], [7, 7, 7]]]
    assert rows[1].hand.tolist() == array["hand"][1].tolist()


def test_fields_can_have_any_name() -> None:
    names = ["x", "_x", "__x", "x_", "single", "several", "array", "rows"]
    array = np.zeros(1, [(name, np.int64) for name in names] + [("__pair", np.int64, (2,))])
    row = Rows(array)[0]
    for number, name in enumerate(names):
        setattr(row, name, number)
    assert array[0].tolist()[:-1] == tuple(range(len(names))) == tuple(getattr(row, name) for name in names)
    assert getattr(row, "__pair").tolist() == [0, 0]


def test_places_are_those_of_the_array() -> None:
    rows = Rows(table())
    assert len(rows) == 2
    assert rows[-1].seat == rows[np.int64(1)].seat == 4
    with pytest.raises(IndexError):
        rows[2]


def test_a_field_that_is_not_there_cannot_be_read_or_written() -> None:
    row = Rows(table())[0]
    with pytest.raises(AttributeError):
        _ = row.seats
    with pytest.raises(AttributeError):
        row.seats = 1


def test_only_structured_arguments_are_replaced() -> None:
    @interpreted
    def kernel(tables: Any, numbers: Any, count: int) -> tuple[Any, Any, int]:
        """Words."""
        tables[0].seat = numbers[0]
        return tables, numbers, count

    array, numbers = table(), np.arange(3)
    rows, same, count = kernel(array, numbers, 2)
    assert isinstance(rows, Rows) and rows.array is array
    assert same is numbers and count == 2
    assert array["seat"][0] == 0
    assert (kernel.__name__, kernel.__doc__) == ("kernel", "Words.")
