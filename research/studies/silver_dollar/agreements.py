"""The silver dollar's solvers against the truth, and at full size.

Both counts are compared on the graph, and beyond it with the tables of carries as EulerSolve prints
them, which are proved. Where no graph gets, the local check speaks for the solver's criterion.
"""

from __future__ import annotations

from functools import partial
from itertools import accumulate
from math import comb, prod
from typing import Any

from fast import modular
from fast import silver_dollar as solver
from fast.errors import NoWinningOptionError
from oracles.games.silver_dollar import Strip
from research.claims import cases
from research.claims.agreeing import refused
from research.claims.cases import (
    Call,
    Drawn,
    Listed,
    each_with,
    every,
    of_every_size,
    reduced,
    squarefree_moduli,
    st,
    unfit_moduli,
    with_wrong,
)
from research.claims.claim import OURS
from research.studies.silver_dollar import formulas, truth
from research.studies.silver_dollar.truth import BOUND, calls, study

answer, criterion, option = solver.answer, solver.criterion, solver.winning_option
CARRY, SUMMATION = {"algorithm": "carry"}, {"algorithm": "summation"}
EACH = [CARRY, SUMMATION, {}]
CARRIES = "tables of carries"
# Polynomials are of one kind up to 64 bits and of another beyond, so some are at that border.
LONG_PRIMES = (2**61 - 1, 2**64 - 59, 2**64 + 13, 2**89 - 1)
WITH_FACTORS = [*squarefree_moduli(), {"modulus": prod(truth.FACTORS), "factors": truth.FACTORS}]
# Primes below and above the lengths.
PRIMES = (2, 3, 5, 7, 31, 257, 10**9 + 7, *LONG_PRIMES)

# The number of losing positions, and the answer.


def some_primes(size: Call, primes: set[int]) -> Call:
    """A call modulo a product of primes; exact if there are none."""
    factors = tuple(sorted(primes))
    return size | ({"modulus": prod(factors), "factors": factors} if factors else {})


def drawn(words: str, length: int, coins: int) -> Drawn:
    """Strips and coins of every size, exact and modulo products of primes of every size."""
    return Drawn(
        f"12 ≤ n ≤ {words} of every size, c ≤ {coins}, exact and modulo products of primes of "
        "every size",
        lambda: st.builds(
            some_primes,
            cases.calls(squares=of_every_size(12, length), coins=of_every_size(0, coins)),
            st.sets(st.sampled_from(PRIMES), max_size=3),
        ),
    )


EVERY_SIZE = every(squares=range(BOUND + 1), coins=range(BOUND + 2))
ON_THE_GRAPH = f"n ≤ {BOUND}, c ≤ {BOUND + 1}"
EXACT = Listed(f"{ON_THE_GRAPH}, exact", lambda: EVERY_SIZE)
EVERY_KIND = Listed(
    f"{ON_THE_GRAPH}, modulo 1, primes below and above the size and about 2^32 and 2^64, and "
    "products of different primes, with and without factors",
    lambda: each_with(EVERY_SIZE, WITH_FACTORS),
)
TO_48 = Listed(
    "n ≤ 48, c ≤ 15, exact and modulo the primes to 53",
    lambda: each_with(
        every(squares=range(49), coins=range(16)),
        [{}, *every(modulus=[p for p in range(2, 54) if all(p % d for d in range(2, p))])],
    ),
)
MANY_COINS = calls(
    "200 to 65535 squares, 8 to 99 coins, exact",
    squares=(200, 256, 1000, 2**12 + 1, 2**16 - 1),
    coins=(8, 31, 32, 33, 99),
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
def of_64_bits(squares: int, coins: int) -> int:
    """The answer, held in 64 bits before it is reduced."""
    return formulas.winning(squares, coins) & (2**64 - 1)


counted = reduced(formulas.winning)
agree_with_graph = partial(study.agree, by="the graph")
ONE_LEFT_OUT = {
    "one square left out": lambda squares, **more: answer.ungated(max(squares - 1, 0), **more)
}
AS_ODD = {
    "one coin as other odd numbers": lambda squares, coins, **more: (
        answer.ungated(squares, coins, **more) - (coins == 0 and squares > 0)
    )
}
CUT = {"numbers of 64 bits": of_64_bits}

agree_with_graph(answer, won, over=EXACT, fixed=EACH, controls=ONE_LEFT_OUT | AS_ODD)
agree_with_graph(answer, won, over=EVERY_KIND, fixed=EACH, controls=ONE_LEFT_OUT)
study.agree(answer, counted, by=CARRIES, over=TO_48, fixed=EACH, controls=ONE_LEFT_OUT)
study.agree(answer, counted, by=CARRIES, over=MANY_COINS, fixed=EACH, controls=CUT)
study.agree(answer, counted, by=CARRIES, over=MANY_COINS_AND_MODULI, fixed=EACH, controls=CUT)
for algorithm, far in ((CARRY, drawn("10^18", 10**18, 60)), (SUMMATION, drawn("3000", 3000, 80))):
    study.agree(answer, counted, by=CARRIES, over=far, fixed=algorithm, controls=ONE_LEFT_OUT)

# Positions.

EVERY_POSITION = Listed(
    f"positions on {BOUND} squares with any number of coins and any silver dollar",
    truth.positions().cases,
)
NEVER_SHIFTED = {"rank 2 as rank 1": lambda squares, silver: criterion(squares, min(silver, 1))}
SHIFTED = {
    "rank 1 as rank 2": lambda squares, silver: criterion(
        squares, 2 if silver == 1 and len(squares) > 2 else silver
    )
}
agree_with_graph(criterion, truth.loses, over=EVERY_POSITION, controls=NEVER_SHIFTED | SHIFTED)
agree_with_graph(
    option,
    lambda squares, silver: truth.graph.winning_options((squares, silver)),
    over=EVERY_POSITION,
    refusal=NoWinningOptionError,
    controls={
        "always pockets": truth.pocketed,
        "never refuses": lambda squares, silver: (
            truth.pocketed if criterion(squares, silver) else option
        )(squares, silver),
    },
)

study.section("beyond the graph", source=OURS)


def near_positions() -> Any:
    """Strategy: 2 to 12 coins with gaps up to 40, of every size, so that all options are tried."""

    def placed(gaps: list[int], silver: int) -> Strip:
        squares = accumulate(gap + 1 for gap in gaps)
        return tuple(square - 1 for square in squares), silver % len(gaps)

    gaps = st.lists(of_every_size(0, 40), min_size=2, max_size=12)
    return st.builds(placed, gaps, st.integers(0, 11))


def is_local_kernel(by: tuple[Any, Any], position: Strip) -> bool:
    """A claimed P-position has no winning option; any other has the one that is claimed."""
    is_p, option_of = by
    options = truth.AnyCoins().options

    def loses(position: Strip) -> bool:
        wins = any(silver is None or is_p(squares, silver) for squares, silver in options(position))
        return is_p(*position) and not wins

    if is_p(*position):
        return loses(position)
    try:
        after = option_of(*position)
    except NoWinningOptionError:
        return False
    return after in options(position) and (after[1] is None or loses(after))


study.claim(
    "local-check",
    "No option of a position that the solver's criterion calls P is one that it calls P, and none "
    "pockets the silver dollar. Of every other position the solver's winning option is an option "
    "that it calls P, or that pockets the silver dollar.",
    gating=True,
    believed=(criterion, option),
    controls={
        "rank 2 as rank 1": (*NEVER_SHIFTED.values(), option),
        "everything is P": (lambda _, silver: silver > 0, option),
        "always pockets": (criterion, truth.pocketed),
        "moves nothing": (criterion, lambda *position: position),
    },
).holds(
    is_local_kernel,
    Drawn("positions of 2 to 12 coins with gaps up to 40, all options tried", near_positions),
)

# Binomial coefficients.


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

SMALL, BINOMIAL = {"squares": 9, "coins": 2}, {"upper": 9, "lower": 2, "primes": (7,)}
NO_ANSWER = [
    *with_wrong(SMALL, "squares", "coins"),
    SMALL | {"algorithm": "best"},
    {"squares": 10**18, "coins": 10**18 - 1, "modulus": 7},
    {"squares": 10**18, "coins": 333},  # exact numbers that are too long
    {"squares": 10**18, "coins": 33_333, "modulus": 7},
    {"squares": 10**18, "coins": 2_100, "modulus": 2**255 - 19},
    {"squares": 10**9, "coins": 2, "modulus": 7, "algorithm": "summation"},
    {"squares": 10**7, "coins": 30, "modulus": 7, "algorithm": "summation"},
    {"squares": 10**6, "coins": 900, "algorithm": "summation"},
    *each_with([SMALL], unfit_moduli()),
    {"squares": 2**20_000, "coins": 0},
    {"squares": 2**2_000_000, "coins": 0, "modulus": 7},
    # Squarefree with known factors: an answer has to divide.
    *every(squares=[9, 1], coins=[2], modulus=[4, 6, 15, 2**64]),
    SMALL | {"modulus": 2**521 - 1},
]
NO_POSITION = [
    *every(squares=[(0, square) for square in cases.NO_NUMBERS], silver=[0]),
    *every(squares=[(0, 3)], silver=[*cases.NO_NUMBERS, 2]),
    *every(squares=[(), (1, 1), (2, 1), (1, 2, 2), "01", 5, None], silver=[0]),
]
NO_BINOMIAL = [
    *with_wrong(BINOMIAL, "upper", "lower"),
    *(BINOMIAL | {"primes": (n,)} for n in (0, 1, *cases.NO_NUMBERS)),
    BINOMIAL | {"primes": (7, 7)},
    {"upper": 20_000_002, "lower": 10_000_001, "primes": (2**61 - 1,)},
]
for function, wrong in (
    *((answer, NO_ANSWER), (modular.binomial_modulo, NO_BINOMIAL)),
    *((criterion, NO_POSITION), (option, NO_POSITION)),
):
    study.agree(function, "refusal", over=refused(partial(list, wrong)))
