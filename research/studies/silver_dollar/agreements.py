"""The silver dollar game: study, oracle in the signatures of the solvers, solver against oracle."""

from __future__ import annotations

from functools import cache
from math import comb, prod
from typing import Any

from fast import modular
from fast import silver_dollar as solver
from fast.errors import NoWinningOptionError
from oracles.games.silver_dollar import Strip
from research.claims.finite import agree_on_all, refuse_all
from research.claims.moduli import unfit
from research.claims.study import Study
from research.studies.silver_dollar import strip
from research.studies.silver_dollar.cases import (
    MODULI,
    NO_SIZE,
    NOT_A_SIZE,
    every,
    every_position,
    every_size,
    every_size_and_modulus,
    every_size_and_prime,
    larger_sizes,
    many_coins,
    many_coins_and_moduli,
)
from research.studies.silver_dollar.enumerating import MOST, tabled_count, winning
from research.studies.silver_dollar.pictures import PICTURES
from research.studies.silver_dollar.strip import (
    BOUND,
    FACTORS,
    LISTED,
    MODULUS,
    SECOND,
    AnyCoins,
)

TABLES = "by tables of the tuples with each sum and nim sum"


def drawn(position: Strip) -> str:
    """A position as it lies on the strip: coins, the silver dollar, empty squares."""
    squares, silver = position
    coins = {square: "$" if rank == silver else "○" for rank, square in enumerate(squares)}
    return " ".join(coins.get(i, "·") for i in range(max(coins) + 1)) if coins else "no coin"


study = Study(
    "silver-dollar",
    AnyCoins(),
    title="Silver dollar game",
    about="""
Coins lie on a strip of $n$ squares, at most one on a square: one silver dollar and $c$ worthless
coins. In her turn a player moves one coin any number of squares to the left, neither onto nor
over another coin nor off the strip, or pockets the leftmost coin. Who pockets the silver dollar
wins. The question is the number $W(n, c)$ of winning configurations: placements of the coins, one
of them the silver dollar, in which the player to move wins. With $m = c + 1$ coins, squares and the
ranks of coins are numbered from 0 from the left; the second coin has rank $j = 1$.
""",
    source=SECOND.at("Silver dollar game"),
    answer=solver.answer,
    pictures=PICTURES,
    headline={"squares": 10**6, "coins": 100, "modulus": MODULUS, "factors": FACTORS},
    label=drawn,
)


# What the oracle gives, in the solvers' signatures.


def true_criterion(squares: tuple[int, ...], silver: int) -> bool:
    """Whether the graph says that a position is a P-position."""
    return strip.loses((squares, silver))


def true_winning_options(squares: tuple[int, ...], silver: int) -> list[Strip]:
    """The graph's winning options of a position."""
    return strip.truth().winning_options((squares, silver))


def true_losing_count(squares: int, coins: int) -> int:
    """The number of losing configurations, from the graph."""
    return strip.losing(squares, coins + 1)


def true_answer(
    squares: int,
    coins: int,
    modulus: int | None = None,
    factors: object = None,  # noqa: ARG001
) -> int:
    """The number of winning configurations, listed and looked up in the graph."""
    wins = strip.configurations(squares, coins + 1) - strip.losing(squares, coins + 1)
    return wins if modulus is None else wins % modulus


def losing_modulo(squares: int, coins: int, modulus: int) -> int:
    """The number of losing configurations, from the graph, reduced."""
    return strip.losing(squares, coins + 1) % modulus


def true_count(total: int, active: int, passive: int) -> int:
    """The number of tuples with this sum and nim sum 0 of the active ones, listed one by one."""
    return strip.listed(total, active, passive)


def true_heaps_with_sum(heaps: int, total: int) -> int:
    """The number of tuples of heaps with this sum and nim sum 0, listed one by one."""
    return strip.listed(total, heaps, 0)


# Agreements.


def is_winning(found: Strip | None, options: list[Strip]) -> bool:
    """Whether an option is one of the winning ones, or rightly refused."""
    return found in options if found else not options


def tabled_answer(
    squares: int,
    coins: int,
    modulus: int | None = None,
    factors: object = None,  # noqa: ARG001
) -> int:
    """The number of winning configurations, from the tables of sums and nim sums."""
    wins = _tabled_wins(squares, coins)
    return wins if modulus is None else wins % modulus


def answer_by_digits(
    squares: int,
    coins: int,
    modulus: int | None = None,
    factors: object = None,  # noqa: ARG001
) -> int:
    """The number of winning configurations, rank by rank, by binary digits."""
    wins = _wins_by_digits(squares, coins)
    return wins if modulus is None else wins % modulus


@cache
def _wins_by_digits(squares: int, coins: int) -> int:
    return winning(squares, coins + 1, tables=False)


@cache
def _tabled_wins(squares: int, coins: int) -> int:
    return winning(squares, coins + 1, tables=True)


def tabled_count_modulo(total: int, active: int, passive: int, modulus: int | None = None) -> int:
    """The number of tuples with this sum and nim sum 0 of the active ones, from the tables."""
    ways = tabled_count(total, active, passive)
    return ways if modulus is None else ways % modulus


def tabled_heaps_with_sum(heaps: int, total: int, modulus: int | None = None) -> int:
    """The number of tuples of heaps with this sum and nim sum 0, from the tables."""
    return tabled_count_modulo(total, heaps, 0, modulus)


def listed_binomial(upper: int, lower: int, primes: tuple[int, ...]) -> int:
    """C(upper, lower) by the standard library, reduced."""
    return comb(upper, lower) % prod(primes)


def shorter(squares: int, coins: int, **more: Any) -> int:
    """A wrong twin of the answer: one square is left out."""
    return solver.answer.ungated(max(squares - 1, 0), coins, **more)


def of_64_bits(squares: int, coins: int, modulus: int | None = None, **_: Any) -> int:
    """A wrong twin of the answer: the number is held in 64 bits before it is reduced."""
    value = _wins_by_digits(squares, coins) & (2**64 - 1)
    return value if modulus is None else value % modulus


def formula_of_000(squares: int, coins: int, **more: Any) -> int:
    """A wrong twin: one coin is counted by the formula for odd m."""
    wins = solver.answer.ungated(squares, coins, **more)
    return wins - 1 if coins == 0 and squares else wins


def a_coin_too_many(squares: int, coins: int, **more: Any) -> int:
    """A wrong twin of the count."""
    return solver.losing_count(squares, coins + 1, **more)


for algorithm in ({"algorithm": "carry"}, {"algorithm": "summation"}, {}):
    agree_on_all(
        study,
        solver.losing_count,
        true_losing_count,
        f"n ≤ {BOUND}, c ≤ {BOUND + 1}",
        every_size,
        fixed=algorithm,
        truth="the graph",
        controls={"a coin too many": a_coin_too_many},
    )
    agree_on_all(
        study,
        solver.answer,
        true_answer,
        f"n ≤ {BOUND}, c ≤ {BOUND + 1}, exact",
        every_size,
        fixed=algorithm,
        truth="the graph",
        controls={"one square left out": shorter, "one coin as other odd numbers": formula_of_000},
    )
    agree_on_all(
        study,
        solver.answer,
        true_answer,
        f"n ≤ {BOUND}, c ≤ {BOUND + 1}, modulo 1, primes below and above the size and about 2^32 "
        "and 2^64, and products of different primes, with and without factors",
        every_size_and_modulus,
        fixed=algorithm,
        truth="the graph",
        controls={"one square left out": shorter},
    )
    agree_on_all(
        study,
        solver.answer,
        tabled_answer,
        f"n ≤ {MOST}, c ≤ 15, exact; {TABLES}",
        larger_sizes,
        fixed=algorithm,
        truth="tables of sums and nim sums",
        controls={"one square left out": shorter},
    )
    agree_on_all(
        study,
        solver.answer,
        answer_by_digits,
        "200 to 65535 squares, 8 to 99 coins, exact; by binary digits",
        many_coins,
        fixed=algorithm,
        truth="binary digits",
        controls={"numbers of 64 bits": of_64_bits},
    )
    agree_on_all(
        study,
        solver.answer,
        answer_by_digits,
        "200 to 4097 squares, 24 to 41 coins, modulo numbers of every kind, all below the numbers "
        "of configurations, with and without factors; by binary digits",
        many_coins_and_moduli,
        fixed=algorithm,
        truth="binary digits",
        controls={"numbers of 64 bits": of_64_bits},
    )
agree_on_all(
    study,
    solver.losing_count,
    losing_modulo,
    f"n ≤ {BOUND}, c ≤ {BOUND + 1}, modulo every number to 12 and large ones",
    lambda: [size | {"modulus": modulus} for size in every_size() for modulus in MODULI],
    truth="the graph",
    controls={"a coin too many": a_coin_too_many},
)
agree_on_all(
    study,
    solver.answer,
    tabled_answer,
    f"n ≤ {MOST}, c ≤ 15, modulo every prime up to the size and a little above; {TABLES}",
    every_size_and_prime,
    truth="tables of sums and nim sums",
    controls={"one square left out": shorter},
)
agree_on_all(
    study,
    solver.criterion,
    true_criterion,
    f"positions on {BOUND} squares with any number of coins and any silver dollar",
    every_position,
    truth="the graph",
    controls={
        "rank 2 as rank 1": lambda squares, silver: solver.criterion(squares, min(silver, 1)),
        "rank 1 as rank 2": lambda squares, silver: solver.criterion(
            squares, 2 if silver == 1 and len(squares) > 2 else silver
        ),
    },
)
agree_on_all(
    study,
    solver.winning_option,
    true_winning_options,
    f"positions on {BOUND} squares with any number of coins, refusals included",
    every_position,
    agree=is_winning,
    refusal=NoWinningOptionError,
    truth="the graph",
    controls={
        "always pockets": lambda squares, silver: (squares[1:], silver - 1 if silver else None),
        "never refuses": lambda squares, silver: (
            (squares[1:], silver - 1 if silver else None)
            if solver.criterion(squares, silver)
            else solver.winning_option(squares, silver)
        ),
    },
)
agree_on_all(
    study,
    solver.count,
    true_count,
    f"total ≤ 8, active ≤ 4, passive ≤ 3; {LISTED}",
    lambda: every(total=8, active=4, passive=3),
    truth="listing",
    controls={
        "one active gap passive": lambda total, active, passive: solver.count(
            total, max(active - 1, 0), passive + 1
        )
    },
)
agree_on_all(
    study,
    solver.count,
    tabled_count_modulo,
    f"total ≤ {MOST}, active ≤ 8, passive ≤ 5, exact; total ≤ 17, active and passive ≤ 3, modulo "
    f"every number to 12 and large ones; {TABLES}",
    lambda: (
        every(total=MOST, active=8, passive=5)
        + [
            case | {"modulus": modulus}
            for case in every(total=17, active=3, passive=3)
            for modulus in MODULI
        ]
    ),
    truth="tables of sums and nim sums",
    controls={
        "sums below 32 only": lambda total, active, passive, modulus=None: solver.count(
            total % 32, active, passive, modulus=modulus
        )
    },
)
agree_on_all(
    study,
    solver.heaps_with_sum,
    true_heaps_with_sum,
    f"heaps ≤ 4, total ≤ 12; {LISTED}",
    lambda: every(heaps=4, total=12),
    truth="listing",
    controls={"one heap more": lambda heaps, total: solver.heaps_with_sum(heaps + 1, total)},
)
agree_on_all(
    study,
    solver.heaps_with_sum,
    tabled_heaps_with_sum,
    f"heaps ≤ 9, total ≤ {MOST}, exact and modulo every number to 12 and large ones; {TABLES}",
    lambda: [
        case | modulus
        for case in every(heaps=9, total=MOST)
        for modulus in ({}, *({"modulus": modulus} for modulus in MODULI))
    ],
    truth="tables of sums and nim sums",
    controls={
        "one heap more": lambda heaps, total, modulus=None: solver.heaps_with_sum(
            heaps + 1, total, modulus=modulus
        )
    },
)
agree_on_all(
    study,
    modular.binomial_modulo,
    listed_binomial,
    "C(n, k) with n ≤ 40 and k ≤ 42 modulo products of small primes",
    lambda: [
        case | {"primes": primes}
        for case in every(upper=40, lower=42)
        for primes in ((), (2,), (3,), (5,), (7,), (41,), (43,), (2, 3), (5, 3), (2, 7, 11))
    ],
    truth="the standard library",
    controls={
        "the last digits only": lambda upper, lower, primes: modular.binomial_modulo(
            upper % min(primes, default=1), lower % min(primes, default=1), primes
        )
    },
)

refuse_all(
    study,
    solver.answer,
    lambda: [
        *NO_SIZE,
        {"squares": 2**20_000, "coins": 0},
        {"squares": 2**2_000_000, "coins": 0, "modulus": 7},
        *({"squares": 9, "coins": 2} | modulus for modulus in unfit()),
        # Squarefree with known factors: an answer, not a count, has to divide.
        *({"squares": 9, "coins": 2, "modulus": modulus} for modulus in (4, 6, 15, 2**64)),
        *({"squares": 1, "coins": 2, "modulus": modulus} for modulus in (4, 6, 15, 2**64)),
        {"squares": 9, "coins": 2, "modulus": 2**521 - 1},
    ],
)
refuse_all(
    study,
    solver.losing_count,
    lambda: [*NO_SIZE, *({"squares": 9, "coins": 2} | modulus for modulus in unfit())],
)
refuse_all(
    study,
    solver.count,
    lambda: [
        *(
            {"total": 9, "active": 2, "passive": 2} | {name: value}
            for name in ("total", "active", "passive")
            for value in NOT_A_SIZE
        ),
        {"total": 9, "active": 2, "passive": 2, "modulus": 0},
        {"total": 2**1000, "active": 10, "passive": 10},
        {"total": 0, "active": 10**18, "passive": 0},
        {"total": 0, "active": 0, "passive": 10**18, "modulus": 7},
        {"total": 2**1000, "active": 1_000, "passive": 1_000, "modulus": 7},
    ],
)
refuse_all(
    study,
    solver.heaps_with_sum,
    lambda: [
        *({"heaps": heaps, "total": 2} for heaps in (*NOT_A_SIZE, 20_001)),
        *({"heaps": 2, "total": total} for total in (*NOT_A_SIZE, 2_000_001)),
        {"heaps": 2, "total": 2, "modulus": 0},
        {"heaps": 10_000, "total": 2_000_000},
    ],
)
for function in (solver.criterion, solver.winning_option):
    refuse_all(
        study,
        function,
        lambda: [
            *({"squares": (0, square), "silver": 0} for square in NOT_A_SIZE),
            *({"squares": (0, 3), "silver": silver} for silver in (*NOT_A_SIZE, 2)),
            *(
                {"squares": squares, "silver": 0}
                for squares in ((), (1, 1), (2, 1), (1, 2, 2), "01", 5, None)
            ),
        ],
    )
refuse_all(
    study,
    modular.binomial_modulo,
    lambda: [
        *({"upper": n, "lower": 2, "primes": (7,)} for n in NOT_A_SIZE),
        *({"upper": 9, "lower": n, "primes": (7,)} for n in NOT_A_SIZE),
        *({"upper": 9, "lower": 2, "primes": (n,)} for n in (0, 1, *NOT_A_SIZE)),
        {"upper": 9, "lower": 2, "primes": (7, 7)},
        {"upper": 20_000_002, "lower": 10_000_001, "primes": (2**61 - 1,)},
    ],
)
