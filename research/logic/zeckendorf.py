"""Zeckendorf's numeration: sums of Fibonacci numbers, no two of them neighbours (Zeckendorf 1972).

**Addition**, most significant digit first. A word of signed digits ``e_1 ... e_t``, followed by
``j`` further letters, contributes ``p F(j+2) + q F(j+1)``, where reading ``e`` takes ``(p, q)``
to ``(p + q + e, p)`` and ``F(2) = 1, F(3) = 2``: shifting by one place takes ``F(j+1)`` to
``F(j+2)`` and ``F(j+2) = F(j+1) + F(j)``. At the end (j = 0) the value is ``p + q``, since
F(2) = F(1) = 1. Once the value is too large, or too small, whatever follows, it stays so
(:func:`_verdict`); between these bounds the conjugate of ``p phi + q`` is bounded as well,
because it shrinks at each step, so the states are finite. That the result is addition is not
taken on trust: tests have the engine prove it. Words that are no representations are read by their
value like all others.
"""

from __future__ import annotations

from collections.abc import Sequence

from research.logic.positional import FALSE, TRUE, Adder, Comparison, NumerationSystem, State


class Zeckendorf(NumerationSystem):
    """The numbers as sums of Fibonacci numbers; a value has beside it that moved down one place."""

    kind, words, digits, first = "fib", "Zeckendorf's numeration", 2, "msd"
    shift, weight = ((1, 1), (1, 0)), (1, 1)
    # After a one only a zero; state 2 is the sink.
    valid_word = [[0, 1], [0, 2], [2, 2]], [True, True, False]

    def adder(self, coefficients: Sequence[int], constant: int, comparison: Comparison) -> Adder:
        """Return what adds up ``sum a_i x_i + c``."""
        positive = sum(a for a in coefficients if a > 0)
        negative = sum(-a for a in coefficients if a < 0)

        def step(state: State, weight: int) -> State:
            p, q = state
            verdict = _verdict((p + q + weight, p), positive, negative, constant)
            if verdict is None:
                return (p + q + weight, p)
            return TRUE if verdict < 0 and comparison == "<=" else FALSE

        def accepts(state: State) -> bool:
            value = state[0] + state[1] + constant
            return value == 0 if comparison == "=" else value <= 0

        return Adder((0, 0), step, accepts)


def _verdict(state: State, positive: int, negative: int, constant: int) -> int | None:
    """Return the sign of the final sum if nothing that can follow changes it, else None.

    The rest of ``j`` letters adds between ``-negative S`` and ``positive S``, where
    ``S = F(2) + ... + F(j+1) = F(j+3) - 2``. With the prefix's ``p F(j+2) + q F(j+1)``, the least
    possible sum is ``(p - n) F(j+2) + (q - n) F(j+1) + 2n + c``: with a, b for the two brackets,
    the sequence ``v(j) = a F(j+2) + b F(j+1)`` satisfies Fibonacci's recurrence with
    ``v(0) = a + b`` and ``v(1) = 2a + b``. It is never below ``min(v(0), v(1))`` if both are
    at least 0. So the sum is positive for every j if ``min + 2n + c > 0``. The other side is the
    mirror image.
    """
    p, q = state
    low = (p - negative + q - negative, 2 * (p - negative) + q - negative)
    if min(low) >= 0 and min(low) + 2 * negative + constant > 0:
        return 1
    high = (p + positive + q + positive, 2 * (p + positive) + q + positive)
    if max(high) <= 0 and max(high) - 2 * positive + constant < 0:
        return -1
    return None
