"""Environments that behave oddly: what is wrong with them is told, what is merely unusual is not."""

import functools
import os
import random
import sys
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from gymnasium import spaces

from pod_envs.core.errors import ConfigError
from pod_envs.testing import NOT_APPLICABLE, PASSED, CheckFailed, check_env, checks
from pod_envs.testing.report import Place
from pod_envs.testing.suite_gymnasium import needs_asserts
from tests.broken_envs.honest import HighCard
from tests.broken_envs.play import Plays, Seed
from tests.broken_envs.shapes import Countdown, Single
from tests.core.common import run_python

# Faults


class Mute(Exception):
    """An error that says nothing, not even when asked."""

    def __str__(self) -> str:
        raise ValueError("no words")


class Base(BaseException):
    """An error of a kind that hardly anything catches."""


def failing(error: BaseException) -> Any:
    """A kind of environment whose cards raise an error."""

    def play(self: Any, card: int) -> None:
        raise error

    return type("Failing", (HighCard,), {"play": play})


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (Mute(), "Mute in play (test_odd.py, line "),
        (Base("far up"), "Base: far up"),
        (SystemExit(0), "SystemExit: 0"),
        (ValueError("red \x1b[31m\x00 and\nmore"), r"ValueError: red \x1b[31m\x00 and more"),
    ],
)
def test_any_error_is_told_in_one_printable_line(error: BaseException, told: str) -> None:
    report = check_env(failing(error), games=1, only=["plays"])
    assert report.failed == ["plays"]
    assert report.results[0].seen.startswith(f"step(3) raises {told}")
    assert str(report).splitlines()[0].isprintable()


@pytest.mark.parametrize("name", ["metadata", "last"])
def test_a_property_that_fails_is_a_fault(name: str) -> None:
    odd = type("Odd", (HighCard,), {name: property(lambda self: 1 // 0)})
    report = check_env(odd, games=1, only=["plays", "waiting_masks", "length"])
    assert set(report.failed) & {"plays", "waiting_masks"}
    assert "ZeroDivisionError" in str(report)


def test_an_agents_name_stays_in_its_line() -> None:
    assert str(Place(1, 2, "a\nb\x1b")) == r"seed 1, step 2, a b\x1b"


def test_an_end_of_the_process_in_a_thread_is_told() -> None:
    class Leaves(HighCard):
        def play(self, card: int) -> None:
            if threading.current_thread() is not threading.main_thread():
                sys.exit("enough")
            super().play(card)

    report = check_env(Leaves, games=1, only=["plays", "seed", "interleaved", "threads"])
    assert report.failed == ["threads"]
    assert report.results[-1].seen == "in a thread: SystemExit: enough"


def test_an_environment_that_is_given_again_is_refused() -> None:
    for env in (HighCard(), Single()):
        with pytest.raises(ConfigError, match="gives one environment again and again; make a new one each time"):
            check_env(lambda env=env: env)


# What a check needs


def test_a_check_fails_where_nobody_is_there_to_name_the_fault() -> None:
    report = check_env(Plays, only=["leak", "clone"])
    assert report.failed == ["clone", "leak"]
    seen = "the check 'plays' fails: step(1) raises IndexError: pop from an empty hand"
    assert {result.seen for result in report.results} == {seen}
    assert report.results[0].place is not None
    (bound,) = checks(Plays, only=["leak"])
    with pytest.raises(CheckFailed, match="the check 'plays' fails"):
        bound()


def test_a_check_that_is_left_out_fails_for_nobody() -> None:
    report = check_env(Seed, only=["clone"], skip=["seed"])
    assert report.ok
    assert report.results[0].reason == "the check 'seed' fails"


@pytest.mark.parametrize("names", ["plays", 5, [["plays"]], [None]])
def test_names_of_checks_are_a_list(names: Any) -> None:
    for how in ({"only": names}, {"skip": names}):
        for call in (check_env, checks):
            with pytest.raises(ConfigError, match=r"checks are named in a list|no check is named"):
                call(HighCard, **how)


def test_a_seed_can_be_a_number_of_numpy() -> None:
    report = check_env(HighCard, games=1, seed=np.int64(4), only=["plays"])  # type: ignore[arg-type]
    assert (report.seed, report.ok) == (4, True)


def test_a_librarys_asserts_are_not_trusted_without_asserts() -> None:
    needs_asserts("PettingZoo")
    code = "from pod_envs.testing import check_env; print(check_env('tests.broken_envs.shapes:Single'))"
    assert "n/a     gymnasium: Gymnasium's test is made of asserts" in run_python("-O", "-c", code)


# What is merely unusual


def test_a_function_need_not_take_a_render_mode() -> None:
    report = check_env(lambda: HighCard(), games=1, looks=6, skip=["processes"])
    assert report.failed == []
    assert "leak" in report.named(PASSED)
    assert {"render_frames", "render_headless"} <= set(report.named(NOT_APPLICABLE))


class Loud(HighCard):
    """Writes to the process's own output."""

    def play(self, card: int) -> None:
        sys.stdout.buffer.write(b"playing\n")
        os.write(sys.stdout.fileno(), b"playing\n")
        os.write(1, b"playing\n")
        super().play(card)


def test_what_is_printed_does_no_harm_here_or_in_another_process() -> None:
    assert check_env(Loud, games=1, only=["plays", "processes"]).failed == []


def test_the_global_generators_are_left_as_they_were() -> None:
    class Reseeds(HighCard):
        def seeded(self, seed: int | None) -> None:
            super().seeded(seed)
            random.seed(1)
            np.random.seed(1)

    before = random.getstate(), np.random.get_state()[1].tolist()  # type: ignore[index]
    assert check_env(Reseeds, games=1, only=["plays"]).ok
    assert before == (random.getstate(), np.random.get_state()[1].tolist())  # type: ignore[index]


class Masked(Countdown):
    """Actions are no numbers, and some are masked."""

    space: Callable[[], spaces.Space[Any]]
    mask: Any

    def __init__(self) -> None:
        super().__init__()
        self.action_spaces = {agent: self.space() for agent in self.possible_agents}

    def info(self, agent: str) -> dict[str, Any]:
        return {"action_mask": self.mask if agent == self.agent_selection else None}

    def step(self, action: Any) -> None:
        if action is not None and action[1]:
            raise ValueError("a masked action")
        super().step(action)


class Pair(Masked):
    """Two numbers; the mask has a part for each, as Gymnasium has it."""

    space = functools.partial(spaces.MultiDiscrete, [3, 2])
    mask = (np.array([1, 0, 1], np.int8), np.array([1, 0], np.int8))


class Bits(Masked):
    """Switches; the mask says which stay off."""

    space = functools.partial(spaces.MultiBinary, 3)
    mask = np.array([2, 0, 2], np.int8)


@pytest.mark.parametrize("kind", [Pair, Bits])
def test_masks_of_actions_that_are_no_numbers_are_kept(kind: Any) -> None:
    report = check_env(kind, games=1, skip=["processes"])
    assert report.failed == []
    reasons = {result.name: result.reason for result in report.results}
    assert reasons["masks"] == "actions are not numbered: the action space is not Discrete"
