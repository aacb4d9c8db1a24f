"""Divisor nim beyond the reach of the graphs: the solvers at full size, and a closed product."""

from __future__ import annotations

from fractions import Fraction
from functools import partial, reduce
from math import prod
from operator import xor
from typing import Any

from fast import divisor_nim as solver
from fast.errors import NoWinningOptionError
from oracles.games.divisor_nim import Heaps
from research.checks.equality import Equation, equal
from research.checks.grounds import Graph, Solvers
from research.claims.claim import theorem
from research.claims.strategies import evenly, of_every_size
from research.studies.divisor_nim import derivations
from research.studies.divisor_nim.agreements import (
    BEYOND,
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
    gating=True,
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
    gating=True,
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
    """Strategy: a limit of up to 256 bits, heaps of every number to 10^18, and a modulus or none.

    The larger the limit, the fewer the heaps, so that the direct sum can be waited for.
    """
    from hypothesis import strategies as st

    def with_heaps(bits: int) -> Any:
        most = min(10**18, 2 ** max(3, 200_000 // bits**2))
        exact = st.tuples(of_every_size(1, min(most, 40)), st.none())
        modular = st.tuples(of_every_size(1, most), of_every_size(1, 2**200))
        return st.tuples(evenly(2 ** (bits - 1), 2**bits - 1), st.one_of(exact, modular))

    drawn = of_every_size(1, 256).flatmap(with_heaps)
    return drawn.map(lambda d: {"limit": d[0], "heaps": d[1][0], "modulus": d[1][1]})


study.claim(
    "algorithms-agree",
    "The direct sum and the Walsh–Hadamard transform give the same number of losing tuples.",
    source=BEYOND,
    gating=True,
    believed=partial(solver.losing_count, algorithm="transform"),
    controls={
        "one heap fewer": lambda limit, heaps, modulus: solver.losing_count(
            limit, heaps + 1, modulus=modulus
        )
    },
).search(
    "n < 2^256, up to 10^18 heaps (fewer where n is large), exact up to 40 heaps and modulo "
    "numbers of every size up to 2^200",
    larger_counts,
    lambda believed, c: equal(solver.losing_count(**c, algorithm="direct"), believed(**c)),
)


def sizes_of_few_heaps() -> Any:
    """Strategy: limits of every length up to 600 bits, one heap or two, a modulus or none."""
    from hypothesis import strategies as st

    limit = of_every_size(1, 600).flatmap(lambda bits: evenly(2 ** (bits - 1), 2**bits - 1))
    modulus = st.one_of(st.none(), of_every_size(1, 2**200))
    return st.fixed_dictionaries(
        {"limit": limit, "heaps": st.sampled_from([1, 2]), "modulus": modulus}
    )


def few_heaps(believed: Any, case: dict[str, Any]) -> Equation:
    """One heap wins when it is even, two when their valuations differ."""
    n, modulus = case["limit"], case["modulus"]
    if case["heaps"] == 1:
        wins = n // 2
    else:
        wins = n * n - sum((n // 2**k - n // 2 ** (k + 1)) ** 2 for k in range(n.bit_length()))
    return equal(wins if modulus is None else wins % modulus, believed(**case))


study.claim(
    "one-and-two-heaps-of-any-size",
    "The answer is $\\lfloor n / 2 \\rfloor$ for one heap and $n^2 - \\sum_k c_k^2$ for two.",
    source=BEYOND,
    gating=True,
    believed=solver.answer.ungated,
    controls={
        "losing tuples": solver.losing_count,
        "of one number less": lambda limit, **more: solver.answer.ungated(
            max(limit - 1, 1), **more
        ),
    },
).search(
    "n of every length up to 2^600, exact and modulo numbers of every size up to 2^200; for "
    "three heaps and n above 2^256 the transform alone answers, to 2^16384",
    sizes_of_few_heaps,
    few_heaps,
)


def losing_product(factor: Any, t: int) -> Fraction:
    """8^(2^t − 1) times the factors at 4^(2^b) for b < t."""
    return prod((factor(Fraction(4**2**b)) for b in range(t)), start=Fraction(8 ** (2**t - 1)))


def mersenne(t: int) -> int:
    """The limit of which the product speaks."""
    return int(2**2**t) - 1


study.claim(
    "losing-triples-as-a-product",
    "For $n = 2^{2^t} - 1$ the number of losing triples is "
    "$L = 8^{2^t - 1} \\prod_{b < t} (1 + 3 \\cdot 4^{-2^b})$.",
    source=BEYOND,
    believed=lambda power: 1 + 3 / power,
    controls={"2 in place of 3": lambda power: 1 + 2 / power},
    rests_on=[
        "grundy-value-is-valuation",
        "formula-of-c-k",
        theorem("Sprague–Grundy: a sum is lost if and only if the values xor to 0"),
        theorem("rule of product: $c_i c_j c_k$ triples have the valuations $i, j, k$"),
    ],
).exhaust(
    Graph(f"t ≤ 2, that is {THREE}"),
    lambda: range(3),
    lambda believed, t: equal(true_losing_count(mersenne(t)), losing_product(believed, t)),
).exhaust(
    Solvers("t ≤ 6, by the printed program and both solvers"),
    lambda: range(7),
    lambda believed, t: equal(
        mersenne(t) ** 3 - int(all_agree(mersenne(t))), losing_product(believed, t)
    ),
).derive(
    "sympy and decided: $i + j + (i \\oplus j) = 2 (i \\mid j)$, induction on $t$",
    derivations.product_at_mersenne,
)
