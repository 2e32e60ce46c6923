"""What a check found: passed, failed with what was seen and what is wanted, or not applicable and why."""

import contextlib
import dataclasses
import traceback
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pod_envs.core.checks import printable, shown

__all__ = [
    "FAILED",
    "NOT_APPLICABLE",
    "PASSED",
    "CheckFailed",
    "Fault",
    "NotApplicable",
    "Place",
    "Report",
    "Result",
    "cause",
    "told",
]

PASSED, FAILED, NOT_APPLICABLE = "passed", "failed", "not applicable"
LONGEST = 400  # letters of what was seen
WIDTH = 24  # of a check's name in the report
MANY = 12  # names in a line


@dataclass(frozen=True)
class Place:
    """Where in a game: `pod_envs.testing.position(env, seed, step, dice)` goes there."""

    seed: int
    step: int
    agent: Any = None
    dice: tuple[int, ...] | None = None  # seeds of the actions, where these are not those of `seed`

    def __str__(self) -> str:
        parts = [f"seed {self.seed}, step {self.step}"]
        parts += [] if self.dice is None else [f"dice {self.dice}"]
        return ", ".join([*parts, *([] if self.agent is None else [told(str(self.agent))])])


class Fault(Exception):
    """Something that a check found wrong: what was seen, and what is wanted."""

    def __init__(self, seen: str, wanted: str, place: Place | None = None) -> None:
        super().__init__(seen)
        self.seen, self.wanted, self.place = seen, wanted, place


class NotApplicable(Exception):
    """A check that says nothing about this environment, and why."""


class CheckFailed(AssertionError):
    """A failed check, as a test raises it."""


@dataclass(frozen=True)
class Result:
    """One check of one environment."""

    name: str
    meaning: str
    status: str  # PASSED, FAILED or NOT_APPLICABLE
    looked: str = ""  # at what: games, steps, comparisons
    seen: str = ""  # of a failed check, as are the next two
    wanted: str = ""
    place: Place | None = None
    reason: str = ""  # of a check that is not applicable

    def __str__(self) -> str:
        if self.status == PASSED:
            return f"{self.looked}"
        if self.status == NOT_APPLICABLE:
            return self.reason
        found = [self.seen, f"wanted: {self.wanted}"]
        if self.place is not None:
            found.append(f"reproduce: {self.place}")
        return "; ".join(found)


@dataclass(frozen=True)
class Report:
    """All checks of one environment.  `str(report)` is for people, `as_dict()` for programs."""

    environment: str
    seed: int
    games: int
    results: tuple[Result, ...]

    @property
    def ok(self) -> bool:
        """Whether no check failed."""
        return not self.failed

    @property
    def failed(self) -> list[str]:
        """Names of the checks that failed."""
        return self.named(FAILED)

    def named(self, status: str) -> list[str]:
        """Names of the checks that ended so."""
        return [result.name for result in self.results if result.status == status]

    def as_dict(self) -> dict[str, Any]:
        """JSON values."""
        found = dataclasses.asdict(self)
        for result in found["results"]:
            if result["place"]:
                result["place"]["agent"] = None if result["place"]["agent"] is None else str(result["place"]["agent"])
        return found | {"ok": self.ok}

    def __str__(self) -> str:
        lines = [line(result) for result in self.results if result.status != NOT_APPLICABLE]
        return "\n".join([*lines, *left_out(self.results), f"{self.environment}: {self.summary()}"])

    def summary(self) -> str:
        """How many checks ended how."""
        counts = ", ".join(f"{len(self.named(status))} {status}" for status in (PASSED, FAILED, NOT_APPLICABLE))
        return f"{counts} (games {self.games}, seed {self.seed})"


def line(result: Result) -> str:
    """A check that passed or failed."""
    word = "passed" if result.status == PASSED else "FAILED"
    return f"{word}  {result.name:{WIDTH}} {result}".rstrip()


def left_out(results: Sequence[Result]) -> list[str]:
    """The checks that are not applicable, those of one reason in one line."""
    reasons: dict[str, list[str]] = {}
    for result in results:
        if result.status == NOT_APPLICABLE:
            reasons.setdefault(result.reason, []).append(result.name)
    return [f"n/a     {several(names)}: {reason}" for reason, names in reasons.items()]


def several(names: Sequence[str]) -> str:
    """Names, or how many there are."""
    return ", ".join(names) if len(names) <= MANY else f"{len(names)} checks"


def cause(error: BaseException) -> str:
    """An error in words: its kind, and what it says or else where it arose."""
    text = ""
    with contextlib.suppress(Exception):  # its own __str__ may fail
        text = str(error)
    if text:
        return f"{type(error).__name__}: {text}"
    frames = traceback.extract_tb(error.__traceback__)
    where = f" in {frames[-1].name} ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}{where}"


def told(value: Any) -> str:
    """A sentence in one line, cut to what fits in a report; what cannot be printed is escaped."""
    text = " ".join(value.split()) if isinstance(value, str) else shown(value, LONGEST)
    return printable(text[:LONGEST])
