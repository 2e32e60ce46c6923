"""What must hold at every decision, round end and game end of Pod-X, over random games of all variants."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from pod_envs.core.table import Table
from tests.games.drawn_pod_x import FOLD, NUMBERS, PASS, deal, moves, position, table_for
from tests.games.variants_pod_x import CONFIGURATIONS, VARIANTS

GAMES = 6
EXACT = 1e-12


def play(table: Table, seed: int) -> int:
    """Play a random game, checking every position; the number of decisions."""
    rng = random.Random(seed)
    decisions, rounds, in_round = 0, 0, 0
    while table.ended is None:
        check_position(table)
        before = table.returns
        table.act(rng.choice(table.legal()))
        assert table.returns.tolist() == pytest.approx((before + table.pay).tolist(), abs=EXACT)
        decisions, in_round = decisions + 1, in_round + 1
        assert in_round <= table.variant.longest_round
        if len(table.reports) > rounds:
            rounds, in_round = rounds + 1, 0
            check_report(table)
        assert len(table.reports) == rounds
    check_position(table)
    return decisions


def check_position(table: Table) -> None:
    """Cards, folds, sums and scores of a position."""
    s, variant, drawn = table.state[0], table.variant, position(table)
    seats = range(variant.num_players)
    piles = [[drawn.secret], *drawn.tables, *drawn.hands]
    assert sorted(card for pile in piles for card in pile) == variant.deck()
    assert all(len(drawn.tables[seat]) + len(drawn.hands[seat]) == variant.hand_size for seat in seats)
    assert not s.deck.any()
    assert not s.hand[variant.num_players :].any()
    assert all(s.shown_by[card] == seat for seat in seats for card in drawn.tables[seat])
    assert (s.shown_by >= 0).sum() == s.played.sum() == sum(map(len, drawn.tables))
    assert drawn.folded.count(True) <= variant.num_players - 1
    assert s.table_sum == sum(NUMBERS[card] for pile in drawn.tables for card in pile)
    scores = [sum(report["points"][seat] for report in table.reports) for seat in seats]
    assert s.score[: variant.num_players].tolist() == scores
    check_turn(table)


def check_turn(table: Table) -> None:
    """Who is to act, and what it may do."""
    s = table.state[0]
    if table.ended is not None:
        assert table.seat == -1
        assert table.legal() == []
        assert all(len(pile) > 0 for pile in position(table).tables)
        return
    assert not s.folded[table.seat]
    assert s.table_sum < table.variant.end_sum
    assert s.pending.any()
    first_turn = s.played[table.seat] == 0
    assert table.legal() == np.flatnonzero(s.hand[table.seat]).tolist() + ([] if first_turn else [PASS, FOLD])
    assert first_turn == (s.last[table.seat] == -1)
    dealer = (table.events[0][1] + len(table.reports)) % table.variant.num_players
    assert (s.dealer, s.round_index) == (dealer, len(table.reports))


def check_report(table: Table) -> None:
    """Only 0, 1 and star values, less one under the tie penalty, are awarded [0.1.13]."""
    stars = {card["stars"] for card in table.variant.table()}
    allowed = {0, 1} | stars | {max(0, value - table.variant.tie_penalty) for value in stars}
    report = table.reports[-1]
    assert list(report) == ["secret", "hands", "points"]
    assert set(report["points"]) <= allowed
    assert report["secret"] in table.variant.deck()
    assert report["hands"] == [sorted(h) for h in report["hands"]]


def check_end(table: Table) -> None:
    """How the game ended, who won, what is told [0.1.6] [0.1.9]."""
    variant, details = table.variant, table.details()
    assert list(details) == ["scores", "rounds", "log"]
    assert details["rounds"] == len(details["log"])
    assert details["log"] == [{"secret": r["secret"], "points": r["points"]} for r in table.reports]
    scores = details["scores"]
    assert scores == [sum(entry["points"][seat] for entry in details["log"]) for seat in range(variant.num_players)]
    assert details["rounds"] == variant.num_rounds or (
        variant.num_rounds == 0 and details["rounds"] <= variant.max_rounds
    )
    reached = max(scores) >= variant.target
    assert table.ended == ("terminated" if variant.num_rounds or reached else "truncated")
    check_returns(table, scores)


def check_returns(table: Table, scores: list[int]) -> None:
    """The utilities of the page's conventions, or the score over the target [0.1.8]."""
    variant, n, returns = table.variant, len(scores), table.returns
    if variant.reward == "score":
        assert returns.tolist() == pytest.approx([score / variant.target for score in scores], abs=EXACT)
        check_score_bounds(variant, returns)
        return
    bar = max(scores) if variant.num_rounds else variant.target
    winners = [score >= bar for score in scores]
    k = sum(winners)
    paid = [(n - k) / (k * (n - 1)) if won else -1 / (n - 1) for won in winners] if 0 < k < n else [0.0] * n
    assert returns.tolist() == pytest.approx(paid, abs=EXACT)
    assert abs(returns.sum()) < EXACT
    assert abs(returns).max() <= 1


def check_score_bounds(variant: Any, returns: Any) -> None:
    """From 0 to (target + 2) / target, or 3 points a round, with the page's tables."""
    most = 3 * variant.num_rounds if variant.num_rounds else variant.target + 2
    assert (returns >= 0).all()
    if variant.cards is None:
        assert (returns <= most / variant.target + EXACT).all()


@pytest.mark.parametrize("name", VARIANTS)
def test_random_games(name: str) -> None:
    """All of the above; no game is longer than the variant says."""
    table = Table("pod_x", VARIANTS[name], seed=0)
    for seed in range(GAMES):
        table.reset(seed)
        assert play(table, seed) <= table.game.max_decisions(table.variant)
        check_end(table)


@pytest.mark.parametrize("seats", [3, 4])
def test_rewards_since_the_own_last_decision(seats: int) -> None:
    """With reward="score" every seat's rewards, each taken at its own next decision, add up to its return."""
    table, rng = Table("pod_x", {"num_players": seats, "reward": "score"}, seed=1), random.Random(1)
    taken = np.zeros(seats)
    while table.ended is None:
        taken[table.seat] += table.reward[table.seat]
        table.act(rng.choice(table.legal()))
    assert (taken + table.reward).tolist() == pytest.approx(table.returns.tolist(), abs=EXACT)


def longest(table: Table) -> int:
    """Decisions of a round in which a seat plays on only when no other that must still pass can."""
    decisions = 0
    while not table.reports:
        s = table.state[0]
        alone = sum(s.pending[seat] and s.hand[seat].any() for seat in range(4)) == 1
        first = table.legal()[0]
        table.act(first if first < PASS and (alone or s.played[table.seat] == 0) else PASS)
        decisions += 1
    return decisions


@pytest.mark.parametrize(("seats", "end_sum", "most"), [(3, 99, 33), (4, 99, 56), (3, 23, 21), (4, 30, 36), (2, 7, 8)])
def test_no_round_is_longer(seats: int, end_sum: int, most: int) -> None:
    """A bound for every threshold: a threshold that cannot be reached makes longer rounds than the page's figures."""
    table = table_for(seats, end_sum=end_sum)
    assert table.game.max_decisions(table.variant) == most * table.variant.round_limit
    deal(table, "P2", *[""] * seats)
    decisions = longest(table)
    assert decisions <= most
    assert end_sum < 99 or decisions > {3: 23, 4: 36}[seats]


def test_a_pass_is_not_binding_and_a_fold_is() -> None:
    """A passes and plays again [R8]; B folds and is skipped for the rest of the round [R9]."""
    table = deal(table_for(3, num_rounds=1), "P2", "P1 S1 P3 S3", "H4 S5 P5 S6", "P6 P7 S2 S7")
    moves(table, "A P1, B H4, C P6, A pass, B fold, C S2, A S1, C pass, A pass")
    assert table.ended == "terminated"
    assert position(table).folded == [False, True, False]


def test_an_empty_hand_passes_or_folds() -> None:
    """A has played all it had: plays are no longer legal, the turn is still asked [R7]."""
    table = deal(table_for(3, end_sum=99), "P2", "P1 S1 P3 S3", "H4 S5 P5 S6", "P6 P7 S2 S7")
    moves(table, "A P1, B H4, C P6, A S1, B pass, C pass, A P3, B pass, C pass, A S3, B pass, C pass")
    assert table.legal() == [PASS, FOLD]


def test_target_before_the_last_round() -> None:
    """With max_rounds=1 and a target of 1 whoever scores ends the game by the rules: the target is looked at first."""
    ends = set()
    for seed in range(40):
        table = Table("pod_x", {"num_players": 3, "target": 1, "max_rounds": 1}, seed=seed)
        play(table, seed)
        check_end(table)
        ends.add((table.ended, max(table.details()["scores"]) > 0))
    assert ends <= {("terminated", True), ("truncated", False)}
    assert ("terminated", True) in ends


def test_all_share_the_highest_total() -> None:
    """With num_rounds everybody at the same total gets 0 [0.1.6]: nobody can win under E4."""
    table = deal(table_for(3, num_rounds=1), "S6", "S1 S2 S3 P1", "P2 P3 P5 P6", "S7 S5 P7 H4")
    moves(table, "A S1, B P2, C S7, A fold, B pass, C pass")
    assert table.details()["scores"] == [0, 0, 0]
    assert table.returns.tolist() == [0, 0, 0]


def test_named_variants_end_both_ways() -> None:
    """The variants above reach both ends, so that both are checked."""
    ends = {name: Table("pod_x", options, seed=2) for name, options in CONFIGURATIONS.items()}
    for table in ends.values():
        play(table, 2)
    assert {table.ended for table in ends.values()} == {"terminated", "truncated"}
    assert ends["max_rounds=3"].ended == "truncated"
