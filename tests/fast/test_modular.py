"""Moduli, Lucas' theorem and the Chinese remainder theorem, against exact arithmetic."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fast import modular
from fast.errors import InputError, ModulusError

PRIMES = [2, 3, 5, 7, 11, 13, 1000003, 1000033]
some_primes = st.lists(st.sampled_from(PRIMES), unique=True, max_size=4)


@given(st.integers(0, 2000), st.integers(0, 2000), some_primes)
def test_binomial_is_the_exact_one_reduced(upper, lower, primes):
    assert modular.binomial_modulo(upper, lower, primes) == math.comb(upper, lower) % math.prod(
        primes
    )


@given(st.integers(10**17, 10**18), st.integers(0, 40), st.sampled_from(PRIMES))
def test_binomial_with_a_large_upper_index_is_the_exact_one_reduced(upper, lower, prime):
    expected = math.comb(upper, lower) % prime
    assert modular.binomial_modulo_prime(upper, lower, prime) == expected


@given(st.integers(0, 10**12), some_primes)
def test_residues_give_back_the_number(value, primes):
    assert modular.chinese_remainder([value % p for p in primes], primes) == value % math.prod(
        primes
    )


@pytest.mark.parametrize(("residues", "primes"), [([1], []), ([1, 1], [2, 2]), ([1, 2], [6, 3])])
def test_residues_that_do_not_fit_are_refused(residues, primes):
    with pytest.raises(InputError):
        modular.chinese_remainder(residues, primes)


@pytest.mark.parametrize(
    ("modulus", "factors", "primes"),
    [(1, None, ()), (1, (), ()), (2, None, (2,)), (15, [5, 3], (3, 5)), (10**9 + 7, None, None)],
)
def test_prime_factors_are_sorted(modulus, factors, primes):
    expected = (modulus,) if primes is None else primes
    assert modular.require_prime_factors(modulus, factors) == expected


@pytest.mark.parametrize(
    ("modulus", "factors"),
    [
        (15, None),
        (15, (3,)),
        (15, (15,)),
        (12, (2, 2, 3)),
        (12, (2, 3)),
        (12, (3, 4)),
        (2**521 - 1, None),
        pytest.param(1 << 100_001, (2,), id="too long to print"),
    ],
)
def test_a_modulus_without_its_distinct_primes_is_refused(modulus, factors):
    with pytest.raises(ModulusError):
        modular.require_prime_factors(modulus, factors)


@pytest.mark.parametrize(("upper", "lower"), [(10**18, 5 * 10**17), (-1, 2), (9, -1)])
def test_a_binomial_that_would_never_end_is_refused(upper, lower):
    with pytest.raises(InputError):
        modular.binomial_modulo_prime(upper, lower, 2**61 - 1)
