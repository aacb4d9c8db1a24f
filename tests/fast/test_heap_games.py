"""Grundy values by every algorithm are the mex over the options."""

from __future__ import annotations

import numpy as np
import pytest

from fast import heap_games
from fast.errors import InputError
from fast.heap_games import grundy_values


@pytest.mark.parametrize("text", ["0.77", "0.45", "0.16", "0.127", "4!.0", "4.31"])
@pytest.mark.parametrize("mask", [0, 1, 2, 3, 5, 30])
@pytest.mark.parametrize("by_position", [0, 1])
def test_sparse_is_exact_whatever_the_mask(text, mask, by_position, monkeypatch):
    """A mask taken at random makes the search slow, never wrong."""

    def any_mask(done, splits):
        position = by_position if len(splits) == 1 else 0
        heaps = np.arange(len(done))
        parity = np.bitwise_count(done & mask) + position * (heaps + splits[0])
        return mask, position, heaps[(parity % 2 == 0) & (heaps > 0)].astype(np.int32)

    monkeypatch.setattr(heap_games, "_sparse_space", any_mask)
    assert np.array_equal(
        grundy_values(text, 900, algorithm="sparse"), grundy_values(text, 900, algorithm="plain")
    )


@pytest.mark.parametrize("text", ["0.45", "0.156", "0.165"])
def test_lost_rare_heaps_are_noticed(text, monkeypatch):
    """Control: without the rare heaps the sparse loop errs, and it shows."""
    choose = heap_games._sparse_space

    def forgetful(*known):
        choice = choose(*known)
        return choice and (choice[0], choice[1], choice[2][:1])

    monkeypatch.setattr(heap_games, "_sparse_space", forgetful)
    assert not np.array_equal(
        grundy_values(text, 3000, algorithm="sparse"), grundy_values(text, 3000, algorithm="plain")
    )


def test_large_values_of_0_16():
    # Gangolli and Plambeck 1989: period 149459 from heap 105351 on, largest value below 2 periods
    # 23, first at 229790 (T. Czajka's table).
    values = grundy_values("0.16", 300_000)
    assert values.max() == 23
    assert int(values.argmax()) == 229_790


def test_known_values_are_believed_and_not_computed_again():
    wrong = np.array([0, 5], np.int32)
    assert grundy_values("0.3", 4, known=wrong).tolist() == [0, 5, 0, 1, 0]


@pytest.mark.parametrize("size", [-1, 2.0, True, 10**9])
def test_a_wrong_size_is_refused(size):
    with pytest.raises(InputError, match="size="):
        grundy_values("0.77", size)


def test_rows_that_would_take_too_much_memory_are_refused(monkeypatch):
    monkeypatch.setattr(heap_games, "_MOST_ROW_BYTES", 100_000)
    with pytest.raises(InputError, match="rows would take more than"):
        grundy_values("0.8", 2000)
