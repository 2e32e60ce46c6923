"""Games of other packages: by the name that an installed package declares, or by where in a package they are.

A package declares a game as an entry point of the group `pod_envs.games`, whose name is the game's.  It is loaded when
it is asked for; importing pod_envs loads none.
"""

import inspect
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from functools import cache
from importlib import import_module
from importlib.metadata import Distribution, EntryPoint, distributions, entry_points
from operator import attrgetter
from typing import Any

from .checks import shown
from .errors import ConfigError, PodEnvsError
from .game import GAMES, Game, find_game
from .seam import admit

__all__ = ["GROUP", "address", "all_games", "game_names", "installed_game", "is_game", "named", "settled"]

GROUP = "pod_envs.games"


@cache
def declared() -> dict[str, list[EntryPoint]]:
    """What installed packages declare, by the game's name."""
    found: dict[str, list[EntryPoint]] = {}
    for point in points():
        if point not in found.setdefault(point.name, []):
            found[point.name].append(point)
    return found


def points() -> list[EntryPoint]:
    """All entry points of the group; where some package's file of them is damaged, those of all other packages."""
    try:
        return list(entry_points(group=GROUP))
    except Exception:  # whatever the readers of damaged files raise
        return [point for package in distributions() for point in points_of(package)]


def points_of(package: Distribution) -> list[EntryPoint]:
    """Those of one package; none where its file is damaged."""
    try:
        return list(package.entry_points.select(group=GROUP))
    except Exception:
        return []


def game_names() -> list[str]:
    """Names of all games that are known or declared, in order; none is loaded for that."""
    return sorted({*GAMES, *declared()})


def installed_game(name: Any) -> Game:
    """The game that an installed package declares by that name; ConfigError lists all names, or says what is wrong."""
    points = declared().get(name, []) if isinstance(name, str) else []
    if not points:
        raise ConfigError(
            f"no game is named {shown(name)}; there are: {', '.join(game_names())}; a game of another package is known "
            f"once that package is installed and declares it as an entry point of {GROUP!r}, or is imported and "
            "registers it with pod_envs.register_game"
        )
    if len(points) > 1:
        raise ConfigError(f"several packages declare a game named {name!r}, {owners(points)}; uninstall all but one")
    where = f"the game {name!r}, which {owners(points)} declares as {points[0].value!r}"
    try:
        with aside():
            game = settled(points[0].load(), where)
    except (Exception, SystemExit) as error:  # whatever goes wrong in a package that is not ours
        raise ConfigError(f"{where}, cannot be loaded: {type(error).__name__}: {error}") from error
    if game.spec.name != name:
        raise ConfigError(f"{where}, is named {game.spec.name!r}; entry point and game must have one name")
    return game


@contextmanager
def aside() -> Iterator[None]:
    """What a module prints while it is loaded goes to standard error, so that it is in no command's output."""
    with redirect_stdout(sys.stderr):
        yield


def owners(points: list[EntryPoint]) -> str:
    """The packages that declare something."""
    return " and ".join(point.dist.name if point.dist is not None else point.value for point in points)


def named(word: Any) -> Game:
    """The game of a name, or of `package.module:Object`, which is imported; ConfigError says what was found instead.

    The object is a game, its class, or what `register_game` returned for it.
    """
    if isinstance(word, Game) or not isinstance(word, str) or ":" not in word or word in GAMES:
        return find_game(word)
    return settled(imported(word), shown(word))


def imported(word: str) -> Any:
    """What `package.module:Object` names; ConfigError where there is no such thing."""
    module, _, path = word.partition(":")
    try:
        with aside():
            return attrgetter(path)(import_module(module))
    except PodEnvsError:
        raise
    except (Exception, SystemExit) as error:  # whatever goes wrong in a module that is not ours
        raise ConfigError(
            f"{shown(word)} cannot be loaded: {type(error).__name__}: {error}; a game is named by a module that can be "
            "imported and an object in it, such as my_games.chess:Chess"
        ) from error


def is_game(word: str) -> bool:
    """Whether `package.module:Object` names a game, rather than anything else or nothing."""
    try:
        found = game_in(imported(word))
    except ConfigError:
        return False
    return isinstance(found, Game) or (isinstance(found, type) and issubclass(found, Game))


def game_in(found: Any) -> Any:
    """What an object stands for: the game of what `register_game` returns, or else itself."""
    return found if isinstance(found, type) else getattr(found, "game", found)


def settled(found: Any, where: str) -> Game:
    """The game that `found` is, or is the class of, or stands for; it is registered if it was not yet."""
    game = game_in(found)
    if isinstance(game, type) and issubclass(game, Game):
        known = [known for known in GAMES.values() if type(known) is game]
        if len(known) != 1 and not is_plain(game):
            raise ConfigError(f"{where} is a class that wants arguments; register one game of it, and name that")
        game = known[0] if len(known) == 1 else game()
    if not isinstance(game, Game):
        raise ConfigError(f"{where} is {shown(found)}, which is no game: it should be a pod_envs.core.game.Game")
    return admit(game)


def is_plain(kind: type[Game]) -> bool:
    """Whether a game is made of its class without arguments."""
    wanted = list(inspect.signature(kind).parameters.values())
    return all(one.default is not one.empty or one.kind in (one.VAR_POSITIONAL, one.VAR_KEYWORD) for one in wanted)


def all_games() -> tuple[list[Game], list[str]]:
    """All games, those that installed packages declare included; and a sentence for each that cannot be loaded."""
    faults = []
    for name in sorted(declared()):
        try:
            if name not in GAMES:
                installed_game(name)
        except ConfigError as error:
            faults.append(str(error))
    return list(GAMES.values()), faults


def address(game: Game) -> str:
    """What `named` finds the game by in another process."""
    kind = type(game)
    own = kind.__module__.partition(".")[0] == __name__.partition(".")[0]
    return game.spec.name if own or game.spec.name in declared() else f"{kind.__module__}:{kind.__qualname__}"
