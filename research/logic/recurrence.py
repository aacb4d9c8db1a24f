"""Numeration systems whose weights satisfy a linear recurrence: all of one from its coefficients.

Let ``t_1, ..., t_m`` be natural numbers, of which no tail ``t_i, ..., t_m`` after the whole is
lexicographically as large as the whole. The weights are ``u(n) = t_1 u(n-1) + ... + t_m u(n-m)``
with ``u(n) = t_1 u(n-1) + ... + t_n u(0) + 1`` for n < m. The representations by the greedy rule
are then the words of which every tail is lexicographically smaller than ``t_1 ... t_m``, so that
each beginning and each tail of a representation is one, and one of j letters is less than ``u(j)``
(Bertrand-Mathis 1989, doi:10.1007/BF01952053). Base k has the coefficient k, Zeckendorf's
numeration 1, 1.

**Addition**, most significant digit first. The state is the vector ``v(0), ..., v(m-1)`` of what a
word of weighted digits would be with j zeros behind it. After j further letters the sum lies
between ``v(j) - n (u(j) - 1) + c`` and ``v(j) + p (u(j) - 1) + c``, where p and -n are the sums of
the positive and of the negative coefficients. Once that is positive for every j, or negative, no
letter changes the sign. The states between are finitely many if the other roots of the recurrence
are less than 1 in absolute value (Frougny 1992, doi:10.1007/BF01368783); otherwise a limit is
passed. That the result is addition is not taken on trust: tests have the engine prove it.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul
from typing import ClassVar

from research.logic.automaton import Order
from research.logic.errors import AutomataError
from research.logic.positional import Adder, NumerationSystem, Relation, State

LOOKED_AHEAD = 8  # times the order of the recurrence; what is not decided by then stays a state


class LinearRecurrence(NumerationSystem):
    """The numbers as sums of weights with a linear recurrence.

    Parameters
    ----------
    kind, words
        The name without the order, and what a sentence calls the system.
    coefficients
        ``t_1, ..., t_m``. All roots of ``x^m = t_1 x^(m-1) + ... + t_m`` but the largest, a Pisot
        number, must be less than 1 in absolute value; else sums may pass any limit of states.
    order
        Which digit automata read first.

    Raises
    ------
    AutomataError
        If a tail of the coefficients is lexicographically as large as all of them.

    Examples
    --------
    >>> tribonacci = LinearRecurrence("trib", "the Tribonacci numeration", (1, 1, 1), "msd")
    >>> [tribonacci.value([1] + [0] * n) for n in range(7)], tribonacci.word(12)
    ([1, 2, 4, 7, 13, 24, 44], (1, 1, 0, 1))
    """

    first: ClassVar[Order] = "msd"

    def __init__(self, kind: str, words: str, coefficients: Sequence[int], order: Order) -> None:
        whole = tuple(coefficients)
        tails = (whole[start:] + (0,) * start for start in range(1, len(whole)))
        if not whole or min(whole) < 0 or not whole[-1] or any(tail >= whole for tail in tails):
            raise AutomataError(
                f"coefficients={coefficients!r}: expected natural numbers, the last of them "
                "positive, of which no tail is lexicographically as large as all"
            )
        size = len(whole)
        self.kind, self.words = kind, words
        self.digits = whole[0] + (size > 1)
        self.shift = [[int(at == row + 1) for at in range(size)] for row in range(size - 1)]
        self.shift.append(list(reversed(whole)))
        self.weight = weights = [1]
        while len(weights) < size:
            weights.append(sum(map(mul, whole, reversed(weights))) + 1)
        if size > 1:
            self.valid_word = _smaller_tails(whole, self.digits)
        super().__init__(order)

    def adder(self, coefficients: Sequence[int], constant: int, comparison: Relation) -> Adder:
        """Return what adds up ``sum a_i x_i + c``."""
        positive = sum(a for a in coefficients if a > 0)
        negative = sum(-a for a in coefficients if a < 0)

        def step(state: State, weight: int) -> State | bool:
            places = self.appended(state, weight)
            if self._stays_positive(places, negative, constant):
                return False
            if self._stays_positive([-place for place in places], positive, -constant):
                return comparison == "<="
            return places

        def accepts(state: State) -> bool:
            value = state[0] + constant
            return value == 0 if comparison == "=" else value <= 0

        return Adder((0,) * len(self.weight), step, accepts)

    def _stays_positive(self, places: Sequence[int], against: int, constant: int) -> bool:
        """Whether ``v(j) - against (u(j) - 1) + constant`` is seen to be positive for every j.

        The terms ``v(j) - against u(j)`` have the recurrence. After as many terms in a row as its
        order that are at least 0, each is at least the one before, as the first coefficient is
        at least 1 and none is negative.
        """
        least = -against - constant
        terms = [
            place - against * weight for place, weight in zip(places, self.weight, strict=True)
        ]
        for _ in range(LOOKED_AHEAD * len(terms)):
            if terms[0] <= least:
                return False
            if min(terms) >= 0:
                return min(terms) > least
            terms = [*terms[1:], self._following(terms)]
        return False

    def _following(self, terms: Sequence[int]) -> int:
        """Return the next term of a sequence with the recurrence."""
        return sum(map(mul, self.shift[-1], terms))


def _smaller_tails(
    whole: tuple[int, ...], digits: int
) -> tuple[Sequence[Sequence[int]], Sequence[bool]]:
    """Return the automaton of words of which every tail is smaller than the whole.

    In state i the last i letters are the first i of the whole; the last state is the sink.
    """
    sink = len(whole)
    table = []
    for state, limit in enumerate(whole):
        equal = state + 1 if state + 1 < sink else sink
        row = [0 if digit < limit else equal if digit == limit else sink for digit in range(digits)]
        table.append(row)
    return [*table, [sink] * digits], [True] * sink + [False]
