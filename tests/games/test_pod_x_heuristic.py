"""The rule-based player of Pod-X: always legal, a function of what it sees, right where the right move is clear."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from pod_envs.core.batch import Batch
from pod_envs.core.game import Player, find_game
from pod_envs.core.rng import choose
from pod_envs.core.table import Table
from tests.games.drawn_pod_x import FOLD, PASS, deal, ids, moves, table_for
from tests.games.variants_pod_x import VARIANTS

Array = NDArray[Any]

GAME = find_game("pod_x")
HEURISTIC = GAME.player("heuristic")


def asked(batch: Batch, rows: Array, player: Player = HEURISTIC) -> Array:
    """What the player writes for `rows`, int64[B]; -7 in the rows that it leaves alone."""
    out = np.full(batch.num_tables, -7, np.int64)
    player(batch.store.params, batch.observation, batch.action_mask, batch.store.gens[1], rows, out)
    return out


def decision(table: Table, **edited: dict[int, float]) -> int:
    """What the player does at `table`; `edited` puts values into fields of its observation, by index."""
    offsets = GAME.layout(table.variant).offsets
    seen, mask = table.observe(table.seat)
    for name, values in edited.items():
        for index, value in values.items():
            seen[offsets[name] + index] = value
    out, rows = np.zeros(1, np.int64), np.zeros(1, np.int64)
    HEURISTIC(GAME.params(table.variant), seen[None], mask[None], np.zeros((1, 4), np.int64), rows, out)
    return int(out[0])


def drawn(secret: str, hands: tuple[str, ...], played: str = "", **options: Any) -> Table:
    """A table in its first round, seat A being the dealer."""
    table = deal(table_for(len(hands), **options), secret, *hands)
    if played:
        moves(table, played)
    return table


def card(name: str) -> int:
    """Id of a card, which is also the action that plays it."""
    return ids(name)[0]


# What holds in every position


@pytest.mark.parametrize("name", VARIANTS)
def test_it_is_legal_and_deterministic_with_the_player_in_all_seats(name: str) -> None:
    batch = Batch(GAME, VARIANTS[name], 32, seed=5)
    rows = np.arange(32)
    before = batch.store.gens.copy()[1]
    folded = False
    for _ in range(150):
        actions = asked(batch, rows)
        assert batch.action_mask[rows, actions].all()
        assert (asked(batch, rows[::-1].copy()) == actions).all()
        folded |= bool((actions == FOLD).any())
        batch.step(actions)
    assert folded
    assert (batch.store.gens[1] == before).all(), "it draws nothing"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_is_legal_where_others_play_at_random(seats: int) -> None:
    batch = Batch(GAME, {"num_players": seats, "tie_penalty": 1}, 256, seed=8)
    rows = np.arange(256)
    for _ in range(200):
        assert batch.action_mask[rows, asked(batch, rows)].all()
        batch.step(batch.sample())


def test_it_answers_the_rows_it_is_asked_for_and_no_other() -> None:
    batch = Batch(GAME, None, 64, seed=3)
    rows = np.arange(0, 64, 3)
    whole, part = asked(batch, np.arange(64)), asked(batch, rows)
    assert (part[rows] == whole[rows]).all()
    assert (np.delete(part, rows) == -7).all()


@pytest.mark.parametrize("options", [{"num_rounds": 1}, {"target": 1}, {"num_players": 2}])
def test_it_answers_the_observation_after_the_end_too(options: dict[str, int]) -> None:
    batch = Batch(GAME, options, 64, seed=3, auto_reset=False)
    while (batch.seat >= 0).any():
        batch.step(batch.sample(), batch.seat >= 0)
    actions = asked(batch, np.arange(64))
    assert ((actions >= 0) & (actions <= FOLD)).all()


# Positions: own cards on the table after the first lap, three seats, the sum that ends a round is 23


WEAK = ("P1 P2 P6 P7", "S3 S5 H4 P3", "S7 S1 S2 S6")  # then the secret card is P5


def test_it_folds_a_hopeless_hand() -> None:
    """B: S5 | P3 H4 S3.  A: P1.  C: S7.  No secret makes B a winner, whatever it plays.

    Public: P2 highest (C 7), P5 lowest port (A 1), S6 lowest (A 1).
    Private, against the unseen: P6 lowest (P2, S1), P7 lowest port (P2), S1 highest starboard (S6), S2 highest (P7).
    """
    assert decision(drawn("P5", WEAK, "A P1, B S5, C S7, A pass")) == FOLD


def test_the_dealer_folds_when_it_knows_that_it_cannot_win() -> None:
    """A, the dealer: P7 | P5 P6 S7, B: S1, C: P2.  Secret S6, the lowest public card: B leads and A has none lower."""
    hands = ("P7 P5 P6 S7", "S1", "P2")
    assert decision(drawn("S6", hands, "A P7, B S1, C P2")) == FOLD


def test_the_dealer_stays_in_when_it_knows_that_it_wins() -> None:
    """The same table with the highest public card as the secret's wish, P2: A's P7 leads and pays 2 stars."""
    hands = ("P7 P5 P6 S7", "S1", "P1")
    assert decision(drawn("P2", hands, "A P7, B S1, C P1")) != FOLD


LOW = ("P1 P6 P7 S7", "P5 S6", "S5")  # secret H4: the lowest public sum


def test_it_passes_when_it_leads_and_every_play_spoils_that() -> None:
    """A, the dealer: P1 | P6 P7 S7, B: P5, C: S5.  Sums 1, 5, 5: any play of A makes it 7 or more."""
    assert decision(drawn("H4", LOW, "A P1, B P5, C S5")) == PASS


def test_it_does_not_end_a_round_that_it_would_lose() -> None:
    """A: P1 | P6 P7 S7, B: P5 S6, C: S5.  Sums 1, 11, 5: any play of A ends the round at 23 or more, and C wins."""
    assert decision(drawn("H4", LOW, "A P1, B P5, C S5, A pass, B S6, C pass")) == PASS


def test_it_ends_a_round_that_it_wins_by_that() -> None:
    """A: P1 | P3 P7 S1, B: P6 S6, C: P5.  Sum 18.  Secret P2, the highest public: P7 beats the 6s, and 25 ends it."""
    hands = ("P1 P7 S1 P3", "P6 S6", "P5")
    assert decision(drawn("P2", hands, "A P1, B P6, C P5, A pass, B S6, C pass")) == card("P7")


@pytest.mark.parametrize(("secret", "shows"), [("P2", True), ("S2", False)])
def test_the_dealer_shows_or_keeps_its_best_card_as_the_secret_wants(secret: str, shows: bool) -> None:
    """A, the dealer, to make its first play: | P1 P3 P7 S1.  P2 is the highest public card, S2 the highest private."""
    table = drawn(secret, ("P1 P3 P7 S1", "S3", "P6"))
    assert (decision(table) == card("P7")) is shows


FAIR = ("P7", "P2 P5 S1 S5", "S7")  # secret S6 or any other unseen card


@pytest.mark.parametrize(("target", "action"), [(10, PASS), (1, FOLD)])
def test_points_beyond_the_target_do_not_tempt_it(target: int, action: int) -> None:
    """B: P5 | P2 S1 S5.  A: P7.  C: S7.  Seven secrets are possible, and B wins with three of them.

    P6 lowest private: S1 ties P1, 2 stars.  H4 lowest public sum: 5 to 7 and 7, 3.  S6 lowest public: 5, 3.  So passing
    pays 8 in seven rounds and folding 4; but 3 against 4 where one point is all that is missing.
    """
    assert decision(drawn("S6", FAIR, "A P7, B P5, C S7, A pass", target=target)) == action


@pytest.mark.parametrize(("rival", "action"), [(0.0, FOLD), (0.9, PASS)])
def test_it_takes_risks_when_another_seat_is_about_to_win(rival: float, action: int) -> None:
    """B, with 7 points of 10: S5 | P3 P5 S3.  A: S6.  C: P6.  B wins with one secret of seven: H4, lowest sum, 3.

    Folding would bring one point with the six others, which is of no use if C folds too, reaches 10 and has won.
    """
    table = drawn("H4", ("S6", "P3 P5 S3 S5", "P6"), "A S6, B S5, C P6, A pass")
    assert decision(table, score={0: 0.7, 1: rival}) == action


def test_the_position_of_the_tests_on_scores_is_seen_as_drawn() -> None:
    """Index 1 of B's observation is C, the next to act."""
    table = drawn("H4", ("S6", "P3 P5 S3 S5", "P6"), "A S6, B S5, C P6, A pass")
    shown = GAME.layout(table.variant).named(table.observe(1)[0])["shown"]
    assert [np.flatnonzero(row).tolist() for row in shown] == [ids("S5"), ids("P6"), ids("S6")]


# Strength


def random_player(params: Array, obs: Array, mask: Array, cells: Array, rows: Array, out: Array) -> None:
    """Uniform over the legal actions."""
    choose(mask, cells, rows, out)


def shares(rival: Player, seats: int, games: int = 1024) -> Array:
    """Its share of each win, float64[games], in one seat against `rival` in all others, places rotated."""
    batch = Batch(GAME, {"num_players": seats}, games, seed=11, auto_reset=False)
    own, out = np.arange(games) % seats, np.zeros(games, np.int64)
    while (batch.seat >= 0).any():
        for player, turn in ((HEURISTIC, batch.seat == own), (rival, (batch.seat >= 0) & (batch.seat != own))):
            rows = np.flatnonzero(turn)
            player(batch.store.params, batch.observation, batch.action_mask, batch.store.gens[1], rows, out)
        batch.step(out, batch.seat >= 0)
    won = batch.returns > 0
    share: Array = np.where(won.any(1), won[np.arange(games), own] / np.maximum(won.sum(1), 1), 1 / seats)
    return share


@pytest.mark.parametrize(
    ("name", "seats", "least"),
    [
        ("random", 4, 0.72),
        ("fold", 4, 0.30),
        ("random", 3, 0.5),
        ("fold", 3, 0.5),
        ("random", 2, 0.5),
        ("fold", 2, 0.5),
    ],
)
def test_it_beats_the_simple_players(name: str, seats: int, least: float) -> None:
    share = shares(random_player if name == "random" else GAME.player(name), seats)
    assert share.mean() - 1.96 * share.std() / len(share) ** 0.5 > least
