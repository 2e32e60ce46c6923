"""Where the wall time goes: exclusive seconds by name."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

__all__ = ["Timers"]


class Timers:
    """At each moment exactly one name runs, so that the seconds add up to the time since the first `start`."""

    def __init__(self, name: str = "other") -> None:
        self.seconds: dict[str, float] = {}
        self.name = name
        self.since = time.perf_counter()

    def switch(self, name: str) -> None:
        """From now on `name` runs."""
        now = time.perf_counter()
        self.seconds[self.name] = self.seconds.get(self.name, 0.0) + now - self.since
        self.name, self.since = name, now

    @contextmanager
    def measure(self, name: str) -> Iterator[None]:
        """`name` runs within the block, and what ran before goes on after it."""
        before = self.name
        self.switch(name)
        try:
            yield
        finally:
            self.switch(before)

    def wrap(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, measured."""

        def measured(*args: Any, **kwargs: Any) -> Any:
            with self.measure(name):
                return function(*args, **kwargs)

        return measured

    def total(self) -> dict[str, float]:
        """Seconds by name up to now."""
        self.switch(self.name)
        return dict(self.seconds)
