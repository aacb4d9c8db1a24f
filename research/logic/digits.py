"""Automata of relations on digits that the criteria of known games use, by the names of tracks."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from research.logic.automaton import Automaton
from research.logic.numeration import system


def least_part_in_zeckendorf(number: str, part: str) -> Automaton:
    """Return the automaton of (h, p): p is the least part of h in Zeckendorf's numeration.

    Examples
    --------
    >>> least = least_part_in_zeckendorf("h", "p")
    >>> [p for p in range(9) if system("lsd_fib").accepts(least, {"h": 11, "p": p})]  # 8 + 3
    [3]
    """
    before, after, sink = 0, 1, 2
    table = [
        [before, sink, sink, after],  # the letters are (h, p) = 00, 10, 01, 11
        [after, after, sink, sink],
        [sink] * 4,
    ]
    automaton = Automaton.build(2, "lsd", [number, part], table, [False, True, False])
    return automaton & system("lsd_fib").valid((number, part))


def one_more_zero(smaller: str, larger: str) -> Automaton:
    """Return the automaton of (a, b): a ends in evenly many zeros, and b is a with one more.

    In Zeckendorf's numeration; these are the P-positions of Wythoff's game (Fraenkel 1982).

    Examples
    --------
    >>> pairs = one_more_zero("a", "b")
    >>> [(a, b) for a in range(9) for b in range(14)
    ...  if system("lsd_fib").accepts(pairs, {"a": a, "b": b})]
    [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10), (8, 13)]
    """
    # The states: nothing but zeros so far, evenly or oddly many of a; then the last digit of a,
    # which must be the next one of b. The letters are (a, b) = 00, 10, 01, 11.
    sink = 4
    table = [
        [1, 3, sink, sink],
        [0, sink, sink, sink],
        [2, 3, sink, sink],
        [sink, sink, 2, 3],
        [sink] * 4,
    ]
    automaton = Automaton.build(
        2, "lsd", [smaller, larger], table, [True, True, True, False, False]
    )
    return automaton & system("lsd_fib").valid((smaller, larger))


def columns_divisible_by(divisor: int, numbers: Sequence[str]) -> Automaton:
    """Return the automaton of numbers whose binary digits in each place sum to a multiple.

    Parameters
    ----------
    divisor
        Of the sum in each place.
    numbers
        The names of its tracks.

    Examples
    --------
    >>> by_three = columns_divisible_by(3, ["a", "b", "c", "d"])
    >>> by_three.accepts(a=1, b=3, c=1, d=2), by_three.states
    (False, 2)
    """
    letters = product((0, 1), repeat=len(numbers))
    row = [int(sum(digits) % divisor > 0) for digits in letters]
    return Automaton.build(2, "lsd", list(numbers), [row, [1] * len(row)], [True, False])


def sums_of_powers_of_four(number: str) -> Automaton:
    """Return the automaton of the Moser-de Bruijn numbers, 0 among them.

    Examples
    --------
    >>> [n for n in range(22) if sums_of_powers_of_four("x").accepts(x=n)]
    [0, 1, 4, 5, 16, 17, 20, 21]
    """
    table = [[1, 1], [0, 2], [2, 2]]  # an even place, an odd place, a one on an odd place
    return Automaton.build(2, "lsd", [number], table, [True, True, False])
