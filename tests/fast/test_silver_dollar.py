"""The silver dollar game's solver: against its twin algorithm, the rules and the sources."""

import functools
import itertools
import math
import operator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fast import silver_dollar
from fast.errors import InputError, LimitError, ModulusError, NoWinningOptionError

answer = silver_dollar.answer.ungated
EULER = {"modulus": 1000036000099, "factors": (1000003, 1000033)}


def options(squares, silver):
    """Restate the rules; the silver dollar's rank is None once it is pocketed."""
    yield squares[1:], silver - 1 if silver else None
    for coin, square in enumerate(squares):
        for target in range(squares[coin - 1] + 1 if coin else 0, square):
            yield (*squares[:coin], target, *squares[coin + 1 :]), silver


@functools.cache
def is_p_position(squares, silver):
    """Decide by the definition: who pockets the silver dollar wins."""
    return silver is None or not any(is_p_position(*option) for option in options(squares, silver))


def positions(length, coins):
    return (
        (squares, silver)
        for squares in itertools.combinations(range(length), coins)
        for silver in range(coins)
    )


@pytest.mark.parametrize("length", range(11))
def test_criterion_option_and_counts_follow_the_definition(length):
    for coins in range(1, length + 2):
        losing = 0
        for squares, silver in positions(length, coins):
            lost = is_p_position(squares, silver)
            losing += lost
            assert silver_dollar.criterion(squares, silver) == lost, (squares, silver)
            if lost:
                with pytest.raises(NoWinningOptionError):
                    silver_dollar.winning_option(squares, silver)
            else:
                option = silver_dollar.winning_option(squares, silver)
                assert option in set(options(squares, silver))
                assert is_p_position(*option)
        for algorithm in ("carry", "summation"):
            assert silver_dollar.losing_count(length, coins - 1, algorithm=algorithm) == losing
            wins = coins * math.comb(length, coins) - losing
            assert answer(length, coins - 1, algorithm=algorithm) == wins


def test_the_sources_formula_for_an_odd_number_of_coins_fails_for_one_coin():
    # "How the Pocket Rule Changes the Losing Positions": L = L_0 + (m - 2)·L_1, with m = 1.
    def formula(length):
        empty = length - 1
        first = silver_dollar.count(empty, 1, 1)
        return first - (silver_dollar.count(empty + 1, 1, 1) - silver_dollar.count(empty + 1, 0, 1))

    assert formula(4) != silver_dollar.losing_count(4, 0) == 0


def test_a_criterion_without_the_extra_step_is_told_apart():
    # The control forgets that pocketing the leftmost coin is one more step to the left.
    def twin(squares):
        gaps = (b - a - 1 for a, b in zip(squares[1::2], squares[2::2], strict=True))
        return functools.reduce(operator.xor, gaps, squares[0]) == 0

    assert any(
        twin(squares) != is_p_position(squares, 2)
        for squares in itertools.combinations(range(7), 3)
    )


@pytest.mark.parametrize("algorithm", ["carry", "summation"])
@pytest.mark.parametrize(
    ("squares", "coins", "wins"),
    [(10, 2, 324), (100, 10, 1514704946113500)],  # Project Euler 344
)
def test_wins_are_the_published_ones(squares, coins, wins, algorithm):
    assert answer(squares, coins, algorithm=algorithm) == wins
    assert answer(squares, coins, algorithm=algorithm, **EULER) == wins % EULER["modulus"]


def test_intermediate_values_are_the_published_ones():
    # EulerSolve, Project Euler 344, "Worked Example".
    assert silver_dollar.count(7, 2, 2) == 20
    assert silver_dollar.count(8, 2, 2) - silver_dollar.count(8, 1, 2) == 16


def test_the_two_algorithms_agree_at_the_headline():
    carry, summation = (
        answer(1_000_000, 100, algorithm=name, **EULER) for name in ("carry", "summation")
    )
    assert carry == summation


@pytest.mark.parametrize("total", range(13))
@pytest.mark.parametrize("heaps", range(5))
def test_heaps_with_sum_is_the_number_of_tuples(heaps, total):
    tuples = itertools.product(range(total + 1), repeat=heaps)
    expected = sum(sum(t) == total and functools.reduce(operator.xor, t, 0) == 0 for t in tuples)
    assert silver_dollar.heaps_with_sum(heaps, total) == expected
    for modulus in (1, 3):
        assert silver_dollar.heaps_with_sum(heaps, total, modulus=modulus) == expected % modulus


@pytest.mark.parametrize("total", range(7))
@pytest.mark.parametrize(("active", "passive"), list(itertools.product(range(4), range(3))))
def test_count_is_the_number_of_gap_tuples(active, passive, total):
    expected = sum(
        sum(gaps) == total and functools.reduce(operator.xor, gaps[:active], 0) == 0
        for gaps in itertools.product(range(total + 1), repeat=active + passive)
    )
    assert silver_dollar.count(total, active, passive) == expected
    assert silver_dollar.count(total, active, passive, modulus=2) == expected % 2


@st.composite
def large_positions(draw):
    squares = draw(st.lists(st.integers(0, 10**6), unique=True, min_size=1, max_size=101))
    return tuple(sorted(squares)), draw(st.integers(0, len(squares) - 1))


@settings(max_examples=50, deadline=None)
@given(large_positions(), st.randoms(use_true_random=False))
def test_a_large_position_and_its_options_fit_together(position, random):
    squares, silver = position
    if not silver_dollar.criterion(squares, silver):
        squares, silver = silver_dollar.winning_option(squares, silver)
        assert silver is None or silver_dollar.criterion(squares, silver)
    if silver is None:
        return
    with pytest.raises(NoWinningOptionError):
        silver_dollar.winning_option(squares, silver)
    assert not silver_dollar.criterion(squares[1:], silver - 1)
    for _ in range(10):
        coin = random.randrange(len(squares))
        least = squares[coin - 1] + 1 if coin else 0
        if least < squares[coin]:
            target = random.randrange(least, squares[coin])
            option = (*squares[:coin], target, *squares[coin + 1 :])
            assert not silver_dollar.criterion(option, silver)


@pytest.mark.parametrize(
    ("squares", "coins", "named"),
    [
        (10**18, 1000, {}),
        (10**18, 10**6, {"modulus": 7}),
        (10**18, 2, {"modulus": 7, "algorithm": "summation"}),
        (10**18, 2_100, {"modulus": 2**255 - 19}),  # half a minute
        (10**6, 900, {"algorithm": "summation"}),  # gigabytes of long numbers
        (10**7, 10, {"modulus": 7, "algorithm": "summation"}),
        (10**18, 10**18 - 1, {"modulus": 7}),  # no empty square, but a column of 10^18 coins
    ],
)
def test_work_above_the_limit_is_refused(squares, coins, named):
    with pytest.raises(LimitError):
        answer(squares, coins, **named)


@pytest.mark.parametrize("modulus", [None, 7])
def test_a_sum_of_nothing_over_too_many_gaps_is_refused(modulus):
    for active, passive in ((10**18, 0), (0, 10**18)):
        with pytest.raises(LimitError):
            silver_dollar.count(0, active, passive, modulus=modulus)


@pytest.mark.parametrize(("squares", "silver"), [((1, 1), 0), ((2, 1), 0), ((0, 1), 2)])
def test_coins_that_do_not_stand_in_order_and_a_rank_of_none_are_refused(squares, silver):
    for function in (silver_dollar.criterion, silver_dollar.winning_option):
        with pytest.raises(InputError):
            function(squares, silver)


@pytest.mark.parametrize("modulus", [4, 15])
def test_a_composite_modulus_without_its_primes_is_refused(modulus):
    with pytest.raises(ModulusError):
        answer(10, 2, modulus=modulus)


def test_a_sum_above_its_limit_is_refused():
    with pytest.raises(InputError):
        silver_dollar.heaps_with_sum(2, 10**9)
