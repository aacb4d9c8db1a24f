"""The silver dollar game: its rules by hand, its graph in closed form, published counts."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb

import pytest

from oracles.errors import RulesError
from oracles.games.silver_dollar import SilverDollar, SilverDollarInBinary, Strip
from oracles.graph import build
from oracles.rules import Game
from oracles.solve import solve


def test_a_coin_moves_left_but_never_onto_or_over_another():
    options = SilverDollar(coins=2).options(((1, 2, 5), 2))
    assert set(options) == {
        ((0, 2, 5), 2),
        ((1, 2, 4), 2),
        ((1, 2, 3), 2),
        ((2, 5), 1),  # pocket the leftmost
    }
    assert len(options) == 4


def test_pocketing_the_silver_dollar_ends_play():
    game = SilverDollar(coins=1)
    assert ((3,), None) in game.options(((0, 3), 0))
    assert game.options(((3,), None)) == []


@dataclass(frozen=True)
class RestatedInPython(Game[Strip]):
    """The same rules, written as Python slices squares."""

    coins: int

    def start(self, size: int) -> Iterator[Strip]:
        for squares in combinations(range(size), self.coins + 1):
            yield from ((squares, silver) for silver in range(self.coins + 1))

    def options(self, position: Strip) -> list[Strip]:
        squares, silver = position
        if silver is None:
            return []
        walls = (-1, *squares)
        moves: list[Strip] = [
            ((*squares[:coin], target, *squares[coin + 1 :]), silver)
            for coin, square in enumerate(squares)
            for target in range(square - 1, walls[coin], -1)
        ]
        return [*moves, (squares[1:], silver - 1 if silver else None)]


@pytest.mark.parametrize(("coins", "size"), [(0, 6), (1, 7), (2, 8), (3, 8), (6, 9)])
def test_the_text_has_the_graph_of_the_rules_restated_in_python(coins, size):
    text, python = build(SilverDollar(coins), size), build(RestatedInPython(coins), size)
    assert {p: list(text.options_of[p]) for p in text} == {
        p: list(python.options_of[p]) for p in python
    }
    assert SilverDollar(coins).is_plain()


@pytest.mark.parametrize("coins", [-1, 1.5, "2"])
def test_a_number_of_coins_that_is_none_is_refused(coins):
    with pytest.raises(RulesError, match=f"coins={coins!r}: expected a number of worthless coins"):
        SilverDollar(coins)


def test_a_player_without_regular_moves_must_pocket():
    assert SilverDollar(coins=1).options(((0, 1), 1)) == [((1,), 0)]


@pytest.mark.parametrize(("coins", "size"), [(0, 4), (1, 5), (2, 6), (3, 7)])
def test_starts_are_the_placements_times_the_choice_of_silver(coins, size):
    starts = list(SilverDollar(coins).start(size))
    assert len(starts) == len(set(starts)) == (coins + 1) * comb(size, coins + 1)


def test_no_start_when_the_strip_is_too_short():
    assert list(SilverDollar(coins=2).start(2)) == []


def count_of_wins(game: SilverDollar, size: int) -> int:
    truth = solve(game, size)
    return sum(truth.outcome(position) == "N" for position in game.start(size))


def test_the_published_count_of_winning_configurations():
    # A solution in Chinese, Project Euler 344: W(10, 2) = 324.
    assert count_of_wins(SilverDollar(coins=2), 10) == 324


def test_one_coin_is_always_won():
    truth = solve(SilverDollar(coins=0), 6)
    assert all(truth.winning_options(position) for position in SilverDollar(0).start(6))


class JumpingCoins(SilverDollar):
    """The control: coins may jump over others."""

    def options(self, position: Strip) -> list[Strip]:
        squares, silver = position
        if silver is None:
            return []
        jumps = list(self._jumps(squares, silver))
        return [*jumps, (squares[1:], silver - 1 if silver else None)]

    def _jumps(self, squares: tuple[int, ...], silver: int) -> Iterator[Strip]:
        for coin, square in enumerate(squares):
            for target in range(square):
                if target not in squares:
                    rest = squares[:coin] + squares[coin + 1 :]
                    moved = tuple(sorted((*rest, target)))
                    marked = target if coin == silver else squares[silver]
                    yield moved, moved.index(marked)


def test_wrong_rules_do_not_give_the_published_count():
    assert count_of_wins(JumpingCoins(coins=2), 10) != 324


def test_the_graph_of_two_coins_is_counted_in_closed_form():
    # Both coins on the strip, either one silver; then the silver dollar alone, on any square;
    # then nothing left, or the worthless coin left where it lay: anywhere but leftmost.
    size = 6
    graph = build(SilverDollar(coins=1), size)
    assert len(graph) == 2 * comb(size, 2) + size + 1 + (size - 1)


def test_the_game_in_binary_has_the_graph_of_the_game_on_squares() -> None:
    def written(position: Strip) -> tuple[str, int] | tuple[str, int, int]:
        squares, silver = position
        number = int("".join("01"[x in squares] for x in reversed(range(5))), 2)
        return ("over", number) if silver is None else ("strip", number, 2 ** squares[silver])

    in_binary = build(SilverDollarInBinary(), 5)
    expected = {
        written(p): sorted(map(written, options))
        for coins in range(5)
        for p, options in build(SilverDollar(coins), 5).options_of.items()
    }
    assert {p: sorted(options) for p, options in in_binary.options_of.items()} == expected
    assert len(in_binary) == 6 * 2**4
