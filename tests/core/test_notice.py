"""The notice that compiling takes long, and the short way into compiled code."""

import io
import sys
import time
from collections import Counter
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from pod_envs.core import jit
from pod_envs.core.game import Game
from pod_envs.core.jit import cache_sentence, compile_notice, entry, kernel
from pod_envs.core.table import Table, table_of_events


def pretended(misses: int) -> Any:
    """A kernel that has been compiled `misses` times instead of coming from the cache."""
    stats = SimpleNamespace(cache_misses=Counter({"signature": misses}))
    return SimpleNamespace(stats=stats, py_func=pretended)


def waited(monkeypatch: pytest.MonkeyPatch, *kernels: Any) -> None:
    """Spend several times as long as the user is left in the dark."""
    monkeypatch.setattr(jit, "PATIENCE", 0.01)
    with compile_notice("A Game", kernels):
        time.sleep(0.2)


def test_one_line_says_what_takes_long_and_where_it_is_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    waited(monkeypatch, pretended(0), pretended(1))
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert "compiling A Game" in err
    assert cache_sentence(Path(__file__).resolve().parent) in err


def test_nothing_is_said_of_what_comes_from_the_cache(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    waited(monkeypatch, pretended(0))
    assert capsys.readouterr() == ("", "")


def test_nothing_is_said_of_plain_python(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    waited(monkeypatch, waited)
    assert capsys.readouterr() == ("", "")


def test_nothing_is_said_of_what_is_quick(capsys: pytest.CaptureFixture[str]) -> None:
    with compile_notice("A Game", [pretended(1)]):
        pass
    assert capsys.readouterr() == ("", "")


def test_a_replay_tells_of_its_own_compilation(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Saved states and records are replayed by a kernel that playing does not need."""
    told: list[Any] = []

    def note(title: str, kernels: Any) -> Any:
        told.append((title, *kernels))
        return nullcontext()

    table = Table(game, seed=1)
    monkeypatch.setattr("pod_envs.core.table.compile_notice", note)
    table_of_events(game, table.variant, table.events)
    assert told == [(game.spec.title, game.kernels.replay)]


def test_an_error_inside_is_not_hidden() -> None:
    with pytest.raises(KeyError), compile_notice("A Game", [pretended(1)]):
        raise KeyError


def double(x: Any) -> Any:
    return x * 2


def test_the_entry_of_a_kernel_does_what_the_kernel_does() -> None:
    doubled = kernel(double)
    assert entry(doubled) is doubled  # nothing is compiled yet
    assert doubled(np.int64(21)) == 42
    assert entry(doubled)(21) == 42
    assert entry(double) is double


def test_a_kernel_of_two_signatures_has_no_entry() -> None:
    doubled = kernel(double)
    assert (doubled(21), doubled(0.5)) == (42, 1.0)
    if hasattr(doubled, "overloads"):
        assert len(doubled.overloads) == 2
    assert entry(doubled) is doubled


def test_the_entry_refuses_other_arrays(game: Game) -> None:
    table = Table(game, seed=0)
    step = entry(game.kernels.step)
    if step is game.kernels.step:
        pytest.skip("interpreted: there is no compiled code to refuse anything")
    swapped = [*table._arrays]
    swapped[0], swapped[1] = swapped[1], swapped[0]
    before = table.state.tobytes()
    with pytest.raises(TypeError, match="unbox"):
        step(*swapped)
    assert table.state.tobytes() == before


@pytest.mark.parametrize("closed", [True, False], ids=["closed", "none"])
def test_without_standard_error_nothing_is_said_anywhere(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], closed: bool
) -> None:
    stream = io.StringIO()
    stream.close()
    monkeypatch.setattr(sys, "stderr", stream if closed else None)
    waited(monkeypatch, pretended(1))
    assert capsys.readouterr().out == ""
