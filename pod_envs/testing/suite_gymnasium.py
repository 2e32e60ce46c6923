"""Gymnasium's own test."""

import gymnasium
from gymnasium.utils.env_checker import check_env

from .subject import Run

__all__ = ["checker"]


def checker(run: Run) -> None:
    """Gymnasium's check_env, without its windows."""
    run.tally.noun = "calls"
    env: gymnasium.Env[object, object] = run.env().unwrapped
    try:
        check_env(env, skip_render_check=True)
    except AssertionError as error:
        run.fault(str(error), "what Gymnasium's check_env asserts")
    run.tally.looks += 1
