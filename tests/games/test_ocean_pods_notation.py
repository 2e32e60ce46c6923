"""Ocean Pods as text: actions both ways, what a seat has seen with perfect recall, and pictures."""

from __future__ import annotations

import random
from collections import defaultdict
from itertools import permutations
from typing import Any

import pytest

from pod_envs.core.errors import ConfigError
from pod_envs.core.table import Table, table_of_events
from pod_envs.games.ocean_pods import notation
from tests.games.drawn_ocean_pods import GAME, act, draw, place, roll
from tests.games.test_ocean_pods_observation import drawn_table
from tests.games.variants_ocean_pods import SMALL

VARIANT = GAME.variant()
HEAD = "Ocean Pods seat 0 of 4"

# Actions ------------------------------------------------------------------------------------------------------------


def test_actions_both_ways() -> None:
    """Every action has one notation, in upper or lower case, with spaces as one likes."""
    texts = [GAME.action_text(VARIANT, action) for action in range(GAME.num_actions(VARIANT))]
    assert len(set(texts)) == len(texts) == 85
    assert [GAME.parse_action(VARIANT, text) for text in texts] == list(range(85))
    assert [GAME.parse_action(VARIANT, f"  {text.upper()} ".replace(" ", "  ")) for text in texts] == list(range(85))


PAGE = {  # the table of section 4
    0: "reroll none",
    1: "reroll 0",
    5: "reroll 0 2",
    63: "reroll 0 1 2 3 4 5",
    64: "collect",
    65: "boat down",
    66: "boat up",
    67: "wild fish",
    71: "wild octopus",
    72: "take fish",
    73: "take krill",
    74: "take crab",
    75: "take seal",
    76: "take octopus",
    77: "clean",
    78: "claim 0",
    83: "claim 5",
    84: "pass",
}


@pytest.mark.parametrize("action", PAGE)
def test_actions_of_the_page(action: int) -> None:
    """Dice slots, the ocean face, kinds, open slots."""
    assert GAME.action_text(VARIANT, action) == PAGE[action]


WRONG = ["", "reroll", "reroll 2 0", "reroll 0 0", "reroll 6", "reroll 0,2", "boat", "boat left", "wild", "wild whale",
         "take", "take double", "claim", "claim 6", "claim -1", "claim 00", "claim A1", "clean 1", "pass 0", "64",
         "claim \u0661", "takefish", None, 5, b"pass", ["pass"]]  # fmt: skip


@pytest.mark.parametrize("text", WRONG)
def test_wrong_notations(text: Any) -> None:
    """The sentence repeats what was written and says what can be."""
    with pytest.raises(ConfigError) as caught:
        GAME.parse_action(VARIANT, text)
    words = ", ".join(GAME.action_text(VARIANT, action) for action in range(64, 85))
    assert str(caught.value) == (
        f'no action is written {text!r}; write "reroll none", "reroll 0 2" (dice slots), {words}'
    )


# Perfect recall -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SMALL)
def test_replaying_an_information_state(name: str) -> None:
    """It brings back what the seat sees and knows, at decisions and between draws."""
    rng, step = random.Random(name), 0
    table = Table(GAME, SMALL[name], seed=1, explicit_chance=True)
    while table.ended is None:
        if step % 9 == 0 or table.chance_kind == "objective":
            check_recall(table, step % table.variant.num_players)
        outcomes = [outcome for outcome, _ in table.chance_outcomes()]
        (table.apply_chance if outcomes else table.act)(rng.choice(outcomes or table.legal()))
        step += 1
    check_recall(table, 0)


def check_recall(table: Table, seat: int) -> None:
    """As if a seat wrote down what it has seen and read it again."""
    text = table.information_state(seat)
    again = table_of_events(table.game, table.variant, table.game.events_of(table.variant, text))
    assert again.information_state(seat) == text
    assert [part.tobytes() for part in again.observe(seat)] == [part.tobytes() for part in table.observe(seat)]
    assert (again.seat, again.ended, again.reports) == (table.seat, table.ended, table.reports)
    assert again.returns.tolist() == table.returns.tolist()


def test_one_text_for_what_a_seat_has_seen() -> None:
    """Over all deals of objectives, and a second event that differs: as many texts as things seen, and no fewer."""
    texts: dict[Any, set[str]] = defaultdict(set)
    for first, goals in ((first, goals) for first in (0, 1) for goals in permutations(range(12), 2)):
        table = Table(GAME, {"num_players": 2}, seed=0, explicit_chance=True)
        draw(table, "ocean", 0, 1, 2, 3)
        draw(table, "first_player", first)
        draw(table, "objective", *goals)
        for seat in (0, 1):
            texts[seat, first, goals[seat]].add(table.information_state(seat))
    assert {len(found) for found in texts.values()} == {1}
    assert len({text for found in texts.values() for text in found}) == len(texts) == 2 * 2 * 12


def drawn_game(**options: Any) -> Table:
    """Two seats, seat 1 first: reroll, claim, refill, a round, OCEAN."""
    table = Table(GAME, {"num_players": 2, "spaces_per_ocean": 1, **options}, seed=0, explicit_chance=True)
    draw(table, "ocean", 3, 0, 2, 1)  # the boat is in the Polar seas
    draw(table, "first_player", 1)
    draw(table, "objective", 8, 0)
    draw(table, "open", 17, 7, 15, 23, 31, 6)  # I2 costs two fish
    roll(table, "FISH SEAL SEAL", "REROLL")
    act(table, "REROLL_6")
    draw(table, "reroll", 0, 4)
    act(table, "TAKE_FISH", "TAKE_OCTOPUS")
    roll(table, "FISH FISH CRAB", "OCEAN")
    act(table, "BOAT_UP", "CLEAN", "TAKE_FISH", "CLAIM I2")
    draw(table, "refill", 38)
    return table


DRAWN = [
    *("ocean polar", "ocean atlantic", "ocean indian", "ocean pacific", "first 1", "objective ?", "objective 0"),
    *("open 17", "open 7", "open 15", "open 23", "open 31", "open 6"),
    *("white fish", "white seal", "white seal", "blue reroll", "1 reroll 1 2", "reroll fish", "reroll octopus"),
    *("1 take fish", "0 take octopus", "white fish", "white fish", "white crab", "blue ocean", "0 boat up", "0 clean"),
    *("1 take fish", "1 claim 0", "refill 38"),
]


def test_information_state_as_text() -> None:
    """Everything that happened, but for the other's objective."""
    table = drawn_game()
    assert table.information_state(1).splitlines() == ["Ocean Pods seat 1 of 2", *DRAWN]
    own = {"objective ?": "objective 8", "objective 0": "objective ?"}
    assert table.information_state(0).splitlines() == [
        "Ocean Pods seat 0 of 2",
        *(own.get(line, line) for line in DRAWN),
    ]
    public = [line.replace("?", "8") for line in DRAWN]
    assert drawn_game(public_objectives=True).information_state(1).splitlines() == ["Ocean Pods seat 1 of 2", *public]


def test_claims_are_told() -> None:
    """To all, by seat and card."""
    assert drawn_game().reports == [{"seat": 1, "card": 17}]


def test_hidden_objectives_are_filled_in() -> None:
    """By ascending ids that nobody is known to have."""
    events = notation.events_of(VARIANT, f"{HEAD}\nobjective 0\nobjective ?\nobjective ?\nobjective ?")
    assert events == [(-3, 0), (-3, 1), (-3, 2), (-3, 3)]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Ocean Pods seat 0 of 3",
        "Ocean Pods seat 4 of 4",
        "Ocean Pods seat \u0661 of 4",
        "Pod-X seat 0 of 4",
        f"{HEAD} ",
        f"{HEAD}\n",
        f"{HEAD}\nocean",
        f"{HEAD}\nocean arctic",
        f"{HEAD}\nocean Polar",
        f"{HEAD}\nfirst 4",
        f"{HEAD}\nobjective 12",
        "\n".join([HEAD, *["objective ?"] * 13]),
        f"{HEAD}\nobjective  ?",
        f"{HEAD}\nopen 40",
        f"{HEAD}\nopen 01",
        f"{HEAD}\nwhite ocean",
        f"{HEAD}\nblue fish",
        f"{HEAD}\nreroll",
        f"{HEAD}\nrefill A1",
        f"{HEAD}\ntake fish",
        f"{HEAD}\n10 take fish",
    ],
)
def test_what_is_no_information_state(text: str) -> None:
    """A sentence says so."""
    with pytest.raises(ConfigError, match=r"no information state"):
        GAME.events_of(VARIANT, text)


def test_action_that_is_none_in_an_information_state() -> None:
    """The sentence is that of the action."""
    with pytest.raises(ConfigError, match="no action is written 'claim 6'"):
        GAME.events_of(VARIANT, f"{HEAD}\n0 claim 6")


# Pictures -----------------------------------------------------------------------------------------------------------

PUBLIC = """\
Ocean Pods (cards, objectives, dice, oceans reconstructed)  round 7
column Polar > [Indian] > Pacific > Atlantic, boat 2 from the border, plastic in the pod 1
dice octopus fish - fish
0: P3 Pacific white-sided dolphin, dolphin, P, fishx2 octopusx1, 2 points
1: I7 Pygmy blue whale, baleen, I, krillx5, 4 points blocked
2: -
3: W1 Striped dolphin, dolphin, AP, fishx2 octopusx1, 2 points
4: L2 Spectacled porpoise, porpoise, L, fishx1 krillx1, 1 points
5: A8 Patagonian orca, dolphin, A, fishx2 sealx4, 5 points
seat 0  points 0  plastic 0  tokens fishx2 octopusx1  cards -
seat 1  points 5  plastic 5  tokens krillx1 sealx3  cards L3 W4  first
seat 2  points 6  plastic 2  tokens -  cards A1 I1 W8  to_act"""
ASKED = "seat 2 is asked for a die"
OBJECTIVES = [
    "objective of seat 0: POLAR2, 2 cards that live in Polar, 2 points",
    "objective of seat 1: GLOBAL4, 4 different oceans on the cards, 2 points",
    "objective of seat 2: PORPOISE2, 2 cards of the group porpoise, 3 points",
]


def test_picture_of_a_spectator() -> None:
    """What lies on the table, and nothing else."""
    assert drawn_table().picture() == f"{PUBLIC}\n{ASKED}"


@pytest.mark.parametrize("seat", range(3))
def test_picture_of_a_seat(seat: int) -> None:
    """The own objective is added, and what the seat can pay for; the seats stand in the same order for all."""
    wanted = PUBLIC
    if seat == 0:
        wanted = wanted.replace("octopusx1, 2 points", "octopusx1, 2 points payable")
    assert drawn_table().picture(seat) == f"{wanted}\n{OBJECTIVES[seat]}\n{ASKED}"


def test_picture_of_public_objectives() -> None:
    """All are shown to all."""
    for seat in (None, 1):
        assert sorted(drawn_table(public_objectives=True).picture(seat).splitlines()[-4:-1]) == OBJECTIVES


@pytest.mark.parametrize(
    ("own", "wanted"),
    [
        (["cards"], "objectives, dice, oceans"),
        (["objectives", "white_die"], "cards, dice, oceans"),
        (["white_die", "blue_die"], "cards, objectives, oceans"),
        (["cards", "objectives", "white_die", "blue_die"], "oceans"),
    ],
)
def test_picture_names_what_is_not_ones_own(own: list[str], wanted: str) -> None:
    """Whatever no source tells carries the label, even if it is the same as in the table that was given."""
    table = Table(GAME, {name: GAME.variant().table(name) for name in own}, seed=0)
    assert table.picture().splitlines()[0] == f"Ocean Pods ({wanted} reconstructed)  round 1"


def test_picture_of_the_first_dice() -> None:
    """DOUBLE shows with the dice."""
    table = place({}, "FISH FISH SEAL SEAL CRAB", blue="DOUBLE", open_pod="- A1")
    assert table.picture(2).splitlines()[2:4] == ["dice fish fish seal seal crab  (the next counts double)", "0: -"]


def test_picture_of_the_last_round() -> None:
    """Somebody has 12 points."""
    table = place({"num_players": 2}, "FISH FISH FISH", claimed={1: "W5 W6 W7"})
    table.store.states["triggered"] = 1
    assert (
        table.picture(0).splitlines()[0]
        == "Ocean Pods (cards, objectives, dice, oceans reconstructed)  round 1  last round"
    )


def test_picture_before_the_first_draw() -> None:
    """Nothing lies there yet."""
    table = Table(GAME, {"num_players": 2}, seed=0, explicit_chance=True)
    assert table.picture(0).splitlines()[1:4] == [
        "column [-] > - > - > -, boat 3 from the border, plastic in the pod 0", "dice - - -", "0: -",
    ]  # fmt: skip


def test_picture_reads_the_public_fields_alone() -> None:
    """A spectator's picture is the same from any seat's observation, whatever its private fields hold."""
    table = drawn_table()
    layout = GAME.layout(table.variant)
    observation = table.observe(0)[0]
    observation[layout.private] = 1
    layout.named(observation)["payable"][:] = 1
    assert GAME.picture(table.variant, None, layout.named(observation), []) == f"{PUBLIC}\n{ASKED}"
