"""The fixtures of the environments' tests: `game`, `case`, `plain`."""

from tests.api.conftest import case, game, plain

__all__ = ["case", "game", "plain"]
