"""Gymnasium's vector API: wrong input changes nothing, rendering, and environments in other processes."""

import logging
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode

from pod_envs.api.vector import LearnerVectorEnv
from pod_envs.core.errors import ConfigError, IllegalAction, NotRunning, VariantError
from pod_envs.core.game import Game

from .common import Case, ahead_vector, random_actions

COUNT = 4
MODES = list(AutoresetMode)


def inside(env: LearnerVectorEnv) -> Any:
    """All that the environment is, as one comparable text."""
    tables = env.tables
    store = tables.batch.store
    arrays = (store.states, store.cells, store.gens, store.obs, store.mask)
    names = ("learner", "over", "reward", "early", "terminated", "truncated", "illegal", "actions")
    own = [(name, getattr(tables, name).tolist()) for name in names]
    return [array.tobytes() for array in arrays], repr((own, tables.reports, env._begun))


def some_over(env: LearnerVectorEnv) -> Any:
    """Play until a game is over and others are not, and its infos."""
    rng = np.random.default_rng(1)
    _, infos = env.reset(seed=1)
    while True:
        infos = env.step(random_actions(rng, infos["action_mask"], 0.05))[-1]
        if 0 < env.tables.over.sum() < env.num_envs:
            return infos


ACTIONS: dict[str, Any] = {
    "too few": [0] * (COUNT - 1),
    "too many": [0] * (COUNT + 1),
    "a number": 0,
    "two axes": [[0]] * COUNT,
    "floats": [0.0] * COUNT,
    "truth values": [True] * COUNT,
    "one truth value": [0] * (COUNT - 1) + [True],
    "nothing": None,
    "one nothing": [0] * (COUNT - 1) + [None],
    "text": ["0"] * COUNT,
    "uneven lists": [[0], [0, 0]] * (COUNT // 2),
    "one negative": [0] * (COUNT - 1) + [-1],
    "one too high": [0] * (COUNT - 1) + [10**6],
    "huge": np.full(COUNT, 2**64 - 1, np.uint64),
}


@pytest.mark.parametrize("how", ACTIONS)
def test_what_are_no_actions_raises_and_nothing_has_changed(plain: Case, how: str) -> None:
    env = plain.vector(COUNT)
    env.reset(seed=1)
    before = inside(env)
    with pytest.raises(IllegalAction):
        env.step(ACTIONS[how])
    assert inside(env) == before


def test_a_masked_action_raises_where_that_is_wanted_and_nothing_has_changed(plain: Case) -> None:
    env = plain.vector(COUNT, on_illegal="raise")
    infos = ahead_vector(env, env.reset(seed=1)[1])
    actions = infos["action_mask"].argmax(axis=1)
    actions[2] = infos["action_mask"][2].argmin()
    before = inside(env)
    with pytest.raises(IllegalAction, match=rf"table 2: seat {infos['seat'][2]} may not take action {actions[2]}"):
        env.step(actions)
    assert inside(env) == before


def test_a_refused_step_resets_no_finished_game(plain: Case) -> None:
    env = plain.vector(COUNT)
    infos = some_over(env)
    running = int(np.flatnonzero(~env.tables.over)[0])
    actions = infos["action_mask"].argmax(axis=1)
    before, wrong = inside(env), actions.copy()
    wrong[running] = plain.actions
    with pytest.raises(IllegalAction, match=rf"table {running}: action {plain.actions} is not in 0\.\."):
        env.step(wrong)
    assert inside(env) == before
    env.step(actions)


def test_actions_for_finished_games_are_not_looked_at(plain: Case) -> None:
    env, twin = plain.vector(COUNT), plain.vector(COUNT)
    some_over(env)
    infos = some_over(twin)
    actions = infos["action_mask"].argmax(axis=1)
    other = np.where(env.tables.over, 10**6, actions)
    assert data_equivalence(env.step(other), twin.step(actions), exact=True)


def test_without_autoreset_a_finished_game_waits_for_its_reset(plain: Case) -> None:
    env = plain.vector(COUNT, autoreset_mode=AutoresetMode.DISABLED)
    infos = some_over(env)
    over, before = env.tables.over.copy(), inside(env)
    rows = np.flatnonzero(over).tolist()
    with pytest.raises(NotRunning) as caught:
        env.step(infos["action_mask"].argmax(axis=1))
    assert f"tables {rows} are over; call reset(options={{'reset_mask': terminated | truncated}})" in str(caught.value)
    assert inside(env) == before
    env.reset(options={"reset_mask": over})
    env.step(env.action_masks().argmax(axis=1))


MASKS: dict[str, Any] = {
    "a list": [True] * COUNT,
    "integers": np.ones(COUNT, np.int8),
    "too short": np.ones(COUNT - 1, np.bool_),
    "two axes": np.ones((COUNT, 1), np.bool_),
    "nothing marked": np.zeros(COUNT, np.bool_),
    "nothing": None,
}


@pytest.mark.parametrize("how", MASKS)
def test_a_wrong_reset_mask_is_refused_and_nothing_has_changed(plain: Case, how: str) -> None:
    env = plain.vector(COUNT, autoreset_mode=AutoresetMode.DISABLED)
    env.reset(seed=1)
    before = inside(env)
    with pytest.raises(ConfigError, match=rf"must be a bool array of shape \({COUNT},\) with a true value"):
        env.reset(options={"reset_mask": MASKS[how]})
    assert inside(env) == before


@pytest.mark.parametrize("seed", [[1, 2], [1, 2, 3, -4], [1, 2, 3, 4.0], ["1", "2", "3", "4"]], ids=str)
def test_wrong_seeds_are_refused_and_nothing_has_changed(plain: Case, seed: Any) -> None:
    env = plain.vector(COUNT)
    env.reset(seed=1)
    before = inside(env)
    with pytest.raises(ValueError, match="seed"):
        env.reset(seed=seed)
    assert inside(env) == before


def test_unknown_options_of_reset_are_ignored(plain: Case) -> None:
    env, twin = plain.vector(COUNT), plain.vector(COUNT)
    assert data_equivalence(env.reset(seed=1, options={"more": 1}), twin.reset(seed=1), exact=True)


@pytest.mark.parametrize("call", ["step", "action_masks", "render"])
def test_before_the_first_reset_calls_say_that_no_game_has_begun(plain: Case, call: str) -> None:
    env = plain.vector(COUNT, render_mode="ansi")
    with pytest.raises(NotRunning, match=r"call reset\(\) first"):
        getattr(env, call)(*([[0] * COUNT] if call == "step" else []))


def test_action_masks_is_a_copy_of_what_infos_hold(plain: Case) -> None:
    env = plain.vector(COUNT)
    infos = some_over(env)
    mask = env.action_masks()
    assert mask.dtype == np.bool_
    assert mask.tolist() == infos["action_mask"].astype(np.bool_).tolist()
    assert mask[env.tables.over].all()
    mask[:] = True
    assert env.action_masks().tolist() == infos["action_mask"].astype(np.bool_).tolist()


def test_one_warning_for_each_game_ended_by_an_illegal_action(plain: Case, caplog: pytest.LogCaptureFixture) -> None:
    env = plain.vector(COUNT)
    infos = ahead_vector(env, env.reset(seed=1)[1])
    actions = infos["action_mask"].argmax(axis=1)
    wrong = infos["action_mask"].argmin(axis=1)
    actions[[1, 3]] = wrong[[1, 3]]
    with caplog.at_level(logging.DEBUG, "pod_envs"):
        infos = env.step(actions)[-1]
    assert [record.levelno for record in caplog.records] == [logging.WARNING] * 2
    for row, record in zip((1, 3), caplog.records, strict=True):
        text = infos["illegal_action"][row]
        assert record.getMessage() == f"environment {row}: {text}; its game ends with -1"
    assert infos["_illegal_action"].tolist() == [False, True, False, True]


def test_render_shows_each_learners_view(plain: Case) -> None:
    env, singles = plain.vector(COUNT, render_mode="ansi"), [plain.single(render_mode="ansi") for _ in range(COUNT)]
    env.reset(seed=1)
    for row, single in enumerate(singles):
        single.reset(seed=1 + row)
    assert env.render() == tuple(single.render() for single in singles)
    with pytest.raises(ConfigError, match="render_mode='ansi'"):
        plain.vector(COUNT).render()


def test_wrong_words_and_options_are_refused(plain: Case) -> None:
    with pytest.raises(ConfigError, match=r"render_mode must be one of None, 'ansi', not 'human'"):
        plain.vector(COUNT, render_mode="human")
    with pytest.raises(ConfigError, match=r"on_illegal must be one of 'terminate', 'raise', not"):
        plain.vector(COUNT, on_illegal="ignore")
    with pytest.raises(ConfigError, match=r"num_envs must be an integer >= 1, not 0"):
        plain.vector(0)
    with pytest.raises(VariantError, match=r"did you mean 'num_players'\?"):
        gymnasium.make_vec(plain.game.gymnasium_id, num_envs=2, num_player=3)


def test_what_could_not_be_made_can_be_closed() -> None:
    """Some versions of Gymnasium do so when it is thrown away."""
    half_made = LearnerVectorEnv.__new__(LearnerVectorEnv)
    half_made.close()
    assert half_made.closed


def test_environments_in_spawned_processes_play_as_ours(game: Game) -> None:
    kwargs = {"context": "spawn", "autoreset_mode": AutoresetMode.NEXT_STEP}
    others = gymnasium.make_vec(game.gymnasium_id, num_envs=2, vectorization_mode="async", vector_kwargs=kwargs)
    ours = gymnasium.make_vec(game.gymnasium_id, num_envs=2)
    try:
        result: Any = ours.reset(seed=9)
        assert data_equivalence(result, others.reset(seed=9), exact=True)
        for _ in range(4):
            actions = result[-1]["action_mask"].argmax(axis=1)
            result = ours.step(actions)
            assert data_equivalence(result, others.step(actions), exact=True)
    finally:
        others.close()
