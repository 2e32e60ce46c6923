"""Gymnasium's vector API over one batch: no processes, no copies of the environment."""

import copy
import logging
from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from pod_envs.core.batch import as_actions
from pod_envs.core.checks import check_count, check_word, is_whole, shown
from pod_envs.core.errors import ConfigError, NotRunning
from pod_envs.core.game import Game
from pod_envs.core.rng import check_seed

from .learner import LearnerTables
from .spaces import box

__all__ = ["LearnerVectorEnv"]

LOG = logging.getLogger("pod_envs")
TOLD_WHOLE = 5  # masked actions of an environment that are logged one by one
TOLD_EVERY = 1000  # and then this many at once
Arrays = tuple[NDArray[np.float32], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class LearnerVectorEnv(gymnasium.vector.VectorEnv[NDArray[np.float32], NDArray[np.int64], NDArray[Any]]):
    """`num_envs` environments like `LearnerEnv` in one; table i of seed s plays as a single one of seed s + i.

    Made with `gymnasium.make_vec(id, num_envs=n, autoreset_mode=m)`; infos are laid out as in SyncVectorEnv.
    """

    _masked = 0  # masked actions so far; Gymnasium may close what could not be made, so it is always there

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        opponents: Any = "random",
        seat: Any = "random",
        on_illegal: str = "terminate",
        threads: int = 1,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        num_envs = check_count("num_envs", num_envs)
        self.autoreset_mode = checked_mode(autoreset_mode)
        check_word("render_mode", render_mode, (None, "ansi"))
        self.metadata = {"render_modes": ["ansi"], "render_fps": 2, "autoreset_mode": self.autoreset_mode}
        self.render_mode = render_mode
        keep_log = render_mode is not None
        self.tables = LearnerTables(
            game, options or None, num_envs, opponents, seat, on_illegal, threads, keep_log=keep_log
        )
        self.num_envs = num_envs
        self.game, self.variant = self.tables.game, self.tables.variant
        self.single_observation_space = box(self.game, self.variant)
        self.single_action_space = spaces.Discrete(self.game.num_actions(self.variant))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._begun = False

    def reset(
        self, *, seed: int | Sequence[int | None] | NDArray[Any] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """New games on all tables, or on those that `options["reset_mask"]` bool[B] marks.

        Table i gets seed + i, or seed[i] of a list, a tuple or integers[B]; without a seed its own generator goes on.
        """
        marks = np.ones(self.num_envs, np.bool_)
        if options is not None and not isinstance(options, Mapping):
            raise ConfigError(f"options must be None or a dict such as {{'reset_mask': ...}}, not {shown(options)}")
        if options and "reset_mask" in options:
            marks = checked_mask(options["reset_mask"], self.num_envs)
        elif is_whole(seed):
            super().reset(seed=check_seed(seed))
        self.tables.reset(seed, marks)
        self._begun = True
        obs, mask = self.tables.views()
        return obs, self._infos(mask, marks)

    def step(self, actions: Any) -> Arrays:
        """All learners act; finished tables are reset as `autoreset_mode` says."""
        self._running()
        tables, chosen = self.tables, self._checked(actions)
        again = tables.over.copy()
        if self.autoreset_mode is not AutoresetMode.NEXT_STEP and again.any():
            rows = np.flatnonzero(again)[:9].tolist()
            raise NotRunning(f"tables {rows} are over; call reset(options={{'reset_mask': terminated | truncated}})")
        if again.any():
            tables.legal(chosen, ~again)  # refuse before anything is reset
            tables.reset(None, again)
        tables.step(chosen, ~again)
        self._warn(np.flatnonzero(tables.illegal & ~again).tolist())
        results = (tables.reward.copy(), tables.terminated.copy(), tables.truncated.copy())
        obs, mask = tables.views()
        infos = self._infos(mask, np.ones(self.num_envs, np.bool_))
        if self.autoreset_mode is AutoresetMode.SAME_STEP and tables.over.any():
            obs, infos = self._reset_now(obs, infos)
        return obs, *results, infos

    def _running(self) -> None:
        if not self._begun:
            raise NotRunning("no game has begun; call reset() first")

    def _reset_now(self, obs: NDArray[np.float32], infos: dict[str, Any]) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Reset finished tables at once; what they showed last goes under `final_obs` and `final_info`."""
        over = self.tables.over.copy()
        final_obs = np.full(self.num_envs, None, dtype=object)
        for row in np.flatnonzero(over).tolist():
            final_obs[row] = obs[row].copy()
        final_info = {key: only(value, over) for key, value in infos.items()}
        self.tables.reset(None, over)
        obs, mask = self.tables.views()
        infos = self._infos(mask, np.ones(self.num_envs, np.bool_))
        return obs, infos | {
            "final_obs": final_obs,
            "_final_obs": over,
            "final_info": final_info,
            "_final_info": over.copy(),
        }

    def _checked(self, actions: Any) -> NDArray[np.int64]:
        """Actions as int64[B]."""
        return as_actions(actions, self.num_envs).astype(np.int64)

    def _warn(self, rows: list[int]) -> None:
        """Log the first masked actions one by one, then how many there have been."""
        for row in rows:
            self._masked += 1
            if self._masked <= TOLD_WHOLE:
                LOG.warning("environment %d: %s; its game ends with -1", row, self.tables.illegal_text(row))
            elif self._masked % TOLD_EVERY == 0:
                self._warn_count()

    def _warn_count(self) -> None:
        LOG.warning("%d games have ended with -1 for a masked action; mask with info['action_mask']", self._masked)

    def close_extras(self, **kwargs: Any) -> None:
        """Nothing to release; says how many masked actions there were, if not all of them have been told."""
        if self._masked > TOLD_WHOLE and self._masked % TOLD_EVERY:
            self._warn_count()

    def __copy__(self) -> "LearnerVectorEnv":
        return copy.deepcopy(self)

    def _infos(self, mask: NDArray[np.int8], marks: NDArray[np.bool_]) -> dict[str, Any]:
        """Infos as SyncVectorEnv lays them out: arrays over environments, each with a bool array `_key` who has it."""
        reports = np.full(self.num_envs, None, dtype=object)
        for row in np.flatnonzero(marks).tolist():
            reports[row] = list(self.tables.reports[row])
        infos: dict[str, Any] = {}
        put(infos, "action_mask", mask * marks[:, None].astype(np.int8), marks)
        put(infos, "seat", self.tables.learner * marks, marks)
        put(infos, self.game.spec.report_key, reports, marks)
        illegal = self.tables.illegal & marks
        if illegal.any():
            self._put_illegal(infos, illegal)
        over = self.tables.over & marks
        if over.any():
            put(infos, "returns", self.tables.returns * over[:, None], over)
            self._put_endings(infos, over)
        return infos

    def _put_endings(self, infos: dict[str, Any], over: NDArray[np.bool_]) -> None:
        """What the game says to learners at its end."""
        for row in np.flatnonzero(over).tolist():
            for key, value in self.tables.ending(row).items():
                if key not in infos:
                    plain = type(value) in (int, float, bool)
                    empty = np.zeros(self.num_envs, type(value) if plain else object)
                    empty[:] = 0 if plain else None
                    put(infos, key, empty, np.zeros(self.num_envs, np.bool_))
                infos[key][row], infos[f"_{key}"][row] = value, True

    def _put_illegal(self, infos: dict[str, Any], illegal: NDArray[np.bool_]) -> None:
        """Say who took a masked action."""
        texts = np.full(self.num_envs, None, dtype=object)
        for row in np.flatnonzero(illegal).tolist():
            texts[row] = self.tables.illegal_text(row)
        put(infos, "illegal_action", texts, illegal)

    def action_masks(self) -> NDArray[np.bool_]:
        """bool[B, A]: what the learners may do; a copy.  All true where a game has ended."""
        self._running()
        return self.tables.views()[1].astype(np.bool_)

    def render(self) -> tuple[str, ...]:
        """Each position as its learner sees it, as text; needs render_mode="ansi"."""
        if self.render_mode is None:
            raise ConfigError("make the environment with render_mode='ansi' to render it")
        self._running()
        return tuple(
            self.tables.batch.table(row).picture(int(self.tables.learner[row])) for row in range(self.num_envs)
        )


def put(infos: dict[str, Any], key: str, values: NDArray[Any], who: NDArray[np.bool_]) -> None:
    """One key of the infos."""
    infos[key], infos[f"_{key}"] = values, who.copy()


def only(values: NDArray[Any], who: NDArray[np.bool_]) -> NDArray[Any]:
    """`values` where `who`, else zeros (None for objects)."""
    out = np.full_like(values, None) if values.dtype == object else np.zeros_like(values)
    out[who] = values[who]
    return out


def checked_mode(mode: Any) -> AutoresetMode:
    """The autoreset mode; ConfigError lists them."""
    try:
        return mode if isinstance(mode, AutoresetMode) else AutoresetMode(mode)
    except ValueError:
        raise ConfigError(
            f"autoreset_mode must be one of {[m.value for m in AutoresetMode]}, not {shown(mode)}"
        ) from None


def checked_mask(mask: Any, count: int) -> NDArray[np.bool_]:
    """The reset mask; ConfigError unless it is bool[count] with a true value."""
    if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (count,) or not mask.any():
        raise ConfigError(
            f"options['reset_mask'] must be a bool array of shape ({count},) with a true value, not {shown(mask)}"
        )
    return mask
