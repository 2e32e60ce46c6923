"""Saved states: a game in progress as bytes, without its generators.

The bytes hold a header (format, game, version, variant, checksum), the event log, the game state and whatever the
caller keeps beside it.  Reading replays the log, so no bytes, however odd, bring a state that the rules cannot reach.
"""

import json
import zlib
from typing import Any

import numpy as np

from .checks import shown
from .errors import IllegalAction, StateError
from .record import same
from .table import Table, table_of_events
from .variant import strict_json

__all__ = ["from_bytes", "to_bytes"]

MAGIC = b"pod_envs.state 1\n"


def to_bytes(table: Table, beside: dict[str, Any] | None = None) -> bytes:
    """The game at `table` with the JSON-serialisable `beside`; StateError if that holds anything else."""
    table.check_log()
    count = int(table.store.cells["events"][0])
    header = header_of(table) | {"events": count, "beside": beside}
    try:
        body = json.dumps(header, separators=(",", ":")).encode() + b"\n"
    except (TypeError, ValueError, RecursionError) as error:
        raise StateError(
            f"what is kept beside the game cannot be saved, as it is not all JSON values: {error}"
        ) from None
    body += table.store.log[0, :count].astype("<i4").tobytes() + table.store.states.tobytes()
    return MAGIC + b"%08x\n" % zlib.crc32(body) + body


def header_of(table: Table) -> dict[str, Any]:
    """What must agree between the bytes and the table that reads them."""
    spec = table.game.spec
    return {"game": spec.name, "game_version": spec.version, "variant": table.variant.as_dict()}


def from_bytes(data: Any, like: Table) -> tuple[Table, dict[str, Any] | None]:
    """(table, beside) from bytes of the same game, version and variant as `like`; it gets copies of its generators.

    StateError says what differs; `like` is not changed.
    """
    if not isinstance(data, bytes | bytearray | memoryview):
        raise StateError(f"a saved state is bytes from get_state(), not {type(data).__name__}")
    data = bytes(data)
    header, body = split(data)
    for key, wanted in header_of(like).items():
        if not same(header.get(key), wanted):
            raise StateError(
                f"the saved state has {key} {shown(header.get(key), 400)}, this environment has {shown(wanted, 400)}"
            )
    table = replayed(header, body, like)
    if to_bytes(table, header.get("beside")) != data:
        raise StateError("the saved state is not written as get_state() writes it")
    table.store.gens[:] = like.store.gens
    table.store.cells["explicit"] = like.store.cells["explicit"]
    return table, header.get("beside")


def split(data: bytes) -> tuple[dict[str, Any], bytes]:
    """Header and the bytes behind it."""
    start = len(MAGIC) + 9
    if not data.startswith(MAGIC):
        raise StateError(f"these bytes are no saved state of this version (they begin with {data[:20]!r})")
    if data[len(MAGIC) : start] != b"%08x\n" % zlib.crc32(data[start:]):
        raise StateError("the saved state is cut short or was changed: its checksum differs")
    text, _, body = data[start:].partition(b"\n")
    try:
        header = strict_json(text.decode())
    except ValueError as error:
        raise StateError(f"the saved state's header is not readable: {error}") from None
    if not isinstance(header, dict) or type(header.get("events")) is not int:
        raise StateError("the saved state's header is incomplete")
    return header, body


def replayed(header: dict[str, Any], body: bytes, like: Table) -> Table:
    """The table on which the saved events have happened."""
    size = header["events"] * 8
    if size < 0 or len(body) != size + like.store.states.nbytes:
        raise StateError(f"the saved state's length does not fit: {len(body)} bytes behind the header")
    events = np.frombuffer(body[:size], "<i4").reshape(-1, 2)
    try:
        table = table_of_events(like.game, like.variant, [(who, what) for who, what in events.tolist()])
    except IllegalAction as error:
        raise StateError(f"the saved state's log cannot be played: {error}") from None
    if table.store.states.tobytes() != body[size:]:
        raise StateError("the saved state does not follow from its log")
    return table
