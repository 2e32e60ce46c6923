"""The generator: known answers of the cipher, no bias, and which table draws from what."""

from typing import Any

import numba
import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from pod_envs.core.rng import STREAMS, below, block, check_seed, choose, seed_cells, uniform

SURE = 1e-3  # a fixed seed passes or fails for ever; this is how unlikely a fair generator would have failed
ROW = np.zeros(1, np.int64)


def draw(cell: NDArray[np.int64], bound: int, out: NDArray[np.int64]) -> None:
    for k in range(out.shape[0]):
        out[k] = below(cell, bound)


draw_compiled: Any = numba.njit(draw)


def plain(function: Any) -> Any:
    """The Python function behind a compiled one."""
    return getattr(function, "py_func", function)


def drawn(seed: int, bound: int, count: int) -> NDArray[np.int64]:
    out = np.zeros(count, np.int64)
    draw_compiled(seed_cells(seed, 1)[0, 0], bound, out)
    return out


def words(cell: NDArray[np.int64], count: int) -> list[int]:
    """The next words of a cell, by the compiled code."""
    out = np.zeros(count, np.float64)
    uniform(cell.reshape(1, 4), np.zeros(count, np.int64), out)
    return [int(value * 2**32) for value in out]


@pytest.mark.parametrize(
    ("counter", "key", "answer"),
    [
        ((0, 0), (0, 0), (0x6B200159, 0x99BA4EFE)),
        ((0xFFFFFFFF, 0xFFFFFFFF), (0xFFFFFFFF, 0xFFFFFFFF), (0x1CB996FC, 0xBB002BE7)),
        ((0x243F6A88, 0x85A308D3), (0x13198A2E, 0x03707344), (0xC4923A9C, 0x483DF7A0)),
    ],
)
def test_block_gives_the_published_answers(
    counter: tuple[int, int], key: tuple[int, int], answer: tuple[int, int]
) -> None:
    assert tuple(map(int, plain(block)(*key, *counter))) == answer


def test_compiled_words_are_both_words_of_each_block_in_turn() -> None:
    rng = np.random.default_rng(5)
    for blocks in (0, 1, 2**31, 2**32 - 1, 2**32, 2**40 + 3):  # the counter's second word is in use from 2^32 on
        k0, k1 = rng.integers(0, 2**32, 2).tolist()
        cell = np.array([k0, k1, 2 * blocks, 0], np.int64)
        counters = [(at % 2**32, at // 2**32) for at in (blocks, blocks + 1)]
        wanted = [int(word) for counter in counters for word in plain(block)(k0, k1, *counter)]
        assert words(cell, 4) == wanted
        assert cell[2] == 2 * blocks + 4


@pytest.mark.parametrize("bound", [1, 2, 3, 7, 17, 100])
def test_below_is_uniform(bound: int) -> None:
    counts = np.bincount(drawn(11, bound, 20_000), minlength=bound)
    assert len(counts) == bound
    assert bound == 1 or stats.chisquare(counts).pvalue > SURE


def test_below_rejects_what_would_be_biased() -> None:
    # 2^32 = 8/3 * bound: without rejection the remainders mod 3 would come 3 : 3 : 2
    bound = 3 * 2**29
    values = drawn(12, bound, 20_000)
    assert values.min() >= 0
    assert values.max() < bound
    assert stats.chisquare(np.bincount(values % 3, minlength=3)).pvalue > SURE


def test_below_takes_the_largest_bound() -> None:
    values = drawn(13, 2**31, 2_000)
    assert values.min() >= 0
    assert values.max() < 2**31
    assert stats.kstest(values / 2**31, "uniform").pvalue > SURE


def test_consecutive_draws_do_not_depend_on_each_other() -> None:
    values = drawn(14, 6, 36_000)
    pairs = np.bincount(6 * values[:-1:2] + values[1::2], minlength=36)
    assert stats.chisquare(pairs).pvalue > SURE


def test_table_i_draws_from_seed_plus_i_alone() -> None:
    for seed in (0, 7, 2**32 - 1, 2**70):
        cells = seed_cells(seed, 4)
        assert cells.shape == (STREAMS, 4, 4)
        assert cells.dtype == np.int64
        for i in range(4):
            assert cells[:, i].tolist() == seed_cells(seed + i, 1)[:, 0].tolist()


def test_no_two_cells_share_a_key() -> None:
    keys = seed_cells(0, 500)[:, :, :2].reshape(-1, 2)
    assert len({tuple(key) for key in keys.tolist()}) == 500 * STREAMS
    assert keys.min() >= 0
    assert keys.max() < 2**32


def test_choose_takes_legal_actions_uniformly() -> None:
    mask = np.array([[0, 1, 0, 1, 1, 0, 1]], np.int8)
    cells, out, counts = seed_cells(3, 1)[0], np.zeros(1, np.int64), np.zeros(7, np.int64)
    for _ in range(8_000):
        choose(mask, cells, ROW, out)
        counts[out[0]] += 1
    assert counts[mask[0] == 0].sum() == 0
    assert stats.chisquare(counts[mask[0] == 1]).pvalue > SURE


def test_choose_touches_its_rows_only() -> None:
    rng = np.random.default_rng(1)
    mask = rng.integers(0, 2, (9, 5)).astype(np.int8)
    mask[:, 2] = 1
    cells, out = seed_cells(8, 9)[1], np.full(9, -7, np.int64)
    before = cells.copy()
    rows = np.array([1, 4, 8])
    choose(mask, cells, rows, out)
    others = np.setdiff1d(np.arange(9), rows)
    assert (out[others] == -7).all()
    assert (cells[others] == before[others]).all()
    assert (mask[rows, out[rows]] == 1).all()
    assert (cells[rows, 2] > before[rows, 2]).all()


def test_uniform_lies_in_the_half_open_unit_interval() -> None:
    out = np.zeros(5_000)
    uniform(seed_cells(2, 3)[1], np.arange(5_000) % 3, out)
    assert out.min() >= 0
    assert out.max() < 1
    assert stats.kstest(out, "uniform").pvalue > SURE


@pytest.mark.parametrize("seed", [-1, True, np.bool_(True), 1.0, "1", None, [1]])
def test_a_seed_must_be_a_non_negative_integer(seed: Any) -> None:
    with pytest.raises(ValueError, match="seed must be a non-negative integer"):
        check_seed(seed)


def test_a_seed_can_be_written_down() -> None:
    assert check_seed(10**1000 - 1) == 10**1000 - 1
    with pytest.raises(ValueError, match="seed must have at most 1000 digits, not be an integer of 3322 bits"):
        check_seed(10**1000)


def test_numpy_integers_are_seeds() -> None:
    assert type(check_seed(np.uint8(3))) is int
    assert check_seed(2**200) == 2**200
