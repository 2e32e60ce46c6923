"""The guide's game, installed as its users would: everything that our own games have, and no change in pod_envs."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from pod_envs.core.seam import ARGUMENTS
from pod_envs.testing import CHECKS
from tests.core.common import ROOT
from tests.outside import EXAMPLE, NAME, imported, install, python

PAGE = EXAMPLE / "README.md"
EXCERPT = re.compile(r"<!-- file: (\S+) -->\n(?:```(\w+)\n(.*?)```\n)?", re.DOTALL)
KINDS = {".py": "python", ".toml": "toml", ".yaml": "yaml"}
MOST_LINES = 150


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package in it, as pip installs it."""
    return install(tmp_path_factory.mktemp("installed"))


# What an installed package gives, without being imported


USE = """
import pickle, sys
import gymnasium, numpy as np, pettingzoo
import pod_envs
from pod_envs.api.registration import environment_module
from pod_envs.core.batch import Batch
from pod_envs.core.game import find_game
from pod_envs.core.record import replay
from pod_envs.core.table import Table

assert "liars_dice" not in sys.modules, "importing pod_envs loads no other package"
batch = Batch("liars_dice", num_tables=64, seed=3)
assert "site-packages" not in sys.modules["liars_dice"].__file__
for _ in range(50):
    batch.step(batch.sample())

env = gymnasium.make("liars_dice:liars_dice/LiarsDice-v0", opponents="counter", num_players=2, render_mode="ansi")
_, info = env.reset(seed=1)
assert "Liar's dice, as seat" in env.render()
_, reward, over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[-1]))
assert env.spec.make().unwrapped.variant.num_players == 2

envs = gymnasium.make_vec("liars_dice/LiarsDice-v0", num_envs=4)
assert type(envs).__name__ == "LearnerVectorEnv"
assert envs.reset(seed=1)[1]["action_mask"].shape == (4, 19)

if hasattr(pettingzoo, "make"):  # from 1.27 on
    aec = pettingzoo.make("aec", "liars_dice/liars_dice-v0", on_illegal="raise")
else:
    aec = environment_module(find_game("liars_dice")).raw_env()
aec.reset(seed=7)
for agent in aec.agent_iter():
    observation, reward, terminated, truncated, info = aec.last()
    if not terminated:
        world = aec.clone().resample(agent, 5)
        assert world.information_state(agent) == aec.information_state(agent)
        assert pickle.loads(pickle.dumps(aec)).information_state(agent) == aec.information_state(agent)
        aec.clone().set_state(aec.get_state())
        assert aec.parse_action(aec.action_text(18)) == 18
    aec.step(None if terminated else int(np.flatnonzero(observation["action_mask"])[-1]))
assert replay(aec.record(legal=True)).ended == "terminated"
assert abs(sum(aec.record()["returns"])) < 1e-9

table = Table("liars_dice", seed=1, explicit_chance=True)
assert table.chance_outcomes() == [(face, 1 / 6) for face in range(6)]
sys.stdout.buffer.write(pickle.dumps([table, aec, batch, envs.unwrapped.tables]).hex().encode())
"""
AGAIN = """
import pickle, sys
table, aec, batch, tables = pickle.loads(bytes.fromhex(sys.stdin.read()))
assert table.game is aec.game is batch.game is tables.game
table.apply_chance(3)
aec.reset(seed=7)
batch.step(batch.sample())
print(table.game)
"""


def test_everything_is_there_by_name_and_can_be_sent_to_another_process(installed: Path) -> None:
    sent = python(installed, "-c", USE)
    command = [sys.executable, "-W", "error", "-c", AGAIN]
    for path in (f"{installed}:{ROOT}", f"{EXAMPLE}:{ROOT}"):  # installed, and where it lies only
        done = subprocess.run(
            command, input=sent, env={"PYTHONPATH": path}, capture_output=True, text=True, check=False
        )
        assert done.stdout == "<game liars_dice v0>\n", done.stderr


def test_the_command_lists_records_replays_and_checks_it(installed: Path, tmp_path: Path) -> None:
    listed = {game["name"]: game for game in json.loads(python(installed, "-m", "pod_envs", "list", "--json"))}
    assert {"pod_x", NAME} < set(listed)
    found = {key: listed[NAME][key] for key in ("title", "seats", "gymnasium", "pettingzoo", "options")}
    assert found == {
        "title": "Liar's dice", "seats": [2, 3], "gymnasium": "liars_dice/LiarsDice-v0",
        "pettingzoo": "liars_dice/liars_dice-v0", "options": {"num_players": 3},
    }  # fmt: skip
    games = tmp_path / "games.jsonl"
    words = ("--games", "5", "--seed", "1", "--legal", "--agent", "counter", "--set", "num_players=2")
    python(installed, "-m", "pod_envs", "record", NAME, *words, "--out", str(games))
    assert len(games.read_text().splitlines()) == 5
    assert python(installed, "-m", "pod_envs", "replay", str(games)) == f"{games}: 5 of 5 records hold\n"
    assert f"{NAME}: ready after" in python(installed, "-m", "pod_envs", "warmup", NAME)


def test_it_conforms(installed: Path, tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    told = python(installed, "-m", "pod_envs", "check", NAME, "--set", "num_players=2", "--json", str(report))
    (found,) = json.loads(report.read_text())["reports"]
    passed = [result["name"] for result in found["results"] if result["status"] == "passed"]
    inapplicable = {"rotation", "gymnasium"}  # seat 0 always begins; it is no environment of Gymnasium
    assert set(passed) == {"installation", *CHECKS} - inapplicable
    assert f"{NAME}: {len(passed)} passed, 0 failed" in told


def test_its_own_test_passes(installed: Path) -> None:
    told = python(installed, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(EXAMPLE / "test_conformance.py"))
    assert f"{2 * (len(CHECKS) - 2)} passed, 4 skipped" in told


BENCH = """
import json, sys
from pod_envs import bench, probes
from pod_envs.core.errors import MissingExtra
from pod_envs.core.game import find_game

def none():
    raise MissingExtra("no peers")

game = find_game("liars_dice")
bench.ROUNDS, probes.TABLES, bench.peer_probes, bench.first_decisions = 1, (1, 64), none, lambda game: []
rows = bench.bench(game, 0.05)["rows"]
print(json.dumps([[row["name"] for row in rows], bench.first_decision(game, sys.argv[1])]))
"""


def test_it_is_measured(installed: Path) -> None:
    cache = str(Path.home() / ".cache" / "pod_envs")  # warm by now
    names, seconds = json.loads(python(installed, "-c", BENCH, cache))
    assert {"batch/64/1/compiled", "aec/usual", "aec/raw", "clone/table", "clone/env"} <= set(names)
    assert len(seconds) == 2


# Where no entry point declares it


def test_a_game_that_is_not_installed_is_named_where_it_is(tmp_path: Path) -> None:
    games, word = tmp_path / "games.jsonl", f"{NAME}:LiarsDice"

    def told(*words: str, code: int = 0) -> str:
        command = [sys.executable, "-W", "error", "-m", "pod_envs", *words]
        done = subprocess.run(
            command, cwd=EXAMPLE, env={"PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False
        )
        assert done.returncode == code, done.stderr
        return done.stdout + done.stderr

    told("record", word, "--games", "2", "--out", str(games))
    refused = told("replay", str(games), code=1)
    assert "no game is named 'liars_dice'; there are: ocean_pods, pod_x" in refused
    assert "once that package is installed and declares it as an entry point of 'pod_envs.games', or is imp" in refused
    assert told("replay", "--game", word, str(games)) == f"{games}: 2 of 2 records hold\n"
    assert "no game is named 'liars_dice', there are" in told("record", NAME, code=2)
    assert "'liars_dice:Dice' cannot be loaded: AttributeError" in told("record", f"{NAME}:Dice", code=2)
    assert "'no_dice:Dice' cannot be loaded: ModuleNotFoundError" in told("record", "no_dice:Dice", code=2)
    assert "'json:dumps' is <function dumps" in told("record", "json:dumps", code=2)


# The page


def rewritten(text: str) -> str:
    """The page with each file as it is."""

    def excerpt(found: re.Match[str]) -> str:
        content = (EXAMPLE / found[1]).read_text(encoding="utf-8")
        return f"<!-- file: {found[1]} -->\n```{KINDS[Path(found[1]).suffix]}\n{content}```\n"

    return EXCERPT.sub(excerpt, text)


def test_the_page_shows_the_files_as_they_are() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert rewritten(text) == text, "python -m tests.test_outside_game writes the page anew"
    shown = {name for name, _, _ in EXCERPT.findall(text)}
    files = {str(path.relative_to(EXAMPLE)) for kind in KINDS for path in EXAMPLE.rglob(f"*{kind}")}
    assert shown == files


def test_the_game_is_as_short_as_the_page_says() -> None:
    """Lines that are not empty."""
    lines = [line for path in (EXAMPLE / NAME).glob("*.py") for line in path.read_text().splitlines() if line.strip()]
    assert 100 < len(lines) <= MOST_LINES
    assert f"in {MOST_LINES} lines" in PAGE.read_text(encoding="utf-8").splitlines()[0]


def test_the_page_names_what_can_be_left_out() -> None:
    """Functions with their arguments, and methods, that there are; none that the game writes."""
    table = PAGE.read_text(encoding="utf-8").split("## What was left out")[1].split("\n\n")[2]
    with imported(EXAMPLE) as package:
        for where, what, _ in (line.strip("| ").split(" | ", 2) for line in table.splitlines()[2:]):
            for name, arguments in re.findall(r"`(\w+)(\(.*?\))?`", what):
                if where == "game":
                    assert name in vars(package.Game), name
                    assert name not in vars(package.LiarsDice), name
                else:
                    assert len(arguments.split(",")) == ARGUMENTS[where][name]
                    assert where == "belief" or not hasattr(sys.modules[f"{NAME}.{where}"], name)


if __name__ == "__main__":
    PAGE.write_text(rewritten(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
