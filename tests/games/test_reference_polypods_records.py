"""Options, positions, ends, rewards and records of Polypods over the reference twin."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from tests.games.reference_polypods import Game, resolve
from tests.games.reference_polypods_records import RecordError, random_record, replay_record

Record = dict[str, Any]
PASS = 36
SMALL = {"board": "snub-6x6-S"}


def game_of(*actions: int, **options: Any) -> Game:
    """A game on snub 6x6 S after some actions."""
    game = Game({**SMALL, **options})
    for action in actions:
        game.apply(action)
    return game


# Options -------------------------------------------------------------------------------------------------------------


def test_defaults_in_order() -> None:
    """Names, order and resolved values of the page."""
    text = (
        '{"num_players": 2, "board": "snub-8x8-S", "max_plies": 256, "rock_spoils_fringe": false, "reward": "outcome"}'
    )
    assert json.dumps(resolve({})) == text
    assert list(resolve({"reward": "score", "board": "t33434-3"})) == list(resolve({}))


def test_what_null_resolves_to() -> None:
    """4 V; and a number stays, however large."""
    boards = ["snub-2x2-S", "snub-6x6-S", "t33434-3", "snub-19x19-T"]
    assert [resolve({"board": board})["max_plies"] for board in boards] == [16, 144, 248, 1444]
    assert [resolve({"max_plies": limit})["max_plies"] for limit in (1, 10**100)] == [1, 10**100]


REFUSED: dict[str, list[Any]] = {
    "num_players": [1, 3, True, 2.0, "2", None],
    "board": ["snub-8x8", "snub-08x8-S", "t33434-9", "default", None, 8, []],
    "max_plies": [0, -1, True, 64.0, "64", []],
    "rock_spoils_fringe": [0, 1, None, "true"],
    "reward": ["Score", "core", None, 0, []],
    "superko": [False],
    "start": ["S"],
}


@pytest.mark.parametrize("option", [(name, value) for name, values in REFUSED.items() for value in values])
def test_refused_options(option: tuple[str, Any]) -> None:
    """Everything that the page refuses."""
    with pytest.raises(ValueError, match=r"unknown option|must be|is no board"):
        resolve(dict([option]))


# Positions -----------------------------------------------------------------------------------------------------------


def test_position_round_trip() -> None:
    """What a running game writes can be read, and goes on in the same way."""
    for seed in range(3):
        rng, game = random.Random(seed), Game({"board": "t33434-2"})
        while not game.over:
            read = Game({"board": "t33434-2"}, game.position(), game.plies)
            assert read.snapshot() == game.snapshot()
            game.apply(rng.choice(game.legal()))


def test_position_of_a_game_that_ended() -> None:
    """Two passes are no position; the limit leaves one."""
    assert game_of(7, max_plies=1).position() == ".......a............................ w 0"
    with pytest.raises(ValueError, match="two passes have ended the game"):
        game_of(PASS, PASS).position()


#   A a .   . a b
#   . . .   # . .
FAULTS = [
    *(
        "aa....",
        "aa.... g",
        "aa.... g 0 0",
        "aa....  g 0",
        "aa....\tg\t0",
        "",
        "aa.... G 0",
        "aa.... b 0",
        "aa.... - 0",
    ),
    *("aa.... g 2", "aa.... g -1", "aa.... g 00", "aa.... g x", "aa... g 0", "aa..... g 0", "aa...x g 0", "aa/... g 0"),
    *("Aa.... g 0", "aA.... g 0", "aaa... g 0", "bbb... w 0", "aAA... g 0"),
]


@pytest.mark.parametrize("text", FAULTS)
def test_refused_positions(text: str) -> None:
    """Wrong parts, side, passes, length, letters, and roles: on 2x3 a row of three has its core in the middle."""
    with pytest.raises(ValueError, match=r"is no position|characters|holds|has a wrong role"):
        Game({"board": "snub-2x3-S"}, text)


def test_accepted_positions() -> None:
    """The roles of the refused ones put right."""
    for text in ("aa.... g 0", "aAa... g 1", "bBb... w 0", ".ab#.. w 1"):
        assert Game({"board": "snub-2x3-S"}, text).position() == text


# Ends and rewards ----------------------------------------------------------------------------------------------------


def test_pass_is_reset_by_a_placement() -> None:
    """Only two passes in a row end the game."""
    game = game_of(PASS, 0, PASS, 35)
    assert (game.over, game.passes, game.plies, game.seat()) == (False, 0, 4, 0)
    game.apply(PASS)
    game.apply(PASS)
    assert (game.ended, game.plies, game.seat(), game.legal()) == ("terminated", 6, None, [])


def test_limit() -> None:
    """Ply `max_plies` truncates, with scores and fringe as they stand and no winner."""
    # a . . . . .
    # . . . . . .   and White has passed
    game = game_of(0, PASS, max_plies=2)
    assert (game.ended, game.returns()) == ("truncated", [0.0, 0.0])
    assert game.details() == {"scores": [0, 0], "fringe": [2, 0], "plies": 2, "winner": None}


def test_second_pass_at_the_limit() -> None:
    """Terminates, so the same position has a winner."""
    game = game_of(0, PASS, PASS, max_plies=3)
    assert (game.ended, game.returns()) == ("terminated", [1.0, -1.0])
    assert game.details() == {"scores": [0, 0], "fringe": [2, 0], "plies": 3, "winner": 0}


def test_core_comes_before_fringe() -> None:
    """1 : 0 in core wins, though the fringe is 3 : 4."""
    # a A a . . .
    # . . . . . .
    # . . b . . .
    game = Game(SMALL, "aAa...........b..................... w 1")
    game.apply(PASS)
    assert (game.scores(), game.fringe(), game.winner()) == ([1, 0], [3, 4], 0)


def test_nothing_after_the_end() -> None:
    """Every action is refused."""
    game = game_of(PASS, PASS)
    with pytest.raises(ValueError, match="the game is over"):
        game.apply(PASS)


@pytest.mark.parametrize("action", [37, -1, True, 1.0, None, "pass", 0])
def test_refused_actions(action: Any) -> None:
    """No integers, none of the space, and a vertex that is taken; nothing changes."""
    game = game_of(0)
    before = game.snapshot()
    with pytest.raises(ValueError, match="is none of"):
        game.apply(action)
    assert game.snapshot() == before


def test_score_reward() -> None:
    """(own core - foe core) / V as it stands; a truncated game keeps it."""
    # a A a . . .
    # . . . . . b
    # . . . . . b
    game = game_of(0, 11, 1, 17, 2, max_plies=5, reward="score")
    assert (game.ended, game.scores(), game.returns()) == ("truncated", [1, 0], [1 / 36, -1 / 36])
    assert game_of(0, 11, 1, 17, 2, max_plies=5).returns() == [0.0, 0.0]


def test_polypod_facts() -> None:
    """Size and core count of the polypod under every vertex."""
    # a A a . b .
    game = game_of(0, 4, 1, PASS, 2)
    assert game.polypod_facts()[:6] == [(3, 1), (3, 1), (3, 1), (0, 0), (1, 0), (0, 0)]


# Records -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("legal", [True, False])
@pytest.mark.parametrize(
    "options",
    [SMALL, {"board": "t33434-1", "reward": "score"}, {**SMALL, "max_plies": 9}, {**SMALL, "rock_spoils_fringe": True}],
)
def test_round_trip(options: Record, legal: bool) -> None:
    """What is written can be read, after JSON as well, finished or cut off anywhere."""
    for seed in range(3):
        record = random_record(options, random.Random(seed), seed, legal)
        assert replay_record(json.loads(json.dumps(record))).ended == record["ended"] is not None
        cut = random_record(options, random.Random(seed), seed, legal, max_events=seed * 4)
        assert replay_record(cut).ended == cut["ended"] and cut["events"] == record["events"][: seed * 4]


def test_exact_record() -> None:
    """Keys, order and values of a whole record."""
    record = random_record({"board": "snub-2x2-S", "max_plies": 1}, random.Random(1), 7)
    variant = (
        '{"num_players": 2, "board": "snub-2x2-S", "max_plies": 1, "rock_spoils_fringe": false, "reward": "outcome"}'
    )
    assert json.dumps(record) == (
        '{"format": "pod_envs.record", "version": 1, "game": "polypods", "game_version": 0, '
        f'"variant": {variant}, "seed": 7, "events": [{{"seat": 0, "action": 1, "legal": [0, 1, 2, 3, 4]}}], '
        '"returns": [0.0, 0.0], "ended": "truncated", '
        '"details": {"scores": [0, 0], "fringe": [2, 0], "plies": 1, "winner": null}}'
    )


def put(*path: Any) -> Callable[[Record], object]:
    """An edit that sets the last but one of a path to the last."""

    def edit(record: Any) -> None:
        *walk, key, value = path
        for part in walk:
            record = record[part]
        record[key] = value

    return edit


EDITS: list[tuple[int, Callable[[Record], object]]] = [
    *((-1, put(key, value)) for key, value in [("format", "x"), ("version", True), ("game", "pod_x"), ("seed", 1.0)]),
    *((-1, put(key, value)) for key, value in [("game_version", 1), ("events", {}), ("ended", "over"), ("note", "")]),
    *((-1, put("variant", key, value)) for key, value in [("max_plies", None), ("board", "snub-5x5"), ("cards", None)]),
    (-1, lambda record: record["variant"].update(num_players=record["variant"].pop("num_players"))),
    (-1, lambda record: record.pop("details")),
    (0, put("events", 0, {"chance": "deal", "outcome": 0})),
    (1, put("events", 1, "seat", 0)),
    (1, put("events", 1, "seat", True)),
    (2, put("events", 2, "action", 37)),
    (2, put("events", 2, "action", 5.0)),
    (2, put("events", 2, "note", "")),
    (2, lambda record: record["events"][2].pop("legal")),
    (3, lambda record: record["events"][3]["legal"].reverse()),
    (3, put("events", 3, [])),
    (20, lambda record: record["events"].append(record["events"][-1])),
    (19, lambda record: record["events"].pop()),
    (20, put("ended", "terminated")),
    (20, put("returns", [1.0, -1.0])),
    (20, put("returns", [0.0, False])),
    (20, put("details", "winner", 0)),
    (20, put("details", "plies", 20.0)),
    (20, put("details", "fringe", [99, 0])),
]


@pytest.mark.parametrize(("index", "edit"), EDITS)
def test_faults(index: int, edit: Callable[[Record], object]) -> None:
    """A record of 20 events with one fault; the place of the first fault is told."""
    record = random_record({**SMALL, "max_plies": 20}, random.Random(5), 5)
    assert len(record["events"]) == 20 and record["ended"] == "truncated"
    spoilt = copy.deepcopy(record)
    edit(spoilt)
    replay_record({**record, "comment": "whole"})
    with pytest.raises(RecordError) as fault:
        replay_record(spoilt)
    assert fault.value.index == index
