"""The compiled engine of Relative Space agrees with the slow twin, event by event and in all that every seat sees."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.games.compare_relative_space import Difference, Walk, compare, main
from tests.games.reference_relative_space import Game
from tests.games.reference_relative_space_variant import EMPTY, FACE_DOWN
from tests.games.variants_relative_space import COMBINATIONS, OPTIONS, SEATS, VARIANTS, seated

GAMES = 2  # of each number of seats, one of other variants; more: python -m tests.games.compare_relative_space
FIRST_SEED = 30_000  # apart from the games of the full comparison


@pytest.mark.parametrize("name", SEATS)
def test_seats(name: str) -> None:
    """The same game on both, and its records, each read by the other."""
    counts = compare(SEATS[name], GAMES, FIRST_SEED)
    assert min(counts[what] for what in ("jam", "launch", "skip", "flip", "refill")) > 0


@pytest.mark.parametrize("name", OPTIONS)
def test_option_value(name: str) -> None:
    """The same for every option, the numbers of seats in turn."""
    compare(OPTIONS[name], 1, FIRST_SEED + list(OPTIONS).index(name))


@pytest.mark.parametrize("name", list(COMBINATIONS)[:15])
def test_random_combination(name: str) -> None:
    """The same for options in combination."""
    compare(COMBINATIONS[name], 1, FIRST_SEED)


def test_numbers_of_seats_in_turn() -> None:
    """Nine games of an option are of 2 to 10 seats; of a large stash fewer seats have one."""
    assert sorted(seated({"keycards": 2}, game)["num_players"] for game in range(9)) == [*range(2, 11)]
    assert sorted(seated({"stash_rows": [5, 5, 4]}, game)["num_players"] for game in range(6)) == [*range(2, 8)]
    assert seated({"num_players": 3}, 5) == {"num_players": 3}


# The comparison notices a difference of one fact --------------------------------------------------------------------


def at_a_play(change: Callable[[Game], Any]) -> Callable[[Game], None]:
    """A twin that is changed at a play in the fifth turn or later."""

    def spoil(game: Game) -> None:
        if game.phase == "play" and game.turn >= 5:
            change(game)

    return spoil


def know_a_card(game: Game) -> None:
    """A twin that knows a face-down card."""
    stash = next(stash for stash in game.stashes if FACE_DOWN in stash)
    stash[stash.index(FACE_DOWN)] = 5


def move_a_card(game: Game) -> None:
    """A twin with a card in another slot."""
    stash = next(stash for stash in game.stashes if EMPTY in stash)
    full = next(slot for slot, kind in enumerate(stash) if kind != EMPTY)
    gap = stash.index(EMPTY)
    stash[gap], stash[full] = stash[full], EMPTY


def forget_a_card(game: Game) -> None:
    """A twin in which one unseen card is of another kind."""
    game.unseen[5] -= 1
    game.unseen[6] += 1


SPOILT: dict[str, Callable[[Game], Any]] = {
    "a face-down card": know_a_card,
    "a card": move_a_card,
    "an unseen card": forget_a_card,
    "a keycard": lambda game: game.keycards.__setitem__(-1, 7),
    "a mark": lambda game: game.stunned.__setitem__(-1, not game.stunned[-1]),
    "a pod": lambda game: game.pods.append([]),
    "the order of the pods": lambda game: game.pods.insert(0, [5]),
    "a turn": lambda game: setattr(game, "turn", game.turn + 1),
    "plays": lambda game: setattr(game, "owed", game.owed + 1),
    "slots to refill": lambda game: game.empty_at_start.clear() if game.empty_at_start else know_a_card(game),
    "the seat": lambda game: setattr(game, "player", (game.seat() or 0) + 1),
    "the first play": lambda game: setattr(game, "first", not game.first),
    "discarded cards": lambda game: game.discard.append(5),
}


@pytest.mark.parametrize("fact", SPOILT)
def test_comparison_notices(fact: str) -> None:
    """Any one of these is found, so an agreement says something."""
    walk = Walk({"num_players": 4, "keycards": 5}, 1, draws=True)
    spoil = at_a_play(SPOILT[fact])
    while walk.game.phase != "play" or walk.game.turn < 5:
        walk.advance()
        walk.compare_position()
    spoil(walk.game)
    with pytest.raises((Difference, IndexError)):
        walk.compare_position()


@pytest.mark.parametrize(
    ("method", "faulty"),
    [
        ("number_to_beat", lambda game, pod: 0),
        ("returns", lambda game: [0.0] * game.num_players),
        ("cards_left", lambda game: [1] * game.num_players),
        ("relatives_to_choose", lambda game: [1]),
    ],
)
def test_comparison_notices_other_rules(method: str, faulty: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A twin with one rule changed differs in some game."""
    monkeypatch.setattr(Game, method, faulty)
    with pytest.raises(Difference):
        compare({"num_players": 4}, 6)


# The command --------------------------------------------------------------------------------------------------------


def test_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """One line a variant and a total."""
    few = {name: VARIANTS[name] for name in ("2 seats", "max_turns=1", "combination 0")}
    monkeypatch.setattr("tests.games.compare_relative_space.VARIANTS", few)
    assert main(["--games", "3", "--seed", "5"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(" agree")[0] for line in lines] == [
        "2 seats: 3 games",
        "max_turns=1: 3 games",
        "combination 0: 1 games",
        "total: 3 variants, 7 games",
    ]
    assert lines[-1].endswith(", 0 variants differ")


def test_command_fails_at_a_difference(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The exit status is 1, and the line names the game."""
    monkeypatch.setattr("tests.games.compare_relative_space.VARIANTS", {"3 seats": {"num_players": 3}})
    monkeypatch.setattr(Game, "number_to_beat", lambda game, pod: 0)
    assert main(["--games", "1"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("3 seats: game 0: ")
    assert lines[-1] == "total: 1 variants, 0 games agree, 1 variants differ"
