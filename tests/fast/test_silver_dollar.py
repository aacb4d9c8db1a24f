"""The silver dollar game's solver: large sizes by two algorithms, published answers."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fast import silver_dollar
from fast.errors import NoWinningOptionError

answer = silver_dollar.answer.ungated
EULER = {"modulus": 1000036000099, "factors": (1000003, 1000033)}


@pytest.mark.parametrize("algorithm", ["carry", "summation"])
@pytest.mark.parametrize(
    ("squares", "coins", "wins"),
    [(10, 2, 324), (100, 10, 1514704946113500)],  # Project Euler 344
)
def test_wins_are_the_published_ones(squares, coins, wins, algorithm):
    assert answer(squares, coins, algorithm=algorithm) == wins
    assert answer(squares, coins, algorithm=algorithm, **EULER) == wins % EULER["modulus"]


@pytest.mark.expensive
def test_the_two_algorithms_agree_at_the_headline():
    carry, summation = (
        answer(1_000_000, 100, algorithm=name, **EULER) for name in ("carry", "summation")
    )
    assert carry == summation


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
