"""Pod-X as text: actions both ways, what a seat has seen with perfect recall, and pictures."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from itertools import permutations
from typing import Any

import pytest

from pod_envs.core.errors import ConfigError
from pod_envs.core.game import find_game
from pod_envs.core.table import Table, table_of_events
from tests.games.drawn_pod_x import NAMES, deal, draw, moves, play_out, table_for
from tests.games.variants_pod_x import CONFIGURATIONS, own_table

GAME = find_game("pod_x")
VARIANT = GAME.variant()
GAMES = 2  # of each named variant
SHORT = {"target": 4}  # keeps these games short


def test_actions_both_ways() -> None:
    """Cards by id, then pass and fold, in upper or lower case."""
    texts = [*NAMES, "pass", "fold"]
    assert [GAME.action_text(VARIANT, action) for action in range(GAME.num_actions(VARIANT))] == texts
    assert [GAME.parse_action(VARIANT, text) for text in texts] == list(range(19))
    assert [GAME.parse_action(VARIANT, f" {text.swapcase()} ") for text in texts] == list(range(19))


@pytest.mark.parametrize(
    "text", ["", "P4", "H0", "S9", "P", "6P", "17", "P6 S1", "play P6", "pass fold", None, 5, b"P6"]
)
def test_wrong_notations(text: Any) -> None:
    """The sentence repeats what was written and lists what can be."""
    with pytest.raises(ConfigError) as caught:
        GAME.parse_action(VARIANT, text)
    assert str(caught.value) == f"no action is written {text!r}; write one of {', '.join(NAMES)}, pass, fold"


# Perfect recall -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("draws", [False, True])
@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_replaying_an_information_state(name: str, draws: bool) -> None:
    """It brings back the seat's observation, mask and information state, at every decision and between draws."""
    for seed in range(GAMES):
        rng = random.Random(seed)
        table = Table("pod_x", SHORT | CONFIGURATIONS[name], seed=seed, explicit_chance=draws)
        while table.ended is None:
            check_recall(table)
            if table.seat < 0:
                table.apply_chance(rng.choice(table.chance_outcomes())[0])
            else:
                table.act(rng.choice(table.legal()))
        check_recall(table)


def views(table: Table, seat: int) -> tuple[bytes, bytes]:
    """Observation and mask."""
    observation, mask = table.observe(seat)
    return observation.tobytes(), mask.tobytes()


def check_recall(table: Table) -> None:
    """For every seat, as if it wrote down what it has seen and read it again."""
    for seat in range(table.variant.num_players):
        text = table.information_state(seat)
        again = table_of_events(table.game, table.variant, table.game.events_of(table.variant, text))
        assert again.information_state(seat) == text
        assert views(again, seat) == views(table, seat)
        assert (again.seat, again.ended, again.reports) == (table.seat, table.ended, table.reports)
        assert again.returns.tolist() == table.returns.tolist()


def tiny_positions() -> Iterator[Table]:
    """Every decision of every tiny game of one round."""
    for dealer in range(2):
        for cards in permutations([1, 2, 8, 10, 11]):
            if cards[0] < cards[1] and cards[2] < cards[3]:
                table = table_for(2, dealer)
                for card in cards:
                    table.apply_chance(card)
                yield from below(table)


def below(table: Table) -> Iterator[Table]:
    """The position and all that can follow in this round."""
    if table.seat >= 0:
        yield table
        for action in table.legal():
            after = table.clone()
            after.act(action)
            yield from below(after)


def known(table: Table, seat: int) -> tuple[Any, ...]:
    """What the page says that a seat has seen of the first round, from the events alone."""
    (_, dealer), *deals = table.events[:6]
    hand = {card for _, card in deals[2 * seat : 2 * seat + 2]}
    return dealer, frozenset(hand), deals[4] if seat == dealer else None, *table.events[6:]


def test_information_states_of_all_tiny_games() -> None:
    """One text for each thing a seat can have seen, and one such thing for each text.

    An observation of the round holds all of it but when somebody passed, as the page lists.
    """
    texts: dict[tuple[Any, ...], set[str]] = defaultdict(set)
    meanings: dict[str, set[tuple[Any, ...]]] = defaultdict(set)
    plays: dict[bytes, set[tuple[Any, ...]]] = defaultdict(set)
    for table in tiny_positions():
        for seat in range(2):
            seen = (seat, *known(table, seat))
            text = table.information_state(seat)
            texts[seen].add(text)
            meanings[text].add(seen)
            plays[table.observe(seat)[0].tobytes()].add(without_passes(table, seat))
    assert len(texts) == len(meanings) > 1000
    assert {len(found) for found in texts.values()} == {len(found) for found in meanings.values()} == {1}
    assert {len(found) for found in plays.values()} == {1}


def without_passes(table: Table, seat: int) -> tuple[Any, ...]:
    """What a seat has seen, each seat's plays in their order, seats counted from its own."""
    dealer, hand, secret, *events = known(table, seat)
    piles = tuple(tuple(what for who, what in events if who == (seat + k) % 2 and what < 17) for k in range(2))
    return (dealer - seat) % 2, hand, secret, piles


def test_information_state_as_text() -> None:
    """E1 and the beginning of a second round, as B has seen it."""
    table = table_for(3)
    play_out(table, draw("P3", "P6 S1 | S2 P1", "P5 | S7 S3 H4", "x S5 | S6 P2 P7"))
    deal(table, "P2", "S1 S2 S3 P1", "P6 P3 H4 S7", "P5 S5 S6 P7")
    moves(table, "B P6, C P5")
    assert table.information_state(1).splitlines() == [
        "Pod-X seat 1 of 3",
        "first dealer 0",
        "deal dealer 0 hand P5 H4 S3 S7",
        *("0 P6", "1 P5", "2 S5", "0 S1", "1 pass", "2 fold", "0 pass"),
        "end secret P3 hands P1 S2 | H4 S3 S7 | P2 P7 S6 points 3 0 1",
        "deal dealer 1 hand P3 P6 H4 S7 secret P2",
        *("1 P6", "2 P5"),
    ]
    assert table.information_state(2).splitlines()[-3] == "deal dealer 1 hand P5 P7 S5 S6"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Pod-X seat 0 of 3",
        "Pod-X seat 4 of 4",
        "Pod-X seat 0 of 4\n0 P1",
        "Pod-X seat 0 of 4\nfirst dealer",
        "Pod-X seat 0 of 4\nfirst dealer x",
        "Pod-X seat 0 of 4\nfirst dealer 0\ndeal dealer 0 hand P1 P2 P4 P5",
        "Pod-X seat 0 of 4\nfirst dealer 0\ndeal dealer 0",
        "Pod-X seat 0 of 4\nfirst dealer 0\ndeal dealer 0 hand P0 P1 P2 P3 secret P5\n0 P9",
        "Pod-X seat 0 of 4\nfirst dealer 0\ndeal dealer 0 hand P0 P1 P2 P3 secret P5\nend secret P5 hands - | -",
    ],
)
def test_what_is_no_information_state(text: str) -> None:
    """A sentence says so."""
    with pytest.raises(ConfigError, match=r"no information state"):
        GAME.events_of(VARIANT, text)


# Pictures -----------------------------------------------------------------------------------------------------------


def drawn_table(**options: Any) -> Table:
    """One round: B deals and folds, A and C stay in, it is A's turn."""
    table = deal(table_for(3, dealer=1, **options), "P3", "P1 S1 S2 S3", "P6 H4 S7 P2", "P5 S5 S6 P7")
    moves(table, "B P6, C P5, A S1, B fold, C S5")
    return table


PUBLIC = """\
Pod-X  round 0  sum 17 of 23
seat 0  score  0  hand 3  table S1            last S1    to_act
seat 1  score  0  hand 3  table P6            last fold  dealer folded
seat 2  score  0  hand 2  table P5 S5         last S5"""


def test_picture_of_a_spectator() -> None:
    """What lies on the table, and nothing else."""
    assert drawn_table().picture() == PUBLIC


def test_picture_of_the_dealer() -> None:
    """The own hand and the secret card; the condition says that nobody has published it."""
    own = "you are seat 1: hand P2 H4 S7\nsecret P3: highest public port (reconstructed)"
    assert drawn_table().picture(1) == f"{PUBLIC}\n{own}"


def test_picture_of_another_seat() -> None:
    """The own hand and what the secret card can be."""
    assert drawn_table().picture(2).splitlines()[4:7] == [
        "you are seat 2: hand P7 S6",
        "secret is one of:",
        "  P1: highest private port (reconstructed)",
    ]
    named = [line.split(":")[0].strip() for line in drawn_table().picture(2).splitlines()[6:]]
    assert named == ["P1", "P2", "P3", "H4", "S2", "S3", "S7"]


def test_picture_of_an_own_table() -> None:
    """Its conditions are labelled as the owner's."""
    cards = own_table(random.Random(3))
    entry = cards[3]
    words = " ".join(entry[key] for key in ("direction", "zone", "location"))
    measure = " sum" if entry["measure"] == "sum" else ""
    assert drawn_table(cards=cards).picture(1).splitlines()[-1] == f"secret P3: {words}{measure} (own table)"


def test_picture_after_a_round() -> None:
    """What the end of the last round has revealed is public."""
    table = table_for(3)
    play_out(table, draw("P3", "P6 S1 | S2 P1", "P5 | S7 S3 H4", "S5 | S6 P2 P7"))
    last = "last round: secret P3 hands P1 S2 | H4 S3 S7 | P2 P7 S6 points 3 0 0"
    deal(table, "P2", "S1 S2 S3 P1", "P6 P3 H4 S7", "P5 S5 S6 P7")
    lines = table.picture().splitlines()
    assert (lines[0], lines[-1]) == ("Pod-X  round 1  sum 0 of 23", last)
    assert lines[1] == "seat 0  score  3  hand 4  table -             last -"


def test_picture_reads_the_public_fields_alone() -> None:
    """A spectator's picture is the same from any seat's observation, whatever its private fields hold."""
    table = drawn_table()
    layout = table.game.layout(table.variant)
    observation = table.observe(0)[0]
    observation[layout.private] = 1
    assert table.game.picture(table.variant, None, layout.named(observation), []) == PUBLIC
