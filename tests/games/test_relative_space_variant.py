"""The options of Relative Space: defaults, custom stashes and decks, and what is refused, with its sentence."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pod_envs.core.errors import VariantError
from pod_envs.core.record import dump, record_of, replay
from pod_envs.core.table import Table
from pod_envs.games.relative_space.geometry import above, down_slots, refill_order
from pod_envs.games.relative_space.variant import params_of
from tests.games.drawn_relative_space import GAME
from tests.games.reference_relative_space_stash import Layout
from tests.games.reference_relative_space_variant import DEFAULTS, card_copies, launch_kinds, resolve
from tests.games.variants_relative_space import GIFTS, VARIANTS, seated


def test_defaults_in_order() -> None:
    """Names, order and resolved values of the page."""
    assert json.dumps(GAME.variant().as_dict()) == (
        '{"num_players": 4, "stash_rows": [4, 3, 2], "face_down_rows": [0], "keycards": 1, "top_special": "reset", '
        '"refill_order": "under_first", "played_slot_counts": false, "keycard_extra_play": false, "max_turns": 400, '
        '"reward": "outcome", "cards": null}'
    )
    assert GAME.variant().as_dict() == DEFAULTS


@pytest.mark.parametrize("name", VARIANTS)
def test_every_option_as_given(name: str) -> None:
    """A record holds the options as they were given, and makes the same variant again."""
    options = seated(VARIANTS[name], 1)
    variant = GAME.variant(options)
    assert variant.as_dict() == resolve(options) == {**DEFAULTS, **options}
    assert GAME.variant(json.loads(json.dumps(variant.as_dict()))) == variant
    assert hash(GAME.variant(variant.as_dict())) == hash(variant)
    table = Table(GAME, options, seed=1)
    assert replay(dump(record_of(table))).variant == variant
    assert GAME.num_actions(variant) == 22 * sum(variant.stash_rows) + 9 == len(table.observe(0)[1])


@pytest.mark.parametrize("name", VARIANTS)
def test_geometry(name: str) -> None:
    """Covers, refill order, face-down slots, copies and LAUNCH! as the twin has them."""
    options = resolve(seated(VARIANTS[name], 0))
    rows, over_first = options["stash_rows"], options["refill_order"] == "over_first"
    theirs = Layout(rows, options["refill_order"])
    assert above(rows) == [sum(1 << over for over in covers) for covers in theirs.covered_by]
    assert refill_order(rows, over_first) == theirs.refill_order
    hidden = theirs.slots_of(options["face_down_rows"])
    assert down_slots(rows, options["face_down_rows"]) == sum(1 << slot for slot in hidden)
    params = params_of(GAME.variant(options))[0]
    assert params["copies"].tolist() == [0, *(card_copies(options)[kind] for kind in range(1, 22))]
    assert [kind for kind in range(22) if params["launch"][kind]] == sorted(launch_kinds(options))


def test_drawn_geometry() -> None:
    """Columns over a gap row, and the default stash of the page."""
    #  4 5    row 2 lies straight on row 1, which lies over the gaps of row 0
    #  2 3
    # 0 1 .
    assert above([3, 2, 2]) == [1 << 3, 1 << 3 | 1 << 4, 1 << 4, 1 << 5, 1 << 6, 0, 0]
    assert above([4, 3, 2]) == [
        *(1 << 4, 1 << 4 | 1 << 5, 1 << 5 | 1 << 6, 1 << 6, 1 << 7, 1 << 7 | 1 << 8, 1 << 8, 0, 0)
    ]
    assert refill_order([4, 3, 2], over_first=True) == [7, 8, 4, 5, 6, 0, 1, 2, 3]


def test_cards_from_a_file(tmp_path: Path) -> None:
    """A path to a JSON object stands for the object, also in the record."""
    path = tmp_path / "deck.json"
    path.write_text(json.dumps(GIFTS), encoding="utf-8")
    variant = GAME.variant(cards=str(path))
    assert variant.as_dict()["cards"] == GIFTS
    assert variant == GAME.variant(cards=GIFTS)


def test_what_is_given_stays_the_callers() -> None:
    """Changing the lists and the object afterwards changes no variant."""
    rows, deck = [4, 3, 2], {"1": {"copies": 3}}
    variant = GAME.variant(stash_rows=rows, cards=deck)
    rows.append(1)
    deck["1"]["copies"] = 0
    variant.as_dict()["cards"]["1"]["copies"] = 9
    assert (variant.as_dict()["stash_rows"], variant.as_dict()["cards"]) == ([4, 3, 2], {"1": {"copies": 3}})


ACCEPTED: list[dict[str, Any]] = [
    {"num_players": 2, "stash_rows": [5]},  # B + 2
    {"num_players": 2, "stash_rows": [4, 3], "keycard_extra_play": True},  # B + 4
    {"num_players": 2, "stash_rows": [1], "face_down_rows": [], "played_slot_counts": True},
    {"num_players": 2, "stash_rows": [2], "cards": {"BOOTS": {"copies": 0}}},
    {"num_players": 9, "stash_rows": [6, 6]},  # 108 of 108
    {"num_players": 10, "stash_rows": [4, 3, 2, 1], "face_down_rows": [3, 1]},
    {"num_players": 2, "keycards": 10**100, "max_turns": 10**100},
    {"cards": {}},
    {"cards": {"NET": {"copies": 0, "launch": False}}},
    {"face_down_rows": []},
]


@pytest.mark.parametrize("options", ACCEPTED, ids=repr)
def test_accepted(options: dict[str, Any]) -> None:
    """At the limits of the page: the game can be played to its end."""
    table = Table(GAME, options, seed=0)
    assert table.variant.as_dict() == resolve(options)
    while table.ended is None:
        table.act(table.legal()[-1])
    assert table.details()["turns"] >= 1


ROWS = "rows of at least one card, the deepest first, each as long as the one before it or one shorter"
REFUSED: dict[str, tuple[str, list[Any]]] = {
    "num_players": (
        "option 'num_players' must be an integer from 2 to 10, not {value!r}",
        [1, 11, 0, -2, True, 4.0, "4", None, [4]],
    ),
    "keycards": ("option 'keycards' must be an integer >= 0, not {value!r}", [-1, True, 1.0, "1", None]),
    "max_turns": ("option 'max_turns' must be an integer >= 1, not {value!r}", [0, -1, True, 400.0, "400", None]),
    "top_special": ("option 'top_special' must be one of 'reset', 'see_through'", ["see-through", "Reset", None, 0]),
    "refill_order": ("option 'refill_order' must be one of 'under_first', 'over_first'", ["under", None, 0, []]),
    "reward": ("option 'reward' must be one of 'outcome', 'score'", ["Score", None, 1]),
    "played_slot_counts": ("option 'played_slot_counts' must be true or false, not {value!r}", [0, 1, None, "true"]),
    "keycard_extra_play": ("option 'keycard_extra_play' must be true or false, not {value!r}", [0, 1, None, "true"]),
    "stash_rows": (
        "option 'stash_rows' must be a list of integers, not {value!r}",
        [None, 9, "432", {}, [4, True], [4, 3.0], [4, "3"], [[4]], [None]],
    ),
    "face_down_rows": (
        "option 'face_down_rows' must be a list of integers, not {value!r}",
        [None, 0, "0", {}, [False], [0.0], ["0"], [None]],
    ),
}


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, (_, values) in REFUSED.items() for value in values], ids=repr
)
def test_refused_values(name: str, value: Any) -> None:
    """The sentence names the option, what is wanted and what was seen."""
    with pytest.raises(VariantError) as caught:
        GAME.variant(**{name: value})
    assert str(caught.value).startswith(REFUSED[name][0].format(value=value))
    assert repr(value) in str(caught.value)


@pytest.mark.parametrize("rows", [[], [0], [4, 3, 2, 1, 0], [9, 7], [3, 4, 3], [4, 5], [-1], [2, 1, -1]])
def test_refused_rows(rows: list[int]) -> None:
    """Each as long as the one under it, or one shorter."""
    with pytest.raises(VariantError) as caught:
        GAME.variant(stash_rows=rows)
    assert str(caught.value).startswith(f"option 'stash_rows' must be {ROWS}")
    assert str(caught.value).endswith(f"such as [4, 3, 2], not {tuple(rows)!r}")


@pytest.mark.parametrize("down", [[0, 0], [3], [-1], [0, 1, 2, 1], [10**30]])
def test_refused_face_down_rows(down: list[int]) -> None:
    """Different rows that there are."""
    with pytest.raises(VariantError) as caught:
        GAME.variant(face_down_rows=down)
    wanted = f"option 'face_down_rows' must be different indices of rows, 0 to 2, not {tuple(down)!r}"
    assert str(caught.value) == wanted


TOO_SMALL_OR_LARGE: list[tuple[dict[str, Any], str]] = [
    ({"stash_rows": [4]}, "5 to 27 cards in all"),
    ({"stash_rows": [3, 3], "keycard_extra_play": True}, "7 to 27 cards in all"),
    ({"stash_rows": [28], "face_down_rows": []}, "5 to 27 cards in all"),
    ({"num_players": 10, "stash_rows": [11]}, "5 to 10 cards in all"),
    ({"num_players": 9, "stash_rows": [7, 6]}, "5 to 12 cards in all"),
    ({"cards": {"BOOTS": {"copies": 8}}}, "10 to 28 cards in all"),
    ({"cards": {"BOOTS": {"copies": 6}}, "keycard_extra_play": True}, "10 to 27 cards in all"),
    ({"num_players": 2, "stash_rows": [1], "face_down_rows": [], "cards": {"BOOTS": {"copies": 0}}}, "2 to 52"),
    ({"num_players": 2, "stash_rows": [61], "face_down_rows": [], "cards": {"1": {"copies": 99}}}, "5 to 60"),
    ({"num_players": 10, "cards": {str(number): {"copies": 0} for number in range(1, 13)}}, "at least 5 cards"),
]


@pytest.mark.parametrize(("options", "wanted"), TOO_SMALL_OR_LARGE, ids=repr)
def test_refused_sizes(options: dict[str, Any], wanted: str) -> None:
    """More than the deck has, or so few that a jam could leave an empty stash."""
    with pytest.raises(VariantError, match="option 'stash_rows' must be") as caught:
        GAME.variant(options)
    assert wanted in str(caught.value)
    assert f"for {options.get('num_players', 4)} players" in str(caught.value)


REFUSED_CARDS: list[tuple[Any, str]] = [
    ([], "option 'cards' must be null or an object such as"),
    (7, "option 'cards' must be null or an object such as"),
    (True, "option 'cards' must be null or an object such as"),
    ({"13": {"copies": 1}}, "option 'cards': no card is named '13'; there are 1, 2, 3"),
    ({"boots": {"copies": 1}}, "option 'cards': no card is named 'boots'"),
    ({7: {"copies": 1}}, "option 'cards': no card is named 7"),
    ({"7": {"copies": 1, "launch": False}}, "option 'cards', '7': wants an object with copies alone, not"),
    ({"7": {}}, "option 'cards', '7': wants an object with copies alone, not {}"),
    ({"7": 3}, "option 'cards', '7': wants an object with copies alone, not 3"),
    ({"NET": {"launch": True}}, "option 'cards', 'NET': wants an object with copies, and launch if it differs, not"),
    ({"NET": {"copies": 1, "text": ""}}, "option 'cards', 'NET': wants an object with copies, and launch"),
    ({"7": {"copies": -1}}, "option 'cards', '7': copies must be an integer >= 0, not -1"),
    ({"7": {"copies": True}}, "option 'cards', '7': copies must be an integer >= 0, not True"),
    ({"7": {"copies": 2.0}}, "option 'cards', '7': copies must be an integer >= 0, not 2.0"),
    ({"NET": {"copies": 1, "launch": 1}}, "option 'cards', 'NET': launch must be true or false, not 1"),
    ({"NET": {"copies": 1, "launch": None}}, "option 'cards', 'NET': launch must be true or false, not None"),
    ({"7": {"copies": 2**31}}, "option 'cards': a deck has at most 2147483647 cards"),
]


@pytest.mark.parametrize(("cards", "sentence"), REFUSED_CARDS, ids=repr)
def test_refused_cards(cards: Any, sentence: str) -> None:
    """The sentence names the card, what is wanted and what was seen."""
    with pytest.raises(VariantError) as caught:
        GAME.variant(cards=cards)
    assert str(caught.value).startswith(sentence)


@pytest.mark.parametrize("name", ["initial_pods", "stun_stacks", "optional_effects", "start_player", "Keycards"])
def test_unknown_options(name: str) -> None:
    """The constants of the page are no options, and no other name is one."""
    with pytest.raises(VariantError, match=f"unknown option '{name}'; "):
        GAME.variant(**{name: 1})


def test_zero_sum() -> None:
    """Only the default reward."""
    assert [GAME.zero_sum(GAME.variant(reward=reward)) for reward in ("outcome", "score")] == [True, False]
