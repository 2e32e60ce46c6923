"""What an environment prints, logs and warns of is kept out of the report."""

import contextlib
import logging
import os
import random
import warnings
from collections.abc import Iterator

import numpy as np

__all__ = ["quiet"]


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Nothing is printed, logged or warned of inside; warnings are no errors there either.

    Afterwards the global generators are as they were, whatever an environment has done with them.
    """
    before, python, numpy = logging.root.manager.disable, random.getstate(), np.random.get_state()
    logging.disable(logging.CRITICAL)
    try:
        with contextlib.ExitStack() as stack:
            nowhere = stack.enter_context(open(os.devnull, "w", encoding="utf-8", errors="backslashreplace"))
            stack.enter_context(contextlib.redirect_stdout(nowhere))
            stack.enter_context(contextlib.redirect_stderr(nowhere))
            stack.enter_context(warnings.catch_warnings())
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(before)
        random.setstate(python)
        np.random.set_state(numpy)
