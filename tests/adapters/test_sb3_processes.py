"""Masks in other processes, and what is said where stable-baselines3 is missing."""

import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.vec_env import SubprocVecEnv

from pod_envs.api.single import LearnerEnv
from pod_envs.core.errors import MissingExtra
from pod_envs.core.game import Game
from tests.core.common import ROOT


class Make:
    """Makes a single environment in another process."""

    def __init__(self, id: str) -> None:
        self.id = id

    def __call__(self) -> gymnasium.Env[Any, Any]:
        return gymnasium.make(self.id)


def test_spawned_processes_serve_masks(game: Game) -> None:
    vec = SubprocVecEnv([Make(f"pod_envs:{game.gymnasium_id}")] * 2, start_method="spawn")
    try:
        vec.seed(5)
        vec.reset()
        assert is_masking_supported(vec)
        singles = [gymnasium.make(game.gymnasium_id).unwrapped for _ in range(2)]
        for i, env in enumerate(singles):
            env.reset(seed=5 + i)
        for _ in range(20):
            masks = get_action_masks(vec)
            assert np.array_equal(masks, [env.action_masks() for env in singles if isinstance(env, LearnerEnv)])
            actions = masks.argmax(axis=1)
            _, _, dones, _ = vec.step(actions)
            for env, action, done in zip(singles, actions, dones, strict=True):
                env.step(int(action))
                if done:
                    env.reset()
    finally:
        vec.close()


BLOCKED = """
import sys
class Block:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "stable_baselines3":
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Block())
import pod_envs
try:
    pod_envs.make_sb3_vec_env(sys.argv[1])
except pod_envs.MissingExtra as error:
    print(error)
"""


def test_without_stable_baselines3_a_sentence_says_what_to_install(game: Game) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", BLOCKED, game.spec.name], capture_output=True, text=True, cwd=ROOT
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "stable-baselines3 is not installed; type: pip install 'pod_envs[train]'\n"
    assert issubclass(MissingExtra, ImportError)
