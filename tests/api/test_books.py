"""Bookkeeping that was forged, with a checksum that fits, is refused: it must agree with the game beside it."""

from collections.abc import Callable
from typing import Any

import pytest

from pod_envs.api.aec import TurnEnv
from pod_envs.api.books import BOOKS
from pod_envs.core.errors import StateError
from pod_envs.core.saved import to_bytes
from pod_envs.core.table import table_of_events

from .common import Case, ahead, books, decisions, everything, forbidden, mask_of, over, play

Change = Callable[[dict[str, Any]], dict[str, Any]]


def each(name: str, value: Any) -> Change:
    """The same value for every agent."""
    return lambda kept: {name: dict.fromkeys(kept["agents"], value)}


def more(name: str, by: float) -> Change:
    """Numbers of one agent that the game has not paid."""
    return lambda kept: {name: kept[name] | {kept["agents"][0]: kept[name][kept["agents"][0]] + by}}


def with_info(**more: Any) -> Change:
    """Something else in everybody's infos."""
    return lambda kept: {"infos": {agent: info | more for agent, info in kept["infos"].items()}}


RUNNING: dict[str, Change] = {
    "rewards that nobody was paid": more("rewards", 1.0),
    "rewards to come that nobody was paid": more("_cumulative_rewards", 0.5),
    "paid though nobody was": lambda kept: {"_paid": not kept["_paid"]},
    "infos that nobody gave": with_info(other=1),
    "returns before the end": with_info(returns=[0.0]),
    "an agent to go back to before the end": lambda kept: {"_skip_agent_selection": kept["agents"][0]},
    "agents twice": lambda kept: {"agents": kept["agents"][:1] + kept["agents"]},
    "agents in another order": lambda kept: {"agents": kept["agents"][::-1]},
    "agents that are no words": lambda kept: {"agents": [[agent] for agent in kept["agents"]]},
    "no agents": lambda kept: {name: {} for name in BOOKS if isinstance(kept[name], dict)} | {"agents": []},
    "another agent's turn": lambda kept: {
        "agent_selection": next(agent for agent in kept["agents"] if agent != kept["agent_selection"])
    },
    "terminated": each("terminations", True),
    "truncated": each("truncations", True),
    "terminated by 0": each("terminations", 0),
    "rewards that are words": each("rewards", "1"),
    "rewards that are truth values": each("rewards", True),
    "rewards beyond all floats": each("_cumulative_rewards", 10**400),
    "infos that are lists": each("infos", []),
    "infos without the reports": each("infos", {}),
    "aborted by 0": lambda kept: {"aborted": 0},
    "aborted without an offender": lambda kept: {"aborted": True, **each("terminations", True)(kept)},
    "paid by a number": lambda kept: {"_paid": 1},
    "an unknown agent to go back to": lambda kept: {"_skip_agent_selection": "player_77"},
}


def refused(env: TurnEnv, change: Change) -> None:
    """The forged state is refused, and nothing has changed."""
    before, kept = everything(env), books(env)
    assert env.table is not None
    env.set_state(to_bytes(env.table, kept))
    assert books(env) == kept
    before = everything(env)
    with pytest.raises(StateError, match="the saved state"):
        env.set_state(to_bytes(env.table, kept | change(kept)))
    assert everything(env) == before


@pytest.mark.parametrize("how", RUNNING)
def test_forged_books_of_a_game_in_progress_are_refused(plain: Case, how: str) -> None:
    env = plain.env()
    env.reset(seed=1)
    play(env, 1, 1)
    assert not over(env)
    refused(env, RUNNING[how])


def test_reports_that_were_never_told_are_refused(plain: Case) -> None:
    env, key = plain.env(), plain.game.spec.report_key
    env.reset(seed=1)
    refused(env, each("infos", {key: [{"secret": 1}]}))
    refused(env, each("infos", {key: "none"}))


ENDED: dict[str, Change] = {
    "rewards to come that nobody was paid": more("_cumulative_rewards", 0.5),
    "other returns": lambda kept: {
        "infos": {a: info | {"returns": [x + 1 for x in info["returns"]]} for a, info in kept["infos"].items()}
    },
    "infos that nobody gave": with_info(other=1),
    "another agent to ask": lambda kept: {
        "agent_selection": next((a for a in kept["agents"] if a != kept["agent_selection"]), "player_99")
    },
    "still running": each("terminations", False),
    "both ways": each("truncations", True),
    "aborted as well": lambda kept: {"aborted": True},
    "an agent that is gone": lambda kept: {"agent_selection": "player_99"},
    "no returns": lambda kept: {
        "infos": {agent: {k: v for k, v in info.items() if k != "returns"} for agent, info in kept["infos"].items()}
    },
    "returns that are words": lambda kept: {
        "infos": {agent: info | {"returns": ["1"] * len(info["returns"])} for agent, info in kept["infos"].items()}
    },
}


@pytest.mark.parametrize("how", ENDED)
def test_forged_books_of_a_game_that_is_over_are_refused(plain: Case, how: str) -> None:
    env = plain.env()
    env.reset(seed=1)
    for action in decisions(env, 1):
        env.step(action)
    for _ in range(plain.seats - 1):
        refused(env, ENDED[how])
        env.step(None)


ABORTED: dict[str, Change] = {
    "not aborted": lambda kept: {"aborted": False},
    "another penalty": more("_cumulative_rewards", -1.0),
    "another action": with_info(illegal_action={"agent": "player_0", "action": -1, "message": ""}),
    "no message": with_info(illegal_action={}),
    "no dict": with_info(illegal_action=None),
    "not paid": lambda kept: {"_paid": False},
}


def test_books_after_an_illegal_action_are_restored(plain: Case) -> None:
    env = plain.env()
    env.reset(seed=1)
    ahead(env)
    env.step(forbidden(mask_of(env)))
    for _ in range(plain.seats):
        for change in ABORTED.values():
            refused(env, change)
        env.step(None)
    assert env.agents == []
    restored = plain.env()
    restored.set_state(env.get_state())
    assert books(restored) == books(env)


def test_a_log_that_stops_before_chance_is_refused(plain: Case) -> None:
    env, other = plain.env(), plain.env()
    for either in (env, other):
        either.reset(seed=1)
    assert env.table is not None
    if not plain.game.spec.chance_kinds:
        assert not [event for event in env.record()["events"] if "chance" in event]
        return
    env.table = table_of_events(plain.game, plain.variant, [])
    before = everything(other)
    with pytest.raises(StateError, match="agent_selection do not fit"):
        other.set_state(env.get_state())
    assert everything(other) == before


def test_books_in_another_order_are_refused(plain: Case) -> None:
    """Equal positions have equal bytes."""
    env = plain.env()
    env.reset(seed=1)
    assert env.table is not None
    with pytest.raises(StateError, match="no bookkeeping of this environment"):
        env.set_state(to_bytes(env.table, dict(reversed(books(env).items()))))


def test_a_world_drawn_after_an_illegal_action_can_be_saved(plain: Case) -> None:
    env = plain.env()
    env.reset(seed=1)
    ahead(env)
    env.step(forbidden(mask_of(env)))
    for agent in env.agents:
        world, restored = env.resample(agent, 3), plain.env()
        restored.set_state(world.get_state())
        assert books(restored) == books(world)
