"""The compiled engine of Ocean Pods agrees with the slow twin, event by event and in all that every seat sees."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.games.compare_ocean_pods import Difference, Walk, compare, main
from tests.games.reference_ocean_pods import Game
from tests.games.variants_ocean_pods import COMBINATIONS, OPTIONS, SEATS, VARIANTS, seated

GAMES = 2  # of each number of seats, one of all else; in full: python -m tests.games.compare_ocean_pods
EVERY = 4  # what the seats see is compared at each fourth event
FIRST_SEED = 30_000  # apart from the games of the full comparison


@pytest.mark.parametrize("name", SEATS)
def test_seats(name: str) -> None:
    """The same game on both, and its records, each read by the other."""
    counts = compare(SEATS[name], GAMES, FIRST_SEED, EVERY)
    assert min(counts[what] for what in ("claim", "refill", "reroll", "white")) > 0


@pytest.mark.parametrize("name", OPTIONS)
def test_option_value(name: str) -> None:
    """The same for every option, the numbers of seats in turn."""
    compare(OPTIONS[name], 1, FIRST_SEED + list(OPTIONS).index(name), EVERY)


@pytest.mark.parametrize("name", COMBINATIONS)
def test_random_combination(name: str) -> None:
    """The same for options in combination."""
    compare(COMBINATIONS[name], 1, FIRST_SEED, EVERY)


def test_numbers_of_seats_in_turn() -> None:
    """Four games of an option are of 2 to 5 seats, unless it says how many."""
    assert [seated({"max_rounds": 9}, game)["num_players"] for game in range(5)] == [2, 3, 4, 5, 2]
    assert seated({"num_players": 3}, 5) == {"num_players": 3}


# The comparison notices a difference of one fact --------------------------------------------------------------------


def take_a_token(game: Game) -> None:
    """A twin with a token more."""
    game.tokens[-1][2] += 1


def swap_two_cards(game: Game) -> None:
    """A twin with two open cards in each other's slots."""
    game.open[0], game.open[5] = game.open[5], game.open[0]


def put_a_card_back(game: Game) -> None:
    """A twin in which an unseen card lies in front of a seat."""
    game.claimed[2].append(game.unseen.pop())


def exchange_an_objective(game: Game) -> None:
    """A twin with another hidden objective."""
    game.objectives[3] = next(k for k in range(12) if k not in game.objectives)


SPOILT: dict[str, Callable[[Game], Any]] = {
    "a token": take_a_token,
    "the order of the open cards": swap_two_cards,
    "a claimed card": put_a_card_back,
    "a hidden objective": exchange_an_objective,
    "a plastic token of a seat": lambda game: game.plastic.__setitem__(1, game.plastic[1] + 1),
    "a plastic token in the pod": lambda game: setattr(game, "pod", (game.pod + 1) % 3),
    "a space of the boat": lambda game: setattr(game, "boat", (game.boat + 1) % 12),
    "the column": lambda game: game.oceans.reverse(),
    "a die": lambda game: game.dice.__setitem__(0, ((game.dice[0] or 0) + 1) % 5),
    "the double": lambda game: setattr(game, "double", not game.double),
    "a round": lambda game: setattr(game, "rounds", game.rounds + 1),
    "the first player": lambda game: setattr(game, "first", ((game.first or 0) + 1) % 4),
    "the seat": lambda game: setattr(game, "player", ((game.player or 0) + 1) % 4),
    "the phase": lambda game: setattr(game, "phase", "research"),
}


@pytest.mark.parametrize("fact", SPOILT)
def test_comparison_notices(fact: str) -> None:
    """Any one of these is found, so an agreement says something."""
    walk = Walk({"num_players": 4}, 1, draws=True)
    while walk.game.phase != "resource" or walk.game.rounds < 3:
        walk.advance()
    walk.compare_position()
    SPOILT[fact](walk.game)
    with pytest.raises((Difference, IndexError)):
        walk.compare_position()


@pytest.mark.parametrize(
    ("method", "faulty"),
    [
        ("is_blocked", lambda game, card: False),
        ("is_payable", lambda game, card, seat: True),
        ("returns", lambda game: [0.0] * game.num_players),
        ("total", lambda game, seat: game.card_points(seat)),
        ("triggered", property(lambda game: False)),
        ("end_round", lambda game: game.start_round()),
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
    few = {name: VARIANTS[name] for name in ("2 seats", "max_rounds=1", "combination 2")}
    monkeypatch.setattr("tests.games.compare_ocean_pods.VARIANTS", few)
    assert main(["--games", "3", "--seed", "5"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(" agree")[0] for line in lines] == [
        "2 seats: 3 games",
        "max_rounds=1: 3 games",
        "combination 2: 1 games",
        "total: 3 variants, 7 games",
    ]
    assert lines[-1].endswith(", 0 variants differ")


def test_command_fails_at_a_difference(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The exit status is 1, and the line names the game."""
    monkeypatch.setattr("tests.games.compare_ocean_pods.VARIANTS", {"3 seats": {"num_players": 3}})
    monkeypatch.setattr(Game, "is_blocked", lambda game, card: False)
    assert main(["--games", "1"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("3 seats: game 0: ")
    assert lines[-1] == "total: 1 variants, 0 games agree, 1 variants differ"
