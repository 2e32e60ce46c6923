"""The written playthroughs are those of the games as they are; a change of anything that is seen would be found."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pod_envs.core.game import GAMES
from pod_envs.core.table import Table

from .core.common import run_python, seats_of
from .goldens.__main__ import COMMAND, FOLDER, fault, main, strays
from .goldens.cases import CASES, Case
from .goldens.playthrough import playthrough

SHORT = next(case for case in CASES if case.path == "pod_x/2_seats.txt")
LARGEST, LARGEST_OF_ALL = 150_000, 1_500_000  # bytes


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.path)
def test_a_playthrough_is_as_written(case: Case) -> None:
    found = fault(case)
    assert found is None, found


def test_every_file_is_a_playthrough_and_none_is_large() -> None:
    assert strays() == []
    sizes = [(FOLDER / case.path).stat().st_size for case in CASES]
    assert len({case.path for case in CASES}) == len(CASES)
    assert max(sizes) < LARGEST
    assert sum(sizes) < LARGEST_OF_ALL


@pytest.mark.parametrize("name", sorted(GAMES))
def test_all_seats_and_all_options_occur(name: str) -> None:
    game = GAMES[name]
    variants = [game.variant(case.options) for case in CASES if case.game == name]
    assert {variant.num_players for variant in variants} == set(seats_of(game))
    for option in game.spec.variant.names():
        values = {json.dumps(variant.as_dict()[option]) for variant in variants}
        assert len(values) > 1 or (name, option) == ("polypods", "num_players")
    endings = {line for case in CASES if case.game == name for line in text_of(case).split("\n") if line in ENDINGS}
    assert endings == ENDINGS


ENDINGS = {"== terminated", "== truncated"}


def text_of(case: Case) -> str:
    return (FOLDER / case.path).read_text(encoding="utf-8")


def test_each_view_of_each_state_is_told() -> None:
    text = playthrough(SHORT)
    table = Table(SHORT.game, SHORT.options, explicit_chance=True)
    for word in ("paid", "report", "truth", "sees", "knows", "picture", "own", "legal", "due", "returns", "details"):
        assert f"\n{word:<9}" in text
    for part in table.game.layout(table.variant).fields:
        assert f"{part.name}{list(part.shape)}<=" in text.replace("\n         ", "")
    states = [line for line in text.split("\n") if line.startswith("== ") and line not in ENDINGS]
    assert [int(line.split()[1]) for line in states] == list(range(len(states)))


# What would be found


def copied(folder: Path) -> Path:
    return shutil.copytree(FOLDER, folder / "goldens", ignore=shutil.ignore_patterns("*.py", "__pycache__"))


def test_a_changed_line_is_named_with_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = copied(tmp_path)
    path = folder / SHORT.path
    lines = path.read_text(encoding="utf-8").split("\n")
    at = next(k for k, line in enumerate(lines) if line.startswith("legal"))
    lines[at] += ", 99 nonsense"
    path.write_text("\n".join(lines), encoding="utf-8")
    found = fault(SHORT, folder)
    assert found is not None
    for told in (str(path), f"line {at + 1}:", "written: legal", "99 nonsense", "now:     legal", COMMAND):
        assert told in found
    assert main([SHORT.path], folder) == 1
    out = capsys.readouterr().out
    assert f"\n-{lines[at]}\n+{lines[at].removesuffix(', 99 nonsense')}\n" in out
    assert COMMAND in out
    assert main([SHORT.path, "--write"], folder) == 0
    assert fault(SHORT, folder) is None
    assert main([SHORT.path], folder) == 0


def test_missing_shortened_and_unwanted_files_are_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = copied(tmp_path)
    path = folder / SHORT.path
    text = path.read_text(encoding="utf-8")
    path.write_text(text + "more\n", encoding="utf-8")
    assert f"line {text.count(chr(10)) + 1}:" in str(fault(SHORT, folder))
    path.unlink()
    assert "is missing" in str(fault(SHORT, folder))
    assert main([SHORT.path], folder) == 1
    stray = folder / "pod_x" / "stray.txt"
    stray.write_text("", encoding="utf-8")
    assert main(["--write", SHORT.path], folder) == 0
    assert not stray.exists()
    stray.write_text("", encoding="utf-8")
    assert main([SHORT.path], folder) == 1
    assert "belongs to no case" in capsys.readouterr().out


def blind(table: Table, seat: int) -> Any:
    """What a seat sees, but for one value."""
    observation, mask = ORIGINAL(table, seat)
    if seat == 1:
        observation[np.flatnonzero(observation)[0]] = 0
    return observation, mask


ORIGINAL, REPORT = Table.observe, type(GAMES[SHORT.game]).report
CHANGES: dict[str, tuple[Any, str, Callable[..., Any]]] = {
    "what a seat sees": (Table, "observe", blind),
    "what a seat knows": (Table, "information_state", lambda table, seat: "nothing"),
    "the picture": (Table, "picture", lambda table, seat=None: "nothing"),
    "the notation": (type(GAMES[SHORT.game]), "action_text", lambda game, variant, action: f"action {action}"),
    "the report": (type(GAMES[SHORT.game]), "report", lambda *given: REPORT(*given) | {"secret": 0}),
    "the details": (type(GAMES[SHORT.game]), "details", lambda game, variant, state, reports: {}),
    "the probabilities": (Table, "chance_outcomes", lambda table: [(k, 0.5) for k in table_outcomes(table)]),
}


def table_outcomes(table: Table) -> list[int]:
    return [outcome for outcome, _ in OUTCOMES(table)]


OUTCOMES = Table.chance_outcomes


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_of_what_is_seen_is_found(monkeypatch: pytest.MonkeyPatch, change: str) -> None:
    owner, name, changed = CHANGES[change]
    monkeypatch.setattr(owner, name, changed)
    assert fault(SHORT) is not None


def test_a_process_without_compiling_and_with_another_hash_seed_writes_the_same() -> None:
    paths = [min((len(text_of(case)), case.path) for case in CASES if case.game == name)[1] for name in sorted(GAMES)]
    out = run_python("-m", "tests.goldens", *paths, NUMBA_DISABLE_JIT="1", PYTHONHASHSEED="7")
    assert out.startswith(f"{len(GAMES)} of {len(GAMES)} playthroughs agree")
