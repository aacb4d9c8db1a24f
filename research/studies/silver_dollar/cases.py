"""Cases on which the silver dollar's solvers are compared: positions, sizes, moduli, refusals."""

from __future__ import annotations

from functools import cache
from itertools import product
from math import prod
from typing import Any

from research.claims import moduli
from research.studies.silver_dollar import strip
from research.studies.silver_dollar.enumerating import MOST
from research.studies.silver_dollar.strip import BOUND, FACTORS


def every_position() -> list[dict[str, Any]]:
    """Every position of the graph with the silver dollar on the strip, smallest first."""
    return [{"squares": squares, "silver": silver} for squares, silver in strip.positions()]


def every_size() -> list[dict[str, int]]:
    """Every length within the graph with every number of coins, also too many."""
    return [{"squares": n, "coins": c} for n in range(BOUND + 1) for c in range(BOUND + 2)]


def larger_sizes() -> list[dict[str, int]]:
    """Every length within the tables with up to 15 worthless coins."""
    return [{"squares": n, "coins": c} for n in range(MOST + 1) for c in range(16)]


# Polynomials are of one kind up to 64 bits and of another beyond, so some are at that border.
LARGE_PRIMES = (
    *(10**9 + 7, 2**31 - 1, 2**32 - 5, 2**32 + 15),
    *(2**61 - 1, 2**64 - 59, 2**64 + 13, 2**89 - 1),
)


def squarefree() -> list[dict[str, Any]]:
    """Moduli with known factors, of every kind, and those of the headline."""
    more = [{"modulus": prime} for prime in (11, 13)]
    return [*moduli.squarefree(), *more, {"modulus": prod(FACTORS), "factors": FACTORS}]


MODULI = (*range(1, 13), 2**32, 2**63, 2**64, 6**30, *LARGE_PRIMES)


def every_size_and_modulus() -> list[dict[str, Any]]:
    """Every size within the graph with every kind of squarefree modulus."""
    return [size | modulus for size in every_size() for modulus in squarefree()]


def every_size_and_prime() -> list[dict[str, Any]]:
    """Every size within the tables with every prime that its numbers of squares reach."""
    primes = [p for p in range(2, MOST + 6) if all(p % d for d in range(2, p))]
    return [size | {"modulus": prime} for size in larger_sizes() for prime in primes]


def many_coins() -> list[dict[str, Any]]:
    """Long strips with many coins, exact: their numbers are far above every modulus."""
    return [
        {"squares": n, "coins": coins}
        for n in (200, 255, 256, 1000, 2**12 + 1, 2**16 - 1)
        for coins in (8, 31, 32, 33, 64, 99)
    ]


def many_coins_and_moduli() -> list[dict[str, Any]]:
    """Some of them with every kind of squarefree modulus, even and odd numbers of coins."""
    sizes = [{"squares": n, "coins": c} for n, c in ((200, 40), (257, 41), (4097, 24))]
    return [size | modulus for size in sizes for modulus in squarefree()]


@cache
def ends() -> list[dict[str, Any]]:
    """Strips of every number of binary digits to the longest, with no or one worthless coin."""
    lengths = [2**k + step for k in (*range(70), 127, 1000, 6665) for step in (-1, 0, 1)]
    moduli: list[dict[str, Any]] = [{}, {"modulus": 7}, {"modulus": 2**64 + 13}]
    cases = [
        {"squares": n, "coins": coins} | modulus
        for coins in (0, 1)
        for n in lengths
        for modulus in moduli
    ]
    return [
        *cases,
        {"squares": 2**20_000 - 1, "coins": 0},
        {"squares": 2**2_000_000 - 1, "coins": 0, "modulus": 7},
        {"squares": 2**100_000 - 1, "coins": 1, "modulus": 7},
    ]


def every(**most: int) -> list[dict[str, Any]]:
    """All natural numbers up to a bound for each parameter."""
    ranges = [range(top + 1) for top in most.values()]
    return [dict(zip(most, values, strict=True)) for values in product(*ranges)]


NOT_A_SIZE = (-1, 2.0, "5", True, None)
NO_SIZE: list[dict[str, Any]] = [
    *({"squares": squares, "coins": 2} for squares in NOT_A_SIZE),
    *({"squares": 9, "coins": coins} for coins in NOT_A_SIZE),
    {"squares": 9, "coins": 2, "algorithm": "best"},
    {"squares": 10**18, "coins": 10**18 - 1, "modulus": 7},
    {"squares": 10**18, "coins": 333},  # exact numbers that are too long
    {"squares": 10**18, "coins": 33_333, "modulus": 7},
    {"squares": 10**18, "coins": 2_100, "modulus": 2**255 - 19},
    {"squares": 10**9, "coins": 2, "modulus": 7, "algorithm": "summation"},
    {"squares": 10**7, "coins": 30, "modulus": 7, "algorithm": "summation"},
    {"squares": 10**6, "coins": 900, "algorithm": "summation"},
]
