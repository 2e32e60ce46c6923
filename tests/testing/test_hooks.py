"""What the environments of the games declare and offer: facts in the metadata, `history()` and `rotated()`."""

import dataclasses
from typing import Any

import numpy as np
import pytest

from pod_envs import ocean_pods_v0
from pod_envs.api.aec import TurnEnv
from pod_envs.api.past import moved_round
from pod_envs.api.registration import environment_module
from pod_envs.api.spaces import facts_of
from pod_envs.core.errors import ConfigError, NotRunning
from pod_envs.core.game import GAMES, Game
from pod_envs.core.table import Table
from pod_envs.testing import check_env
from tests.games.variants_ocean_pods import VARIANTS

SYMMETRIC = [name for name, game in GAMES.items() if game.spec.rotation is not None]


@pytest.fixture(params=sorted(GAMES))
def game(request: pytest.FixtureRequest) -> Game:
    """A registered game."""
    return GAMES[request.param]


def played(game: Game, seed: int, steps: int | None = None) -> tuple[TurnEnv, list[dict[str, Any]]]:
    """A random game after some decisions, or at its end; what all agents saw at each decision and at last."""
    env, rng = environment_module(game).env(), np.random.default_rng(seed)
    env.reset(seed=seed)
    seen = [seen_in(env)]
    while not env.terminations[env.agent_selection] and not env.truncations[env.agent_selection] and steps != 0:
        env.step(int(rng.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"]))))
        seen.append(seen_in(env))
        steps = None if steps is None else steps - 1
    return env, seen


def seen_in(env: TurnEnv) -> dict[str, Any]:
    """What every agent sees, byte for byte."""
    return {
        agent: [part.tobytes() for part in env.observe(agent).values()]
        + [env.information_state(agent), env.picture(agent)]
        for agent in env.possible_agents
    }


def test_metadata_hold_the_facts_of_the_variant(game: Game) -> None:
    for variant in (game.variant(), game.variant(reward="score")):
        facts = environment_module(game).env(**variant.as_dict()).metadata
        assert facts["max_decisions"] == game.max_decisions(variant)
        assert facts["perfect_information"] == game.spec.perfect_information
        assert facts["public_actions"] == (game.spec.name != "pod_x")
        assert facts["rotation_symmetric"] == (game.spec.rotation is not None)
        assert facts.get("utility_sum") == (0.0 if game.zero_sum(variant) else None)


class Reticent(Game):
    """A game that declares nothing."""


def test_what_a_game_leaves_open_is_left_out() -> None:
    game = Reticent()
    game.spec = dataclasses.replace(GAMES["polypods"].spec, name="reticent")
    declared = {"perfect_information": True, "public_actions": True, "rotation_symmetric": False}
    assert facts_of(game, None) == declared
    game.spec = dataclasses.replace(game.spec, hidden_moves=True)
    assert facts_of(game, None) == declared | {"public_actions": False}


def test_what_is_hidden_depends_on_the_variant() -> None:
    for public in (False, True):
        facts = facts_of(GAMES["ocean_pods"], GAMES["ocean_pods"].variant(public_objectives=public))
        assert facts["perfect_information"] is public


@pytest.mark.parametrize("steps", [0, 12, None])
def test_the_history_shows_each_decision_as_it_was(game: Game, steps: int | None) -> None:
    env, seen = played(game, 5, steps)
    past = list(env.history())
    assert [seen_in(position) for position in past] == seen
    for position in past[:-1]:
        assert not any(position.terminations.values())
        assert position.agents == env.possible_agents
    assert past[-1].terminations == env.terminations


def test_positions_of_the_past_can_be_played_on(game: Game) -> None:
    env, seen = played(game, 5, 12)
    position = list(env.history())[6]
    while position.agents:
        agent = position.agent_selection
        position.step(None if position.terminations[agent] or position.truncations[agent] else legal(position))
    assert seen_in(env) == seen[-1]


def legal(env: TurnEnv) -> int:
    """The first legal action."""
    return int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0])


def test_history_needs_a_game(game: Game) -> None:
    with pytest.raises(NotRunning):
        next(environment_module(game).env().history())


@pytest.mark.parametrize("name", SYMMETRIC)
def test_views_and_returns_move_round_with_the_seats(name: str) -> None:
    env, _ = played(GAMES[name], 7)
    agents = env.possible_agents
    assert env.table is not None
    for by in range(-1, len(agents) + 1):
        moved = env.rotated(by)
        assert moved.table is not None
        assert np.roll(env.table.returns, by).tolist() == moved.table.returns.tolist()
        for seat, agent in enumerate(agents):
            other = moved.observe(agents[(seat + by) % len(agents)])
            assert env.observe(agent)["observation"].tobytes() == other["observation"].tobytes()
    assert seen_in(env.rotated(0)) == seen_in(env)


@pytest.mark.parametrize("name", SYMMETRIC)
def test_moving_round_and_back_gives_the_same_log(name: str) -> None:
    game = GAMES[name]
    table = Table(game, seed=1)
    seats = table.variant.num_players
    there = moved_round(game, seats, table.events, 1)
    assert there != table.events
    assert moved_round(game, seats, there, seats - 1) == table.events


@pytest.mark.parametrize("name", sorted(set(GAMES) - set(SYMMETRIC)))
def test_where_a_seat_is_special_seats_do_not_move(name: str) -> None:
    env, _ = played(GAMES[name], 1, 3)
    with pytest.raises(ConfigError, match=r"a seat of .* is special"):
        env.rotated(1)


@pytest.mark.parametrize("rotation", [{"nothing": "seat"}, {"deal": "cards"}])
def test_a_rotation_speaks_of_chance_kinds(rotation: dict[str, str]) -> None:
    with pytest.raises(ConfigError, match='rotation says "seat" or "hands" of the chance kinds first_dealer, deal'):
        dataclasses.replace(GAMES["pod_x"].spec, rotation=rotation)


@pytest.mark.parametrize("public", [True, False])
def test_what_all_see_an_agent_do_is_part_of_their_histories(public: bool) -> None:
    """Which dice were thrown again shows in no view where they fell as before, and is part of information states."""

    def make() -> Any:
        env = ocean_pods_v0.env(num_players=2, cards=VARIANTS["cards, worth much"]["cards"])
        env.unwrapped.metadata = env.metadata | {"public_actions": public}
        return env

    report = check_env(make, games=1, only=["recall"])
    assert report.ok is public, str(report)
