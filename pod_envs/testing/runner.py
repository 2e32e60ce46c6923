"""Run checks and report."""

import difflib
from collections.abc import Callable, Iterable
from typing import Any

from pod_envs.core.checks import check_count, is_whole
from pod_envs.core.checks import shown as written
from pod_envs.core.errors import ConfigError

from .catalogue import CHECKS, Check
from .quiet import quiet
from .report import FAILED, NOT_APPLICABLE, PASSED, CheckFailed, Fault, NotApplicable, Report, Result, cause, told
from .subject import Run, Subject, called, made_by

__all__ = ["BoundCheck", "check_env", "checks"]

KINDS = {"aec": "an AEC environment", "gymnasium": "an environment of Gymnasium"}


def result_of(subject: Subject, check: Check) -> Result:
    """The result of a check and of those that it needs, each found once."""
    if check.name not in subject.results:
        subject.results[check.name] = found(subject, check)
    return subject.results[check.name]


def found(subject: Subject, check: Check) -> Result:
    """Carry out a check, unless it cannot say anything."""

    def result(status: str, **more: Any) -> Result:
        return Result(check.name, check.meaning, status, **more)

    if check.kind != subject.kind:
        return result(NOT_APPLICABLE, reason=f"this is {KINDS[subject.kind]}")
    for name in check.needs:
        needed = result_of(subject, CHECKS[name])
        if needed.status == FAILED and name in subject.named:
            return result(NOT_APPLICABLE, reason=f"the check {name!r} fails")
        if needed.status == FAILED:  # which nobody would be told
            seen = f"the check {name!r} fails: {needed.seen}"
            return result(FAILED, seen=seen, wanted=needed.wanted, place=needed.place)
    run = Run(subject)
    try:
        with quiet():
            check.look(run)
    except NotApplicable as error:
        return result(NOT_APPLICABLE, reason=told(str(error)))
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # SystemExit and its like, too: whatever an environment brings
        return result(FAILED, looked=str(run.tally), **wrong(error, run))
    if not run.tally.looks:
        return result(NOT_APPLICABLE, reason=f"there was nothing to look at ({run.tally})")
    return result(PASSED, looked=str(run.tally))


def wrong(error: BaseException, run: Run) -> dict[str, Any]:
    """What a failed check says; an error of the environment is a fault of its own."""
    if isinstance(error, Fault):
        return {"seen": told(error.seen), "wanted": told(error.wanted), "place": error.place}
    return {"seen": told(run.tally.doing + cause(error)), "wanted": "no error", "place": run.tally.place}


def subject_of(
    env_fn: Callable[..., Any] | str, seed: int, games: int, max_steps: int, looks: int, named: Iterable[str]
) -> Subject:
    """The subject of a run; ConfigError for arguments that cannot be used."""
    if not is_whole(seed) or seed < 0:
        raise ConfigError(f"seed must be an integer >= 0, not {written(seed)}")
    games, most = check_count("games", games), check_count("max_steps", max_steps)
    return Subject(made_by(env_fn), int(seed), games, most, check_count("looks", looks), frozenset(named))


def listed(names: Any) -> list[str]:
    """Names of checks as a list; ConfigError for what holds none."""
    if isinstance(names, str) or not isinstance(names, Iterable):
        raise ConfigError(f"checks are named in a list, such as ['plays', 'leak'], not by {written(names)}")
    return list(names)


def chosen(only: Iterable[str] | None, skip: Iterable[str]) -> list[Check]:
    """The checks to run; ConfigError for a name that there is not."""
    wanted, left = (None if only is None else listed(only)), listed(skip)
    for name in [*(wanted or []), *left]:
        if not isinstance(name, str) or name not in CHECKS:
            near = difflib.get_close_matches(str(name), CHECKS, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(CHECKS)}"
            raise ConfigError(f"no check is named {written(name)}; {hint}")
    return [check for check in CHECKS.values() if (wanted is None or check.name in wanted) and check.name not in left]


def check_env(
    env_fn: Callable[..., Any] | str,
    *,
    seed: int = 0,
    games: int = 3,
    max_steps: int = 1000,
    looks: int = 40,
    only: Iterable[str] | None = None,
    skip: Iterable[str] = (),
    name: str | None = None,
    on_result: Callable[[Result], None] | None = None,
) -> Report:
    """Check an environment; what goes wrong in it is in the report and stops nothing.

    `env_fn(**options)` makes one: an AEC environment of PettingZoo (of any kind) or an environment of Gymnasium; it is
    given `render_mode` where pictures are looked at.  A text "package.module:function" names it.  Games are those of
    seeds `seed`, `seed + 1`, ... with random legal actions, cut after `max_steps` decisions (a step() that never
    returns is not stopped); what is slow is done at about `looks` positions of each.  Equal arguments give equal
    reports.  `only` and `skip` are names of `CHECKS`; a check fails, too, where one fails that it needs and that is in
    neither.  `on_result` is told each result.  ConfigError for arguments that cannot be used.
    """
    skip = listed(skip)
    wanted, results = chosen(only, skip), list[Result]()
    subject = subject_of(env_fn, seed, games, max_steps, looks, [*skip, *(check.name for check in wanted)])
    for check in wanted:
        results.append(result_of(subject, check))
        if on_result is not None:
            on_result(results[-1])
    stated = env_fn if isinstance(env_fn, str) else subject.known.get("name", called(subject.env_fn))
    return Report(stated if name is None else name, seed, games, tuple(results))


class BoundCheck:
    """One check of one environment, as a test calls it."""

    def __init__(self, subject: Subject, check: Check) -> None:
        self.subject, self.check = subject, check
        self.__name__ = check.name

    def __repr__(self) -> str:
        return f"<check {self.check.name}>"

    def __call__(self) -> Result:
        """The result where it passed; CheckFailed where not; where it is not applicable the test is skipped."""
        result = result_of(self.subject, self.check)
        if result.status == FAILED:
            raise CheckFailed(f"{result.name}: {result.meaning} {result}")
        if result.status == NOT_APPLICABLE:
            import unittest

            raise unittest.SkipTest(str(result))
        return result


def checks(
    env_fn: Callable[..., Any] | str,
    *,
    seed: int = 0,
    games: int = 3,
    max_steps: int = 1000,
    looks: int = 40,
    only: Iterable[str] | None = None,
    skip: Iterable[str] = (),
) -> list[BoundCheck]:
    """The checks as functions without arguments, for `pytest.mark.parametrize`; arguments as in `check_env`."""
    skip = listed(skip)
    wanted = chosen(only, skip)
    subject = subject_of(env_fn, seed, games, max_steps, looks, [*skip, *(check.name for check in wanted)])
    return [BoundCheck(subject, check) for check in wanted]
