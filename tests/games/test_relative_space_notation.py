"""Relative Space as text: actions both ways, what has happened with perfect recall, and pictures."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from pod_envs.core.errors import ConfigError
from pod_envs.core.table import Table, table_of_events
from tests.games.drawn_relative_space import ALL_DOWN, GAME, draw, own, play, table_from, two
from tests.games.reference_relative_space_view import position
from tests.games.variants_relative_space import SMALL

VARIANT = GAME.variant()
STASHES = [[4, 3, 2], [1], [5, 5, 4], [6, 6, 6, 6]]

# Actions ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rows", STASHES)
def test_actions_both_ways(rows: list[int]) -> None:
    """Every action has one notation, in upper or lower case, with spaces as one likes."""
    variant = GAME.variant(num_players=2, stash_rows=rows, played_slot_counts=True)
    actions = range(GAME.num_actions(variant))
    texts = [GAME.action_text(variant, action) for action in actions]
    assert len(set(texts)) == len(texts)
    assert [GAME.parse_action(variant, text) for text in texts] == list(actions)
    assert [GAME.parse_action(variant, f"  {text.upper()} ".replace(" ", "  ")) for text in texts] == list(actions)


PAGE = {  # the table of section 5
    0: "0 on 0",
    10: "0 on 10",
    11: "0 on new",
    107: "8 on new",
    108: "relative 1",
    116: "relative 9",
    117: "own 0",
    125: "own 8",
    126: "relative 1 slot 0",
    134: "relative 1 slot 8",
    206: "relative 9 slot 8",
}


@pytest.mark.parametrize("action", PAGE)
def test_actions_of_the_page(action: int) -> None:
    """Slot and pod, relative, own slot, relative and slot."""
    assert GAME.action_text(VARIANT, action) == PAGE[action]


WRONG = ["", "7", "7 on", "7 on 11", "9 on 0", "07 on 0", "-1 on 0", "7 on new pod", "relative 0", "relative 10",
         "relative", "own 9", "own", "own 1 slot 2", "relative 1 slot 9", "relative 0 slot 1", "relative 10 slot 1",
         "207", "7 on \u0661", "7on0", None, 5, b"own 1", ["own 1"]]  # fmt: skip


@pytest.mark.parametrize("text", WRONG)
def test_wrong_notations(text: Any) -> None:
    """The sentence repeats what was written and says what can be."""
    with pytest.raises(ConfigError) as caught:
        GAME.parse_action(VARIANT, text)
    assert str(caught.value) == (
        f'no action is written {text!r}; write "7 on 0" (slot on pod), "7 on new", "relative 1", "own 3", '
        '"relative 1 slot 4": slots 0 to 8, pods 0 to 10, relatives 1 to 9'
    )


def test_examples_in_the_sentence_can_be_read() -> None:
    """What the sentence says can be written."""
    for text in ("7 on 0", "7 on new", "relative 1", "own 3", "relative 1 slot 4"):
        assert GAME.action_text(VARIANT, GAME.parse_action(VARIANT, text)) == text


# Perfect recall -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SMALL)
def test_replaying_an_information_state(name: str) -> None:
    """It brings back everything, at every decision and between draws."""
    rng, step = random.Random(name), 0
    table = Table(GAME, SMALL[name], seed=1, explicit_chance=True)
    while table.ended is None:
        if step % 7 == 0:
            check_recall(table, step % table.variant.num_players)
        outcomes = [outcome for outcome, _ in table.chance_outcomes()]
        (table.apply_chance if outcomes else table.act)(rng.choice(outcomes or table.legal()))
        step += 1
    check_recall(table, 0)


def check_recall(table: Table, seat: int) -> None:
    """As if a seat wrote down what it has seen and read it again."""
    text = table.information_state(seat)
    events = table.game.events_of(table.variant, text)
    assert events == table.events
    again = table_of_events(table.game, table.variant, events)
    assert again.information_state(seat) == text
    assert again.state.tobytes() == table.state.tobytes()
    assert (again.seat, again.ended, again.reports) == (table.seat, table.ended, table.reports)
    assert again.returns.tolist() == table.returns.tolist()


def test_information_state_as_text() -> None:
    """Start, deals, a blind play that jams, STUN, as every seat has seen it."""
    table = Table(
        GAME, {"num_players": 3, "stash_rows": [4, 1 + 2], "face_down_rows": [0]}, seed=0, explicit_chance=True
    )
    draw(table, "start_player", 2)
    draw(table, "deal", 5, 6, "STUN", 7, 7, 7, 9, 10, "LAUNCH")
    table.act(4 * 12 + 11)  # seat 2 opens a pod for its 9
    table.act(4 * 12 + 1)  # seat 0 jams it with a 5, and nothing comes back
    for action in (4 * 12, 5 * 12, 6 * 12):  # 7, 10 and STUN
        table.act(action)
    assert table.information_state(1).splitlines() == [
        "Relative Space seat 1 of 3",
        "start 2",
        *("deal 5", "deal 6", "deal STUN", "deal 7", "deal 7", "deal 7", "deal 9", "deal 10", "deal LAUNCH"),
        *("2 4 on new", "0 4 on 1", "1 4 on 0", "2 5 on 0", "0 6 on 0"),
    ]
    table.act(12 * 7 + 1)  # relative 2
    table.act(5 * 12)  # seat 1: a 7 on STUN
    table.act(0)  # seat 0, as seat 2 is stunned: its 0 is uncovered
    draw(table, "flip", 3)
    assert table.reports[-1] == {"seat": 0, "card": 3, "pile": 5, "returned": 2}
    draw(table, "refill", 10, 7)
    assert table.information_state(0).splitlines()[-6:] == [
        *("0 relative 2", "1 5 on 0", "0 0 on 0", "flip 3", "refill 10", "refill 7"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Relative Space seat 0 of 3",
        "Relative Space seat 4 of 4",
        "Pod-X seat 0 of 4",
        "Relative Space seat 0 of 4\n",
        "Relative Space seat 0 of 4\nstart",
        "Relative Space seat 0 of 4\nstart x",
        "Relative Space seat 0 of 4\nstart 10",
        "Relative Space seat 0 of 4\nstart 0\ndeal ?",
        "Relative Space seat 0 of 4\nstart 0\ndeal 13",
        "Relative Space seat 0 of 4\nstart 0\ndeal",
        "Relative Space seat 0 of 4\nstart 0\nreveal 5",
        "Relative Space seat 0 of 4\nstart 0\n10 own 1",
    ],
)
def test_what_is_no_information_state(text: str) -> None:
    """A sentence says so."""
    with pytest.raises(ConfigError, match=r"no information state"):
        GAME.events_of(VARIANT, text)


def test_action_that_is_none_in_an_information_state() -> None:
    """The sentence is that of the action."""
    with pytest.raises(ConfigError, match="no action is written 'own 9'"):
        GAME.events_of(VARIANT, "Relative Space seat 0 of 4\n0 own 9")


# Pictures -----------------------------------------------------------------------------------------------------------

UNSEEN = (
    "1x7 2x7 3x7 4x6 5x7 6x7 7x7 8x6 9x6 10x7 11x7 12x6 LAUNCHx4 STUNx4 SCANx3 BOOTSx3 TELEx1 GIVEx2 NETx2 ALARMx2 "
    "WRAPx2"
)


def drawn_table(pods: Sequence[list[int | str]] = ([9], []), **options: Any) -> Table:
    """Seat 0 may play TELE alone; seat 1 is stunned; one 4 is out of the game."""
    mine: dict[int, int | str] = {0: "?", 1: "?", 4: 12, 5: "?", 7: "TELE"}
    stashes: list[Mapping[int, int | str]] = [mine, {**ALL_DOWN, 7: 8}]
    return table_from(position({"num_players": 2, **options}, stashes, [*pods], stunned=[1], discard=[4]))


def test_picture_of_a_position() -> None:
    """Pods, unseen cards, and both stashes, top row first; the seat that looks does not matter."""
    wanted = [
        "Relative Space (cards and stash reconstructed)  turn 1",
        "pod 0: top 9, 9 to beat, holds 9x1",
        "pod 1: top empty, nothing to beat, holds -",
        f"unseen: {UNSEEN}",
        "seat 0  cards 5  keycards 1 to_act",
        "  7:[TELE] 8:-",
        "  4:12 5:? 6:-",
        "  0:? 1:? 2:- 3:-",
        "seat 1  cards 9  keycards 1 stunned",
        "  7:[8] 8:[?]",
        "  4:? 5:? 6:?",
        "  0:? 1:? 2:? 3:?",
        "seat 0 is asked for a play",
    ]
    table = drawn_table()
    for seat in (None, 0, 1):
        assert table.picture(seat).splitlines() == wanted


@pytest.mark.parametrize("cards", [{}, {"1": {"copies": 7}}], ids=repr)
def test_picture_of_an_own_deck(cards: dict[str, Any]) -> None:
    """Own numbers of cards leave the rest what it is."""
    title = drawn_table(cards=cards).picture().splitlines()[0]
    assert title == "Relative Space (cards and stash reconstructed but for own numbers of cards)  turn 1"


def test_picture_of_a_question() -> None:
    """What is asked, and for which special; keycards that are none are not counted."""
    table = drawn_table([[9]], keycards=0)
    play(table, 7, 0)
    assert table.picture(1).splitlines()[-1] == "seat 0 is asked for an own slot, for TELE"
    assert table.picture(1).splitlines()[1] == "pod 0: top TELE, nothing to beat, holds 9x1 TELEx1"
    own(table, 4)
    for seat in (0, 1):
        assert table.picture(seat).splitlines()[-1] == "seat 0 is asked for a relative's slot, for TELE with own 4"
    assert table.picture().splitlines()[3] == "seat 0  cards 4  keycards 0 to_act"


def test_picture_after_a_jam() -> None:
    """Everybody has seen whose it was and how many cards came back."""
    table = two({7: 3, 0: 5}, [[9, 10]])
    play(table, 7, 0)
    draw(table, "refill", 10, 9, 3)
    assert table.picture().splitlines()[-1] == "last jam: seat 0 with 3, 3 of 3 cards came back"
    assert table.picture().splitlines()[1] == "pod 0: top empty, nothing to beat, holds -"


def test_picture_after_the_end() -> None:
    """An empty stash, and nobody to act."""
    table = two({0: 5}, [[3]])
    play(table, 0, 0)
    assert table.picture().splitlines()[3] == "seat 0  cards 0  keycards 1"
    assert "to_act" not in table.picture()
