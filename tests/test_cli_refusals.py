"""What the command line refuses: one sentence, exit code 2, and nothing is waited for."""

import os
from pathlib import Path

import pytest

from .cli_common import Captured, said


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("record", "podx"), "did you mean 'pod_x'?"),
        (("record", "pod_x", "--gams", "3"), "did you mean '--games'?"),
        (("record", "pod_x", "--game", "3"), "did you mean '--games'?"),
        (("recrod", "pod_x"), "did you mean 'record'?"),
        (("zzz",), "there are bench, check, list, record, replay, warmup"),
        ((), "COMMAND"),
        (("record",), "GAME"),
        (("record", "pod_x", "--games", "0"), "no integer >= 1"),
        (("record", "pod_x", "--games", "1.0"), "no integer >= 1"),
        (("record", "pod_x", "--seed", "-1"), "no integer >= 0"),
        (("record", "pod_x", "--seed", "1_0"), "no integer >= 0"),
        (("record", "pod_x", "--set", "num_players"), "option=value"),
        (("record", "pod_x", "--set", "=3"), "option=value"),
        (("record", "pod_x", "--set", "num_player=3"), "did you mean 'num_players'?"),
        (("record", "pod_x", "--set", "num_players=3.0"), "an integer from 2 to 4"),
        (("record", "pod_x", "--set", "num_players=true"), "an integer from 2 to 4"),
        (("record", "pod_x", "--set", "target=1", "--set", "target=2"), "set twice"),
        (("record", "pod_x", "--set", "cards=/no/such/file"), "cannot read"),
        (("record", "pod_x", "--agent", "heuristc"), "did you mean 'heuristic'?"),
        (("record", "pod_x", "--agent", "/no/such/file.npz"), "no policy file"),
        (("record", "pod_x", "--agent", "fold", "--agent", "fold"), "one for each seat"),
        (("record", "pod_x", "--out", "/no/such/folder/file"), "no folder '/no/such/folder'"),
        (("record", "pod_x", "--out", "/"), "is a folder"),
        (("replay", "/no/such/file"), "/no/such/file: No such file"),
        (("replay", "/no/such\t\r/file"), r"/no/such\t\r/file: No such file"),
        (("replay", "a\0b"), r"a path holds the character NUL: 'a\x00b'"),
        (("check", "pod_x", "--json", "a\0b"), r"a path holds the character NUL: 'a\x00b'"),
        (("record", "pod_x", "--out", "a\0b"), r"a path holds the character NUL: 'a\x00b'"),
        (("bench", "pod_x", "--seconds", "0"), "no number of seconds"),
        (("bench", "pod_x", "--seconds", "nan"), "no number of seconds"),
        (("check", "podx"), "did you mean 'pod_x'?"),
    ],
)
def test_what_cannot_be_carried_out_gets_one_sentence(
    words: tuple[str, ...], told: str, capsysbinary: Captured
) -> None:
    assert told in said(capsysbinary, *words)


LONG = "x" * 5000


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--set", "target=" + "9" * 5000), "option 'target' is set to a number of more than 1000 digits"),
        (("--set", f"stars={LONG}"), "option 'stars' must be one of 'mirror', 'symmetric', 'flat2', not 'xxx"),
        (("--set", f"{LONG}=1"), "unknown option 'xxx"),
        (("--set", LONG), "--set wants option=value"),
        (("--set", f"cards={LONG}"), "cannot read 'xxx"),
        (("--agent", LONG), "no player is named 'xxx"),
        (("--agent", "nobody"), "or a path that ends in .npz\n"),
        (("--games", LONG), "is no integer >= 1"),
        ((f"--{LONG}",), "unknown argument '--xxx"),
        (("--set", "cards="), "option 'cards': cannot read a file: its name is empty"),
        (("--set", "cards=/"), "option 'cards': cannot read '/': it is a folder"),
        (("--out", ""), "argument --out: the name of a file is wanted, not ''"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_sentence_is_short_and_says_what_is_wrong(words: tuple[str, ...], told: str, capsysbinary: Captured) -> None:
    sentence = said(capsysbinary, "record", "pod_x", *words)
    assert told in sentence
    assert len(sentence) < 500
    assert "function" not in sentence


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
@pytest.mark.parametrize("words", [("--set", "cards=PIPE"), ("--agent", "PIPE")])
def test_a_pipe_is_not_waited_for(words: tuple[str, str], tmp_path: Path, capsysbinary: Captured) -> None:
    pipe = tmp_path / "pipe.npz"
    os.mkfifo(pipe)
    told = said(capsysbinary, "record", "pod_x", words[0], words[1].replace("PIPE", str(pipe)))
    assert "it is no regular file, but a device or a pipe" in told


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="needs a device without an end")
def test_a_device_without_an_end_is_not_read_to_it(capsysbinary: Captured) -> None:
    assert "it is no regular file" in said(capsysbinary, "record", "pod_x", "--set", "cards=/dev/zero")
    assert "line 1 is longer than 64 MiB, so it is no record" in said(capsysbinary, "replay", "/dev/zero")


def test_a_file_too_large_to_be_a_table_of_cards_is_refused(tmp_path: Path, capsysbinary: Captured) -> None:
    with open(tmp_path / "a.json", "wb") as file:
        file.truncate(2**24 + 1)
    assert "it holds more than 16 MiB" in said(capsysbinary, "record", "pod_x", "--set", f"cards={tmp_path}/a.json")


@pytest.mark.skipif(not os.path.exists("/proc/self"), reason="needs a folder in which nothing can be made")
def test_the_file_that_cannot_be_made_is_named_and_no_other(capsysbinary: Captured) -> None:
    assert said(capsysbinary, "record", "pod_x", "--out", "/proc/foo").startswith("pod-envs record: /proc/foo: ")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is full")
def test_a_device_that_is_full_is_named(capsysbinary: Captured) -> None:
    told = said(capsysbinary, "record", "pod_x", "--out", "/dev/full")
    assert told == "pod-envs record: /dev/full: No space left on device\n"


def test_an_empty_name_is_no_file_anywhere(capsysbinary: Captured) -> None:
    for words in (("replay", ""), ("bench", "pod_x", "--json", "")):
        assert "the name of a file is wanted, not ''" in said(capsysbinary, *words)
