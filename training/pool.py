"""Who the learner plays against: fixed players, itself as it is, and itself as it was.

Places in the list never change (fixed players, current, snapshot slots), because games in progress remember places.
Snapshot k goes to slot k modulo the number of slots, so the oldest makes room; a game in progress against it goes on
against the new one.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pod_envs.agents import NetworkPolicy, Policy, from_spec
from pod_envs.agents.bodies import body_of
from pod_envs.core.errors import ConfigError
from pod_envs.core.game import Game

from .config import PoolConfig, PpoConfig

__all__ = ["Layers", "Pool", "player_of"]

Layers = Sequence[tuple[NDArray[np.float32], NDArray[np.float32]]]


def player_of(ppo: PpoConfig, game: Game, variant: Any, layers: Layers, deterministic: bool) -> NetworkPolicy:
    """The learner's network, with these weights, as a player."""
    return NetworkPolicy(layers, ppo.activation, deterministic, body_of(ppo.network, game, variant))


def shapes(layers: Layers) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Of each layer's weights and biases."""
    return [(w.shape, b.shape) for w, b in layers]


class Pool:
    """Policies and their weights; `arrays` and `load` carry it through a checkpoint."""

    def __init__(self, config: PoolConfig, game: Game, variant: Any, ppo: PpoConfig, layers: Layers) -> None:
        self.config, self.ppo, self.game, self.variant = config, ppo, game, variant
        self.players: list[Policy] = [from_spec(spec, game, variant) for spec in config.players]
        self.current = self.network(layers)
        self.snapshots: list[Layers] = []
        self.taken_at: list[int] = []  # steps at which the snapshot in each slot was taken
        self.taken = 0  # snapshots so far
        self.period = 0  # steps // snapshot_every when the last one was taken
        self.slots: list[NetworkPolicy] = []

    @property
    def needs_log(self) -> bool:
        """Whether the tables must keep logs."""
        return any(player.needs_log for player in self.players)

    def network(self, layers: Layers) -> NetworkPolicy:
        """A player that draws from the network's probabilities, as the learner does."""
        return player_of(self.ppo, self.game, self.variant, layers, deterministic=False)

    def refresh(self, layers: Layers, steps: int) -> None:
        """The learner has these weights after `steps`; take a snapshot when one is due."""
        self.current = self.network(layers)
        if steps // self.config.snapshot_every > self.period:
            slot = self.taken % self.config.slots
            self.snapshots[slot : slot + 1] = [layers]
            self.taken_at[slot : slot + 1] = [steps]
            self.slots[slot : slot + 1] = [self.current]
            self.taken += 1
            self.period = steps // self.config.snapshot_every

    def policies(self) -> list[Policy]:
        """Every place: fixed players, current, slots; an empty slot holds the current learner."""
        empty = self.config.slots - len(self.slots)
        return [*self.players, self.current, *self.slots, *[self.current] * empty]

    def weights(self) -> list[float]:
        """Of `policies()`, as the config says; the snapshots' weight is the current learner's while there are none."""
        filled, config = len(self.slots), self.config
        current = config.current + (0.0 if filled else config.snapshots)
        each = [config.snapshots / filled] * filled if filled else []
        return [*config.players.values(), current, *each, *[0.0] * (config.slots - filled)]

    def shares(self, assigned: NDArray[np.int64]) -> dict[str, float]:
        """Which part of the seats in `assigned` each kind of player has."""
        counts = np.bincount(assigned.ravel(), minlength=len(self.players) + 1 + self.config.slots) / assigned.size
        fixed = dict(zip(self.config.players, counts.tolist(), strict=False))
        place = len(self.players)
        return fixed | {"current": float(counts[place]), "snapshots": float(counts[place + 1 :].sum())}

    def arrays(self) -> dict[str, Any]:
        """What a checkpoint holds."""
        return {
            "taken": self.taken,
            "period": self.period,
            "taken_at": list(self.taken_at),
            "snapshots": [[(w.copy(), b.copy()) for w, b in layers] for layers in self.snapshots],
        }

    def load(self, saved: dict[str, Any]) -> None:
        """Go on from what `arrays` returned; ConfigError if its networks are not like the learner's."""
        self.taken, self.period, self.taken_at = saved["taken"], saved["period"], list(saved["taken_at"])
        self.snapshots = [[(w, b) for w, b in layers] for layers in saved["snapshots"]]
        wanted = shapes(self.current.layers)
        if any(shapes(layers) != wanted for layers in self.snapshots) or len(self.snapshots) > self.config.slots:
            raise ConfigError(f"the checkpoint's snapshots are none of this run's: their layers are not {wanted}")
        self.slots = [self.network(layers) for layers in self.snapshots]
