"""The errors of this package: each message says what was seen, what is wanted and what to type."""

__all__ = [
    "ConfigError",
    "IllegalAction",
    "MissingExtra",
    "NotRunning",
    "PodEnvsError",
    "RecordError",
    "StateError",
    "VariantError",
]


class PodEnvsError(Exception):
    """Base of every error that this package raises on purpose."""


class IllegalAction(PodEnvsError, ValueError):
    """An action that is no integer of the action space, or that the rules forbid now; nothing has changed."""


class NotRunning(PodEnvsError, RuntimeError):
    """A call that needs a game in progress, before the first reset or after the end."""


class VariantError(PodEnvsError, ValueError):
    """An unknown rule option, or a value that the game's page refuses."""


class RecordError(PodEnvsError, ValueError):
    """The first fault of a game record; `index` is its event, or -1 for header and variant."""

    def __init__(self, message: str, index: int = -1) -> None:
        super().__init__(f"event {index}: {message}" if index >= 0 else f"header: {message}")
        self.message = message
        self.index = index

    def __reduce__(self) -> tuple[type["RecordError"], tuple[str, int]]:
        return (RecordError, (self.message, self.index))


class StateError(PodEnvsError, ValueError):
    """Bytes that are no saved state of this game, version and variant."""


class ConfigError(PodEnvsError, ValueError):
    """A configuration or an argument that cannot be used as it stands."""


class MissingExtra(PodEnvsError, ImportError):
    """An optional dependency is not installed; the message says which extra brings it."""
