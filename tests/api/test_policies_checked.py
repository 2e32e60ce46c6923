"""What a policy chooses is checked before any table moves, and what fails is named."""

import copy
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pod_envs import recording
from pod_envs.agents import NetworkPolicy, RandomPolicy, from_spec, save_policy
from pod_envs.api.learner import LearnerTables
from pod_envs.core.batch import Batch
from pod_envs.core.errors import ConfigError, IllegalAction, NotRunning
from pod_envs.core.game import Game

from .common import Case, inside_single

WRONG: dict[str, Any] = {"SKIP": -1, "RESET": -2, "too large": 10**6, "nothing": None}


class Stubborn:
    """Writes one number for every table that it is asked about, or none."""

    needs_log = False

    def __init__(self, number: int | None) -> None:
        self.number = number

    def act(self, batch: Any, rows: Any, out: Any) -> None:
        if self.number is not None:
            out[rows] = self.number


class Greedy(RandomPolicy):
    """Writes to the rows of all tables."""

    def act(self, batch: Any, rows: Any, out: Any) -> None:
        out[:] = -2
        super().act(batch, rows, out)


def play(tables: LearnerTables) -> None:
    """A game at every table; the learners take their first legal actions."""
    tables.reset(3)
    while not tables.over.all():
        tables.step(tables.views()[1].argmax(axis=1).astype(np.int64), ~tables.over)


@pytest.mark.parametrize("how", WRONG)
def test_a_policy_that_chooses_nothing_or_wrongly_is_named(plain: Case, how: str) -> None:
    env = plain.single(opponents=Stubborn(WRONG[how]), seat=0)
    with pytest.raises(IllegalAction, match=r"the policy Stubborn chose wrongly at table 0: .*nothing has changed"):
        play(env.tables)


def test_a_masked_action_of_a_policy_is_named(plain: Case) -> None:
    class Masked(Stubborn):
        def act(self, batch: Any, rows: Any, out: Any) -> None:
            out[rows] = batch.action_mask[rows].argmin(axis=1)

    tables = LearnerTables(plain.game, plain.options, 4, Masked(0), seat=0)
    with pytest.raises(
        IllegalAction, match=r"the policy Masked chose wrongly at table \d: seat \d may not take action"
    ):
        play(tables)


@pytest.mark.parametrize("how", WRONG)
def test_recording_names_it_too(game: Game, how: str) -> None:
    policies = [Stubborn(WRONG[how])] * game.variant().num_players
    with pytest.raises(IllegalAction, match="the policy Stubborn chose wrongly at table 0"):
        next(recording.tables(game, game.variant(), policies, 1, 0))


def test_rows_that_a_policy_was_not_asked_about_are_left_alone(plain: Case) -> None:
    ends = []
    for policy in (RandomPolicy(), Greedy()):
        tables = LearnerTables(plain.game, plain.options, 6, policy, seat=0)
        tables.reset(1)
        for _ in range(10):
            tables.step(tables.views()[1].argmax(axis=1).astype(np.int64), ~tables.over)
        ends.append(tables.batch.store.states.tobytes())
    assert ends[0] == ends[1]


def test_a_class_is_no_policy(plain: Case) -> None:
    for given in (RandomPolicy, [RandomPolicy] * (plain.seats - 1), Stubborn):
        with pytest.raises(ConfigError, match=r"(\w+) is a class; give a policy that is made of it, such as \1\(\)"):
            plain.single(opponents=given)


def huge(game: Game, path: Path, deterministic: bool) -> Path:
    """A policy of finite weights whose outputs are beyond all float32."""
    variant = game.variant()
    shape = (game.layout(variant).length, game.num_actions(variant))
    layers = [(np.full(shape, 3e38, np.float32), np.zeros(shape[1], np.float32))]
    save_policy(path, layers, "relu", game, variant, deterministic)
    return path


@pytest.mark.parametrize("deterministic", [False, True])
def test_a_network_that_gives_no_numbers_is_named(game: Game, tmp_path: Path, deterministic: bool) -> None:
    path = huge(game, tmp_path / "huge.npz", deterministic)
    policy, out = from_spec(path, game, game.variant()), np.zeros(5, np.int64)
    with pytest.raises(ConfigError, match=r"the policy '.*huge\.npz' gives no numbers .*weights are too large"):
        policy.act(Batch(game, None, 5, seed=1), np.arange(5), out)
    assert isinstance(policy, NetworkPolicy)
    assert not out.any()


class Failing(RandomPolicy):
    """Fails once, at the second call."""

    calls = 0

    def act(self, batch: Any, rows: Any, out: Any) -> None:
        self.calls += 1
        if self.calls == 2:
            raise ZeroDivisionError
        super().act(batch, rows, out)


def step_until_it_fails(tables: LearnerTables) -> None:
    """The learners take their first legal actions."""
    with pytest.raises(ZeroDivisionError):
        play(tables)


def test_after_an_opponent_failed_nobody_is_shown_its_view(plain: Case) -> None:
    tables = LearnerTables(plain.game, plain.options, 3, Failing(), seat=0)
    step_until_it_fails(tables)
    stuck = ~tables.over & (tables.batch.seat != 0)
    assert stuck.any()
    with pytest.raises(NotRunning, match=r"an opponent failed.*call reset"):
        tables.views()
    tables.reset(None, stuck)
    obs, mask = tables.views()
    assert obs.shape[0] == mask.shape[0] == 3
    tables.reset(4)
    assert not tables.failed


def test_after_an_opponent_failed_environments_say_so(plain: Case) -> None:
    env = plain.single(opponents=Failing(), seat=0)
    step_until_it_fails(env.tables)
    env._begun = True
    with pytest.raises(NotRunning, match="an opponent failed"):
        env.action_masks()
    env.reset(seed=1)
    assert env.action_masks().any()


def test_copy_shares_no_game(plain: Case) -> None:
    env = plain.single()
    env.reset(seed=1)
    tables, before = copy.copy(env.tables), inside_single(env)
    tables.step(tables.views()[1].argmax(axis=1).astype(np.int64))
    assert inside_single(env) == before


def test_a_seat_that_is_never_asked_is_named() -> None:
    """With one ply in all, the second seat never moves."""
    options = {"board": "snub-2x2-T", "max_plies": 1}
    with pytest.raises(ConfigError, match="games in a row ended before seat 1 was asked anything"):
        LearnerTables("polypods", options, 2, "random", 1).reset(0)
    LearnerTables("polypods", options, 2, "random", 0).reset(0)
