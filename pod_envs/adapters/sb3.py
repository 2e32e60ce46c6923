"""stable-baselines3: a VecEnv over one batch, with action masks for MaskablePPO.

One call of `step` moves every table to its learner's next decision.  `env_method("action_masks")` returns the array the
engine has just written: there is no second round trip, and mask and observation cannot be out of step.
"""

import copy
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from pod_envs.api.learner import LearnerTables
from pod_envs.api.spaces import box
from pod_envs.core.batch import as_actions
from pod_envs.core.checks import check_count, check_flag, check_place, shown
from pod_envs.core.errors import ConfigError, MissingExtra, NotRunning
from pod_envs.core.game import Game
from pod_envs.core.rng import check_seed

try:
    from stable_baselines3.common.vec_env import VecEnv
except ImportError as error:
    raise MissingExtra("stable-baselines3 is not installed; type: pip install 'pod_envs[train]'") from error

__all__ = ["BatchVecEnv"]

Info = dict[str, Any]


class BatchVecEnv(VecEnv):
    """`num_envs` tables of one game with a learner at each; arguments as in `pod_envs.api.single.LearnerEnv`.

    Observations float32[B, D], masks bool[B, A], rewards float32[B] since the learner's own last decision (since the
    game began for its first one), with `relative` less the mean of what the other seats were paid meanwhile.  A
    finished table begins its next game at once; its info then holds `terminal_observation`, `episode` ({"r", "l",
    "seat"}) and `TimeLimit.truncated`.
    """

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 256,
        seed: int | None = None,
        opponents: Any = "random",
        seat: Any = "random",
        on_illegal: str = "raise",
        threads: int = 1,
        keep_log: bool = False,
        relative: bool = False,
        **options: Any,
    ) -> None:
        num_envs = check_count("num_envs", num_envs)
        self.first_seed = None if seed is None else check_seed(seed)
        self.relative = check_flag("relative", relative)
        self.tables = LearnerTables(
            game, options or None, num_envs, opponents, seat, on_illegal, threads, collect=False, keep_log=keep_log
        )
        self.length = np.zeros(num_envs, np.int64)
        self.total = np.zeros(num_envs)
        self.lead = np.zeros(num_envs)
        self.render_mode = None
        self._actions: NDArray[np.int64] | None = None
        self._mask = np.ones((num_envs, self.tables.game.num_actions(self.tables.variant)), np.int8)
        super().__init__(
            num_envs,
            box(self.tables.game, self.tables.variant),
            spaces.Discrete(self.tables.game.num_actions(self.tables.variant)),
        )

    def seed(self, seed: int | None = None) -> Sequence[int | None]:
        """Table i of the next reset gets seed + i; ConfigError unless `seed` is a non-negative integer or None."""
        return super().seed(None if seed is None else check_seed(seed))

    def reset(self) -> NDArray[np.float32]:
        """New games on all tables; the seed given at construction or by `seed()` is used once."""
        seeds = [seed for seed in self._seeds if seed is not None]
        self.tables.reset(self._seeds if len(seeds) == self.num_envs else self.first_seed)
        self.first_seed = None
        self._reset_seeds()
        self._reset_options()
        self.length[:] = 0
        self.total[:] = 0
        self.lead[:] = 0
        obs, self._mask = self.tables.views()
        return obs

    def step_async(self, actions: NDArray[Any]) -> None:
        """Keep the actions, integers[B], for `step_wait`."""
        self._actions = as_actions(actions, self.num_envs).astype(np.int64)

    def step_wait(self) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_], list[Info]]:
        """Observations, rewards, dones and infos; see the class."""
        actions, self._actions = self._actions, None
        if actions is None:
            raise NotRunning("call step(actions), or step_async first")
        tables = self.tables
        tables.step(actions)
        self.length += 1
        self.total += tables.reward
        rewards, dones = self._rewards(), tables.over.copy()
        infos: list[Info] = [{} for _ in range(self.num_envs)]
        if dones.any():
            self._finish(np.flatnonzero(dones), infos)
            tables.reset(None, dones)
            self.lead[dones] = 0
        obs, self._mask = tables.views()
        return obs, rewards, dones, infos

    def _rewards(self) -> NDArray[np.float32]:
        """float32[B]: what the learners are paid for this step."""
        if not self.relative:
            return self.tables.reward.astype(np.float32)
        before, self.lead = self.lead, self._leads()
        return (self.lead - before - self.tables.illegal).astype(np.float32)

    def _leads(self) -> NDArray[np.float64]:
        """float64[B]: each learner's return so far less the mean of the other seats'."""
        returns, rows = self.tables.batch.returns, np.arange(self.num_envs)
        own = returns[rows, self.tables.learner]
        return own - (returns.sum(axis=1) - own) / (returns.shape[1] - 1)  # type: ignore[no-any-return]

    def _finish(self, rows: NDArray[np.int64], infos: list[Info]) -> None:
        """Say how games ended."""
        tables = self.tables
        last = tables.views()[0]
        for row in rows.tolist():
            episode = {"r": float(self.total[row]), "l": int(self.length[row]), "seat": int(tables.learner[row])}
            infos[row] = {
                "terminal_observation": last[row].copy(),
                "TimeLimit.truncated": bool(tables.truncated[row]),
                "episode": episode,
            }
        self.length[rows] = 0
        self.total[rows] = 0

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Everything that play goes on from but the opponents, by name, for checkpoints.

        These share memory with the environment: copy them to keep them.  Records are shown as their bytes (uint8).  The
        number of tables, the variant and whether logs are kept decide the shapes.
        """
        tables = self.tables
        inside = {name: getattr(tables.batch.store, name) for name in ("states", "cells", "gens", "log", "obs", "mask")}
        names = ("assigned", "learner", "over", "reward", "terminated", "truncated", "illegal", "early", "actions")
        around = {f"tables_{name}": getattr(tables, name) for name in names}
        own = {"length": self.length, "total": self.total, "lead": self.lead, "legal": self._mask}
        return {name: plain(array) for name, array in (inside | around | own).items()}

    def load_arrays(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Go on from what `arrays` returned; ConfigError, with nothing changed, if it is from other tables."""
        if "log" in arrays:
            self._make_room(arrays["log"].shape)
        own = self.arrays()
        seen = {name: (array.shape, array.dtype) for name, array in arrays.items()}
        wanted = {name: (array.shape, array.dtype) for name, array in own.items()}
        if seen != wanted:
            raise ConfigError(f"these arrays are not from such tables: wanted {wanted}, seen {seen}")
        for name, array in arrays.items():
            own[name][...] = array
        self.tables.seeded = True
        self.first_seed = self._actions = None

    def _make_room(self, shape: tuple[int, ...]) -> None:
        """Logs grow while games are played; make ours as long as those that come."""
        store = self.tables.batch.store
        while 0 < store.log.shape[1] < shape[1]:
            store.grow_log()

    def action_masks(self) -> NDArray[np.bool_]:
        """bool[B, A]: what the learners may do; NotRunning after an opponent raised an error, until the next reset."""
        self.tables.check_sound(np.ones(self.num_envs, np.bool_))
        return self._mask.astype(np.bool_)

    def close(self) -> None:
        """Nothing to release."""

    def __copy__(self) -> "BatchVecEnv":
        return copy.deepcopy(self)

    def has_attr(self, attr_name: str) -> bool:
        """Whether all environments have the attribute."""
        return attr_name == "action_masks" or hasattr(self, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """The attribute once for each environment of `indices`."""
        if not self.has_attr(attr_name):
            raise AttributeError(f"{type(self).__name__} has no attribute {attr_name!r}")
        return [getattr(self, attr_name)] * len(self._rows(indices))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Attributes belong to all tables at once."""
        if len(self._rows(indices)) != self.num_envs:
            raise ConfigError(f"attribute {attr_name!r} can be set for all environments at once only")
        setattr(self, attr_name, value)

    def env_method(self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any) -> list[Any]:
        """`action_masks`: bool[B, A] of the chosen environments in one array.  No other method is served."""
        if method_name != "action_masks" or method_args or method_kwargs:
            raise ConfigError(f"only env_method('action_masks') is served, not {shown(method_name)}")
        return self.action_masks()[self._rows(indices)]  # type: ignore[return-value]

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """There is nothing inside to be wrapped."""
        return [False] * len(self._rows(indices))

    def get_images(self) -> Sequence[Any]:
        """No pictures of tables in training."""
        return [None] * self.num_envs

    def _rows(self, indices: Any) -> list[int]:
        """The environments that `indices` name: None for all, a number, or several; ConfigError for any other."""
        if indices is None:
            return list(range(self.num_envs))
        several = (
            list(indices) if isinstance(indices, Iterable) and getattr(indices, "shape", None) != () else [indices]
        )
        return [check_place("an index of an environment", index, self.num_envs) for index in several]


def plain(array: NDArray[Any]) -> NDArray[Any]:
    """The array itself; the bytes of one of records."""
    return array.view(np.uint8) if array.dtype.names else array
