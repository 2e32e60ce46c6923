"""Draws inputs, hands them over and counts; each input is decided by the seed, its kind and its number alone."""

from __future__ import annotations

import signal
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from pprint import pformat
from random import Random
from types import FrameType
from typing import Any

from .kind import Fault
from .kinds import KINDS

__all__ = ["Found", "Tally", "Task", "input_of", "part", "run", "save"]

Task = tuple[str, int, int, int]  # kind, seed, first, count

STUCK = 60.0  # seconds of this process's CPU time after which an input counts as a hang, whatever it waits in


@dataclass
class Found:
    """An input that is at fault."""

    kind: str
    number: int
    where: str  # the last line of ours that ran, to tell faults apart
    said: str
    input: str


@dataclass
class Tally:
    """What was done with inputs of one kind."""

    kind: str
    accepted: int = 0
    refused: int = 0
    seconds: float = 0.0
    faults: list[Found] = field(default_factory=list)

    @property
    def inputs(self) -> int:
        """All of them."""
        return self.accepted + self.refused + len(self.faults)

    def add(self, other: Tally) -> None:
        """Count those of another tally, too."""
        self.accepted += other.accepted
        self.refused += other.refused
        self.seconds += other.seconds
        self.faults += other.faults


def input_of(kind: str, seed: int, number: int) -> Any:
    """One input."""
    return KINDS[kind].make(Random(f"{seed} {kind} {number}"))


def part(task: Task) -> Tally:
    """One part of the work; other processes find it here by its name."""
    return run(*task)


def run(kind: str, seed: int, first: int, count: int) -> Tally:
    """Inputs first .. first + count - 1 of a kind."""
    tally, began = Tally(kind), time.process_time()
    for number in range(first, first + count):
        given = input_of(kind, seed, number)
        try:
            with stuck():
                accepted = KINDS[kind].check(given)
        except Exception as error:
            tally.faults.append(Found(kind, number, place_of(error), told(error), shown(given)))
        else:
            tally.accepted += accepted
            tally.refused += not accepted
    tally.seconds = time.process_time() - began
    return tally


@contextmanager
def stuck() -> Iterator[None]:
    """Fault where the block takes much more CPU time than any input should; the clock on the wall does not count."""

    def hang(number: int, frame: FrameType | None) -> None:
        raise Fault(f"it takes more than {STUCK:g} seconds of CPU time")

    before = signal.signal(signal.SIGVTALRM, hang)
    signal.setitimer(signal.ITIMER_VIRTUAL, STUCK)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def told(error: BaseException) -> str:
    """An error in one line."""
    return f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"[:500]


def place_of(error: BaseException) -> str:
    """File and line of the innermost frame of the package, or of the check that failed."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "/pod_envs/" in frame.filename or "/training/" in frame.filename]
    frame = (ours or frames)[-1]
    name = "/".join(Path(frame.filename).parts[-2:])
    return f"{name}:{frame.lineno} in {frame.name}"


def shown(given: Any) -> str:
    """The input as a person can read it."""
    try:
        return pformat(given, width=118, sort_dicts=False)
    except (RecursionError, ValueError):
        return f"{type(given).__name__} that is nested too deeply, or holds too large an integer, to be written"


def save(fault: Found, seed: int, folder: Path) -> tuple[Path, str]:
    """The file that an input at fault is written to, and the command that repeats it."""
    command = f"python -m tests.fuzz --only {fault.kind} --seed {seed} --first {fault.number} --inputs 1"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{fault.kind}_{seed}_{fault.number}.txt"
    text = f"{fault.said}\nat {fault.where}\nrepeat: {command}\n\n{fault.input}\n"
    path.write_text(text, encoding="utf-8", errors="backslashreplace")
    return path, command
