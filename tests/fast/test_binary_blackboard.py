"""The blackboard's solver: large sizes by two algorithms, published answers, refusals."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fast import binary_blackboard
from fast.errors import InputError, LimitError, NoWinningOptionError

answer = binary_blackboard.answer.ungated
OTHER = {"Oscar": "Eric", "Eric": "Oscar"}


def option(position, written):
    """Restate the rules: write a number, flip the flag if it has an odd number of ones."""
    remaining, flag, turn = position
    return remaining - written, flag ^ written.bit_count() % 2, OTHER[turn]


@pytest.mark.parametrize("algorithm", ["closed", "layers"])
@pytest.mark.parametrize(
    ("exponent", "modulus", "total"),
    [
        (4, None, 46),  # EulerSolve, Project Euler 711, "How the Code Works"
        (12, None, 54532),  # EulerSolve, Project Euler 711, "How the Code Works"
        (6, None, 243),  # EulerSolve, Project Euler 711, "Worked Example"
        (1234, 10**9 + 7, 690421393),  # Project Euler 711, the statement of the problem
    ],
)
def test_sum_is_the_published_one(exponent, modulus, total, algorithm):
    assert answer(exponent, algorithm=algorithm, modulus=modulus) == total


def test_the_two_algorithms_agree_at_the_headline():
    closed, layers = (
        answer(12_345_678, algorithm=name, modulus=10**9 + 7) for name in ("closed", "layers")
    )
    assert closed == layers


def sums_of_powers(base, first):
    """Numbers with all ones on every second bit, near 2^4000 and small."""
    bits = st.sets(st.integers(0, 30) | st.integers(0, 2000), min_size=1, max_size=12)
    return bits.map(lambda chosen: sum(base**bit for bit in chosen) * first - 1)


large_numbers = (
    st.integers(0, 2**4000)
    | st.integers(0, 2**40)
    | sums_of_powers(4, 1)
    | sums_of_powers(4, 2)
    | st.integers(0, 4000).map(lambda bit: 2**bit - 1)
)


@settings(max_examples=300, deadline=None)
@given(large_numbers, st.integers(0, 1), st.sampled_from(sorted(OTHER)), st.data())
def test_a_large_position_and_its_options_fit_together(remaining, flag, turn, data):
    position = remaining, flag, turn
    if remaining == 0:
        return
    if not binary_blackboard.criterion(position):
        after = binary_blackboard.winning_option(position)
        written = remaining - after[0]
        assert 1 <= written <= remaining
        assert after == option(position, written)
        assert binary_blackboard.criterion(after)
    else:
        with pytest.raises(NoWinningOptionError):
            binary_blackboard.winning_option(position)
        left = data.draw(large_numbers) % remaining
        assert not binary_blackboard.criterion(option(position, remaining - left))
        assert not binary_blackboard.criterion(option(position, left + 1))


@pytest.mark.parametrize(
    ("exponent", "named"),
    [
        (10**7, {}),
        (10**6, {"algorithm": "layers"}),
        (10**8, {"algorithm": "layers", "modulus": 7}),
        pytest.param(1 << 100_000, {"modulus": 7}, id="exponent too long to print"),
    ],
)
def test_work_above_the_limit_is_refused(exponent, named):
    with pytest.raises(LimitError):
        answer(exponent, **named)


@pytest.mark.parametrize("position", [(1, 0), (1, 0, "Oscar", 1), (1, 2, "Oscar")])
def test_other_than_a_number_a_flag_and_a_player_is_refused(position):
    for function in (binary_blackboard.criterion, binary_blackboard.winning_option):
        with pytest.raises(InputError):
            function(position)
