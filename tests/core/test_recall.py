"""Information states that are read back: the events of a game in which a seat has seen exactly that, or a refusal."""

from collections.abc import Callable
from random import Random

import pytest

from pod_envs.core.errors import ConfigError
from pod_envs.core.game import Event, Game, find_game
from pod_envs.core.recall import confirmed
from pod_envs.core.table import Table, table_of_events

from .common import advance

Lines = list[str]


def some_way(game: Game, steps: int) -> Table:
    table = Table(game, seed=3)
    for step in range(steps):
        advance(table, step)
    return table


def moves(lines: Lines) -> Lines:
    return [line for line in lines if line[0].isdigit()]


CHANGES: dict[str, Callable[[Lines], Lines]] = {
    "a line twice": lambda lines: [*lines, lines[-1]],
    "a line that says nothing": lambda lines: [*lines[:-1], "{'value': 3}", lines[-1]],
    "a blank line": lambda lines: [*lines, ""],
    "a blank behind a line": lambda lines: [*lines[:-1], lines[-1] + " "],
    "capitals": lambda lines: [*lines[:-1], lines[-1].swapcase()],
    "no first event": lambda lines: [lines[0], *lines[2:]],
    "moves alone": lambda lines: [lines[0], *moves(lines)],
    "another seat that moves": lambda lines: [*lines, f"9 {moves(lines)[-1][2:] if moves(lines) else 'pass'}"],
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_is_no_information_state_is_refused(game: Game, change: str) -> None:
    for steps in (2, 5, 12):
        table = some_way(game, steps)
        for seat in range(table.variant.num_players):
            text = table.information_state(seat)
            changed = "\n".join(CHANGES[change](text.split("\n")))
            if changed != text:
                with pytest.raises(ConfigError, match=r"no information state|no action is written"):
                    game.events_of(table.variant, changed)


def test_what_a_seat_has_seen_is_read_back(game: Game) -> None:
    for steps in (0, 1, 5, 12):
        table = some_way(game, steps)
        for seat in range(table.variant.num_players):
            text = table.information_state(seat)
            again = table_of_events(game, table.variant, game.events_of(table.variant, text))
            assert again.information_state(seat) == text


@pytest.mark.parametrize("events", [[(-1, 2**31)], [(0, 10**30)], [(-(2**40), 0)]], ids=repr)
def test_numbers_that_no_game_has_are_refused(events: list[Event]) -> None:
    game = find_game("pod_x")
    with pytest.raises(ConfigError, match="a number that no game has"):
        confirmed(game, game.variant(), "", events)


def test_random_texts_are_refused_in_a_sentence(game: Game) -> None:
    rng, table = Random(1), some_way(game, 5)
    text = table.information_state(0)
    for _ in range(200):
        at = rng.randrange(len(text))
        changed = text[:at] + chr(rng.randrange(32, 127)) + text[at + 1 :]
        try:
            events = game.events_of(table.variant, changed)
        except ConfigError:
            continue
        assert changed in [table_of_events(game, table.variant, events).information_state(seat) for seat in range(2)]
