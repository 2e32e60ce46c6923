"""Every check is able to fail: each broken environment is named for its fault, and for nothing else."""

import sys
from types import ModuleType
from typing import Any

import pytest
from gymnasium.utils import EzPickle

from pod_envs.testing import CHECKS, FAILED, NOT_APPLICABLE, PASSED, check_env
from tests.broken_envs.books import BOOKS
from tests.broken_envs.honest import HighCard
from tests.broken_envs.knowledge import KNOWLEDGE
from tests.broken_envs.play import GAMES
from tests.broken_envs.shapes import Single, Texts

BROKEN = GAMES | BOOKS | KNOWLEDGE
PAIRS = [pytest.param(name, kind, id=f"{name}-{kind.__name__}") for name, kinds in BROKEN.items() for kind in kinds]
LOOKS = 12  # as many as a short game needs
SEVERAL = {"seed": 3, "interleaved": 2, "utility_sum": 3}  # games that it takes to see the fault


@pytest.fixture
def _displays(monkeypatch: pytest.MonkeyPatch) -> None:
    """A display and a library with windows, as far as the broken pictures need them."""
    monkeypatch.setenv("DISPLAY", ":7")
    library: Any = ModuleType("pygame.display")
    library.set_mode = lambda size: None
    monkeypatch.setitem(sys.modules, "pygame.display", library)


def test_each_check_has_a_broken_environment() -> None:
    assert set(BROKEN) == set(CHECKS)


@pytest.mark.usefixtures("_displays")
@pytest.mark.parametrize(("name", "kind"), PAIRS)
def test_the_fault_is_named_and_no_other(name: str, kind: Any) -> None:
    def unimportable(**options: Any) -> Any:  # so that no processes are started, where the fault is another
        return kind(**options)

    make = kind if name == "processes" else unimportable
    report = check_env(make, games=SEVERAL.get(name, 1), looks=LOOKS)
    assert report.failed == [name]
    assert not report.ok
    (result,) = [result for result in report.results if result.status == FAILED]
    assert result.seen
    assert result.wanted
    assert result.meaning == CHECKS[name].meaning


def test_the_honest_environment_passes_all_that_there_is() -> None:
    report = check_env(HighCard, games=2)
    assert report.failed == []
    assert report.named(NOT_APPLICABLE) == ["gymnasium"]
    assert report.named(PASSED) == [name for name in CHECKS if name != "gymnasium"]


def test_an_environment_of_gymnasium_passes_its_own_check_only() -> None:
    report = check_env(Single)
    assert report.named(PASSED) == ["gymnasium"]
    assert set(report.named(NOT_APPLICABLE)) == set(CHECKS) - {"gymnasium"}


class Anew(EzPickle, Texts):
    """Copies are made by calling the constructor again."""

    def __init__(self) -> None:
        EzPickle.__init__(self)
        Texts.__init__(self)


def test_a_copy_that_is_a_new_environment_is_said_to_be_one() -> None:
    report = check_env(lambda: Anew(), games=1)
    assert report.failed == ["deepcopy", "pickle"]
    for result in report.results:
        if result.status == FAILED:
            assert result.seen.startswith("a copy, which EzPickle makes anew from the constructor's arguments, shows")
