"""The stone game's study, and what is true of the game.

Three ways lead to the P-positions, and each is compared with the one before it. The explicit graph
has every position without a pile of more than 24 stones. Plain marking reaches 300: a position that
is not marked is a P-position, and marks all positions from which a move leads to it. The source's
tables, one of the solver's two algorithms, reach 2048; they share no code with the other one, which
packs positions into words of 64 bits and goes on alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, combinations_with_replacement, permutations

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
        file="004_de23a664e416c5f6.txt",
        cited="Aditya Bhimalingam, “Project Euler Problem 260: Investigation and Solution”, "
        "undated. The problem: https://projecteuler.net/problem=260",
    ),
    answer=solver.answer,
    headline={"limit": HEADLINE},
    label=lambda piles: " ".join(map(str, piles)),
)
graph = GraphOf(study.truth, BOUND, ordered)


def positions(limit: int, more: str = "") -> Listed:
    """All positions with piles up to a limit, and what else is looked at with each of them."""
    piles = combinations_with_replacement
    return Listed(
        f"all positions with piles ≤ {limit}{more}",
        lambda: sorted(piles(range(limit + 1), 3), key=sum),
    )


@dataclass(frozen=True)
class PPositions:
    """The P-positions as one way finds them, in order."""

    by: str
    found: Callable[[], list[Piles]]

    def up_to(self, limit: int) -> list[Piles]:
        """Those with piles up to a limit."""
        return [p for p in self.found() if p[2] <= limit]

    def answer(self, limit: int, what: str = "sum") -> int:
        """S(limit), or how many there are."""
        return sums_and_numbers(self)[limit][what != "sum"]

    def criterion(self, position: Piles) -> bool:
        """Whether a position, with its piles in any order, is one."""
        return ordered(position) in members(self)

    def winning_options(self, position: Piles) -> OneOf:
        """The options, by the rules, that are."""
        options = StoneGame().options(ordered(position))
        return OneOf([option for option in options if self.criterion(option)], ordered)


@cache
def members(way: PPositions) -> frozenset[Piles]:
    """All P-positions that one way finds, to look one up."""
    return frozenset(way.found())


@cache
def sums_and_numbers(way: PPositions) -> list[tuple[int, int]]:
    """S(limit), and how many P-positions there are, for each limit to the largest pile found."""
    sums, numbers = Counter[int](), Counter[int]()
    for position in way.found():
        sums[position[2]] += sum(position)
        numbers[position[2]] += 1
    each = range(TABLES + 1)
    return list(
        zip(accumulate(sums[z] for z in each), accumulate(numbers[z] for z in each), strict=True)
    )


def marked(limit: int, choices: Sequence[tuple[int, ...]] = tuple(CHOICES)) -> list[Piles]:
    """P-positions up to a limit, in order, by marking what can move to one.

    A cube has a mark for each three piles in each order: that some option of theirs is a
    P-position. Moves only lower piles, so all options are done with before a position's turn.
    """
    import numpy as np

    side = limit + 1
    marks = np.zeros((side, side, side), np.bool_)
    line = marks.reshape(-1)
    losing: list[Piles] = []
    for pair in combinations_with_replacement(range(side), 2):
        row, largest = marks[pair], pair[1]
        while largest <= limit:
            largest += int(row[largest:].argmin())  # the next without a mark, if there is any
            if row[largest]:
                break
            position = (*pair, largest)
            losing.append(position)
            for x, y, z in set(permutations(position)):
                for a, b, c in choices:
                    room = limit - max(p for p, taken in ((x, a), (y, b), (z, c)) if taken)
                    here, step = (x * side + y) * side + z, (a * side + b) * side + c
                    line[here + step : here + step * room + 1 : step] = True
            largest += 1
    return losing


@cache
def in_tables() -> list[Piles]:
    """P-positions by the source's tables, without the gate of the solver."""
    from fast import stone_kernels

    room = stone_kernels.empty_keys((TABLES + 1) * (TABLES + 2) // 2)
    keys = room[: stone_kernels.tables(TABLES, room)[0]]
    bits = stone_kernels.PILE_BITS
    piles = [(keys >> shift * bits & (1 << bits) - 1).tolist() for shift in (2, 1, 0)]
    return sorted(zip(*piles, strict=True))


on_graph = PPositions("the graph", cache(lambda: sorted(graph.truth.p_positions)))
by_marking = PPositions("the list found by marking", cache(lambda: marked(MARKED)))
by_tables = PPositions("the tables", in_tables)
