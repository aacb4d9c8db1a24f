"""Grundy values by every algorithm are the mex over the options."""

from __future__ import annotations

import numpy as np
import pytest

from fast import heap_games
from fast.errors import InputError
from fast.heap_games import grundy_values

# First Grundy values as printed, heaps 0, 1, 2, ...: code, values, source.
PUBLISHED = {
    "0.77": (
        "0 1 2 3 1 4 3 2 1 4 2 6 4 1 2 7 1 4 3 2 1 4 6 7 4 1 2 8 5 4 7 2 1 8",
        "Kayles: OEIS A002186; Winning Ways, 2nd ed., vol. 1, p. 91",
    ),
    "0.137": (
        "0 1 1 2 0 3 1 1 0 3 3 2 2 4 0 5 2 2 3 3 0 1 1 3 0 2 1 1 0 4 5 2 7 4",
        "Dawson's Chess: OEIS A002187",
    ),
    "0.07": (
        "0 0 1 1 2 0 3 1 1 0 3 3 2 2 4 0 5 2 2 3 3 0 1 1 3 0 2 1 1 0 4 5 2 7 4",
        "Dawson's Kayles: OEIS A002187, a(n - 1)",
    ),
    "0.7777": (
        "0 1 2 3 4 5 6 7 3 2 8 9 7 6 5 4 3 2 8 9 4 5 12 13 9 8 2 3 4 5 15 14",
        "Double Kayles: OEIS A071074",
    ),
    "0.127": ("0 1 0 2 2 1 0 4 4 1 2 2 0 1 4 4 6 1 7 7 0 1 2 2 6", "OEIS A071464"),
    "0.117": ("0 1 1 1 0 2 2 1 3 4 0 1 1 1 3 2 2 2 3 4 0 1 5 4 3", "OEIS A071453"),
    "0.56": ("0 1 0 2 2 4 1 1 3 2 4 4 6 6 2 1 1 7 6 8 4 1 1 6 5 4", "OEIS A071436"),
    "4.[3]": (
        "0 1 2 4 3 5 6 8 7 9 10 12 11 13 14 16 15",
        "Lasker's nim: Winning Ways, 2nd ed., vol. 1, chapter 4",
    ),
    "4!.0": ("0 0 0 1 0 2 1 0 2 1 0 2 1 3 2 1 3 2 4 3 0", "Grundy's game: OEIS A002188"),
}

ALGORITHMS = ("auto", "plain", "sparse", "rows")


@pytest.mark.parametrize("text", PUBLISHED)
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_published_values(text, algorithm):
    expected = [int(value) for value in PUBLISHED[text][0].split()]
    try:
        values = grundy_values(text, len(expected) - 1, algorithm=algorithm)
    except InputError:
        assert algorithm == "rows"
        return
    assert values.tolist() == expected


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
