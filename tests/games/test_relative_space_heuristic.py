"""The rule-based player of Relative Space: what it does in positions where that is plain, and how strong it is."""

from __future__ import annotations

import numpy as np
import pytest

from pod_envs.agents import from_spec
from pod_envs.core.table import Table
from training.matches import match

from .drawn_relative_space import ALL_DOWN, GAME, place, two

LIMITS = {2: 0.83, 4: 0.61, 7: 0.44, 10: 0.35}  # lower 95 % limits to be above, over at least 10,000 games


def choice(table: Table) -> str:
    """What the player does there, in words."""
    out = np.zeros(1, np.int64)
    store = table.store
    GAME.player("heuristic")(store.params, store.obs, store.mask, store.gens[1], np.array([0]), out)
    assert out[0] in table.legal()
    return GAME.action_text(table.variant, int(out[0]))


def test_it_loads_the_lowest_number_that_is_high_enough() -> None:
    """Pod [5|; slots 0 to 3: 12, 6, 9, 4.  4 would jam."""
    assert choice(two({0: 12, 1: 6, 2: 9, 3: 4}, [[5]])) == "1 on 0"


def test_it_plays_a_blind_card_on_a_low_top() -> None:
    """Pods [11| and [2|; two face-down cards in slots 0 and 1, no keycards left."""
    table = place({"num_players": 2}, [{0: "?", 1: "?"}, ALL_DOWN], [[11], [2]], keycards=[0, 0])
    assert choice(table) == "0 on 1"


def test_it_jams_early_when_that_costs_nothing() -> None:
    """A full stash, so nothing comes back; only 1 and 2 are available, the pod is [9|."""
    stash = dict.fromkeys(range(7), 8) | {7: 1, 8: 2}
    assert choice(two(stash, [[9]])) in ("7 on 0", "8 on 0")


def test_it_keeps_its_keycard_for_the_last_card() -> None:
    """Pod [12|: with 5 and 12 left the 12 loads; with the 5 alone only a new pod takes it."""
    assert choice(two({0: 5, 1: 12}, [[12]])) == "1 on 0"
    assert choice(two({0: 5}, [[12]])) == "0 on new"


def test_it_wins_with_a_special_that_takes_the_last_card_along() -> None:
    """NET in slot 0 and a 1 in slot 1 on pod [12|, without a keycard: the net takes the 1, which is the last card."""
    assert choice(two({0: "NET", 1: 1}, [[12]], keycards=0)) == "0 on 0"


def test_it_stuns_the_leader() -> None:
    """Seat 0 has played STUN; seat 2 has two cards left, seats 1 and 3 all nine."""
    table = place({}, [{0: "STUN", 1: 3}, ALL_DOWN, {0: 4, 1: 5}, ALL_DOWN], [[]])
    table.act(GAME.parse_action(table.variant, "0 on 0"))
    assert choice(table) == "relative 2"


@pytest.mark.parametrize("seats", LIMITS)
def test_it_beats_random_play(seats: int) -> None:
    """In full: `python -m training.evaluate heuristic --game relative_space --set num_players=2 --games 10000`."""
    variant = GAME.variant(num_players=seats)
    players = [(name, from_spec(name, GAME, variant)) for name in ("heuristic", "random")]
    row = match(GAME, variant, players[0], players[1], 4000, 3)
    assert row.win_share is not None
    assert row.win_share.low > LIMITS[seats]
