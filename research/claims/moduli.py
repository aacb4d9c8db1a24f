"""Moduli that solvers are compared on, and lists of factors that are to be refused.

One list for every study, so that none leaves a kind out: of each kind of modulus that
:mod:`fast.signature` tells apart some, with and without factors, and of up to six different primes.
A modulus shows something only where it reduces: cases whose exact value is above :data:`LARGEST`
are what these lists are for.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from math import prod
from typing import Any

from fast.signature import ungated

Moduli = list[dict[str, Any]]

PRIMES = (
    *(2, 3, 5, 7, 97, 1009, 65_537),
    *(10**9 + 7, 2**31 - 1, 2**32 - 5, 2**32 + 15),
    *(2**61 - 1, 2**64 - 59, 2**64 + 13, 2**89 - 1),
)
SETS_OF_PRIMES = (
    *((2, 3), (5, 2), (97, 1009), (2, 3, 5), (11, 7, 13)),
    *((2, 3, 5, 7), (11, 3, 7, 2, 5), (2, 3, 5, 7, 11, 13)),  # in any order
    *((97, 101, 103, 107), (10**9 + 7, 2, 998_244_353, 3)),
    *((2**61 - 1, 2**89 - 1, 2), (3, 2**61 - 1, 5, 2, 2**64 + 13)),
)
COMPOSITE = (4, 6, 12, 100, 30_030, 3_037_000_500, 2**32, 6**9, 2**63, 2**64, 6**30)
LARGEST = max(*PRIMES, *COMPOSITE, *map(prod, SETS_OF_PRIMES))


def squarefree() -> Moduli:
    """Modulus 1 and primes, with and without their factors, and products of primes with theirs."""
    return [
        {"modulus": 1},
        {"modulus": 1, "factors": ()},
        *({"modulus": prime} | more for prime in PRIMES for more in ({}, {"factors": (prime,)})),
        *({"modulus": prod(primes), "factors": primes} for primes in SETS_OF_PRIMES),
    ]


def of_every_kind() -> Moduli:
    """The same, and composite ones without factors."""
    return [*squarefree(), *({"modulus": modulus} for modulus in COMPOSITE)]


def unfit() -> Moduli:
    """Moduli that are none, and factors that are not the distinct primes of their modulus.

    Their product is below the modulus, above it, a divisor and a multiple of it.
    """
    return [
        *({"modulus": modulus} for modulus in (0, -7, 7.0, True, "7", 2**100_000)),
        {"factors": (2, 3)},
        {"factors": ()},
        *(
            {"modulus": 30, "factors": factors}
            for factors in ((), (2,), (2, 3), (2, 7), (5, 3), (3, 11), (2, 3, 7), (2, 3, 5, 7))
        ),
        *({"modulus": 210, "factors": factors} for factors in ((2, 3, 5), (2, 3, 5, 7, 11))),
        *({"modulus": 1, "factors": factors} for factors in ((1,), (2,))),
        *({"modulus": 7, "factors": factors} for factors in ((), (5,), (11,), (1, 7), (7, 7))),
        *(
            {"modulus": 6, "factors": factors}
            for factors in (6, (6,), (2, 5), (2.0, 3), (-2, -3), (1, 6), (1, 2, 3), ("2", 3))
        ),
        *({"modulus": 12, "factors": factors} for factors in ((2, 2, 3), (3, 4), (2, 3), (2, 6))),
        {"modulus": 2**257 + 1, "factors": (2**257 + 1,)},
    ]


def reduced(exact: Callable[..., int]) -> Callable[..., int]:
    """Return the function with a modulus besides, and with factors, which it has no need of.

    >>> reduced(lambda n: n * n)(9, modulus=7, factors=(7,))
    4
    """

    @functools.wraps(exact)
    def value(
        *arguments: Any,
        modulus: int | None = None,
        factors: object = None,  # noqa: ARG001
        **named: Any,
    ) -> int:
        found = exact(*arguments, **named)
        return found if modulus is None else found % modulus

    return value


def with_another_modulus(fast: Callable[..., int]) -> Callable[..., int]:
    """Return a control: the next modulus, or the last one before the longest; right if exact."""

    def control(modulus: int | None = None, factors: object = None, **more: Any) -> int:  # noqa: ARG001
        other = modulus and modulus + (-1 if modulus > 2**999 else 1)
        value: int = ungated(fast)(modulus=other, **more)
        return value

    return control
