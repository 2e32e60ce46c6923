"""Seeds, options and actions of a vector environment as callers may give them; what is logged of masked ones."""

import copy
import logging
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence

from pod_envs.api import vector
from pod_envs.core.errors import ConfigError, IllegalAction

from .common import Case

COUNT = 3
KINDS: list[Any] = [(7, 8, 9), np.array([7, 8, 9]), np.array([7, 8, 9], np.uint64), 7, np.int64(7), np.uint8(7)]


@pytest.mark.parametrize("seed", KINDS, ids=repr)
def test_seeds_of_every_kind(plain: Case, seed: Any) -> None:
    ours, wanted = plain.vector(COUNT).reset(seed=seed), plain.vector(COUNT).reset(seed=[7, 8, 9])
    assert data_equivalence(ours, wanted, exact=True)


@pytest.mark.parametrize("seed", [b"abc", "abc", True, 1.5, np.float64(1), -1, [1, 2, -1], np.zeros(3)], ids=repr)
def test_other_seeds_are_refused(plain: Case, seed: Any) -> None:
    with pytest.raises(ValueError, match="seed must be a non-negative integer, not"):
        plain.vector(COUNT).reset(seed=seed)


@pytest.mark.parametrize("options", [5, "reset_mask", ["reset_mask"], True], ids=repr)
def test_options_that_are_no_mapping_are_refused(plain: Case, options: Any) -> None:
    with pytest.raises(ConfigError, match="options must be None or a dict"):
        plain.vector(COUNT).reset(seed=1, options=options)


def test_an_action_beyond_int64_is_named_as_it_is(plain: Case) -> None:
    env = plain.vector(COUNT)
    env.reset(seed=1)
    with pytest.raises(IllegalAction, match=f"table 1: {2**64 - 1} is no action"):
        env.step(np.array([0, 2**64 - 1, 0], np.uint64))


@pytest.mark.parametrize("count", [0, -1, 1.0, "3", True, None], ids=repr)
def test_a_number_of_environments_is_a_count(plain: Case, count: Any) -> None:
    with pytest.raises(ConfigError, match="num_envs must be an integer >= 1, not"):
        plain.vector(count)
    assert plain.vector(np.int64(2)).num_envs == 2  # type: ignore[arg-type]


def test_many_masked_actions_are_counted(
    plain: Case, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vector, "TOLD_EVERY", 20)
    env = plain.vector(8)
    _, infos = env.reset(seed=1)
    ended = 0
    with caplog.at_level(logging.WARNING, "pod_envs"):
        while ended < 47:
            masks = infos["action_mask"]
            infos = env.step(np.where(masks.all(axis=1), 0, masks.argmin(axis=1)))[-1]
            ended += int(infos.get("_illegal_action", np.zeros(1)).sum())
        env.close()
    texts = [record.getMessage() for record in caplog.records]
    assert all("its game ends with -1" in text for text in texts[:5])
    assert [int(text.split()[0]) for text in texts[5:]] == [*range(20, ended + 1, 20), *([ended] if ended % 20 else [])]
    assert all("games have ended with -1 for a masked action" in text for text in texts[5:])


def test_copy_shares_no_game(plain: Case) -> None:
    env = plain.vector(COUNT)
    _, infos = env.reset(seed=1)
    twin = copy.copy(env)
    twin.step(infos["action_mask"].argmax(axis=1))
    assert data_equivalence(env.action_masks(), infos["action_mask"].astype(np.bool_), exact=True)
    assert not np.shares_memory(twin.tables.batch.store.obs, env.tables.batch.store.obs)
