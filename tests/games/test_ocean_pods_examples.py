"""The worked examples 1 to 9 of the Ocean Pods page on the compiled engine, and what its section 0.1 settles.

In the drawings slots follow each other; `-` is a taken die or an empty slot, tokens are fish/krill/crab/seal/octopus,
and the column is Atlantic (spaces 0-2), Pacific (3-5), Indian (6-8), Polar (9-11).
"""

from __future__ import annotations

from typing import Any

import pytest

from pod_envs.core.table import Table
from tests.games.drawn_ocean_pods import (
    DEAR,
    act,
    draw,
    held,
    lying,
    names,
    open_names,
    place,
    plastic,
    results,
    roll,
    seen,
)

TWO, THREE = {"num_players": 2}, {"num_players": 3}


def boat(table: Table) -> tuple[int, int]:
    """The space of the boat and the plastic in the pod."""
    return int(table.state[0].boat), int(table.state[0].pod)


def card_points(table: Table) -> list[int]:
    """The points of cards by seat."""
    return table.state[0].points[: table.variant.num_players].tolist()  # type: ignore[no-any-return]


def test_1_double_then_research() -> None:
    # blue DOUBLE   FISH FISH KRILL SEAL OCTOPUS   boat 1 (Atlantic)   seat 0: 1/0/0/0/0
    # open: P4 (1/0/0/0/2, Pacific, 2 points)
    table = place(
        {}, "FISH FISH KRILL SEAL OCTOPUS", blue="DOUBLE", boat=1, tokens={0: "1/0/0/0/0"}, open_pod=f"P4 {DEAR[:-3]}"
    )
    act(table, "TAKE_OCTOPUS")
    assert (held(table, 0), lying(table)) == ("1/0/0/0/2", "FISH FISH KRILL SEAL -")
    assert (table.seat, names(table), int(table.state[0].unseen)) == (0, ["CLAIM P4", "PASS"], 34)
    act(table, "CLAIM P4")
    assert table.reports == [{"seat": 0, "card": 11}]
    draw(table, "refill", 39)
    assert (held(table, 0), card_points(table)) == ("0/0/0/0/0", [2, 0, 0, 0])
    assert (open_names(table)[0], int(table.state[0].unseen)) == ("W8", 33)
    assert (table.seat, names(table)) == (1, ["TAKE_FISH", "TAKE_KRILL", "TAKE_SEAL"])


def test_2_wild_keeps_the_die() -> None:
    # blue WILD   CRAB FISH KRILL KRILL
    table = place(THREE, "CRAB FISH KRILL KRILL", blue="WILD", open_pod=DEAR)
    assert names(table) == ["WILD_FISH", "WILD_KRILL", "WILD_CRAB"]
    act(table, "WILD_KRILL")
    assert (held(table, 0), lying(table), table.seat) == ("0/1/0/0/0", "CRAB FISH KRILL KRILL", 0)
    act(table, "TAKE_KRILL")
    assert (held(table, 0), lying(table), table.seat) == ("0/2/0/0/0", "CRAB FISH - KRILL", 1)
    act(table, "TAKE_CRAB")
    dice_left = table.clone()
    act(dice_left, "TAKE_FISH")
    assert (held(dice_left, 1), held(dice_left, 2), dice_left.chance_kind) == ("0/0/1/0/0", "1/0/0/0/0", "white")
    assert lying(table) == "- FISH - KRILL"  # seat 2 takes one, and one is left over


def test_3_reroll_a_subset() -> None:
    # blue REROLL   SEAL SEAL FISH
    table = place(TWO, "SEAL SEAL FISH", blue="REROLL", open_pod=DEAR)
    assert names(table) == [f"REROLL_{mask}" for mask in range(8)]
    nothing = table.clone()
    act(nothing, "REROLL_0")
    assert (lying(nothing), nothing.seat, names(nothing)) == ("SEAL SEAL FISH", 0, ["TAKE_FISH", "TAKE_SEAL"])
    act(table, "REROLL_3")
    draw(table, "reroll", 4, 2)
    assert (lying(table), table.seat) == ("OCTOPUS CRAB FISH", 0)
    assert names(table) == ["TAKE_FISH", "TAKE_CRAB", "TAKE_OCTOPUS"]  # no second reroll


def test_4_cleaning() -> None:
    # FISH FISH KRILL SEAL CRAB   pod 1   seat 2: 2/0/0/0/1   open: P3 (2/0/0/0/1, Pacific)
    table = place({}, "FISH FISH KRILL SEAL CRAB", pod=1, tokens={2: "2/0/0/0/1"}, open_pod=f"P3 {DEAR[:-3]}")
    act(table, "TAKE_FISH", "TAKE_SEAL")
    assert names(table) == ["TAKE_FISH", "TAKE_KRILL", "TAKE_CRAB", "CLEAN"]
    act(table, "CLEAN")
    assert (boat(table), plastic(table), lying(table)) == ((0, 0), [0, 0, 1, 0], "- FISH KRILL - CRAB")
    assert (table.seat, names(table)) == (2, ["CLAIM P3", "PASS"])
    act(table, "PASS")
    assert (table.seat, names(table)) == (3, ["TAKE_FISH", "TAKE_KRILL", "TAKE_CRAB"])
    assert lying(table).count("-") + 1 == 5 - 2  # three dice leave in all


def last_die(options: dict[str, Any], **drawn: Any) -> Table:
    """The last seat of two takes the last die but one, and can claim nothing: the round is over."""
    table = place({**TWO, **options}, "FISH - FISH", seat=1, open_pod=DEAR, **drawn)
    act(table, "TAKE_FISH")
    return table


def test_5_border_at_the_end_of_a_round() -> None:
    # boat 2 (last space of the Atlantic)   pod 1
    table = last_die({}, boat=2, pod=1)
    assert (boat(table), table.ended, table.chance_kind) == ((3, 2), None, "white")
    for space in (4, 5):
        roll(table, "FISH FISH FISH", "DOUBLE")
        act(table, "TAKE_FISH", "TAKE_FISH")
        assert (boat(table), table.ended) == ((space, 2), None)
    roll(table, "FISH FISH FISH", "DOUBLE")
    act(table, "TAKE_FISH", "TAKE_FISH")
    assert (boat(table), table.ended, results(table)) == ((6, 3), "terminated", ["all_lose"] * 2)


def test_6_the_wrap_kills() -> None:
    # boat 11 (last of all)   pod 2   seat 0: 11 points (L8 5, P8 5, I1 1)
    rich = {0: "L8 P8 I1"}
    table = place(TWO, "FISH - FISH", seat=1, boat=11, pod=2, claimed=rich, open_pod="A8 I8 P7 A7 L7 W8")
    assert card_points(table) == [11, 0]
    act(table, "TAKE_FISH")
    assert (boat(table), table.ended, table.returns.tolist()) == ((0, 3), "terminated", [-1, -1])
    table = last_die({"wrap_adds_plastic": False}, boat=11, pod=2)
    assert (boat(table), table.ended, table.chance_kind) == ((0, 2), None, "white")


@pytest.mark.parametrize(
    ("before", "action", "after", "tokens", "lost"),
    [
        ((3, 1), "COLLECT_ALL", (3, 0), 1, False),
        ((3, 1), "BOAT_DOWN", (4, 1), 0, False),
        ((3, 1), "BOAT_UP", (2, 2), 0, False),
        ((3, 2), "BOAT_UP", (2, 3), 0, True),
        ((4, 2), "BOAT_UP", (3, 2), 0, False),
        ((0, 0), "BOAT_UP", (11, 1), 0, False),
        ((3, 0), "COLLECT_ALL", (3, 0), 0, False),
    ],
)
def test_7_blue_moves(before: tuple[int, int], action: str, after: tuple[int, int], tokens: int, lost: bool) -> None:
    # boat and pod before   ->   boat and pod after, and the plastic in front of seat 0
    table = place({}, "FISH FISH KRILL SEAL CRAB", blue="OCEAN", boat=before[0], pod=before[1], open_pod=DEAR)
    assert names(table) == ["COLLECT_ALL", "BOAT_DOWN", "BOAT_UP"]
    act(table, action)
    assert (boat(table), plastic(table)[0], lying(table)) == (after, tokens, "FISH FISH KRILL SEAL CRAB")
    assert (table.ended, table.seat) == (("terminated", -1) if lost else (None, 0))


@pytest.mark.parametrize(
    ("rule", "claims"),
    [("all", "W4 P3"), ("any", "P3"), ("presence", "I7 W4"), ("none", "I7 W4 P3")],
)
def test_8_blocking(rule: str, claims: str) -> None:
    # boat 7 (Indian)   seat 0: 2/5/0/2/1   open: I7 (Indian), W4 (Pacific + Indian), P3 (Pacific)
    table = place(
        {"boat_block_rule": rule}, "CRAB CRAB CRAB CRAB CRAB", boat=7, tokens={0: "2/5/0/2/1"},
        open_pod="I7 W4 P3 L8 I8 A8",
    )  # fmt: skip
    act(table, "TAKE_CRAB")
    assert names(table) == [*(f"CLAIM {card}" for card in claims.split()), "PASS"]
    assert seen(table, 0)["payable"].tolist() == [1, 1, 1, 0, 0, 0]
    blocked = [float(card not in claims.split()) for card in ("I7", "W4", "P3")]
    assert seen(table, 0)["blocked"].tolist()[:3] == blocked


def test_9_unblocking_with_the_blue_die() -> None:
    # boat 8 (last of the Indian)   pod 0   seat 0: 0/4/0/0/0   open: I7 (0/5/0/0/0, Indian, 4 points)
    table = place(
        {}, "KRILL FISH FISH SEAL CRAB", blue="OCEAN", boat=8, tokens={0: "0/4/0/0/0"}, open_pod="I7 L6 A8 P8 A7 P7"
    )  # fmt: skip
    assert seen(table, 0)["blocked"].tolist() == [1, 0, 0, 0, 0, 0]
    act(table, "BOAT_DOWN")
    assert boat(table) == (9, 1)
    assert seen(table, 0)["blocked"].tolist() == [0, 1, 0, 0, 0, 0]  # L6 is a one-ocean Polar card
    act(table, "TAKE_KRILL")
    assert (held(table, 0), names(table)) == ("0/5/0/0/0", ["CLAIM I7", "PASS"])
    act(table, "CLAIM I7")
    assert card_points(table) == [4, 0, 0, 0]


@pytest.mark.parametrize(("count", "due"), [(6, None), (7, "refill"), (8, "refill")])
def test_a_claim_is_refilled_while_there_is_a_deck(count: int, due: str | None) -> None:
    # FISH FISH FISH   open: C0 to C5, which cost nothing   deck: none, one card or two   ->   - C1 C2 C3 C4 C5
    free = {"name": "", "group": "DOLPHIN", "oceans": "A", "cost": [0] * 5, "points": 0}
    options = {**TWO, "boat_block_rule": "none", "cards": [{"id": f"C{k}", **free} for k in range(count)]}
    table = place(options, "FISH FISH FISH", open_pod="C0 C1 C2 C3 C4 C5")
    act(table, "TAKE_FISH", "CLAIM C0")
    assert (open_names(table), table.chance_kind) == ([None, "C1", "C2", "C3", "C4", "C5"], due)
    assert (table.seat, [card for card, _ in table.chance_outcomes()]) == (-1 if due else 1, [*range(6, count)])
