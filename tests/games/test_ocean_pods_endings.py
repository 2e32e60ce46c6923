"""The worked examples 10 to 15 of the Ocean Pods page on the compiled engine: ends, scores and rewards.

In the drawings slots follow each other; `-` is a taken die, tokens are fish/krill/crab/seal/octopus, and the column is
Atlantic (spaces 0-2), Pacific (3-5), Indian (6-8), Polar (9-11).
"""

from __future__ import annotations

from typing import Any

import pytest

from pod_envs.core.table import Table
from tests.games.drawn_ocean_pods import DEAR, act, details, draw, held, names, place, plastic, results, seen
from tests.games.test_ocean_pods_examples import THREE, TWO, boat, card_points, last_die


def final_round(**options: Any) -> Table:
    """Order 2, 3, 0, 1; boat 2, pod 2; seat 3 has 9 points (A8 P7) and may claim L6 (0/4/0/0/0, Polar, 3 points)."""
    table = place(
        options, "- FISH FISH SEAL CRAB", seat=3, first=2, boat=2, pod=2, tokens={3: "0/4/0/0/0"},
        claimed={3: "A8 P7"}, open_pod="L6 I8 A7 P8 L8 W8", research=True,
    )  # fmt: skip
    assert (card_points(table), names(table)) == ([0, 0, 0, 9], ["CLAIM L6", "PASS"])
    act(table, "CLAIM L6")
    draw(table, "refill", 38)
    assert (card_points(table)[3], int(table.state[0].triggered), table.seat) == (12, 1, 0)
    act(table, "TAKE_FISH")
    assert (table.ended, table.seat) == (None, 1)
    act(table, "TAKE_FISH")
    return table


def test_10_final_round() -> None:
    table = final_round()
    assert (table.ended, boat(table), results(table)) == ("terminated", (2, 2), ["loss", "loss", "loss", "win"])
    assert table.returns.tolist() == [0, 0, 0, 1]
    table = final_round(final_round_boat_move=True)
    assert (table.ended, boat(table), results(table)) == ("terminated", (3, 3), ["all_lose"] * 4)
    assert table.returns.tolist() == [-1] * 4


def scored(cards: str, third: int) -> Table:
    """Cards by seat with `/` between, plastic 3, 2, `third`, 4; the last seat takes a die, and the game is scored.

    Objectives: A COUNT5, B BALEEN2, C SEALEATER2, D TOOTHED2.
    """
    claimed = dict(enumerate(cards.split(" / ")))
    table = place(
        {}, "- - - FISH FISH", seat=3, first=0, claimed=claimed, plastic={0: 3, 1: 2, 2: third, 3: 4},
        objectives=["COUNT5", "BALEEN2", "SEALEATER2", "TOOTHED2"], open_pod="L8 I8 P7 A7 W8 L7",
    )  # fmt: skip
    act(table, "TAKE_FISH")
    return table


# A: 4+4+2+1+1 = 12 and five cards (2)   B: 5+3+3+2+2 = 15   C: 5+4+3+2 = 14   D: 3+3+3 = 9 and toothed whales (3)
EXAMPLE_11 = "W6 W7 A3 A1 A2 / A8 I6 W4 P3 P4 / P8 W5 L6 W1 / A5 A6 P5"


def test_11_scores_and_ties() -> None:
    table = scored(EXAMPLE_11, third=3)
    assert details(table) == {
        "outcome": "shared",
        "card_points": [12, 15, 14, 9],
        "objective_points": [2, 0, 0, 3],
        "plastic": [3, 2, 3, 4],
        "totals": [17, 17, 17, 15],
        "objectives": [10, 5, 9, 7],
        "rounds": 1,
    }
    assert table.returns.tolist() == [0.5, 0, 0.5, 0]
    assert results(table) == ["shared", "loss", "shared", "loss"]
    table = scored(EXAMPLE_11, third=0)  # C has 14, as if it were not there
    assert (details(table)["totals"], results(table)) == ([17, 17, 14, 15], ["win", "loss", "loss", "loss"])
    table = scored(EXAMPLE_11, third=4)  # 3 points too, but a token more [0.1.6]
    assert (details(table)["totals"], results(table)) == ([17, 17, 17, 15], ["loss", "loss", "win", "loss"])


@pytest.mark.parametrize(("tokens", "points"), [*enumerate([0, 0, 2, 3, 3, 5, 5])])
def test_12_the_table_of_plastic(tokens: int, points: int) -> None:
    # seat 0 has the tokens, and nobody has a card
    table = place(TWO, "FISH FISH FISH", plastic={0: tokens})
    assert seen(table, 0)["plastic_points"].tolist() == pytest.approx([points / 5, 0])
    assert details(last_die({}, plastic={0: tokens}, claimed={1: "W8 W7 W6"}))["totals"] == [points, 12]


def test_12_collecting_across_a_step() -> None:
    # blue OCEAN   pod 2   seat 0: 3 plastic tokens
    table = place({}, "FISH FISH FISH FISH FISH", blue="OCEAN", pod=2, plastic={0: 3})
    assert float(seen(table, 0)["plastic_points"][0]) == pytest.approx(3 / 5)
    act(table, "COLLECT_ALL")
    assert plastic(table) == [5, 0, 0, 0]
    assert float(seen(table, 0)["plastic_points"][0]) == 1


def reached(cards: str, objective: str) -> bool:
    """Whether a seat's cards meet an objective; the rest of its points comes from nowhere."""
    others = [name for name in ("COUNT5", "GLOBAL4") if name != objective]
    table = place(
        TWO, "FISH - FISH", seat=1, claimed={0: cards}, objectives=[objective, others[0]], open_pod="L8 I8 P7 A7 A8 L7"
    )
    progress = float(seen(table, 0)["progress"][0])
    table.store.states["triggered"] = 1
    act(table, "TAKE_FISH")
    met = details(table)["objective_points"][0] > 0
    assert met == (progress == 1)
    return bool(met)


EXAMPLE_13 = {  # A3, W2 and L3, and whether P8 changes it
    "GLOBAL4": (True, True),
    "DOLPHIN3": (False, True),
    "PACIFIC2": (False, True),
    "SEALEATER2": (False, False),
    "SQUIDEATER3": (False, True),
    "COUNT5": (False, False),
    "ATLANTIC2": (False, False),
    "TOOTHED2": (False, False),
}


@pytest.mark.parametrize("objective", EXAMPLE_13)
def test_13_objectives(objective: str) -> None:
    # A3 Atlantic dolphin, W2 Pacific + Indian dolphin, L3 Polar toothed whale; then P8 Pacific dolphin 1/0/0/4/1
    assert (reached("A3 W2 L3", objective), reached("A3 W2 L3 P8", objective)) == EXAMPLE_13[objective]
    for cards, points in (("A3 W2 L3", 6), ("A3 W2 L3 P8", 11)):
        assert card_points(place(TWO, "FISH FISH FISH", claimed={0: cards})) == [points, 0]


def test_14_double_and_clean() -> None:
    # blue DOUBLE   pod 1
    table = place({}, "FISH FISH FISH SEAL CRAB", blue="DOUBLE", pod=1, open_pod=DEAR)
    assert seen(table, 3)["double"].tolist() == [1]
    act(table, "CLEAN")
    assert (plastic(table), held(table, 0), boat(table)) == ([1, 0, 0, 0], "0/0/0/0/0", (0, 0))
    assert seen(table, 3)["double"].tolist() == [0]
    act(table, "TAKE_FISH")
    assert held(table, 1) == "1/0/0/0/0"


@pytest.mark.parametrize(("scheme", "paid"), [("semi_coop", -1), ("literal", -1), ("zero_sum", 0)])
def test_15_rewards_of_a_collective_loss(scheme: str, paid: int) -> None:
    # boat 2, pod 2   cards 11 (A8 P8 I1), 4 (W6) and 0; nobody looks at the objectives
    table = place(
        {**THREE, "reward_scheme": scheme}, "- - FISH FISH", seat=2, first=0, boat=2, pod=2,
        claimed={0: "A8 P8 I1", 1: "W6"}, objectives=["DOLPHIN3", "COUNT5", "GLOBAL4"], open_pod="L8 I8 P7 A7 W8 L7",
    )  # fmt: skip
    act(table, "TAKE_FISH")
    assert (table.ended, table.returns.tolist(), results(table)) == ("terminated", [paid] * 3, ["all_lose"] * 3)
    assert details(table)["card_points"] == [11, 4, 0]
    assert (details(table)["objective_points"], details(table)["totals"]) == ([0] * 3, [0] * 3)


def test_15_score_pays_a_collective_loss_too() -> None:
    # the same, with the cards' points paid before: -1 for everybody
    table = last_die({"reward": "score"}, boat=2, pod=2)
    assert table.returns.tolist() == [-1, -1]
    table = place({**TWO, "reward": "score"}, "CRAB FISH FISH", tokens={0: "2/0/0/0/1"}, open_pod="P3", research=True)
    act(table, "CLAIM P3")
    assert table.returns.tolist() == pytest.approx([2 / 12, 0])
