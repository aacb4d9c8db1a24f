"""Divisor nim's solver compared far: exact numbers, moduli that reduce them, large limits.

Of up to three counters any number of heaps can be counted by two values; of up to 2047 counters 17
heaps or so by nim sums of the graph's values. Of limits that no graph reaches, one and two heaps
are: one heap loses with an odd number, two with as many twos in both. How many numbers have so many
twos is counted by division here, which a claim compares with the graph.
"""

from __future__ import annotations

from functools import cache, partial
from typing import Any

from fast import divisor_nim as solver
from research.claims.finite import agree_on_all
from research.claims.moduli import LARGEST, of_every_kind
from research.studies.divisor_nim.agreements import (
    answer_by_nim_sums,
    few_counters,
    next_modulus,
    study,
)

EXACT = 100_000  # the most heaps of few counters that are counted exactly
WIDE = (5, 64, 255, 2047)
# Of up to 2047 counters, of so many heaps the number of tuples is above every modulus.
MANY = LARGEST.bit_length() + 7


@cache
def wins_by_nim_sums(limit: int, heaps: int) -> int:
    """Number of tuples that the player to move wins, by nim sums of the graph's values."""
    return answer_by_nim_sums(limit, heaps)


def reduced_nim_sums(
    limit: int,
    heaps: int,
    modulus: int | None = None,
    factors: object = None,  # noqa: ARG001
) -> int:
    """The same modulo a number."""
    wins = wins_by_nim_sums(limit, heaps)
    return wins if modulus is None else wins % modulus


def pairs(limit: int, heaps: int, modulus: int | None = None) -> int:
    """How many of the one or two heaps up to any limit win, by their numbers of twos."""
    multiples, power = [], 1
    while power <= limit:
        multiples.append(limit // power)
        power *= 2
    alike = [n - more for n, more in zip(multiples, [*multiples[1:], 0], strict=True)]
    losing = alike[0] if heaps == 1 else sum(n * n for n in alike)
    wins: int = limit**heaps - losing
    return wins if modulus is None else wins % modulus


def many_heaps() -> list[dict[str, Any]]:
    """Up to three counters, heaps about each power of two and the most, all exact."""
    heaps = {2**k + step for k in range(5, 17) for step in (-1, 0, 1)}
    between = {2**k * 10 // 7 for k in range(5, 16)}
    return [
        {"limit": limit, "heaps": h} for limit in (2, 3) for h in sorted(heaps | between | {EXACT})
    ]


def numbers_above_the_moduli() -> list[dict[str, Any]]:
    """Tuples whose number is above every modulus, with each of them and exact."""
    sizes = [{"limit": limit, "heaps": heaps} for limit in WIDE for heaps in (41, MANY)]
    return [size | modulus for size in sizes for modulus in ({}, *of_every_kind())]


def large_limits(algorithm: str) -> list[dict[str, Any]]:
    """Limits about 2 to each power of two, one and two heaps, exact and modulo some numbers."""
    bits = [2**k for k in range(4, 10 if algorithm == "direct" else 12)]
    limits = [2**b + step for b in bits for step in (-1, 0, 2 ** (b // 2) + 2 ** (b // 3))]
    moduli = (1, 97, 10**9 + 7, 2**32, 2**61 - 1, 2**64 + 13, LARGEST)
    cases: list[dict[str, Any]] = [
        {"limit": limit, "heaps": heaps} | modulus
        for limit in limits
        for heaps in (1, 2)
        for modulus in ({}, *({"modulus": modulus} for modulus in moduli))
    ]
    if algorithm == "transform":
        cases.append({"limit": 2**16_384 - 1, "heaps": 2, "modulus": 2**61 - 1})
    return cases


def heaps_of_8_bits(limit: int, heaps: int, **more: Any) -> int:
    """A wrong twin of the answer: the exponent is held in 8 bits, but for heaps of one."""
    return solver.answer.ungated(limit, heaps & 255 or 1, **more)


def number_of_64_bits(limit: int, heaps: int, modulus: int | None = None, **_: Any) -> int:
    """A wrong twin of the answer: the number is held in 64 bits before it is reduced."""
    wins = wins_by_nim_sums(limit, heaps)
    return wins if modulus is None else (wins & (2**64 - 1)) % modulus


def of_few_values(limit: int, heaps: int, **more: Any) -> int:
    """A wrong twin of the answer: numbers with more than 500 twos are left out."""
    return solver.answer.ungated(min(limit, 2**500), heaps, **more)


def next_to_a_modulus(modulus: int | None = None, **more: Any) -> int:
    """A wrong twin of the answer: right where it is exact."""
    return solver.answer.ungated(**more) if modulus is None else next_modulus(modulus, **more)


for word in ("direct", "transform"):
    agree_on_all(
        study,
        solver.answer,
        few_counters,
        f"2 and 3 counters, heaps about every power of two to {EXACT}, exact",
        many_heaps,
        fixed={"algorithm": word},
        truth="two values",
        controls={"heaps of 8 bits": heaps_of_8_bits},
    )
    agree_on_all(
        study,
        solver.answer,
        reduced_nim_sums,
        f"limits to {WIDE[-1]}, 41 and {MANY} heaps, exact and modulo numbers of every kind, all "
        "below the number of tuples, with and without factors",
        numbers_above_the_moduli,
        fixed={"algorithm": word},
        truth="nim sums",
        controls={
            "another modulus": next_to_a_modulus,
            "numbers of 64 bits": number_of_64_bits,
        },
    )
    agree_on_all(
        study,
        solver.answer,
        pairs,
        "one and two heaps, limits about 2 to every power of two, "
        + ("to 2^512" if word == "direct" else "to 2^2048, and the largest modulo a number")
        + ", exact and modulo numbers",
        partial(large_limits, word),
        fixed={"algorithm": word},
        truth="numbers of twos",
        controls={"of few values": of_few_values, "another modulus": next_to_a_modulus},
    )
