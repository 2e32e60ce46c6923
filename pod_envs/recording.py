"""Play games and write their records; read records and verify them."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, BinaryIO

import numpy as np

from pod_envs.agents import Policy, ask, from_spec
from pod_envs.core.batch import Batch
from pod_envs.core.cell import SKIP
from pod_envs.core.errors import ConfigError, RecordError
from pod_envs.core.game import Game
from pod_envs.core.record import dump, record_of, replay
from pod_envs.core.table import Table

__all__ = ["faults", "lines_of", "play", "policies_of", "record_lines", "tables"]

CHUNK = 256  # games played at once
LONGEST = 2**26  # bytes of a line that can be a record


def policies_of(specs: Sequence[Any], game: Game, variant: Any) -> list[Policy]:
    """One policy a seat, from no spec (all random), one for all seats, or one for each; ConfigError otherwise."""
    n = variant.num_players
    if len(specs) not in (0, 1, n):
        raise ConfigError(f"name one agent for all seats or {n}, one for each seat, not {len(specs)}")
    chosen = [from_spec(spec, game, variant) for spec in specs or ["random"]]
    return chosen if len(chosen) == n else chosen * n


def play(batch: Batch, policies: Sequence[Policy]) -> None:
    """Play all games of the batch (auto_reset=False) to their ends; seat k is played by policies[k]."""
    actions = np.empty(batch.num_tables, np.int64)
    while (batch.seat >= 0).any():
        seat = batch.seat.copy()
        actions[:] = SKIP
        for k in np.unique(seat[seat >= 0]).tolist():
            ask(policies[k], batch, np.flatnonzero(seat == k), actions)
        batch.step_checked(actions)


def tables(game: Game, variant: Any, policies: Sequence[Policy], games: int, seed: int) -> Iterator[Table]:
    """The finished games of seeds seed .. seed + games - 1, in order."""
    for first in range(0, games, CHUNK):
        count = min(CHUNK, games - first)
        batch = Batch(game, variant, count, seed + first, auto_reset=False, keep_log=True)
        play(batch, policies)
        for i in range(count):
            table = batch.table(i)
            table.seed = seed + first + i
            yield table


def record_lines(
    game: Game, variant: Any, specs: Sequence[Any] = (), games: int = 1, seed: int = 0, legal: bool = False
) -> Iterator[bytes]:
    """The records of `tables` as lines of UTF-8; equal arguments give equal bytes.  Wrong `specs` raise at once."""
    policies = policies_of(specs, game, variant)
    return (dump(record_of(table, legal)).encode() + b"\n" for table in tables(game, variant, policies, games, seed))


def lines_of(file: BinaryIO) -> Iterator[bytes]:
    """The lines of a file; ConfigError for one without an end, as a device may have."""
    for number, line in enumerate(iter(lambda: file.readline(LONGEST), b""), 1):
        if len(line) == LONGEST and not line.endswith(b"\n"):
            raise ConfigError(f"line {number} is longer than {LONGEST // 2**20} MiB, so it is no record")
        yield line


def faults(lines: Iterable[bytes]) -> Iterator[str | None]:
    """For each line of records None, or its first fault as "event K: ..." or "header: ..."."""
    for line in lines:
        try:
            replay(line)
            yield None
        except RecordError as error:
            yield str(error)
