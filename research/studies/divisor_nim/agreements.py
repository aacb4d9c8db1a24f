"""Divisor nim's study: the oracle in the solvers' signatures, and their agreements.

Source: 002_24a47db72139cfb1.txt. There is an explicit graph for each number of heaps from one to
five, each to its own bound. Up to 17 heaps are counted by nim sums of the Grundy values in the
graph of one heap; larger cases are computed by the two solvers, which share only the counts c_k.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate, combinations_with_replacement
from math import factorial, prod
from typing import TYPE_CHECKING, Any

from fast import divisor_nim as solver
from fast.errors import NoWinningOptionError
from oracles.games.divisor_nim import DivisorNim, Heaps
from research.claims.claim import Source
from research.claims.finite import agree_on_all, refuse_all
from research.claims.moduli import of_every_kind, unfit
from research.claims.strategies import evenly
from research.claims.study import Study
from research.studies.divisor_nim.pictures import PICTURES

if TYPE_CHECKING:
    from oracles.solve import Truth

SOURCE = Source("002_24a47db72139cfb1.txt")
BEYOND = Source("beyond the source")
BOUNDS = {1: 2048, 2: 96, 3: 48, 4: 16, 5: 8}  # largest heap in the graph of so many heaps
ONE = f"one heap ≤ {BOUNDS[1]}"
THREE = f"three heaps ≤ {BOUNDS[3]}"
HEADLINE = 123456787654321
MODULUS = 1234567890

study = Study(
    "divisor-nim",
    DivisorNim(),
    title="Divisor nim",
    about="""
There are heaps of counters, three in the source. A player chooses a heap of $n$ counters and a
proper divisor $d$ of $n$ ($d$ divides $n$ and $d < n$), and takes $d$ counters from it. A heap of
one counter allows no move; who cannot move loses. The question is $S(n)$, the number of triples of
heaps from $1$ to $n$, in order, in which the player to move wins.
""",
    source=SOURCE.at("Project Euler Problem 509"),
    answer=solver.answer,
    headline={"limit": HEADLINE, "heaps": 3, "modulus": MODULUS},
    pictures=PICTURES,
    label=lambda heaps: " ".join(map(str, heaps)),
)


# What the oracle gives, in the solvers' signatures.


@cache
def truth_of(heaps: int) -> Truth:
    """The truth for a number of heaps, to its bound."""
    from oracles.solve import solve  # networkx is slow to import

    return solve(DivisorNim(heaps), BOUNDS[heaps])


def true_grundy(heap: int) -> int:
    """Grundy value of one heap, from the graph."""
    value = truth_of(1).grundy((heap,))
    assert isinstance(value, int)
    return value


@cache
def true_grundy_values() -> list[int]:
    """Grundy values of all heaps from 1 to the bound, from the graph."""
    return [true_grundy(heap) for heap in one_heap()]


def reachable_values(heap: int) -> set[int]:
    """Grundy values of the options of one heap, from the graph."""
    return {true_grundy(option[0]) for option in truth_of(1).options((heap,))}


def true_criterion(heaps: Heaps) -> bool:
    """Whether the graph says that a position is a P-position; heaps in any order."""
    return truth_of(len(heaps)).outcome(tuple(sorted(heaps))) == "P"


def true_winning_options(heaps: Heaps) -> list[Heaps]:
    """The graph's winning options of a position."""
    return truth_of(len(heaps)).winning_options(tuple(sorted(heaps)))


def orders(position: Heaps) -> int:
    """Number of tuples that the position, written in order of size, stands for."""
    return factorial(len(position)) // prod(map(factorial, Counter(position).values()))


@cache
def tuples_by_outcome(heaps: int) -> dict[str, list[int]]:
    """Number of tuples up to each limit by outcome, each position with all its orders."""
    truth = truth_of(heaps)
    largest: dict[str, Counter[int]] = {"P": Counter(), "N": Counter()}
    for position in truth.positions:
        largest[truth.outcome(position)][position[-1]] += orders(position)
    return {
        outcome: list(accumulate(found[limit] for limit in range(BOUNDS[heaps] + 1)))
        for outcome, found in largest.items()
    }


def true_losing_count(limit: int, heaps: int = 3) -> int:
    """Number of tuples that the player to move loses, from the graph."""
    return tuples_by_outcome(heaps)["P"][limit]


def true_answer(
    limit: int,
    heaps: int = 3,
    modulus: int | None = None,
    factors: object = None,  # noqa: ARG001
) -> int:
    """Number of tuples that the player to move wins, from the graph."""
    winning = tuples_by_outcome(heaps)["N"][limit]
    return winning if modulus is None else winning % modulus


def losing_by_nim_sums(counts: Sequence[int], heaps: int) -> int:
    """Number of tuples of heaps with nim sum 0, heap after heap, from the number of each value."""
    reached: Counter[int] = Counter({0: 1})
    for _ in range(heaps):
        following: Counter[int] = Counter()
        for nim_sum, ways in reached.items():
            for value, count in enumerate(counts):
                following[nim_sum ^ value] += ways * count
        reached = following
    return reached[0]


def answer_by_nim_sums(limit: int, heaps: int) -> int:
    """Number of tuples that the player to move wins, by nim sums of the graph's values."""
    tuples: int = limit**heaps
    return tuples - losing_by_nim_sums(true_valuation_counts(limit), heaps)


def true_valuation_counts(limit: int) -> list[int]:
    """Numbers up to a limit by their Grundy value in the graph."""
    counts = Counter(true_grundy_values()[:limit])
    return [counts[k] for k in range(max(counts) + 1)]


def valuation(number: int) -> int:
    """The exponent of 2 in a number, by division."""
    exponent = 0
    while number % 2 == 0:
        number, exponent = number // 2, exponent + 1
    return exponent


def split(number: int) -> tuple[int, int]:
    """Return k and the odd m with number = 2^k m."""
    k = valuation(number)
    return k, number // 2**k


# Cases.


def three_heaps() -> Iterator[Heaps]:
    """All positions of the graph of three heaps, smallest first."""
    return iter(sorted(truth_of(3).positions, key=sum))


def one_heap() -> range:
    """All heaps of the graph of one heap."""
    return range(1, BOUNDS[1] + 1)


def moves(bound: int = BOUNDS[1]) -> Iterator[tuple[int, int]]:
    """All heaps n up to a bound with each proper divisor d of n."""
    return ((n, d) for n in range(1, bound + 1) for d in range(1, n // 2 + 1) if n % d == 0)


def large_heap(most: int = HEADLINE) -> Any:
    """Strategy: a number of the size of ``most``, often with a large power of 2 in it."""
    from hypothesis import strategies as st

    def with_power(drawn: tuple[int, int]) -> int:
        number, exponent = drawn
        return number >> exponent << exponent or number

    return st.tuples(evenly((most + 1) // 2, most), st.integers(0, most.bit_length())).map(
        with_power
    )


def large_moves() -> Any:
    """Strategy: a heap n of the size of the headline's limit with a proper divisor d of it."""
    from hypothesis import strategies as st

    quotient = st.integers(1, HEADLINE.bit_length() - 1).flatmap(
        lambda bits: evenly(2 ** (bits - 1) + 1, 2**bits)
    )
    return quotient.flatmap(lambda e: large_heap(HEADLINE // e).map(lambda d: (d * e, d)))


LARGE_MOVES = "heaps n ≤ 123456787654321 with a proper divisor, drawn as n = d·e"


# Agreements.


def is_winning(found: Heaps | None, options: list[Heaps]) -> bool:
    """Whether an option is one of the winning ones, or rightly refused."""
    return tuple(sorted(found)) in options if found else not options


def every_position(bounds: dict[int, int]) -> list[dict[str, Any]]:
    """Every position of so many heaps up to a bound each, its heaps in one of their orders."""
    turned = (
        position[i % len(position) :] + position[: i % len(position)]
        for heaps, bound in bounds.items()
        for i, position in enumerate(combinations_with_replacement(range(1, bound + 1), heaps))
    )
    return [{"heaps": position} for position in turned]


def every_limit() -> list[dict[str, Any]]:
    """Every limit within the graphs, those of one heap up to 64; three heaps also left out."""
    limits = [
        {"limit": limit, "heaps": heaps}
        for heaps, bound in BOUNDS.items()
        for limit in range(1, min(bound, 64) + 1)
    ]
    return limits + [{"limit": case["limit"]} for case in limits if case["heaps"] == 3]


def every_limit_and_modulus() -> list[dict[str, Any]]:
    """The same, with each of the moduli."""
    return [case | modulus for case in every_limit() for modulus in MODULI]


def more_heaps() -> list[dict[str, Any]]:
    """Limits about each power of two up to 2048, with up to 17 heaps."""
    limits = {2**k + step for k in range(12) for step in (-1, 0, 1)} & set(one_heap())
    return [{"limit": n, "heaps": heaps} for n in sorted(limits) for heaps in range(1, 18)]


# The sizes of the transform are powers of two.
MODULI: list[dict[str, Any]] = [
    *({"modulus": modulus} for modulus in (*range(1, 13), 101, MODULUS)),
    *of_every_kind(),
]


def ends() -> list[dict[str, Any]]:
    """Up to three counters with heaps of each power of ten to the last number, and a modulus."""
    heaps = sorted({10**k + step for k in range(19) for step in (-1, 0)} - {0})
    moduli = ({"modulus": modulus} for modulus in (1, 2, 7, 2**32 + 15, 2**64, 2**200 - 1))
    cases = [
        {"limit": limit, "heaps": h} | modulus
        for modulus in moduli
        for limit in (1, 2, 3)
        for h in heaps
    ]
    # The longest modulus.
    cases.append({"limit": 3, "heaps": 9, "modulus": 2**100_000 - 1})
    return cases


def few_counters(limit: int, heaps: int, modulus: int | None = None) -> int:
    """Tuples of heaps up to 3 that win: of Grundy values 0 and 1 an odd number is 1.

    With a heaps of value 0 and b of value 1 to choose from, half of (a + b)^h - (a - b)^h.
    """
    values = true_grundy_values()[:limit]
    both, difference = len(values), values.count(0) - values.count(1)
    if modulus is None:
        wins: int = (both**heaps - difference**heaps) // 2
        return wins
    twice = 2 * modulus
    return (pow(both, heaps, twice) - pow(difference, heaps, twice)) % twice // 2


LIMITS = "one or two heaps ≤ 64, three ≤ 48, four ≤ 16, five ≤ 8"
OF_EACH_KIND = "moduli up to 12, primes above the limits, about and above 2^32, 2^63 and 2^64"


def one_heap_more(limit: int, heaps: int = 3, **more: Any) -> int:
    """A wrong twin of the answer: one heap more."""
    return solver.answer.ungated(limit, heaps + 1, **more)


def next_modulus(modulus: int, factors: object = None, **more: Any) -> int:  # noqa: ARG001
    """A wrong twin of the answer: modulo the next number."""
    return solver.answer.ungated(modulus=modulus + 1, **more)


def below(limit: int, **more: Any) -> int:
    """A wrong twin of the count: heaps below the limit only."""
    return solver.losing_count(max(limit - 1, 1), **more)


for algorithm in ({"algorithm": "direct"}, {"algorithm": "transform"}, {}):
    agree_on_all(
        study,
        solver.losing_count,
        true_losing_count,
        LIMITS,
        every_limit,
        fixed=algorithm,
        truth="the graph",
        controls={"heaps below the limit only": below},
    )
    agree_on_all(
        study,
        solver.answer,
        true_answer,
        LIMITS,
        every_limit,
        fixed=algorithm,
        truth="the graph",
        controls={"counts the losing tuples": solver.losing_count, "one heap more": one_heap_more},
    )
    agree_on_all(
        study,
        solver.answer,
        true_answer,
        f"{LIMITS}; {OF_EACH_KIND}, with and without factors",
        every_limit_and_modulus,
        fixed=algorithm,
        truth="the graph",
        controls={"another modulus": next_modulus},
    )
    agree_on_all(
        study,
        solver.answer,
        answer_by_nim_sums,
        "limits about the powers of two up to 2048 and up to 17 heaps, by nim sums of Grundy "
        f"values from the graph of {ONE}",
        more_heaps,
        fixed=algorithm,
        truth="nim sums",
        controls={"one heap more": one_heap_more},
    )
    agree_on_all(
        study,
        solver.answer,
        few_counters,
        "up to 3 counters, heaps of every power of ten to 10^18, modulo numbers up to the longest",
        ends,
        fixed=algorithm,
        truth="two values",
        controls={
            "one counter less": lambda limit, **more: solver.answer.ungated(
                max(limit - 1, 1), **more
            )
        },
    )

agree_on_all(
    study,
    solver.answer,
    few_counters,
    "one counter and the most heaps of which an exact number is given",
    lambda: [{"limit": 1, "heaps": 33_220_000}],
    truth="powers of two numbers",
    controls={"one": lambda limit, heaps: limit},  # noqa: ARG005
)

agree_on_all(
    study,
    solver.grundy,
    true_grundy,
    f"one heap ≤ {BOUNDS[1]}",
    lambda: [{"heap": heap} for heap in one_heap()],
    truth="the graph",
    controls={"the largest power of 2 below": lambda heap: heap.bit_length() - 1},
)
agree_on_all(
    study,
    solver.valuation_counts,
    true_valuation_counts,
    "limit ≤ 512",
    lambda: [{"limit": limit} for limit in range(1, 513)],
    truth="the graph",
    controls={"without the last": lambda limit: solver.valuation_counts(limit)[:-1]},
)
agree_on_all(
    study,
    solver.criterion,
    true_criterion,
    "all positions of one heap ≤ 2048, two ≤ 48, three ≤ 24, four ≤ 12, five ≤ 8, each in one of "
    "its orders",
    lambda: every_position({1: 2048, 2: 48, 3: 24, 4: 12, 5: 8}),
    truth="the graph",
    controls={"an even sum": lambda heaps: sum(map(valuation, heaps)) % 2 == 0},
)
agree_on_all(
    study,
    solver.winning_option,
    true_winning_options,
    "all positions of one heap ≤ 512, two ≤ 32, three ≤ 16, four ≤ 8, five ≤ 5, each in one of "
    "its orders, refusals included",
    lambda: every_position({1: 512, 2: 32, 3: 16, 4: 8, 5: 5}),
    agree=is_winning,
    refusal=NoWinningOptionError,
    truth="the graph",
    controls={"takes one from the last heap": lambda heaps: (*heaps[:-1], max(heaps[-1] - 1, 1))},
)

NOT_A_NUMBER = (0, -1, 2.0, "5", True, None)
for function in (solver.answer, solver.losing_count):
    refuse_all(
        study,
        function,
        lambda: [
            *({"limit": limit} for limit in (*NOT_A_NUMBER, 2**16_384)),
            *({"limit": 9, "heaps": heaps} for heaps in (*NOT_A_NUMBER, 10**18 + 1)),
            {"limit": 9, "heaps": 10**18 + 1, "modulus": 7},
            {"limit": 9, "algorithm": "best"},
            {"limit": 1, "heaps": 33_220_001},  # an exact number of too many digits
            {"limit": 2**60, "heaps": 537_490},  # too much work
            {"limit": 2**1000, "heaps": 10**9, "modulus": 7, "algorithm": "direct"},
            {"limit": 2**2047, "algorithm": "direct"},
            {"limit": 2**16_000, "heaps": 10**18, "modulus": 2**30_000},
            *({"limit": 9} | modulus for modulus in unfit()),
        ],
    )
refuse_all(study, solver.grundy, lambda: [{"heap": heap} for heap in NOT_A_NUMBER])
refuse_all(
    study,
    solver.valuation_counts,
    lambda: [{"limit": limit} for limit in (*NOT_A_NUMBER, 2**16_384)],
)
for of_position in (solver.criterion, solver.winning_option):
    refuse_all(
        study,
        of_position,
        lambda: [
            *({"heaps": (3, heap)} for heap in NOT_A_NUMBER),
            *({"heaps": heaps} for heaps in ((), 7, "12", None)),
        ],
    )
