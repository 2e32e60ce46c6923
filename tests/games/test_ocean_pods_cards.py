"""The components of Ocean Pods keep the page's design rules, say that they are reconstructed, and are the page's."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pod_envs.games.ocean_pods.components as module
from pod_envs.games.ocean_pods.components import cards_table, dice_table, objectives_table, printed
from tests.games.drawn_ocean_pods import GAME
from tests.games.reference_ocean_pods_table import BLUE_DIE, WHITE_DIE, card_table, objective_table
from tests.games.reference_ocean_pods_variant import DEFAULTS

DATA: dict[str, Any] = tomllib.loads(Path(module.__file__).with_name("components.toml").read_text(encoding="utf-8"))
CARDS = printed("cards")
ENTRIES = [DATA["dice"], *DATA["card"], *DATA["objective"]]


# The page's tables --------------------------------------------------------------------------------------------------


def test_tables_are_the_pages() -> None:
    """Every value, in the page's order; also what a variant plays with."""
    wanted = {"cards": card_table(DEFAULTS), "objectives": objective_table(DEFAULTS)}
    wanted |= {"white_die": WHITE_DIE, "blue_die": BLUE_DIE}  # type: ignore[dict-item]
    for name, table in wanted.items():
        assert printed(name) == GAME.variant().table(name) == table
    assert [list(card) for card in CARDS] == [list(card) for card in wanted["cards"]]


@pytest.mark.parametrize("number", range(len(ENTRIES)))
def test_everything_is_reconstructed(number: int) -> None:
    """No source tells a card, an objective, or which faces of the dice repeat, so no fact of theirs may claim one."""
    assert ENTRIES[number]["sourced"] == []


def test_the_product_says_that_it_is_reconstructed() -> None:
    """The data file, the declared facts, the tables for readers and the picture carry the label."""
    text = Path(module.__file__).with_name("components.toml").read_text(encoding="utf-8")
    assert "RECONSTRUCTED" in text.split("[dice]")[0]
    assert "reconstructed" in GAME.spec.notes and "sourced" in GAME.spec.notes
    for table in (cards_table(), objectives_table(), dice_table()):
        assert "*Italics*" in table and table.rstrip().endswith("reconstructed.")
    for table in (cards_table(), objectives_table()):
        rows = [line for line in table.splitlines() if line.startswith("|")][2:]
        assert all(cell.startswith("*") and cell.endswith("*") for row in rows for cell in row[2:-2].split(" | ")[1:])


def test_tables_for_readers_have_a_row_an_entry() -> None:
    """40 cards, 12 objectives, 2 dice."""
    rows = [table.count("\n| ") - 1 for table in (cards_table(), objectives_table(), dice_table())]
    assert rows == [len(DATA["card"]), len(DATA["objective"]), 2] == [40, 12, 2]


# Design rules of the deck (section 2.3) -----------------------------------------------------------------------------


def points(cards: list[dict[str, Any]]) -> list[int]:
    """The points of some cards, ascending."""
    return sorted(card["points"] for card in cards)


def test_forty_different_animals() -> None:
    """Names and ids occur once."""
    assert len({card["name"] for card in CARDS}) == len({card["id"] for card in CARDS}) == len(CARDS) == 40


def test_cost_is_points_and_one() -> None:
    """The rule of the prices, for every card."""
    assert [sum(card["cost"]) for card in CARDS] == [card["points"] + 1 for card in CARDS]


@pytest.mark.parametrize("ocean", "APIL")
def test_one_ocean(ocean: str) -> None:
    """8 cards live there alone, worth 21 points, and 12 in all."""
    alone = [card for card in CARDS if card["oceans"] == ocean]
    assert points(alone) == [1, 1, 2, 2, 3, 3, 4, 5]
    assert sum(points(alone)) == 21
    assert sum(ocean in card["oceans"] for card in CARDS) == 12


def test_wide_ranging_cards() -> None:
    """8 cards live in two oceans, each in a different pair or another animal of it."""
    wide = [card for card in CARDS if len(card["oceans"]) == 2]
    assert points(wide) == [2, 2, 3, 3, 4, 4, 4, 4]
    assert [card["id"] for card in wide] == [f"W{k}" for k in range(1, 9)]
    assert {len(card["oceans"]) for card in CARDS} == {1, 2}


def test_points_of_the_deck() -> None:
    """Eight 1s, ten 2s, ten 3s, eight 4s, four 5s: 110 points."""
    assert Counter(points(CARDS)) == {1: 8, 2: 10, 3: 10, 4: 8, 5: 4}
    assert sum(points(CARDS)) == 110


def test_demand() -> None:
    """150 tokens by kind, and no card asks for nothing."""
    assert np.array([card["cost"] for card in CARDS]).sum(axis=0).tolist() == [51, 30, 22, 20, 27]
    assert all(sum(card["cost"]) > 0 for card in CARDS)


def test_groups() -> None:
    """18 dolphins, orcas included, 9 baleen whales, 8 toothed whales, 5 porpoises."""
    assert Counter(card["group"] for card in CARDS) == {"DOLPHIN": 18, "BALEEN": 9, "TOOTHED": 8, "PORPOISE": 5}
    assert all(card["group"] == "DOLPHIN" for card in CARDS if "orca" in card["name"])


# Objectives and dice ------------------------------------------------------------------------------------------------


def test_objectives() -> None:
    """12 of 2 or 3 points (F19: 2 is a normal sight), all of which can be reached with at most five cards."""
    goals = printed("objectives")
    assert Counter(goal["points"] for goal in goals) == {2: 8, 3: 4}
    assert all(2 <= goal["count"] <= 5 for goal in goals)
    assert len({(goal["kind"], goal["of"]) for goal in goals}) == len({goal["id"] for goal in goals}) == 12


def test_dice() -> None:
    """Six faces each; FISH, DOUBLE and OCEAN are on two of them."""
    assert Counter(printed("white_die")) == {"FISH": 2, "KRILL": 1, "CRAB": 1, "SEAL": 1, "OCTOPUS": 1}
    assert Counter(printed("blue_die")) == {"DOUBLE": 2, "OCEAN": 2, "REROLL": 1, "WILD": 1}


@pytest.mark.parametrize(("rule", "blocked"), [("all", 8), ("any", 12), ("presence", 28), ("none", 0)])
@pytest.mark.parametrize("ocean", "APIL")
def test_blocked_cards(rule: str, blocked: int, ocean: str) -> None:
    """As many of the 40 are blocked wherever the boat is (section 8)."""
    lives_there = [ocean in card["oceans"] for card in CARDS]
    only_there = [card["oceans"] == ocean for card in CARDS]
    counts = {"all": sum(only_there), "any": sum(lives_there), "presence": 40 - sum(lives_there), "none": 0}
    assert counts[rule] == blocked
