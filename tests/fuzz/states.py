"""Saved states: the bytes of `get_state`, broken plainly, or so that their checksum holds."""

from __future__ import annotations

import json
import logging
import random
import zlib
from functools import lru_cache
from typing import Any

from pod_envs.api.aec import TurnEnv
from pod_envs.core.errors import StateError
from pod_envs.core.saved import MAGIC

from . import mutate
from .games import MOST_STEPS, QUICK, carried_on, quick
from .kind import Kind, require, sentence

__all__ = ["STATES"]

Input = tuple[str, int, Any]  # the game and the place of the variant that read it, and what they read


@lru_cache(maxsize=16)
def reader(name: str, place: int) -> TurnEnv:
    """The environment that reads."""
    game, variant = quick(name, place)
    env = TurnEnv(game, on_illegal="raise", **variant.as_dict())
    env.reset(seed=9)
    return env


@lru_cache(maxsize=256)
def state(name: str, place: int, seed: int, steps: int, wrong: bool) -> bytes:
    """The bytes of a game after so many decisions and dead steps, ended by a masked action if `wrong`."""
    game, variant = quick(name, place)
    env, rng = TurnEnv(game, **variant.as_dict()), random.Random(seed)
    env.reset(seed=seed)
    logging.getLogger("pod_envs").addFilter(unsaid)
    for step in range(steps):
        if env.agents:
            env.step(choice(env, rng, wrong and step == steps - 1))
    logging.getLogger("pod_envs").removeFilter(unsaid)
    return env.get_state()


def unsaid(record: logging.LogRecord) -> bool:
    """A filter through which no warning goes: masked actions are meant here."""
    return False


def choice(env: TurnEnv, rng: random.Random, wrong: bool) -> int | None:
    """A random action that the mask allows, or if `wrong` one that it does not, where there is any."""
    agent = env.agent_selection
    if env.terminations[agent] or env.truncations[agent]:
        return None
    mask = env.observe(agent)["action_mask"].tolist()
    wanted = [action for action, allowed in enumerate(mask) if bool(allowed) is not wrong]
    return rng.choice(wanted or list(range(len(mask))))


def make(rng: random.Random) -> Input:
    """Bytes for one of the readers, mostly of its own game and variant."""
    name = rng.choice(sorted(QUICK))
    place = rng.randrange(len(QUICK[name]))
    data = drawn(rng, name, place)
    if rng.random() < 0.05:
        other = rng.choice(sorted(QUICK))
        return name, place, drawn(rng, other, rng.randrange(len(QUICK[other])))
    return name, place, WAYS[rng.randrange(len(WAYS))](rng, data, drawn(rng, name, place))


def drawn(rng: random.Random, name: str, place: int) -> bytes:
    """A valid state of a variant."""
    return state(name, place, rng.randrange(3), rng.choice([0, 1, 2, 3, 5, 8, 1000]), rng.random() < 0.2)


# Ways to break -------------------------------------------------------------------------------------------------------


def split(data: bytes) -> tuple[dict[str, Any], bytes]:
    """Header and body of a valid state."""
    text, _, body = data[len(MAGIC) + 9 :].partition(b"\n")
    return json.loads(text), body


def joined(header: Any, body: bytes, text: str | None = None) -> bytes:
    """Bytes whose checksum holds."""
    written = json.dumps(header, separators=(",", ":"), default=repr) if text is None else text
    rest = written.encode("utf-8", "surrogatepass") + b"\n" + body
    return MAGIC + b"%08x\n" % zlib.crc32(rest) + rest


def header_edited(rng: random.Random, data: bytes, other: bytes) -> bytes:
    """Another header."""
    header, body = split(data)
    return joined(mutate.structure(rng, header), body)


def header_text(rng: random.Random, data: bytes, other: bytes) -> bytes:
    """A header with other letters, or with the same meaning in other letters."""
    header, body = split(data)
    text = json.dumps(header, indent=rng.choice([None, 1]), sort_keys=rng.random() < 0.5)
    return joined(None, body, text if rng.random() < 0.3 else mutate.text(rng, text))


def beside_edited(rng: random.Random, data: bytes, other: bytes) -> bytes:
    """Other bookkeeping beside the same game."""
    header, body = split(data)
    kept = header["beside"]
    name = rng.choice(sorted(kept))
    header["beside"] = (
        mutate.structure(rng, kept, 1) if rng.random() < 0.5 else kept | {name: split(other)[0]["beside"][name]}
    )
    return joined(header, body)


def body_edited(rng: random.Random, data: bytes, other: bytes) -> bytes:
    """Another log, or another position behind it."""
    header, body = split(data)
    at = 8 * header["events"]
    log, position = body[:at], body[at:]
    if rng.random() < 0.5:
        log = mutate.blob(rng, log, split(other)[1])
        if rng.random() < 0.7:
            log = log[: len(log) - len(log) % 8]
            header["events"] = len(log) // 8
    else:
        position = mutate.blob(rng, position, split(other)[1][-len(position) :])
    return joined(header, log + position)


def mixed(rng: random.Random, data: bytes, other: bytes) -> bytes:
    """The header of one game and the body of another."""
    return joined(split(data)[0], split(other)[1])


def another_type(rng: random.Random, data: bytes, other: bytes) -> Any:
    """No bytes, or another kind of them."""
    return rng.choice(
        [bytearray(data), memoryview(data), data.decode("latin-1"), list(data[:20]), None, 7, data + data]
    )


WAYS = [
    lambda rng, data, other: data,
    lambda rng, data, other: mutate.blob(rng, data, other),
    lambda rng, data, other: data[: rng.randrange(len(data) + 1)],
    header_edited,
    header_text,
    beside_edited,
    beside_edited,
    body_edited,
    body_edited,
    mixed,
    another_type,
]


def check(given: Input) -> bool:
    """Refused with StateError and nothing changed, or written again as the same bytes, and played on to the end."""
    name, place, data = given
    env = reader(name, place)
    before = env.get_state()
    try:
        env.set_state(data)
    except StateError as error:
        require(env.get_state() == before, "a refused state has changed the environment")
        return sentence(error)
    try:
        accepted(env, bytes(data))
    finally:
        env.set_state(before)
    return True


def accepted(env: TurnEnv, data: bytes) -> None:
    """The same bytes again, and a game that goes on."""
    again = bytes(env.get_state())  # nothing that says it is equal
    if again != data:
        (old, body), (new, other) = split(data), split(again)
        parts = [key for key in {**old, **new} if old.get(key) != new.get(key)]
        require(False, f"accepted bytes are written otherwise: {parts or 'the same header'}, body {body == other}")
    assert env.table is not None
    carried_on(env.table)
    ends(env)


def ends(env: TurnEnv) -> None:
    """The environment goes on until no agent is left."""
    rng = random.Random(3)
    limit = min(env.game.max_decisions(env.variant), MOST_STEPS) + len(env.agents) + 1
    for _ in range(limit):
        if not env.agents:
            return
        env.last()
        env.step(choice(env, rng, wrong=False))
    require(limit > MOST_STEPS, f"agents are left after {limit} steps")


STATES = Kind("states", "bytes of get_state()", make, check)
