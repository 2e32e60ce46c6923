"""Counter-based generator (Threefry-2x32, 20 rounds), one cell of four int64 a table.

A cell holds key 0, key 1, the count of 32-bit words drawn, and the second word of the block in use.  All words are
kept in int64 with masks, so that interpreted and compiled runs agree bit for bit.
Source of the cipher: Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3" (SC 2011).
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .checks import DIGITS, LONGEST, shown
from .errors import ConfigError
from .jit import helper, kernel

__all__ = [
    "STREAMS",
    "below",
    "block",
    "check_rng",
    "check_seed",
    "choose",
    "fresh_seed",
    "seed_cells",
    "table_cells",
    "uniform",
    "word",
]

STREAMS = 2  # a table's chance, and the agents that play at it
MASK = 0xFFFFFFFF
PARITY = 0x1BD11BDA
ROTATIONS = np.array([13, 15, 26, 6, 17, 29, 16, 24], np.int64)


@helper
def block(k0: int, k1: int, c0: int, c1: int) -> tuple[int, int]:
    """The two output words of key (k0, k1) at counter (c0, c1), all in 0..2^32-1."""
    k2 = PARITY ^ k0 ^ k1
    x0, x1 = (c0 + k0) & MASK, (c1 + k1) & MASK
    for group in range(5):
        for turn in range(4):
            bits = ROTATIONS[4 * (group & 1) + turn]
            x0 = (x0 + x1) & MASK
            x1 = (((x1 << bits) | (x1 >> (32 - bits))) & MASK) ^ x0
        k0, k1, k2 = k1, k2, k0  # the key schedule turns by one word
        x0, x1 = (x0 + k0) & MASK, (x1 + k1 + group + 1) & MASK
    return x0, x1


@helper
def word(cell: NDArray[np.int64]) -> int:
    """Next 32-bit word of the cell."""
    count = cell[2]
    cell[2] = count + 1
    if count & 1:
        return cell[3]  # type: ignore[no-any-return]
    first, second = block(cell[0], cell[1], (count >> 1) & MASK, count >> 33)
    cell[3] = second
    return first


@helper
def below(cell: NDArray[np.int64], bound: int) -> int:
    """Uniform integer in 0..bound-1 (1 <= bound <= 2^31), without bias (Lemire's multiply and reject)."""
    product = word(cell) * bound
    if (product & MASK) < bound:
        threshold = (MASK + 1 - bound) % bound
        while (product & MASK) < threshold:
            product = word(cell) * bound
    return product >> 32


@kernel
def choose(mask: NDArray[np.int8], cells: NDArray[np.int64], rows: NDArray[np.int64], out: NDArray[np.int64]) -> None:
    """Uniform legal action for each of `rows`: out[row] is drawn from mask[row] with cells[row]."""
    for row in rows:
        legal = 0
        for action in range(mask.shape[1]):
            if mask[row, action]:
                legal += 1
        left = below(cells[row], legal)
        for action in range(mask.shape[1]):
            if mask[row, action]:
                if left == 0:
                    out[row] = action
                    break
                left -= 1


@kernel
def uniform(cells: NDArray[np.int64], rows: NDArray[np.int64], out: NDArray[np.float64]) -> None:
    """out[k] in [0, 1) from the cell of rows[k], with 32 bits."""
    for k in range(rows.shape[0]):
        out[k] = word(cells[rows[k]]) / 4294967296.0


def seed_cells(seed: int, count: int) -> NDArray[np.int64]:
    """Fresh cells int64[STREAMS, count, 4]: those of table i come from seed + i alone."""
    return np.stack([table_cells(seed + i) for i in range(count)], axis=1)


def table_cells(seed: int) -> NDArray[np.int64]:
    """Fresh cells int64[STREAMS, 4] of one table."""
    cells = np.zeros((STREAMS, 4), np.int64)
    cells[:, :2] = np.random.SeedSequence(seed).generate_state(2 * STREAMS).reshape(STREAMS, 2)
    return cells


def check_seed(seed: Any) -> int:
    """`seed` as a Python int; ConfigError, a ValueError, unless it is a non-negative integer."""
    if isinstance(seed, bool | np.bool_) or not isinstance(seed, int | np.integer) or seed < 0:
        raise ConfigError(f"seed must be a non-negative integer, not {shown(seed)}; try seed=0")
    if seed >= LONGEST:
        raise ConfigError(f"seed must have at most {DIGITS} digits, not be {shown(int(seed))}; try seed=0")
    return int(seed)


def check_rng(rng: Any) -> np.random.Generator:
    """`rng`, or the generator of that seed, or a new one for None; ConfigError for anything else."""
    if isinstance(rng, np.random.Generator):
        return rng
    try:
        return np.random.default_rng(None if rng is None else check_seed(rng))
    except ConfigError:
        raise ConfigError(
            f"rng must be None, a non-negative integer or a numpy.random.Generator, not {shown(rng)}"
        ) from None


def fresh_seed() -> int:
    """A seed from the operating system's entropy."""
    return int(np.random.SeedSequence().generate_state(1, np.uint64)[0])
