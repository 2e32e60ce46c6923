"""Other libraries' wrappers of PettingZoo environments: TorchRL and Tianshou."""

from typing import Any

import numpy as np
import pytest
import torch
from pettingzoo.utils import BaseWrapper
from tianshou.env import PettingZooEnv
from torchrl.envs.libs.pettingzoo import PettingZooWrapper
from torchrl.envs.utils import check_env_specs

from pod_envs import GAMES
from pod_envs.api.aec import TurnEnv
from pod_envs.api.registration import environment_module
from pod_envs.core.game import Game
from tests.core.common import variants_of

VARIANTS = [(game, variant) for game in GAMES.values() for variant in variants_of(game)]
IDS = [f"{game.spec.name}-{variant.num_players}-{variant.reward}" for game, variant in VARIANTS]

# TorchRL says that it was tested with PettingZoo 1.24.3 whenever it meets another version.
VERSION = "ignore:PettingZoo in TorchRL is tested using version:UserWarning"


class Quiet(BaseWrapper[str, dict[str, Any], int | None]):  # type: ignore[misc]
    """Empty infos: TorchRL takes the infos of a new game as the shape of all, and makes tensors of them."""

    @property
    def infos(self) -> dict[str, dict[str, Any]]:
        """One empty info for each agent."""
        return {agent: {} for agent in self.env.infos}


def make(game: Game, variant: Any) -> TurnEnv:
    """The environment of a variant."""
    return environment_module(game).env(**variant.as_dict())


@pytest.mark.filterwarnings(VERSION)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_torchrl_finds_that_the_default_environment_keeps_its_specs(game: Game) -> None:
    torch.manual_seed(1)
    check_env_specs(PettingZooWrapper(environment_module(game).env(), use_mask=True))


@pytest.mark.filterwarnings(VERSION)
@pytest.mark.parametrize(("game", "variant"), VARIANTS, ids=IDS)
def test_torchrl_plays_whole_games_and_pays_the_returns(game: Game, variant: Any) -> None:
    torch.manual_seed(1)
    inner = make(game, variant)
    env = PettingZooWrapper(Quiet(inner), use_mask=True, seed=1)
    check_env_specs(env)
    for _ in range(2):
        played = env.rollout(game.max_decisions(variant))
        assert inner.table is not None
        record = inner.record()
        assert record["ended"] is not None
        paid = [float(played["next", agent, "reward"].sum()) for agent in inner.possible_agents]
        assert paid == pytest.approx(record["returns"], abs=1e-6)
        assert played["next", "done"][-1].all()
        assert len(played) == sum("seat" in event for event in record["events"])


@pytest.mark.parametrize(("game", "variant"), VARIANTS, ids=IDS)
def test_tianshou_plays_whole_games_and_pays_the_returns(game: Game, variant: Any) -> None:
    env, twin = PettingZooEnv(make(game, variant)), make(game, variant)
    for seed in range(3):
        obs, info = env.reset(seed=seed)
        twin.reset(seed=seed)
        paid, over = np.zeros(variant.num_players), False
        while not over:
            assert obs["agent_id"] == twin.agent_selection
            seen = twin.observe(obs["agent_id"])
            assert obs["obs"].tobytes() == seen["observation"].tobytes()
            assert np.flatnonzero(obs["mask"]).tolist() == np.flatnonzero(seen["action_mask"]).tolist()
            action = int(np.flatnonzero(obs["mask"])[-1 - (len(info) + seed) % sum(obs["mask"])])
            obs, rewards, terminated, truncated, info = env.step(action)
            twin.step(action)
            paid += rewards
            over = terminated or truncated
        assert paid.tolist() == pytest.approx(info["returns"], abs=1e-9)
