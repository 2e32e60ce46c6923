"""Resampling in Pod-X: nothing hidden shows, every world is possible, and all worlds are equally likely."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import sqrt
from typing import Any

import numpy as np
import pytest
from scipy import stats

from pod_envs.core.table import Table
from tests.games.drawn_pod_x import NAMES, deal, moves, table_for
from tests.games.leak_pod_x import Count, Leak, check_game, look_at, main, shown_to, true_world, worlds_left
from tests.games.reference_pod_x import Game
from tests.games.variants_pod_x import CONFIGURATIONS

GAMES = 4  # of each named variant, the last one looked at between draws too; all: python -m tests.games.leak_pod_x
SHORT = {"target": 4}  # keeps the games of the normal run short
RESAMPLES = 20_000
SIGMAS = 5
World = tuple[tuple[tuple[int, ...], ...], int]


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_what_a_seat_cannot_know_does_not_show(name: str) -> None:
    """At every decision and at the end, for every seat; and the worlds differ from the true one as they should."""
    count = Count()
    for seed in range(GAMES):
        check_game(SHORT | CONFIGURATIONS[name], seed, count, draws=seed == GAMES - 1)
    assert count.moved > 0
    assert abs(count.moved - count.expected) < SIGMAS * sqrt(count.variance)


def leaky_observation(table: Table, seat: int) -> Any:
    """An observation with somebody else's hand in it."""
    observation, mask = Table.observe(table, seat)
    observation[:17] = table.state[0].hand[(seat + 1) % table.variant.num_players]
    return observation, mask


def leaky_text(table: Table, seat: int) -> str:
    """An information state that ends with the secret card."""
    return f"{Table.information_state(table, seat)}\n{table.state[0].secret}"


def lazy_resample(table: Table, seat: int, rng: Any) -> Table:
    """A resampled world whose log was forgotten."""
    world = Table.resample(table, seat, rng)
    world.store.log[:] = table.store.log
    return world


@pytest.mark.parametrize(
    ("method", "faulty"),
    [("observe", leaky_observation), ("information_state", leaky_text), ("resample", lazy_resample)],
)
def test_the_check_notices(method: str, faulty: Callable[..., Any]) -> None:
    """A fault at one place is found, so that silence says something."""

    class Faulty(Table):
        pass

    setattr(Faulty, method, faulty)
    table = deal(table_for(4), "P2", "S1", "P6", "P5", "H4")
    table.__class__ = Faulty
    with pytest.raises(Leak):
        look_at(table, np.random.default_rng(1), Count())


def test_command(capsys: pytest.CaptureFixture[str]) -> None:
    """One line that counts what was seen."""
    assert main(["--games", "2", "--seed", "5"]) == 0
    assert capsys.readouterr().out.startswith("2 games of 15 variants, no leak: ")


# All worlds are equally likely --------------------------------------------------------------------------------------


def tiny(text: str) -> Table:
    """The tiny game, B dealing, the secret card H4; A holds P1 S2, B holds P2 S1."""
    table = deal(table_for(2, dealer=1), "H4", "P1 S2", "P2 S1")
    if text:
        moves(table, text)
    return table


def four(text: str) -> Table:
    """Four seats, A dealing, the secret card P2, most cards shown by `text`."""
    table = deal(table_for(4, end_sum=99), "P2", "P0 P1 P3 P5", "S0 S1 S2 S3", "P6 P7 H4 S5", "P8 S6 S7 S8")
    moves(table, text)
    return table


def three(text: str) -> Table:
    """Three seats, A dealing, the secret card P2."""
    table = deal(table_for(3, end_sum=99), "P2", "P1 S1 P3 S3", "H4 S5 P5 S6", "P6 P7 S2 S7")
    moves(table, text)
    return table


LAPS = "A P1, B H4, C P6, A S1, B S5, C P7"
MANY_SHOWN = "A P0, B S0, C P6, D P8, A P1, B S1, C P7, D S6, A P3, B S2, C H4, D S7"

# position, seat, worlds that are left
POSITIONS: dict[str, tuple[Callable[[str], Table], str, int, int]] = {
    "tiny, the deal, not the dealer": (tiny, "", 0, 3),
    "tiny, the deal, the dealer": (tiny, "", 1, 1),
    "tiny, after the dealer's card": (tiny, "B P2", 0, 2),
    "tiny, after two cards": (tiny, "B P2, A P1", 0, 2),
    "tiny, after two cards, the dealer": (tiny, "B P2, A P1", 1, 1),
    "tiny, after three cards": (tiny, "B P2, A P1, B S1", 0, 1),
    "tiny, own hand played": (tiny, "B P2, A P1, B pass, A S2", 0, 2),
    "3 seats, two laps, the dealer": (three, LAPS, 0, 6),
    "3 seats, two laps, not the dealer": (three, LAPS, 1, 30),
    "3 seats, two laps, folded": (three, f"{LAPS}, A pass, B fold", 1, 30),
    "4 seats, three laps, the dealer": (four, MANY_SHOWN, 0, 6),
    "4 seats, three laps, not the dealer": (four, MANY_SHOWN, 2, 24),
}


def worlds_of(table: Table, seat: int) -> list[World]:
    """All worlds that fit what `seat` knows, by the slow twin."""
    game = Game(table.variant.as_dict())
    for who, what in table.events:
        (game.apply_chance if who < 0 else game.apply)(what)
    return list(game.worlds(seat))


def world_of(table: Table) -> World:
    """The world on a table, as the twin writes it."""
    s = table.state[0]
    hands = [tuple(np.flatnonzero(s.hand[seat]).tolist()) for seat in range(table.variant.num_players)]
    return tuple(hands), int(s.secret)


@pytest.mark.parametrize("name", POSITIONS)
def test_all_worlds_are_equally_likely(name: str) -> None:
    """20,000 resamples against the uniform distribution over the twin's worlds: chi-square, fixed seed."""
    position, text, seat, number = POSITIONS[name]
    table, rng = position(text), np.random.default_rng(20_000)
    worlds = worlds_of(table, seat)
    assert len(worlds) == len(set(worlds)) == worlds_left(table, seat) == number
    found = Counter(world_of(table.resample(seat, rng)) for _ in range(RESAMPLES if number > 1 else 100))
    assert set(found) == set(worlds)
    if number > 1:
        assert stats.chisquare([found[world] for world in worlds]).pvalue > 0.001


def test_between_two_draws() -> None:
    """The tiny game with A's cards and one of B's dealt: B's card is any of three for A, any pair is A's for B."""
    table = table_for(2)
    for card in (1, 11, 2):  # P1 S2 | P2
        table.apply_chance(card)
    rng = np.random.default_rng(3)
    for seat, number in ((0, 3), (1, 6)):
        assert worlds_left(table, seat) == number
        found = Counter(world_of(table.resample(seat, rng)) for _ in range(RESAMPLES))
        assert len(found) == number
        assert stats.chisquare(list(found.values())).pvalue > 0.001


# Independence -------------------------------------------------------------------------------------------------------


def test_resampling_follows_its_generator() -> None:
    """The same generator gives the same world; the table itself is left alone."""
    table = deal(table_for(4), "P2", "S1", "P6", "P5", "H4")
    before = (table.state.tobytes(), table.events)
    worlds = [true_world(table.resample(1, seed)) for seed in (1, 1, 2)]
    assert worlds[0] == worlds[1] != worlds[2]
    assert (table.state.tobytes(), table.events) == before


def test_arrays_of_a_world_are_its_own() -> None:
    """Between two draws too, the buffers of a resampled table hold nothing of the true world."""
    table = table_for(4)
    for card in (0, 1, 2, 3, 4, 5):
        table.apply_chance(card)
    for seed in range(20):
        world = table.resample(1, seed)
        there = world.store.obs[0].tobytes()
        assert there == world.observe(int(world.store.cells["viewer"][0]))[0].tobytes()
        assert world.seed is None


def test_after_the_end_the_copy_is_equal() -> None:
    """Nothing is hidden any more, so there is one world."""
    table = Table("pod_x", {"num_players": 3, "num_rounds": 2}, seed=4)
    while table.ended is None:
        table.act(table.legal()[0])
    for seat in range(3):
        world = table.resample(seat, 1)
        assert world.state.tobytes() == table.state.tobytes()
        assert world.events == table.events
        assert shown_to(world, seat) == shown_to(table, seat)
        assert world.details() == table.details()


def fingerprint(table: Table) -> list[int]:
    """Cards of the next deal, everybody doing the last legal thing until then."""
    begin, rounds = len(table.events), len(table.reports)
    while len(table.reports) == rounds:
        table.act(table.legal()[-1])
    return [what for who, what in table.events[begin:] if who < 0]


def test_clones_with_different_generators_diverge() -> None:
    """The next deal is not in the position: clones agree on it only where they were given the same generator."""
    table = Table("pod_x", seed=6)
    same, other, third = table.clone(), table.clone(seed=1), table.clone(seed=2)
    assert same.state.tobytes() == other.state.tobytes() == third.state.tobytes()
    deals = [fingerprint(one) for one in (table, same, other, third)]
    assert deals[0] == deals[1]
    assert len({tuple(cards) for cards in deals}) == 3
    assert all(sorted(cards) == list(range(len(NAMES))) for cards in deals)


def test_resampled_worlds_have_their_own_future() -> None:
    """A world tells nothing of the next deal of the true table."""
    table = Table("pod_x", seed=7)
    worlds = [table.resample(table.seat, seed) for seed in (1, 2)]
    assert len({tuple(fingerprint(one)) for one in (table, *worlds)}) == 3
