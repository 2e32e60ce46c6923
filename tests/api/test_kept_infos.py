"""What a user or a wrapper puts into infos is kept by copies, whatever it is."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from pod_envs.api.aec import TurnEnv
from pod_envs.api.books import copied_books
from pod_envs.core.errors import StateError

from .common import Case

COPIERS: dict[str, Callable[[TurnEnv], TurnEnv]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),
    "clone": TurnEnv.clone,
    "resample": lambda env: env.resample("player_0", 1),
}


def with_extras(plain: Case) -> TurnEnv:
    """An environment in whose infos a wrapper has put something."""
    env = plain.env()
    env.reset(seed=1)
    env.infos["player_0"] |= {"extra": np.arange(3.0), "nested": {"a": [np.int64(1), (2, {3})]}, "none": None}
    return env


@pytest.mark.parametrize("copier", COPIERS.values(), ids=list(COPIERS))
def test_copies_keep_arrays_and_share_none(plain: Case, copier: Callable[[TurnEnv], TurnEnv]) -> None:
    env = with_extras(plain)
    info = copier(env).infos["player_0"]
    assert isinstance(info["extra"], np.ndarray)
    assert info["extra"].tolist() == [0.0, 1.0, 2.0]
    assert info["nested"] == {"a": [1, (2, {3})]}
    assert type(info["nested"]["a"][0]) is np.int64
    info["extra"][:] = 9
    info["nested"]["a"].clear()
    assert env.infos["player_0"]["extra"].tolist() == [0.0, 1.0, 2.0]
    assert len(env.infos["player_0"]["nested"]["a"]) == 2


def test_last_keeps_them_too(plain: Case) -> None:
    env = with_extras(plain)
    while env.agent_selection != "player_0":
        env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
    env.infos["player_0"]["extra"] = np.arange(3.0)
    info = env.last()[-1]
    assert isinstance(info["extra"], np.ndarray)
    info["extra"][:] = 9
    assert env.infos["player_0"]["extra"].tolist() == [0.0, 1.0, 2.0]


def test_a_state_that_is_no_json_is_not_saved(plain: Case) -> None:
    with pytest.raises(StateError, match="cannot be saved, as it is not all JSON values"):
        with_extras(plain).get_state()


@pytest.mark.parametrize("value", [1, 1.5, "a", None, True, [], {}, [1, [2, {"a": [3]}]], {1: (2,)}], ids=repr)
def test_a_copy_is_equal(value: Any) -> None:
    assert copied_books(value) == value
    assert type(copied_books(value)) is type(value)
