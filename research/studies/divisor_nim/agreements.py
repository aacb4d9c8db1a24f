"""Divisor nim's solvers against the truth.

Moduli show something only where they reduce, so heaps are among the cases of which the number of
tuples is above each of them.
"""

from __future__ import annotations

from functools import partial, reduce
from itertools import combinations_with_replacement
from operator import xor
from typing import Any

from fast import divisor_nim as solver
from fast.errors import NoWinningOptionError
from oracles.games.divisor_nim import Heaps
from research.claims import cases
from research.claims.cases import NO_NUMBERS, Drawn, Listed, each_with, every, integers, reduced, st
from research.studies.divisor_nim import truth
from research.studies.divisor_nim.claims import LARGE
from research.studies.divisor_nim.truth import BOUNDS, by_nim_sums, study

BOTH = [{"algorithm": "direct"}, {"algorithm": "transform"}]
NIM_SUMS = "nim sums of numbers of twos"
answer, criterion, option = solver.answer, solver.criterion, solver.winning_option
grundy, valuation_counts = solver.grundy, solver.valuation_counts

# The answer.


def about_powers(base: int, *exponents: int) -> list[int]:
    """The positive numbers about some powers of a base."""
    return sorted({base**k + step for k in exponents for step in (-1, 0, 1)} - {0})


MANY = cases.LARGEST_MODULUS.bit_length() + 7  # heaps: their tuples are above every modulus
SOME_MODULI = every(modulus=(1, 97, 2**32, 2**61 - 1, 2**64 + 13, cases.LARGEST_MODULUS))
TO_THE_GRAPHS = Listed(  # the sizes of the transform are powers of two
    "one or two heaps ≤ 64, three ≤ 48, four ≤ 16, five ≤ 8; exact, and moduli up to 12, primes "
    "above the limits, about and above 2^32, 2^63 and 2^64, with and without factors",
    lambda: each_with(
        [
            *({"limit": n, "heaps": h} for h in BOUNDS for n in range(1, min(BOUNDS[h], 64) + 1)),
            *every(limit=range(1, BOUNDS[3] + 1)),
        ],
        [{}, *every(modulus=(*range(1, 13), 101, truth.MODULUS)), *cases.moduli()],
    ),
)
MORE_HEAPS = Listed(
    f"limits about the powers of two up to 2048 and up to 17 heaps; to 2047, 41 and {MANY} heaps, "
    "exact and modulo numbers of every kind, below the number of tuples, with and without factors",
    lambda: [
        *every(limit=about_powers(2, *range(12)), heaps=range(1, 18)),
        *each_with(every(limit=(5, 64, 255, 2047), heaps=(41, MANY)), [{}, *cases.moduli()]),
    ],
)
FEW = Listed(  # three heaps below 2^48 are counted side by side in one number
    "one to three heaps, limits about 2^16, 2^32, 2^48 and 2^128, and two heaps beyond 2^512, "
    "exact and modulo numbers; up to 3 counters, heaps of every power of ten to 10^18, modulo "
    "numbers, and about every power of two to 65537, exact",
    lambda: [
        *each_with(
            [
                *every(limit=about_powers(2, 16, 32, 47, 48, 49, 128), heaps=(1, 2, 3)),
                *every(limit=[2**k * 10 // 7 for k in range(1, 51)], heaps=[3]),
                {"limit": 2**512 + 2**99, "heaps": 2},
            ],
            [{}, *SOME_MODULI],
        ),
        *each_with(
            every(limit=(1, 2, 3), heaps=[10**k - step for k in range(1, 19) for step in (0, 1)]),
            SOME_MODULI,
        ),
        {"limit": 3, "heaps": 9, "modulus": 2**100_000 - 1},
        *every(limit=(2, 3), heaps=about_powers(2, *range(5, 17))),
    ],
)
OF_EVERY_SIZE = Drawn(
    "n < 2^64, up to 10^6 heaps, modulo numbers of every size up to 2^200",
    lambda: st.fixed_dictionaries(
        {
            "limit": cases.of_every_size(1, 2**64),
            "heaps": cases.of_every_size(1, 10**6),
            "modulus": cases.of_every_size(1, 2**200),
        }
    ),
)


def answer_to(change_limit: Any = int, change_heaps: Any = int) -> Any:
    """A control: the answer to another limit, or another number of heaps."""
    return lambda limit, heaps=3, **more: answer.ungated(
        change_limit(limit), change_heaps(heaps), **more
    )


MODULO = {"another modulus": cases.with_another_modulus(answer)}
LOSING = {"counts the losing tuples": solver.losing_count, **MODULO}
HEAP_MORE = {"one heap more": answer_to(change_heaps=lambda h: h + 1), **MODULO}
OF_64_BITS = {
    "numbers of 64 bits": reduced(lambda limit, heaps: by_nim_sums(limit, heaps) % 2**64),
    **HEAP_MORE,
}
OF_FEW_BITS = {
    "heaps of 8 bits": answer_to(change_heaps=lambda h: h & 255 or 1),
    "limits of 47 bits": answer_to(lambda n: n & (1 << 47) - 1 or 1),
    **MODULO,
}
THE_PROBLEM = Listed("the instance of the problem", lambda: [study.headline])
on_graph = partial(study.agree, by="the graph")
by_sums = partial(study.agree, answer, by_nim_sums, by=NIM_SUMS)

on_graph(answer, reduced(truth.winning), over=TO_THE_GRAPHS, fixed=BOTH, controls=LOSING)
by_sums(over=MORE_HEAPS, fixed=BOTH, controls=OF_64_BITS)
by_sums(over=FEW, fixed=BOTH, controls=OF_FEW_BITS)
by_sums(over=OF_EVERY_SIZE, fixed=BOTH, controls=HEAP_MORE)
by_sums(over=THE_PROBLEM, fixed=BOTH, controls=HEAP_MORE)

# Heaps, counts and positions.


MOST = {"one heap": 2048, "two": 48, "three": 24, "four": 12, "five": 8}
POSITIONS = Listed(
    f"all positions of {', '.join(f'{heaps} ≤ {n}' for heaps, n in MOST.items())}, each in one of "
    "its orders",
    lambda: cases.in_some_order(
        position
        for heaps, n in enumerate(MOST.values(), 1)
        for position in combinations_with_replacement(range(1, n + 1), heaps)
    ),
)


def has_nim_sum_0(heaps: Heaps) -> bool:
    """Whether the numbers of twos have nim sum 0."""
    return reduce(xor, map(truth.valuation, heaps)) == 0


BELOW_IT = {"the largest power of 2 below": lambda heap: heap.bit_length() - 1}
NOT_ALL = {"without the last": lambda limit: valuation_counts(limit)[:-1]}
EVEN = {"an even sum": lambda heaps: sum(map(truth.valuation, heaps)) % 2 == 0}
TAKES_ONE = {"takes one from the last heap": lambda p: (*p[:-1], max(p[-1] - 1, 1))}
none = NoWinningOptionError

on_graph(grundy, truth.grundy, over=truth.one_heap(), controls=BELOW_IT)
on_graph(valuation_counts, truth.heaps_by_value, over=integers(1, limit=512), controls=NOT_ALL)
on_graph(criterion, truth.is_p_position, over=POSITIONS, controls=EVEN)
study.agree(criterion, has_nim_sum_0, over=LARGE, by=NIM_SUMS, controls=EVEN)
on_graph(option, truth.winning_options, over=POSITIONS, refusal=none, controls=TAKES_ONE)

# What is refused.

NO_HEAPS = (0, *NO_NUMBERS)
NO_ANSWER = [
    *cases.unfit({"limit": 9, "heaps": 3}, limit=(0, 2**16_384), heaps=[0], algorithm=["best"]),
    {"limit": 9, "heaps": 10**18 + 1, "modulus": 7},
    {"limit": 1, "heaps": 33_220_001},  # an exact number of too many digits
    {"limit": 2**60, "heaps": 537_490},  # too much work
    {"limit": 2**1000, "heaps": 10**9, "modulus": 7, "algorithm": "direct"},
    {"limit": 2**2047, "algorithm": "direct"},
    {"limit": 2**16_000, "heaps": 10**18, "modulus": 2**30_000},
]
study.agree(answer, "refusal", over=NO_ANSWER)
study.agree(grundy, "refusal", over=[*NO_HEAPS])
study.agree(valuation_counts, "refusal", over=[*NO_HEAPS, 2**16_384])
for function in (criterion, option):
    study.agree(function, "refusal", over=[*((3, heap) for heap in NO_HEAPS), (), 7, "12"])
