"""What training/README.md says is so: its programs run, its claims follow from the committed results."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.core.common import ROOT
from tests.test_readme import snippets
from training import evaluate, report
from training.words import from_command

README = (ROOT / "training" / "README.md").read_text(encoding="utf-8")
LEARNED = "model.learn(100_000)"
LONG = "total_timesteps=1_000_000"


def test_the_programs_run_as_they_stand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the order of the page; only the number of steps is made smaller."""
    monkeypatch.chdir(tmp_path)
    programs = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert len(programs) == 2
    assert LEARNED in programs[0]
    exec(programs[0].replace(LEARNED, "model.learn(4096)"), {})
    [words] = re.findall(r"\npython -m training.evaluate (agent.npz .*)\n", README)
    assert evaluate.main(words.replace("8000", "8").split()) == 0
    names: dict[str, Any] = {}
    exec(programs[1], names)
    assert names["vec"].reset().shape[0] == 64


@pytest.mark.parametrize("text", snippets(training=True))
def test_a_program_of_another_page_runs(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With one update in place of its long training."""
    monkeypatch.chdir(tmp_path)
    assert LONG in text
    exec(text.replace(LONG, "total_timesteps=1"), {})


def test_commands_name_files_that_exist() -> None:
    found = re.findall(r"configs/train/\w+\.yaml", README)
    assert found
    for name in found:
        from_command(ROOT / name, [], "prog")


def test_the_trial_run_fits_together() -> None:
    [words] = re.findall(r"\npython -m training.train (\S+ --run-dir runs/trial .*)\n", README)
    path, *rest = words.split()
    config = from_command(ROOT / path, rest, "prog")
    assert config.total_steps <= 100_000
    assert config.ppo.n_steps * config.num_envs < config.total_steps


def test_the_quick_agent_equals_the_rule_player_and_the_long_one_beats_it() -> None:
    even = 1 / 4
    quick, long = (share_against_heuristic(name) for name in ("pod_x", "pod_x_long"))
    assert abs(quick["mean"] - even) < 0.03
    assert long["low"] > even


def share_against_heuristic(name: str) -> dict[str, float]:
    """Win share of an agent at a table of four."""
    facts = json.loads((report.RESULTS / f"{name}.json").read_text())
    assert facts["variant"]["num_players"] == 4
    [row] = [row for row in facts["rows"] if (row["player"], row["opponents"]) == ("agent", "heuristic")]
    share: dict[str, float] = row["win_share"]
    return share
