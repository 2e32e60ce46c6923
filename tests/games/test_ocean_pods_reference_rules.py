"""What the Ocean Pods page settles beyond its worked examples, over the reference twin.

Drawings are as in `test_ocean_pods_reference.py`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.games.reference_ocean_pods import Game
from tests.games.reference_ocean_pods_drawn import (
    DEAR,
    FEW_CARDS,
    GOALS,
    act,
    draw,
    held,
    lying,
    names,
    open_names,
    roll,
)
from tests.games.reference_ocean_pods_scoring import progress, utilities, winners
from tests.games.reference_ocean_pods_view import observation, position

TWO = {"num_players": 2}


# Set-up and chance


def test_set_up_order() -> None:
    game = Game({"num_players": 3})
    draw(game, "ocean", 3, 1)
    assert game.weights() == ("ocean", {0: 1, 2: 1})
    draw(game, "ocean", 0)
    draw(game, "ocean", 2)  # one outcome is still an event
    draw(game, "first_player", 2)
    draw(game, "objective", 11, 0)
    assert game.probabilities() == dict.fromkeys(range(1, 11), Fraction(1, 10))
    draw(game, "objective", 5)
    draw(game, "open", 39, 0, 1, 2, 3)
    assert game.probabilities() == dict.fromkeys(range(4, 39), Fraction(1, 35))
    assert game.rounds == 0
    draw(game, "open", 4)
    assert (game.oceans, game.objectives, open_names(game)) == (
        [3, 1, 0, 2],
        [11, 0, 5],
        ["W8", "A1", "A2", "A3", "A4", "A5"],
    )
    assert (game.rounds, game.weights()) == (0, ("white", {0: 2, 1: 1, 2: 1, 3: 1, 4: 1}))
    draw(game, "white", 0, 0, 4, 3)
    assert (game.rounds, game.weights()) == (1, ("blue", {0: 2, 1: 1, 2: 2, 3: 1}))
    draw(game, "blue", 3)
    assert (game.seat(), names(game)) == (2, ["WILD_FISH", "WILD_SEAL", "WILD_OCTOPUS"])


def test_dice_go_to_the_left() -> None:
    # seat 1 was first, the last seat is 0
    game = position({"num_players": 3}, "FISH FISH - -", first=1, seat=0, open_pod=DEAR)
    act(game, "TAKE_FISH")
    roll(game, "FISH FISH FISH KRILL", "DOUBLE")
    assert (game.seat(), game.first, game.rounds, game.boat) == (2, 2, 2, 1)
    assert [shown["first"] for shown in observation(game, 1)["seats"]] == [False, True, False]


def test_lowest_slot_leaves() -> None:
    game = position({}, "SEAL KRILL FISH KRILL KRILL", open_pod=DEAR)
    act(game, "TAKE_KRILL")
    assert lying(game) == "SEAL - FISH KRILL KRILL"
    act(game, "TAKE_KRILL")
    assert lying(game) == "SEAL - FISH - KRILL"


def test_rerolls_go_slot_by_slot() -> None:
    # SEAL SEAL SEAL   mask 5  ->  slot 0, then slot 2
    game = position(TWO, "SEAL SEAL SEAL", blue="REROLL")
    act(game, "REROLL_5")
    draw(game, "reroll", 1)
    assert (game.seat(), game.legal(), game.weights()) == (None, [], ("reroll", {0: 2, 1: 1, 2: 1, 3: 1, 4: 1}))
    draw(game, "reroll", 3)
    assert lying(game) == "KRILL SEAL SEAL"


def test_wild_comes_before_the_same_die() -> None:
    game = position(TWO, "SEAL FISH FISH", blue="WILD", open_pod=DEAR)
    act(game, "WILD_SEAL", "TAKE_SEAL")
    assert held(game, 0) == "0/0/0/2/0"


def test_double_holds_for_the_next_die_alone() -> None:
    game = position(TWO, "SEAL FISH FISH", blue="DOUBLE", open_pod=DEAR)
    assert observation(game, 1)["double"]
    act(game, "TAKE_FISH", "TAKE_FISH")
    assert (held(game, 0), held(game, 1), game.double) == ("2/0/0/0/0", "1/0/0/0/0", False)


def test_double_is_gone_with_the_die() -> None:
    game = position(TWO, "FISH FISH FISH", blue="DOUBLE", open_pod="I2")
    act(game, "TAKE_FISH")
    assert (game.phase, game.double, observation(game, 1)["double"]) == ("research", False, False)


def test_double_is_gone_with_the_turn() -> None:
    game = position({**TWO, "clean_ends_turn": True}, "FISH FISH FISH", blue="DOUBLE", pod=1, open_pod=DEAR)
    act(game, "CLEAN", "TAKE_FISH")
    assert (game.plastic, held(game, 1)) == ([1, 0], "1/0/0/0/0")


# Research


def test_nothing_to_claim_is_skipped() -> None:
    # boat 0 (Atlantic): seat 0 could pay for A1 alone, which is blocked
    game = position(TWO, "FISH FISH FISH", tokens={0: "1/0/0/0/0"}, open_pod="A1 P8 I8 L8 A7 P7")
    act(game, "TAKE_FISH")
    assert (held(game, 0), game.seat(), game.phase) == ("2/0/0/0/0", 1, "resource")


def test_old_tokens_pay_and_one_card_a_turn() -> None:
    game = position(TWO, "CRAB FISH FISH", tokens={0: "4/0/0/0/0"}, boat=4, open_pod="A1 I2 L8 A8 P7 P8")
    act(game, "TAKE_CRAB")
    assert names(game) == ["CLAIM A1", "CLAIM I2", "PASS"]
    act(game, "CLAIM I2")
    draw(game, "refill", 32)
    assert (open_names(game)[:3], game.seat()) == (["A1", "W1", "L8"], 1)
    assert (held(game, 0), game.claimed) == ("2/0/1/0/0", [[17], []])


def test_pass() -> None:
    game = position(TWO, "CRAB FISH FISH", tokens={0: "4/0/0/0/0"}, boat=4, open_pod="A1 I2 L8 A8 P7 P8", research=True)
    act(game, "PASS")
    assert (game.seat(), game.chance(), game.claimed) == (1, None, [[], []])


def test_clean_ends_turn() -> None:
    game = position({**TWO, "clean_ends_turn": True}, "FISH FISH FISH", pod=1, tokens={0: "2/0/0/0/1"}, open_pod="P3")
    act(game, "CLEAN")
    assert (game.plastic, game.seat(), game.phase) == ([1, 0], 1, "resource")


def test_refill_comes_before_the_end_of_the_round() -> None:
    # the last seat reaches 12 in the last round of the limit: refill, then scoring
    game = position(
        {**TWO, "max_rounds": 1},
        "FISH - FISH",
        seat=1,
        tokens={1: "2/0/0/0/0"},
        claimed={1: "L8 P8 I1"},
        open_pod="I2 A7 A8 P7 I8",
        research=True,
    )
    assert game.card_points(1) == 11
    act(game, "CLAIM I2")
    assert (game.phase, game.over, game.triggered) == ("refill", False, True)
    draw(game, "refill", 39)
    assert (game.outcome, game.boat, open_names(game)[0]) == ("win", 0, "W8")


def test_an_empty_deck_leaves_a_slot_empty() -> None:
    # six cards alone: no event, and an empty slot that nobody can claim
    game = position(
        {**TWO, "cards": FEW_CARDS[:6]}, "SEAL FISH FISH", boat=11, tokens={0: "1/0/0/0/0"}, open_pod="0 1 2 3 4 5"
    )
    act(game, "TAKE_FISH")
    assert names(game) == ["CLAIM 0", "CLAIM 1", "CLAIM 2", "CLAIM 4", "CLAIM 5", "PASS"]
    act(game, "CLAIM 1")
    assert (game.chance(), game.seat(), open_names(game)) == (None, 1, ["0", None, "2", "3", "4", "5"])
    assert (observation(game, 0)["open"][1], observation(game, 0)["deck_size"]) == (None, 0)
    act(game, "TAKE_FISH")
    assert "CLAIM_1" not in names(game)


def test_the_last_card_turns_up() -> None:
    game = position(
        {**TWO, "cards": FEW_CARDS}, "SEAL FISH FISH", boat=11, tokens={0: "1/0/0/0/0"}, open_pod="0 1 2 3 4 5"
    )
    act(game, "TAKE_FISH", "CLAIM 5")
    assert game.probabilities() == {6: 1}
    draw(game, "refill", 6)
    assert (open_names(game)[5], game.unseen, game.seat()) == ("6", [], 1)


# The boat


@pytest.mark.parametrize(
    ("spaces", "wraps", "before", "action", "wanted"),
    [
        (3, False, 0, "BOAT_UP", (11, 0)),
        (3, False, 11, "BOAT_DOWN", (0, 0)),
        (3, False, 3, "BOAT_UP", (2, 1)),
        (3, True, 11, "BOAT_DOWN", (0, 1)),
        (1, True, 1, "BOAT_DOWN", (2, 1)),
        (1, False, 3, "BOAT_DOWN", (0, 0)),
        (1, False, 0, "BOAT_UP", (3, 0)),
        (6, True, 0, "BOAT_UP", (23, 1)),
        (6, True, 4, "BOAT_DOWN", (5, 0)),
    ],
)
def test_borders(spaces: int, wraps: bool, before: int, action: str, wanted: tuple[int, int]) -> None:
    options = {"spaces_per_ocean": spaces, "wrap_adds_plastic": wraps}
    game = position(options, "FISH FISH KRILL SEAL CRAB", blue="OCEAN", boat=before)
    act(game, action)
    assert (game.boat, game.pod) == wanted


def test_the_column_decides_what_is_blocked() -> None:
    # column Polar, Indian, Pacific, Atlantic   boat 4: Indian
    game = position({}, "FISH FISH KRILL SEAL CRAB", boat=4, oceans="LIPA", open_pod="I1 P1 L1 A1 W2 W3")
    shown = observation(game, 3)
    assert [card["blocked"] for card in shown["open"]] == [True, False, False, False, False, False]
    assert (shown["boat"], shown["boat_ocean"], shown["spaces_left"], shown["oceans"]) == (4, 1, 1, [3, 2, 1, 0])


# Ends and rewards


def last_die(options: dict[str, Any], **drawn: Any) -> Game:
    """The last seat of two takes the last die but one, and can claim nothing."""
    game = position({**TWO, **options}, "FISH - FISH", seat=1, open_pod=DEAR, **drawn)
    act(game, "TAKE_FISH")
    return game


def test_truncation_comes_after_the_boat() -> None:
    game = last_die({"max_rounds": 7}, rounds=7, boat=2, pod=1, plastic={1: 5}, claimed={1: "A1"})
    assert (game.ended, game.outcome, game.boat, game.pod, game.returns()) == ("truncated", "truncated", 3, 2, [0, 0])
    assert (game.results(), game.details()["totals"]) == (["truncated"] * 2, [0, 0])
    assert (game.details()["card_points"], game.details()["plastic"], game.rounds) == ([0, 1], [0, 5], 7)
    game = last_die({"max_rounds": 7}, rounds=7, boat=2, pod=2)
    assert (game.ended, game.outcome) == ("terminated", "all_lose")
    game = last_die({"max_rounds": 7}, rounds=6, boat=2, pod=1)
    assert (game.phase, game.rounds) == ("white", 6)


def test_final_round_boat_move_without_a_loss() -> None:
    game = last_die({"final_round_boat_move": True}, boat=2, pod=1, claimed={0: "W8 W7 W6"})
    assert (game.outcome, game.boat, game.pod, game.returns()) == ("win", 3, 2, [1.0, 0.0])


def test_loss_by_the_blue_die() -> None:
    game = position(
        {**TWO, "reward": "score"}, "FISH FISH FISH", blue="OCEAN", boat=0, pod=2, rounds=4, claimed={1: "A7"}
    )
    act(game, "BOAT_UP")
    assert (game.rounds, game.turns, game.legal(), game.seat()) == (4, [0, 0], [], None)
    assert game.rewards() == pytest.approx([-1.0, -1.0])
    assert game.returns() == pytest.approx([-1.0, 4 / 12 - 1])


def test_score_pays_at_the_claim() -> None:
    options = {**TWO, "reward": "score", "reward_scheme": "zero_sum"}
    game = position(options, "CRAB FISH FISH", tokens={0: "2/0/0/0/1"}, open_pod="P3", research=True)
    act(game, "CLAIM P3")
    draw(game, "refill", 39)
    assert game.rewards() == pytest.approx([2 / 12, 0])
    act(game, "TAKE_FISH")
    assert game.rewards() == [0, 0]
    assert game.returns() == pytest.approx([2 / 12, 0])


def test_ties_are_broken_by_tokens() -> None:
    # totals 17 and 17 with 3 and 4 tokens, worth 3 points each
    assert winners([17, 17, 16], [3, 4, 5]) == [1]
    assert winners([17, 17, 17], [4, 4, 3]) == [0, 1]


@pytest.mark.parametrize(
    ("outcome", "won", "semi_coop", "literal", "zero_sum"),
    [
        ("win", [1], [0, 1, 0], [-1, 1, -1], [-0.5, 1, -0.5]),
        ("shared", [0, 2], [0.5, 0, 0.5], [0.5, -1, 0.5], [0.5, -1, 0.5]),
        ("shared", [0, 1, 2], [1 / 3] * 3, [1 / 3] * 3, [0] * 3),
        ("all_lose", [], [-1] * 3, [-1] * 3, [0] * 3),
        ("truncated", [], [0] * 3, [0] * 3, [0] * 3),
        (None, [], [0] * 3, [0] * 3, [0] * 3),
    ],
)
def test_schemes(
    outcome: str | None, won: list[int], semi_coop: list[float], literal: list[float], zero_sum: list[float]
) -> None:
    assert utilities(outcome, won, 3, "semi_coop") == semi_coop
    assert utilities(outcome, won, 3, "literal") == literal
    assert utilities(outcome, won, 3, "zero_sum") == zero_sum


def test_own_objectives_of_a_table() -> None:
    game = position({**TWO, "objectives": GOALS}, "FISH FISH FISH", claimed={0: "W3 W5"}, objectives=["two", "fish"])
    assert [progress(one, game.cards_of(0)) for one in game.objective_table] == [2, 3, 1, 1, 1]
    assert [game.objective_points(seat) for seat in (0, 1)] == [7, 0]
