"""A table of a code's heaps has the values that the rules define."""

from __future__ import annotations

import pytest

from oracles.heap_table import heap_table
from oracles.heaps import heap_game, heap_values

CODES = [
    *("octal:4.07", "octal:0.000", "octal:0.101", "hexadecimal:0.8f", "code:4!.3"),
    "subtraction:2,5",
]


@pytest.mark.parametrize("code", CODES)
def test_the_values_are_those_by_definition(code):
    game = heap_game(code)
    assert heap_table(game, 26).tolist() == heap_values(game, 26)


def test_a_repeated_tail_goes_on_for_ever():
    assert heap_table(heap_game("code:0.[3]"), 300).tolist() == list(range(301))  # nim


@pytest.mark.parametrize("code", ["code:0.g", "code:8!.3"])
def test_games_that_fit_no_table_have_none(code):
    assert heap_table(heap_game(code), 10) is None
    assert heap_table(heap_game("octal:0.77", misere=True), 10) is None
