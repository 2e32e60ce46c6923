"""Relative Space positions as the rules page draws them, put as records before the engine, and words to play them.

`place` lays a position out by hand, field by field; `table_from` takes one of the twin's.  Chance is left to the test.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from pod_envs.core.game import find_game
from pod_envs.core.store import Store
from pod_envs.core.table import Table
from pod_envs.games.relative_space.state import PLAY
from tests.games.reference_relative_space import Game
from tests.games.reference_relative_space_variant import EMPTY, FACE_DOWN, KINDS
from tests.games.reference_relative_space_view import kind_of, position

__all__ = [
    "ALL_DOWN",
    "GAME",
    "NEW",
    "available",
    "counted",
    "draw",
    "gone",
    "left",
    "own",
    "pick",
    "place",
    "play",
    "pods",
    "relative",
    "results",
    "table_from",
    "to_refill",
    "two",
]

Card = int | str
Stash = Mapping[int, Card]

GAME = find_game("relative_space")
NEW = 11
ALL_DOWN: dict[int, Card] = dict.fromkeys(range(9), "?")  # a full stash that nobody knows


# Positions ----------------------------------------------------------------------------------------------------------


def place(
    options: dict[str, Any],
    stashes: list[Stash],
    drawn: list[list[Card]],
    *,
    seat: int = 0,
    turn: int = 1,
    keycards: list[int] | None = None,
    stunned: Iterable[int] = (),
) -> Table:
    """A table at the first play of `seat` in a turn: cards by slot for each seat, pods with their top cards last."""
    return table_from(position(options, stashes, drawn, seat=seat, turn=turn, keycards=keycards, stunned=stunned))


def two(mine: Stash, drawn: list[list[Card]], other: Stash = ALL_DOWN, **options: Any) -> Table:
    """Seat 0 to play in the first turn of a game of two; the other seat has nine face-down cards unless said."""
    return place({"num_players": 2, **options}, [mine, other], drawn)


def table_from(game: Game) -> Table:
    """The engine's table at the twin's position, at the first play of a turn; it keeps no log."""
    store = Store(GAME, GAME.variant(game.variant), 1, keep_log=False)
    store.seed(0)
    store.reset(np.ones(1, np.int8))
    s = store.states[0]
    assert game.phase == "play" and game.first and game.player is not None
    assert len(game.pods) <= 1 + game.num_players * game.variant["keycards"], "only a keycard adds a pod"
    put_turn(s, game, game.player)
    for seat, stash in enumerate(game.stashes):
        s["card"][seat, : game.size] = stash
        s["filled"][seat] = bits(slot for slot, kind in enumerate(stash) if kind != EMPTY)
        s["down"][seat] = bits(slot for slot, kind in enumerate(stash) if kind == FACE_DOWN)
        s["keycards"][seat], s["stunned"][seat] = game.keycards[seat], game.stunned[seat]
    put_pods(s, game)
    for kind in KINDS:
        s["unseen"][kind] = game.unseen[kind]
    s["hidden"] = sum(game.unseen.values())
    store.cells["explicit"] = 1
    store.cells["head"][:, 0] = store.cells["viewer"] = game.player
    store.obs[:], store.mask[:] = store.observe(store.states["seat"].copy())
    return Table.of_store(store)


def put_turn(s: Any, game: Game, seat: int) -> None:
    """Whose turn it is, and that nothing has been played in it."""
    s["phase"], s["seat"], s["active"], s["turn"] = PLAY, seat, seat, game.turn
    s["owed"], s["fresh"], s["doing"], s["winner"] = 1, 1, 0, -1
    s["chosen"] = s["receiver"] = s["pod"] = -1
    s["gaps"], s["to_fill"], s["returning"] = bits(game.empty_at_start), 0, 0


def put_pods(s: Any, game: Game) -> None:
    """What lies on the pods."""
    s["pods"] = len(game.pods)
    for pod, cards in enumerate(game.pods):
        s["pile"][pod], s["top"][pod] = len(cards), cards[-1] if cards else EMPTY
        s["beat"][pod] = game.number_to_beat(pod)
        for kind in KINDS:
            s["held"][pod, kind] = cards.count(kind)


def bits(slots: Iterable[int]) -> int:
    """A bit set of slots."""
    return sum(1 << slot for slot in slots)


# What lies there ----------------------------------------------------------------------------------------------------


def counted(counts: Any) -> list[int]:
    """Cards of counts by kind, ascending."""
    return [kind for kind in KINDS for _ in range(int(counts[kind]))]


def pods(table: Table) -> list[list[int]]:
    """The cards of each pod, the top one last and the others ascending: which lie under it is public, how is not."""
    s, found = table.store.states[0], []
    for pod in range(int(s["pods"])):
        cards, top = counted(s["held"][pod]), int(s["top"][pod])
        assert len(cards) == s["pile"][pod]
        if cards:
            cards.remove(top)
            cards.append(top)
        found.append(cards)
    return found


def left(table: Table, seat: int = 0) -> dict[int, int]:
    """The cards of a seat by slot."""
    s = table.store.states[0]
    found = {slot: int(kind) for slot, kind in enumerate(s["card"][seat].tolist()) if kind}
    assert int(s["filled"][seat]) == bits(found)
    assert int(s["down"][seat]) == bits(slot for slot, kind in found.items() if kind == FACE_DOWN)
    return found


def gone(table: Table) -> list[int]:
    """The cards that are out of the game: neither unseen, nor in a stash, nor on a pod."""
    s = table.store.states[0]
    counts = np.array(table.variant.copies) - s["unseen"] - s["held"].sum(axis=0)
    for seat in range(table.variant.num_players):
        for kind in left(table, seat).values():
            if kind != FACE_DOWN:
                counts[kind] -= 1
    return counted(counts)


def available(table: Table, seat: int = 0) -> set[int]:
    """The slots of a seat with cards that can be played, as it is shown itself."""
    fields = table.game.layout(table.variant).named(table.observe(seat)[0])
    return set(np.flatnonzero(fields["available"][0]).tolist())


def to_refill(table: Table) -> set[int]:
    """E of the turn in progress."""
    gaps = int(table.store.states[0]["gaps"])
    return {slot for slot in range(table.variant.slots) if gaps >> slot & 1}


# What happens -------------------------------------------------------------------------------------------------------


def play(table: Table, slot: int, pod: int) -> None:
    """Play the card in a slot on a pod."""
    table.act(slot * 12 + pod)


def own(table: Table, slot: int) -> None:
    """Choose an own card of a stash of 9."""
    table.act(117 + slot)


def relative(table: Table, k: int) -> None:
    """Choose the relative k seats on, whose stash has 9 slots."""
    table.act(107 + k)


def pick(table: Table, k: int, slot: int) -> None:
    """Choose a card of the relative k seats on."""
    table.act(126 + (k - 1) * 9 + slot)


def draw(table: Table, kind: str, *outcomes: Card) -> None:
    """Take draws of one kind, which must be due."""
    for outcome in outcomes:
        assert table.chance_kind == kind
        table.apply_chance(kind_of(outcome))


def results(table: Table, chance: Fraction = Fraction(1)) -> Iterator[tuple[Table, Fraction]]:
    """Every position that the draws now due can lead to, with its probability."""
    outcomes = table.chance_outcomes()
    if not outcomes:
        yield table, chance
    for outcome, probability in outcomes:
        after = table.clone()
        after.apply_chance(outcome)
        yield from results(after, chance * Fraction(probability).limit_denominator(1000))
