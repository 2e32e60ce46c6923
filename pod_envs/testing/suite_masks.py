"""Masks: what step() accepts, and nothing for those who wait."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .freezing import difference
from .hooks import Env, fact, mask_of, shown
from .play import Turn, ids, is_numbered, spread
from .report import NotApplicable
from .subject import Run
from .suite_copies import forked
from .suite_games import is_illegal

__all__ = ["fate", "masks", "waiting_masks"]

SHARE = 0.6  # of the looks at a game: positions
TRIES = {"clone": 1500, "deepcopy": 600, "replay": 150}  # actions that are tried in a game, by the way of copying
MOST = 400  # actions that are tried in one position


def masks(run: Run) -> None:
    """Wherever a position can be copied: every action is taken on a copy of its own."""
    run.tally.noun = "actions tried"
    way = forked(run)
    for seed in run.seeds:
        env, history = run.env(), list[Any]()
        room = max(2, min(run.some(SHARE), TRIES[way.name] // room_for(run)))
        chosen = spread(run.length(seed), room)
        for turn in run.turns(env, seed):
            if turn.mask is not None and not turn.over and turn.step in chosen:
                check_shape(run, env, turn)
                for action in tried(env, turn, run.dice(seed, turn.step), TRIES[way.name] // room):
                    judge(run, way.copy(run, env, seed, history), turn, action)
            history.append(turn.action)
    if not run.tally.looks:
        raise NotApplicable("no agent's action mask was found in observations or infos")


def room_for(run: Run) -> int:
    """How many actions are tried in one position."""
    space = run.sample.action_space(run.sample.agent_selection)
    if not is_numbered(space):
        raise NotApplicable("actions are not numbered: the action space is not Discrete")
    return min(int(space.n), MOST)


def check_shape(run: Run, env: Env, turn: Turn) -> None:
    """A mask has an entry for each action, 0 or 1."""
    size, mask = int(env.action_space(turn.agent).n), np.asarray(turn.mask)
    seen = f"a mask of shape {mask.shape} with values {np.unique(mask).tolist()[:5]}"
    fits = mask.shape == (size,) and np.isin(mask, (0, 1)).all()
    run.expect(fits, seen, f"shape ({size},), made of 0 and 1", turn.agent)


def tried(env: Env, turn: Turn, dice: np.random.Generator, most: int) -> list[int]:
    """All actions, or a choice of them, allowed and forbidden ones as many as can be."""
    every: NDArray[np.int64] = ids(env.action_space(turn.agent))
    allowed, refused = every[turn.mask != 0], every[turn.mask == 0]
    if len(every) <= min(most, MOST):
        return [int(action) for action in every]
    half = max(1, min(most, MOST) // 2)
    picked = [dice.permutation(allowed)[:half], dice.permutation(refused)[:half]]
    return [int(action) for action in np.sort(np.concatenate(picked))]


def judge(run: Run, env: Env, turn: Turn, action: int) -> None:
    """Take one action on a copy and compare with the mask."""
    assert turn.mask is not None
    allowed = bool(turn.mask[action - int(env.action_space(turn.agent).start)])
    result = fate(env, turn.agent, action)
    if allowed:
        run.expect(
            not result.startswith("refused"),
            f"the mask allows action {action}, and step() {result}",
            "a mask of the actions that step() accepts",
            turn.agent,
        )
    else:
        run.expect(
            result != "accepted",
            f"the mask forbids action {action}, and step() plays it",
            "a mask of the actions that step() accepts",
            turn.agent,
        )


def fate(env: Env, agent: Any, action: Any) -> str:
    """What becomes of an action: refused (by an error or an end marked as illegal), over, nothing, accepted."""
    before = shown(env)
    try:
        env.step(action)
    except Exception as error:
        return f"refused with {type(error).__name__}: {error}"
    if agent not in env.agents or env.terminations[agent] or env.truncations[agent]:
        return "refused by an end of the game as after an illegal action" if marked(env, agent) else "over"
    after = shown(env)
    return "accepted" if any(difference(before[part], after.get(part)) for part in before) else "nothing"


def marked(env: Env, agent: Any) -> bool:
    """Whether a game's end says that an action was illegal: in its infos, or terminated and truncated at once."""
    both = agent in env.agents and env.terminations[agent] and env.truncations[agent]
    return bool(both or is_illegal(env.infos.get(agent)))


def waiting_masks(run: Run) -> None:
    """The mask of an agent that waits allows nothing."""
    run.tally.noun = "masks"
    if fact(run.sample, "is_parallelizable"):
        raise NotApplicable("the agents act at the same time, so none waits")
    for seed in run.seeds:
        env = run.env()
        for turn in run.turns(env, seed):
            for agent in [] if turn.over else env.agents:
                if agent != turn.agent and (mask := waiting_mask(env, agent)) is not None:
                    seen = f"the mask allows {int(np.count_nonzero(mask))} actions while {turn.agent} is to act"
                    run.expect(not mask.any(), seen, "a mask of zeros for an agent that waits", agent)
    if not run.tally.looks:
        raise NotApplicable("agents that wait have no mask")


def waiting_mask(env: Env, agent: Any) -> NDArray[Any] | None:
    """The mask of an agent that waits; None where it is shown none."""
    try:
        return mask_of(env, agent, env.observe(agent), env.infos.get(agent))
    except Exception:  # what fails to answer is another check's affair
        return None
