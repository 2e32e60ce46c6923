"""Gymnasium's own test."""

import gymnasium
from gymnasium.utils.env_checker import check_env

from .report import NotApplicable
from .subject import Run

__all__ = ["checker", "needs_asserts"]


def needs_asserts(library: str) -> None:
    """NotApplicable where asserts are left out: the test could not fail."""
    if not __debug__:
        raise NotApplicable(f"{library}'s test is made of asserts, which Python leaves out with -O")


def checker(run: Run) -> None:
    """Gymnasium's check_env, without its windows."""
    run.tally.noun = "calls"
    needs_asserts("Gymnasium")
    env: gymnasium.Env[object, object] = run.env().unwrapped
    try:
        check_env(env, skip_render_check=True)
    except AssertionError as error:
        run.fault(str(error), "what Gymnasium's check_env asserts")
    run.tally.looks += 1
