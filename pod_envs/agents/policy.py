"""Policies over a batch, and the words that name them."""

import difflib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from pod_envs.core.actions import integer_action, refusal
from pod_envs.core.batch import Batch
from pod_envs.core.cell import SKIP
from pod_envs.core.checks import shown
from pod_envs.core.errors import ConfigError, IllegalAction
from pod_envs.core.game import Game
from pod_envs.core.rng import choose
from pod_envs.core.view import View

from .network import NetworkPolicy

__all__ = ["CallablePolicy", "PlayerPolicy", "Policy", "RandomPolicy", "ask", "from_spec"]


@runtime_checkable
class Policy(Protocol):
    """Chooses for the seats to act; draws, if any, from the tables' agent generators, so that runs can be repeated."""

    needs_log: bool  # whether the batch must keep logs for it

    def act(self, batch: Batch, rows: NDArray[np.int64], out: NDArray[np.int64]) -> None:
        """Write a legal action to out[row] for each table of `rows`; out is int64[B]."""


class RandomPolicy:
    """Uniform over the legal actions."""

    needs_log = False

    def act(self, batch: Batch, rows: NDArray[np.int64], out: NDArray[np.int64]) -> None:
        """See Policy."""
        choose(batch.store.mask, batch.store.gens[1], rows, out)


class PlayerPolicy:
    """A game's own player, by name."""

    needs_log = False

    def __init__(self, game: Game, name: str) -> None:
        self.game, self.name = game, name

    def act(self, batch: Batch, rows: NDArray[np.int64], out: NDArray[np.int64]) -> None:
        """See Policy."""
        store = batch.store
        self.game.player(self.name)(store.params, store.obs, store.mask, store.gens[1], rows, out)


class CallablePolicy:
    """A function of a seat's `View` that returns an action."""

    needs_log = True

    def __init__(self, function: Callable[[View], Any]) -> None:
        self.function = function

    def act(self, batch: Batch, rows: NDArray[np.int64], out: NDArray[np.int64]) -> None:
        """See Policy; IllegalAction names what the function returned."""
        for row in rows.tolist():
            out[row] = self.checked(batch, row, self.function(View(batch.table(row))))

    def checked(self, batch: Batch, row: int, chosen: Any) -> int:
        """What the function returned, as a legal action."""
        mask = batch.store.mask[row]
        try:
            action = integer_action(chosen)
            if 0 <= action < len(mask) and mask[action]:
                return action
            text = refusal(batch.game, batch.variant, int(batch.seat[row]), mask, action)
        except IllegalAction as error:
            text = str(error)
        raise IllegalAction(f"the opponent {shown(self.function)} chose wrongly: {text}")


def ask(policy: Policy, batch: Batch, rows: NDArray[np.int64], actions: NDArray[np.int64]) -> None:
    """Write what `policy` chooses for the tables of `rows` into `actions`, int64[B], and into no other row.

    IllegalAction names the policy when it leaves a row out, or chooses what the mask does not allow.
    """
    out = np.full(batch.num_tables, SKIP, np.int64)
    policy.act(batch, rows, out)
    chosen, mask = out[rows], batch.store.mask
    inside = chosen.view(np.uint64) < mask.shape[1]  # what is negative is large there
    if not (inside.all() and mask[rows, chosen].all()):
        wrong = ~inside | (mask[rows, np.where(inside, chosen, 0)] == 0)
        row = int(rows[np.argmax(wrong)])
        name, text = type(policy).__name__, "it chose nothing; nothing has changed"
        if out[row] != SKIP:
            text = refusal(batch.game, batch.variant, int(batch.seat[row]), mask[row], int(out[row]))
        raise IllegalAction(f"the policy {name} chose wrongly at table {row}: {text}")
    actions[rows] = chosen


def from_spec(spec: Any, game: Game, variant: Any) -> Policy:
    """The policy that `spec` names: "random", a player of the game, a policy file (.npz), a function of a View.

    A Policy passes through.  ConfigError lists the words there are.
    """
    if isinstance(spec, type):
        raise ConfigError(f"{spec.__name__} is a class; give a policy that is made of it, such as {spec.__name__}()")
    if isinstance(spec, Policy):
        return spec
    if isinstance(spec, Path) or (isinstance(spec, str) and spec.endswith(".npz")):
        return NetworkPolicy.load(spec, game, variant)
    if isinstance(spec, str) and spec == "random":
        return RandomPolicy()
    if isinstance(spec, str) and spec in game.spec.players:
        return PlayerPolicy(game, spec)
    if callable(spec):
        return CallablePolicy(spec)
    raise ConfigError(unknown_player(spec, ["random", *game.spec.players]))


def unknown_player(spec: Any, words: list[str]) -> str:
    """The sentence for what names no player; whoever typed a name is told of names."""
    near = difflib.get_close_matches(spec, words, n=1) if isinstance(spec, str) else []
    hint = f"did you mean {near[0]!r}? " if near else ""
    names = f"type one of {', '.join(map(repr, words))}"
    rest = (
        " or a path that ends in .npz"
        if isinstance(spec, str)
        else ", a path that ends in .npz, or give a function of a View"
    )
    return f"no player is named {shown(spec)}; {hint}{names}{rest}"
