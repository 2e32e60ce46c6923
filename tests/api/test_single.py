"""Gymnasium: the checkers of Gymnasium and stable-baselines3, and what a learner at one seat sees and is paid."""

import warnings
from collections import Counter
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from scipy import stats

from pod_envs.core.errors import ConfigError

from .common import TRUNCATING, Case, draw, forbidden, legal_step, play_single

SURE = 1e-3  # a fixed seed passes or fails for ever; this is how unlikely a fair draw would have failed


# Checkers


def test_gymnasiums_checker_passes_without_a_warning(case: Case, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for mode in (None, "human", "ansi"):
            check_env(case.single(render_mode=mode), skip_render_check=False)
    assert capsys.readouterr().out.strip()


def test_the_default_wrappers_find_nothing_to_warn_of(plain: Case) -> None:
    env = gymnasium.make(plain.game.gymnasium_id, **plain.options)
    rng = np.random.default_rng(1)
    env.reset(seed=1)
    for _ in range(20):
        mask = env.get_wrapper_attr("action_masks")()
        _, _, terminated, truncated, _ = env.step(draw(rng, mask))
        if terminated or truncated:
            env.reset()


# Rewards and infos


@pytest.mark.parametrize("seed", range(6))
def test_the_rewards_sum_to_the_learners_returns(case: Case, seed: int) -> None:
    total, info = play_single(case.single(), seed)
    assert info["returns"].shape == (case.seats,)
    assert info["returns"].dtype == np.float64
    assert total == pytest.approx(info["returns"][info["seat"]], abs=1e-9)


def test_infos_hold_what_the_page_says(case: Case) -> None:
    env, key = case.single(seat=0), case.game.spec.report_key
    rng = np.random.default_rng(2)
    _, info = env.reset(seed=2)
    told: list[Any] = []
    while True:
        assert set(info) == {"action_mask", "seat", key}
        assert info["action_mask"].dtype == np.int8
        assert (info["action_mask"] == env.action_masks()).all()
        assert info["seat"] == 0
        told += info[key]
        _, reward, terminated, truncated, info = legal_step(env, rng)
        assert type(reward) is float
        assert type(terminated) is type(truncated) is bool
        if terminated or truncated:
            break
    said = case.game.ending(case.variant, env.table.store.states[0], 0)
    assert set(info) == {"action_mask", "seat", key, "returns", *said}
    assert {name: info[name] for name in said} == said
    assert (info["action_mask"] == 1).all()
    assert told + info[key] == env.table.reports
    assert env.record()["returns"] == info["returns"].tolist()


def test_action_masks_is_a_copy_of_the_learners_mask(plain: Case) -> None:
    env = plain.single()
    _, info = env.reset(seed=1)
    mask = env.action_masks()
    assert mask.dtype == np.bool_
    assert np.flatnonzero(mask).tolist() == env.table.legal() == np.flatnonzero(info["action_mask"]).tolist()
    mask[:] = True
    info["action_mask"][:] = 1
    assert np.flatnonzero(env.action_masks()).tolist() == env.table.legal()


def test_observations_are_the_learners_view_at_its_decision_and_at_the_end(case: Case) -> None:
    env, rng = case.single(), np.random.default_rng(3)
    obs, info = env.reset(seed=3)
    kept = [(obs, obs.tobytes())]
    ended = False
    while not ended:
        assert env.table.seat == info["seat"]
        obs, _, terminated, truncated, info = legal_step(env, rng)
        ended = terminated or truncated
        assert obs.tobytes() == env.table.observe(info["seat"])[0].tobytes()
        assert obs in env.observation_space
        assert not np.shares_memory(obs, env.tables.batch.store.obs)
        kept.append((obs, obs.tobytes()))
    assert all(array.tobytes() == data for array, data in kept)


def test_a_truncated_game_says_so(plain: Case) -> None:
    env = plain.single(**TRUNCATING[plain.game.spec.name])
    rng, ended = np.random.default_rng(1), (False, False)
    env.reset(seed=1)
    while not any(ended):
        ended = legal_step(env, rng)[2:4]
    assert ended == (False, True)
    assert env.record()["ended"] == "truncated"


# Seats


def test_a_random_seat_is_each_with_the_same_chance(plain: Case) -> None:
    env = plain.single()
    env.reset(seed=1)
    seats = Counter(env.reset()[1]["seat"] for _ in range(1500))
    assert set(seats) == set(range(plain.seats))
    assert stats.chisquare(list(seats.values())).pvalue > SURE


def test_a_fixed_seat_stays(plain: Case) -> None:
    for seat in (*range(plain.seats), np.int64(plain.seats - 1)):
        env = plain.single(seat=seat)
        assert {env.reset(seed=seed)[1]["seat"] for seed in range(10)} == {int(seat)}
        assert play_single(env, 1)[1]["seat"] == seat


@pytest.mark.parametrize("seat", [-1, 99, 1.0, "first", True, None])
def test_a_wrong_seat_is_refused(plain: Case, seat: Any) -> None:
    with pytest.raises(ConfigError, match=r"seat must be 'random' or an integer in 0\.\."):
        plain.single(seat=seat)


def test_pay_before_the_first_decision_belongs_to_the_first_reward(plain: Case) -> None:
    class Payer:
        """Plays the first legal action, and pays every seat a quarter, as a game might."""

        needs_log = False

        def act(self, batch: Any, rows: Any, out: Any) -> None:
            out[rows] = batch.store.mask[rows].argmax(axis=1)
            for name in ("reward", "returns"):
                batch.store.cells[name][rows] += 0.25

    paid, checked = set(), set()
    for seed in range(24):
        env = plain.single(opponents=Payer())
        seat = env.reset(seed=seed)[1]["seat"]
        early = float(env.tables.batch.returns[0, seat])
        paid.add(early)
        assert env.tables.reward[0] == 0
        if env.action_masks().all():
            continue
        _, reward, *_, info = env.step(forbidden(env.action_masks()))
        assert reward == early - 1.0 == info["returns"][seat]
        checked.add(early)
    assert 0.0 in paid
    assert max(checked) >= 0.25
