"""Grundy values by every algorithm are the mex over the options."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fast import heap_games, heap_kernels
from fast.errors import InputError
from fast.heap_codes import parse_code
from fast.heap_games import grundy_values
from oracles.codes import TakeAndBreak
from oracles.heaps import HeapGame, heap_values

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


@st.composite
def codes(draw, digit, *, first=(0, 4, 8, 12), tails=True):
    head = draw(st.sampled_from(first))
    digits = draw(st.lists(digit, max_size=5))
    marks = [f"&{d};" for d in digits]
    if tails and draw(st.booleans()):
        marks.append("[" + "".join(f"&{d};" for d in draw(st.lists(digit, min_size=1))) + "]")
    return parse_code(f"heap:&{head};." + "".join(marks))


octal_codes = codes(st.integers(0, 7), first=(0, 4), tails=False)


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


@settings(deadline=None, max_examples=60)
@given(codes(st.integers(0, 15)) | codes(st.integers(0, 31), tails=False), st.integers(0, 18))
def test_every_algorithm_gives_the_mex_over_the_options(code, size):
    expected = heap_values(HeapGame(TakeAndBreak(code.text)), size)
    applied = 0
    for algorithm in ALGORITHMS:
        try:
            values = grundy_values(code, size, algorithm=algorithm)
        except InputError:
            continue
        applied += 1
        assert values.tolist() == expected, algorithm
    assert applied >= 2


@settings(deadline=None, max_examples=40)
@given(octal_codes, st.sampled_from(["", "!"]), st.sampled_from([8, 64, 256]))
def test_sparse_equals_plain(code, mark, first):
    if mark:
        code = parse_code(
            "".join(
                f"{d}{mark if d & 4 else ''}{'' if i else '.'}" for i, d in enumerate(code.digits)
            )
        )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(heap_games, "_SPARSE_FROM", first)  # so that the sparse loop starts early
        sparse = grundy_values(code, 1500, algorithm="sparse")
    assert np.array_equal(sparse, grundy_values(code, 1500, algorithm="plain"))


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


@pytest.mark.parametrize(
    ("text", "algorithm"),
    [("0.8", "plain"), ("0.8", "sparse"), ("4!.0", "rows"), ("0.7", "fast")],
)
def test_an_algorithm_that_does_not_apply_is_refused(text, algorithm):
    with pytest.raises(InputError, match=f"algorithm='{algorithm}'"):
        grundy_values(text, 10, algorithm=algorithm)


def test_rows_that_would_take_too_much_memory_are_refused(monkeypatch):
    monkeypatch.setattr(heap_games, "_MOST_ROW_BYTES", 100_000)
    with pytest.raises(InputError, match="rows would take more than"):
        grundy_values("0.8", 2000)


def test_translation_of_a_set_of_values():
    for shift in range(64):
        moved = heap_kernels.translated(np.uint64(0b1011), shift)
        assert int(moved) == sum(1 << (v ^ shift) for v in (0, 1, 3))
