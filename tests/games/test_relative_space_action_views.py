"""What is said of each action of Relative Space, against the named fields of observations."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from pod_envs.core.batch import Batch
from pod_envs.core.game import find_game
from pod_envs.games.relative_space.state import KINDS, NEW, SEATS, TARGETS
from tests.games.variants_relative_space import VARIANTS, seated

GAME = find_game("relative_space")
CARD = KINDS + 3  # kinds 1 to 22, number, available, refills


def columns(variant: Any) -> dict[str, slice]:
    """Where each part of a row lies."""
    n, slots, pods = variant.num_players, variant.slots, variant.most_pods
    widths = {
        "asked": 4, "new": 1, "card": CARD, "slot": slots, "under": CARD, "under too": CARD,
        "pod": 2 * (KINDS - 1) + 5 + n, "relative": 3 + pods + slots + SEATS - 1,
    }  # fmt: skip
    ends = np.cumsum([0, *widths.values()]).tolist()
    return {name: slice(*pair) for name, *pair in zip(widths, ends, ends[1:], strict=False)}


def said(variant: Any, seen: NDArray[np.float32], action: int) -> dict[str, NDArray[np.float32]]:
    """Values of a row by part."""
    row = np.append(seen, [0, 1])[GAME.action_views(variant)[action]]
    parts = {name: row[where] for name, where in columns(variant).items()}
    assert sum(map(len, parts.values())) == len(row)
    return parts


@pytest.mark.parametrize("name", VARIANTS)
def test_each_variant_has_a_row_an_action(name: str) -> None:
    variant = GAME.variant(**seated(VARIANTS[name], list(VARIANTS).index(name)))
    views = GAME.action_views(variant)
    assert views.shape == (GAME.num_actions(variant), list(columns(variant).values())[-1].stop)
    assert views.min() >= -2
    assert views.max() < GAME.layout(variant).length
    with pytest.raises(ValueError, match="read-only"):
        views[0, 0] = 0


#         [8] [9]          row 2: slots 7 and 8
#       [4][5][6]          row 1: slots 4, 5, 6
#     [0][1][2][3]         row 0, face-down
UNDER = {0: [], 3: [], 4: [0, 1], 6: [2, 3], 7: [4, 5], 8: [5, 6]}


@pytest.mark.parametrize("slot", UNDER)
def test_a_play_has_its_card_those_under_it_and_its_pod(slot: int) -> None:
    variant = GAME.variant()
    for seen in positions(variant):
        named = GAME.layout(variant).named(seen)
        for pod in (0, 1, NEW):
            parts = said(variant, seen, slot * TARGETS + pod)
            assert parts["asked"].tolist() == [1, 0, 0, 0]
            assert parts["new"] == (pod == NEW)
            assert parts["slot"].tolist() == [float(k == slot) for k in range(9)]
            for part, low in zip(("under", "under too"), UNDER[slot], strict=False):
                assert parts[part].tolist() == card(named, 0, low)
            assert parts["card"].tolist() == card(named, 0, slot)
            assert parts["pod"].tolist() == ([0.0] * len(parts["pod"]) if pod == NEW else pod_of(named, slot, pod))
            assert not parts["relative"].any()
            assert UNDER[slot] or not parts["under"].any()


def test_choices_have_their_card_and_relative() -> None:
    variant, first = GAME.variant(), 9 * TARGETS
    for seen in positions(variant):
        named = GAME.layout(variant).named(seen)
        for k in (1, 3):
            parts = said(variant, seen, first + k - 1)
            assert parts["relative"].tolist() == relative(named, k)
            assert not parts["card"].any() and not parts["under"].any()
            parts = said(variant, seen, first + 9 + 9 + (k - 1) * 9 + 5)
            assert parts["asked"].tolist() == [0, 0, 0, 1]
            assert parts["relative"].tolist() == relative(named, k)
            assert parts["card"].tolist() == card(named, k, 5)
            assert not parts["under"].any() and not parts["pod"].any()
        parts = said(variant, seen, first + 9 + 7)
        assert parts["asked"].tolist() == [0, 0, 1, 0]
        assert parts["card"].tolist() == card(named, 0, 7)
        assert parts["under too"].tolist() == card(named, 0, 5)
        nobody = said(variant, seen, first + 4)  # there is no relative 5 places on
        assert not nobody["relative"].any()


def positions(variant: Any) -> NDArray[np.float32]:
    """What seats to act see in some games."""
    batch = Batch(GAME, variant, 30, seed=3)
    for _ in range(20):
        batch.step(batch.sample())
    return batch.observation.copy()


def card(named: Any, place: int, slot: int) -> list[float]:
    """A card of a seat."""
    single = [named[name][place, slot] for name in ("number", "available", "refills")]
    return [*named["slots"][place, slot].tolist(), *single]


def pod_of(named: Any, slot: int, pod: int) -> list[float]:
    """A pod, and whether the card in a slot loads on it."""
    single = [named[name][pod] for name in ("beat", "pile", "open", "comes_back")]
    return [*named["top"][pod], *named["held"][pod], *single, *named["answers"][:, pod], named["loads"][slot, pod]]


def relative(named: Any, k: int) -> list[float]:
    """A seat, and which it is."""
    single = [named[name][k] for name in ("cards_left", "keycards", "stunned")]
    return [*single, *named["answers"][k], *named["refills"][k], *(float(j == k - 1) for j in range(SEATS - 1))]
