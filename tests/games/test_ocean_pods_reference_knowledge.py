"""Who knows which objective in Ocean Pods, over the reference twin."""

from __future__ import annotations

import pytest

from tests.games.reference_ocean_pods_table import objective_table
from tests.games.reference_ocean_pods_variant import DEFAULTS
from tests.games.reference_ocean_pods_view import observation, position, possible_objectives, worlds


def test_objectives_are_private() -> None:
    goals = ["COUNT5", "GLOBAL4", "POLAR2"]
    game = position({"num_players": 3}, "FISH FISH FISH FISH", objectives=goals)
    assert [shown["objective"] for shown in observation(game, 1)["seats"]] == [4, None, None]
    assert [len(possible) for possible in possible_objectives(game, 1)] == [11, 1, 11]
    game = position({"num_players": 3, "public_objectives": True}, "FISH FISH FISH FISH", objectives=goals)
    assert [shown["objective"] for shown in observation(game, 1)["seats"]] == [4, 3, 10]
    assert (list(worlds(game, 1)), possible_objectives(game, 2)) == ([(10, 4, 3)], [[10], [4], [3]])


@pytest.mark.parametrize(("n", "count"), [(2, 11), (3, 110), (4, 990), (5, 7920)])
def test_worlds(n: int, count: int) -> None:
    game = position({"num_players": n}, " ".join(["FISH"] * (n + 1)))
    found = set(worlds(game, 1))
    assert (len(found), {world[1] for world in found}) == (count, {1})
    assert all(len(set(world)) == n for world in found) and tuple(game.objectives) in found
    assert len(objective_table(DEFAULTS)) == 12
