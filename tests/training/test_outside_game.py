"""The guide's game is trained, measured and exported, and plays through the adapter for stable-baselines3."""

import json
from pathlib import Path

import pytest

from tests.outside import EXAMPLE, NAME, install, python

SHORT = ("--total-steps", "512", "--num-envs", "16", "--ppo.n-steps", "16", "--ppo.batch-size", "64")
EVAL = ("--eval.every", "256", "--eval.games", "12", "--eval.final-games", "12", "--checkpoint-every", "256")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package in it, as pip installs it."""
    return install(tmp_path_factory.mktemp("installed"))


VECTOR = """
import numpy as np
import pod_envs

vec = pod_envs.make_sb3_vec_env("liars_dice", num_envs=8, opponents="counter", seed=1)
obs = vec.reset()
for _ in range(20):
    masks = vec.env_method("action_masks")
    obs, reward, done, infos = vec.step(np.argmax(masks, axis=1))
print(obs.shape == (8, vec.observation_space.shape[0]))
"""


def test_it_is_a_vector_of_stable_baselines(installed: Path) -> None:
    assert python(installed, "-c", VECTOR) == "True\n"


SPAWN = """
import gymnasium, numpy as np
from stable_baselines3.common.vec_env import SubprocVecEnv

def make():
    return gymnasium.make("liars_dice:liars_dice/LiarsDice-v0", opponents="counter")

if __name__ == "__main__":
    vec = SubprocVecEnv([make], start_method="spawn")
    vec.seed(5)
    vec.reset()
    (mask,) = vec.env_method("action_masks")
    print(mask.shape, vec.step(np.array([np.argmax(mask)]))[0].shape)
    vec.close()
"""


def test_spawned_processes_find_it(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "spawn.py").write_text(SPAWN)
    assert python(installed, str(tmp_path / "spawn.py")) == "(19,) (1, 81)\n"


def test_it_is_trained_measured_and_exported(installed: Path, tmp_path: Path) -> None:
    run, out = str(tmp_path / "run"), str(tmp_path / "dice.npz")
    config = str(EXAMPLE / "train.yaml")
    told = python(installed, "-m", "training.train", config, "--run-dir", run, *SHORT, *EVAL)
    assert "policy.npz (the agent)" in told
    result = json.loads((tmp_path / "run" / "result.json").read_text())
    assert result["game"] == NAME
    assert {row["opponents"] for row in result["rows"]} == {"random", "counter"}
    python(installed, "-m", "training.export", run, "--out", out)
    measured = python(installed, "-m", "training.evaluate", out, "--games", "12", "--anchors", "counter")
    assert "2 counter" in measured
    use = f"import pod_envs; vec = pod_envs.make_sb3_vec_env({NAME!r}, num_envs=2, opponents={out!r}); vec.reset()"
    python(installed, "-c", use)
