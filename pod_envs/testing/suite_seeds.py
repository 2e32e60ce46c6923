"""Seeds: the same game everywhere, whatever else goes on."""

import json
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from itertools import pairwise
from typing import Any

from .hooks import shown
from .play import Tally, turns
from .report import NotApplicable, Place, cause
from .side_by_side import side_by_side
from .subject import Run, short

__all__ = ["interleaved", "processes", "seed", "threads"]

Trace = list[dict[str, str]]
APART = 'its function cannot be had in another process; give one that can be imported, or "package.module:function"'
HASH_SEEDS = ("1", "2")
LONGEST = 600  # seconds that a process may take
THREADS = 4
SWITCH = 1e-6  # seconds after which the interpreter goes on with another thread


def seed(run: Run) -> None:
    """Two environments, one seed, one game."""
    for number in run.seeds:
        side_by_side(run, run.env(), run.env(), number, "two environments reset with the same seed differ", look=shown)


def compare_traces(
    run: Run, one: Sequence[Trace], other: Sequence[Trace], seen: str, wanted: str, begin: int | None = None
) -> None:
    """The same games of the seeds from `begin` on, told twice."""
    start = run.subject.seed if begin is None else begin
    for number, (first, second) in enumerate(zip(one, other, strict=True), start):
        for step, (here, there) in enumerate(zip(first, second, strict=False)):
            run.tally.place = Place(number, step)
            parts = [part for part in dict.fromkeys([*here, *there]) if here.get(part) != there.get(part)]
            run.expect(not parts, f"{seen} in {', '.join(parts)}", wanted)
        run.expect(len(first) == len(second), f"{seen}: {len(first)} and {len(second)} steps", wanted)


# Processes


def processes(run: Run) -> None:
    """Two other processes, with other hash seeds, play the same games."""
    try:
        words = pickle.dumps((run.subject.env_fn, run.subject.seed, run.subject.games, run.subject.most))
    except Exception:
        raise NotApplicable(APART) from None
    with ExitStack() as stack:
        started = [stack.enter_context(running(words, number)) for number in HASH_SEEDS]
        told = [answer(process) for process in started]
    for result in told:
        if "unknown" in result:
            raise NotApplicable(f"{APART} ({result['unknown']} there)")
        if "error" in result:
            run.fault(f"another process: {result['error']}", "the same games as here")
    run.tally.games += run.subject.games
    run.tally.steps += sum(map(len, told[0]["traces"]))
    seen = f"processes with PYTHONHASHSEED {' and '.join(HASH_SEEDS)} differ"
    compare_traces(run, told[0]["traces"], told[1]["traces"], seen, "the same games in every process")


@contextmanager
def running(words: bytes, number: str) -> "Iterator[subprocess.Popen[bytes]]":
    """A process that plays the games, and is gone afterwards."""
    path = os.pathsep.join(entry or os.getcwd() for entry in sys.path)
    process = subprocess.Popen(
        [sys.executable, "-m", "pod_envs.testing.child"],
        env=os.environ | {"PYTHONHASHSEED": number, "PYTHONPATH": path},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin is not None
    with process:
        try:
            with suppress(BrokenPipeError):  # it has ended already, and its answer says why
                process.stdin.write(words)
                process.stdin.close()
            process.stdin = None
            yield process
        finally:
            process.kill()


def answer(process: "subprocess.Popen[bytes]") -> dict[str, Any]:
    """What the process found."""
    try:
        out, err = process.communicate(timeout=LONGEST)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return {"error": f"no answer within {LONGEST} seconds"}
    try:
        found: dict[str, Any] = json.loads(out)
        return found
    except ValueError:
        lines = err.decode(errors="replace").strip().splitlines()
        return {"error": lines[-1] if lines else f"exit code {process.returncode}"}


# Several at once


def interleaved(run: Run) -> None:
    """Two games in turns are those that each is alone."""
    numbers = [*run.seeds, run.seeds.stop]
    alone = [run.trace(run.env(), number) for number in numbers]
    for one, other in pairwise(numbers):
        mixed = in_turns(run, (one, other))
        pair = alone[one - numbers[0] : other - numbers[0] + 1]
        seen = "alone and in turns with another environment a game differs"
        compare_traces(run, pair, mixed, seen, "the same game", one)


def in_turns(run: Run, numbers: tuple[int, int]) -> list[Trace]:
    """Two games, one step each in turn."""
    envs = [run.env() for _ in numbers]
    games = [turns(env, number, run.subject.most, Tally()) for env, number in zip(envs, numbers, strict=True)]
    mixed: list[Trace] = [[], []]
    left = [0, 1]
    while left:
        for k in list(left):
            if next(games[k], None) is None:
                left.remove(k)
            mixed[k].append(short(envs[k]))
    return mixed


def threads(run: Run) -> None:
    """Games in threads are those that each is alone."""
    numbers = range(run.subject.seed, run.subject.seed + THREADS)
    alone = [run.trace(run.env(), number) for number in numbers]
    envs = [run.env() for _ in numbers]
    found: dict[int, Any] = {}
    ready = threading.Barrier(THREADS)

    def play(k: int) -> None:
        try:
            ready.wait()
            found[k] = Run(run.subject).trace(envs[k], numbers[k])
        except BaseException as error:  # SystemExit, too, which would end the thread in silence
            found[k] = error

    run_together([threading.Thread(target=play, args=(k,)) for k in range(THREADS)])
    for k in range(THREADS):
        if isinstance(found[k], BaseException):
            run.tally.place = Place(numbers[k], 0)
            run.fault(f"in a thread: {cause(found[k])}", "the same game as alone")
    together = [found[k] for k in range(THREADS)]
    compare_traces(run, alone, together, "alone and beside other threads a game differs", "the same game")


def run_together(players: Sequence[threading.Thread]) -> None:
    """Run threads that take turns as often as can be."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH)
    try:
        for player in players:
            player.start()
        for player in players:
            player.join()
    finally:
        sys.setswitchinterval(before)
