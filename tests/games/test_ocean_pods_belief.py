"""Resampling in Ocean Pods: nothing hidden shows, every world is possible, and all worlds are equally likely."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from itertools import permutations
from math import sqrt
from typing import Any

import numpy as np
import pytest
from scipy import stats

from pod_envs.core.table import Table
from tests.games.drawn_ocean_pods import GAME, draw
from tests.games.leak_ocean_pods import (
    VARIANTS,
    Count,
    Leak,
    check_game,
    look_at,
    main,
    shown_to,
    true_world,
    worlds_left,
)
from tests.games.reference_ocean_pods import Game as Twin
from tests.games.reference_ocean_pods_scoring import progress
from tests.games.reference_ocean_pods_view import worlds

GAMES = 2  # of each variant, the last one looked at between draws too; in full: python -m tests.games.leak_ocean_pods
EVERY = 30  # of the decisions is looked at
EACH = 10  # resamples a world
SIGMAS = 5


@pytest.mark.parametrize("name", VARIANTS)
def test_what_a_seat_cannot_know_does_not_show(name: str) -> None:
    """At decisions, between draws and at the end, for every seat; and the worlds differ as they should."""
    count = Count()
    for seed in range(GAMES):
        check_game(VARIANTS[name], seed, count, draws=seed == GAMES - 1, every=EVERY)
    assert (count.moved == 0) == VARIANTS[name].get("public_objectives", False)
    assert abs(count.moved - count.expected) <= SIGMAS * sqrt(count.variance)


def spoiled_observation(table: Table, seat: int) -> Any:
    """An observation with somebody else's objective in it."""
    observation, mask = Table.observe(table, seat)
    observation[0] = table.state[0].objective[(seat + 1) % table.variant.num_players]
    return observation, mask


def spoiled_mask(table: Table, seat: int) -> Any:
    """A mask that depends on somebody else's objective."""
    observation, mask = Table.observe(table, seat)
    mask[table.state[0].objective[(seat + 1) % table.variant.num_players]] ^= 1
    return observation, mask


def spoiled_text(table: Table, seat: int) -> str:
    """An information state that ends with all objectives."""
    return f"{Table.information_state(table, seat)}\n{true_world(table)}"


def spoiled_picture(table: Table, seat: int | None = None) -> str:
    """A picture in which the last seat's objective shows."""
    return f"{Table.picture(table, seat)}\n{true_world(table)[-1]}"


def lazy_resample(table: Table, seat: int, rng: Any) -> Table:
    """A resampled world whose log was forgotten."""
    world = Table.resample(table, seat, rng)
    world.store.log[:] = table.store.log
    return world


@pytest.mark.parametrize(
    ("method", "faulty"),
    [
        ("observe", spoiled_observation),
        ("observe", spoiled_mask),
        ("information_state", spoiled_text),
        ("picture", spoiled_picture),
        ("resample", lazy_resample),
    ],
)
def test_the_check_notices(method: str, faulty: Callable[..., Any]) -> None:
    """A fault at one place is found, so that silence says something."""

    class Faulty(Table):
        pass

    setattr(Faulty, method, faulty)
    table = Table(GAME, seed=1)
    table.__class__ = Faulty
    with pytest.raises(Leak):
        look_at(table, np.random.default_rng(1), Count())


def test_command(capsys: pytest.CaptureFixture[str]) -> None:
    """One line that counts what was seen."""
    assert main(["--games", "1", "--seed", "5"]) == 0
    assert capsys.readouterr().out.startswith(f"1 games of {len(VARIANTS)} variants, no leak: ")


# All worlds are equally likely --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "seat", "number"), [(2, 1, 11), (3, 0, 110), (4, 2, 990)])
def test_all_worlds_are_equally_likely(seats: int, seat: int, number: int) -> None:
    """Ten and more resamples a world against the uniform distribution over the twin's: chi-square, fixed seed."""
    table, rng = Table(GAME, {"num_players": seats}, seed=7), np.random.default_rng(20_000)
    possible = list(worlds(twin_of(table), seat))
    assert len(possible) == len(set(possible)) == worlds_left(table, seat) == number
    found = Counter(tuple(true_world(table.resample(seat, rng))) for _ in range(max(1000, EACH * number)))
    assert set(found) == set(possible)
    assert stats.chisquare([found[world] for world in possible]).pvalue > 0.001


def test_weighted_worlds_are_as_likely_as_the_product_of_their_weights() -> None:
    """An objective weighs 1, and 1 more for each claim that counts for it, up to what it needs: chi-square, fixed seed.

    Seat 1 looks, after a while in which all have claimed what they could.
    """
    table = Table(GAME, {"num_players": 3}, seed=2)
    while len(table.reports) < 8:
        table.act(min(table.legal(), key=lambda action: (not 78 <= action < 84, action)))
    goals, cards = table.variant.table("objectives"), table.variant.table("cards")
    own = true_world(table)[1]
    claimed = [[cards[told["card"]] for told in table.reports if told["seat"] == seat] for seat in range(3)]
    assert all(claimed)
    weights = [[1 + min(progress(goal, claims), goal["count"]) for goal in goals] for claims in claimed]
    left = [k for k in range(len(goals)) if k != own]
    wanted = {(a, own, b): weights[0][a] * weights[2][b] for a, b in permutations(left, 2)}
    assert len(set(wanted.values())) > 3
    rng, count = np.random.default_rng(20_000), 20_000
    found = Counter(tuple(true_world(table.resample(1, rng, weighted=True))) for _ in range(count))
    assert set(found) <= set(wanted)
    expected = np.array(list(wanted.values())) * count / sum(wanted.values())
    assert stats.chisquare([found[world] for world in wanted], expected).pvalue > 0.001
    assert stats.chisquare([found[world] for world in wanted]).pvalue < 1e-9  # nothing like uniform


@pytest.mark.parametrize("dealt", [0, 1, 2])
def test_weighted_worlds_while_objectives_are_dealt(dealt: int) -> None:
    """Only what has been dealt is drawn, and the seat's own objective stays."""
    table = Table(GAME, {"num_players": 3}, seed=0, explicit_chance=True)
    draw(table, "ocean", 0, 1, 2, 3)
    draw(table, "first_player", 1)
    draw(table, "objective", *[11, 2][:dealt])
    world = true_world(table.resample(1, 4, weighted=True))
    assert [goal >= 0 for goal in world] == [k < dealt for k in range(3)]
    assert dealt < 2 or world[1] == 2


def test_worlds_of_five_seats() -> None:
    """7,920 worlds: every objective of every other seat, and every pair of two seats, equally often."""
    table, rng = Table(GAME, {"num_players": 5}, seed=8), np.random.default_rng(5)
    assert worlds_left(table, 3) == 7920
    found = [true_world(table.resample(3, rng)) for _ in range(3000)]
    assert all(len(set(world)) == 5 and world[3] == true_world(table)[3] for world in found)
    for one in (0, 1, 2, 4):
        single = Counter(world[one] for world in found)
        assert len(single) == 11 and stats.chisquare(list(single.values())).pvalue > 0.001
    pairs = Counter((world[0], world[4]) for world in found)
    assert len(pairs) == 110 and stats.chisquare(list(pairs.values())).pvalue > 0.001


def twin_of(table: Table) -> Twin:
    """The slow twin at the same position."""
    game = Twin(table.variant.as_dict())
    for who, what in table.events:
        (game.apply_chance if who < 0 else game.apply)(what)
    return game


def test_between_two_draws() -> None:
    """Two of three objectives dealt: seat 0 knows its own, seat 1 too, seat 2 knows neither."""
    table = Table(GAME, {"num_players": 3}, seed=0, explicit_chance=True)
    draw(table, "ocean", 0, 1, 2, 3)
    draw(table, "first_player", 1)
    draw(table, "objective", 7, 2)
    rng = np.random.default_rng(3)
    for seat, number in ((0, 11), (1, 11), (2, 132)):
        assert worlds_left(table, seat) == number
        found = Counter(tuple(true_world(table.resample(seat, rng))) for _ in range(20 * number))
        assert len(found) == number and {world[2] for world in found} == {-1}
        assert stats.chisquare(list(found.values())).pvalue > 0.001


# Independence -------------------------------------------------------------------------------------------------------


def other_world(table: Table, goals: list[int]) -> Table:
    """The same public history with other objectives."""
    world = table.clone()
    world.store.states["objective"][0, : len(goals)] = goals
    at = [k for k, (who, _) in enumerate(table.events) if who == -3]
    world.store.log[0, at, 1] = goals
    return world


@pytest.mark.parametrize("seed", range(5))
def test_equal_knowledge_and_equal_draws_give_the_equal_world(seed: int) -> None:
    """Whatever is true, and whatever the generators of the table hold."""
    rng, table = random.Random(seed), Table(GAME, {"num_players": 4}, seed=seed)
    for _ in range(20):
        table.act(rng.choice(table.legal()))
    own = true_world(table)[1]
    for _ in range(10):
        goals = rng.sample([k for k in range(12) if k != own], 3)
        other = other_world(table, [goals[0], own, *goals[1:]])
        other.store.seed(rng.randrange(10**6))
        one, two = table.resample(1, 9), other.resample(1, 9)
        assert one.state.tobytes() == two.state.tobytes() and one.events == two.events
        assert one.store.gens.tobytes() == two.store.gens.tobytes()
        assert one.store.obs.tobytes() == two.store.obs.tobytes()


def test_resampling_follows_its_generator() -> None:
    """The same generator gives the same world; the table itself is left alone."""
    table = Table(GAME, seed=5)
    before = (table.state.tobytes(), table.events)
    found = [true_world(table.resample(1, seed)) for seed in (1, 1, 2)]
    assert found[0] == found[1] != found[2]
    assert (table.state.tobytes(), table.events) == before


def test_resampled_worlds_have_their_own_future() -> None:
    """A world tells nothing of the next draws of the true table."""
    table = Table(GAME, seed=7)
    futures = set()
    for one in (table, table.resample(table.seat, 1), table.resample(table.seat, 2)):
        begin = len(one.events)
        while len([who for who, _ in one.events[begin:] if who < 0]) < 12:
            one.act(one.legal()[-1])
        futures.add(tuple(what for who, what in one.events[begin:] if who < 0)[:12])
    assert len(futures) == 3


def test_after_the_end_the_copy_is_equal() -> None:
    """The infos tell all objectives then, so there is one world."""
    table, rng = Table(GAME, {"num_players": 3}, seed=4), random.Random(4)
    while table.ended is None:
        table.act(rng.choice(table.legal()))
    for seat in range(3):
        world = table.resample(seat, 1)
        assert world.state.tobytes() == table.state.tobytes()
        assert world.events == table.events and world.details() == table.details()
        assert shown_to(world, seat) == shown_to(table, seat)
