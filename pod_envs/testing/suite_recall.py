"""Recall: what an agent has seen and done decides what it may do and what it is said to know.

Where `public_actions` are declared, it has seen what the others did, too.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .freezing import described, digest, frozen
from .hooks import Env, fact, given_mask, hook, mask_of
from .play import Turn, choose, is_numbered, spread
from .report import NotApplicable
from .subject import Run

__all__ = ["recall"]

REPEATS = 6  # games of each seed
NEW = 20  # steps for which a game goes on after nobody's history is one that was met before
SHARE = 0.5  # of the looks at a game: positions at which worlds are drawn
AHEAD = 20  # steps for which these follow the true game at most

TEXT = "information state"


@dataclass(frozen=True)
class History:
    """An agent's views so far, and the actions that it took or saw, as digests."""

    all: str = ""
    told: str = ""  # the same, where a view that has not changed counts once
    last: Any = None  # view since its own last action

    def after(self, view: Any) -> "History":
        """With one more view."""
        return History(digest((self.all, view)), self.told if view == self.last else digest((self.told, view)), view)

    def acted(self, action: Any) -> "History":
        """With an action that it took, or saw."""
        return History(digest((self.all, frozen(action))), digest((self.told, frozen(action))))


Histories = dict[Any, History]


@dataclass
class Memory:
    """What followed from each history, and the history that each information state stands for."""

    followed: dict[tuple[Any, str], dict[str, Any]] = field(default_factory=dict)
    meant: dict[tuple[Any, Any], str] = field(default_factory=dict)

    def meet(self, run: Run, env: Env, agent: Any, history: History) -> tuple[History, bool]:
        """The history with what the agent sees now, and whether it was met before; then what follows is compared."""
        view, found = split(env, agent)
        history = history.after(view)
        before = self.followed.setdefault((agent, history.all), found)
        if before is not found and found:
            seen = f"{agent} has seen and done the same in two games"
            run.same(before, found, seen, "the same mask and information state after the same history", agent)
        if TEXT in found and self.meant.setdefault((agent, digest(found[TEXT])), history.told) != history.told:
            seen = f"one information state of {agent} stands for two histories: {described(found[TEXT])}"
            run.fault(seen, "an information state that holds all that the agent has seen and done", agent)
        return history, before is not found


def recall(run: Run) -> None:
    """Games of each seed played in several ways, and worlds that an agent cannot tell from the true one."""
    run.tally.noun = "equal histories"
    if fact(run.sample, "is_parallelizable"):
        raise NotApplicable("the agents act at the same time")
    memory = Memory()
    for seed in run.seeds:
        env = run.env()
        plan = [turn for turn, _ in followed(run, memory, env, run.turns(env, seed))]
        for k in range(1, REPEATS):
            env = run.env()
            for _ in followed(run, memory, env, run.turns(env, seed, dice=(seed, k)), NEW):
                pass
        if hook(run.sample, "resample") is not None:
            in_worlds(run, memory, seed, plan)
    if not run.tally.looks:
        raise NotApplicable("no two games had equal histories, or there are neither masks nor information states")


def followed(
    run: Run, memory: Memory, env: Env, game: Iterable[Turn], most: int | None = None
) -> Iterator[tuple[Turn, Histories]]:
    """A game up to its end, or until for `most` steps all histories were new; each turn with the agents' histories."""
    histories: Histories = {}
    new = 0
    for turn in game:
        if turn.over or (most is not None and new > most):
            return
        known = False
        for agent in env.agents:
            histories[agent], met = memory.meet(run, env, agent, histories.get(agent, History()))
            known |= met
        new = 0 if known else new + 1
        yield turn, histories
        histories = {agent: after(run, agent, history, turn.agent, turn.action) for agent, history in histories.items()}


def after(run: Run, agent: Any, history: History, actor: Any, action: Any) -> History:
    """The history of an agent when one has acted."""
    if actor == agent:
        return history.acted(action)
    return history.acted([actor, action]) if fact(run.sample, "public_actions") else history


def split(env: Env, agent: Any) -> tuple[Any, dict[str, Any]]:
    """What an agent sees but for its mask, and what must follow from it: mask and information state."""
    observation, info = observed(env, agent), env.infos.get(agent)
    mask = mask_of(env, agent, observation, info)
    found = {} if mask is None else {"mask": frozen(mask)}
    if (text := hook(env, "information_state")) is not None:
        found[TEXT] = frozen(text(agent))
    reward = getattr(env, "_cumulative_rewards", {}).get(agent)
    return frozen([without_mask(observation), without_mask(info), reward, agent == env.agent_selection]), found


def observed(env: Env, agent: Any) -> Any:
    """The observation of an agent, or None where one that waits has none."""
    try:
        return env.observe(agent)
    except Exception:
        return None


def without_mask(value: Any) -> Any:
    """A view without its mask."""
    return {key: part for key, part in value.items() if key != "action_mask"} if isinstance(value, dict) else value


def in_worlds(run: Run, memory: Memory, seed: int, plan: list[Turn]) -> None:
    """Play the first game again, and at some positions draw a world for each agent that follows it."""
    env, chosen = run.env(), spread(len(plan), run.some(SHARE))
    for turn, histories in followed(run, memory, env, run.turns(env, seed)):
        for k, agent in enumerate(env.agents if turn.step in chosen else []):
            dice = run.dice(seed, turn.step, k)
            follow(run, memory, env.resample(agent, dice), agent, histories[agent], plan[turn.step :], dice)


def follow(
    run: Run, memory: Memory, world: Env, agent: Any, history: History, plan: list[Turn], dice: np.random.Generator
) -> None:
    """Take the true game's actions where the world allows them, for as long as the agent cannot tell."""
    for turn in plan[:AHEAD]:
        actor = world.agent_selection
        action = allowed(world, turn.action if turn.agent == actor else None, dice)
        if action is None:
            return
        world.step(action)
        history = after(run, agent, history, actor, action)
        if agent not in world.agents or world.terminations[agent] or world.truncations[agent]:
            return
        history, known = memory.meet(run, world, agent, history)
        if not known:
            return


def allowed(world: Env, planned: Any, dice: np.random.Generator) -> Any:
    """The planned action where the mask allows it, another one where it does not; None where there is none."""
    observation, _, terminated, truncated, info = world.last()
    if terminated or truncated:
        return None
    space = world.action_space(world.agent_selection)
    mask = given_mask(world, world.agent_selection, observation, info)
    if planned is not None and (mask is None or not is_numbered(space) or mask[planned - int(space.start)]):
        return planned
    return choose(space, mask, dice)
