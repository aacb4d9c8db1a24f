"""The silver dollar's solvers against the truth.

Both counts are compared on the graph, then with tables of all tuples of gaps, then with the tables
of carries as EulerSolve prints them. Limits on work are lowered to where tables of tuples answer at
once, and the solver is compared on both sides of each with what the limit says in words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from math import comb, prod
from typing import Any

from fast import modular
from fast import silver_dollar as solver
from fast.errors import LimitError, NoWinningOptionError
from research.claims.agreeing import refused
from research.claims.cases import (
    Call,
    Listed,
    each_with,
    every,
    reduced,
    squarefree_moduli,
    unfit_moduli,
)
from research.studies.silver_dollar import counting, formulas, truth
from research.studies.silver_dollar.counting import MOST
from research.studies.silver_dollar.findings import NEVER_SHIFTED, NOT_THE_ANSWER, ONE_LEFT_OUT
from research.studies.silver_dollar.truth import BOUND, calls, study

CARRY, SUMMATION = {"algorithm": "carry"}, {"algorithm": "summation"}
EACH = [CARRY, SUMMATION, {}]
TUPLES, CARRIES = "tables of tuples", "tables of carries"
# Polynomials are of one kind up to 64 bits and of another beyond, so some are at that border.
LARGE_PRIMES = (
    *(10**9 + 7, 2**31 - 1, 2**32 - 5, 2**32 + 15),
    *(2**61 - 1, 2**64 - 59, 2**64 + 13, 2**89 - 1),
)
LONG_PRIMES = (2, 2**61 - 1, 2**64 - 59, 2**64 + 13, 2**127 - 1, 2**89 - 1, 2**255 - 19)
MODULI = every(modulus=(*range(1, 13), 2**32, 2**63, 2**64, 6**30, *LARGE_PRIMES))
WITH_FACTORS = [
    *(*squarefree_moduli(), *every(modulus=(11, 13))),
    {"modulus": prod(truth.FACTORS), "factors": truth.FACTORS},
]
PRIMES_REACHED = every(modulus=[p for p in range(2, MOST + 6) if all(p % d for d in range(2, p))])


# The number of losing positions, and the answer.


def sizes(squares: int, coins: int, more: str = "", moduli: Iterable[Call] = ({},)) -> Listed:
    """Every length with every number of worthless coins, also too many, and with moduli."""
    each = every(squares=range(squares + 1), coins=range(coins + 1))
    return Listed(f"n ≤ {squares}, c ≤ {coins}{more}", lambda: each_with(each, moduli))


on_the_graph, in_the_tables = partial(sizes, BOUND, BOUND + 1), partial(sizes, MOST, 15)
MANY_COINS = calls(
    "200 to 65535 squares, 8 to 99 coins, exact",
    squares=(200, 255, 256, 1000, 2**12 + 1, 2**16 - 1),
    coins=(8, 31, 32, 33, 64, 99),
)
MANY_COINS_AND_MODULI = Listed(
    "200 to 4097 squares, 24 to 41 coins, modulo numbers of every kind, all below the numbers "
    "of configurations, with and without factors",
    lambda: each_with(
        [{"squares": n, "coins": c} for n, c in ((200, 40), (257, 41), (4097, 24))], WITH_FACTORS
    ),
)


@reduced
def won(squares: int, coins: int) -> int:
    """The number of won configurations on the graph."""
    return truth.winning(squares, coins + 1)


@reduced
def losing(squares: int, coins: int) -> int:
    """The number of lost configurations on the graph."""
    return truth.losing(squares, coins + 1)


@reduced
def of_64_bits(squares: int, coins: int) -> int:
    """The answer, held in 64 bits before it is reduced."""
    return formulas.winning(squares, coins) & (2**64 - 1)


answer, lost = solver.answer, solver.losing_count
tabled, counted = reduced(counting.answer), reduced(formulas.winning)
agree_with_graph = partial(study.agree, by="the graph")

EVERY_NUMBER = on_the_graph(", modulo every number to 12 and large ones", MODULI)
EVERY_KIND = on_the_graph(
    ", modulo 1, primes below and above the size and about 2^32 and 2^64, and products of "
    "different primes, with and without factors",
    WITH_FACTORS,
)
TABLED = in_the_tables(", exact")
TABLED_MODULO = in_the_tables(
    ", modulo every prime up to the size and a little above", PRIMES_REACHED
)
LIMITED = in_the_tables(
    ", exact and modulo primes of one to four words", [{}, *every(modulus=LONG_PRIMES)]
)
TOO_MANY = {"a coin too many": lambda coins, **more: lost(coins=coins + 1, **more)}
CUT = {"numbers of 64 bits": of_64_bits}

agree_with_graph(lost, losing, over=on_the_graph(), fixed=EACH, controls=TOO_MANY)
agree_with_graph(lost, losing, over=EVERY_NUMBER, controls=TOO_MANY)
agree_with_graph(answer, won, over=on_the_graph(", exact"), fixed=EACH, controls=NOT_THE_ANSWER)
agree_with_graph(answer, won, over=EVERY_KIND, fixed=EACH, controls=ONE_LEFT_OUT)
study.agree(answer, tabled, by=TUPLES, over=TABLED, fixed=EACH, controls=ONE_LEFT_OUT)
study.agree(answer, tabled, by=TUPLES, over=TABLED_MODULO, controls=ONE_LEFT_OUT)
study.agree(answer, counted, by=CARRIES, over=MANY_COINS, fixed=EACH, controls=CUT)
study.agree(answer, counted, by=CARRIES, over=MANY_COINS_AND_MODULI, fixed=EACH, controls=CUT)

# The limits on its work, lowered. An answer counts configurations of m coins on n squares and up to
# three times gaps: m + 1 of them, or one fewer, with a sum of n - m or one more.


def words(number: int) -> int:
    """How many words of 64 bits a number takes."""
    return max((number.bit_length() + 63) // 64, 1)


def work(limit: str, n: int, m: int, modulus: int | None) -> int:
    """What a limit bounds, at most: a size in bits, or in words of the modulus, steps, or a sum."""
    counts = [(m + 1, n - m)] if 1 < m <= n else []
    counts += [(m + 1, n - m + 1), (m, n - m + 1)] if counts and m % 2 else []
    sizes = [(m, n), *counts] if m <= n else []
    size = max((gaps * max(total.bit_length(), 1) for gaps, total in sizes), default=0)
    if limit == "EXACT_SIZE":
        return 0 if modulus else size
    if limit == "MODULAR_SIZE":  # each word counts fourfold if there are several
        return size * (1 if modulus is None or words(modulus) == 1 else 4 * words(modulus))
    if limit == "TOTAL_OF_SUMMATION":
        return max((total for _, total in counts), default=0)
    of = (modulus or 2 ** (gaps * total.bit_length()) // 2 for gaps, total in counts)
    steps = (
        (total + 1) * (gaps + 1) * words(number)
        for (gaps, total), number in zip(counts, of, strict=True)
    )
    return max(steps, default=0)


def within(limit: str, most: int, squares: int, coins: int, modulus: int | None = None) -> bool:
    """Whether the work is within a limit."""
    return work(limit, squares, coins + 1, modulus) <= most


for limit, most, algorithm in (
    ("EXACT_SIZE", 40, CARRY),
    ("EXACT_SIZE", 40, SUMMATION),
    ("MODULAR_SIZE", 100, CARRY),
    ("SUMMATION", 500, SUMMATION),
    ("TOTAL_OF_SUMMATION", 20, SUMMATION),
):
    study.agree(
        answer,
        tabled,
        by=TUPLES,
        over=LIMITED,
        fixed=algorithm,
        lowered={f"fast.silver_dollar.LARGEST_{limit}": most},
        answered=partial(within, limit, most),
        refusal=LimitError,
    )

# Positions.

EVERY_POSITION = f"positions on {BOUND} squares with any number of coins"
criterion, option = solver.criterion, solver.winning_option


SHIFTED = {
    "rank 1 as rank 2": lambda squares, silver: criterion(
        squares, 2 if silver == 1 and len(squares) > 2 else silver
    )
}
agree_with_graph(
    criterion,
    truth.loses,
    over=Listed(f"{EVERY_POSITION} and any silver dollar", truth.positions().cases),
    controls=NEVER_SHIFTED | SHIFTED,
)
agree_with_graph(
    option,
    truth.winning_options,
    over=Listed(f"{EVERY_POSITION}, refusals included", truth.positions().cases),
    refusal=NoWinningOptionError,
    controls={
        "always pockets": truth.pocketed,
        "never refuses": lambda squares, silver: (
            truth.pocketed if criterion(squares, silver) else option
        )(squares, silver),
    },
)

# Tuples of gaps and heaps.

tuples = solver.count


def tuples_to(total: int, active: int, passive: int) -> list[Call]:
    """Every sum and numbers of gaps up to these."""
    return every(total=range(total + 1), active=range(active + 1), passive=range(passive + 1))


ONE_PASSIVE = {
    "one active gap passive": lambda total, active, passive, **more: tuples(
        total, max(active - 1, 0), passive + 1, **more
    )
}
BELOW_32 = {"sums below 32 only": lambda total, **more: tuples(total % 32, **more)}
ONE_MORE = {"one heap more": lambda heaps, **more: solver.heaps_with_sum(heaps + 1, **more)}

study.agree(
    tuples,
    reduced(counting.count),
    by=TUPLES,
    over=Listed(
        f"total ≤ {MOST}, active ≤ 8, passive ≤ 5, exact; total ≤ 17, active and passive ≤ 3, "
        f"modulo every number to 12 and large ones",
        lambda: [*tuples_to(MOST, 8, 5), *each_with(tuples_to(17, 3, 3), MODULI)],
    ),
    controls=ONE_PASSIVE | BELOW_32,
)
study.agree(
    solver.heaps_with_sum,
    reduced(counting.heaps_with_sum),
    by=TUPLES,
    over=Listed(
        f"heaps ≤ 9, total ≤ {MOST}, exact and modulo every number to 12 and large ones",
        lambda: each_with(every(heaps=range(10), total=range(MOST + 1)), [{}, *MODULI]),
    ),
    controls=ONE_MORE,
)


def binomial(upper: int, lower: int, primes: tuple[int, ...]) -> int:
    """C(upper, lower) by the standard library, reduced."""
    return comb(upper, lower) % prod(primes)


def of_the_last_digits(upper: int, lower: int, primes: tuple[int, ...]) -> int:
    """The binomial coefficient of the last digits only."""
    least = min(primes, default=1)
    return modular.binomial_modulo(upper % least, lower % least, primes)


study.agree(
    modular.binomial_modulo,
    binomial,
    over=calls(
        "C(n, k) with n ≤ 40 and k ≤ 42 modulo products of small primes",
        upper=range(41),
        lower=range(43),
        primes=((), (2,), (3,), (5,), (7,), (41,), (43,), (2, 3), (5, 3), (2, 7, 11)),
    ),
    by="the standard library",
    controls={"the last digits only": of_the_last_digits},
)

# What is refused.

NOT_A_SIZE = (-1, 2.0, "5", True, None)
SMALL = {"squares": 9, "coins": 2}


def refuses(fast: Callable[..., Any], *cases: Call) -> None:
    """Compare a solver on arguments that it must refuse."""
    study.agree(fast, "refusal", over=refused(lambda: cases))


def wrong(*names: str, call: Call, values: Sequence[Any] = NOT_A_SIZE) -> list[Call]:
    """A call with each of the wrong values of each of the arguments."""
    return [call | {name: value} for name in names for value in values]


NO_SIZE = [
    *wrong("squares", "coins", call=SMALL),
    SMALL | {"algorithm": "best"},
    {"squares": 10**18, "coins": 10**18 - 1, "modulus": 7},
    {"squares": 10**18, "coins": 333},  # exact numbers that are too long
    {"squares": 10**18, "coins": 33_333, "modulus": 7},
    {"squares": 10**18, "coins": 2_100, "modulus": 2**255 - 19},
    {"squares": 10**9, "coins": 2, "modulus": 7, "algorithm": "summation"},
    {"squares": 10**7, "coins": 30, "modulus": 7, "algorithm": "summation"},
    {"squares": 10**6, "coins": 900, "algorithm": "summation"},
    *each_with([SMALL], unfit_moduli()),
]
refuses(lost, *NO_SIZE)
refuses(
    answer,
    *NO_SIZE,
    {"squares": 2**20_000, "coins": 0},
    {"squares": 2**2_000_000, "coins": 0, "modulus": 7},
    # Squarefree with known factors: an answer, not a count, has to divide.
    *every(squares=[9, 1], coins=[2], modulus=[4, 6, 15, 2**64]),
    SMALL | {"modulus": 2**521 - 1},
)
FEW_GAPS = {"total": 9, "active": 2, "passive": 2}
refuses(
    tuples,
    *wrong("total", "active", "passive", call=FEW_GAPS),
    FEW_GAPS | {"modulus": 0},
    {"total": 2**1000, "active": 10, "passive": 10},
    {"total": 0, "active": 10**18, "passive": 0},
    {"total": 0, "active": 0, "passive": 10**18, "modulus": 7},
    {"total": 2**1000, "active": 1_000, "passive": 1_000, "modulus": 7},
)
refuses(
    solver.heaps_with_sum,
    *wrong("heaps", "total", call={"heaps": 2, "total": 2}),
    *({"heaps": 20_001, "total": 2}, {"heaps": 2, "total": 2_000_001}),
    {"heaps": 2, "total": 2, "modulus": 0},
    {"heaps": 10_000, "total": 2_000_000},
)
for function in (criterion, option):
    refuses(
        function,
        *every(squares=[(0, square) for square in NOT_A_SIZE], silver=[0]),
        *every(squares=[(0, 3)], silver=[*NOT_A_SIZE, 2]),
        *every(squares=[(), (1, 1), (2, 1), (1, 2, 2), "01", 5, None], silver=[0]),
    )
SMALL_BINOMIAL = {"upper": 9, "lower": 2, "primes": (7,)}
refuses(
    modular.binomial_modulo,
    *wrong("upper", "lower", call=SMALL_BINOMIAL),
    *wrong("primes", call=SMALL_BINOMIAL, values=[*((n,) for n in (0, 1, *NOT_A_SIZE)), (7, 7)]),
    {"upper": 20_000_002, "lower": 10_000_001, "primes": (2**61 - 1,)},
)
