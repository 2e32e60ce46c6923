"""What an illegal action tells: the offender what was legal, everybody else who did what."""

import logging
import re

import pytest

from pod_envs.api.aec import TurnEnv

from .common import Case, ahead, decisions, forbidden, mask_of


def gone_wrong(plain: Case, seed: int = 3) -> tuple[TurnEnv, str, list[int]]:
    """A game that a masked action has ended; the offender, and what was legal for it."""
    env = plain.env()
    env.reset(seed=seed)
    ahead(env)
    assert env.table is not None
    agent, legal = env.agent_selection, env.table.legal()
    env.step(forbidden(mask_of(env)))
    return env, agent, legal


def named(text: str) -> list[int]:
    """The actions that a sentence names."""
    return [int(number) for number in re.findall(r"(\d+) \(", text)]


def test_others_hear_agent_and_action_only(plain: Case, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, "pod_envs"):
        env, agent, legal = gone_wrong(plain)
    own = env.infos[agent]["illegal_action"]
    assert named(own["message"]) == [own["action"], *legal]
    told = [info["illegal_action"] for name, info in env.infos.items() if name != agent]
    assert len(told) == plain.seats - 1
    for other in told:
        assert {**other, "message": None} == {**own, "message": None}
        assert named(other["message"]) == [own["action"]]
        assert "legal" not in other["message"]
    assert [record.getMessage() for record in caplog.records] == [f"{agent}: {told[0]['message']}"]


def test_a_resampled_world_tells_its_agent_no_more(plain: Case) -> None:
    env, agent, _ = gone_wrong(plain)
    for name in env.possible_agents:
        world = env.resample(name, 1)
        assert world.infos[name] == env.infos[name]
        for other, info in world.infos.items():
            whole = other == name == agent
            assert ("legal:" in info["illegal_action"]["message"]) == whole
    assert "legal:" in env.infos[agent]["illegal_action"]["message"]
    env.set_state(env.get_state())


def test_equal_knowledge_gives_equal_worlds_in_environments_too(plain: Case) -> None:
    env = plain.env()
    env.reset(seed=4)
    for step, action in enumerate(decisions(env, 4)):
        agent = env.possible_agents[step % plain.seats]
        first, second = env.resample(agent, 7), env.resample(agent, 99).resample(agent, 7)
        assert first.get_state() == second.get_state()
        if step == 20:
            break
        env.step(action)
