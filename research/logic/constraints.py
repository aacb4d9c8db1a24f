"""Automata of linear constraints: sum of a_i x_i + c compared with 0.

**Base k, least significant digit first.** With ``x_i = d_i + k y_i`` the sum is
``(c + e) + k sum a_i y_i``, where ``e = sum a_i d_i``. It is 0 exactly when ``k`` divides
``c + e`` and ``sum a_i y_i + (c + e)/k = 0``; it is at most 0 exactly when
``sum a_i y_i + ceil((c + e)/k) <= 0``. So the constant is the state (Boudet and Comon 1996,
doi:10.1007/3-540-61064-2_27), and only finitely many are met, for they shrink by the factor k.

**Zeckendorf, most significant digit first.** A word of signed digits ``e_1 ... e_t``, followed by
``j`` further letters, contributes ``p F(j+2) + q F(j+1)``, where reading ``e`` takes ``(p, q)``
to ``(p + q + e, p)`` and ``F(2) = 1, F(3) = 2``: shifting by one place takes ``F(j+1)`` to
``F(j+2)`` and ``F(j+2) = F(j+1) + F(j)``. At the end (j = 0) the value is ``p + q``, since
F(2) = F(1) = 1. Once the value is too large, or too small, whatever follows, it stays so
(:func:`_verdict`); between these bounds the conjugate of ``p phi + q`` is bounded as well,
because it shrinks at each step, so the states are finite. That the result is addition is not
taken on trust: tests have the engine prove it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from research.logic.automaton import Automaton
from research.logic.errors import StateLimitError
from research.system.lazy import LazyModule

if TYPE_CHECKING:
    import numpy as np
else:
    np = LazyModule("numpy")

Relation = Literal["=", "<="]
State = tuple[int, ...]
LARGEST_CONSTRAINT = 50_000
_TRUE: State = (1, 0, 0)
_FALSE: State = (0, 0, 0)


@lru_cache(maxsize=4096)
def base_constraint(
    base: int,
    coefficients: tuple[int, ...],
    constant: int,
    relation: Relation,
    limit: int = LARGEST_CONSTRAINT,
) -> Automaton:
    """Return the automaton of ``sum a_i x_i + constant = 0`` (or ``<= 0``), least digit first.

    Parameters
    ----------
    base
        2 to 10.
    coefficients
        The ``a_i``; track ``i`` is named ``str(i)`` padded to three places.
    constant
        Any integer.
    relation
        ``"="`` or ``"<="``.
    limit
        The most states; about the sum of the coefficients is needed.

    Raises
    ------
    StateLimitError
        If there are more states.

    Examples
    --------
    >>> base_constraint(2, (1, 1, -1), 0, "=").states
    3
    """

    def step(state: State, weight: int) -> State:
        if len(state) != 1:
            return state
        total = state[0] + weight
        if relation == "<=":
            return (-(-total // base),)
        return (total // base,) if total % base == 0 else _FALSE

    def accepts(state: State) -> bool:
        if len(state) != 1:
            return state == _TRUE
        return state[0] == 0 if relation == "=" else state[0] <= 0

    return _explored(base, "lsd", coefficients, (constant,), step, accepts, limit)


@lru_cache(maxsize=4096)
def zeckendorf_constraint(
    coefficients: tuple[int, ...],
    constant: int,
    relation: Relation,
    limit: int = LARGEST_CONSTRAINT,
) -> Automaton:
    """Return the automaton of ``sum a_i x_i + constant = 0`` (or ``<= 0``), greatest digit first.

    Words that are not Zeckendorf representations are read by their value like all others; the
    caller intersects with the valid ones.

    Examples
    --------
    >>> zeckendorf_constraint((1, -1), 0, "=").is_empty()
    False
    """
    positive = sum(a for a in coefficients if a > 0)
    negative = sum(-a for a in coefficients if a < 0)

    def step(state: State, weight: int) -> State:
        if len(state) != 2:
            return state
        p, q = state
        verdict = _verdict((p + q + weight, p), positive, negative, constant)
        if verdict is None:
            return (p + q + weight, p)
        return _TRUE if verdict < 0 and relation == "<=" else _FALSE

    def accepts(state: State) -> bool:
        if len(state) != 2:
            return state == _TRUE
        value = state[0] + state[1] + constant
        return value == 0 if relation == "=" else value <= 0

    return _explored(2, "msd", coefficients, (0, 0), step, accepts, limit)


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


def track_names(count: int) -> tuple[str, ...]:
    """Return the names of the tracks of a constraint, in sorted order.

    Examples
    --------
    >>> track_names(2)
    ('000', '001')
    """
    return tuple(f"{place:03}" for place in range(count))


def _explored(  # noqa: PLR0917
    digits: int,
    order: Literal["msd", "lsd"],
    coefficients: tuple[int, ...],
    start: State,
    step: Callable[[State, int], State],
    accepts: Callable[[State], bool],
    limit: int,
) -> Automaton:
    """Return the automaton whose step depends on a letter by ``sum a_i d_i`` alone."""
    weights = np.zeros(1, np.int64)
    for coefficient in coefficients:
        # The lowest track varies fastest in the numbering of letters.
        weights = np.add.outer(coefficient * np.arange(digits), weights).ravel()
    distinct, classes = np.unique(weights, return_inverse=True)
    number = {start: 0}
    states = [start]
    table = []
    for state in states:
        row = []
        for weight in distinct.tolist():
            target = step(state, weight)
            if target not in number:
                if len(states) >= min(limit, LARGEST_CONSTRAINT):
                    place = f"a linear constraint with coefficients {coefficients}"
                    raise StateLimitError(len(states) + 1, min(limit, LARGEST_CONSTRAINT), place)
                number[target] = len(states)
                states.append(target)
            row.append(number[target])
        table.append(row)
    return Automaton.build(
        digits,
        order,
        track_names(len(coefficients)),
        table,
        [accepts(state) for state in states],
        classes,
    )
