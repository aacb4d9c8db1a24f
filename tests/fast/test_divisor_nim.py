"""Divisor nim's solver: large sizes by two algorithms, published answers, refusals."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fast import divisor_nim
from fast.errors import LimitError, NoWinningOptionError

answer = divisor_nim.answer.ungated


@pytest.mark.parametrize("algorithm", ["direct", "transform"])
@pytest.mark.parametrize(
    ("limit", "modulus", "wins"),
    # Project Euler 509, "Verification".
    [(10, None, 692), (100, None, 735494), (123456787654321, 1234567890, 151725678)],
)
def test_wins_are_the_published_ones(limit, modulus, wins, algorithm):
    assert answer(limit, algorithm=algorithm, modulus=modulus) == wins


def test_a_million_heaps_modulo_a_prime_agree_by_both_algorithms():
    first, second = (
        answer(10**30, 10**6, algorithm=name, modulus=10**9 + 7) for name in ("transform", "direct")
    )
    assert first == second


@settings(max_examples=200, deadline=None)
@given(st.lists(st.integers(1, 10**14), min_size=1, max_size=6))
def test_winning_option_is_a_move_to_a_p_position(heaps):
    if divisor_nim.criterion(heaps):
        with pytest.raises(NoWinningOptionError):
            divisor_nim.winning_option(heaps)
    else:
        option = divisor_nim.winning_option(heaps)
        ((before, after),) = [(a, b) for a, b in zip(heaps, option, strict=True) if a != b]
        assert before % (before - after) == 0
        assert 0 < after < before
        assert divisor_nim.criterion(option)


@pytest.mark.expensive
def test_two_heaps_at_the_largest_limit_are_pairs_of_unlike_valuations():
    limit, prime = 2**16_384 - 12_345, 2**127 - 1
    alike = sum((limit // 2**k - limit // 2 ** (k + 1)) ** 2 for k in range(16_384))
    assert answer(limit, 2, modulus=prime) == (limit * limit - alike) % prime


@pytest.mark.parametrize(
    ("limit", "heaps", "named"),
    [
        (10**1000, 10**7, {}),
        (10**1000, 10**4, {}),
        (10**1000, 10**9, {"algorithm": "direct", "modulus": 7}),
        (1 << 16_384, 3, {}),
        (2**16_000, 10**18, {"modulus": 2**30_000}),
        (2**1000, 10**6, {"modulus": 2**10_000, "algorithm": "direct"}),
        (2**63, 100_000, {"algorithm": "direct"}),
    ],
    ids=["exact", "long", "direct", "limit", "powers", "products modulo", "exact products"],
)
def test_what_would_take_minutes_is_refused(limit, heaps, named):
    with pytest.raises(LimitError):
        answer(limit, heaps, **named)


@settings(max_examples=300, deadline=None)
@given(st.integers(1, 50).flatmap(lambda bits: st.integers(2 ** (bits - 1), 2**bits)))
def test_three_heaps_below_and_above_2_to_48_are_counted_by_the_definition(limit):
    numbers = {k: (limit + 2**k) // 2 ** (k + 1) for k in range(limit.bit_length())}
    losing = sum(
        numbers[i] * numbers[j] * numbers.get(i ^ j, 0)
        for i, j in itertools.product(numbers, repeat=2)
    )
    assert divisor_nim.losing_count(limit) == losing
    assert divisor_nim.losing_count(limit, modulus=2**61 - 1) == losing % (2**61 - 1)
