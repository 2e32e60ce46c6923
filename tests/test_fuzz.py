"""A few hundred inputs of each kind are refused as documented or are valid; the long run is `python -m tests.fuzz`."""

from pathlib import Path
from typing import Any

import pytest

from pod_envs.core.errors import RecordError
from pod_envs.core.saved import to_bytes

from .fuzz import run as runs
from .fuzz.__main__ import main, tasks
from .fuzz.kind import Fault, Kind, require, sentence
from .fuzz.kinds import CONFIGS, KINDS
from .fuzz.run import input_of, run, shown

INPUTS = 250  # of each kind


UNTRAINED = [kind for kind in KINDS if kind != CONFIGS.name]  # the other one runs in tests/training


@pytest.mark.parametrize("kind", UNTRAINED)
def test_inputs_are_refused_as_documented_or_valid(kind: str) -> None:
    check_inputs(kind)


def check_inputs(kind: str) -> None:
    """Some inputs are refused, some accepted, none at fault."""
    tally = run(kind, seed=1, first=0, count=INPUTS)
    assert [(fault.number, fault.said, fault.where) for fault in tally.faults] == []
    assert tally.inputs == INPUTS
    assert tally.refused >= INPUTS // 10
    assert tally.accepted >= INPUTS // 20


@pytest.mark.parametrize("kind", UNTRAINED)
def test_an_input_is_decided_by_its_number(kind: str) -> None:
    check_numbers(kind)


def check_numbers(kind: str) -> None:
    """Drawn again, inputs are the same, and not all alike."""
    texts = [shown(input_of(kind, 1, number)).split(" at 0x")[0] for number in range(20)]
    assert texts == [shown(input_of(kind, 1, number)).split(" at 0x")[0] for number in range(20)]
    assert len(set(texts)) > 5


def test_the_work_is_divided_among_the_kinds() -> None:
    parts = list(tasks(["a", "b", "c"], 7, 100, 1000))
    assert {seed for _, seed, _, _ in parts} == {7}
    numbers: dict[str, list[int]] = {"a": [], "b": [], "c": []}
    for kind, _, first, count in parts:
        numbers[kind] += range(first, first + count)
    assert numbers == {"a": [*range(100, 434)], "b": [*range(100, 433)], "c": [*range(100, 433)]}


# Faults are found


def broken(check: Any) -> Kind:
    return Kind("broken", "numbers", lambda rng: rng.randrange(100), check)


def odd_is_refused(number: int) -> bool:
    require(number < 90, f"{number} is accepted")
    if number < 10:
        raise KeyError(number)
    return number % 2 == 0


@pytest.fixture
def kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KINDS, "broken", broken(odd_is_refused))
    monkeypatch.setitem(KINDS, "one-sided", broken(lambda number: True))


@pytest.mark.usefixtures("kinds")
def test_faults_are_counted_saved_and_repeated(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tally = run("broken", 3, 0, 400)
    assert (tally.inputs, len(tally.faults) > 40) == (400, True)
    assert main(["--only", "broken", "--inputs", "400", "--seed", "3", "--out", str(tmp_path)]) == 1
    out = capsys.readouterr().out
    assert f"{400:>9}{tally.refused:>9}{tally.accepted:>9}{len(tally.faults):>8}" in out
    assert "Fault: 9" in out
    assert "KeyError: " in out
    command = next(line for line in out.split("\n") if "again with: " in line).partition("again with: ")[2]
    words = command.split()[3:]
    assert main([*words, "--out", str(tmp_path)]) == 1
    assert "1 inputs, seed 3" in capsys.readouterr().out
    saved = sorted(tmp_path.glob("broken_3_*.txt"))
    assert len(saved) == 6
    assert all(f"repeat: {command.rpartition('--first')[0]}" in path.read_text() for path in saved)


@pytest.mark.usefixtures("kinds")
def test_a_run_that_refuses_nothing_shows_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--only", "one-sided", "--inputs", "100", "--out", str(tmp_path)]) == 1
    assert "all inputs were refused, or all were accepted" in capsys.readouterr().out
    assert main(["--only", "one-sided", "--inputs", "99", "--out", str(tmp_path)]) == 0


def test_a_hang_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def hang(number: int) -> bool:
        while True:
            number += 1

    monkeypatch.setattr(runs, "STUCK", 0.05)
    monkeypatch.setitem(KINDS, "broken", broken(hang))
    assert "seconds of CPU time" in run("broken", 0, 0, 1).faults[0].said


@pytest.mark.parametrize("message", ["", "a\x00b", "x" * 5000])
def test_an_error_without_a_sentence_is_a_fault(message: str) -> None:
    with pytest.raises(Fault):
        sentence(ValueError(message))
    assert not sentence(RecordError("seed must be an integer"))


# A reader that looks away lets corrupt inputs through, which are found then

AWAY: dict[str, tuple[str, str, Any]] = {
    "returns and details": ("records", "pod_envs.core.record.check_closing", lambda table, record: None),
    "resolved options": ("records", "pod_envs.core.record.same", lambda one, other: one == other),
    "bookkeeping": ("states", "pod_envs.api.aec.checked_books", lambda books, table, agents: books),
    "where a log leads": ("states", "pod_envs.core.saved.to_bytes", lambda *given: AnyBytes(to_bytes(*given))),
    "options": ("variants", "pod_envs.core.variant.Variant.require", lambda variant, holds, name, wanted: None),
    "cards": ("cards", "pod_envs.games.pod_x.variant.check_cards", lambda table: None),
    "lines": ("cli", "pod_envs.cli.faults", lambda lines: (None for _ in lines)),
    "layers": ("policies", "pod_envs.agents.network.check_layers", lambda path, layers, game, variant, network: None),
    "words": ("actions", "pod_envs.games.polypods.notation.parse_action", lambda variant, text: 0),
}


class AnyBytes(bytes):
    """Equal to everything."""

    def __eq__(self, other: object) -> bool:
        return True

    def __ne__(self, other: object) -> bool:
        return False

    __hash__ = bytes.__hash__


@pytest.mark.parametrize("what", AWAY)
def test_a_reader_that_looks_away_is_found(monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    kind, place, instead = AWAY[what]
    monkeypatch.setattr(place, instead)
    assert run(kind, seed=1, first=0, count=INPUTS).faults
