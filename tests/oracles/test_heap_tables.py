"""A table of a code's heaps has the values that the rules define."""

from __future__ import annotations

from functools import reduce
from itertools import combinations_with_replacement
from operator import xor

import pytest

from oracles.heap_table import heap_table
from oracles.heaps import heap_game

# A code, its digits, and whether heaps must differ where none is taken.
CODES = [
    ("octal:4.07", [4, 0, 7], False),
    ("octal:0.000", [0], False),
    ("octal:0.101", [0, 1, 0, 1], False),
    ("hexadecimal:0.8f", [0, 8, 15], False),
    ("code:4!.3", [4, 3], True),
    ("subtraction:2,5", [0, 0, 3, 0, 0, 3], False),
]


def mexes(digits: list[int], differ: int, largest: int) -> list[int]:
    """The mex over all ways to leave heaps, read off the digits here."""
    values = [0]
    for n in range(1, largest + 1):
        options = set()
        for taken, digit in enumerate(digits):
            for number in range(4):
                left = n - taken
                if left < 0 or not digit >> number & 1:
                    continue
                for heaps in combinations_with_replacement(range(1, left + 1), number):
                    unequal = len(set(heaps)) == number
                    if sum(heaps) == left and (unequal or taken or not differ):
                        options.add(reduce(xor, (values[h] for h in heaps), 0))
        values.append(next(v for v in range(len(options) + 1) if v not in options))
    return values


@pytest.mark.parametrize(("code", "digits", "differ"), CODES)
def test_the_values_are_the_mexes_of_the_options(code, digits, differ):
    assert heap_table(heap_game(code), 26).tolist() == mexes(digits, differ, 26)


def test_a_repeated_tail_goes_on_for_ever():
    assert heap_table(heap_game("code:0.[3]"), 300).tolist() == list(range(301))  # nim


@pytest.mark.parametrize("code", ["code:0.g", "code:8!.3"])
def test_games_that_fit_no_table_have_none(code):
    assert heap_table(heap_game(code), 10) is None
    assert heap_table(heap_game("octal:0.77", misere=True), 10) is None
