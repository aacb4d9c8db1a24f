"""The stone game's study, and what is true of the game.

Three ways lead to the P-positions, and each is compared with the one before it. The explicit graph
has every position without a pile of more than 24 stones. Marking by the rules reaches 300 where
many answers are compared, and the 1000 of the problem for its one answer. The source's tables, one
of the solver's two algorithms, reach 2048; they share no code with the other one, which packs
positions into words of 64 bits and goes on alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import combinations_with_replacement

from fast import stone_game as solver
from oracles.games.stone_game import CHOICES, Piles, StoneGame, ordered
from research.claims.cases import GraphOf, Listed, OneOf
from research.claims.claim import Source
from research.claims.study import Study

BOUND = 24  # largest pile of the graph
MARKED = 300  # of the marking
TABLES = 2048  # of the source's tables
HEADLINE = 1000

study = Study(
    "stone-game",
    StoneGame(),
    title="Stone game",
    modulo=("modulus", "factors"),
    about="""
There are three piles of stones. A move chooses some $N > 0$ and takes $N$ stones from one pile, or
$N$ stones from each of two piles, or $N$ stones from each of the three. The player who takes the
last stone wins. Positions are written with $x ≤ y ≤ z$. The question is $S(N)$, the sum of
$x + y + z$ over all P-positions with $z ≤ N$.
""",
    source=Source(
        "A. Bhimalingam, Project Euler 260",
        cited="Aditya Bhimalingam, “Project Euler Problem 260: Investigation and Solution”, "
        "undated. The problem: https://projecteuler.net/problem=260",
    ),
    answer=solver.answer,
    headline={"limit": HEADLINE},
)
graph = GraphOf(study.truth, BOUND, ordered)


def positions(limit: int) -> Listed:
    """All positions with piles up to a limit."""
    piles = partial(combinations_with_replacement, range(limit + 1), 3)
    return Listed(f"all positions with piles ≤ {limit}", lambda: sorted(piles(), key=sum))


@dataclass(frozen=True)
class PPositions:
    """The P-positions as one way finds them, in order."""

    by: str
    found: Callable[[], list[Piles]]

    def up_to(self, limit: int) -> list[Piles]:
        """Those with piles up to a limit."""
        return [p for p in self.found() if p[2] <= limit]

    @cache  # noqa: B019  # there are two, and they last
    def answer(self, limit: int, what: str = "sum") -> int:
        """S(limit), or how many there are."""
        return sum(map(sum, self.up_to(limit))) if what == "sum" else len(self.up_to(limit))

    @cache  # noqa: B019
    def members(self) -> frozenset[Piles]:
        """All of them, to look one up."""
        return frozenset(self.found())

    def criterion(self, position: Piles) -> bool:
        """Whether a position, with its piles in any order, is one."""
        return ordered(position) in self.members()

    def winning_options(self, position: Piles) -> OneOf:
        """The options, by the rules, that are."""
        options = StoneGame().options(ordered(position))
        return OneOf([option for option in options if self.criterion(option)], ordered)


def marked(limit: int, choices: Sequence[Piles] = tuple(CHOICES)) -> list[Piles]:
    """P-positions up to a limit, in order, by marking what can move to one."""
    from research.studies.stone_game.marking import marked  # numba is slow to import

    return marked(limit, choices)


@cache
def sum_by_marking(limit: int) -> int:
    """S(limit), by marking all positions up to it."""
    return sum(map(sum, marked(limit)))


def by_tables(limit: int, what: str = "sum") -> int:
    """S(limit), or how many P-positions there are, by the source's tables."""
    return _sum_and_count(limit)[what == "count"]


@cache
def _sum_and_count(limit: int) -> tuple[int, int]:
    from fast import stone_kernels

    found, sum_of_xy, sum_of_z = stone_kernels.tables(limit, stone_kernels.empty_keys(0))
    return sum_of_xy + sum_of_z, found


on_graph = PPositions("the graph", cache(lambda: sorted(graph.truth.p_positions)))
by_marking = PPositions("the list found by marking", cache(lambda: marked(MARKED)))
