"""What no source says of divisor nim: the counts sum up, the solvers at full size, a product."""

from __future__ import annotations

from fractions import Fraction
from functools import partial, reduce
from math import prod
from operator import xor
from typing import Any

from fast import divisor_nim as solver
from fast.errors import NoWinningOptionError
from oracles.games.divisor_nim import Heaps
from research.checks.equality import equal
from research.claims.cases import Drawn, Listed, calls, evenly, integers, of_every_size, reduced, st
from research.claims.claim import OURS
from research.studies.divisor_nim import derivations
from research.studies.divisor_nim.claims import EVERY_K, FEW, ONE, S, large_heap, large_move
from research.studies.divisor_nim.truth import (
    HEADLINE,
    counts,
    even_sum,
    of_few_heaps,
    on_graph,
    study,
    three,
    valuation,
)

study.section("on the counts", source=OURS)
study.claim(
    "counts-telescope",
    "The first $K$ counts sum to $n - \\lfloor n / 2^K \\rfloor$, all of them to $n$.",
    believed=lambda n, k: n - n // 2**k,
    controls={"one further": lambda n, k: n - n // 2 ** (k + 1)},
    rests_on=["formula-of-c-k"],
).equals(lambda n, k: sum(on_graph.counts(n)[:k]), EVERY_K).derive(
    "sympy: induction on K", derivations.telescoping
)

study.claim(
    "end-of-the-list",
    "In the source's program, `while (1 << k) <= n` builds every count that is not zero, and "
    "`if x < len(c)` skips only terms that are zero.",
    believed=lambda n: len(counts(n)),
    controls={
        "while (1 << k) < n": lambda n: (n - 1).bit_length(),
        "one more": lambda n: len(counts(n)) + 1,
    },
).holds(
    lambda end, n: all(on_graph.counts(n)) and equal(len(on_graph.counts(n)), end(n)),
    Listed(f"n ≤ {FEW}, the values that occur on that of {ONE}", integers(1, n=FEW).cases),
)

study.section("beyond the graphs", source=OURS)


def three_heaps(move: Any, second: int, third: int, loses: Any) -> dict[str, Any]:
    """The move's heap with two others, which lose where they can and shall, and what it takes."""
    wanted = valuation(move["n"]) ^ valuation(second)
    most = HEADLINE >> wanted
    if loses and most:  # give the third heap the valuation that makes the nim sum zero
        third = (2 * (third % ((most + 1) // 2)) + 1) << wanted
    return {"heaps": (move["n"], second, third), "d": move["d"]}


def large_case() -> Any:
    """Strategy: three heaps as large as the headline, many of them P-positions, and a move."""
    return st.builds(three_heaps, large_move(), large_heap(), large_heap(), st.booleans())


study.claim(
    "no-option-of-a-p-position-is-one",
    "At the size of the headline, no option of a position that the solver's criterion calls P is "
    "called P.",
    gating=True,
    believed=solver.criterion,
    controls={
        "the sum is even": even_sum,
        "valuations modulo 4": lambda heaps: reduce(xor, (valuation(n) % 4 for n in heaps)) == 0,
    },
).holds(
    lambda loses, heaps, d: not (loses(heaps) and loses((heaps[0] - d, *heaps[1:]))),
    Drawn(
        f"three heaps ≤ {HEADLINE} and a proper divisor of one, many of them P-positions; a "
        "position has too many options to list",
        large_case,
    ),
)


def winning_option_is_right(winning_option: Any, heaps: Heaps) -> bool:
    """An N-position's option takes a proper divisor from one heap and is P; else a refusal."""
    try:
        option = winning_option(heaps)
    except NoWinningOptionError:
        return solver.criterion(heaps)
    changed = [(n, left) for n, left in zip(heaps, option, strict=True) if n != left]
    legal = len(changed) == 1 and all(0 < left < n and n % (n - left) == 0 for n, left in changed)
    return not solver.criterion(heaps) and legal and solver.criterion(option)


def moves_anyway(heaps: Heaps) -> Heaps:
    """A control: right in N-positions, but in P-positions it takes one from the first heap."""
    return (heaps[0] - 1, *heaps[1:]) if solver.criterion(heaps) else solver.winning_option(heaps)


study.claim(
    "every-n-position-has-a-p-position-as-option",
    "At the size of the headline, the solver's winning option of an N-position takes a proper "
    "divisor from one heap and leaves a P-position; in a P-position it refuses.",
    gating=True,
    believed=solver.winning_option,
    controls={
        "takes half of the first heap": lambda heaps: (heaps[0] - heaps[0] // 2, *heaps[1:]),
        "moves in P-positions too": moves_anyway,
    },
).holds(
    winning_option_is_right,
    Drawn(
        f"three heaps ≤ {HEADLINE}, many of them P-positions",
        lambda: large_case().map(lambda case: case["heaps"]),
    ),
)


def of_bits(bits: int) -> Any:
    """Strategy: a number of so many bits."""
    return evenly(2 ** (bits - 1), 2**bits - 1)


def counted_directly(bits: int) -> Any:
    """Strategy: a limit of so many bits, heaps of every number to 10^18, and a modulus or none.

    The larger the limit, the fewer the heaps, so that the direct sum can be waited for.
    """
    limit, most = of_bits(bits), min(10**18, 2 ** max(3, 200_000 // bits**2))
    exact = calls(limit=limit, heaps=of_every_size(1, min(most, 40)), modulus=st.none())
    modulus = of_every_size(1, 2**200)
    return exact | calls(limit=limit, heaps=of_every_size(1, most), modulus=modulus)


def few_heaps() -> Any:
    """Strategy: limits of every length up to 600 bits, one heap or two, a modulus or none."""
    limit = of_every_size(1, 600).flatmap(of_bits)
    modulus = st.none() | of_every_size(1, 2**200)
    return calls(limit=limit, heaps=st.sampled_from([1, 2]), modulus=modulus)


study.claim(
    "algorithms-agree",
    "The direct sum and the Walsh–Hadamard transform give the same number of losing tuples.",
    gating=True,
    believed=partial(solver.losing_count, algorithm="transform"),
    controls={
        "one heap fewer": lambda limit, heaps, modulus: solver.losing_count(
            limit, heaps + 1, modulus=modulus
        )
    },
).equals(
    partial(solver.losing_count, algorithm="direct"),
    Drawn(
        "n < 2^256, up to 10^18 heaps (fewer where n is large), exact up to 40 heaps and modulo "
        "numbers of every size up to 2^200",
        lambda: of_every_size(1, 256).flatmap(counted_directly),
    ),
)
study.claim(
    "one-and-two-heaps-of-any-size",
    "The answer is $\\lfloor n / 2 \\rfloor$ for one heap and $n^2 - \\sum_k c_k^2$ for two.",
    gating=True,
    believed=solver.answer.ungated,
    controls={
        "losing tuples": solver.losing_count,
        "of one number less": lambda limit, **more: solver.answer.ungated(
            max(limit - 1, 1), **more
        ),
    },
).equals(
    reduced(of_few_heaps),
    Drawn(
        "n of every length up to 2^600, exact and modulo numbers of every size up to 2^200; for "
        "three heaps and n above 2^256 the transform alone answers, to 2^16384",
        few_heaps,
    ),
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
    believed=lambda power: 1 + 3 / power,
    controls={"2 in place of 3": lambda power: 1 + 2 / power},
    rests_on=["losing-triples", "formula-of-c-k"],
).holds(
    lambda factor, t: equal(on_graph.losing(mersenne(t)), losing_product(factor, t)),
    Listed(f"t ≤ 2, that is {three.words}", lambda: range(3)),
).holds(
    lambda factor, t: equal(mersenne(t) ** 3 - int(S(mersenne(t))), losing_product(factor, t)),
    integers(t=6),
    solvers="the printed program and both solvers",
).derive(
    "sympy and decided: $i + j + (i \\oplus j) = 2 (i \\mid j)$, induction on $t$",
    derivations.product_at_mersenne,
)
