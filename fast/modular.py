r"""Arithmetic modulo a number: validated moduli, Lucas' theorem, the Chinese remainder theorem.

Definition
    A *modulus* is an integer of at least 1. Where a method needs to divide, the modulus must be
    squarefree and its prime factors known, so that the work is done in one field for each prime.

Main results
    Lucas: C(n, k) ≡ ∏ C(nᵢ, kᵢ) (mod p) over the base-p digits of n and k.
    Chinese remainder theorem: residues modulo distinct primes determine one residue modulo their
    product.

Arguments
    modulus
        An integer of at least 1, of at most ``LARGEST_MODULUS_BITS`` bits; None for exact integers.
    factors
        None, or the distinct primes whose product is the modulus.
    upper, lower
        Of a binomial: integers of at least 0, however large ``upper`` is.
    primes
        Distinct; that they are primes is not checked.

Errors
    ``ModulusError`` for factors that are not distinct primes that multiply to the modulus,
    ``LimitError`` for work above the limit, ``InputError`` for any other wrong argument.

Sources
    É. Lucas, "Théorie des fonctions numériques simplement périodiques", American Journal of
    Mathematics 1 (1878).
    R. L. Graham, D. E. Knuth, O. Patashnik, *Concrete Mathematics*, 2nd ed., section 4.7 and
    exercise 5.61.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Sequence

from fast.errors import (
    InputError,
    LimitError,
    ModulusError,
    require_integer,
    require_sequence,
    shown,
)

LARGEST_PRIME_BITS = 256
"""Primality is proved, not guessed; above this many bits a proof takes too long."""

LARGEST_MODULUS_BITS = 100_000

LARGEST_DIGIT = 10_000_000
"""Units of a base-p digit of a binomial's lower index, or of its complement: some seconds' work."""


def require_modulus(modulus: object, factors: object = None) -> int | None:
    """Return the modulus if it and its list of factors are valid; None means exact integers.

    >>> require_modulus(15, (3, 5))
    15
    >>> require_modulus(12, (2, 2, 3))
    Traceback (most recent call last):
    fast.errors.ModulusError: factors: 2 is there twice; only a squarefree modulus has a list \
of distinct primes
    """
    if modulus is None:
        if factors is not None:
            raise ModulusError("factors: given without a modulus; give modulus= as well")
        return None
    value = require_integer("modulus", modulus, least=1)
    if value.bit_length() > LARGEST_MODULUS_BITS:
        raise ModulusError(f"modulus={shown(value)}: at most {LARGEST_MODULUS_BITS} bits")
    if factors is not None:
        _require_factors(value, factors)
    return value


def require_prime_factors(modulus: int, factors: object = None) -> tuple[int, ...]:
    """Return the prime factors of a squarefree modulus, in increasing order.

    They need not be given where the modulus is 1 or a prime.

    >>> require_prime_factors(1000036000099, (1000003, 1000033))
    (1000003, 1000033)
    >>> require_prime_factors(15)
    Traceback (most recent call last):
    fast.errors.ModulusError: modulus=15: not a prime; give its prime factors with factors=
    """
    require_modulus(modulus, factors)
    if factors is not None:
        return _require_factors(modulus, factors)
    if modulus == 1:
        return ()
    if not _is_prime("modulus", modulus):
        raise ModulusError(
            f"modulus={shown(modulus)}: not a prime; give its prime factors with factors="
        )
    return (modulus,)


def chinese_remainder(residues: Sequence[int], primes: Sequence[int]) -> int:
    """Return the one residue modulo the product of ``primes`` that has the given residues.

    Costs one modular inverse for each prime; any pairwise coprime integers will do.

    >>> chinese_remainder([2, 3], [3, 5])
    8
    """
    if len(residues) != len(primes):
        raise InputError(
            f"residues: {len(residues)} of them for {len(primes)} primes; give one for each"
        )
    value, product = 0, 1
    for residue, prime in zip(residues, primes, strict=True):
        if math.gcd(product, prime) != 1:
            raise InputError(f"primes: {shown(prime)} has a factor in common with an earlier one")
        step = (residue - value) * pow(product, -1, prime) % prime
        value += product * step
        product *= prime
    return value


def binomial_modulo_prime(upper: int, lower: int, prime: int) -> int:
    """Return C(upper, lower) modulo a prime by Lucas' theorem.

    Costs one product for each unit of each base-p digit of ``lower`` (or of its complement, if
    that is smaller), at most ``LARGEST_DIGIT`` each.

    >>> binomial_modulo_prime(10, 3, 7)  # 120 = 17 * 7 + 1
    1
    >>> binomial_modulo_prime(10**18, 2, 3)
    0
    """
    upper = require_integer("upper", upper, least=0)
    lower = require_integer("lower", lower, least=0)
    prime = require_integer("prime", prime, least=2)
    result = 1
    while lower and result:
        upper, upper_digit = divmod(upper, prime)
        lower, lower_digit = divmod(lower, prime)
        if lower_digit > upper_digit:
            return 0
        result = result * _digit_binomial(upper_digit, lower_digit, prime) % prime
    return result


def binomial_modulo(upper: int, lower: int, primes: Sequence[int]) -> int:
    """Return C(upper, lower) modulo the product of distinct primes, none for modulus 1.

    >>> binomial_modulo(10, 3, (7, 11))  # 120 = 77 + 43
    43
    """
    residues = [binomial_modulo_prime(upper, lower, prime) for prime in primes]
    return chinese_remainder(residues, primes)


def _digit_binomial(upper: int, lower: int, prime: int) -> int:
    """Return C(upper, lower) modulo a prime above ``upper``, so that every division is safe."""
    units = min(lower, upper - lower)
    if units > LARGEST_DIGIT:
        raise LimitError(
            f"lower: a digit of {shown(units)} units to base {shown(prime)}, above the limit of "
            f"{LARGEST_DIGIT}; take a smaller one"
        )
    numerator = denominator = 1
    for i in range(units):
        numerator = numerator * (upper - i) % prime
        denominator = denominator * (i + 1) % prime
    return numerator * pow(denominator, -1, prime) % prime


def _require_factors(modulus: int, factors: object) -> tuple[int, ...]:
    """Return the factors, sorted, if they are distinct primes that multiply to the modulus."""
    given = require_sequence("factors", factors, items="distinct primes")
    primes = sorted(require_integer("factors", factor, least=2) for factor in given)
    for smaller, larger in itertools.pairwise(primes):
        if smaller == larger:
            raise ModulusError(
                f"factors: {shown(smaller)} is there twice; only a squarefree modulus has a list "
                "of distinct primes"
            )
    if math.prod(primes) != modulus:
        raise ModulusError(f"factors: their product is not the modulus {shown(modulus)}")
    for prime in primes:
        if not _is_prime("factors", prime):
            raise ModulusError(f"factors: {shown(prime)} is not a prime; give its factors instead")
    return tuple(primes)


def _is_prime(name: str, value: int) -> bool:
    """Return whether ``value`` is a prime, unless a proof of that would take too long."""
    if value.bit_length() > LARGEST_PRIME_BITS:
        raise ModulusError(
            f"{name}={shown(value)}: a prime of more than {LARGEST_PRIME_BITS} bits is not "
            "supported; use a smaller one"
        )
    return is_prime(value)


@functools.lru_cache(maxsize=1024)
def is_prime(value: int) -> bool:
    """Return whether an integer is a prime, by proof.

    >>> [n for n in range(-1, 30) if is_prime(n)]
    [2, 3, 5, 7, 11, 13, 17, 19, 23, 29]
    """
    from flint import fmpz  # which is already here for the polynomials

    return bool(fmpz(value).is_prime())
