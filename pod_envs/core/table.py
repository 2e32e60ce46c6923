"""One game in progress."""

from collections.abc import Callable
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from .actions import integer_action, refusal
from .cell import ENDED, LOG_FULL, MAX_NEWS, NEWS, SEAT, TOLD
from .checks import check_flag, check_place
from .derived import kind_named, redeal
from .errors import ConfigError, IllegalAction, NotRunning
from .game import Event, Game, Report, find_game
from .jit import compile_notice, entry
from .rng import STREAMS, check_rng, check_seed, fresh_seed
from .store import Store, copied

__all__ = ["Table", "table_of_events"]

ONE = np.ones(1, np.int8)


class Table:
    """A game of one variant: `seat` acts with `act`; chance is drawn from the table's own generator.

    With `explicit_chance` chance is left to the caller (`chance_outcomes`, `apply_chance`), as a planner wants it.
    A refused call leaves the game as it was.
    """

    def __init__(
        self, game: Game | str, variant: Any = None, seed: int | None = None, explicit_chance: bool = False
    ) -> None:
        self.game = find_game(game)
        self.variant = self.game.variant(variant)
        explicit = check_flag("explicit_chance", explicit_chance)
        self._adopt(Store(self.game, self.variant, 1, keep_log=True), [])
        self.store.cells["explicit"] = int(explicit)
        self.seed: int | None = None
        self.reset(fresh_seed() if seed is None else seed)
        if seed is None:
            self.seed = None

    @classmethod
    def of_store(cls, store: Store, reports: list[Report] | None = None) -> Self:
        """The table whose arrays are row 0 of `store`."""
        table = object.__new__(cls)
        table.game, table.variant, table.seed = store.game, store.variant, None
        table._adopt(store, reports or [])
        return table

    def _adopt(self, store: Store, reports: list[Report]) -> None:
        """Take over arrays; the tuples of arguments save time on every step."""
        self.store = store
        self.reports = reports
        self._action = np.zeros(1, np.int64)
        self._bind()

    def _bind(self) -> None:
        """Views of the arrays that are cheaper to read than the arrays; never pickled."""
        store = self.store
        self._head = memoryview(store.cells["head"][0])
        self._seen = store.obs[0], store.mask[0]
        self._size = len(store.mask[0])
        self._step = entry(self.game.kernels.step)
        self._arrays = (
            store.states, store.cells, store.gens[0], store.params, store.log, self._action, store.obs, store.mask,
            0, 0, 1,
        )  # fmt: skip

    def __getstate__(self) -> dict[str, Any]:
        return {"store": self.store, "reports": self.reports, "seed": self.seed}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.game, self.variant, self.seed = state["store"].game, state["store"].variant, state["seed"]
        self._adopt(state["store"], state["reports"])

    # What stands on the table

    @property
    def head(self) -> list[int]:
        """[seat to act or -1, ended (0, 1 terminated, 2 truncated), 1 if the last step paid, 1 if it left a report]."""
        return self._head.tolist()

    @property
    def seat(self) -> int:
        """Seat to act, -1 when it is chance's turn or the game is over."""
        return self._head[SEAT]

    @property
    def ended(self) -> str | None:
        """None while the game runs, then "terminated" or "truncated"."""
        return (None, "terminated", "truncated")[self._head[ENDED]]

    @property
    def state(self) -> Any:
        """The full truth: a copy of the record, game.spec.state[1]."""
        return copied(self.store.states)

    @property
    def returns(self) -> NDArray[np.float64]:
        """float64[n]: paid to each seat since the game began."""
        return self.store.cells["returns"][0, : self.variant.num_players].copy()  # type: ignore[no-any-return]

    @property
    def reward(self) -> NDArray[np.float64]:
        """float64[n]: paid to each seat since its own last decision."""
        return self.store.cells["reward"][0, : self.variant.num_players].copy()  # type: ignore[no-any-return]

    @property
    def pay(self) -> NDArray[np.float64]:
        """float64[n]: paid to each seat by the last decision."""
        return self.store.cells["pay"][0, : self.variant.num_players].copy()  # type: ignore[no-any-return]

    @property
    def events(self) -> list[Event]:
        """(seat, action) and (-1 - chance kind, outcome) in order."""
        self.check_log()
        count = int(self.store.cells["events"][0])
        return [(who, what) for who, what in self.store.log[0, :count].tolist()]

    def legal(self) -> list[int]:
        """Legal actions of the seat to act, ascending; none when nobody acts."""
        return np.flatnonzero(self.store.mask[0]).tolist() if self.seat >= 0 else []

    def observe(self, seat: int) -> tuple[NDArray[np.float32], NDArray[np.int8]]:
        """Fresh (float32[D], int8[A]) of any seat at any time; the mask is 0 for a seat that waits, 1 after the end."""
        if type(seat) is int and 0 <= seat == self._head[SEAT]:
            obs, mask = self._seen
            return obs.copy(), mask.copy()
        obs, mask = self.store.observe(np.array([self.check_seat(seat)]))
        return obs[0], mask[0]

    def check_seat(self, seat: Any) -> int:
        """`seat` as an int; ConfigError unless it is one of the table."""
        return check_place("a seat", seat, self.variant.num_players)

    def check_log(self) -> None:
        """ConfigError unless the table keeps its log, from which records, texts and saved states are made."""
        self.store.check_log()

    # Moves

    def reset(self, seed: int | None = None) -> None:
        """A new game; without a seed the table's own generator goes on."""
        self.seed = None if seed is None else check_seed(seed)
        if self.seed is not None:
            self.store.seed(self.seed)
        self.reports = []
        self.store.reset(ONE)

    def act(self, action: Any) -> None:
        """The seat to act takes `action`; IllegalAction or NotRunning, and nothing has changed, if it may not."""
        number = action if type(action) is int and 0 <= action < self._size else self.in_range(integer_action(action))
        self._action[0] = number
        status = self._step(*self._arrays)
        if status:
            self._not_done(status, number, lambda: self.act(number))
        elif self._head[NEWS]:
            self._tell()

    def _tell(self) -> None:
        """Keep what the last event told all seats."""
        self.reports.append(self.game.report(self.variant, self.store.cells["news"][0].tolist()))

    def in_range(self, action: int) -> int:
        """The action, if an int64 can hold it and it is no sentinel."""
        if 0 <= action < self._size:
            return action
        raise self.error(action)

    def error(self, action: int) -> IllegalAction | NotRunning:
        """The error for an action that cannot be taken now."""
        if self.ended:
            return NotRunning("the game is over; call reset() to begin another")
        if self.seat < 0:
            return NotRunning("it is chance's turn; call apply_chance(outcome) with one of chance_outcomes()")
        return IllegalAction(refusal(self.game, self.variant, self.seat, self.store.mask[0], action))

    def _not_done(self, status: int, number: int, again: Callable[[], None]) -> None:
        """Make the log longer and try again, or raise."""
        if status != LOG_FULL:
            raise self.error(number)
        self.store.grow_log()
        self._bind()
        again()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """(outcome, probability) ascending, when it is chance's turn; else empty."""
        ids, weights = np.zeros((2, self.game.spec.max_outcomes), np.int64)
        count = self.game.kernels.outcomes(self.store.states, self.store.params, ids, weights)
        total = weights[:count].sum()
        return [(int(ids[k]), float(weights[k] / total)) for k in range(count)]

    @property
    def chance_kind(self) -> str | None:
        """Kind of the chance event that is due, or None."""
        if self.seat >= 0 or self.ended:
            return None
        return kind_named(self.game.spec, self.game.kernels.chance_kind(self.store.states))

    def apply_chance(self, outcome: Any) -> None:
        """Let chance bring `outcome`; IllegalAction if it is not one of `chance_outcomes()`."""
        store, number = self.store, integer_action(outcome, "an outcome")
        status = 1
        if abs(number) < 2**31:
            status = self.game.kernels.chance(
                store.states, store.cells, store.params, store.log, number, store.obs, store.mask
            )
        if status == LOG_FULL:
            store.grow_log()
            self._bind()
            self.apply_chance(number)
        elif status == TOLD:
            self._tell()
        elif status:
            possible = [o for o, _ in self.chance_outcomes()]
            wanted = f"{self.chance_kind} can bring {possible}" if possible else "it is not chance's turn"
            raise IllegalAction(f"chance cannot bring {number}: {wanted}; nothing has changed")

    # Copies

    def clone(self, seed: int | None = None) -> "Table":
        """An independent copy, its generators included; with a seed they are new."""
        twin = Table.of_store(self.store.rows(0, 1), list(self.reports))
        twin.seed = self.seed
        if seed is not None:
            twin.store.seed(check_seed(seed))
        return twin

    def __copy__(self) -> "Table":
        return self.clone()

    def __deepcopy__(self, memo: Any) -> "Table":
        return self.clone()

    def resample(self, seat: int, rng: np.random.Generator | int | None = None, weighted: bool = False) -> "Table":
        """A copy in a world drawn from those that fit what `seat` knows, with new generators.

        It is drawn with `rng`: a generator, a seed for one, or None for one from the system's entropy.  What the seat
        knows and `rng` alone decide it: equal knowledge and equal draws give equal worlds, whatever the truth is.  All
        worlds are equally likely, or if `weighted` as the game weighs them; ConfigError where it does not.
        """
        seat, generator, by_weight = self.check_seat(seat), check_rng(rng), check_flag("weighted", weighted)
        if by_weight and not self.game.spec.weights:
            raise ConfigError(f"{self.game.spec.title} weighs no worlds: all are equally likely; leave weighted out")
        twin = self.clone()
        words = generator.integers(0, 2**32, size=(STREAMS + 1, 2))
        twin.store.gens[:] = 0
        twin.store.gens[:, 0, :2] = words[:STREAMS]
        die = np.zeros(4, np.int64)
        die[:2] = words[STREAMS]
        store = twin.store
        if self.game.kernels.belief is None:
            redeal(twin, seat, generator)
        else:
            self.game.kernels.resample(store.states, store.cells, store.params, store.log, seat, int(by_weight), die)
        store.log[0, int(store.cells["events"][0]) :] = 0  # left by longer games
        store.obs[:], store.mask[:] = store.observe(store.cells["viewer"].copy())
        twin.seed = None  # the true game's seed would tell its cards
        return twin

    # Texts

    def information_state(self, seat: int) -> str:
        """All that `seat` has seen of this game, as text with perfect recall."""
        return self.game.information(self.variant, self.check_seat(seat), self.events, self.reports)

    def picture(self, seat: int | None = None) -> str:
        """Text picture as `seat` sees it; what everybody sees when None."""
        observation = self.observe(0 if seat is None else self.check_seat(seat))[0]
        return self.game.picture(self.variant, seat, self.game.layout(self.variant).named(observation), self.reports)

    def details(self) -> dict[str, Any]:
        """`details` of the game's record, once it is over."""
        if self.ended is None:
            raise NotRunning("details exist once the game is over")
        self.check_log()
        return self.game.details(self.variant, self.store.states[0], self.reports)


def table_of_events(game: Game, variant: Any, events: list[Event]) -> Table:
    """The table on which exactly `events` have happened; IllegalAction names the first that is not possible."""
    store = Store(game, variant, 1, keep_log=True)
    room = game.kernels.ROOM
    store.log = np.zeros((1, 2 * (len(events) + 4 * room), 2), np.int32)
    if events:
        store.log[0, : len(events)] = events
    news = np.zeros((len(events), MAX_NEWS), np.int64)
    with compile_notice(game.spec.title, (game.kernels.replay,)):
        told = game.kernels.replay(
            store.states, store.cells, store.params, store.log, len(events), news, store.obs, store.mask
        )
    if told < 0:
        raise IllegalAction(f"event {-1 - told} {tuple(events[-1 - told])} is not possible there")
    store.cells["explicit"] = 1
    return Table.of_store(store, [game.report(variant, row) for row in news[:told].tolist()])
