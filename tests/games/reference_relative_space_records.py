"""Relative Space reference twin, game records: checks and replays what others wrote, and writes random games."""

from __future__ import annotations

from tests.games.reference_records import RecordError, Records, random_event
from tests.games.reference_relative_space import Game
from tests.games.reference_relative_space_variant import resolve

__all__ = ["RecordError", "random_event", "random_record", "replay_record", "write_record"]

RECORDS = Records("relative_space", Game, resolve)
replay_record, random_record, write_record = RECORDS.replay, RECORDS.random, RECORDS.write
