"""The wheel, installed alone with the core dependencies, is a working package."""

import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
USE = """
import sys
import gymnasium
import pod_envs
from pod_envs.core.record import replay

assert not {"torch", "stable_baselines3", "pygame", "matplotlib", "scipy", "pydantic"} & set(sys.modules)
game = next(iter(pod_envs.GAMES.values()))
from pod_envs.api.registration import environment_module

env = environment_module(game).env()
env.reset(seed=1)
for agent in env.agent_iter():
    observation, reward, terminated, truncated, info = env.last()
    env.step(None if terminated or truncated else int(observation["action_mask"].argmax()))
assert replay(env.record(legal=True)).ended
single = gymnasium.make(game.gymnasium_id)
_, info = single.reset(seed=1)
single.step(int(info["action_mask"].argmax()))
try:
    pod_envs.make_sb3_vec_env(game.spec.name)
except pod_envs.MissingExtra as error:
    assert "pod_envs[train]" in str(error)
else:
    raise AssertionError("stable-baselines3 is not there")
"""


def run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run(list(map(str, command)), cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}: {done.stdout[-2000:]}{done.stderr[-4000:]}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT, cwd=folder)
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_holds_the_package_and_its_data_and_nothing_else(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0].split("-")[0] for name in names} == {"pod_envs"}
    for wanted in ("pod_envs/py.typed", "pod_envs/games/pod_x/cards.toml", "pod_envs/games/pod_x/README.md"):
        assert wanted in names


def test_the_wheel_works_alone(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv" / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    constraints = ROOT / "configs" / "constraints.txt"
    run(python, "-m", "pip", "install", "--quiet", "-c", constraints, wheel, cwd=tmp_path)
    run(python, "-W", "error", "-c", USE, cwd=tmp_path)
    command = python.with_name("pod-envs")
    assert "pod_x" in run(command, "list", cwd=tmp_path)
    run(command, "record", "pod_x", "--seed", "1", "--legal", "--out", "games.jsonl", cwd=tmp_path)
    run(command, "replay", "games.jsonl", cwd=tmp_path)
