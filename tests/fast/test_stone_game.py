"""The stone game's solver: against its twin algorithm, the rules and the source's numbers."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fast import stone_game
from fast.errors import InputError, NoWinningOptionError

answer = stone_game.answer.ungated
p_positions = stone_game.p_positions.ungated


def options(piles):
    """Restate the rules: the same number of stones from one, two or all three piles."""
    for chosen in itertools.product((0, 1), repeat=3):
        taken = 1
        while any(chosen) and all(p >= taken * c for p, c in zip(piles, chosen, strict=True)):
            yield tuple(p - taken * c for p, c in zip(piles, chosen, strict=True))
            taken += 1


def p_positions_by_definition(limit):
    """No option of a P-position is one; decided in an order in which options come first."""
    found = set()
    for piles in itertools.product(range(limit + 1), repeat=3):
        if not any(option in found for option in options(piles)):
            found.add(piles)
    return found


def test_criterion_is_the_definition_on_every_position_up_to_16():
    found = p_positions_by_definition(16)
    for piles in itertools.product(range(17), repeat=3):
        assert stone_game.criterion(piles) == (piles in found), piles
    assert p_positions(16) == sorted({tuple(sorted(piles)) for piles in found})


def test_a_game_without_the_move_on_three_piles_is_told_apart():
    found = set()
    for piles in itertools.product(range(9), repeat=3):
        two_at_most = (
            o for o in options(piles) if sum(a != b for a, b in zip(o, piles, strict=True)) < 3
        )
        if not any(option in found for option in two_at_most):
            found.add(piles)
    assert any(stone_game.criterion(piles) != (piles in found) for piles in found)


@pytest.mark.parametrize(
    ("limit", "total"),
    [(100, 173895), (1000, 167542057)],  # A. Bhimalingam, "Problem 260" and "Results"
)
@pytest.mark.parametrize("algorithm", ["packed", "tables"])
def test_sum_is_the_published_one(limit, total, algorithm):
    assert answer(limit, algorithm=algorithm) == total


def test_sum_up_to_10_follows_from_the_definition_and_not_from_the_sources_360():
    total = sum(map(sum, {tuple(sorted(p)) for p in p_positions_by_definition(10)}))
    assert answer(10) == total != 360


@pytest.mark.parametrize("limit", [62, 63, 64, 65, 127, 128, 129, 1500])
def test_the_two_algorithms_agree_at_the_edges_of_words(limit):
    assert answer(limit) == answer(limit, algorithm="tables")


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 300))
def test_sum_and_count_are_those_of_the_list(limit):
    listed = p_positions(limit)
    assert answer(limit) == sum(map(sum, listed))
    assert answer(limit, what="count") == len(listed) == len(set(listed))


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


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_no_option_of_a_p_position_is_a_p_position(data):
    piles = data.draw(st.sampled_from(p_positions(300)))
    assert stone_game.criterion(piles)
    assert not any(stone_game.criterion(option) for option in options(piles))


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
