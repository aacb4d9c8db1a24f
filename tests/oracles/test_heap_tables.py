"""A table of a code's heaps has the values that the rules define, and is held to them."""

from __future__ import annotations

from functools import reduce
from itertools import combinations_with_replacement
from operator import xor

import pytest

from oracles import heap_table as tables
from oracles.errors import OracleError, RulesError
from oracles.heap_table import has_heap_table, heap_table
from oracles.heaps import heap_game

# The digits of a code; at which numbers taken the heaps left must differ; the code.
CODES = [
    ("octal:0.77", [0, 7, 7], ""),
    ("octal:4.07", [4, 0, 7], ""),
    ("octal:0.16", [0, 1, 6], ""),
    ("octal:0.000", [0], ""),
    ("octal:0.101", [0, 1, 0, 1], ""),
    ("hexadecimal:0.8f", [0, 8, 15], ""),
    ("hexadecimal:8.2", [8, 2], ""),
    ("code:4!.0", [4], "!"),
    ("code:8!.3", [8, 3], "!"),
    ("code:c?.3", [12, 3], "?"),
    ("subtraction:2,5", [0, 0, 3, 0, 0, 3], ""),
]


def mexes(digits: list[int], mark: str, largest: int) -> list[int]:
    """The mex over all ways to leave heaps, read off the digits here; the mark is that of d_0."""
    values = [0]
    for n in range(1, largest + 1):
        options = set()
        for taken, digit in enumerate(digits):
            for number in range(4):
                left = n - taken
                if left < 0 or not digit >> number & 1:
                    continue
                for heaps in combinations_with_replacement(range(1, left + 1), number):
                    different = len(set(heaps))
                    if taken == 0 and mark == "!" and different < number:
                        continue
                    if taken == 0 and mark == "?" and different == 1:
                        continue
                    if sum(heaps) == left:
                        options.add(reduce(xor, (values[h] for h in heaps), 0))
        values.append(next(v for v in range(len(options) + 1) if v not in options))
    return values


@pytest.mark.parametrize(("code", "digits", "mark"), CODES)
def test_the_values_are_the_mexes_of_the_options(code, digits, mark):
    assert heap_table(heap_game(code), 26).tolist() == mexes(digits, mark, 26)


def test_a_repeated_tail_goes_on_for_ever():
    assert heap_table(heap_game("code:0.[3]"), 300).tolist() == list(range(301))  # nim


def test_games_without_a_table_are_refused():
    for game in (heap_game("code:0.g"), heap_game("octal:0.77", misere=True)):
        assert not has_heap_table(game)
        with pytest.raises(RulesError, match="no table of its heaps"):
            heap_table(game, 10)


def test_a_table_that_is_wrong_is_not_believed(monkeypatch):
    fill = tables._fill

    def one_wrong(values, start, stop, *rest):
        fill(values, start, stop, *rest)
        values[30] ^= 1

    monkeypatch.setattr(tables, "_fill", one_wrong)
    with pytest.raises(OracleError, match="for heap 30"):
        heap_table(heap_game("octal:0.77"), 100)
