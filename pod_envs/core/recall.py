"""Information states that are read back: what is no information state is refused, however much it looks like one."""

from collections.abc import Sequence

from .errors import ConfigError, IllegalAction
from .game import Event, Game
from .table import table_of_events

__all__ = ["confirmed"]

MOST = 2**31  # a log holds smaller numbers


def confirmed(game: Game, variant: object, information: str, events: Sequence[Event]) -> list[Event]:
    """`events`, which have been read from `information`, if they make a game in which a seat has seen exactly that.

    ConfigError if the rules don't allow them, or if the game's own text would be another one.
    """
    if any(abs(part) >= MOST for event in events for part in event):
        raise ConfigError("this is no information state of the variant: it holds a number that no game has")
    try:
        table = table_of_events(game, variant, list(events))
    except IllegalAction as error:
        raise ConfigError(f"this is no information state of the variant: {error}") from None
    if all(table.information_state(seat) != information for seat in range(table.variant.num_players)):
        raise ConfigError("this is no information state as information_state() writes it: its events tell another one")
    return list(events)
