"""The options and the tables of Ocean Pods (0.1.1, 0.1.2 and section 2 of the page), over the reference twin."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.games.reference_ocean_pods import Game
from tests.games.reference_ocean_pods_drawn import FEW_CARDS, GOALS
from tests.games.reference_ocean_pods_table import ACTIONS, blue_die, card_table, objective_table, white_die
from tests.games.reference_ocean_pods_variant import DEFAULTS, resolve

CARDS = card_table(DEFAULTS)


def changed(rows: list[dict[str, Any]], **values: Any) -> list[dict[str, Any]]:
    """A table whose last row has other values."""
    return [*rows[:-1], {**rows[-1], **values}]


def test_defaults() -> None:
    names = "num_players spaces_per_ocean boat_block_rule final_round_boat_move clean_ends_turn wrap_adds_plastic"
    more = "public_objectives max_rounds reward_scheme reward cards objectives white_die blue_die"
    assert list(resolve({})) == [*names.split(), *more.split()]
    assert resolve({}) == DEFAULTS


@pytest.mark.parametrize(
    "options",
    [
        {"players": 3},
        {"plastic_limit": 3},
        {"trigger_points": 12},
        {"ocean_order": None},
        {"num_players": 1},
        {"num_players": 6},
        {"num_players": True},
        {"num_players": 3.0},
        {"spaces_per_ocean": 0},
        {"spaces_per_ocean": 7},
        {"spaces_per_ocean": True},
        {"max_rounds": 0},
        {"max_rounds": 10.0},
        {"boat_block_rule": "All"},
        {"boat_block_rule": None},
        {"reward_scheme": "score"},
        {"reward": "semi_coop"},
        {"final_round_boat_move": 1},
        {"clean_ends_turn": 0},
        {"wrap_adds_plastic": None},
        {"public_objectives": "true"},
        {"white_die": []},
        {"white_die": ["fish"]},
        {"white_die": "FISH"},
        {"white_die": ["OCEAN"]},
        {"blue_die": ["FISH"]},
        {"blue_die": [["WILD"]]},
    ],
)
def test_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r".+"):
        resolve(options)


@pytest.mark.parametrize(
    "values",
    [
        {"id": 1},
        {"name": None},
        {"group": "dolphin"},
        {"oceans": ""},
        {"oceans": "AX"},
        {"oceans": "AA"},
        {"oceans": ["A"]},
        {"cost": [1, 0, 0, 0]},
        {"cost": [1, 0, 0, 0, -1]},
        {"cost": [1, 0, 0, 0, True]},
        {"cost": "10000"},
        {"points": -1},
        {"points": 1.0},
        {"extra": 1},
    ],
)
def test_refused_cards(values: dict[str, Any]) -> None:
    resolve({"cards": FEW_CARDS})
    with pytest.raises(ValueError, match="entry 6"):
        resolve({"cards": changed(FEW_CARDS, **values)})


@pytest.mark.parametrize(
    "values",
    [
        {"id": None},
        {"kind": "oceans"},
        {"of": "fish"},
        {"of": None},
        {"kind": "group"},
        {"kind": "cards"},
        {"kind": "different_oceans"},
        {"count": 0},
        {"count": True},
        {"points": -1},
        {"more": 0},
    ],
)
def test_refused_objectives(values: dict[str, Any]) -> None:
    resolve({"objectives": GOALS})
    with pytest.raises(ValueError, match="entry 4"):
        resolve({"objectives": changed(GOALS, **values)})


def test_tables_are_long_enough() -> None:
    assert len(resolve({"cards": FEW_CARDS[:6]})["cards"]) == 6
    for name, rows in (("cards", FEW_CARDS[:5]), ("objectives", GOALS[:4]), ("cards", "table.json"), ("cards", {})):
        with pytest.raises(ValueError, match="list of at least"):
            resolve({name: rows})


def test_tables_come_out_in_the_order_of_the_page() -> None:
    mixed = [dict(reversed(row.items())) for row in FEW_CARDS]
    assert list(resolve({"cards": mixed})["cards"][0]) == ["id", "name", "group", "oceans", "cost", "points"]
    assert resolve({"cards": mixed}) == resolve({"cards": FEW_CARDS})


# The reconstructed tables


def test_cards_cost_one_more_than_they_score() -> None:
    assert len(CARDS) == len({card["name"] for card in CARDS}) == len({card["id"] for card in CARDS}) == 40
    assert all(sum(card["cost"]) == card["points"] + 1 for card in CARDS)
    assert Counter(card["points"] for card in CARDS) == {1: 8, 2: 10, 3: 10, 4: 8, 5: 4}
    assert sum(card["points"] for card in CARDS) == 110


def test_oceans_of_the_cards() -> None:
    for ocean in "APIL":
        alone = [card for card in CARDS if card["oceans"] == ocean]
        assert sorted(card["points"] for card in alone) == [1, 1, 2, 2, 3, 3, 4, 5]
        assert [card["id"] for card in alone] == [f"{ocean}{k}" for k in range(1, 9)]
        assert sum(ocean in card["oceans"] for card in CARDS) == 12
    wide = [card for card in CARDS if len(card["oceans"]) == 2]
    assert sorted(card["points"] for card in wide) == [2, 2, 3, 3, 4, 4, 4, 4]


def test_demand_and_groups() -> None:
    assert [sum(card["cost"][kind] for card in CARDS) for kind in range(5)] == [51, 30, 22, 20, 27]
    assert Counter(card["group"] for card in CARDS) == {"DOLPHIN": 18, "BALEEN": 9, "TOOTHED": 8, "PORPOISE": 5}


def test_objectives() -> None:
    objectives = objective_table(DEFAULTS)
    assert [objective["points"] for objective in objectives] == [2, 2, 2, 2, 2, 3, 2, 3, 3, 3, 2, 2]
    trailing = [int(objective["id"][-1]) for objective in objectives]
    assert [objective["count"] for objective in objectives] == trailing
    resolve({"objectives": objectives, "cards": CARDS})  # the tables are what the options take


def test_dice() -> None:
    assert Counter(white_die(DEFAULTS)) == {0: 2, 1: 1, 2: 1, 3: 1, 4: 1}
    assert Counter(blue_die(DEFAULTS)) == {0: 2, 1: 1, 2: 2, 3: 1}


def test_action_ids() -> None:
    assert list(ACTIONS.values()) == list(range(85)) == list(range(Game({}).num_actions))
    named = {name: ACTIONS[name] for name in ("BOAT_UP", "WILD_FISH", "TAKE_OCTOPUS", "CLEAN", "CLAIM_5", "PASS")}
    assert list(named.values()) == [66, 67, 76, 77, 83, 84]
