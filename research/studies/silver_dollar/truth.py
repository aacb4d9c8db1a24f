"""The silver dollar game's study, and what is true on a short strip by the rules alone.

The explicit graph has every placement of any number of coins on 11 squares; tuples of gaps are
listed one by one. No theory is used. Squares and the ranks of coins are numbered from 0: the silver
dollar has rank 0 if it is the leftmost coin.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache, partial, reduce
from itertools import combinations, pairwise
from operator import xor
from typing import Any

from fast import silver_dollar as solver
from oracles.games.silver_dollar import SilverDollar, Strip
from oracles.rules import Game
from research.claims.cases import GraphOf, Listed, every
from research.claims.claim import Source
from research.claims.study import Study, solve_game

Coins = tuple[int, ...]  # (0, 2): the squares of two coins

FIRST = Source(
    "EulerSolve, Project Euler 344",
    cited="EulerSolve, “Project Euler Problem 344: Silver Dollar Game”, no author named, undated. "
    "The problem: https://projecteuler.net/problem=344",
)
SECOND = Source(
    "A solution in Chinese, Project Euler 344",
    cited="“Project Euler 344”, a solution in Chinese without author and date. "
    "The problem: https://projecteuler.net/problem=344",
)

BOUND = 11
POSITIONS = f"all positions on {BOUND} squares"
LISTED = "all tuples, listed one by one"

MODULUS = 1000036000099
FACTORS = (1000003, 1000033)


class RegularMoves(Game[Coins]):
    """The game without a dollar and without pocketing: a player without a move has lost."""

    def start(self, size: int) -> Iterator[Coins]:
        """Every placement of every number of coins."""
        for coins in range(1, size + 1):
            yield from combinations(range(size), coins)

    def options(self, position: Coins) -> list[Coins]:
        """Only the regular moves of the silver dollar game."""
        return regular_moves(position, 0)


study = Study(
    "silver-dollar",
    SilverDollar(),
    title="Silver dollar game",
    modulo=("modulus", "factors"),
    about=r"""
$m = c + 1$ coins lie on a strip of $n$ squares, at most one on a square: one silver dollar and $c$
worthless coins. In her turn a player moves one coin any number of squares to the left, neither onto
nor over another coin nor off the strip, or pockets the leftmost coin. The player who pockets the
silver dollar wins. The question is the number $W(n, c)$ of configurations in which the player to
move wins: placements of the coins with one of them the silver dollar.

The coins stand on the squares $x_0 < x_1 < … < x_{m-1}$, and the silver dollar is the coin $x_j$.
The gaps are $g_0 = x_0$, $g_i = x_i - x_{i-1} - 1$ between coins, and $g_m = n - 1 - x_{m-1}$.
Every second gap, $g_{m-1}$, $g_{m-3}$ and so on, is called active, and each other one passive.
""",
    source=SECOND.at("Silver dollar game"),
    answer=solver.answer,
    headline_from=["winning-count", "headline"],
    headline={"squares": 10**6, "coins": 100, "modulus": MODULUS, "factors": FACTORS},
)
graph = GraphOf(study.truth, BOUND)
ordinary = GraphOf(partial(solve_game, RegularMoves()), BOUND)


# A position on the graph.


@cache
def options_of(squares: Coins, silver: int | None) -> tuple[Strip, ...]:
    """The options by the rules, of which many claims ask."""
    return tuple(SilverDollar().options((squares, silver)))


def regular_moves(squares: Coins, silver: int) -> list[Coins]:
    """What regular moves make of the coins: the options with as many of them on the strip."""
    return [after for after, _ in options_of(squares, silver) if len(after) == len(squares)]


def pocketed(squares: Coins, silver: int | None) -> Strip:
    """The option by the special move: the one that leaves a coin less."""
    (option,) = (option for option in options_of(squares, silver) if len(option[0]) < len(squares))
    return option


def loses(squares: Coins, silver: int) -> bool:
    """Whether the player to move loses."""
    return graph.is_p_position((squares, silver))


@cache
def all_positions() -> list[tuple[Coins, int]]:
    """All with the silver dollar on the strip, smallest first: by the last square, by coins."""
    found = [(squares, silver or 0) for squares, silver in SilverDollar().start(BOUND)]
    return sorted(found, key=lambda p: (p[0][-1], len(p[0]), p[1], p[0]))


def positions(*, odd: bool = False, least: int = 0) -> Listed:
    """Positions as cases: with an odd number of coins, with the silver dollar of a least rank."""
    return Listed(
        POSITIONS,
        lambda: [
            {"squares": squares, "silver": silver}
            for squares, silver in all_positions()
            if (len(squares) % 2 or not odd) and silver >= least
        ],
    )


# Configurations of m coins on n squares, counted.


@cache
def numbers_with_outcome(outcome: str) -> Counter[tuple[int, int, int]]:
    """How many positions have an outcome, by coins, rank and last square."""
    return Counter(
        (len(squares), rank, squares[-1])
        for squares, rank in all_positions()
        if graph.truth.outcome((squares, rank)) == outcome
    )


def losing_at(n: int, m: int, rank: int) -> int:
    """How many with the silver dollar at a rank lose."""
    return sum(numbers_with_outcome("P")[m, rank, last] for last in range(n))


def losing(n: int, m: int) -> int:
    """How many lose."""
    return sum(losing_at(n, m, rank) for rank in range(m))


@cache
def winning(n: int, m: int) -> int:
    """How many win."""
    found = numbers_with_outcome("N")
    return sum(found[m, rank, last] for rank in range(m) for last in range(n))


def sizes(words: str = POSITIONS, *, odd: bool = False, least: int = 1) -> Listed:
    """Lengths n within the graph with numbers m of coins to n + 2, smallest first."""
    listed = [{"n": n, "m": m} for n in range(BOUND + 1) for m in range(least, n + 3, 1 + odd)]
    return Listed(f"{words}; {'odd ' * odd}m ≤ n + 2", lambda: listed)


# Gaps, heaps and tuples of them.


def nim_sum(heaps: Iterable[int]) -> int:
    """Exclusive or of heaps."""
    return reduce(xor, heaps, 0)


def gaps(squares: Coins, strip: int) -> Coins:
    """The empty squares before, between and after the coins, counted: g_0, …, g_m."""
    return tuple(right - left - 1 for left, right in pairwise((-1, *squares, strip)))


@cache
def tuples(total: int, parts: int) -> list[Coins]:
    """All tuples of so many natural numbers with the given sum."""
    if parts == 0:
        return [()] if total == 0 else []
    return [(head, *tail) for head in range(total + 1) for tail in tuples(total - head, parts - 1)]


@cache
def listed(total: int, active: int, passive: int = 0) -> int:
    """How many tuples have this sum and nim sum 0 of the active ones, listed one by one."""
    return sum(nim_sum(gap[:active]) == 0 for gap in tuples(total, active + passive))


def calls(words: str, /, **values: Iterable[Any]) -> Listed:
    """Every call with one of the values for each argument."""
    return Listed(words, lambda: every(**values))
