"""Conformance: is an environment what it says it is?

    from pod_envs.testing import check_env
    print(check_env(make_env))

in a test:

    @pytest.mark.parametrize("check", checks(make_env))
    def test_conformance(check): check()

and from the command line `pod-envs check package.module:make_env`.  `CHECKS` lists what is checked, `HOOKS` what an
environment can offer so that more of it is.
"""

from .catalogue import CHECKS, Check, tables
from .hooks import HOOKS
from .play import position
from .report import FAILED, NOT_APPLICABLE, PASSED, CheckFailed, Place, Report, Result
from .runner import check_env, checks

__all__ = [
    "CHECKS",
    "FAILED",
    "HOOKS",
    "NOT_APPLICABLE",
    "PASSED",
    "Check",
    "CheckFailed",
    "Place",
    "Report",
    "Result",
    "check_env",
    "checks",
    "position",
    "tables",
]
