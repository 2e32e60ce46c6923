"""The seam: what every game declares and fills, so that everything else can be written once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from . import derived
from .checks import check_mapping, shown
from .errors import ConfigError, VariantError
from .graph import Graph
from .kernels import Kernels
from .layout import Layout
from .outcomes import outcome_shares
from .variant import Variant

__all__ = [
    "GAMES",
    "Event",
    "Game",
    "GameSpec",
    "Player",
    "Report",
    "add_game",
    "find_game",
    "game_of",
]

Event = tuple[int, int]  # (seat, action), or (-1 - chance kind, outcome)
Report = dict[str, Any]  # something that all seats were told during a game, such as a finished round


class Player(Protocol):
    """A game's own player, compiled: it sees what the seats to act see, and nothing else."""

    def __call__(
        self,
        params: NDArray[Any],
        obs: NDArray[np.float32],
        mask: NDArray[np.int8],
        cells: NDArray[np.int64],
        rows: NDArray[np.int64],
        out: NDArray[np.int64],
    ) -> None:
        """Write a legal action to out[row] for each of `rows`.

        obs[row] and mask[row] belong to the seat to act, cells[row] is a generator.
        """


@dataclass(frozen=True, kw_only=True)
class GameSpec:
    """Declared facts of a game.

    `rotation` is None where some seat is special, such as one that always begins.  Otherwise seats differ by chance
    only: when all of them move round, the views move with them, and `rotation` says of each chance kind that has to do
    with seats what becomes of its outcomes: "seat" for those that are seats, "hands" for those dealt to seat 0, 1, ...
    in turn, to each as many (what is over belongs to nobody).
    """

    name: str  # "pod_x"
    class_name: str = ""  # "PodX", for Gymnasium ids; by default made of the name
    title: str = ""  # "Pod-X"; by default the name
    namespace: str = ""  # of ids in other registries; by default the outermost package that the game is part of
    version: int
    variant: type[Variant]
    state: np.dtype[Any]
    chance_kinds: tuple[str, ...] = ()
    max_outcomes: int = 0  # most outcomes of one chance event
    report_key: str = "reports"  # key of `infos`: what was told since an agent's own last decision
    hidden_moves: bool = False  # a seat may move without all others seeing what it does
    perfect_information: bool = False  # no seat ever knows what another does not
    rotation: Mapping[str, str] | None = None  # how the chance kinds move round with the seats
    weights: str = ""  # by what `resample(weighted=True)` weighs the worlds that fit; without it there is no such draw
    split: int = 512  # tables from which a second thread pays
    notes: str = ""  # what the product must say about the data, such as "reconstructed"
    players: Mapping[str, str] = field(default_factory=dict)  # name -> one sentence

    def __post_init__(self) -> None:
        object.__setattr__(self, "players", check_mapping("players", self.players))
        if self.rotation is not None:
            object.__setattr__(self, "rotation", check_mapping("rotation", self.rotation))
            check_rotation(self.rotation, self.chance_kinds)
        named = isinstance(self.name, str) and self.name.isidentifier()
        if not named or type(self.version) is not int or self.version < 0:
            raise ConfigError(
                "a game needs a name that is a Python identifier and a version >= 0, "
                f"not {self.name!r}, {self.version!r}"
            )
        words = "".join(word[:1].upper() + word[1:] for word in self.name.split("_"))
        object.__setattr__(self, "class_name", self.class_name or words)
        object.__setattr__(self, "title", self.title or self.name)


def check_rotation(rotation: Mapping[str, str], kinds: Sequence[str]) -> None:
    """ConfigError unless `rotation` says "seat" or "hands" of chance kinds that there are."""
    for kind, how in rotation.items():
        if kind not in kinds or how not in ("seat", "hands"):
            raise ConfigError(
                f'rotation says "seat" or "hands" of the chance kinds {", ".join(kinds)}, not {how!r} of {kind!r}'
            )


class Game:
    """One game; subclasses fill the methods that raise here, and others where what is derived is not good enough.

    There is one instance a game, and it pickles by name.
    """

    spec: GameSpec
    kernels: Kernels

    def __reduce__(self) -> tuple[Any, ...]:
        return (game_of, (self.spec.name, type(self).__module__, type(self).__qualname__))

    def __deepcopy__(self, memo: Any) -> "Game":
        return self

    def __copy__(self) -> "Game":
        return self

    def __repr__(self) -> str:
        return f"<game {self.spec.name} v{self.spec.version}>"

    @property
    def namespace(self) -> str:
        """What the ids in other registries begin with."""
        return self.spec.namespace or type(self).__module__.partition(".")[0]

    @property
    def gymnasium_id(self) -> str:
        """Id in Gymnasium's registry."""
        return f"{self.namespace}/{self.spec.class_name}-v{self.spec.version}"

    @property
    def pettingzoo_id(self) -> str:
        """Id in PettingZoo's registry."""
        return f"{self.namespace}/{self.spec.name}-v{self.spec.version}"

    def variant(self, variant: Variant | Mapping[str, Any] | None = None, /, **options: Any) -> Any:
        """The resolved variant of `options` (a Variant of this game passes through); VariantError as its page says."""
        if isinstance(variant, self.spec.variant) and not options:
            return variant
        given = variant.as_dict() if isinstance(variant, Variant) else {} if variant is None else variant
        if not isinstance(given, Mapping) or not all(isinstance(name, str) for name in given):
            raise VariantError(
                f'options are a mapping of names to values, such as {{"num_players": 3}}, not {shown(variant)}'
            )
        return self.spec.variant.of(**{**given, **options})

    def params(self, variant: Any) -> NDArray[Any]:
        """The variant's numbers for the kernels, length 1, of one dtype; num_players is one of them.

        By default the options and properties of the variant that are numbers, and at_FIELD, where a field begins.
        """
        return derived.params_of(self, variant)

    def layout(self, variant: Any) -> Layout:
        """The observation of the variant; by default what `layout(variant)` of the module `observation` gives."""
        return derived.layout_of(self, variant)

    def graph(self, variant: Any) -> Graph:
        """The board of the variant; ConfigError in a game that is played on none."""
        raise ConfigError(f"{self.spec.title} is not played on a board, so it has no graph")

    def action_views(self, variant: Any) -> NDArray[np.int64]:
        """int64[A, F]: where the observation tells of each action, like things of like actions in the same column.

        -1 stands for a 1, -2 for a 0; the same for equal variants.  Networks that score all actions with the same
        weights read it; ConfigError in a game that does not say.
        """
        raise ConfigError(f"{self.spec.title} does not say what its actions are about: it has no action_views")

    def num_actions(self, variant: Any) -> int:
        """Size of the action space."""
        raise NotImplementedError

    def perfect_information(self, variant: Any) -> bool:
        """Whether no seat of the variant ever knows what another does not; by default as the spec says."""
        return self.spec.perfect_information

    def zero_sum(self, variant: Any) -> bool:
        """Whether returns of every game that ends by the rules sum to 0; a promise that is not made by default."""
        return False

    def measured(self, variant: Any) -> Any:
        """The variant by whose returns strength is measured: this one, paid by outcome where that is an option."""
        try:
            return self.variant(variant, reward="outcome")
        except VariantError:
            return variant

    def win_shares(self, variant: Any, returns: NDArray[np.float64]) -> NDArray[np.float64] | None:
        """float64[k]: what part of a win each of the returns float64[k] of a `measured` variant is, 1/k of one that k
        seats share; None where returns do not tell, by default but for a zero-sum variant that pays by outcome.
        """
        pays_outcome = getattr(variant, "reward", None) == "outcome" and self.zero_sum(variant)
        return outcome_shares(returns, variant.num_players) if pays_outcome else None

    def collective_losses(self, variant: Any, returns: NDArray[np.float64]) -> NDArray[np.bool_] | None:
        """bool[k]: whether each of the returns float64[k] of a `measured` variant is of a game that all seats lost;
        None in games that not all can lose.
        """
        return None

    def ending(self, variant: Any, state: Any, seat: int) -> dict[str, Any]:
        """What the infos of `seat` hold in addition when the game is over by its rules or truncated: JSON values."""
        return {}

    def max_decisions(self, variant: Any) -> int:
        """No game of the variant has more decisions than this."""
        raise NotImplementedError

    def report(self, variant: Any, news: Sequence[int]) -> Report:
        """What `news` (the numbers that a step left in its cell) tells all seats, as JSON values."""
        return {"news": list(news)}

    def details(self, variant: Any, state: Any, reports: Sequence[Report]) -> dict[str, Any]:
        """The `details` of the record of a finished game."""
        return {}

    def action_text(self, variant: Any, action: int) -> str:
        """Notation of an action id, in one line, different for different actions."""
        return str(action)

    def parse_action(self, variant: Any, text: str) -> int:
        """Action id of a notation; ConfigError says what notations there are."""
        return derived.parsed(self, variant, text)

    def information(self, variant: Any, seat: int, events: Sequence[Event], reports: Sequence[Report]) -> str:
        """All that `seat` has seen of a game, as text with perfect recall."""
        return derived.information(self, variant, seat, events)

    def events_of(self, variant: Any, information: str) -> list[Event]:
        """Events of some game in which a seat has seen exactly `information`."""
        return derived.events_of(self, variant, information)

    def picture(
        self, variant: Any, seat: int | None, observation: dict[str, NDArray[np.float32]], reports: Sequence[Report]
    ) -> str:
        """Text picture from a seat's observation by field; of public fields only when `seat` is None (a spectator)."""
        return derived.picture(self, variant, seat, observation, reports)

    def components(self) -> dict[str, str]:
        """Markdown tables of the game's printed data by name, each fact labelled sourced or reconstructed."""
        return {}

    def player(self, name: str) -> Player:
        """A player of `spec.players`; by default the function of that name in the game's module `heuristic`."""
        return derived.own_part(self, "heuristic", name)  # type: ignore[no-any-return]


GAMES: dict[str, Game] = {}


def add_game(game: Game) -> Game:
    """Make a game known by its name; ConfigError if another one has it."""
    if GAMES.setdefault(game.spec.name, game) is not game:
        raise ConfigError(f"a game named {game.spec.name!r} is registered already; choose another name")
    return game


def find_game(name: Any) -> Game:
    """The game of that name, loaded if an installed package declares it; ConfigError lists the names."""
    if isinstance(name, Game):
        return name
    if isinstance(name, str) and name in GAMES:
        return GAMES[name]
    from .plugins import installed_game  # which is made of games

    return installed_game(name)


def game_of(name: str, module: str, kind: str) -> Game:
    """The game of that name and class, as a pickle brings them into a process that may know neither."""
    if name not in GAMES:
        from .plugins import named

        named(f"{module}:{kind}")
    known = GAMES.get(name)
    if known is None or (type(known).__module__, type(known).__qualname__) != (module, kind):
        raise ConfigError(
            f"the pickled game {name!r} is a {module}.{kind}, and here that name has {known!r}; register that first"
        )
    return known
