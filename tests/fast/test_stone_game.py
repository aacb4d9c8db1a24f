"""The stone game's solver: large sizes by two algorithms, published answers, refusals."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fast import stone_game
from fast.errors import InputError, NoWinningOptionError

answer = stone_game.answer.ungated
p_positions = stone_game.p_positions.ungated


@pytest.mark.parametrize(
    ("limit", "total"),
    [(100, 173895), (1000, 167542057)],  # A. Bhimalingam, "Problem 260" and "Results"
)
@pytest.mark.parametrize("algorithm", ["packed", "tables"])
def test_sum_is_the_published_one(limit, total, algorithm):
    assert answer(limit, algorithm=algorithm) == total


@pytest.mark.parametrize("limit", [62, 63, 64, 65, 127, 128, 129, 1500])
def test_the_two_algorithms_agree_at_the_edges_of_words(limit):
    assert answer(limit) == answer(limit, algorithm="tables")


piles_up_to_1000 = st.tuples(*[st.integers(0, 1000)] * 3)


@settings(max_examples=100, deadline=None)
@given(piles_up_to_1000)
def test_winning_option_is_a_move_to_a_p_position(piles):
    if stone_game.criterion(piles):
        with pytest.raises(NoWinningOptionError):
            stone_game.winning_option(piles)
    else:
        option = stone_game.winning_option(piles)
        taken = {a - b for a, b in zip(piles, option, strict=True)} - {0}
        assert len(taken) == 1
        assert min(taken) > 0
        assert min(option) >= 0
        assert stone_game.criterion(option)


@pytest.mark.parametrize("position", [(1, 2), (1, 2, 3, 4), (1, 2, 10_001)])
def test_other_than_three_piles_up_to_10_000_is_refused(position):
    for function in (stone_game.criterion, stone_game.winning_option):
        with pytest.raises(InputError):
            function(position)


def test_a_pile_above_its_limit_is_refused():
    for call in (
        lambda: answer(20_001),
        lambda: answer(2_001, algorithm="tables"),
        lambda: p_positions(3_001),
    ):
        with pytest.raises(InputError):
            call()
