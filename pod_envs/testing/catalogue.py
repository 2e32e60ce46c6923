"""The checks by name, each with its meaning in one sentence."""

from collections.abc import Callable
from dataclasses import dataclass

from . import (
    suite_copies,
    suite_games,
    suite_gymnasium,
    suite_information,
    suite_masks,
    suite_pettingzoo,
    suite_recall,
    suite_render,
    suite_seeds,
    suite_views,
)
from .hooks import HOOKS
from .subject import Run

__all__ = ["CHECKS", "Check", "tables"]


@dataclass(frozen=True)
class Check:
    """One thing that holds in a sound environment.

    `look` compares and counts, and raises what it finds wrong.  A check that `needs` another says nothing where that
    one fails, so that a fault is named once.
    """

    name: str
    meaning: str
    look: Callable[[Run], None]
    needs: tuple[str, ...] = ("plays",)
    kind: str = "aec"


REPEATED = ("plays", "seed")
LOOKED = (*REPEATED, "observe_pure")
ALL = (
    Check("plays", "Random legal games end without an error, and whoever is asked has a legal action.",
          suite_games.plays, ()),
    # PettingZoo's own tests
    Check("pettingzoo_api", "PettingZoo's `api_test` passes.", suite_pettingzoo.api),
    Check("pettingzoo_seed", "PettingZoo's `seed_test` passes.", suite_pettingzoo.seed, REPEATED),
    Check("pettingzoo_parallel", "PettingZoo's `parallel_api_test` passes after `turn_based_aec_to_parallel`.",
          suite_pettingzoo.parallel, ("plays", "observe_any")),
    Check("pettingzoo_parallel_seed", "PettingZoo's `parallel_seed_test` passes there, too; it plays masked actions.",
          suite_pettingzoo.parallel_seed,
          (*REPEATED, "observe_any", "pettingzoo_seed", "pettingzoo_parallel")),
    Check("pettingzoo_state", "PettingZoo's `test_state_space` and `test_state` pass; they play masked actions.",
          suite_pettingzoo.state),
    Check("pettingzoo_render", "PettingZoo's `render_test` passes for all render modes.", suite_pettingzoo.render),
    # seeds
    Check("seed", "Two environments reset with the same seed play the same game.", suite_seeds.seed),
    Check("processes", "Games of the same seeds are the same in all processes, whatever `PYTHONHASHSEED` is.",
          suite_seeds.processes, REPEATED),
    Check("interleaved", "Two environments played in turns play as each does alone.", suite_seeds.interleaved,
          REPEATED),
    Check("threads", "Environments played in threads play as each does alone.", suite_seeds.threads,
          (*REPEATED, "interleaved")),
    Check("reset_abandoned", "A game begun after another one, left or played to its end, is the game of its seed.",
          suite_games.reset_abandoned, REPEATED),
    Check("reset_illegal", "A game begun after a masked action is the game of its seed.", suite_games.reset_illegal,
          (*REPEATED, "reset_abandoned")),
    # views
    Check("observe_any", "`observe()` answers for every agent, while it waits and after its end, too.",
          suite_views.observe_any),
    Check("observe_pure", "Looking (`observe`, `last`, `information_state`, `picture`) changes nothing and shows the "
          "same twice.", suite_views.observe_pure, REPEATED),
    Check("spaces", "Every observation of every agent has the type, the shape and the bounds of its space.",
          suite_views.spaces_hold),
    Check("own_arrays", "An observation that is kept stays as it was, and writing into it changes nothing.",
          suite_views.own_arrays, LOOKED),
    Check("state", "`state()` lies in `state_space` at every step, and reading it changes nothing.",
          suite_views.state, REPEATED),
    Check("masks", "`step()` accepts what the mask allows and nothing else; each action is tried on a copy.",
          suite_masks.masks),
    Check("waiting_masks", "The mask of an agent that waits is all zero.", suite_masks.waiting_masks),
    # rewards and ends
    Check("rewards", "What `last()` gives an agent along its own steps is what the steps paid it, and the `returns` in "
          "its last infos.", suite_games.rewards),
    Check("conversions", "A game pays the same through `OrderEnforcingWrapper` and as a parallel environment.",
          suite_games.conversions, (*LOOKED, "observe_any", "rewards", "pettingzoo_parallel")),
    Check("dead_steps", "After its end each agent is asked once, may answer None only, and then none is left.",
          suite_games.dead_steps),
    Check("utility_sum", "The returns of a game that ends by its rules add up to the declared `utility_sum`.",
          suite_games.utility_sum, ("plays", "rewards")),
    Check("length", "No game has more decisions than the declared `max_decisions`.", suite_games.length),
    # copies
    Check("clone", "A `clone()` plays on as its original does, and shares nothing with it.", suite_copies.clone,
          LOOKED),
    Check("deepcopy", "A `copy.deepcopy` plays on as its original does, and shares nothing with it.",
          suite_copies.deepcopy, LOOKED),
    Check("pickle", "What `pickle` brings back plays on as its original does.", suite_copies.pickled, LOOKED),
    Check("saved_state", "`set_state(get_state())` brings a position back, here and in another environment.",
          suite_copies.saved_state),
    # pictures
    Check("render_frames", "Frames of one position are equal, those of a game are not all equal, and drawing changes "
          "nothing.", suite_render.render_frames, LOOKED),
    Check("render_headless", "Frames are drawn without a display and without opening a window.",
          suite_render.render_headless),
    # information
    Check("leak", "When what an agent cannot know is drawn anew, its observation, mask, infos, texts and pictures "
          "stay the same.",
          suite_information.leak),
    Check("worlds", "When what an agent cannot know is drawn anew, the world does change; not so where "
          "`perfect_information` is declared.", suite_information.worlds),
    Check("history", "`history()` is the game that was played, decision by decision.", suite_information.history,
          ("plays", "observe_any", "masks")),
    Check("consistency", "A world that is drawn has the agent's whole past and can be played on to its end.",
          suite_information.consistency, ("plays", "observe_any", "spaces", "history", "leak")),
    Check("resample_pure", "Drawing a world leaves the game alone, and equal generators draw equal worlds.",
          suite_information.resample_pure, LOOKED),
    Check("resample_blind", "The world that is drawn depends on the agent's knowledge and on the generator, not on the "
          "truth.", suite_information.resample_blind, ("plays", "resample_pure", "consistency")),
    Check("recall", "What an agent has seen and done decides its mask and its information state, which holds all of "
          "it.", suite_recall.recall, ("plays", "observe_any", "leak", "consistency")),
    Check("rotation", "When all seats move round, what they see moves with them, where that is declared.",
          suite_information.rotation, ("plays", "observe_any")),
    Check("gymnasium", "Gymnasium's `check_env` passes, for an environment of Gymnasium.", suite_gymnasium.checker, (),
          "gymnasium"),
)  # fmt: skip

CHECKS: dict[str, Check] = {check.name: check for check in ALL}


def tables() -> dict[str, str]:
    """What is checked, and what an environment can offer, as Markdown tables by name: "checks" and "hooks"."""
    meanings = {check.name: check.meaning for check in ALL}
    heads = {"checks": ("check", "what holds", meanings), "hooks": ("name", "meaning", HOOKS)}
    return {
        name: "\n".join(
            [f"| {left} | {right} |", "| --- | --- |", *(f"| `{key}` | {value} |" for key, value in rows.items())]
        )
        for name, (left, right, rows) in heads.items()
    }
