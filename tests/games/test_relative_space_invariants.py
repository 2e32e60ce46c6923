"""What always holds in the engine of Relative Space (section 5 of the page), over random games of several variants."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from pod_envs.core.table import Table
from pod_envs.games.relative_space.state import LAUNCH, PLAY, THEIRS
from tests.games.drawn_relative_space import GAME, counted, gone, left, pods, two
from tests.games.reference_relative_space_variant import FACE_DOWN, launch_kinds
from tests.games.variants_relative_space import SMALL

GAMES = 5
EXACT = 1e-9


@dataclass(frozen=True)
class Look:
    """What stood on a table."""

    state: Any
    stashes: list[dict[int, int]]
    pods: list[list[int]]
    gone: list[int]
    jams: int

    def face_down(self) -> set[tuple[int, int]]:
        """Seat and slot of all face-down cards."""
        return {(seat, slot) for seat, stash in enumerate(self.stashes) for slot in stash if stash[slot] == FACE_DOWN}

    def keycards(self) -> list[int]:
        """Keycards by seat."""
        return self.state.keycards[: len(self.stashes)].tolist()  # type: ignore[no-any-return]


def look_at(table: Table) -> Look:
    """A copy of what stands on the table; cards that do not add up are noticed while it is made."""
    stashes = [left(table, seat) for seat in range(table.variant.num_players)]
    return Look(table.state[0], stashes, pods(table), gone(table), len(table.reports))


# A position ---------------------------------------------------------------------------------------------------------


def check_position(table: Table, look: Look) -> None:
    """Cards, pods, stashes, and what may be done."""
    s, variant = look.state, table.variant
    deck = Counter({kind: copies for kind, copies in enumerate(variant.copies) if copies})
    shown = Counter(kind for stash in look.stashes for kind in stash.values() if kind != FACE_DOWN)
    piled = Counter(kind for pod in look.pods for kind in pod)
    assert shown + piled + Counter(look.gone) + Counter(counted(s.unseen)) == deck
    assert s.hidden == s.unseen.sum() >= len(look.face_down())
    used = variant.num_players * variant.keycards - sum(look.keycards())
    assert 1 <= len(look.pods) <= min(11, 1 + used)
    assert (s.pile[s.pods :] == 0).all() and (s.held[s.pods :] == 0).all()
    empty = [seat for seat, stash in enumerate(look.stashes) if not stash]
    assert empty == ([s.winner] if table.ended == "terminated" else [])
    assert 1 <= s.turn <= variant.max_turns
    check_turn(table)


def check_turn(table: Table) -> None:
    """Somebody has a legal action and the others none; after the end all masks are ones."""
    masks = [table.observe(seat)[1] for seat in range(table.variant.num_players)]
    if table.ended is not None:
        assert table.seat == -1 and all(mask.all() for mask in masks)
        return
    assert [mask.any() for mask in masks] == [seat == table.seat for seat in range(len(masks))]
    assert table.legal() == np.flatnonzero(masks[table.seat]).tolist()


# A step -------------------------------------------------------------------------------------------------------------


def check_step(table: Table, before: Look, action: int, after: Look) -> str:
    """What one decision may change; how it was, in a word."""
    assert all(now <= then for now, then in zip(after.keycards(), before.keycards(), strict=True))
    lost = Counter(after.gone) - Counter(before.gone)
    assert Counter(before.gone) <= Counter(after.gone)
    if before.state.phase == THEIRS:  # TELE: a face-down card may change place, and none is turned down
        assert len(after.face_down()) == len(before.face_down())
    else:
        assert after.face_down() <= before.face_down()
    if after.jams > before.jams:
        check_jam(table, before, action, after, lost)
        return "jam"
    if lost:
        check_launch(table, before, after, lost)
        return "launch"
    return "other"


def check_jam(table: Table, before: Look, action: int, after: Look, lost: Counter[int]) -> None:
    """Ruling 18: s - 1 + min(m, E) cards, all that came back face-up; the rest of the pod is out of the game."""
    seat, report, slot = before.state.active, table.reports[-1], action // 12
    assert (before.state.phase, after.jams) == (PLAY, before.jams + 1)
    eligible = {gap for gap in range(table.variant.slots) if before.state.gaps >> gap & 1}
    eligible |= {slot} if table.variant.played_slot_counts else set()
    pile = len(before.pods[action % 12]) + 1
    returned = min(pile, len(eligible))
    assert report == {"seat": seat, "card": report["card"], "pile": pile, "returned": returned}
    assert len(after.stashes[seat]) == len(before.stashes[seat]) - 1 + returned > 0
    came = {gap for gap in after.stashes[seat] if gap not in before.stashes[seat] or gap == slot}
    assert came <= eligible and len(came) == returned
    assert sum(lost.values()) == pile - returned
    assert all(after.stashes[other] == before.stashes[other] for other in range(len(after.stashes)) if other != seat)
    assert len(after.pods) == max(1, len(before.pods) - 1)
    back = Counter(after.stashes[seat][gap] for gap in came)
    assert back + lost == Counter(before.pods[action % 12]) + Counter([report["card"]])


def check_launch(table: Table, before: Look, after: Look, lost: Counter[int]) -> None:
    """One pod with the card that launched it leaves; there is always one left."""
    carriers = launch_kinds(table.variant.as_dict())
    assert carriers & set(lost)
    opened = sum(before.keycards()) - sum(after.keycards())
    stayed = [sorted(pod) for pod in after.pods if pod]
    there = [sorted(pod) for pod in before.pods if pod]
    assert all(pod in there for pod in stayed)
    assert len(after.pods) == max(1, len(before.pods) + opened - 1)


# Games --------------------------------------------------------------------------------------------------------------


def play(table: Table, seed: int) -> Counter[str]:
    """Play a random game with every check at every decision; how often what happened."""
    rng, words = random.Random(seed), Counter[str]()
    look = look_at(table)
    check_position(table, look)
    taken = np.zeros(table.variant.num_players)
    while table.ended is None:
        action = rng.choice(table.legal())
        taken[table.seat] += table.reward[table.seat]
        returns = table.returns
        table.act(action)
        assert (returns + table.pay).tolist() == pytest.approx(table.returns.tolist(), abs=EXACT)
        before, look = look, look_at(table)
        check_position(table, look)
        words[check_step(table, before, action, look)] += 1
    assert (taken + table.reward).tolist() == pytest.approx(table.returns.tolist(), abs=EXACT)
    assert words.total() <= table.game.max_decisions(table.variant)
    check_end(table, words)
    return words


def check_end(table: Table, words: Counter[str]) -> None:
    """Who won, what is paid and told; every LAUNCH! card is launched once at most."""
    variant, details = table.variant, table.details()
    n, winner = variant.num_players, details["winner"]
    carriers = launch_kinds(variant.as_dict())
    assert words["launch"] <= sum(variant.copies[kind] for kind in carriers)
    assert variant.cards is not None or words["launch"] <= 8
    assert details["cards_left"] == [len(left(table, seat)) for seat in range(n)]
    assert (table.ended == "truncated") == (winner is None)
    assert winner is not None or details["turns"] == variant.max_turns
    if variant.reward == "score":
        wanted = [(variant.slots - cards) / variant.slots for cards in details["cards_left"]]
    else:
        wanted = [0.0 if winner is None else 1.0 if seat == winner else -1 / (n - 1) for seat in range(n)]
        assert table.returns.sum() == pytest.approx(0, abs=EXACT)
    assert table.returns.tolist() == pytest.approx(wanted, abs=EXACT)


@pytest.mark.parametrize("name", SMALL)
def test_random_games(name: str) -> None:
    table, words = Table(GAME, SMALL[name], seed=0), Counter[str]()
    for seed in range(GAMES):
        table.reset(seed)
        words += play(table, seed)
    assert words["jam"] > 0 and words["other"] > 0
    assert words["launch"] > 0


def test_both_ends_are_met() -> None:
    """So that the checks above look at both."""
    ends = set()
    for name, options in SMALL.items():
        table = Table(GAME, options, seed=1)
        play(table, 1)
        ends.add((name == "6 seats, short", table.ended))
    assert ends == {(True, "truncated"), (False, "terminated")}


def test_no_jam_leaves_an_empty_stash() -> None:
    """Smallest stashes that the page allows, Jet Boots again and again before a jam: B + 2 slots, or B + 4."""
    for extra, rows, boots in ((False, [5], 3), (True, [7], 3), (False, [2], 0)):
        cards = {"BOOTS": {"copies": boots}, "STUN": {"copies": 30}}
        options = {"num_players": 2, "stash_rows": rows, "face_down_rows": [], "keycards": 5, "cards": cards}
        options |= {"keycard_extra_play": extra}
        for seed in range(40):
            table, rng = Table(GAME, options, seed=seed), random.Random(seed)
            while table.ended is None:
                table.act(rng.choice(table.legal()))
            assert table.ended == "truncated" or table.details()["cards_left"][table.details()["winner"]] == 0
            assert sum(left == 0 for left in table.details()["cards_left"]) == (table.ended == "terminated")


SPOILT: list[tuple[str, tuple[int, ...], int]] = [
    ("unseen", (3,), 8),
    ("unseen", (3,), 6),
    ("held", (0, LAUNCH), 1),
    ("pods", (), 4),
    ("filled", (1,), 0),
    ("down", (0,), 3),
    ("card", (0, 7), 9),
    ("pile", (3,), 1),
    ("keycards", (1,), 2),
]


@pytest.mark.parametrize(("field", "place", "value"), SPOILT)
def test_the_checks_notice(field: str, place: tuple[int, ...], value: int) -> None:
    """A card too many, a stash that is not what its bits say, a pod too many: each is found."""
    table = two({7: 6, 8: 5, 0: "?"}, [[5, 9]], {0: 9, 1: 9, 2: 9, 3: 9, 4: 9})
    check_position(table, look_at(table))
    table.store.states[field][(0, *place)] = value
    with pytest.raises(AssertionError):
        check_position(table, look_at(table))
