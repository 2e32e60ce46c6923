"""The suite itself: reports, what it does not fall for, environments of other kinds, and what a third party writes."""

import json
import logging
import random
import re
import subprocess
import sys
import unittest
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pod_envs.core.errors import ConfigError
from pod_envs.testing import (
    CHECKS,
    FAILED,
    HOOKS,
    NOT_APPLICABLE,
    PASSED,
    CheckFailed,
    Report,
    check_env,
    checks,
    position,
    tables,
)
from pod_envs.testing.report import Place
from tests.broken_envs.books import WideMask
from tests.broken_envs.honest import HighCard
from tests.broken_envs.knowledge import Leak
from tests.broken_envs.play import Plays, Seed, Stuck
from tests.broken_envs.shapes import Countdown, Endless, Matching, Texts, together
from tests.core.common import ROOT, run_python

NAMED = ["plays", "masks", "clone", "rotation", "gymnasium"]
QUICK = ["plays", "seed", "spaces", "rewards"]


def result(report: Report, name: str) -> Any:
    return {result.name: result for result in report.results}[name]


# Other kinds of environments


@pytest.mark.parametrize("kind", [Texts, Countdown, together], ids=lambda kind: kind.__name__)
def test_environments_of_other_kinds_pass_what_applies(kind: Any) -> None:
    report = check_env(lambda: kind(), games=2)
    assert report.failed == []
    assert {"plays", "seed", "threads", "spaces", "rewards", "dead_steps", "deepcopy"} <= set(report.named(PASSED))


def test_masks_are_found_in_infos() -> None:
    report = check_env(Texts, only=["masks", "waiting_masks", "recall", "reset_illegal"])
    assert report.named(PASSED) == ["reset_illegal", "masks", "waiting_masks", "recall"]


def test_actions_that_are_no_numbers_have_no_masks_to_look_at() -> None:
    reason = result(check_env(Countdown, only=["masks"]), "masks").reason
    assert reason == "actions are not numbered: the action space is not Discrete"


def test_agents_that_act_together_do_not_wait() -> None:
    report = check_env(together, only=["waiting_masks", "pettingzoo_parallel", "conversions", "pettingzoo_api"])
    assert report.named(PASSED) == ["pettingzoo_api", "conversions"]
    assert "the agents act at the same time" in result(report, "waiting_masks").reason


def test_a_game_without_end_is_cut() -> None:
    report = check_env(Endless, games=2, max_steps=30, only=["plays", "rewards", "dead_steps"])
    assert report.named(PASSED) == ["plays"]
    assert "cut short 2" in result(report, "plays").looked
    assert "there was nothing to look at" in result(report, "dead_steps").reason


# What is reported


def test_a_crash_is_a_fault_and_stops_nothing() -> None:
    report = check_env(Plays, only=["plays", "seed"])
    assert report.failed == ["plays"]
    found = result(report, "plays")
    said = re.fullmatch(r"step\((\d)\) raises IndexError: pop from an empty hand", found.seen)
    assert said is not None
    with pytest.raises(IndexError):
        position(Plays(), 0, 5).step(int(said[1]))
    assert found.place.seed == 0
    assert found.place.step == 5
    assert result(report, "seed").reason == "the check 'plays' fails"


def test_an_environment_that_cannot_be_made_fails_one_check() -> None:
    def nothing() -> Any:
        raise OSError("no board")

    report = check_env(nothing)
    assert report.failed == ["plays"]
    assert result(report, "plays").seen == "OSError: no board"
    assert report.named(PASSED) == []


def test_an_environment_that_ends_the_process_is_survived() -> None:
    class Exits(HighCard):
        def play(self, card: int) -> None:
            sys.exit("enough")

    assert result(check_env(Exits, only=["plays"]), "plays").seen == "step(3) raises SystemExit: enough"


def test_a_position_of_the_report_can_be_reached() -> None:
    found = result(check_env(Leak, games=1, only=["leak"]), "leak")
    env = position(Leak(), found.place.seed, found.place.step)
    assert env.plays == found.place.step > 5
    own, after = env.possible_agents.index(found.place.agent), env.vector(env.possible_agents.index(found.place.agent))
    assert after[env.hands[(own + 1) % 3]].all()


def test_a_report_is_for_people_and_for_programs() -> None:
    report = check_env(WideMask, games=1, seed=4, only=NAMED, name="cards")
    text, found = str(report), json.loads(json.dumps(report.as_dict()))
    lines = text.splitlines()
    assert lines[0].startswith("passed  plays                    games 1, steps ")
    assert lines[1].startswith("FAILED  masks                    the mask allows action ")
    assert "; wanted: a mask of the actions that step() accepts; reproduce: seed 4, step " in lines[1]
    assert lines[-2] == "n/a     gymnasium: this is an AEC environment"
    assert lines[-1] == "cards: 3 passed, 1 failed, 1 not applicable (games 1, seed 4)"
    assert (found["ok"], found["environment"], found["seed"], found["games"]) == (False, "cards", 4, 1)
    (failed,) = [entry for entry in found["results"] if entry["status"] == FAILED]
    assert failed["name"] == "masks"
    assert failed["place"]["seed"] == 4
    assert failed["meaning"] == CHECKS["masks"].meaning


def test_equal_arguments_give_equal_reports() -> None:
    first, second = (check_env(HighCard, games=2, seed=9, skip=["processes"]) for _ in range(2))
    assert first == second
    other = check_env(HighCard, games=2, seed=10, only=["worlds"])
    assert result(other, "worlds").looked != result(first, "worlds").looked


def test_checks_look_at_something_and_say_at_how_much() -> None:
    for entry in check_env(HighCard, games=1, skip=["processes"]).results:
        if entry.status == PASSED:
            assert any(int(word.strip(",")) > 0 for word in entry.looked.split() if word.strip(",").isdigit())
        else:
            assert entry.reason


def test_every_result_is_told_when_it_is_there() -> None:
    told: list[str] = []
    report = check_env(HighCard, games=1, only=QUICK, on_result=lambda entry: told.append(entry.name))
    assert told == [entry.name for entry in report.results] == QUICK


class Noisy(HighCard):
    """Prints, warns, logs, and uses the global generators."""

    def play(self, card: int) -> None:
        print("playing", card)
        print("playing", card, file=sys.stderr)
        warnings.warn("a card is played", stacklevel=1)
        logging.getLogger("cards").critical("a card is played")
        random.seed(1)
        super().play(card)


def test_noise_is_kept_out(capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture) -> None:
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        report = check_env(Noisy, games=1, only=QUICK)
    assert report.ok
    assert [str(warning.message) for warning in seen] == []
    assert capfd.readouterr() == ("", "")
    assert caplog.records == []
    assert not logging.root.isEnabledFor(logging.NOTSET)
    assert logging.root.manager.disable == logging.NOTSET


def test_seeds_that_fail_silence_what_rests_on_them() -> None:
    report = check_env(Seed, only=["threads", "clone", "reset_abandoned", "seed"])
    assert report.failed == ["seed"]
    assert {result(report, name).reason for name in ("threads", "clone", "reset_abandoned")} == {
        "the check 'seed' fails"
    }


def test_who_is_asked_without_an_action_is_named() -> None:
    found = result(check_env(Stuck, games=1, only=["plays"]), "plays")
    assert found.seen.endswith("is asked, and its mask allows no action")
    assert found.place.step == 7


def test_a_function_that_cannot_be_had_elsewhere_is_no_fault() -> None:
    found = result(check_env(lambda: HighCard(), games=1, only=["processes"]), "processes")
    assert found.status == NOT_APPLICABLE
    assert 'give one that can be imported, or "package.module:function"' in found.reason


def test_a_function_can_be_named_by_a_text() -> None:
    report = check_env("tests.broken_envs.honest:HighCard", games=1, only=["processes", "plays"])
    assert report.named(PASSED) == ["plays", "processes"]
    assert report.environment == "tests.broken_envs.honest:HighCard"


# What is refused


@pytest.mark.parametrize(
    ("env_fn", "options", "told"),
    [
        (HighCard, {"only": ["leaks"]}, "no check is named 'leaks'; did you mean 'leak'?"),
        (HighCard, {"skip": ["zzz"]}, "no check is named 'zzz'; there are plays, "),
        (HighCard, {"games": 0}, "games must be an integer >= 1, not 0"),
        (HighCard, {"max_steps": 1.5}, "max_steps must be an integer >= 1, not 1.5"),
        (HighCard, {"seed": -1}, "seed must be an integer >= 0, not -1"),
        (HighCard, {"seed": True}, "seed must be an integer >= 0, not True"),
        (HighCard(), {}, "environments are made by a function, not by <"),
        ("no_such_module:env", {}, "there is no function 'no_such_module:env' (ModuleNotFoundError: No module"),
        ("tests.broken_envs.honest:env", {}, "type package.module:function of a module that can be imported"),
        ("honest", {}, "there is no function 'honest'"),
        ("tests.broken_envs.honest:SEATS", {}, "environments are made by a function, not by 3"),
        (Matching, {}, "parallel_to_aec(env) makes the first of a parallel one"),
        (lambda: 3, {}, "makes 3, which is neither an AEC environment"),
    ],
)
def test_what_cannot_be_checked_gets_a_sentence(env_fn: Any, options: dict[str, Any], told: str) -> None:
    with pytest.raises(ConfigError) as caught:
        check_env(env_fn, **options)
    assert told in str(caught.value)
    with pytest.raises(ConfigError) as caught:
        checks(env_fn, **options)[0]()  # which makes the first environment
    assert told in str(caught.value)


# In a third party's tests

THEIRS = """
import pytest
from pod_envs.testing import checks
from tests.broken_envs.books import WideMask

@pytest.mark.parametrize("check", checks(WideMask, games=1, only=["plays", "masks", "gymnasium"]))
def test_conformance(check): check()
"""


def test_two_lines_of_pytest(tmp_path: Path) -> None:
    (tmp_path / "test_theirs.py").write_text(THEIRS)
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-v", "-rs", str(tmp_path / "test_theirs.py")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert "test_conformance[plays] PASSED" in done.stdout
    assert "test_conformance[masks] FAILED" in done.stdout
    assert "test_conformance[gymnasium] SKIPPED" in done.stdout
    assert "CheckFailed: masks: `step()` accepts what the mask allows and nothing else" in done.stdout
    assert "this is an AEC environment" in done.stdout


def test_a_check_called_in_a_test_gives_its_result() -> None:
    bound = {check.__name__: check for check in checks(WideMask, games=1)}
    assert list(bound) == list(CHECKS)
    assert repr(bound["masks"]) == "<check masks>"
    assert bound["plays"]().status == PASSED
    with pytest.raises(CheckFailed, match="wanted: a mask of the actions that step"):
        bound["masks"]()
    with pytest.raises(unittest.SkipTest, match="this is an AEC environment"):
        bound["gymnasium"]()


def test_the_suite_needs_no_test_dependencies() -> None:
    code = "import sys, pod_envs.testing; print({'pytest', 'hypothesis', 'pygame'} & set(sys.modules))"
    assert run_python("-W", "error", "-c", code).split("\n")[-2] == "set()"


# The page


def test_the_page_holds_the_tables() -> None:
    page = (ROOT / "README.md").read_text(encoding="utf-8")
    for name, text in tables().items():
        assert f"<!-- begin: testing {name} -->\n{text}\n<!-- end: testing {name} -->" in page


def test_hooks_and_facts_are_those_that_are_asked_for() -> None:
    texts = {path.name: path.read_text() for path in (ROOT / "pod_envs" / "testing").glob("*.py")}
    texts["hooks.py"] = texts["hooks.py"].split("HOOKS = {")[1].split("\n}\n")[1]
    source = "".join(texts.values())
    for name in HOOKS:
        word = name.split('"')[1] if '"' in name else name.split("(")[0]
        assert f'"{word}"' in source or f".{word}(" in source or word == "action_mask"


def test_places_read_well() -> None:
    assert str(Place(3, 7)) == "seed 3, step 7"
    assert str(Place(3, 7, "player_1")) == "seed 3, step 7, player_1"
    assert np.isscalar(Place(3, 7).seed)
