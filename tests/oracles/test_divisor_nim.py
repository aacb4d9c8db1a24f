"""Divisor nim: its rules by hand, its graph in closed form, published counts."""

from collections import Counter
from math import comb, factorial

import pytest

from oracles.games.divisor_nim import DivisorNim, Heaps
from oracles.graph import build
from oracles.solve import solve


@pytest.mark.parametrize("heaps", [1, 2, 3])
def test_the_graph_holds_every_multiset_of_heaps(heaps):
    assert len(build(DivisorNim(heaps), 7)) == comb(7 + heaps - 1, heaps)


def test_arcs_of_one_heap_are_the_proper_divisors():
    # Sum over n <= 20 of d(n) - 1; the sum of d(n) for n <= 20 is 66 (OEIS A006218).
    assert build(DivisorNim(heaps=1), 20).number_of_edges() == 66 - 20


def orders(position: Heaps) -> int:
    number = factorial(len(position))
    for times in Counter(position).values():
        number //= factorial(times)
    return number


def winning_triples(game: DivisorNim, size: int) -> int:
    truth = solve(game, size)
    return sum(orders(p) for p in truth.positions if truth.outcome(p) == "N")


def test_the_published_count_of_winning_triples():
    # Project Euler 509, section 5: S(10) = 692.
    assert winning_triples(DivisorNim(heaps=3), 10) == 692


def test_grundy_values_of_one_heap_are_exponents_of_two():
    # Project Euler 509, section 1.
    truth = solve(DivisorNim(heaps=1), 64)
    for n in range(1, 65):
        value = truth.grundy((n,))
        assert n % 2**value == 0
        assert n % 2 ** (value + 1) != 0
