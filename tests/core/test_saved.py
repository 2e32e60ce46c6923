"""Saved states: exact at every step; cut, flipped, foreign and forged bytes are refused and change nothing."""

import copy
import dataclasses
import json
import pickle
import zlib
from typing import Any

import numpy as np
import pytest

from pod_envs.core.batch import Batch
from pod_envs.core.errors import ConfigError, StateError
from pod_envs.core.game import Game
from pod_envs.core.record import record_of, replay
from pod_envs.core.saved import MAGIC, from_bytes, to_bytes
from pod_envs.core.table import Table

from .common import advance, finish, snapshot, trail, variants_of

HEAD = len(MAGIC) + 9  # the checksum's line ends here


def opened(data: bytes) -> tuple[dict[str, Any], bytes]:
    """Header and body."""
    text, _, body = data[HEAD:].partition(b"\n")
    return json.loads(text), body


def sealed(rest: bytes) -> bytes:
    """Bytes with the checksum that fits them."""
    return MAGIC + b"%08x\n" % zlib.crc32(rest) + rest


def forged(data: bytes, body: bytes | None = None, **header: Any) -> bytes:
    """Saved bytes with another header or body, and a checksum that fits."""
    old, kept = opened(data)
    return sealed(json.dumps(old | header).encode() + b"\n" + (kept if body is None else body))


def refused(data: Any, like: Table) -> str:
    """The sentence of the refusal, which leaves `like` alone."""
    before = snapshot(like)
    with pytest.raises(StateError) as caught:
        from_bytes(data, like)
    assert snapshot(like) == before
    return str(caught.value)


def some_way(game: Game, steps: int = 12, **options: Any) -> Table:
    """A game in progress."""
    table = Table(game, options, seed=3)
    for step in range(steps):
        if table.ended is None:
            advance(table, step)
    return table


@pytest.mark.parametrize("explicit", [False, True])
def test_a_saved_state_is_exact_at_every_step(game: Game, explicit: bool) -> None:
    for variant in variants_of(game)[::2]:
        table = Table(game, variant, seed=3, explicit_chance=explicit)
        like = Table(game, variant, seed=8, explicit_chance=explicit)
        before = snapshot(like)
        for step in range(150):
            beside = {"step": step, "what": ["ü", None, 1.5]}
            data = to_bytes(table, beside)
            again, told = from_bytes(data, like)
            assert told == beside
            assert to_bytes(again, told) == data
            assert again.store.gens.tobytes() == like.store.gens.tobytes()
            again.store.gens[:], again.seed = table.store.gens, table.seed
            assert snapshot(again) == snapshot(table)
            if table.ended:
                break
            advance(table, step)
        assert snapshot(like) == before


def test_a_restored_game_goes_on_like_its_original(game: Game) -> None:
    table = some_way(game)
    again, _ = from_bytes(to_bytes(table), table)
    again.seed = table.seed
    assert trail(again, 12) == trail(table, 12)


def test_a_restored_game_does_not_touch_its_original(game: Game) -> None:
    table = some_way(game)
    data, before = to_bytes(table), snapshot(table)
    finish(from_bytes(data, table)[0])
    assert snapshot(table) == before
    assert to_bytes(table) == data


def test_a_long_game_a_clone_and_a_resampled_world_can_be_saved(game: Game) -> None:
    table = some_way(game, 100)
    for one in (table, table.clone(), table.clone().clone(), table.resample(0, 1), table.resample(1, 2)):
        again, _ = from_bytes(to_bytes(one), table)
        assert again.store.states.tobytes() == one.store.states.tobytes()
        assert again.events == one.events
    finish(table)
    assert from_bytes(to_bytes(table), table)[0].details() == table.details()


def test_equal_positions_have_equal_bytes(game: Game) -> None:
    table, twin = some_way(game), some_way(game)
    assert to_bytes(table) == to_bytes(twin) == to_bytes(table.clone())
    for kind in (bytes, bytearray, memoryview):
        assert to_bytes(from_bytes(kind(to_bytes(table)), twin)[0]) == to_bytes(table)


def test_no_copy_leaves_bytes_between_the_fields_behind(game: Game) -> None:
    table = some_way(game)
    bytes_of = table.store.states.view(np.uint8)
    np.subtract(255, bytes_of, out=bytes_of)  # whatever lies between the fields, a copy has it too
    wanted = bytes_of.tobytes()
    used = [np.full(len(wanted), 85, np.uint8) for _ in range(50)]
    del used  # the memory that copies are made in is not clean
    for made in (table.clone, table.clone, lambda: copy.deepcopy(table), lambda: pickle.loads(pickle.dumps(table))):
        assert made().store.states.tobytes() == wanted
    assert table.state.tobytes() == wanted


def test_a_table_without_a_log_cannot_be_saved(game: Game) -> None:
    with pytest.raises(ConfigError, match="keep_log=True"):
        to_bytes(Batch(game, None, 1, seed=3).table(0))


# Bytes that are none


@pytest.mark.parametrize("data", [None, 3, "text", [], {}, np.zeros(3)], ids=repr)
def test_only_bytes_are_read(game: Game, data: Any) -> None:
    assert "a saved state is bytes from get_state(), not " in refused(data, some_way(game))


def test_bytes_cut_anywhere_are_refused(game: Game) -> None:
    table = some_way(game)
    data = to_bytes(table, {"a": 1})
    for end in range(len(data)):
        refused(data[:end], table)
    refused(data + b"\0", table)
    refused(data[1:], table)


def test_a_flipped_bit_anywhere_is_refused(game: Game) -> None:
    table = some_way(game)
    data = to_bytes(table)
    for place in range(len(data)):
        for bit in (1, 0x20, 0x80):
            changed = bytearray(data)
            changed[place] ^= bit
            refused(bytes(changed), table)


def test_changed_bytes_with_a_fitting_checksum_are_refused_or_tell_a_game_that_can_be(game: Game) -> None:
    table = some_way(game)
    data, before = to_bytes(table), snapshot(table)
    for place in range(HEAD, len(data)):
        for new in {0, 1, data[place] ^ 1, data[place] ^ 0x80, 255} - {data[place]}:
            changed = sealed(data[HEAD:place] + bytes([new]) + data[place + 1 :])
            try:
                again, _ = from_bytes(changed, table)
            except StateError:
                continue
            assert opened(to_bytes(again))[1] == opened(changed)[1]
            assert replay(record_of(again)).store.states.tobytes() == again.store.states.tobytes()
    assert snapshot(table) == before


def test_lengths_that_do_not_fit_are_refused(game: Game) -> None:
    table = some_way(game)
    data = to_bytes(table)
    header, body = opened(data)
    count = header["events"]
    for events in (0, count - 1, count + 1, -1, -count, 2**31, 2**62, 10**30):
        assert "length does not fit" in refused(forged(data, events=events), table)
    for wrong in (True, None, 1.0, str(count), [count]):
        assert "header is incomplete" in refused(forged(data, events=wrong), table)
    for other in (b"", body[:-1], body + b"\0", body[8:], body * 2):
        assert "length does not fit" in refused(forged(data, other), table)


def test_logs_and_positions_that_do_not_fit_are_refused(game: Game) -> None:
    table = some_way(game)
    data = to_bytes(table)
    size = 8 * len(table.events)
    log, state = opened(data)[1][:size], opened(data)[1][size:]
    further = some_way(game, 13)
    assert "does not follow from its log" in refused(forged(data, log + further.store.states.tobytes()), table)
    assert "does not follow from its log" in refused(forged(data, log + bytes(len(state))), table)
    shorter = forged(data, log[:-8] + state, events=len(table.events) - 1)
    assert "does not follow from its log" in refused(shorter, table)
    for word in (b"\xff\xff\xff\x7f", b"\x00\x00\x00\x80", b"\xff\xff\xff\xff"):
        for place in range(0, size, 4):
            if log[place : place + 4] != word:
                refused(forged(data, log[:place] + word + log[place + 4 :] + state), table)


@pytest.mark.parametrize("text", [b"", b"[]", b"3", b"{", b"\xff", b'{"game": 1, "game": 1}', b"NaN", b"[" * 10**5])
def test_a_header_that_is_none_is_refused(game: Game, text: bytes) -> None:
    table = some_way(game)
    assert "header" in refused(sealed(text + b"\n" + opened(to_bytes(table))[1]), table)


def test_a_header_written_otherwise_is_refused(game: Game) -> None:
    """Equal positions have equal bytes, so there is one way to write a state."""
    table = some_way(game)
    data = to_bytes(table, {"a": [1.0], "b": None})
    header, body = opened(data)
    variant = dict(reversed(header["variant"].items()))
    others = [header | {"more": 1}, dict(reversed(header.items())), header | {"variant": variant}]
    texts = [json.dumps(header), *(json.dumps(other, separators=(",", ":")) for other in others)]
    texts.append(json.dumps(header, separators=(",", ":")).replace("1.0", "1.00"))
    for text in texts:
        assert "not written as get_state() writes it" in refused(sealed(text.encode() + b"\n" + body), table)
    assert from_bytes(sealed(data[HEAD:]), table)[1] == header["beside"]


def test_another_variant_game_or_version_is_refused(game: Game) -> None:
    table = some_way(game)
    data = to_bytes(table)
    for variant in variants_of(game):
        if variant != table.variant:
            assert "the saved state has variant" in refused(data, Table(game, variant, seed=1))
    renamed = dataclasses.replace(game.spec, name="another")
    for spec in (renamed, dataclasses.replace(game.spec, version=game.spec.version + 1)):
        other = object.__new__(type(game))
        other.spec = spec
        assert "the saved state has game" in refused(data, Table(other, seed=1))
    for key in ("game", "game_version", "variant"):
        assert f"the saved state has {key}" in refused(forged(data, **{key: None}), table)
    older = data.replace(b"state 1", b"state 0")
    assert "no saved state of this version" in refused(older, table)
