"""The rule-based player of Ocean Pods: what it does in positions where that is plain, and how strong it is."""

from __future__ import annotations

import numpy as np
import pytest

from pod_envs.agents import from_spec
from pod_envs.core.table import Table
from training.matches import match

from .drawn_ocean_pods import DEAR, GAME, place

LIMITS = {2: 0.89, 4: 0.78}  # split wins against random play


def choice(table: Table) -> str:
    """What the player does there, in words."""
    out = np.zeros(1, np.int64)
    store = table.store
    GAME.player("heuristic")(store.params, store.obs, store.mask, store.gens[1], np.array([0]), out)
    assert out[0] in table.legal()
    return GAME.action_text(table.variant, int(out[0]))


def test_it_takes_what_completes_a_card() -> None:
    """Dice fish, krill, seal; I7 costs five krill, of which four are there; the boat is in the Atlantic."""
    table = place({"num_players": 2}, "FISH KRILL SEAL", tokens={0: "0/4/0/0/0"}, open_pod="I7 L8 I8 A7 A8 P8")
    assert choice(table) == "take krill"


def test_it_claims_the_dearest_card_that_it_can_pay() -> None:
    """Five krill pay for I7 (4 points) and, with a fish, for I5 (3 points); the boat is in the Atlantic."""
    table = place(
        {"num_players": 2}, "- KRILL SEAL", tokens={0: "1/5/0/0/0"}, open_pod="I5 I7 L8 I8 A7 A8", research=True
    )
    assert choice(table) == "claim 1"


@pytest.mark.parametrize(("boat", "cleans"), [(2, True), (0, False)])
def test_it_cleans_before_the_border_that_would_end_the_game(boat: int, cleans: bool) -> None:
    """Two plastic tokens in the pod; from space 2 the boat enters the next ocean at the end of this round.

    Four seats, the seat holds five plastic tokens already, so that another is worth next to nothing.
    """
    table = place(
        {}, "FISH KRILL CRAB SEAL OCTOPUS", boat=boat, pod=2, plastic={0: 5}, tokens={0: "1/3/0/1/0"}, open_pod=DEAR
    )
    assert (choice(table) == "clean") == cleans


def test_it_never_brings_the_third_token() -> None:
    """Blue die OCEAN, two tokens in the pod, the boat on the last space of the Atlantic: down would end the game."""
    table = place({"num_players": 2}, "FISH KRILL CRAB", blue="OCEAN", boat=2, pod=2, open_pod=DEAR)
    assert choice(table) == "collect"


@pytest.mark.parametrize("seats", LIMITS)
def test_it_beats_random_play(seats: int) -> None:
    """In full: `python -m training.evaluate heuristic --game ocean_pods --set num_players=2 --games 10000`."""
    variant = GAME.variant(num_players=seats)
    players = [(name, from_spec(name, GAME, variant)) for name in ("heuristic", "random")]
    row = match(GAME, variant, players[0], players[1], 4000, 3)
    assert row.win_share is not None
    assert row.win_share.low > LIMITS[seats]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_copies_of_it_never_lose_together(seats: int) -> None:
    variant = GAME.variant(num_players=seats)
    player = ("heuristic", from_spec("heuristic", GAME, variant))
    row = match(GAME, variant, player, player, 2000, 5)
    assert row.collective_loss is not None
    assert row.collective_loss.mean == 0
