"""The options of Ocean Pods: defaults, tables of one's own, and what is refused, with its sentence."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

import pod_envs.games.ocean_pods.variant as variant_module
from pod_envs.core.errors import RecordError, VariantError
from pod_envs.core.record import dump, record_of, replay
from pod_envs.core.table import Table
from tests.games.drawn_ocean_pods import GAME
from tests.games.reference_ocean_pods_table import CARD_KEYS, OBJECTIVE_KEYS
from tests.games.reference_ocean_pods_variant import DEFAULTS, resolve
from tests.games.variants_ocean_pods import FIVE_GOALS, SEVEN_CARDS, VARIANTS, seated

LARGE = 2**31 - 1


def test_defaults_in_order() -> None:
    """Names, order and resolved values of the page."""
    assert (
        json.dumps(GAME.variant().as_dict())
        == json.dumps(DEFAULTS)
        == (
            '{"num_players": 4, "spaces_per_ocean": 3, "boat_block_rule": "all", "final_round_boat_move": false, '
            '"clean_ends_turn": false, "wrap_adds_plastic": true, "public_objectives": false, "max_rounds": 100, '
            '"reward_scheme": "semi_coop", "reward": "outcome", "cards": null, "objectives": null, "white_die": null, '
            '"blue_die": null}'
        )
    )


@pytest.mark.parametrize("name", VARIANTS)
def test_resolved_as_the_twin_does(name: str) -> None:
    """All values, in the same order; resolving them again changes nothing; equal variants hash equal."""
    options = seated(VARIANTS[name], 2)
    variant = GAME.variant(**options)
    assert json.dumps(variant.as_dict()) == json.dumps(resolve(options))
    again = GAME.variant(**variant.as_dict())
    assert again == variant and hash(again) == hash(variant)
    assert GAME.layout(again) is GAME.layout(variant)


def test_every_option_has_a_meaning() -> None:
    """What a reader is told has an entry an option, in any order."""
    assert set(GAME.spec.variant.meanings) == set(DEFAULTS)


# Refusals -----------------------------------------------------------------------------------------------------------

REFUSED: dict[str, tuple[str, list[Any]]] = {
    "num_players": ("an integer from 2 to 5", [1, 6, 0, -2, True, 2.0, "2", None, [3]]),
    "spaces_per_ocean": ("an integer from 1 to 6", [0, 7, -1, True, 3.0, "3", None]),
    "boat_block_rule": ("one of 'all', 'any', 'presence', 'none'", ["All", "", None, True, 0, ["all"]]),
    "final_round_boat_move": ("true or false", [0, 1, None, "true", 1.0]),
    "clean_ends_turn": ("true or false", [0, 1, None, "false", []]),
    "wrap_adds_plastic": ("true or false", [0, 1, None, "yes"]),
    "public_objectives": ("true or false", [0, 1, None, {}]),
    "max_rounds": ("an integer >= 1", [0, -1, True, 100.0, "100", None]),
    "reward_scheme": ("one of 'semi_coop', 'literal', 'zero_sum'", ["semi", "coop", None, 0, "ZERO_SUM"]),
    "reward": ("one of 'outcome', 'score'", ["Score", "", None, 0, []]),
}


@pytest.mark.parametrize(
    "option", [(name, value) for name, (_, values) in REFUSED.items() for value in values], ids=repr
)
def test_refused_values(option: tuple[str, Any]) -> None:
    """The sentence names the option, what is wanted and what was seen; the twin refuses the same."""
    name, value = option
    with pytest.raises(VariantError) as caught:
        GAME.variant(**{name: value})
    assert str(caught.value).startswith(f"option {name!r} must be {REFUSED[name][0]}")
    assert str(caught.value).endswith(f", not {value!r}")
    with pytest.raises(ValueError, match=name):
        resolve({name: value})


CONSTANTS = (
    "ocean_order backward_adds_plastic backward_from_start plastic_limit initial_plastic double_doubles_plastic "
    "blue_ocean_split wild_source white_die_faces blue_die_faces open_pod_size trigger_points plastic_score_table "
    "resource_supply seed Cards"
)


@pytest.mark.parametrize("name", CONSTANTS.split())
def test_unknown_options(name: str) -> None:
    """Any other name is refused, those of section 10 included, even with the value that is a constant."""
    with pytest.raises(VariantError, match=f"unknown option '{name}'; "):
        GAME.variant(**{name: None})


def test_a_near_word_is_offered() -> None:
    """A slip of the hand is named."""
    with pytest.raises(VariantError, match=r"\(did you mean 'presence'\?\), not 'presense'"):
        GAME.variant(boat_block_rule="presense")


# Tables of one's own ------------------------------------------------------------------------------------------------


def changed(table: list[dict[str, Any]], **changes: Any) -> list[dict[str, Any]]:
    """The table with changes to its entry 3."""
    other = copy.deepcopy(table)
    other[3] |= changes
    return other


def lacking(table: list[dict[str, Any]], key: str) -> list[dict[str, Any]]:
    """The table with a key of entry 3 missing."""
    other = copy.deepcopy(table)
    del other[3][key]
    return other


def cards(key: str, values: list[Any], sentence: str) -> list[tuple[str, Any, str]]:
    """Decks with a wrong value at card 3, and what is said about it."""
    return [
        ("cards", changed(SEVEN_CARDS, **{key: value}), f", entry 3: {sentence}, not {value!r}") for value in values
    ]


def goals(sentence: str, *entries: dict[str, Any]) -> list[tuple[str, Any, str]]:
    """Objectives with a wrong entry 3, and what is said about it."""
    return [("objectives", changed(FIVE_GOALS, **entry), f", entry 3: {sentence}") for entry in entries]


COUNTS = f"must be an integer from 0 to {LARGE}"
GROUP = "group must be one of DOLPHIN, BALEEN, TOOTHED, PORPOISE"
COST = "cost must be 5 integers >= 0 (FISH, KRILL, CRAB, SEAL, OCTOPUS)"
KIND = "kind must be one of ocean, group, cost, cards, different_oceans"
RESOURCE = "of must be one of FISH, KRILL, CRAB, SEAL, OCTOPUS"
CARD = f", entry 3: wants an object with exactly the keys {', '.join(CARD_KEYS)}, not "
GOAL = f", entry 3: wants an object with exactly the keys {', '.join(OBJECTIVE_KEYS)}, not "
FAULTS: list[tuple[str, Any, str]] = [
    ("cards", SEVEN_CARDS[:5], " must be null or a list of 6 to 128 entries, not 5 of them"),
    ("cards", SEVEN_CARDS * 19, " must be null or a list of 6 to 128 entries, not 133 of them"),
    ("cards", tuple(SEVEN_CARDS), " must be null or a list of 6 to 128 entries, not tuple"),
    ("cards", {}, " must be null or a list of 6 to 128 entries, not dict"),
    ("cards", [*SEVEN_CARDS[:3], "A1", *SEVEN_CARDS], f"{CARD}'A1'"),
    *(("cards", lacking(SEVEN_CARDS, key), CARD) for key in CARD_KEYS),
    ("cards", changed(SEVEN_CARDS, colour="grey"), CARD),
    *cards("id", [1, None, "a\ud800", "a\n", "\x1b[2J"], "id must be a text of printable characters"),
    *cards("name", [1, None, []], "name must be a text of printable characters"),
    *cards("group", ["dolphin", "WHALE", None, 0, ["DOLPHIN"]], GROUP),
    *cards("oceans", ["", "AA", "AX", "a", None, ["A"], 1], "oceans must be one or more different letters of APIL"),
    *cards("cost", [[1, 0, 0, 0], [0] * 6, [1, 0, 0, 0, -1], [1.0, 0, 0, 0, 0], [True, 0, 0, 0, 0]], COST),
    *cards("cost", ["10000", None, {}], COST),
    *cards("points", [-1, 1.0, True, None, "1", 2**31], f"points {COUNTS}"),
    ("objectives", FIVE_GOALS[:4], " must be null or a list of 5 to 64 entries, not 4 of them"),
    ("objectives", FIVE_GOALS * 13, " must be null or a list of 5 to 64 entries, not 65 of them"),
    ("objectives", [*FIVE_GOALS[:3], [], *FIVE_GOALS], f"{GOAL}[]"),
    *(("objectives", lacking(FIVE_GOALS, key), GOAL) for key in OBJECTIVE_KEYS),
    ("objectives", changed(FIVE_GOALS, name="x"), GOAL),
    *goals("id must be a text of printable characters", {"id": 4}, {"id": None}, {"id": "\udfff"}),
    *goals(KIND, {"kind": "Ocean"}, {"kind": None}, {"kind": ["cards"]}),
    *goals("of must be one of A, P, I, L", *({"kind": "ocean", "of": of} for of in ("X", None, "AP", "FISH"))),
    *goals(GROUP.replace("group", "of"), *({"kind": "group", "of": of} for of in ("A", None))),
    *goals(RESOURCE, *({"kind": "cost", "of": of} for of in ("fish", None, 0))),
    *goals("of must be null for the kind 'cards', not 'A'", {"kind": "cards", "of": "A"}),
    *goals("of must be null for the kind 'different_oceans', not ''", {"kind": "different_oceans", "of": ""}),
    *goals(f"count must be an integer from 1 to {LARGE}", *({"count": n} for n in (0, -1, 2.0, True, None, 2**31))),
    *goals(f"points {COUNTS}", *({"points": points} for points in (-1, 2.0, True, None))),
    ("white_die", [], " must be null or a list of one or more entries, not 0 of them"),
    ("white_die", {"FISH": 2}, " must be null or a list of one or more entries, not dict"),
    ("white_die", ["FISH", "fish"], ", entry 1: a face is one of FISH, KRILL, CRAB, SEAL, OCTOPUS, not 'fish'"),
    ("white_die", ["FISH", "WILD"], ", entry 1: a face is one of FISH, KRILL, CRAB, SEAL, OCTOPUS, not 'WILD'"),
    ("blue_die", [], " must be null or a list of one or more entries, not 0 of them"),
    ("blue_die", ["FISH"], ", entry 0: a face is one of DOUBLE, REROLL, OCEAN, WILD, not 'FISH'"),
    ("blue_die", ["OCEAN", None], ", entry 1: a face is one of DOUBLE, REROLL, OCEAN, WILD, not None"),
    ("blue_die", [0], ", entry 0: a face is one of DOUBLE, REROLL, OCEAN, WILD, not 0"),
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(FAULTS)))
def test_faulty_table(number: int) -> None:
    """The sentence names the option, the entry, what is wanted and what was seen."""
    name, table, sentence = FAULTS[number]
    with pytest.raises(VariantError) as caught:
        GAME.variant(**{name: table})
    assert str(caught.value).startswith(f"option {name!r}{sentence}")


def test_table_is_kept_as_given() -> None:
    """Keys in the page's order, faces in the given order, and later changes of the given lists without effect."""
    given: dict[str, Any] = {
        "cards": [dict(reversed(card.items())) for card in SEVEN_CARDS],
        "objectives": [dict(reversed(goal.items())) for goal in FIVE_GOALS],
        "white_die": ["SEAL", "FISH", "SEAL"],
        "blue_die": ["WILD", "WILD", "DOUBLE"],
    }
    variant = GAME.variant(**given)
    for table in given.values():
        table.pop()
    dice = {"white_die": ["SEAL", "FISH", "SEAL"], "blue_die": ["WILD", "WILD", "DOUBLE"]}
    for name, table in {"cards": SEVEN_CARDS, "objectives": FIVE_GOALS, **dice}.items():
        assert json.dumps(variant.as_dict()[name]) == json.dumps(variant.table(name)) == json.dumps(table)
    variant.as_dict()["cards"][0]["points"] = 99
    assert variant.as_dict()["cards"] == SEVEN_CARDS


@pytest.mark.parametrize("name", ["cards", "objectives", "white_die", "blue_die"])
def test_table_by_path(name: str, tmp_path: Path) -> None:
    """A file gives the same variant as its list; the variant and the record hold the list, never the path."""
    table = {"cards": SEVEN_CARDS, "objectives": FIVE_GOALS, "white_die": ["CRAB"], "blue_die": ["OCEAN", "WILD"]}[name]
    path = tmp_path / "table.json"
    path.write_text(json.dumps(table), encoding="utf-8")
    variant = GAME.variant(**{name: str(path)})
    assert variant == GAME.variant(**{name: table}) == GAME.variant(**{name: path})
    assert variant.as_dict()[name] == table
    record = record_of(Table(GAME, variant, seed=1))
    assert record["variant"][name] == table and str(tmp_path) not in dump(record)
    path.write_text("{}", encoding="utf-8")
    assert replay(dump(record)).variant == variant  # reads no file


@pytest.mark.parametrize("text", ["{}", "7", "[1, 2", '[{"id": 1, "id": 2}]', "[NaN]"])
def test_faulty_file(text: str, tmp_path: Path) -> None:
    """The sentence says what is wrong, whatever the option."""
    path = tmp_path / "table.json"
    path.write_text(text, encoding="utf-8")
    for name in ("cards", "objectives", "white_die", "blue_die"):
        with pytest.raises(VariantError, match=f"option '{name}'"):
            GAME.variant(**{name: str(path)})
    with pytest.raises(VariantError, match="option 'cards'"):
        GAME.variant(cards=str(tmp_path / "nothing.json"))


def test_record_with_a_path_is_refused(tmp_path: Path) -> None:
    """A record holds resolved tables."""
    path = tmp_path / "table.json"
    path.write_text(json.dumps(SEVEN_CARDS), encoding="utf-8")
    record = record_of(Table(GAME, {"cards": SEVEN_CARDS}, seed=1))
    record["variant"]["cards"] = str(path)
    with pytest.raises(RecordError) as caught:
        replay(record)
    assert caught.value.index == -1


# Derived facts ------------------------------------------------------------------------------------------------------


def test_dice_become_weights() -> None:
    """Every entry of a die is equally likely."""
    params = GAME.params(GAME.variant(white_die=["SEAL", "FISH", "SEAL"], blue_die=["WILD"]))[0]
    assert (params.white.tolist(), int(params.white_faces)) == ([1, 0, 0, 2, 0], 3)
    assert (params.blue.tolist(), int(params.blue_faces)) == ([0, 0, 0, 1], 1)


def test_a_limit_that_no_number_holds() -> None:
    """More rounds than a machine counts are as good as none, and are kept in the record as given."""
    variant = GAME.variant(max_rounds=10**100)
    assert variant.as_dict()["max_rounds"] == 10**100
    assert int(GAME.params(variant)[0].max_rounds) == variant_module.UNREACHABLE


def test_what_sums_to_zero() -> None:
    """Only one scheme does, and strength is measured by the default one."""
    schemes = {
        (scheme, reward): GAME.zero_sum(GAME.variant(reward_scheme=scheme, reward=reward))
        for scheme in ("semi_coop", "literal", "zero_sum")
        for reward in ("outcome", "score")
    }
    assert [key for key, holds in schemes.items() if holds] == [("zero_sum", "outcome")]
    for scheme, reward in schemes:
        variant = GAME.variant(num_players=3, reward_scheme=scheme, reward=reward, cards=SEVEN_CARDS)
        assert GAME.measured(variant) == GAME.variant(num_players=3, cards=SEVEN_CARDS)
