"""Gymnasium: one seat learns, policies play the others."""

import logging
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from pod_envs.core.actions import integer_action
from pod_envs.core.checks import check_word
from pod_envs.core.errors import NotRunning
from pod_envs.core.game import Game
from pod_envs.core.record import record_of
from pod_envs.core.rng import check_seed
from pod_envs.core.table import Table

from .learner import LearnerTables
from .shared import OneGame
from .spaces import box

__all__ = ["LearnerEnv"]

LOG = logging.getLogger("pod_envs")


class LearnerEnv(OneGame, gymnasium.Env[NDArray[np.float32], int]):
    """A single-agent environment: observation float32[D], action int, reward since the learner's own last decision.

    `opponents`: "random" (default), a player of the game such as "heuristic", a path to an exported policy (.npz), a
    function of a `View` that returns an action, or a list of these, one for each other seat clockwise.  `seat`:
    "random" (drawn for each game) or a number.  `info["action_mask"]` int8[A]; under the game's report key what was
    told since the last decision; `info["seat"]`; after the end `info["returns"]` float64[n].  A masked action ends the
    game with -1 (`on_illegal="terminate"`), or raises IllegalAction (`"raise"`).
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["human", "ansi"], "render_fps": 2}  # type: ignore[misc]

    def __init__(
        self,
        game: Game | str,
        render_mode: str | None = None,
        opponents: Any = "random",
        seat: Any = "random",
        on_illegal: str = "terminate",
        **options: Any,
    ) -> None:
        check_word("render_mode", render_mode, (None, *self.metadata["render_modes"]))
        self.render_mode = render_mode
        self.tables = LearnerTables(game, options or None, 1, opponents, seat, on_illegal, keep_log=True)
        self.game, self.variant = self.tables.game, self.tables.variant
        self.observation_space = box(self.game, self.variant)  # type: ignore[assignment]
        self.action_space = spaces.Discrete(self.game.num_actions(self.variant))  # type: ignore[assignment]
        self._seed: int | None = None
        self._begun = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """A new game up to the learner's first decision; without a seed the environment's own generator goes on."""
        number = None if seed is None else check_seed(seed)
        super().reset(seed=number)
        self.tables.reset(number)
        self._seed, self._begun = number, True
        return self._views()

    def step(self, action: Any) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """The learner acts, then the others until it is to act again."""
        if not self._begun:
            raise NotRunning("no game has begun; call reset() first")
        self.tables.step(np.array([integer_action(action)], np.int64))
        obs, info = self._views()
        if self.tables.illegal[0]:
            text = self.tables.illegal_text(0)
            LOG.warning("%s; the game ends with -1", text)
            info["illegal_action"] = text
        if self.tables.over[0]:
            info["returns"] = self.tables.returns[0]
            info |= self.tables.ending(0)
        tables = self.tables
        return obs, float(tables.reward[0]), bool(tables.terminated[0]), bool(tables.truncated[0]), info

    def _views(self) -> tuple[NDArray[np.float32], dict[str, Any]]:
        obs, mask = self.tables.views()
        info = {
            "action_mask": mask[0],
            "seat": int(self.tables.learner[0]),
            self.game.spec.report_key: list(self.tables.reports[0]),
        }
        return obs[0], info

    def action_masks(self) -> NDArray[np.bool_]:
        """bool[A]: what the learner may do; a copy.  All true after the end."""
        if not self._begun:
            raise NotRunning("no game has begun; call reset() first")
        return self.tables.views()[1][0].astype(np.bool_)  # type: ignore[no-any-return]

    @property
    def table(self) -> Table:
        """A copy of the game in progress."""
        if not self._begun:
            raise NotRunning("no game has begun; call reset() first")
        table = self.tables.batch.table(0)
        table.seed = self._seed
        return table

    def record(self, legal: bool = False) -> dict[str, Any]:
        """The game so far as a game record."""
        return record_of(self.table, legal)

    def information_state(self) -> str:
        """All that the learner has seen of this game, as text with perfect recall."""
        return self.table.information_state(int(self.tables.learner[0]))

    def picture(self) -> str:
        """The position as the learner sees it, as text."""
        return self.table.picture(int(self.tables.learner[0]))
