"""Games with the values of a game of a name: published equalities, and values that nearly agree."""

from __future__ import annotations

from dataclasses import replace

import pytest

from oracles.heaps import heap_game, heap_values, octal
from research.conjectures.prove import prove_rules
from research.proving.equal_values import NAMED, with_equal_game
from research.proving.periods import prove_heap_game
from research.resolving.loading import load_study


@pytest.mark.parametrize("name", ["Kayles", "Dawson's Kayles", "Dawson's chess", "Lasker's nim"])
def test_the_code_of_a_name_is_the_rules_of_that_game(name: str) -> None:
    rules = load_study(name.lower().replace("'", "").replace(" ", "-")).game
    assert heap_values(heap_game(f"code:{NAMED[name]}"), 90) == heap_values(rules, 90)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("octal:0.423", "A heap of n + 1 has the value of a heap of n in Dawson's Kayles (0.07)."),
        ("octal:4.63", "A heap of n + 1 has the value of a heap of n in Kayles (0.77)."),
        ("octal:0.771", "The values are those of Kayles (0.77)."),
        ("subtraction:1,2,3,5", "The values are those of Bachet's game (0.333)."),
        ("octal:0.15", ""),
    ],
)
def test_equalities_in_print_are_said(code: str, said: str) -> None:
    """Of OEIS A002186 and A002187; and 5 = 1 modulo 4. Guiles, 0.15, is as none of them."""
    statement = prove_rules(heap_game(code), code).statement
    assert statement.rpartition("nim sum of its heaps' values is 0.")[2].strip() == said


@pytest.mark.parametrize("heap", [1, 70, 71, 82])
def test_values_that_differ_at_one_heap_are_not_said_to_be_equal(heap: int) -> None:
    found = prove_heap_game(octal("0.771"), "a game")
    assert "Kayles" in with_equal_game(found).statement
    table = [value + (n == heap) for n, value in enumerate(found.proof.table)]
    other = replace(found, proof=replace(found.proof, table=tuple(table)))
    assert with_equal_game(other) == other
