"""Matches: seats in turn, one game a table, shares that add up."""

import itertools

import numpy as np
import pytest
from numpy.typing import NDArray

from pod_envs.agents import RandomPolicy, from_spec
from pod_envs.core.batch import Batch
from pod_envs.core.game import GAMES, Game
from pod_envs.core.outcomes import outcome_shares, outcome_utilities
from training import matches
from training.matches import Estimate, match, ordered, play, table


@pytest.fixture(params=["ocean_pods", "pod_x", "polypods"])
def game(request: pytest.FixtureRequest) -> Game:
    """A game that all can lose, one with hidden cards, and one of perfect information."""
    return GAMES[request.param]


@pytest.mark.parametrize("seats", range(2, 11))
def test_win_shares_invert_the_utilities(seats: int) -> None:
    for winners in range(seats + 1):
        won, lost = outcome_utilities(winners, seats)
        returns = np.array([won] * winners + [lost] * (seats - winners))
        shares = outcome_shares(returns, seats)
        assert shares.sum() == pytest.approx(1)
        assert shares[:winners] == pytest.approx(1 / (winners or seats))


def test_a_return_that_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match=r"a return of 0.25 is none that 4 seats can have"):
        outcome_shares(np.array([1.0, 0.25]), 4)


def test_random_against_random_wins_its_part(game: Game) -> None:
    random = RandomPolicy()
    row = match(game, None or game.variant(), ("a", random), ("b", random), 4000, 1)
    assert row.win_share is not None
    wide = 4 / 1.96 * (row.win_share.high - row.win_share.mean)  # four standard errors
    lost = 0.0 if row.collective_loss is None else row.collective_loss.mean
    assert abs(row.win_share.mean - (1 - lost) / game.variant().num_players) < wide
    if game.zero_sum(game.variant()):
        assert abs(row.mean_return.mean) < 4 / 1.96 * (row.mean_return.high - row.mean_return.mean)


def test_every_seat_plays_the_same_number_of_games(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "TABLES", 3)  # in several parts
    variant = game.variant()
    returns, seats = play(game, variant, RandomPolicy(), RandomPolicy(), 7 * variant.num_players - 1, 1)
    assert np.bincount(seats).tolist() == [7] * variant.num_players
    assert len(returns) == 7 * variant.num_players


def test_parts_do_not_change_the_games(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    players = (RandomPolicy(), from_spec(next(iter(game.spec.players)), game, game.variant()))
    whole = play(game, game.variant(), *players, 40, 9)[0]
    monkeypatch.setattr(matches, "TABLES", 3)
    assert np.array_equal(whole, play(game, game.variant(), *players, 40, 9)[0])


class Seen:
    """Random, and remembers which seats it was asked for at which tables."""

    needs_log = False

    def __init__(self) -> None:
        self.seats: list[tuple[int, int]] = []

    def act(self, batch: Batch, rows: NDArray[np.int64], out: NDArray[np.int64]) -> None:
        """See Policy."""
        self.seats += [(int(row), int(batch.seat[row])) for row in rows]
        RandomPolicy().act(batch, rows, out)


def test_each_player_sits_where_it_should(game: Game) -> None:
    variant, player, others = game.variant(), Seen(), Seen()
    play(game, variant, player, others, variant.num_players, 1)
    assert {seat for _, seat in player.seats} == set(range(variant.num_players))
    asked = [[seat for seat, _ in itertools.groupby(s for _, s in each.seats)] for each in (player, others)]
    assert asked[0] == list(range(variant.num_players))  # one game from each seat, in turn
    assert set(asked[1]) == set(range(variant.num_players))


def test_returns_are_those_of_the_game(game: Game) -> None:
    """The match's return of a seat is what a batch of the same seed pays it."""
    variant, count = game.variant(), 20
    returns, seats = play(game, variant, RandomPolicy(), RandomPolicy(), count * variant.num_players, 4)
    for seat in range(variant.num_players):
        batch = Batch(game, variant, count, 4 + seat * count, auto_reset=False)
        while (batch.seat >= 0).any():
            batch.step(batch.sample(), batch.seat >= 0)
        assert returns[seats == seat] == pytest.approx(batch.returns[:, seat])


def test_matches_are_paid_by_outcome(game: Game) -> None:
    variant = game.variant(reward="score")
    assert game.measured(variant) == game.variant()
    rows = [match(game, v, ("a", RandomPolicy()), ("b", RandomPolicy()), 40, 1) for v in (variant, game.variant())]
    assert rows[0] == rows[1]


def test_intervals_cover_the_mean_as_often_as_they_say() -> None:
    rng = np.random.default_rng(0)
    inside = 0
    for _ in range(1000):
        estimate = Estimate.of((rng.random(400) < 0.3).astype(float))
        inside += estimate.low <= 0.3 <= estimate.high
    assert 920 <= inside <= 975


def test_a_table_shows_every_match(game: Game) -> None:
    random = RandomPolicy()
    rows = [
        match(game, game.variant(), (a, random), (b, random), 16, 1) for a, b in (("x", "y"), ("x", "z"), ("w", "z"))
    ]
    lines = table(rows, 4).splitlines()
    losses = rows[0].collective_loss is not None
    assert lines[0].split("  ")[0] == "win share | mean return" + " | all lose" * losses
    assert [line.split()[0] for line in lines[1:]] == ["x", "w"]
    assert "against 3 y" in lines[0]
    assert "against 3 z" in lines[0]
    assert rows[0].mean_return.text("+") in lines[1]
    assert lines[2].count("|") == 1 + losses  # w did not meet y


def test_anchors_stand_in_one_order_everywhere(game: Game) -> None:
    named = ("random", *game.spec.players)
    assert ordered(game, ()) == named
    assert ordered(game, ("a.npz", *reversed(named))) == (*named, "a.npz")
