"""Divisor nim's solvers against the truth.

Moduli show something only where they reduce, so heaps are among the cases of which the number of
tuples is above each of them. The thresholds by which a solver refuses what would take minutes are
lowered to where nim sums answer at once, and compared on both sides with what they say in words.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import combinations_with_replacement
from typing import Any

from fast import divisor_nim as solver
from fast.errors import LimitError, NoWinningOptionError
from research.claims.agreeing import refused
from research.claims.cases import (
    LARGEST_MODULUS,
    Call,
    Listed,
    each_with,
    every,
    in_some_order,
    integers,
    moduli_of_every_kind,
    reduced,
    unfit_moduli,
    with_another_modulus,
)
from research.studies.divisor_nim.truth import (
    BOUNDS,
    MODULUS,
    by_nim_sums,
    even_sum,
    of_few_counters,
    of_few_heaps,
    on_graph,
    one_heap,
    study,
)

Controls = dict[str, Callable[..., Any]]
DIRECT, TRANSFORM = {"algorithm": "direct"}, {"algorithm": "transform"}
BOTH = [DIRECT, TRANSFORM]
EACH = [*BOTH, {}]
answer, losing_count = solver.answer, solver.losing_count
grundy, valuation_counts = solver.grundy, solver.valuation_counts
criterion, option = solver.criterion, solver.winning_option
nim_sums, wins = reduced(by_nim_sums), reduced(on_graph.winning)

# The answer, and the number of tuples that lose.


def every_limit() -> list[Call]:
    """Every limit within the graphs, those of one heap up to 64; three heaps also left out."""
    limits = [{"limit": n, "heaps": h} for h in BOUNDS for n in range(1, min(BOUNDS[h], 64) + 1)]
    return [*limits, *every(limit=range(1, BOUNDS[3] + 1))]


def about_powers(base: int, exponents: range, steps: tuple[int, ...] = (-1, 0, 1)) -> list[int]:
    """The positive numbers about some powers of a base."""
    return sorted({base**k + step for k in exponents for step in steps} - {0})


def answer_to(change_limit: Any = int, change_heaps: Any = int) -> Any:
    """A control: the answer to another limit, or another number of heaps."""
    return lambda limit, heaps=3, **more: answer.ungated(
        change_limit(limit), change_heaps(heaps), **more
    )


def number_of_64_bits(limit: int, heaps: int, modulus: int | None = None, **_: Any) -> int:
    """A control: the number is held in 64 bits before it is reduced."""
    wins = by_nim_sums(limit, heaps)
    return wins if modulus is None else wins % 2**64 % modulus


MANY = LARGEST_MODULUS.bit_length() + 7  # heaps of so many counters make tuples above every modulus
TO_THE_GRAPHS = "one or two heaps ≤ 64, three ≤ 48, four ≤ 16, five ≤ 8"
LIMITS = Listed(TO_THE_GRAPHS, every_limit)
LIMITS_AND_MODULI = Listed(  # the sizes of the transform are powers of two
    f"{TO_THE_GRAPHS}; exact, and moduli up to 12, primes above the limits, about and above 2^32, "
    "2^63 and 2^64, with and without factors",
    lambda: each_with(
        every_limit(), [{}, *every(modulus=(*range(1, 13), 101, MODULUS)), *moduli_of_every_kind()]
    ),
)
MORE_HEAPS = Listed(
    f"limits about the powers of two up to 2048 and up to 17 heaps; to 2047, 41 and {MANY} heaps, "
    "exact and modulo numbers of every kind, below the number of tuples, with and without factors",
    lambda: [
        *every(limit=about_powers(2, range(12))[:-1], heaps=range(1, 18)),
        *each_with(
            every(limit=(5, 64, 255, 2047), heaps=(41, MANY)), [{}, *moduli_of_every_kind()]
        ),
    ],
)
FEW_COUNTERS = Listed(
    "up to 3 counters, heaps of every power of ten to 10^18, modulo numbers up to the longest, and "
    "about every power of two to 100000, exact",
    lambda: [
        *every(
            modulus=(1, 2, 7, 2**32 + 15, 2**64, 2**200 - 1),
            limit=(1, 2, 3),
            heaps=about_powers(10, range(19), (-1, 0)),
        ),
        {"limit": 3, "heaps": 9, "modulus": 2**100_000 - 1},
        *every(limit=(2, 3), heaps=[*about_powers(2, range(5, 17)), 10**5]),
    ],
)
MOST_HEAPS = Listed(
    "one counter and the most heaps of which an exact number is given",
    lambda: every(limit=[1], heaps=[33_220_000]),
)


def few_heaps(most: int, more: str = "", *others: Call) -> Listed:
    """One and two heaps with limits of 2^4, 2^5, ... bits, and some others."""
    limits = [
        2**bits + step
        for bits in (2**k for k in range(4, most.bit_length()))
        for step in (-1, 0, 2 ** (bits // 2) + 2 ** (bits // 3))
    ]
    moduli = every(modulus=(1, 97, 10**9 + 7, 2**32, 2**61 - 1, 2**64 + 13, LARGEST_MODULUS))
    return Listed(
        f"one and two heaps, limits about 2 to every power of two, to 2^{most}{more}, exact and "
        "modulo numbers",
        lambda: [*each_with(every(limit=limits, heaps=(1, 2)), [{}, *moduli]), *others],
    )


TO_512_BITS = few_heaps(512)
TO_ALL_BITS = few_heaps(
    2048,
    ", and the largest modulo a number",
    {"limit": 2**16_384 - 1, "heaps": 2, "modulus": 2**61 - 1},
)

THREE_HEAPS = Listed(  # those below 2^48 are counted side by side in one number
    "three heaps, limits about 2^16, 2^32, 2^47 to 2^49 and between the powers of two to 2^51, "
    "exact and modulo numbers",
    lambda: each_with(
        every(
            limit=[
                *(2**k + step for k in (16, 32, 47, 48, 49) for step in (-1, 0, 1)),
                *(2**k * 10 // 7 for k in range(1, 51)),
            ]
        ),
        [{}, *every(modulus=(97, 2**61 - 1))],
    ),
)


BELOW = {"heaps below the limit": lambda limit, **more: losing_count(limit - 1 or 1, **more)}
OTHER_MODULUS = {"another modulus": with_another_modulus(answer)}
OTHER_TUPLES: Controls = {"counts the losing tuples": losing_count, **OTHER_MODULUS}
ONE_MORE: Controls = {
    "one heap more": answer_to(change_heaps=lambda h: h + 1),
    "numbers of 64 bits": number_of_64_bits,
    **OTHER_MODULUS,
}
FEWER: Controls = {
    "one counter less": answer_to(lambda n: max(n - 1, 1)),
    "heaps of 8 bits": answer_to(change_heaps=lambda h: h & 255 or 1),
}
ONE: Controls = {"one": lambda limit, heaps: limit}  # noqa: ARG005
FEW_VALUES = {"of few values": answer_to(lambda n: min(n, 2**500)), **OTHER_MODULUS}
IN_47_BITS = {"heaps of 47 bits": answer_to(lambda n: n & (1 << 47) - 1 or 1), **OTHER_MODULUS}
few, pairs = of_few_counters, reduced(of_few_heaps)
NIM_SUMS, TWO, TWOS = "nim sums of the graph", "two values", "numbers of twos"

study.agree(losing_count, on_graph.losing, over=LIMITS, fixed=EACH, controls=BELOW)
study.agree(answer, wins, over=LIMITS_AND_MODULI, fixed=EACH, controls=OTHER_TUPLES)
study.agree(answer, nim_sums, over=MORE_HEAPS, fixed=EACH, controls=ONE_MORE, by=NIM_SUMS)
study.agree(answer, few, over=FEW_COUNTERS, fixed=EACH, controls=FEWER, by=TWO)
study.agree(answer, few, over=MOST_HEAPS, controls=ONE, by="powers of two numbers")
study.agree(answer, pairs, over=TO_512_BITS, fixed=DIRECT, controls=FEW_VALUES, by=TWOS)
study.agree(answer, pairs, over=TO_ALL_BITS, fixed=TRANSFORM, controls=FEW_VALUES, by=TWOS)
study.agree(answer, pairs, over=THREE_HEAPS, fixed=BOTH, controls=IN_47_BITS, by=TWOS)

# The thresholds, lowered, and what is allowed up to each of them.


def valuations(limit: int) -> int:
    """The number of valuations up to a limit, rounded up to a power of two."""
    return next(1 << k for k in range(5) if 1 << k >= limit.bit_length())


def products(limit: int, heaps: int) -> int:
    """About how many products two convolutions for each digit of half the heaps take."""
    return valuations(limit) ** 2 * 2 * (heaps // 2).bit_length()


def words(limit: int, heaps: int, modulus: int | None) -> int:
    """The words of 32 bits of a product, and one to spare."""
    return (modulus.bit_length() if modulus else heaps * limit.bit_length()) // 32 + 1


def meets(allows: Any, limit: int, heaps: int, modulus: int | None = None) -> bool:
    """Whether a condition on limit, heaps and modulus holds."""
    return bool(allows(limit, heaps, modulus))


THRESHOLDS: list[tuple[str, int, dict[str, str], Any]] = [
    # An exact number has at most 40 digits, which are 132 bits; 400 bits in all valuations.
    ("ANSWER_DIGITS", 40, TRANSFORM, lambda n, h, m: m or h * n.bit_length() <= 132),
    ("EXACT_WORK", 400, TRANSFORM, lambda n, h, m: m or h * n.bit_length() ** 2 <= 400),
    ("DIRECT_WORK", 384, DIRECT, lambda n, h, _: products(n, h) <= 384),
    (
        "DIRECT_WORK_IN_WORDS",
        1536,
        DIRECT,
        lambda n, h, m: products(n, h) * words(n, h, m) ** 2 <= 1536,
    ),
    (  # the powers take so many steps by bits
        "MODULAR_WORK",
        50_000,
        TRANSFORM,
        lambda n, h, m: (
            valuations(n) * h.bit_length() * ((m or 0) * valuations(n)).bit_length() ** 2 <= 50_000
        ),
    ),
]
LONGER_AND_LONGER = (1, 2, 7, 2**16, 2**31, 2**32 - 1, 2**32, 2**64 - 1, 2**64, 2**96, 2**128)
ABOUT_THRESHOLDS = Listed(
    "limits about powers of two to 2047 and up to 17 heaps, exact and modulo numbers to 2^200",
    lambda: each_with(
        every(limit=(1, 2, 3, 4, 5, 8, 15, 16, 17, 64, 255, 256, 2047), heaps=range(1, 18)),
        [{}, *every(modulus=(*LONGER_AND_LONGER, 2**200))],
    ),
)
for threshold, value, algorithm, allows in THRESHOLDS:
    study.agree(
        answer,
        nim_sums,
        over=ABOUT_THRESHOLDS,
        fixed=algorithm,
        by=NIM_SUMS,
        lowered={f"fast.divisor_nim.LARGEST_{threshold}": value},
        answered=partial(meets, allows),
        refusal=LimitError,
    )

# Heaps, counts and positions.


def positions(*most: int) -> Listed:
    """All positions of one, two, ... heaps up to a bound each, each in one of its orders."""
    of = zip(("one heap", "two", "three", "four", "five"), most, strict=True)
    return Listed(
        f"all positions of {', '.join(f'{heaps} ≤ {n}' for heaps, n in of)}, each in one of its "
        "orders",
        lambda: in_some_order(
            position
            for heaps, n in enumerate(most, 1)
            for position in combinations_with_replacement(range(1, n + 1), heaps)
        ),
    )


BELOW_IT = {"the largest power of 2 below": lambda heap: heap.bit_length() - 1}
NOT_ALL = {"without the last": lambda limit: valuation_counts(limit)[:-1]}
EVEN = {"an even sum": even_sum}
TAKES_ONE = {"takes one from the last heap": lambda p: (*p[:-1], max(p[-1] - 1, 1))}
p_positions, winning = on_graph.is_p_position, on_graph.winning_options
SMALLER, none = positions(512, 32, 16, 8, 5), NoWinningOptionError

study.agree(grundy, on_graph.grundy, over=one_heap(), controls=BELOW_IT)
study.agree(valuation_counts, on_graph.counts, over=integers(1, limit=512), controls=NOT_ALL)
study.agree(criterion, p_positions, over=positions(2048, 48, 24, 12, 8), controls=EVEN)
study.agree(option, winning, over=SMALLER, refusal=none, controls=TAKES_ONE)

# What is refused.

NOT_A_NUMBER = (0, -1, 2.0, "5", True, None)
NO_ANSWER = refused(
    lambda: [
        *every(limit=(*NOT_A_NUMBER, 2**16_384)),
        *every(limit=[9], heaps=(*NOT_A_NUMBER, 10**18 + 1)),
        {"limit": 9, "heaps": 10**18 + 1, "modulus": 7},
        {"limit": 9, "algorithm": "best"},
        {"limit": 1, "heaps": 33_220_001},  # an exact number of too many digits
        {"limit": 2**60, "heaps": 537_490},  # too much work
        {"limit": 2**1000, "heaps": 10**9, "modulus": 7, "algorithm": "direct"},
        {"limit": 2**2047, "algorithm": "direct"},
        {"limit": 2**16_000, "heaps": 10**18, "modulus": 2**30_000},
        *each_with([{"limit": 9}], unfit_moduli()),
    ]
)
NO_POSITIONS = refused(lambda: [*((3, heap) for heap in NOT_A_NUMBER), (), 7, "12", None])

for function, arguments in (
    (answer, NO_ANSWER),
    (losing_count, NO_ANSWER),
    (grundy, refused(lambda: NOT_A_NUMBER)),
    (valuation_counts, refused(lambda: (*NOT_A_NUMBER, 2**16_384))),
    (criterion, NO_POSITIONS),
    (option, NO_POSITIONS),
):
    study.agree(function, "refusal", over=arguments)
