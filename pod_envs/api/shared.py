"""What the environments of one game share: notation, the board, rendering as text, copies."""

import copy
import logging
from typing import Any, Self

from pod_envs.core.actions import text_of
from pod_envs.core.game import Game
from pod_envs.core.graph import Graph

__all__ = ["OneGame"]

LOG = logging.getLogger("pod_envs")


class OneGame:
    """Mixed into an environment of `game` and `variant` that has a `picture()`."""

    game: Game
    variant: Any
    render_mode: str | None

    def action_text(self, action: Any) -> str:
        """Notation of an action; IllegalAction for what is none."""
        return text_of(self.game, self.variant, action)

    def parse_action(self, text: str) -> int:
        """Action of a notation; ConfigError lists the notations."""
        return self.game.parse_action(self.variant, text)

    def graph(self) -> Graph:
        """The board (coordinates, edges, faces, symmetries); ConfigError in a game that is played on none."""
        return self.game.graph(self.variant)

    def picture(self) -> str:
        """The position as text."""
        raise NotImplementedError

    def render(self) -> str | None:
        """The position as text, see `picture`; render_mode="human" prints it and returns None."""
        if self.render_mode is None:
            LOG.warning("render() does nothing without a render_mode; make the environment with render_mode='ansi'")
            return None
        text = self.picture()
        if self.render_mode == "human":
            print(text, flush=True)
            return None
        return text

    def __copy__(self) -> Self:
        """Like copy.deepcopy: two environments that shared a game would get in each other's way."""
        return copy.deepcopy(self)
