"""What a seat has seen of a game that says nothing of that itself, and the worlds that it can think possible."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from pod_envs.core import derived
from pod_envs.core.derived import ranges, worlds
from pod_envs.core.errors import ConfigError
from pod_envs.core.game import GAMES, Game
from pod_envs.core.table import Table, table_of_events
from tests.outside import EXAMPLE, GAME, NAME, ROLL, imported, interpreted, played

from .common import finish, pick, snapshot

SPEC = 'chance_kinds=("roll",)'
SEEN_BY_1 = """Liar's dice seat 1 of 3 {"num_players": 3}
roll; next roll
roll; own[1]=1; next roll
roll; to_act[2]=1; next 0
0 1x5; bids[2,4]=1; to_act[0]=1; to_act[2]=0; next 1 of 5-18
1 2x3; bids[0,8]=1; to_act[0]=0; to_act[1]=1; next 2
2 doubt; shown[0,1]=1; shown[1,4]=1; shown[2,4]=1; to_act[1]=0; paid -1.0; terminated"""


@pytest.fixture(scope="module")
def dice() -> Iterator[Game]:
    """The game of the example."""
    with imported(EXAMPLE):
        yield GAMES[NAME]


# What a seat has seen


def test_an_information_state_says_what_the_seat_sees_of_each_event(dice: Game) -> None:
    table = played(dice, GAME)
    assert table.information_state(1) == SEEN_BY_1
    lines = SEEN_BY_1.split("\n")
    for count in range(len(GAME)):
        assert played(dice, GAME[:count]).information_state(1) == "\n".join(lines[: count + 1])


def test_events_that_look_the_same_are_found_again(dice: Game) -> None:
    for seed, seats in ((1, 2), (2, 3), (3, 3)):
        variant = dice.variant(num_players=seats)
        table, step = Table(dice, variant, seed=seed), 0
        while table.ended is None:
            for seat in range(seats):
                text = table.information_state(seat)
                again = table_of_events(dice, variant, dice.events_of(variant, text))
                assert again.information_state(seat) == text
                assert again.observe(seat)[0].tobytes() == table.observe(seat)[0].tobytes()
            table.act(pick(table, step))
            step += 1


@pytest.mark.parametrize(
    ("before", "after", "match"),
    [
        ("seat 1 of 3", "seat 1 of 4", "no information state of this variant begins with"),
        ("own[1]=1", "own[1]=0.5", "this is no information state as information_state.. writes it"),
        ("0 1x5", "0 doubt", "this is no information state"),
        ("terminated", "terminated\n0 1x1", "this is no information state"),
        ("roll; next 0", "", "this is no information state"),
    ],
)
def test_what_no_seat_can_have_seen_is_refused(dice: Game, before: str, after: str, match: str) -> None:
    text = SEEN_BY_1.replace("roll; to_act[2]=1; next 0", "roll; next 0").replace(before, after)
    with pytest.raises(ConfigError, match=match):
        dice.events_of(dice.variant(), text)


HIDE = [
    ("__init__.py", SPEC, f"{SPEC},\n        hidden_moves=True"),
    ("observation.py", "if s.bidder[bid] == other:", "if place == 0 and s.bidder[bid] == other:"),
    ("rules.py", "return bool(s.bid >= 0 if action == v.bids else s.bid < action)", "return action in (2, 3, 4)"),
]


def test_hidden_moves_are_not_told_and_drawn_too(tmp_path: Path) -> None:
    """A game in which seats bid in secret, one die with 3, 4 or 5 pips."""
    script = f"table = table_of_events(game, variant, {[*GAME[:3], (0, 2), (1, 3)]!r})\n"
    script += "worlds = [table.resample(0, k).events for k in range(60)]\n"
    script += "print(json.dumps([table.information_state(0), worlds]))"
    text, found = interpreted(tmp_path, HIDE, script)
    assert "\n1 moves; to_act[1]=0; to_act[2]=1; next 2" in text
    assert {tuple(world[3]) for world in found} == {(0, 2)}
    assert {tuple(world[4]) for world in found} == {(1, 3), (1, 4)}
    assert {world[2][1] for world in found} == {4}
    assert {world[0][1] for world in found} == set(range(6))


def test_ranges() -> None:
    assert [ranges(numbers) for numbers in ([], [3], [0, 1, 2], [0, 2, 3, 7])] == ["", "3", "0-2", "0,2-3,7"]


# Worlds


def test_worlds_are_all_that_fit_and_as_probable_as_chance_makes_them(dice: Game) -> None:
    """Seat 1 knows its own die alone; after the end everybody knows all."""
    for count, hidden in ((3, 36), (5, 36), (6, 1)):
        courses, shares = worlds(dice, dice.variant(), played(dice, GAME[:count]).information_state(1))
        assert len({tuple(course) for course in courses}) == len(courses) == hidden
        assert all(course[1] == (ROLL, 1) and course[3:] == GAME[3:count] for course in courses)
        assert np.allclose(shares, 1 / hidden)


def test_a_world_is_drawn_that_looks_the_same(dice: Game) -> None:
    table = played(dice, GAME[:5])
    drawn = [table.resample(1, seed) for seed in range(720)]
    dice_of_others = [6 * int(world.state["die"][0][0]) + int(world.state["die"][0][2]) for world in drawn]
    counts = np.bincount(dice_of_others, minlength=36)
    assert len(counts) == 36
    assert ((counts - 20) ** 2 / 20).sum() < 66.7  # chi-square, 35 degrees of freedom, p = 0.001
    for world in drawn[:10]:
        assert world.information_state(1) == table.information_state(1)
        assert world.picture(1) == table.picture(1)
        assert [part.tobytes() for part in world.observe(1)] == [part.tobytes() for part in table.observe(1)]
        assert table_of_events(dice, dice.variant(), world.events).state.tobytes() == world.state.tobytes()


def test_equal_knowledge_and_equal_draws_give_equal_worlds(dice: Game) -> None:
    table = played(dice, GAME[:5])
    other = table.resample(1, 99)
    assert other.state.tobytes() != table.state.tobytes()
    assert snapshot(other.resample(1, 7)) == snapshot(table.resample(1, 7))
    assert snapshot(table.resample(1, 7).resample(1, 7)) == snapshot(table.resample(1, 7))


def test_a_world_holds_nothing_of_a_longer_game_before(dice: Game) -> None:
    table, fresh = Table(dice, seed=3), Table(dice, seed=4)
    finish(table)
    table.reset(seed=4)
    assert snapshot(table.resample(0, 7)) == snapshot(fresh.resample(0, 7))


def test_too_many_worlds_are_refused_with_what_to_write(dice: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(dice, seed=12)
    monkeypatch.setattr(derived, "TRIES", 30)
    worlds.cache_clear()
    with pytest.raises(ConfigError, match=r"Liar's dice has no module belief, and more than 30 events .* write belief"):
        table.resample(0, 7)


def test_where_all_is_seen_there_is_one_world(tmp_path: Path) -> None:
    declared = ("__init__.py", SPEC, f"{SPEC},\n        perfect_information=True")
    edits = [declared, ("observation.py", ", private=True", "")]
    script = "table = Table(game, seed=1)\nprint(json.dumps(table.resample(0, 3).events == table.events))"
    assert interpreted(tmp_path, edits, script) is True
