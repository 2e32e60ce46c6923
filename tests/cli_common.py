"""What the tests of the command line share: running it in this process or another, and reading what it says."""

import subprocess
import sys
from typing import Any

import pytest

from pod_envs import cli

Captured = pytest.CaptureFixture[bytes]
TINY = ("--set", "num_players=2")


def run(*words: str) -> int:
    """The exit code of the command, argparse's exits included."""
    try:
        return cli.main(list(words))
    except SystemExit as end:
        return int(str(end.code))


def recorded(capture: Captured, *words: str) -> bytes:
    assert run("record", "pod_x", *words) == 0
    out, err = capture.readouterr()
    assert err == b""
    return out


def said(capture: Captured, *words: str, code: int = 2) -> str:
    """The one sentence on stderr of a refused command."""
    assert run(*words) == code
    out, err = capture.readouterr()
    assert out == b""
    sentence = err.decode()
    assert sentence.count("\n") == 1
    assert sentence.startswith("pod-envs")
    return sentence


def child(*words: str, **options: Any) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run([sys.executable, *words], capture_output=True, timeout=600, **options)
