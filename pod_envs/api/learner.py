"""B games in each of which one seat learns and policies play the others: what every single-agent view is made of."""

import copy
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pod_envs.agents import Policy, ask, from_spec
from pod_envs.core.actions import denial, refusal
from pod_envs.core.batch import Batch
from pod_envs.core.cell import SKIP
from pod_envs.core.checks import ON_ILLEGAL, check_word, is_whole, shown
from pod_envs.core.errors import ConfigError, IllegalAction, NotRunning
from pod_envs.core.game import Game, Report, find_game
from pod_envs.core.rng import fresh_seed, uniform

__all__ = ["LearnerTables"]

PATIENCE = 1000  # games in a row in which a learner may be asked nothing


class LearnerTables:
    """Advances each table to the next decision of its learner, or to the end of its game.

    Arrays: `learner` int64[B] the learning seat, `over` bool[B] the game has ended, `reward` float64[B] since the
    learner's own last decision, `terminated`, `truncated`, `illegal` bool[B] of the last step, `assigned` int64[B, n-1]
    which of `policies` plays the k-th seat clockwise from the learner.  `reports[i]` lists what was told at table i
    since the learner's own last decision, if `collect` is set.
    """

    def __init__(
        self,
        game: Game | str,
        variant: Any = None,
        num_tables: int = 1,
        opponents: Any = "random",
        seat: Any = "random",
        on_illegal: str = "terminate",
        threads: int = 1,
        collect: bool = True,
        keep_log: bool = False,
    ) -> None:
        self.game = find_game(game)
        self.variant = self.game.variant(variant)
        n = self.variant.num_players
        self.seat = seat_of(seat, n)
        check_word("on_illegal", on_illegal, ON_ILLEGAL)
        self.on_illegal, self.collect = on_illegal, collect
        self.policies: list[Policy] = policies_of(opponents, self.game, self.variant, n - 1)
        keep_log = keep_log or any(policy.needs_log for policy in self.policies)
        self.batch = Batch(self.game, self.variant, num_tables, 0, threads, auto_reset=False, keep_log=keep_log)
        several = len(self.policies) > 1
        self.assigned = np.tile(np.arange(n - 1) if several else np.zeros(n - 1, np.int64), (num_tables, 1))
        self.learner = np.zeros(num_tables, np.int64)
        self.over = np.ones(num_tables, np.bool_)
        self.reward = np.zeros(num_tables)
        self.terminated, self.truncated, self.illegal = np.zeros((3, num_tables), np.bool_)
        self.early = np.zeros(num_tables)  # paid to a learner before its first decision, part of its first reward
        self.actions = np.zeros(num_tables, np.int64)  # the learners' last
        self.reports: list[list[Report]] = [[] for _ in range(num_tables)]
        self.weights: NDArray[np.float64] | None = None
        self.alike = 0.0
        self.seeded = False
        self.failed = False  # whether an opponent raised an error, and perhaps is still to act

    def set_opponents(self, policies: Sequence[Policy], weights: Sequence[float], alike: float = 0.0) -> None:
        """From now on each new game draws who plays the other seats: policy k with probability weights[k].

        Seats draw independently, but with probability `alike` all other seats of a game have the same policy.  Games in
        progress keep the places in the list they have drawn, so keep policies in their places.
        """
        shares = np.asarray(weights, np.float64)
        if shares.shape != (len(policies),) or (shares < 0).any() or shares.sum() <= 0 or not 0 <= alike <= 1:
            raise ConfigError(f"weights wants {len(policies)} numbers >= 0 that are not all 0, and alike one in 0..1")
        if any(policy.needs_log for policy in policies) and not self.batch.store.log.shape[1]:
            raise ConfigError("one of the policies needs logs; make the tables with keep_log=True")
        self.policies, self.weights, self.alike = list(policies), shares / shares.sum(), alike

    def assign(self, rows: NDArray[np.int64]) -> None:
        """Draw who plays the other seats of new games."""
        if self.weights is None:
            return
        drawn = np.empty((len(rows), self.assigned.shape[1] + 1))
        for column in drawn.T:
            each = np.empty(len(rows))
            uniform(self.batch.store.gens[1], rows, each)
            column[:] = each
        drawn[drawn[:, 0] < self.alike, 2:] = drawn[drawn[:, 0] < self.alike, 1:2]
        self.assigned[rows] = np.searchsorted(np.cumsum(self.weights)[:-1], drawn[:, 1:], side="right")

    @property
    def num_tables(self) -> int:
        """B."""
        return self.batch.num_tables

    @property
    def returns(self) -> NDArray[np.float64]:
        """float64[B, n], a copy: paid to each seat since its game began, the -1 for an illegal action included."""
        total, rows = self.batch.returns.copy(), np.flatnonzero(self.illegal)
        total[rows, self.learner[rows]] -= 1.0
        return total

    def reset(
        self, seed: int | Sequence[int | None] | NDArray[Any] | None = None, which: NDArray[np.bool_] | None = None
    ) -> None:
        """New games on all tables, or those that `which` marks, up to the learner's first decision; seeds as in Batch.

        A game that ends before its learner is asked is replaced by another; ConfigError after PATIENCE of them.
        """
        marks = np.ones(self.num_tables, np.bool_) if which is None else which
        if not self.seeded:
            self.batch.reset(fresh_seed())
        new = marks
        for _ in range(PATIENCE):
            self.batch.reset(seed, new)
            self.seeded, seed = True, None
            self.begin(new)
            self.advance(new)
            new = new & (self.batch.seat < 0)
            if not new.any():
                break
        else:
            raise ConfigError(
                f"{PATIENCE} games in a row ended before seat {self.learner[new][0]} was asked anything; with the "
                f"options {self.variant.as_dict()!r:.500} it has nothing to decide: choose others, or another seat"
            )
        self.early[marks] = self.reward[marks]
        self.reward[marks] = 0.0

    def begin(self, marks: NDArray[np.bool_]) -> None:
        """Seat the learners of new games."""
        rows = np.flatnonzero(marks)
        if self.seat is None:
            drawn = np.empty(len(rows))
            uniform(self.batch.store.gens[1], rows, drawn)
            self.learner[rows] = (drawn * self.variant.num_players).astype(np.int64)
        else:
            self.learner[rows] = self.seat
        self.assign(rows)
        self.over[rows] = False
        self.clear(rows)

    def clear(self, rows: NDArray[np.int64]) -> None:
        """Nothing has happened yet since these learners' last decision."""
        for array in (self.reward, self.terminated, self.truncated, self.illegal):
            array[rows] = 0
        if self.collect:
            for row in rows.tolist():
                self.reports[row] = []

    def step(self, actions: NDArray[np.int64], active: NDArray[np.bool_] | None = None) -> None:
        """The learners of the `active` tables (default: all) take `actions`, int64[B], then the others act.

        Errors, with nothing changed, are those of `legal`.
        """
        marks = np.ones(self.num_tables, np.bool_) if active is None else active
        legal = self.legal(actions, marks)
        self.actions[marks] = actions[marks]
        self.clear(np.flatnonzero(marks))
        self.end_illegal(marks & ~legal)
        moving = marks & legal
        self.batch.step_checked(np.where(moving, actions, SKIP))
        self.hear(moving)
        self.advance(moving)
        self.reward[marks] += self.early[marks]
        self.early[marks] = 0.0

    def legal(self, actions: NDArray[np.int64], marks: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """bool[B]: whether the mask allows each marked action.

        NotRunning where a learner is not to act; IllegalAction for what is no action at all, and for a masked action
        with on_illegal="raise".
        """
        if (self.over & marks).any():
            raise NotRunning(f"table {int(np.argmax(self.over & marks))}: the game is over; call reset first")
        self.check_sound(marks)
        mask = self.batch.action_mask
        outside = marks & ((actions < 0) | (actions >= mask.shape[1]))
        allowed = mask[np.arange(self.num_tables), np.where(outside | ~marks, 0, actions)] == 1
        wrong = outside if self.on_illegal == "terminate" else outside | (marks & ~allowed)
        if wrong.any():
            row = int(np.argmax(wrong))
            raise IllegalAction(
                f"table {row}: "
                + refusal(self.game, self.variant, int(self.learner[row]), mask[row], int(actions[row]))
            )
        return allowed  # type: ignore[no-any-return]

    def check_sound(self, marks: NDArray[np.bool_]) -> None:
        """NotRunning where an opponent raised an error and is still to act."""
        if self.failed and (marks & ~self.over & (self.batch.seat != self.learner)).any():
            raise NotRunning("an opponent failed while it was to act; call reset to begin new games")

    def end_illegal(self, marks: NDArray[np.bool_]) -> None:
        """End games outside the rules: the learner gets -1."""
        self.illegal[marks] = self.terminated[marks] = self.over[marks] = True
        self.reward[marks] = -1.0

    def illegal_text(self, row: int) -> str:
        """What a learner did that ended its game."""
        action = int(self.actions[row])
        return denial(self.game, self.variant, int(self.learner[row]), action)

    def advance(self, marks: NDArray[np.bool_]) -> None:
        """Let the others act at the marked tables until their learners are to act or the games are over."""
        before, self.failed = self.failed, True
        actions = np.empty(self.num_tables, np.int64)
        while True:
            seat = self.batch.seat
            waiting = marks & (seat >= 0) & (seat != self.learner)
            if not waiting.any():
                break
            actions[:] = SKIP
            self.choose(waiting, actions)
            self.batch.step_checked(actions)
            self.hear(waiting)
        self.close(marks)
        self.failed = before and not marks.all()

    def choose(self, waiting: NDArray[np.bool_], actions: NDArray[np.int64]) -> None:
        """Ask each policy once for all tables where it is to act."""
        rows = np.flatnonzero(waiting)
        if len(self.policies) == 1:
            ask(self.policies[0], self.batch, rows, actions)
            return
        place = (self.batch.seat[rows] - self.learner[rows]) % self.variant.num_players - 1
        index = self.assigned[rows, place]
        for k in np.unique(index).tolist():
            ask(self.policies[k], self.batch, rows[index == k], actions)

    def hear(self, moved: NDArray[np.bool_]) -> None:
        """Keep what the last step told at the tables that moved."""
        if self.collect:
            for row in np.flatnonzero(moved & (self.batch.told == 1)).tolist():
                report = self.batch.report(row)
                assert report is not None
                self.reports[row].append(report)

    def ending(self, row: int) -> dict[str, Any]:
        """What the game at a finished table says to its learner, unless it ended outside the rules."""
        if self.illegal[row]:
            return {}
        return self.game.ending(self.variant, self.batch.store.states[row], int(self.learner[row]))

    def close(self, marks: NDArray[np.bool_]) -> None:
        """Read the learners' rewards, and what ended."""
        rows = np.flatnonzero(marks)
        self.reward[rows] = self.batch.reward[rows, self.learner[rows]]
        ended = self.batch.ended[rows]
        self.terminated[rows], self.truncated[rows], self.over[rows] = ended == 1, ended == 2, ended > 0

    def views(self) -> tuple[NDArray[np.float32], NDArray[np.int8]]:
        """Fresh (float32[B, D], int8[B, A]) of every table's learner; the mask is all ones after the end.

        NotRunning after an opponent raised an error, until its game is reset.
        """
        if self.failed:
            self.check_sound(np.ones(self.num_tables, np.bool_))
        obs, mask = self.batch.observation.copy(), self.batch.action_mask.copy()
        if self.over.any():
            rows = np.flatnonzero(self.over)
            obs[rows] = self.batch.store.observe(self.learner)[0][rows]
            mask[rows] = 1
        return obs, mask

    def __copy__(self) -> "LearnerTables":
        return copy.deepcopy(self)


def seat_of(seat: Any, n: int) -> int | None:
    """The learner's fixed seat, or None for a random one each game."""
    if isinstance(seat, str) and seat == "random":
        return None
    if not is_whole(seat) or not 0 <= seat < n:
        raise ConfigError(f"seat must be 'random' or an integer in 0..{n - 1}, not {shown(seat)}")
    return int(seat)


def policies_of(opponents: Any, game: Game, variant: Any, others: int) -> list[Policy]:
    """One policy for all other seats, or one for each, clockwise from the learner."""
    if isinstance(opponents, np.ndarray):
        opponents = opponents.tolist()
    if isinstance(opponents, Sequence) and not isinstance(opponents, str | bytes | bytearray | memoryview):
        if len(opponents) != others:
            raise ConfigError(
                f"opponents as a list wants {others} entries, one for each other seat clockwise, not {len(opponents)}"
            )
        return [from_spec(spec, game, variant) for spec in opponents]
    return [from_spec(opponents, game, variant)]
