"""The silver dollar game: its rules by hand, its graph in closed form, published counts."""

from math import comb

import pytest

from oracles.errors import RulesError
from oracles.games.silver_dollar import SilverDollar
from oracles.graph import build
from oracles.solve import solve


@pytest.mark.parametrize("coins", [-1, 1.5, "2"])
def test_a_number_of_coins_that_is_none_is_refused(coins):
    with pytest.raises(RulesError, match=f"coins={coins!r}: expected a number of worthless coins"):
        SilverDollar(coins)


@pytest.mark.parametrize(("coins", "size"), [(0, 4), (1, 5), (2, 6), (3, 7)])
def test_starts_are_the_placements_times_the_choice_of_silver(coins, size):
    starts = list(SilverDollar(coins).start(size))
    assert len(starts) == len(set(starts)) == (coins + 1) * comb(size, coins + 1)


def count_of_wins(game: SilverDollar, size: int) -> int:
    truth = solve(game, size)
    return sum(truth.outcome(position) == "N" for position in game.start(size))


def test_the_published_count_of_winning_configurations():
    # A solution in Chinese, Project Euler 344: W(10, 2) = 324.
    assert count_of_wins(SilverDollar(coins=2), 10) == 324


def test_the_graph_of_two_coins_is_counted_in_closed_form():
    # Both coins on the strip, either one silver; then the silver dollar alone, on any square;
    # then nothing left, or the worthless coin left where it lay: anywhere but leftmost.
    size = 6
    graph = build(SilverDollar(coins=1), size)
    assert len(graph) == 2 * comb(size, 2) + size + 1 + (size - 1)
