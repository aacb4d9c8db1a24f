"""Counts and sums of an automatic set, by powers of one integer matrix.

Let a set of natural numbers be given by an automaton with n states that reads the greatest digit
first, ``M_d`` its 0-1 matrix for the digit d. The row vector c of the numbers of words of length l
that lead to each state goes to ``c (M_0 + ... + M_(k-1))`` when a digit is read, and the row vector
s of the sums of their values to ``k s M + c (0 M_0 + 1 M_1 + ...)``. So count and sum of the
members with at most l digits are a linear representation: start row, l-th power of a matrix, final
column (Allouche and Shallit 2003, chapter 16; Berstel and Reutenauer 2011). In Zeckendorf's
system a second row carries the values moved down by one place, since ``F(i+1) = F(i) + F(i-1)``.

Members with at most l digits are those below ``k^l``, in Zeckendorf's system below ``F(l+2)``.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from research.logic.automaton import Automaton
from research.logic.closed_forms import fitted_form, shortest_recurrence
from research.logic.errors import AutomataError
from research.logic.numeration import NumerationSystem, system
from research.system.lazy import LazyModule

if TYPE_CHECKING:
    import flint
else:
    flint = LazyModule("flint")

Quantity = Literal["count", "sum"]


@dataclass(frozen=True)
class LinearRepresentation:
    """Counts and sums of the members of a set; make one by :func:`linear_representation`.

    Parameters
    ----------
    numeration
        The system, greatest digit first.
    steps
        ``steps[state][digit]`` is the next state; state 0 is the start.
    accepting
        Which states accept.

    Examples
    --------
    >>> from research.logic.decide import evaluate
    >>> threes = linear_representation(evaluate("Ek x = 3*k", "msd_2"), "msd_2")
    >>> threes.count_below_power(10), threes.sum_below_power(10), threes.sum_below(10)
    (342, 174933, 18)
    """

    numeration: NumerationSystem
    steps: tuple[tuple[int, ...], ...]
    accepting: tuple[bool, ...]

    @property
    def _places(self) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
        """How values move when a digit is appended: a small matrix, and the digit's own weights."""
        base = self.numeration.base
        if base is None:
            return ((1, 1), (1, 0)), (1, 1)
        return ((base,),), (1,)

    @cached_property
    def matrix(self) -> list[list[int]]:
        """The square matrix of one step, acting on row vectors from the right.

        The first block is the count, the next the sum of values, and in Zeckendorf's system the
        last is the sum of the values moved down by one place.
        """
        shift, weight = self._places
        size, blocks = len(self.steps), 1 + len(weight)
        result = [[0] * (size * blocks) for _ in range(size * blocks)]
        for state, row in enumerate(self.steps):
            for digit, target in enumerate(row):
                result[state][target] += 1
                for place in range(blocks - 1):
                    column = (1 + place) * size + target
                    result[state][column] += digit * weight[place]
                    for source in range(blocks - 1):
                        result[(1 + source) * size + state][column] += shift[place][source]
        return result

    def _final(self, quantity: Quantity) -> list[int]:
        size = len(self.steps)
        offset = {"count": 0, "sum": size}[quantity]
        final = [0] * len(self.matrix)
        for state, accepts in enumerate(self.accepting):
            final[offset + state] = int(accepts)
        return final

    def _at_power(self, quantity: Quantity, length: int, modulus: int | None) -> int:
        if length < 0:
            raise AutomataError(f"length={length}: expected an integer of at least 0")
        if modulus is not None and modulus < 1:
            raise AutomataError(f"modulus={modulus}: expected an integer of at least 1")
        if modulus == 1:
            return 0
        matrix = flint.fmpz_mat(self.matrix)
        if modulus is not None:
            matrix = flint.fmpz_mod_mat(matrix, flint.fmpz_mod_ctx(modulus))
        power = matrix**length
        final = self._final(quantity)
        total = sum(int(power[0, place]) for place, weight in enumerate(final) if weight)
        return total if modulus is None else total % modulus

    def count_below_power(self, length: int, modulus: int | None = None) -> int:
        """Return how many members have at most ``length`` digits, exact or modulo ``modulus``.

        Cost: logarithmically many products of the matrix.
        """
        return self._at_power("count", length, modulus)

    def sum_below_power(self, length: int, modulus: int | None = None) -> int:
        """Return the sum of the members with at most ``length`` digits."""
        return self._at_power("sum", length, modulus)

    def count_below(self, bound: int) -> int:
        """Return how many members are less than ``bound``; cost states times digits of it."""
        return self._below(bound)[0]

    def sum_below(self, bound: int) -> int:
        """Return the sum of the members less than ``bound``."""
        return self._below(bound)[1]

    def _below(self, bound: int) -> tuple[int, int]:
        """Follow the digits of the bound; ``loose[state]`` collects the words already below it."""
        shift, weight = self._places
        width = 1 + len(weight)

        def moved(item: list[int], digit: int) -> list[int]:
            count, values = item[0], item[1:]
            return [count] + [
                sum(f * v for f, v in zip(row, values, strict=True)) + digit * w * count
                for row, w in zip(shift, weight, strict=True)
            ]

        tight_state, tight = 0, [1] + [0] * (width - 1)
        loose: dict[int, list[int]] = {}
        for limit in self.numeration.word(bound):
            following: dict[int, list[int]] = {}
            found = [(s, item, self.numeration.digits) for s, item in loose.items()]
            for state, item, digits in (*found, (tight_state, tight, limit)):
                for digit in range(digits):
                    total = following.setdefault(self.steps[state][digit], [0] * width)
                    for place, value in enumerate(moved(item, digit)):
                        total[place] += value
            loose = following
            tight_state, tight = self.steps[tight_state][limit], moved(tight, limit)
        members = [item for state, item in loose.items() if self.accepting[state]]
        return sum(item[0] for item in members), sum(item[1] for item in members)

    def terms(self, quantity: Quantity, number: int) -> list[int]:
        """Return the count or sum of the members with at most 0, 1, ..., ``number - 1`` digits."""
        final = self._final(quantity)
        row = [1] + [0] * (len(final) - 1)
        result = []
        for _ in range(number):
            result.append(sum(a * b for a, b in zip(row, final, strict=True)))
            moved = [0] * len(final)
            for value, line in zip(row, self.matrix, strict=True):
                if value:
                    moved = [m + value * entry for m, entry in zip(moved, line, strict=True)]
            row = moved
        return result


def linear_representation(automaton: Automaton, numeration: str) -> LinearRepresentation:
    """Return the linear representation of a set of numbers.

    Parameters
    ----------
    automaton
        With exactly one track.
    numeration
        The name of its system.

    Raises
    ------
    AutomataError
        If there is another number of tracks, or digits and order do not fit the system.
    """
    target = system(numeration)
    if len(automaton.tracks) != 1:
        raise AutomataError(f"tracks={list(automaton.tracks)!r}: expected exactly one")
    if (automaton.digits, automaton.order) != (target.digits, target.order):
        raise AutomataError(f"system={numeration!r}: {automaton!r} does not read it")
    valid = automaton & target.valid(automaton.tracks)
    greatest = valid if valid.order == "msd" else valid.mirrored()
    steps = greatest.table[:, greatest.letter_class].tolist()
    accepting = tuple(bool(accepts) for accepts in greatest.accepting)
    return LinearRepresentation(
        NumerationSystem(target.base, "msd"), tuple(map(tuple, steps)), accepting
    )


@dataclass(frozen=True)
class ClosedForm:
    """A closed form in the symbol ``n``, valid for all n from ``valid_from``.

    Parameters
    ----------
    expression
        A sympy expression in the symbol n (a nonnegative integer).
    valid_from
        The least n at which it holds.
    recurrence
        Integers or fractions a_1, ..., a_d with ``u(n) = a_1 u(n-1) + ... + a_d u(n-d)``.
    """

    expression: Any
    valid_from: int
    recurrence: tuple[Any, ...]


def closed_form(representation: LinearRepresentation, quantity: Quantity) -> ClosedForm | None:
    """Return a closed form of the count or sum below the n-th power of the base.

    The sequence satisfies a recurrence whose order is at most the size of the matrix (Cayley and
    Hamilton), so the shortest one is found from twice as many terms (Massey 1969); the roots
    of its characteristic polynomial give the form, and its coefficients solve a linear system.

    Returns
    -------
    ClosedForm or None
        None if a root of the recurrence is neither rational nor quadratic.

    Examples
    --------
    >>> from research.logic.decide import evaluate
    >>> even = linear_representation(evaluate("Ek x = 2*k", "msd_2"), "msd_2")
    >>> form = closed_form(even, "sum")
    >>> form.expression.subs("n", 5), form.valid_from
    (240, 1)
    """
    order = len(representation.matrix)
    terms = representation.terms(quantity, 2 * order + 2)
    recurrence = shortest_recurrence(terms)
    found = fitted_form(terms, recurrence)
    if found is None:
        return None
    expression, valid_from = found
    return ClosedForm(expression, valid_from, tuple(recurrence))
