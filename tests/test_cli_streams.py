"""The command line where a stream is closed, cannot show a letter, or would be flooded."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pod_envs import cli
from pod_envs.core.record import dump, record_of
from pod_envs.core.table import Table


def shell(line: str, **env: str) -> "subprocess.CompletedProcess[bytes]":
    """A line of sh with `pod-envs` for the command."""
    text = line.replace("pod-envs", f"'{sys.executable}' -m pod_envs", 1)
    return subprocess.run(["sh", "-c", text], capture_output=True, timeout=600, env=os.environ | env)


@pytest.fixture
def game_file(tmp_path: Path) -> Path:
    """One record, in a file whose name is not ASCII."""
    path = tmp_path / "Prüfung.jsonl"
    path.write_text(dump(record_of(Table("pod_x", {"num_players": 2}, seed=1))) + "\n", encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("pod-envs list >&-", "pod-envs list: standard output is closed; send it to /dev/null if it is not wanted\n"),
        ("pod-envs record pod_x >&-", "pod-envs record: standard output is closed;"),
        ("pod-envs replay - <&-", "pod-envs replay: standard input is closed; name a file\n"),
    ],
)
def test_a_closed_stream_is_told_of(line: str, sentence: str) -> None:
    done = shell(line)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode().startswith(sentence)
    assert done.stderr.count(b"\n") == 1


def test_what_goes_to_a_file_needs_no_standard_output(tmp_path: Path) -> None:
    done = shell(f"pod-envs record pod_x --out {tmp_path}/a.jsonl >&-")
    assert (done.returncode, done.stderr) == (0, b"")
    assert (tmp_path / "a.jsonl").read_bytes().count(b"\n") == 1


def test_without_standard_error_faults_do_not_go_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "bad").write_text("x\n" * 3)
    done = shell(f"pod-envs replay {tmp_path}/bad 2>&-")
    assert (done.returncode, done.stdout.decode()) == (1, f"{tmp_path}/bad: 0 of 3 records hold\n")


def test_a_name_that_the_terminal_cannot_show_is_escaped(game_file: Path) -> None:
    done = shell(f"pod-envs replay '{game_file}'", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.endswith(b"/Pr\\xfcfung.jsonl: 1 of 1 records hold\n")


@pytest.mark.parametrize(
    ("lines", "more"), [(5, None), (6, "1 more record has faults"), (200, "195 more records have faults")]
)
def test_a_file_of_something_else_brings_few_sentences(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], lines: int, more: str | None
) -> None:
    path = tmp_path / "README.md"
    path.write_text("# no record\n" * lines)
    assert cli.main(["replay", str(path)]) == 1
    out, err = capsys.readouterr()
    said = err.splitlines()
    assert [line.split(": ")[0] for line in said[:5]] == [f"{path}:{k}" for k in range(1, 6)]
    assert said[5:] == ([] if more is None else [f"{path}: {more}"])
    assert out == f"{path}: 0 of {lines} records hold\n"


@pytest.mark.parametrize("words", [["--foo"], ["--foo", "list"], ["--foo=3", "record", "pod_x"]])
def test_an_unknown_argument_before_the_command_is_named(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        cli.main(words)
    assert end.value.code == 2
    assert capsys.readouterr().err.startswith(f"pod-envs: unknown argument {words[0]!r}, there are --help, --version")
