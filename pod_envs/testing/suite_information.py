"""What an agent knows: nothing leaks, and the worlds drawn for it fit all that it has seen."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from .freezing import difference
from .hooks import Env, fact, hook, mask_of, modes, seen_by, shown, truth, views
from .play import Tally, Turn, spread, turns
from .report import NotApplicable, cause
from .side_by_side import side_by_side
from .subject import Run
from .suite_render import headless
from .suite_views import member

__all__ = ["consistency", "history", "leak", "resample_blind", "resample_pure", "rotation", "worlds"]

HALF = 0.5  # of the looks at a game: positions at which two worlds are drawn, or all seats move round
WHOLE = 0.125  # of them: positions whose worlds are played on to their ends
PAST = 0.75  # of them: decisions of a world's past
PAST_PARTS = ("observation", "information_state", "picture")


def spots(run: Run, share: float, **options: Any) -> Iterator[tuple[Env, Turn, Any, np.random.Generator]]:
    """(environment, turn, agent, generator) for every agent at some positions of every game."""
    for seed in run.seeds:
        env = run.env(**options)
        chosen = spread(run.length(seed), run.some(share))
        for turn in run.turns(env, seed):
            for k, agent in enumerate(list(env.agents) if turn.step in chosen else []):
                yield env, turn, agent, run.dice(seed, turn.step, k)


def picture_mode(run: Run) -> dict[str, Any]:
    """The option that makes environments draw what an agent sees, where they can."""
    if not modes(run.sample) or getattr(run.sample, "render_view", None) is None:
        return {}
    try:
        return {"render_mode": headless(run)[0]}
    except NotApplicable:  # its function takes no render_mode
        return {}


def leak(run: Run) -> None:
    """Draw what the agent cannot know anew: all its views stay as they are."""
    run.hook("resample")
    for env, _, agent, dice in spots(run, 1, **picture_mode(run)):
        world = env.resample(agent, dice)
        seen = f"when what {agent} cannot know is drawn anew, its view changes"
        run.same(views(env, agent), views(world, agent), seen, "equal views in every world that fits", agent)


def worlds(run: Run) -> None:
    """Some world that is drawn is another than the true one; none is where an environment hides nothing."""
    run.hook("resample")
    run.tally.noun, moved, perfect = "worlds", 0, fact(run.sample, "perfect_information")
    for env, _, agent, dice in spots(run, 1):
        true, drawn = truth(env), truth(env.resample(agent, dice))
        if perfect:  # what no agent has seen may differ, and shows in the state
            true, drawn = ({**parts, "state": None} for parts in (true, drawn))
            run.same(true, drawn, f"a world drawn for {agent} is another", "none, as perfect_information says", agent)
            continue
        run.tally.looks += 1
        moved += difference(wrapped(true), wrapped(drawn)) is not None
    run.tally.notes.append(f"other than the true one {moved}")
    run.tally.place = None
    seen = f"all {run.tally.looks} worlds are the true one"
    wanted = "worlds that differ from it where several fit, or perfect_information declared in the metadata"
    if run.tally.looks and not moved and not perfect:
        run.fault(seen, wanted)


def wrapped(parts: dict[str, Any]) -> Any:
    """Frozen parts as one frozen value."""
    return ("dict", *sorted(parts.items()))


def resample_pure(run: Run) -> None:
    """Drawing a world leaves the game alone, and equal generators draw equal worlds."""
    run.hook("resample")
    for seed in run.seeds:
        seen = "a game in which worlds are drawn differs from one in which none are"
        side_by_side(run, run.env(), run.env(), seed, seen, poke=lambda env: draw_twice(run, env))


def draw_twice(run: Run, env: Env) -> None:
    """Two worlds from equal generators."""
    agent = env.agent_selection
    before = shown(env)
    one, other = (env.resample(agent, run.dice(7)) for _ in range(2))
    run.same(truth(one), truth(other), "equal generators draw different worlds", "equal worlds", agent)
    run.same(before, shown(env), "drawing a world changes the game", "a game that stays as it was", agent)


def resample_blind(run: Run) -> None:
    """What the agent knows and the generator alone decide the world: the truth does not."""
    run.hook("resample")
    for env, turn, agent, dice in spots(run, HALF):
        numbers = (turn.step, 3)
        one = env.resample(agent, run.dice(*numbers))
        other = env.resample(agent, dice).resample(agent, run.dice(*numbers))
        seen = f"from two worlds that {agent} cannot tell apart, equal generators draw different ones"
        wanted = "equal worlds, or else what is drawn tells the truth; sort what is hidden before it is shuffled"
        run.same(truth(one), truth(other), seen, wanted, agent)


# The past, and worlds that fit


def history(run: Run) -> None:
    """history() is the game that was played: as many decisions, at which everybody saw what is seen there."""
    run.hook("history")
    for seed in run.seeds:
        env, seen = run.env(), list[dict[Any, Any]]()
        for turn in run.turns(env, seed):
            if turn.over:
                break
            seen.append({agent: seen_by(env, agent) for agent in env.agents})
        entries, wanted = list(env.history()), "the game at each of its decisions, and last as it is"
        told = f"history() has {len(entries)} entries after {len(seen)} decisions"
        run.expect(len(entries) == len(seen) + 1, told, wanted)
        for step in sorted(spread(len(seen), run.some(PAST))):
            for agent, view in seen[step].items():
                told = f"decision {step} of history(), and what {agent} saw there"
                run.same({"observation": seen_by(entries[step], agent)}, {"observation": view}, told, wanted, agent)


def consistency(run: Run) -> None:
    """A world that is drawn has the agent's whole past, and can be played on to its end."""
    run.hook("resample")
    for env, turn, agent, dice in spots(run, WHOLE):
        if turn.over:
            continue
        world = env.resample(agent, dice)
        if hook(env, "history") is not None:
            same_past(run, env, world, agent)
        play_on(run, world, agent, dice)


def same_past(run: Run, env: Env, world: Env, agent: Any) -> None:
    """All that the agent saw before, it sees in the world's past; which ends in the world itself."""
    here, there = list(env.history()), list(world.history())
    wanted = "a past that leads to the world and in which the agent saw what it saw"
    run.expect(len(here) == len(there), f"{len(there)} decisions in the world's past, not {len(here)}", wanted, agent)
    for step in sorted(spread(len(here), run.some(PAST))):
        was, might = here[step], there[step]
        seen = f"decision {step} in the past of a world drawn for {agent}"
        run.same(past_views(was, agent), past_views(might, agent), seen, wanted, agent)
    for other in world.agents:
        seen = f"the past of a world drawn for {agent} leads to another world for {other}"
        run.same(past_views(world, other), past_views(there[-1], other), seen, wanted, agent)


def past_views(env: Env, agent: Any) -> dict[str, Any]:
    """What can be looked at in the past."""
    return {part: value for part, value in views(env, agent).items() if part in PAST_PARTS}


def play_on(run: Run, world: Env, agent: Any, dice: np.random.Generator) -> None:
    """Play the world to its end; whatever goes wrong is the world's fault."""
    wanted = "a world in which the game can be played on by the rules"
    number = int(dice.integers(2**31))
    try:
        for turn in turns(world, number, run.subject.most, Tally(), begin=False):
            found = member(world.observation_space(turn.agent), turn.observation)
            run.expect(found is None, f"in a world drawn for {agent}, the observation{found}", wanted, agent)
    except (ArithmeticError, LookupError, ValueError, AssertionError, RuntimeError, TypeError, AttributeError) as error:
        run.fault(f"a world drawn for {agent} cannot be played on: {cause(error)}", wanted, agent)
    stuck = bool(world.agents) and not world.terminations[world.agent_selection]
    stuck = stuck and not world.truncations[world.agent_selection] and last_mask_empty(world)
    run.expect(not stuck, f"in a world drawn for {agent}, an agent is asked that may do nothing", wanted, agent)


def last_mask_empty(world: Env) -> bool:
    """Whether the agent to act has a mask that allows nothing."""
    observation, _, _, _, info = world.last()
    mask = mask_of(world, world.agent_selection, observation, info)
    return mask is not None and not mask.any()


# Rotation


def rotation(run: Run) -> None:
    """When all seats move round, their views move with them."""
    run.fact("rotation_symmetric")
    run.hook("rotated")
    for env, turn, agent, _ in spots(run, HALF):
        if turn.over:
            continue
        agents = env.possible_agents
        seat = agents.index(agent)
        for by in range(1, len(agents)):
            moved = agents[(seat + by) % len(agents)]
            seen = f"what {agent} sees, and what {moved} sees when the seats have moved {by} on"
            run.same(rotated_view(env, agent), rotated_view(env.rotated(by), moved), seen, "equal observations", agent)


def rotated_view(env: Env, agent: Any) -> dict[str, Any]:
    """What turns with the seats."""
    return {"observation": views(env, agent)["observation"]}
