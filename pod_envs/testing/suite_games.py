"""Games from begin to end: they can be played, end as they say, pay what they say, and leave nothing behind."""

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from pettingzoo.utils import aec_to_parallel, turn_based_aec_to_parallel
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from .hooks import Env, fact
from .play import Turn, everybody, ids, is_numbered
from .report import NotApplicable
from .side_by_side import side_by_side
from .subject import Run

__all__ = [
    "ahead",
    "conversions",
    "dead_steps",
    "is_illegal",
    "length",
    "plays",
    "reset_abandoned",
    "reset_illegal",
    "rewards",
    "utility_sum",
]

CLOSE = 1e-6  # sums of rewards may differ by this, times what was paid
Pay = dict[Any, float]


def plays(run: Run) -> None:
    """Every game can be played until its agents are done."""
    run.tally.noun = "decisions"
    for seed in run.seeds:
        env, cut = run.env(), run.tally.cut
        for turn in run.turns(env, seed):
            run.tally.looks += not turn.over
        if env.agents and run.tally.cut == cut and not is_over(env):
            agent = env.agent_selection
            run.fault(f"{agent} is asked, and its mask allows no action", "a legal action wherever an agent is asked")
        env.close()


def is_over(env: Env) -> bool:
    """Whether the agent to act has ended."""
    agent = env.agent_selection
    return bool(env.terminations[agent] or env.truncations[agent])


# What is paid


@dataclass
class Account:
    """A game's rewards, counted in both ways."""

    paid: Pay = field(default_factory=dict)  # by the steps
    given: Pay = field(default_factory=dict)  # by last(), to each agent along its own steps
    actions: list[Any] = field(default_factory=list)
    infos: dict[Any, Any] = field(default_factory=dict)  # of each agent's last step
    ended: bool = False  # by the rules

    def pay(self, rewards: dict[Any, Any]) -> None:
        """A step has paid."""
        for agent, reward in rewards.items():
            self.paid[agent] = self.paid.get(agent, 0.0) + float(reward)


def account(run: Run, env: Env, seed: int) -> Account:
    """Play a game and count."""
    book, last = Account(), None
    for turn in run.turns(env, seed):
        if last is not None and not last.over:
            book.pay(env.rewards)
        book.given[turn.agent] = book.given.get(turn.agent, 0.0) + float(turn.reward)
        if turn.over:
            book.infos[turn.agent] = turn.info
            by_rules = not turn.truncated and not is_illegal(turn.info)
            book.ended = by_rules and (book.ended or len(book.infos) == 1)
        else:
            book.actions.append(turn.action)
        last = turn
    if last is not None and not last.over:
        book.pay(env.rewards)
    return book


def is_illegal(info: Any) -> bool:
    """Whether infos tell of an illegal action."""
    return isinstance(info, dict) and any("illegal" in str(key).lower() for key in info)


def close(one: float, other: float) -> bool:
    """Whether two sums of rewards are the same."""
    return math.isclose(one, other, rel_tol=CLOSE, abs_tol=CLOSE)


def rewards(run: Run) -> None:
    """What last() gives each agent along its own steps is what the steps paid it, and what its infos say at the end."""
    run.tally.noun = "sums"
    for seed in run.seeds:
        env = run.env()
        book = account(run, env, seed)
        for agent, info in book.infos.items():
            given, paid = book.given[agent], book.paid.get(agent, 0.0)
            run.expect(math.isfinite(given), f"a reward is {given}", "finite numbers", agent)
            run.expect(close(given, paid), f"last() gave {given:g}, the steps paid {paid:g}", "equal sums", agent)
            if (stated := stated_return(env, agent, info)) is not None:
                wanted = "the sum of the agent's rewards in infos[agent]['returns']"
                run.expect(close(given, stated), f"{stated:g} in the infos, last() gave {given:g}", wanted, agent)


def stated_return(env: Env, agent: Any, info: Any) -> float | None:
    """The return of an agent as its last infos tell it; None where they do not."""
    stated = info.get("returns") if isinstance(info, dict) else None
    if stated is None:
        return None
    return float(stated if np.ndim(stated) == 0 else stated[everybody(env).index(agent)])


def utility_sum(run: Run) -> None:
    """The returns of a game that ends by its rules add up to what is declared."""
    run.tally.noun = "games that ended by the rules"
    wanted = float(run.fact("utility_sum"))
    for seed in run.seeds:
        book = account(run, run.env(), seed)
        if book.ended:
            total = sum(book.given.values())
            run.expect(close(total, wanted), f"returns add up to {total:g}", f"{wanted:g}, as utility_sum declares")


def length(run: Run) -> None:
    """No game has more decisions than are declared."""
    run.tally.noun = "games"
    most = int(run.fact("max_decisions"))
    for seed in run.seeds:
        made = sum(not turn.over for turn in run.turns(run.env(), seed))
        run.expect(made <= most, f"{made} decisions", f"at most {most}, as max_decisions declares")


def conversions(run: Run) -> None:
    """A game pays the same inside OrderEnforcingWrapper and as a parallel environment."""
    run.tally.noun = "sums"
    for seed in run.seeds:
        book = account(run, run.env(), seed)
        wrapped = account(run, OrderEnforcingWrapper(run.env()), seed)
        compare(run, book.given, wrapped.given, "last() gives", "OrderEnforcingWrapper")
        parallel = parallel_pay(run, seed, book.actions)
        compare(run, book.paid, parallel, "steps pay", "the conversion to a parallel environment")


def compare(run: Run, plain: Pay, converted: Pay, what: str, place: str) -> None:
    """Two ways to count the same game."""
    for agent, reward in plain.items():
        other = converted.get(agent, 0.0)
        seen = f"{what} {reward:g}, and {other:g} through {place}"
        run.expect(close(reward, other), seen, "the same pay", agent)


def parallel_pay(run: Run, seed: int, actions: list[Any]) -> Pay:
    """What the same actions pay in the converted environment."""
    env = run.env()
    together = bool(fact(env, "is_parallelizable"))
    env = aec_to_parallel(env) if together else turn_based_aec_to_parallel(env)
    env.reset(seed=seed)
    book, left = Account(), list(actions)
    while left and env.agents:
        agents = list(env.agents) if together else [env.aec_env.agent_selection]
        if len(left) < len(agents):
            break
        book.pay(env.step({agent: left.pop(0) for agent in agents})[1])
    return book.paid


# How games end


def dead_steps(run: Run) -> None:
    """After the end every agent is asked once, with None as its only action, and then none is left."""
    run.tally.noun = "dead steps"
    wanted = "each agent asked exactly once after its end, then none left"
    for seed in run.seeds:
        env, asked, born, cut = run.env(), list[Any](), dict[Any, None](), run.tally.cut
        for turn in run.turns(env, seed):
            asked += [turn.agent] if turn.over else []
            born |= dict.fromkeys(env.agents)
        if run.tally.cut > cut:
            continue
        for agent in born:
            run.expect(asked.count(agent) == 1, f"asked {asked.count(agent)} times after its end", wanted, agent)
        run.expect(not env.agents, f"{env.agents} are left after all dead steps", wanted)
        refuse_action(run, seed)


def refuse_action(run: Run, seed: int) -> None:
    """A dead agent's action other than None is refused."""
    env, last = run.env(), None
    for turn in run.turns(env, seed):
        if turn.over and last is not None:
            break
        last = turn
    if last is None or not env.agents or not is_over(env):
        return
    try:
        env.step(last.action)
    except Exception:
        run.tally.looks += 1
    else:
        run.fault(f"step({last.action}) of an agent that has ended is accepted", "an error: None is its only action")


# What a game leaves behind


def reset_abandoned(run: Run) -> None:
    """A game begun after one that was left or played to its end is the game of its seed."""
    for seed in run.seeds:
        for share in (0.3, 1.0):
            env, most = run.env(), int(share * run.length(seed + 1))
            for turn in run.turns(env, seed + 1):
                if turn.step >= most:
                    break
            side_by_side(run, env, run.env(), seed, "the game after another one differs from that of a new environment")


def reset_illegal(run: Run) -> None:
    """A game begun after an illegal action is the game of its seed."""
    for seed in run.seeds:
        env = run.env()
        action = ahead(run, env, seed + 1)
        if action is None:
            continue
        try:
            env.step(action)
            while env.agents and is_over(env) and seed % 2:
                env.step(None)
        except Exception:  # as a refusal may be
            pass
        side_by_side(run, env, run.env(), seed, "the game after a masked action differs from that of a new environment")
    if not run.tally.looks:
        raise NotApplicable("no mask forbids anything")


def ahead(run: Run, env: Env, seed: int) -> Any:
    """Play on to a decision where the mask forbids an action, somewhere inside the game; that action."""
    for turn in run.turns(env, seed):
        if turn.step >= 2 and (action := forbidden(env, turn)) is not None:
            return action
    return None


def forbidden(env: Env, turn: Turn) -> Any:
    """An action that the mask forbids; None where it forbids none."""
    space = env.action_space(turn.agent)
    if turn.over or turn.mask is None or not is_numbered(space) or turn.mask.all():
        return None
    return int(ids(space)[np.flatnonzero(turn.mask == 0)[0]])
