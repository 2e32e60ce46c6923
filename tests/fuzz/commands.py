"""The command line, run in this process in a folder of its own, with its streams captured."""

from __future__ import annotations

import contextlib
import io
import json
import random
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from unittest import mock

from pod_envs import cli
from pod_envs.core.game import GAMES
from pod_envs.core.record import dump, replay

from . import mutate
from .games import QUICK, quick
from .kind import Kind, require, sentence
from .policies import policy_bytes
from .records import line_of
from .variants import folder

__all__ = ["COMMANDS"]

PLAY = ("list", "record", "replay")  # commands that run; the arguments of the others are read, and nothing is done
MOST_DIGITS = re.compile(r"[0-9]{3,}")  # so long a number of games or rounds takes long, and rightly so
POOL = [
    *PLAY, "bench", "warmup", "check", "play", "--help", "-h", "--version", "--json", "--set", "--games", "--seed",
    "--agent", "--legal", "--out", "--seconds", "--", "-", "", "pod_x", "polypods", "ocean_pods", "relative_space",
    "podx", "num_players=2", "num_players=3", "num_players=x", "reward=score", "reward=", "=", "1", "2", "0", "-1",
    "1.5", "random", "heuristic", "fold", "heuristics", "games.jsonl", "cut.jsonl", "empty", "sub", "missing",
    "policy.npz", "cards.json", "out.jsonl", "sub/out.jsonl", "--out=out.jsonl", "--games=2", "--seed=3",
    "--agent=random", "--set=reward=score", "--leagl", "@games.jsonl", "é", "\udc80", "\u0000", "%s",
    "cards=cards.json", "cards=missing", "cards=[]", "cards=cut.jsonl", "board=snub-2x2-S", "max_rounds=1",
    "num_rounds=1", "end_sum=\u0663", "x" * 300,
]  # fmt: skip


@dataclass
class Ran:
    """What a command has done."""

    code: Any
    out: bytes
    err: str
    files: dict[str, bytes]


@cache
def home() -> Path:
    """The folder that commands run in."""
    place = folder() / "home"
    (place / "sub").mkdir(parents=True)
    return place


@cache
def given_files() -> dict[str, bytes]:
    """What lies in the folder before each command."""
    lines = [line_of(*quick(name, 0), 1, 1000, True).encode() + b"\n" for name in QUICK]
    cards = json.dumps(QUICK["pod_x"][3]["cards"]).encode()
    return {
        "games.jsonl": b"".join(lines),
        "cut.jsonl": lines[0][:-30] + b"\n" + lines[1],
        "empty": b"",
        "cards.json": cards,
        "policy.npz": policy_bytes("pod_x", 0, "perceptron"),
    }


# Inputs --------------------------------------------------------------------------------------------------------------


def make(rng: random.Random) -> list[str]:
    """Words of a command."""
    words = rng.choice(COMMANDS_MADE)(rng)
    while True:
        changed = mutate.words(rng, words, POOL) if rng.random() < 0.6 else words
        if harmless(changed):
            return changed


def a_record(rng: random.Random) -> list[str]:
    """pod-envs record."""
    name = rng.choice(sorted(QUICK))
    options = [
        f"{key}={json.dumps(value)}"
        for key, value in rng.choice(QUICK[name]).items()
        if not isinstance(value, list | dict)
    ]
    words = ["record", name, *(word for option in options for word in ("--set", option))]
    for extra in (
        ["--games", "2"],
        ["--seed", "7"],
        ["--legal"],
        ["--agent", "random"],
        ["--agent", "heuristic"],
        ["--out", "out.jsonl"],
    ):
        words += extra if rng.random() < 0.3 else []
    return words + (["--agent", "policy.npz"] if rng.random() < 0.1 else [])


def a_replay(rng: random.Random) -> list[str]:
    """pod-envs replay."""
    return [
        "replay",
        rng.choice(["games.jsonl", "games.jsonl", "cut.jsonl", "empty", "-", "sub", "missing", "cards.json"]),
    ]


def another(rng: random.Random) -> list[str]:
    """A command that only has its arguments read, or that tells something."""
    games = rng.sample(sorted(GAMES), rng.randrange(3))
    return rng.choice(
        [
            ["list"],
            ["list", "--json"],
            ["check", *games],
            ["warmup", *games],
            ["bench", "pod_x", "--seconds", "1"],
            ["--help"],
            [],
        ]
    )


COMMANDS_MADE = [a_record, a_record, a_replay, another]


def harmless(words: list[str]) -> bool:
    """No long games, no files outside the folder, and nothing that a process cannot be given."""
    text = " ".join(words)
    if "record" in words and MOST_DIGITS.search(text):
        return False
    return not any("/" in word and not word.endswith("sub/out.jsonl") for word in words) and ".." not in text


# Runs ----------------------------------------------------------------------------------------------------------------


def ran(words: list[str]) -> Ran:
    """Run a command."""
    place, before = home(), given_files()
    for name, data in before.items():
        (place / name).write_bytes(data)
    out, err = io.TextIOWrapper(io.BytesIO(), encoding="utf-8"), io.StringIO()
    stdin = io.TextIOWrapper(io.BytesIO(before["games.jsonl"]))
    with contextlib.chdir(place), mock.patch.multiple(sys, stdin=stdin, stdout=out, stderr=err), stand_ins():
        try:
            code: Any = cli.main(words)
        except SystemExit as ended:
            code = ended.code
        out.flush()
    return Ran(code, out.buffer.getvalue(), err.getvalue(), dict(written(place)))


def written(place: Path) -> Iterator[tuple[str, bytes]]:
    """What is new or changed in the folder, which is cleared of it."""
    before = given_files()
    for path in sorted(place.rglob("*")):
        name = str(path.relative_to(place))
        if path.is_file() and before.get(name) != path.read_bytes():
            yield name, path.read_bytes()
            path.unlink()


def stand_ins() -> Any:
    """Commands that would take long only have their arguments read."""
    made = {name: entry if name in PLAY else (nothing, entry[1]) for name, entry in cli.COMMANDS.items()}
    return mock.patch.object(cli, "COMMANDS", made)


def nothing(arguments: Any) -> int:
    """Do nothing."""
    return 0


def check(words: list[str]) -> bool:
    """Refused with 2 and a sentence (1 by `replay`, told by line), or done, and what it has written is right."""
    done = ran(words)
    require("Traceback" not in done.err, "a traceback")
    if done.code == 2:
        require(
            done.out == b"" and not done.files, f"a refused command has written {done.out[:50]!r}, {sorted(done.files)}"
        )
        require(done.err.endswith("\n") and done.err.startswith("pod-envs"), f"no sentence: {done.err!r:.300}")
        return sentence(ValueError(done.err))
    if done.code == 1:
        require("replay" in words and "records hold" in done.out.decode(), "exit code 1 but for `replay`")
        return sentence(ValueError(done.err))
    require(done.code in (0, None), f"exit code {done.code}")
    require(done.err == "", f"a command that is done says {done.err!r:.300}")
    right(words, done)
    return True


def right(words: list[str], done: Ran) -> None:
    """What a command has written."""
    text = done.out.decode("utf-8")
    words = words[: words.index("--")] if "--" in words else words  # what follows is no option
    if "-h" in words or "--help" in words or "--version" in words:
        require("pod-envs" in text or "pod_envs" in text, "no help")
    elif words[0] == "list":
        require(
            all(name in text for name in GAMES) and ("--json" not in words or len(json.loads(text)) == len(GAMES)),
            "no list",
        )
    elif words[0] == "replay":
        require("records hold" in text, "no verdict")
        data = next((part for name, part in given_files().items() if name in words), given_files()["games.jsonl"])
        require(all(replay(line) for line in data.splitlines()), "a record that does not hold")
    elif words[0] == "record":
        lines = b"".join(done.files.values()) + done.out
        require(lines.endswith(b"\n") and len(done.files) <= 1, "no record")
        for line in lines.splitlines():
            require(dump(json.loads(line)).encode() == line and replay(line).ended is not None, "another record")
    else:
        require(not done.out and not done.files, "something is written")


COMMANDS = Kind("cli", "words of the command line", make, check)
