"""Two environments that must play the same game, looked at step by step."""

from collections.abc import Callable
from itertools import zip_longest
from typing import Any

from .hooks import Env, told
from .play import Tally, turns
from .subject import Run

__all__ = ["side_by_side"]


def side_by_side(
    run: Run,
    one: Env,
    other: Env,
    seed: int,
    seen: str,
    wanted: str = "the same game",
    look: Callable[[Env], dict[str, Any]] = told,
    poke: Callable[[Env], None] | None = None,
) -> None:
    """Play the game of a seed in both and compare what `look` finds; `poke` is done to `one` before each step."""
    twin = turns(other, seed, run.subject.most, Tally())
    for turn, again in zip_longest(run.turns(one, seed), twin):
        if turn is None or again is None:
            run.fault(f"{seen}: one game ends here, the other goes on", wanted)
            return
        run.same(look(one), look(other), seen, wanted, turn.agent)
        if poke is not None:
            poke(one)
    run.same(look(one), look(other), seen, wanted)
