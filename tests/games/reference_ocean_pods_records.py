"""Ocean Pods reference twin, game records: checks and replays what others wrote, and writes random games."""

from __future__ import annotations

from tests.games.reference_ocean_pods import Game
from tests.games.reference_ocean_pods_variant import resolve
from tests.games.reference_records import RecordError, Records, random_event

__all__ = ["RecordError", "random_event", "random_record", "replay_record", "write_record"]

RECORDS = Records("ocean_pods", Game, resolve)
replay_record, random_record, write_record = RECORDS.replay, RECORDS.random, RECORDS.write
