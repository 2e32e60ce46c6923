"""The public conformance suite, on every number of seats."""

from collections.abc import Callable
from functools import partial

import pytest
from liars_dice import liars_dice_v0

from pod_envs.testing import checks

ENVIRONMENTS = [partial(liars_dice_v0.env, num_players=seats) for seats in (2, 3)]


@pytest.mark.parametrize("check", [check for env in ENVIRONMENTS for check in checks(env)])
def test_conformance(check: Callable[[], None]) -> None:
    check()
