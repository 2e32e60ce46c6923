"""What each action is worth: games played on from the position as it is, once with each, by a player at all seats.

Positions come from the tables as they come up in play, so that a mean over what the learner cannot see is right.  The
games of one position have the same dice whatever the action: what differs between actions is then mostly due to them.
"""

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from torch.nn import functional

from pod_envs.agents import Policy
from pod_envs.core.batch import Batch
from pod_envs.core.cell import SKIP
from pod_envs.core.game import Game

from .config import Config
from .learner import descend

__all__ = ["Playouts", "learn_values", "playouts_of", "sharpen"]

TABLES = 4096  # on which games are played on at once
EXPLORED = 0.1  # share of the decisions that are drawn at random meanwhile
Floats = NDArray[np.float32]


class Playouts:
    """`count` games for each legal action, whose dice come from `rng`."""

    def __init__(self, game: Game, variant: Any, player: Policy, count: int, rng: np.random.Generator) -> None:
        self.batch = Batch(game, variant, TABLES, seed=0, auto_reset=False)
        self.player, self.count, self.rng = player, count, rng

    def values(self, batch: Batch) -> Floats:
        """float32[B, A]: mean return of the seat to act; 0 for what it may not do, and where it has no choice."""
        mask = batch.store.mask == 1
        mask[mask.sum(axis=1) < 2] = False
        rows, actions = np.nonzero(mask)
        words = self.rng.integers(0, 2**32, (len(mask), self.count, 2, 2))  # a key for chance, one for the player
        total = np.zeros(len(rows))
        for first in range(0, len(rows) * self.count, TABLES):
            some, numbers = np.divmod(np.arange(first, min(first + TABLES, len(rows) * self.count)), self.count)
            keys = words[rows[some], numbers]
            np.add.at(total, some, self.returns(batch, rows[some], actions[some], keys))
        found = np.zeros(mask.shape, np.float32)
        found[rows, actions] = total / self.count
        return found

    def tried(self, batch: Batch, best: NDArray[np.int64]) -> NDArray[np.int64]:
        """int64[B]: the best actions, and at a share of the tables any, so that what follows those is seen, too."""
        return np.where(self.rng.random(len(best)) < EXPLORED, batch.sample(), best)

    def returns(
        self, batch: Batch, rows: NDArray[np.int64], actions: NDArray[np.int64], keys: NDArray[np.int64]
    ) -> NDArray[np.float64]:
        """What the seats to act at `rows` are paid in all, by games that go on with `actions` and these generators."""
        seats, own, running = batch.seat[rows], np.arange(len(rows)), np.arange(len(rows))
        self.begin(batch, rows, keys)
        self.step(running, actions)
        while len(running := running[self.batch.seat[running] >= 0]):
            chosen = np.full(TABLES, SKIP, np.int64)
            self.player.act(self.batch, running, chosen)
            self.step(running, chosen[running])
        return self.batch.returns[own, seats]

    def begin(self, batch: Batch, rows: NDArray[np.int64], keys: NDArray[np.int64]) -> None:
        """Copy the positions, and what was paid so far."""
        old, new, count = batch.store, self.batch.store, len(rows)
        for name in ("states", "cells", "obs", "mask"):
            getattr(new, name)[:count] = getattr(old, name)[rows]
        new.gens[:, :count, :2] = keys.transpose(1, 0, 2)
        new.gens[:, :count, 2:] = 0

    def step(self, running: NDArray[np.int64], actions: NDArray[np.int64]) -> None:
        """Take actions on the running tables."""
        taken = np.full(TABLES, SKIP, np.int64)
        taken[running] = actions
        self.batch.step_checked(taken)


def playouts_of(config: Config, game: Game, variant: Any, player: Policy, steps: int) -> Playouts | None:
    """As the configuration asks for, None for none; equal runs have equal ones after as many `steps`."""
    count, dice = config.imitate.playouts, np.random.default_rng((config.seed, steps))
    return Playouts(game, variant, player, count, dice) if count else None


def learn_values(model: MaskablePPO, worth: Floats) -> dict[str, float]:
    """Epochs over the rollout buffer, in which logits learn to be `worth` [n_steps, B, A]; the losses."""
    buffer, policy = model.rollout_buffer, model.policy
    arrays: list[Any] = [buffer.observations, buffer.action_masks, buffer.returns, worth]
    seen, masks, returns, wanted = (torch.from_numpy(array.reshape(worth[..., 0].size, -1)) for array in arrays)
    losses: list[dict[str, float]] = []
    for _ in range(model.n_epochs):
        for rows in torch.split(torch.from_numpy(np.random.permutation(len(seen))), model.batch_size or len(seen)):
            found: Any = policy.get_distribution(seen[rows], masks[rows].numpy()).distribution
            value_loss = functional.mse_loss(returns[rows], policy.predict_values(seen[rows]))
            worth_loss = spread(found.logits - wanted[rows], masks[rows] == 1)
            descend(model, model.vf_coef * value_loss + worth_loss)
            losses.append(facts(value_loss, worth_loss, found))
    return {name: float(np.mean([loss[name] for loss in losses])) for name in losses[0]}


def sharpen(model: MaskablePPO, temperature: float) -> None:
    """Divide all logits by `temperature`, now that they are what actions are worth."""
    last = [module for module in model.policy.action_net.modules() if isinstance(module, torch.nn.Linear)][-1]
    with torch.no_grad():
        for weights in last.parameters():
            weights.div_(temperature)


def spread(off: torch.Tensor, legal: torch.Tensor) -> torch.Tensor:
    """Variance of `off` [k, A] over the legal actions of each row, on average."""
    count = legal.sum(dim=1, keepdim=True)
    off = torch.where(legal, off, torch.zeros_like(off))
    apart = torch.where(legal, off - off.sum(dim=1, keepdim=True) / count, torch.zeros_like(off))
    return (apart.square().sum(dim=1, keepdim=True) / count).mean()


def facts(value_loss: torch.Tensor, worth_loss: torch.Tensor, found: Any) -> dict[str, float]:
    """What to log of one minibatch."""
    return {
        "train/value_loss": value_loss.item(),
        "train/worth_loss": worth_loss.item(),
        "train/entropy": found.entropy().mean().item(),
    }
