"""How far a run has come: a bar on a terminal, elsewhere a short line now and then."""

import sys
import time
from typing import Any

from tqdm import tqdm

from .console import complain, put, say

__all__ = ["Progress"]

PAUSE = 15.0  # seconds between two lines


class StandardError:
    """sys.stderr for a library: what cannot be written is lost."""

    def __getattr__(self, name: str) -> Any:
        return getattr(sys.stderr, name)

    def write(self, text: str) -> None:
        """Write at once."""
        put(sys.stderr, text)

    def flush(self) -> None:
        """Nothing waits."""


class Progress:
    """Counts steps from `steps` to `total`."""

    def __init__(self, total: int, steps: int) -> None:
        self.total, self.first, self.steps = total, steps, steps
        self.began = self.told = time.monotonic()
        self.bar = tqdm(
            total=total,
            initial=steps,
            unit="step",
            unit_scale=True,
            disable=not on_terminal(),
            file=StandardError(),
        )

    def update(self, steps: int) -> None:
        """So many are done."""
        self.bar.update(steps - self.steps)
        self.steps = steps
        if self.bar.disable and time.monotonic() - self.told >= PAUSE:
            complain(self.line())
            self.told = time.monotonic()

    def line(self) -> str:
        """Steps, speed and what is left, in words."""
        rate = (self.steps - self.first) / (time.monotonic() - self.began)
        left = tqdm.format_interval((self.total - self.steps) / rate)
        return f"{self.steps:,} of {self.total:,} steps, {rate:,.0f} steps/s, {left} left"

    def say(self, line: str) -> None:
        """A line for standard output, above the bar."""
        self.bar.clear()
        say(line)
        self.bar.refresh()

    def close(self) -> None:
        """Leave the bar as it is."""
        self.bar.close()


def on_terminal() -> bool:
    """Whether standard error is one."""
    try:
        return sys.stderr is not None and sys.stderr.isatty()
    except ValueError:  # closed
        return False
