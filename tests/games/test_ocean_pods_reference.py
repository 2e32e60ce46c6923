"""The worked examples of section 7 of the Ocean Pods page, over the reference twin.

Drawings show the dice by slot, the boat's space in the column Atlantic 0-2, Pacific 3-5, Indian 6-8, Polar 9-11, the
plastic tokens of the pod, and tokens as fish/krill/crab/seal/octopus.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.reference_ocean_pods import Game
from tests.games.reference_ocean_pods_drawn import DEAR, act, draw, held, lying, names, open_names, roll
from tests.games.reference_ocean_pods_scoring import is_reached, plastic_points
from tests.games.reference_ocean_pods_view import observation, position

TWO = {"num_players": 2}
THREE = {"num_players": 3}
FILL = "A1 A2 A3 A4 A5"  # an open pod of Atlantic cards, but for one slot


def test_01_double_then_research() -> None:
    # FISH FISH KRILL SEAL OCTOPUS   DOUBLE   boat 1   seat 0: 1/0/0/0/0   P4 (1/0/0/0/2, Pacific, 2 points) in slot 5
    # TAKE_OCTOPUS  ->  FISH FISH KRILL SEAL -   seat 0: 1/0/0/0/2   CLAIM P4  ->  0/0/0/0/0, 2 points
    game = position(
        {}, "FISH FISH KRILL SEAL OCTOPUS", blue="DOUBLE", boat=1, tokens={0: "1/0/0/0/0"}, open_pod=FILL + " P4"
    )
    assert (game.phase, game.double) == ("resource", True)
    act(game, "TAKE_OCTOPUS")
    assert (held(game, 0), lying(game), names(game)) == ("1/0/0/0/2", "FISH FISH KRILL SEAL -", ["CLAIM P4", "PASS"])
    deck = len(game.unseen)
    act(game, "CLAIM P4")
    draw(game, "refill", 16)
    assert (held(game, 0), game.card_points(0), open_names(game)[5]) == ("0/0/0/0/0", 2, "I1")
    assert (deck, len(game.unseen)) == (34, 33)
    assert (game.seat(), names(game)) == (1, ["TAKE_FISH", "TAKE_KRILL", "TAKE_SEAL"])


def test_02_wild_keeps_the_die() -> None:
    # CRAB FISH KRILL KRILL   WILD   WILD_KRILL  ->  +1 krill, four dice   TAKE_KRILL  ->  CRAB FISH - KRILL
    game = position(THREE, "CRAB FISH KRILL KRILL", blue="WILD")
    assert names(game) == ["WILD_FISH", "WILD_KRILL", "WILD_CRAB"]
    act(game, "WILD_KRILL")
    assert (held(game, 0), lying(game)) == ("0/1/0/0/0", "CRAB FISH KRILL KRILL")
    act(game, "TAKE_KRILL")
    assert (held(game, 0), lying(game), game.seat()) == ("0/2/0/0/0", "CRAB FISH - KRILL", 1)
    act(game, "TAKE_KRILL", "TAKE_FISH")
    assert (lying(game), game.phase, game.rounds) == ("", "white", 1)
    assert [held(game, seat) for seat in range(3)] == ["0/2/0/0/0", "0/1/0/0/0", "1/0/0/0/0"]


def test_03_reroll_a_subset() -> None:
    # SEAL SEAL FISH   REROLL   mask 3, OCTOPUS and CRAB  ->  OCTOPUS CRAB FISH   mask 0  ->  SEAL SEAL FISH
    game = position(TWO, "SEAL SEAL FISH", blue="REROLL")
    assert game.legal() == list(range(8))
    act(game, "REROLL_3")
    draw(game, "reroll", 4, 2)
    assert (lying(game), game.phase, game.chance()) == ("OCTOPUS CRAB FISH", "resource", None)
    game = position(TWO, "SEAL SEAL FISH", blue="REROLL")
    act(game, "REROLL_0")
    assert (lying(game), game.phase, game.chance()) == ("SEAL SEAL FISH", "resource", None)


def test_04_cleaning() -> None:
    # FISH FISH KRILL SEAL CRAB   pod 1   seats 0 and 1 take dice, seat 2 cleans  ->  pod 0, three dice, and seat 3
    game = position({}, "FISH FISH KRILL SEAL CRAB", pod=1, open_pod=DEAR)
    assert names(game) == ["TAKE_FISH", "TAKE_KRILL", "TAKE_CRAB", "TAKE_SEAL", "CLEAN"]
    act(game, "TAKE_FISH", "TAKE_KRILL", "CLEAN")
    assert (game.pod, game.plastic, game.seat()) == (0, [0, 0, 1, 0], 3)
    assert (lying(game), names(game)) == ("- FISH - SEAL CRAB", ["TAKE_FISH", "TAKE_CRAB", "TAKE_SEAL"])
    left = game.dice
    act(game, "TAKE_SEAL")
    assert [die for die in left if die is not None] == [0, 2]  # FISH and CRAB are left over


def test_04_research_after_cleaning() -> None:
    # pod 1, seat 2 could pay for P1 before and may still claim it after CLEAN
    game = position({}, "- - FISH FISH FISH", seat=2, pod=1, tokens={2: "1/0/0/0/1"}, open_pod=FILL + " P1")
    act(game, "CLEAN")
    assert (game.seat(), names(game)) == (2, ["CLAIM P1", "PASS"])


def finish_round(boat: int, pod: int, claimed: dict[int, str] | None = None, **options: Any) -> Game:
    """The last seat of two takes the last die but one: what happens then."""
    game = position({**TWO, **options}, "FISH - FISH", seat=1, boat=boat, pod=pod, claimed=claimed, open_pod=DEAR)
    act(game, "TAKE_FISH")
    return game


def test_05_border_at_round_end() -> None:
    # boat 2, pod 1  ->  boat 3 enters the Pacific, pod 2;  the next border is 5 | 6, three round ends later
    game = finish_round(boat=2, pod=1)
    assert (game.boat, game.pod, game.chance()) == (3, 2, ("white", [0, 1, 2, 3, 4]))
    for boat in (4, 5, 6):
        roll(game, "FISH FISH FISH", "DOUBLE")
        act(game, "TAKE_FISH", "TAKE_FISH")
        assert game.boat == boat
    assert (game.pod, game.outcome, game.returns()) == (3, "all_lose", [-1.0, -1.0])


def test_06_wrap_kills() -> None:
    # boat 11, pod 2  ->  boat 0 enters the Atlantic, third token: all lose, even with 11 points
    game = finish_round(boat=11, pod=2, claimed={0: "W8 L7 L6"})
    assert (game.card_points(0), game.boat, game.outcome, game.ended) == (11, 0, "all_lose", "terminated")
    game = finish_round(boat=11, pod=2, claimed={0: "W8 L7 L6"}, wrap_adds_plastic=False)
    assert (game.boat, game.pod, game.phase, game.rounds) == (0, 2, "white", 1)


@pytest.mark.parametrize(
    ("boat", "pod", "action", "wanted"),
    [
        (3, 1, "COLLECT_ALL", (3, 0, 1, None)),
        (3, 1, "BOAT_DOWN", (4, 1, 0, None)),
        (3, 1, "BOAT_UP", (2, 2, 0, None)),
        (3, 2, "BOAT_UP", (2, 3, 0, "all_lose")),
        (4, 2, "BOAT_UP", (3, 2, 0, None)),
        (0, 0, "BOAT_UP", (11, 1, 0, None)),
    ],
)
def test_07_blue_move_up(boat: int, pod: int, action: str, wanted: tuple[int, int, int, str | None]) -> None:
    # OCEAN: boat and pod before, the choice  ->  boat, pod, tokens of seat 0, outcome
    game = position({}, "FISH FISH KRILL SEAL CRAB", blue="OCEAN", boat=boat, pod=pod)
    assert names(game) == ["COLLECT_ALL", "BOAT_DOWN", "BOAT_UP"]
    act(game, action)
    assert (game.boat, game.pod, game.plastic[0], game.outcome) == wanted
    assert lying(game) == "FISH FISH KRILL SEAL CRAB"
    assert game.seat() == (0 if wanted[3] is None else None)


@pytest.mark.parametrize(
    ("rule", "wanted"),
    [("all", ["W4", "P3"]), ("any", ["P3"]), ("presence", ["I7", "W4"]), ("none", ["I7", "W4", "P3"])],
)
def test_08_blocking(rule: str, wanted: list[str]) -> None:
    # boat 7 (Indian)   seat 0: 2/5/0/2/1 pays for each of I7 (Indian), W4 (Pacific + Indian), P3 (Pacific)
    game = position(
        {"boat_block_rule": rule},
        "FISH FISH KRILL SEAL CRAB",
        research=True,
        boat=7,
        tokens={0: "2/5/0/2/1"},
        open_pod="I7 W4 P3 L8 A8 P8",
    )
    assert names(game) == [*(f"CLAIM {name}" for name in wanted), "PASS"]
    shown = observation(game, 0)["open"][:3]
    assert [card["payable"] for card in shown] == [True] * 3
    assert [name for name, card in zip(("I7", "W4", "P3"), shown, strict=True) if not card["blocked"]] == wanted


def test_09_unblocking_with_the_blue_die() -> None:
    # boat 8 (Indian), pod 0   seat 0: 0/4/0/0/0   OCEAN, BOAT_DOWN  ->  boat 9 (Polar), pod 1   TAKE_KRILL, CLAIM I7
    game = position(
        {},
        "FISH FISH KRILL SEAL CRAB",
        blue="OCEAN",
        boat=8,
        tokens={0: "0/4/0/0/0"},
        open_pod="I7 L6 A8 P8 L8 I8",
    )
    act(game, "BOAT_DOWN")
    assert (game.boat, game.pod) == (9, 1)
    act(game, "TAKE_KRILL")
    assert (held(game, 0), names(game)) == (
        "0/5/0/0/0",
        ["CLAIM I7", "PASS"],
    )  # L6 costs four krill, and is blocked now
    act(game, "CLAIM I7")
    assert game.card_points(0) == 4


@pytest.mark.parametrize(("moves", "boat", "outcome"), [(False, 2, "win"), (True, 3, "all_lose")])
def test_10_final_round(moves: bool, boat: int, outcome: str) -> None:
    # order 2, 3, 0, 1   boat 2, pod 2   seat 3 has 9 points and claims P5 (3 points): 12; seats 0 and 1 still play
    game = position(
        {"final_round_boat_move": moves},
        "- FISH FISH SEAL CRAB",
        first=2,
        seat=3,
        boat=2,
        pod=2,
        tokens={3: "1/0/1/0/1"},
        claimed={3: "A8 A7"},
        open_pod="P5 A1 P8 I8 L8 P7",
    )
    assert game.card_points(3) == 9 and not game.triggered
    act(game, "TAKE_FISH", "CLAIM P5")
    draw(game, "refill", 6 + 16)
    assert (game.card_points(3), game.triggered, game.seat()) == (12, True, 0)
    act(game, "TAKE_FISH")
    assert (game.seat(), game.triggered) == (1, True)
    act(game, "TAKE_SEAL")
    assert (game.boat, game.outcome, game.over) == (boat, outcome, True)


# Objectives: A has four Atlantic cards, B no porpoise, C no toothed whale, D two baleen whales.
HANDS = {0: "A7 A6 A5 A4", 1: "P8 I8 A8", 2: "L8 P7 I7 I1", 3: "L7 L6 P3"}


def last_claim(claimed: dict[int, str]) -> Game:
    """Seat 3, the last of the final round, is about to pass."""
    return position(
        {},
        "FISH FISH - - -",
        seat=3,
        tokens={3: "2/0/0/0/0"},
        claimed=claimed,
        plastic={0: 3, 1: 2, 2: 3, 3: 4},
        open_pod="I2 W5 W6 W7 W8 W4",
        objectives=["ATLANTIC2", "PORPOISE2", "TOOTHED2", "BALEEN2"],
        research=True,
    )


def test_11_scores_and_ties() -> None:
    #      cards  objective  plastic   total
    # A      12       2       3 (3)      17     A and C share: same total, same tokens
    # B      15       0       2 (2)      17
    # C      14       0       3 (3)      17
    # D       9       3       4 (3)      15
    game = last_claim(HANDS)
    act(game, "PASS")
    assert game.details() == {
        "outcome": "shared",
        "card_points": [12, 15, 14, 9],
        "objective_points": [2, 0, 0, 3],
        "plastic": [3, 2, 3, 4],
        "totals": [17, 17, 17, 15],
        "objectives": [0, 8, 7, 5],
        "rounds": 1,
    }
    assert (game.returns(), game.results()) == ([0.5, 0.0, 0.5, 0.0], ["shared", "loss", "shared", "loss"])


def test_11_without_c_a_wins_alone() -> None:
    # A 12 + 2 + 3 = 17 with three tokens, B 15 + 0 + 2 = 17 with two: A alone
    game = last_claim({**HANDS, 2: ""})
    act(game, "PASS")
    assert (game.details()["totals"], game.outcome) == ([17, 17, 3, 15], "win")
    assert (game.returns(), game.results()) == ([1.0, 0.0, 0.0, 0.0], ["win", "loss", "loss", "loss"])


def test_12_collect_across_a_step_of_the_table() -> None:
    # seat 0 has 3 tokens (3 points)   OCEAN, COLLECT_ALL with pod 2  ->  5 tokens, 5 points
    game = position({}, "FISH FISH KRILL SEAL CRAB", blue="OCEAN", pod=2, plastic={0: 3})
    act(game, "COLLECT_ALL")
    assert (game.pod, game.plastic[0], plastic_points(5)) == (0, 5, 5)
    assert [plastic_points(tokens) for tokens in range(7)] == [0, 0, 2, 3, 3, 5, 5]


def reached(game: Game, seat: int) -> set[str]:
    """The objectives that the cards of a seat reach."""
    return {one["id"] for one in game.objective_table if is_reached(one, game.cards_of(seat))}


def test_13_objectives() -> None:
    # A3 (Atlantic, dolphin) W2 (Pacific + Indian, dolphin) L3 (Polar, toothed): 6 points; then P8 (Pacific, dolphin)
    game = position(TWO, "FISH FISH FISH", claimed={0: "A3 W2 L3"})
    assert (game.card_points(0), reached(game, 0)) == (6, {"GLOBAL4"})
    game = position(TWO, "FISH FISH FISH", claimed={0: "A3 W2 L3 P8"}, objectives=["PACIFIC2", "COUNT5"])
    assert game.card_points(0) == 11
    assert reached(game, 0) == {"GLOBAL4", "DOLPHIN3", "PACIFIC2", "SQUIDEATER3"}
    assert observation(game, 0)["own"] == {"objective": 1, "has": 2, "count": 2}


def test_14_double_and_clean() -> None:
    # DOUBLE, pod 1   CLEAN  ->  one token of plastic alone, nothing doubled;  seat 1 gets one token for a die
    game = position(TWO, "FISH FISH KRILL", blue="DOUBLE", pod=1, open_pod=DEAR)
    act(game, "CLEAN")
    assert (game.plastic, held(game, 0), game.pod, game.double) == ([1, 0], "0/0/0/0/0", 0, False)
    act(game, "TAKE_FISH")
    assert held(game, 1) == "1/0/0/0/0"


def test_15_collective_loss_rewards() -> None:
    # card points 11, 4, 0   boat 5, pod 2, the last seat takes a die: third token
    game = position(
        THREE,
        "FISH FISH - -",
        seat=2,
        boat=5,
        pod=2,
        claimed={0: "A8 I5 L6", 1: "A7"},
        open_pod="L8 I8 P7",
        objectives=["BALEEN2", "BALEEN2", "COUNT5"],
    )
    act(game, "TAKE_FISH")
    assert (game.returns(), game.results()) == ([-1.0] * 3, ["all_lose"] * 3)
    assert game.details() == {
        "outcome": "all_lose",
        "card_points": [11, 4, 0],
        "objective_points": [0, 0, 0],
        "plastic": [0, 0, 0],
        "totals": [0, 0, 0],
        "objectives": [5, 5, 10],
        "rounds": 1,
    }
