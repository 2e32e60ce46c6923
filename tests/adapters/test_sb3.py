"""The VecEnv for stable-baselines3 is the single-agent environment, many times over."""

import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from scipy import stats
from stable_baselines3.common import env_checker
from stable_baselines3.common.vec_env import VecEnv, VecMonitor

import pod_envs
from pod_envs.adapters import sb3
from pod_envs.adapters.sb3 import BatchVecEnv
from pod_envs.agents import save_policy
from pod_envs.core.errors import ConfigError, IllegalAction, NotRunning
from pod_envs.core.game import Game
from pod_envs.core.view import View
from tests.api.common import TRUNCATING, Case

COUNT = 5


def vec_of(case: Case, num_envs: int = COUNT, **more: Any) -> BatchVecEnv:
    """The VecEnv under test."""
    return BatchVecEnv(case.game, num_envs, **case.options, **more)


def step(vec: VecEnv, actions: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], list[dict[str, Any]]]:
    """One step, whose observation is an array."""
    obs, rewards, dones, infos = vec.step(actions)
    assert isinstance(obs, np.ndarray)
    return obs, rewards, dones, infos


def choose(rng: np.random.Generator, mask: NDArray[Any]) -> int:
    """A random legal action."""
    return int(rng.choice(np.flatnonzero(mask)))


def last_legal(view: View) -> int:
    """An opponent that is a function."""
    return view.legal[-1]


def opponents_of(case: Case, folder: Path) -> dict[str, Any]:
    """Every kind of opponents."""
    rng = np.random.default_rng(0)
    weights = rng.normal(size=(case.game.layout(case.variant).length, case.actions)).astype(np.float32)
    path = folder / "policy.npz"
    save_policy(path, [(weights, np.zeros(case.actions, np.float32))], "tanh", case.game, case.variant)
    words = ["random", *case.game.spec.players]
    mixed = [[*words, path, last_legal][k % (len(words) + 2)] for k in range(case.seats - 1)]
    return {word: word for word in words} | {"file": path, "path": str(path), "function": last_legal, "list": mixed}


def compare(case: Case, steps: int, opponents: Any, seat: Any) -> int:
    """Step the VecEnv and single environments with the same actions; how many games ended."""
    vec = vec_of(case, seed=30, opponents=opponents, seat=seat)
    singles = [case.single(opponents=opponents, seat=seat) for _ in range(COUNT)]
    rng, ended = np.random.default_rng(2), 0
    first = [env.reset(seed=30 + i) for i, env in enumerate(singles)]
    assert np.array_equal(vec.reset(), [obs for obs, _ in first])
    total, length = np.zeros(COUNT), np.zeros(COUNT, int)
    for _ in range(steps):
        masks = [env.action_masks() for env in singles]
        assert np.array_equal(get_action_masks(vec), masks)
        seats = [int(env.tables.learner[0]) for env in singles]
        actions = np.array([choose(rng, mask) for mask in masks])
        obs, rewards, dones, infos = step(vec, actions)
        for i, env in enumerate(singles):
            one, reward, terminated, truncated, info = env.step(int(actions[i]))
            assert (rewards[i], dones[i]) == (np.float32(reward), terminated or truncated)
            total[i] += reward
            length[i] += 1
            if not dones[i]:
                assert infos[i] == {}
                assert np.array_equal(obs[i], one)
                continue
            assert np.array_equal(infos[i]["terminal_observation"], one)
            assert infos[i]["TimeLimit.truncated"] is truncated
            assert infos[i]["episode"] == {"r": total[i], "l": length[i], "seat": seats[i]}
            assert total[i] == pytest.approx(info["returns"][seats[i]])
            assert np.array_equal(obs[i], env.reset()[0])
            total[i], length[i] = 0, 0
            ended += 1
    return ended


@pytest.mark.parametrize("seat", ["random", 0])
def test_equals_single_environments(case: Case, seat: Any) -> None:
    assert compare(case, 300, "random", seat) > COUNT


def test_equals_single_environments_with_all_opponents(plain: Case, tmp_path: Path) -> None:
    for opponents in opponents_of(plain, tmp_path).values():
        compare(plain, 60, opponents, "random")


def test_games_that_run_out_of_time_are_truncated(game: Game) -> None:
    vec = BatchVecEnv(game, 2, 1, **TRUNCATING[game.spec.name])
    vec.reset()
    seen: list[bool] = []
    while len(seen) < 5:
        _, _, dones, infos = step(vec, first_legal(vec))
        seen += [infos[row]["TimeLimit.truncated"] for row in np.flatnonzero(dones)]
    assert True in seen


def first_legal(vec: BatchVecEnv) -> NDArray[np.int64]:
    """The first legal action of each table."""
    chosen: NDArray[np.int64] = get_action_masks(vec).argmax(axis=1)
    return chosen


def test_contract_of_vec_env(plain: Case) -> None:
    vec: VecEnv = vec_of(plain, seed=1)
    obs = vec.reset()
    assert isinstance(obs, np.ndarray)
    assert obs.shape == (COUNT, plain.game.layout(plain.variant).length)
    for _ in range(200):
        assert obs.dtype == np.float32
        assert all(vec.observation_space.contains(row) for row in obs)
        masks = get_action_masks(vec)
        assert masks.dtype == np.bool_
        assert masks.shape == (COUNT, plain.actions)
        assert masks.any(axis=1).all()
        kept = obs.copy()
        later, rewards, dones, infos = step(vec, masks.argmax(axis=1))
        assert np.array_equal(obs, kept)  # what was returned is the caller's own
        assert rewards.dtype == np.float32
        assert dones.dtype == np.bool_
        assert rewards.shape == dones.shape == (len(infos),) == (COUNT,)
        obs = later
    vec.close()


def test_masks_are_found_by_maskable_ppo(game: Game) -> None:
    vec = pod_envs.make_sb3_vec_env(game.spec.name, num_envs=COUNT)
    assert isinstance(vec, BatchVecEnv)
    vec.reset()
    assert is_masking_supported(vec)
    assert np.array_equal(vec.env_method("action_masks", indices=[3, 1]), vec.action_masks()[[3, 1]])
    assert is_masking_supported(VecMonitor(vec))


def test_seeds_are_used_once(game: Game) -> None:
    vec, again = BatchVecEnv(game, COUNT, 7), BatchVecEnv(game, COUNT)
    first, second = vec.reset(), vec.reset()
    assert not np.array_equal(first, second)
    again.seed(7)
    assert np.array_equal(again.reset(), first)
    assert np.array_equal(again.reset(), second)
    assert not np.array_equal(BatchVecEnv(game, COUNT).reset(), BatchVecEnv(game, COUNT).reset())


def test_learners_sit_everywhere_alike(game: Game) -> None:
    vec = BatchVecEnv(game, 64, 3)
    vec.reset()
    seats: list[int] = []
    while len(seats) < 3000:
        _, _, dones, infos = step(vec, first_legal(vec))
        seats += [infos[row]["episode"]["seat"] for row in np.flatnonzero(dones)]
    counts = np.bincount(seats, minlength=game.variant().num_players)
    assert stats.chisquare(counts).pvalue > 1e-4


def test_relative_rewards_are_the_lead_over_the_others(case: Case) -> None:
    """The return less the mean of the other seats', which zero-sum games make a multiple of the own one."""
    vec, usual = vec_of(case, seed=4, relative=True), vec_of(case, seed=4)
    vec.reset()
    usual.reset()
    lead, own = np.zeros(COUNT), np.zeros(COUNT)
    for _ in range(300):
        before = vec.tables.batch.returns.copy()
        learner = vec.tables.learner.copy()
        actions = first_legal(vec)
        _, rewards, dones, _ = step(vec, actions)
        _, paid, _, _ = step(usual, actions)
        lead, own = lead + rewards, own + paid
        running = ~dones
        now = vec.tables.batch.returns[running]
        mine = now[np.arange(len(now)), learner[running]]
        assert lead[running] == pytest.approx(mine - (now.sum(axis=1) - mine) / (case.seats - 1), abs=1e-5)
        assert before.shape == vec.tables.batch.returns.shape
        if case.game.zero_sum(case.variant):
            assert lead[dones] == pytest.approx(own[dones] * case.seats / (case.seats - 1), abs=1e-5)
        lead[dones], own[dones] = 0, 0


@pytest.mark.parametrize("opponents", ["random", last_legal])
def test_play_goes_on_from_arrays(case: Case, opponents: Any) -> None:
    vec, other = (vec_of(case, seed=seed, opponents=opponents, relative=True) for seed in (1, 2))
    vec.reset()
    for _ in range(50):
        vec.step(first_legal(vec))
    kept = {name: array.copy() for name, array in vec.arrays().items()}
    ends = []
    other.load_arrays(kept)
    for env in (vec, other):
        trail = [step(env, first_legal(env))[:3] for _ in range(100)]
        ends.append([array.tobytes() for step in trail for array in step])
    assert ends[0] == ends[1]
    assert all(np.array_equal(a, b) for a, b in zip(vec.arrays().values(), other.arrays().values(), strict=True))


def test_arrays_of_other_tables_are_refused(plain: Case) -> None:
    vec, other = vec_of(plain, seed=1), vec_of(plain, COUNT + 1, seed=1)
    vec.reset()
    before = [array.tobytes() for array in vec.arrays().values()]
    for arrays in (other.arrays(), {}, {"log": vec.arrays()["log"]}):
        with pytest.raises(ConfigError, match="these arrays are not from such tables"):
            vec.load_arrays(arrays)
    assert before == [array.tobytes() for array in vec.arrays().values()]


def test_refusals(game: Game) -> None:
    vec = BatchVecEnv(game, COUNT, 1)
    with pytest.raises(NotRunning, match=r"step\(actions\)"):
        vec.step_wait()
    with pytest.raises(NotRunning, match="call reset"):
        vec.step(np.zeros(COUNT, np.int64))
    vec.reset()
    while vec.action_masks().all(axis=1).any():  # nothing is forbidden
        vec.step(first_legal(vec))
    before = [array.tobytes() for array in vec.arrays().values()]
    masked = (~vec.action_masks()).argmax(axis=1)
    with pytest.raises(IllegalAction, match=r"table 0: seat \d may not take action"):
        vec.step(masked)
    for wrong in (masked.astype(np.float32), masked == 0, masked[1:], masked[:, None], int(masked[0]), None):
        with pytest.raises(IllegalAction, match=r"actions must be integers\[5\], not "):
            vec.step(wrong)  # type: ignore[arg-type]
    with pytest.raises(ConfigError, match="only env_method"):
        vec.env_method("render")
    with pytest.raises(ConfigError, match="for all environments at once"):
        vec.set_attr("render_mode", None, indices=[0])
    with pytest.raises(AttributeError, match="'absent'"):
        vec.get_attr("absent")
    assert before == [array.tobytes() for array in vec.arrays().values()]
    assert vec.env_is_wrapped(VecMonitor) == [False] * COUNT
    assert vec.get_attr("num_envs", [0, 2]) == [COUNT] * 2


def test_a_masked_action_ends_the_game_if_that_is_asked_for(game: Game) -> None:
    vec = BatchVecEnv(game, COUNT, 1, on_illegal="terminate")
    vec.reset()
    while vec.action_masks().all(axis=1).any():  # nothing is forbidden
        vec.step(first_legal(vec))
    actions = first_legal(vec)
    actions[2] = int((~vec.action_masks()[2]).argmax())
    _, rewards, dones, infos = step(vec, actions)
    assert (rewards[2], dones.tolist()) == (-1, [False, False, True, False, False])
    assert infos[2]["episode"]["r"] == -1


def test_stable_baselines_checker_passes_without_a_warning(case: Case, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for mode in (None, "human", "ansi"):
            env_checker.check_env(case.single(render_mode=mode), warn=True, skip_render_check=False)
    assert capsys.readouterr().out.strip()


def test_all_names_what_there_is() -> None:
    assert sb3.__all__ == ["BatchVecEnv"]
    assert pod_envs.adapters.sb3.BatchVecEnv is BatchVecEnv
