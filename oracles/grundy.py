"""Grundy values, finite and loopy.

Where play must end, the *Grundy value* of a position is the mex (least value missing) of its
options' Grundy values (Sprague 1935, Grundy 1939). A position is a P-position exactly when its
value is 0, and the value of a disjunctive sum is the nim sum (xor) of the values.

Where play may go on for ever, values are given as follows (Smith 1966, Fraenkel and Perl 1975).
A position gets the value m when

1. m is the mex of the values that its options have got, and
2. each option that has not got a value below m has itself an option of value m, by which the
   other player can move back to the value m.

Values are given as long as possible; the order does not matter. A position that gets none has
the value ∞ with the set A of its options' finite values, written ∞{A}. It is an N-position if 0
is in A and a draw otherwise. In a disjunctive sum, ∞{A} and n give ∞{a xor n for a in A}, and two
infinite values give ∞{}.

References: A. N. Siegel, *Combinatorial Game Theory*, AMS 2013, sections I.1, IV.1 and IV.4;
C. A. B. Smith, "Graphs and composite games", J. Combinatorial Theory 1 (1966) 51-81; A. S.
Fraenkel and Y. Perl, "Constructions in combinatorial games with cycles", in *Infinite and Finite
Sets*, 1975.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


def mex(values: Iterable[int]) -> int:
    """Return the least natural number that is not among ``values``.

    >>> mex([0, 1, 3]), mex([])
    (2, 0)
    """
    present = set(values)
    value = 0
    while value in present:
        value += 1
    return value


@dataclass(frozen=True)
class Infinite:
    """A loopy Grundy value that is not finite: ∞ with the finite values of the options.

    >>> Infinite(frozenset({0, 3}))
    ∞{0, 3}
    >>> Infinite(frozenset({0, 3})) ^ 1  # a sum with a heap of value 1
    ∞{1, 2}
    """

    options: frozenset[int]

    def __xor__(self, other: int | Infinite) -> Infinite:
        if isinstance(other, Infinite):
            return Infinite(frozenset())
        return Infinite(frozenset(value ^ other for value in self.options))

    __rxor__ = __xor__

    def __repr__(self) -> str:
        return "∞{" + ", ".join(str(value) for value in sorted(self.options)) + "}"


GrundyValue = int | Infinite
