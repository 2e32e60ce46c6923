"""The page of Pod-X in the package says what the code does."""

from __future__ import annotations

import json
import re
from importlib.resources import files

import pytest

from pod_envs.core.game import find_game
from pod_envs.games.pod_x import cards
from tests.games.drawn_pod_x import FOLD, NAMES, PASS
from tests.games.test_pod_x_cards import REST, page_table

GAME = find_game("pod_x")
README = files("pod_envs.games.pod_x").joinpath("README.md").read_text(encoding="utf-8")


def rows(section: str) -> list[list[str]]:
    """The cells of the table under a heading, without its two head lines and without marks of style."""
    text = README.split(f"\n## {section}\n")[1].split("\n## ")[0]
    lines = [line for line in text.splitlines() if line.startswith("|")][2:]
    return [[re.sub(r"[*`]", "", cell).strip() for cell in line.strip("|").split(" |")] for line in lines]


def test_observation_table_equals_the_code() -> None:
    """The layout of the default variant, 4 seats, as the code prints it."""
    assert GAME.layout(GAME.variant(num_players=4)).table() in README


def test_observation_table_adds_up() -> None:
    """Offsets follow from the shapes, and the last field ends where the observation does."""
    offset = 0
    for begin, _, shape, *_ in rows("Observation"):
        assert int(begin) == offset
        sizes = [int(size) for size in re.findall(r"\d+", shape)]
        offset += sizes[0] * (sizes[1] if len(sizes) > 1 else 1)
    assert offset == GAME.layout(GAME.variant()).length


def test_options_are_the_pages() -> None:
    """Names in the page's order, with what they resolve to by default."""
    wanted = {"num_players": 4, **REST, "num_rounds": 0, "end_sum": 30}
    order = ["num_players", "target", "max_rounds", "num_rounds", "end_sum", "stars", "tie_penalty", "reward", "cards"]
    assert [row[:2] for row in rows("Options")] == [[name, json.dumps(wanted[name])] for name in order]
    assert all(row[2] for row in rows("Options"))


def test_cards_are_the_pages() -> None:
    """Every row of the table of section 2."""
    wanted = []
    for card, facts in enumerate(page_table()):
        words = [facts[key] for key in ("direction", "zone", "location")] + ["sum"] * (facts["measure"] == "sum")
        wanted.append([str(card), facts["name"], facts["title"] or "", str(facts["stars"]), " ".join(words)])
    assert rows("The cards") == wanted


def test_keys_of_cards_are_those_that_are_checked() -> None:
    """Every key in its order, with all words that it may have."""
    found = {key: re.findall(r'"([a-z]+)"', value) for key, value in rows("Cards of your own")}
    assert list(found) == list(cards.KEYS)
    fixed = {"side": list(dict.fromkeys(cards.SIDES))}
    assert {key: words for key, words in found.items() if words} == fixed | {k: [*w] for k, w in cards.WORDS.items()}


@pytest.mark.parametrize("label", ["reconstructed", "sourced"])
def test_the_label_is_there(label: str) -> None:
    """The page says that most of the table is reconstructed."""
    assert label in README.split("\n## The cards\n")[1].split("\n## ")[0]


def test_actions() -> None:
    """The ids that the page gives are those of the game."""
    text = README.split("\n## Actions\n")[1].split("\n## ")[0]
    assert "`Discrete(19)`" in text and GAME.num_actions(GAME.variant()) == 19
    assert (
        re.search(r"0-7\s+play Port 0, 1, 2, 3, 5, 6, 7, 8", text) and " ".join(NAMES[:8]) == "P0 P1 P2 P3 P5 P6 P7 P8"
    )
    assert re.search(r"8\s+plays Hub 4", text) and NAMES[8] == "H4"
    assert re.search(r"17\s+pass", text) and re.search(r"18\s+fold", text) and (PASS, FOLD) == (17, 18)
    for word in re.findall(r"`([^`]+)`", text.split("Notation:")[1]):
        assert GAME.action_text(GAME.variant(), GAME.parse_action(GAME.variant(), word)) == word


def test_version_history() -> None:
    """The newest line is the version that is declared."""
    assert f"\n* v{GAME.spec.version}: " in README.split("\n## Version history\n")[1]
