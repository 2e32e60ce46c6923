"""`pod-envs check`: what a word means, what is printed, written and returned."""

import json
import sys
from pathlib import Path

import pytest

from pod_envs.testing import CHECKS
from tests.core.common import in_registry

from .cli_common import Captured, child, run, said

WIDE = "tests.broken_envs.books:WideMask"
HONEST = "tests.broken_envs.honest:HighCard"

THEIRS = """
from tests.broken_envs.honest import HighCard

def make_env(points=3, **options):
    assert points == 7
    return HighCard(**options)
"""


def test_the_list_tells_what_is_checked(capsysbinary: Captured) -> None:
    assert run("check", "--list") == 0
    lines = capsysbinary.readouterr().out.decode().splitlines()
    assert [line.split()[0] for line in lines] == [*CHECKS, "installation"]
    assert all(check.meaning in line for check, line in zip(CHECKS.values(), lines, strict=False))


def test_a_game_is_named_by_its_name(capsysbinary: Captured) -> None:
    assert run("check", "pod_x", "--set", "num_players=2", "--games", "1", "--only", "plays", "--only", "worlds") == 0
    lines = capsysbinary.readouterr().out.decode().splitlines()
    assert [line.split()[:2] for line in lines[:-1]] == [["passed", "plays"], ["passed", "worlds"]]
    assert lines[-1] == "pod_x: 2 passed, 0 failed, 0 not applicable (games 1, seed 0)"


@pytest.mark.parametrize("word", [pytest.param("pod_envs/pod_x-v0", marks=in_registry), HONEST])
def test_an_environment_is_named_by_its_id_or_function(word: str, capsysbinary: Captured) -> None:
    assert run("check", word, "--games", "1", "--only", "processes", "--only", "plays") == 0
    out, err = capsysbinary.readouterr()
    assert out.endswith(f"{word}: 2 passed, 0 failed, 0 not applicable (games 1, seed 0)\n".encode())
    assert err == b""


@pytest.mark.parametrize("word", ["pod_envs/PodX-v0", "pod_envs:pod_envs/PodX-v0", "CartPole-v1"])
def test_an_id_of_gymnasium_is_checked_by_gymnasiums_test(word: str, capsysbinary: Captured) -> None:
    assert run("check", word) == 0
    lines = capsysbinary.readouterr().out.decode().splitlines()
    assert lines[0].split()[:2] == ["passed", "gymnasium"]
    assert lines[1] == f"n/a     {len(CHECKS) - 1} checks: this is an environment of Gymnasium"
    assert len(lines) == 3


def test_a_function_in_the_current_folder_is_given_the_options(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: Captured
) -> None:
    (tmp_path / "theirs_to_check.py").write_text(THEIRS)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    words = ("check", "theirs_to_check:make_env", "--games", "1", "--only", "plays")
    assert run(*words, "--set", "points=7") == 0
    assert run(*words) == 1
    out, err = capsysbinary.readouterr()
    assert b"FAILED  plays                    AssertionError in make_env (theirs_to_check.py, line 5)" in out
    assert err == b""


def test_a_fault_is_printed_and_written_and_told_by_the_exit_code(tmp_path: Path, capsysbinary: Captured) -> None:
    file = tmp_path / "report.json"
    words = ("--games", "1", "--seed", "5", "--only", "masks", "--only", "plays", "--json", str(file))
    assert run("check", HONEST, WIDE, *words) == 1
    out, err = capsysbinary.readouterr()
    assert b"FAILED  masks                    the mask allows action " in out
    assert out.endswith(f"{WIDE}: 1 passed, 1 failed, 0 not applicable (games 1, seed 5)\n".encode())
    assert err == b""
    found = json.loads(file.read_text())
    assert (found["format"], found["version"]) == ("pod_envs.check", 1)
    assert [(report["environment"], report["ok"]) for report in found["reports"]] == [(HONEST, True), (WIDE, False)]
    assert [entry["name"] for entry in found["reports"][1]["results"]] == ["plays", "masks"]
    assert found["reports"][1]["results"][1]["place"]["seed"] == 5


def test_it_runs_from_anywhere(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text("from pod_envs import pod_x_v0\n\nmake = pod_x_v0.env\n")
    words = ("-W", "error", "-m", "pod_envs", "check", "own:make", "--games", "1", "--only", "processes")
    done = child(*words, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"passed  processes                games 1, steps ")


@pytest.mark.parametrize("code", ["raise SystemExit(0)", "1 / 0", "def make(:"])
def test_a_module_that_fails_gets_one_sentence(
    code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: Captured
) -> None:
    (tmp_path / "failing_envs.py").write_text(code)
    monkeypatch.syspath_prepend(tmp_path)
    assert "there is no function 'failing_envs:make' (" in said(capsysbinary, "check", "failing_envs:make")


def test_where_nothing_can_be_checked_the_exit_code_tells(capsysbinary: Captured) -> None:
    assert run("check", HONEST, "--only", "gymnasium") == 2
    out, err = capsysbinary.readouterr()
    assert out.endswith(b"0 passed, 0 failed, 1 not applicable (games 3, seed 0)\n")
    assert err == f"pod-envs check: nothing could be checked of {HONEST}\n".encode()


def test_a_fault_that_no_chosen_check_is_there_to_name_is_told(capsysbinary: Captured) -> None:
    assert run("check", HONEST, "--only", "leak", "--set", "no_such=1") == 1
    assert b"FAILED  leak                     the check 'plays' fails: TypeError: " in capsysbinary.readouterr().out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("podx",), "no environment is named 'podx', did you mean 'pod_x'?"),
        (("qqq",), "type a game's name, an id of PettingZoo or Gymnasium, or package.module:function"),
        (("",), "no environment is named ''"),
        (("no.such.module:env",), "there is no function 'no.such.module:env'"),
        (("tests.broken_envs.honest:nothing",), "there is no function 'tests.broken_envs.honest:nothing'"),
        (("tests.broken_envs.shapes:Matching",), "parallel_to_aec(env) makes the first of a parallel one"),
        (("pod_x", "--only", "leek"), "no check is named 'leek', did you mean 'leak'?"),
        (("pod_x", "--set", "num_players=9"), "an integer from 2 to 4"),
        (("pod_x", "--set", "render_mode=ansi"), "unknown option 'render_mode'"),
        (("pod_x", "--games", "0"), "no integer >= 1"),
        (("pod_x", "--seed", "-1"), "no integer >= 0"),
        (("pod_x", "--json", "/no/such/folder/file"), "no folder '/no/such/folder'"),
        (("pod_x", "--lists"), "did you mean '--list'?"),
    ],
)
def test_what_cannot_be_checked_gets_one_sentence(words: tuple[str, ...], told: str, capsysbinary: Captured) -> None:
    assert told in said(capsysbinary, "check", *words)
