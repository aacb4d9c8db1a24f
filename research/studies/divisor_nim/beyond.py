"""Divisor nim beyond the reach of the graphs: the solvers at full size, and a closed product."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from math import prod
from operator import xor
from typing import Any

from fast import divisor_nim as solver
from fast.errors import NoWinningOptionError
from oracles.games.divisor_nim import Heaps
from research.claims import Equation, equal
from research.strategies import evenly
from research.studies.divisor_nim import derivations
from research.studies.divisor_nim.agreements import (
    BEYOND,
    BOUNDS,
    HEADLINE,
    THREE,
    large_heap,
    large_moves,
    study,
    true_losing_count,
    valuation,
)
from research.studies.divisor_nim.counting import all_agree


def large_position() -> Any:
    """Strategy: three heaps as large as the headline, many P-positions among them, and a move."""
    from hypothesis import strategies as st

    def with_third(drawn: tuple[tuple[int, int], int, int, bool]) -> tuple[Heaps, int]:
        (n, d), second, third, losing = drawn
        wanted = valuation(n) ^ valuation(second)
        most = HEADLINE >> wanted
        if losing and most:  # give the third heap the valuation that makes the nim sum zero
            third = (2 * (third % ((most + 1) // 2)) + 1) << wanted
        return (n, second, third), d

    return st.tuples(large_moves(), large_heap(), large_heap(), st.booleans()).map(with_third)


def no_option_is_lost(believed: Any, case: tuple[Heaps, int]) -> bool:
    """No option of a P-position is a P-position: the move takes d from the first heap."""
    heaps, d = case
    return not (believed(heaps) and believed((heaps[0] - d, *heaps[1:])))


study.claim(
    "no-option-of-a-p-position-is-one",
    "At the size of the headline, no option of a position that the solver's criterion calls P is "
    "called P.",
    source=BEYOND,
    believed=solver.criterion,
    controls={
        "the sum is even": lambda heaps: sum(map(valuation, heaps)) % 2 == 0,
        "valuations modulo 4": lambda heaps: reduce(xor, (valuation(n) % 4 for n in heaps)) == 0,
    },
).search(
    "three heaps ≤ 123456787654321 and a proper divisor of one, many of them P-positions; a "
    "position has too many options to list",
    large_position,
    no_option_is_lost,
)


def winning_option_is_right(believed: Any, case: tuple[Heaps, int]) -> bool:
    """An N-position's option takes a proper divisor from one heap and is P; else a refusal."""
    heaps, _ = case
    try:
        option = believed(heaps)
    except NoWinningOptionError:
        return solver.criterion(heaps)
    changed = [(n, left) for n, left in zip(heaps, option, strict=True) if n != left]
    return (
        not solver.criterion(heaps)
        and len(changed) == 1
        and all(0 < left < n and n % (n - left) == 0 for n, left in changed)
        and solver.criterion(option)
    )


def moves_anyway(heaps: Heaps) -> Heaps:
    """A wrong twin: right in N-positions, but in P-positions it takes one from the first heap."""
    try:
        return solver.winning_option(heaps)
    except NoWinningOptionError:
        return (heaps[0] - 1, *heaps[1:])


study.claim(
    "every-n-position-has-a-p-position-as-option",
    "At the size of the headline, the solver's winning option of an N-position takes a proper "
    "divisor from one heap and leaves a P-position; in a P-position it refuses.",
    source=BEYOND,
    believed=solver.winning_option,
    controls={
        "takes half of the first heap": lambda heaps: (heaps[0] - heaps[0] // 2, *heaps[1:]),
        "moves in P-positions too": moves_anyway,
    },
).search(
    "three heaps ≤ 123456787654321, many of them P-positions",
    large_position,
    winning_option_is_right,
)


def larger_counts() -> Any:
    """Strategy: a limit up to 10^30 and up to 12 heaps."""
    from hypothesis import strategies as st

    return st.tuples(evenly(1, 10**30), st.integers(1, 12))


study.claim(
    "algorithms-agree",
    "The direct sum and the Walsh–Hadamard transform give the same number of losing tuples.",
    source=BEYOND,
    believed="transform",
    controls={"one heap fewer": "fewer"},
).search(
    "n ≤ 10^30 and up to 12 heaps, exact",
    larger_counts,
    lambda believed, c: equal(
        solver.losing_count(*c, algorithm="direct"),
        solver.losing_count(c[0], c[1] + 1)
        if believed == "fewer"
        else solver.losing_count(*c, algorithm=believed),
    ),
)


def losing_product(factor: Any, t: int) -> Fraction:
    """8^(2^t − 1) times the factors at 4^(2^b) for b < t."""
    return prod((factor(Fraction(4**2**b)) for b in range(t)), start=Fraction(8 ** (2**t - 1)))


def product_holds(believed: Any, t: int) -> Equation:
    """The product is the number of losing triples at n = 2^(2^t) − 1."""
    n = 2**2**t - 1
    found = true_losing_count(n) if n <= BOUNDS[3] else n**3 - int(all_agree(n))
    return equal(found, losing_product(believed, t))


study.claim(
    "losing-triples-as-a-product",
    "For $n = 2^{2^t} - 1$ the number of losing triples is "
    "$L = 8^{2^t - 1} \\prod_{b < t} (1 + 3 \\cdot 4^{-2^b})$.",
    source=BEYOND,
    believed=lambda power: 1 + 3 / power,
    controls={"2 in place of 3": lambda power: 1 + 2 / power},
).exhaust(
    f"t ≤ 2 in {THREE}; t ≤ 6 by the printed program and both solvers",
    lambda: range(7),
    product_holds,
).derive(
    "sympy: $i + j + (i \\oplus j) = 2 (i \\mid j)$, induction on $t$",
    derivations.product_at_mersenne,
)
