"""The card table of Pod-X is the rules page's, says what is reconstructed, and refuses a faulty table of one's own."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

import pod_envs.games.pod_x.cards as card_module
from pod_envs.core.errors import VariantError
from pod_envs.core.game import GAMES
from pod_envs.games.pod_x.cards import KEYS, card_label, check_cards, default_cards, preset_stars

GAME = GAMES["pod_x"]
CONFIGS = Path(__file__).parents[2] / "configs" / "variants" / "pod_x"

# Section 2 of the page: card, title, stars, win condition.  What is marked * is sourced, as numbers and sides are.
PAGE = """
Port 0       -                1   highest public port sum
Port 1       -                2   highest private port
Port 2       -                2   highest public all
Port 3       The Brig*        3   highest public port
Port 5       -                3   lowest public port
Port 6       Drilling Array*  3*  lowest private all
Port 7       -                2   lowest private port
Port 8       -                1   lowest private port sum
Hub 4        Hub*             3   lowest public all sum
Starboard 0  -                1   highest public starboard sum
Starboard 1  -                2   highest private starboard
Starboard 2  -                3   highest private all
Starboard 3  -                3   highest public starboard
Starboard 5  -                3   lowest public starboard
Starboard 6  -                2   lowest public all
Starboard 7  -                2   lowest private starboard
Starboard 8  -                1   lowest private starboard sum
"""
ROWS = [[part.strip() for part in line.split("  ") if part.strip()] for line in PAGE.strip().splitlines()]
SYMMETRIC = {0: 1, 1: 2, 2: 3, 3: 3, 5: 3, 6: 3, 7: 2, 8: 1, 4: 3}  # section 2.2, by number


def page_card(name: str, title: str, stars: str, condition: str) -> dict[str, Any]:
    """A row of the page as an object of the option `cards`."""
    side, number = name.split()
    direction, zone, location, *measure = condition.split()
    facts: dict[str, Any] = {"name": name, "title": None if title == "-" else title.rstrip("*"), "side": side.lower()}
    facts |= {"number": int(number), "stars": int(stars.rstrip("*")), "direction": direction, "zone": zone}
    return facts | {"location": location, "measure": measure[0] if measure else "number"}


def page_table() -> list[dict[str, Any]]:
    """The whole table of the page, by card id."""
    return [page_card(*row) for row in ROWS]


def test_table_is_the_pages() -> None:
    """Every value, in id order; also what a variant plays with."""
    assert default_cards() == page_table()
    assert GAME.variant().table() == page_table()
    assert tuple(page_table()[0]) == KEYS


@pytest.mark.parametrize("card", range(17))
def test_labels(card: int) -> None:
    """Numbers and sides are sourced, and what the page says; all else is reconstructed."""
    _, title, stars, condition = ROWS[card]
    said = {"title": title, "stars": stars, "condition": condition, "number": "*", "side": "*"}
    for fact, text in said.items():
        assert card_label(card, fact) == ("sourced" if text.endswith("*") else "reconstructed")


def test_data_labels_every_fact_once() -> None:
    """Each of the facts that a card has is either sourced or reconstructed."""
    path = Path(card_module.__file__).with_name("cards.toml")
    for card in tomllib.loads(path.read_text(encoding="utf-8"))["card"]:
        facts = {"number", "side", "stars", "condition"} | ({"title"} if "title" in card else set())
        assert sorted(card["sourced"] + card["reconstructed"]) == sorted(facts)


def test_the_product_says_that_it_is_reconstructed() -> None:
    """The declared facts of the game carry the label."""
    assert "reconstructed" in GAME.spec.notes
    assert "sourced" in GAME.spec.notes


def count(key: str, word: str, cards: list[dict[str, Any]]) -> int:
    """How many cards have a word of their condition."""
    return sum(card[key] == word for card in cards)


def test_totals() -> None:
    """Section 2.1: 8 highest, 9 lowest; 9 public, 8 private; 6 a side, 5 for all; 5 sums with 4 seats, 1 with 3."""
    four = default_cards()
    three = [four[card] for card in GAME.variant(num_players=3).deck()]
    assert [count("direction", word, four) for word in ("highest", "lowest")] == [8, 9]
    assert [count("zone", word, four) for word in ("public", "private")] == [9, 8]
    assert [count("location", word, four) for word in ("port", "starboard", "all")] == [6, 6, 5]
    assert [count("measure", "sum", cards) for cards in (four, three)] == [5, 1]
    assert len({tuple(card[key] for key in KEYS[5:]) for card in four}) == 17


def test_stars_presets() -> None:
    """Section 2.2; mirrored stars add up to 17 a side."""
    stars = preset_stars("mirror")
    assert sum(stars[:8]) == sum(stars[9:]) == 17
    assert stars == [stars[16 - card] for card in range(17)]
    assert preset_stars("symmetric") == [SYMMETRIC[card["number"]] for card in page_table()]
    assert preset_stars("flat2") == [2] * 17


@pytest.mark.parametrize("preset", ["mirror", "symmetric", "flat2"])
def test_stars_of_a_variant(preset: str) -> None:
    """A preset changes the stars alone."""
    table = GAME.variant(stars=preset).table()
    assert [card.pop("stars") for card in table] == preset_stars(preset)
    assert table == [{key: value for key, value in card.items() if key != "stars"} for card in page_table()]


@pytest.mark.parametrize(
    ("seats", "deck"),
    [(2, "Port 1, Port 2, Hub 4, Starboard 1, Starboard 2"), (3, "1 to 7 of each side"), (4, "all")],
)
def test_decks(seats: int, deck: str) -> None:
    """4 seats have all cards, 3 leave the 0s and 8s out, 2 have five cards."""
    names = [card["name"] for card in page_table()]
    wanted = {2: deck.split(", "), 3: [name for name in names if name[-1] not in "08"], 4: names}[seats]
    variant = GAME.variant(num_players=seats)
    assert [names[card] for card in variant.deck()] == wanted
    assert len(wanted) == seats * variant.hand_size + 1


# A table of one's own -----------------------------------------------------------------------------------------------


def changed(**changes: Any) -> list[dict[str, Any]]:
    """The page's table with changes to the card P6."""
    cards = page_table()
    cards[5] |= changes
    return cards


def lacking(key: str) -> list[dict[str, Any]]:
    """The page's table, a key of P6 missing."""
    cards = page_table()
    del cards[5][key]
    return cards


def faults(key: str, values: list[Any], sentence: str) -> list[tuple[Any, str]]:
    """Tables with a wrong value at P6, and what is said about it."""
    return [(changed(**{key: value}), f"{P6}{sentence}, not {re.escape(repr(value))}") for value in values]


P6 = r"option 'cards', card 5 \(port 6\): "
EXACTLY = "wants an object with exactly the keys name, title, side, number, stars, direction, zone, location, measure"
FAULTS: list[tuple[Any, str]] = [
    ({}, r"must be null or a list of 17 cards in id order, not dict"),
    (page_table()[:16], r"must be null or a list of 17 cards in id order, not 16 cards"),
    (tuple(page_table()), r"a list of 17 cards in id order, not tuple"),
    ([*page_table()[:5], "P6", *page_table()[6:]], P6 + EXACTLY + ", not 'P6'"),
    *((lacking(key), P6 + EXACTLY) for key in KEYS),
    (changed(colour="orange"), P6 + EXACTLY),
    *faults("name", ["", None, 6], "name must be a non-empty string"),
    *faults("title", [6, []], "title must be a string or null"),
    *faults("name", ["a\ud800"], "name must be whole characters"),
    *faults("title", ["\udfff"], "title must be whole characters"),
    *faults("side", ["starboard", "Port", None, []], "side is 'port' by the card's id"),
    *faults("number", [5, 6.0, True, None], "number is 6 by the card's id"),
    *faults("stars", [-1, 10, 3.0, True, None], "stars must be an integer from 0 to 9"),
    *faults("direction", ["up", None, []], "direction must be one of highest, lowest"),
    *faults("zone", ["hand", 0], "zone must be one of public, private"),
    *faults("location", ["hub", None], "location must be one of port, starboard, all"),
    *faults("measure", ["total", True], "measure must be one of number, sum"),
    (page_table()[::-1], r"card 0 \(port 0\): side is 'port' by the card's id, not 'starboard'"),
]


@pytest.mark.parametrize(("table", "sentence"), FAULTS)
def test_faulty_table(table: Any, sentence: str) -> None:
    """The sentence names the card, what is wanted and what was seen; the same through the variant."""
    with pytest.raises(VariantError, match=sentence):
        check_cards(table)
    with pytest.raises(VariantError, match=sentence):
        GAME.variant(cards=table)


def test_own_stars_exclude_a_preset() -> None:
    """`stars` means the table's own when one is given."""
    with pytest.raises(VariantError, match=r"option 'stars' must be 'mirror' when a card table is given"):
        GAME.variant(cards=page_table(), stars="flat2")


def test_own_table_is_kept_as_given() -> None:
    """Keys in the page's order, later changes of the given list without effect."""
    given = [dict(reversed(card.items())) for card in changed(stars=9, title=None, name="Six")]
    variant = GAME.variant(cards=given)
    given[5]["stars"] = 0
    assert variant.table() == variant.as_dict()["cards"] == changed(stars=9, title=None, name="Six")
    assert all(tuple(card) == KEYS for card in variant.as_dict()["cards"])
    assert hash(variant) == hash(GAME.variant(cards=changed(stars=9, title=None, name="Six")))


# Variants as files --------------------------------------------------------------------------------------------------

FILES: dict[str, dict[str, Any]] = {
    "tiny": {"num_players": 2, "num_rounds": 1, "end_sum": 7},
    "three_seats": {"num_players": 3, "num_rounds": 0, "end_sum": 23},
    "four_seats": {"num_players": 4, "num_rounds": 0, "end_sum": 30},
    "older_threshold_3": {"num_players": 3, "num_rounds": 0, "end_sum": 20},
    "older_threshold_4": {"num_players": 4, "num_rounds": 0, "end_sum": 27},
}
REST = {"target": 10, "max_rounds": 60, "stars": "mirror", "tie_penalty": 0, "reward": "outcome", "cards": None}
PLAIN_SUMS = {7: "highest public", 16: "highest private", 9: "lowest private", 0: "lowest public"}  # section 2.1


def read(path: Path) -> dict[str, Any]:
    """Options from a file."""
    options: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return options


def test_every_file_is_tested() -> None:
    """No variant file without a test below."""
    assert {path.stem for path in CONFIGS.glob("*.json")} == {*FILES, "plain_sums"}


@pytest.mark.parametrize("name", FILES)
def test_variant_file(name: str) -> None:
    """Loads, and resolves to what its name says."""
    assert GAME.variant(**read(CONFIGS / f"{name}.json")).as_dict() == REST | FILES[name]


def test_plain_sums() -> None:
    """The 0s and 8s have plain sums, and nothing else of the page's table changes."""
    wanted = page_table()
    for card, words in PLAIN_SUMS.items():
        direction, zone = words.split()
        wanted[card] |= {"direction": direction, "zone": zone, "location": "all", "measure": "sum"}
    variant = GAME.variant(**read(CONFIGS / "plain_sums.json"))
    assert variant.table() == wanted
    assert variant.as_dict() == REST | FILES["four_seats"] | {"cards": wanted}
