"""The stone game's study, and what is true of the game.

Three ways lead to the P-positions, and each is held to the one before it. The explicit graph has
every position without a pile of more than 24 stones. Plain marking reaches 300: a position from
which no move to a P-position was marked is one, and marks all positions that a move leads from to
it. The source's tables, one of the solver's two algorithms, reach 3000; they share no code with
the other one, which packs positions into words of 64 bits and goes on alone to 10 000.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, combinations_with_replacement, permutations
from typing import Any

from fast import stone_game as solver
from oracles.games.stone_game import CHOICES, Piles, StoneGame, ordered
from research.claims.cases import Listed
from research.claims.claim import Source
from research.claims.graphs import OneOf
from research.claims.study import Study
from research.studies.stone_game.pictures import PICTURES
from research.studies.stone_game.report import ABSTRACT, NOTATION, SMALL_VALUES

BOUND = 24  # largest pile of the graph
MARKED = 300  # of the marking
TABLES = 1000  # of the source's tables: the headline's own limit,
ENDS = (TABLES, 1023, 1024, 1025, 1500, 2047, 2048, 3000)  # and a few; the last sum is above 2^32

study = Study(
    "stone-game",
    StoneGame(),
    title="Stone game",
    about="""
There are three piles of stones. A player chooses some $N > 0$ and takes $N$ stones from any one
pile, or $N$ from each of any two, or $N$ from each of the three. The player who takes the last
stone wins. The question is the sum $S(N)$ of $x + y + z$ over all P-positions with $x ≤ y ≤ z ≤ N$.
""",
    source=Source(
        "A. Bhimalingam, Project Euler 260",
        file="004_de23a664e416c5f6.txt",
        cited="Aditya Bhimalingam, “Project Euler Problem 260: Investigation and Solution”, "
        "undated. The problem: https://projecteuler.net/problem=260",
    ),
    answer=solver.answer,
    headline={"limit": TABLES},
    pictures=PICTURES,
    abstract=ABSTRACT,
    notation=NOTATION,
    small_values=SMALL_VALUES,
    headline_from=["theorem-1"],
    label=lambda piles: " ".join(map(str, piles)),
)
graph = study.graph(BOUND, written=ordered)


def positions(limit: int, more: str = "") -> Listed:
    """All positions with piles up to a limit, and what else is looked at with each of them."""
    piles = combinations_with_replacement
    return Listed(
        f"all positions with piles ≤ {limit}{more}",
        lambda: sorted(piles(range(limit + 1), 3), key=sum),
    )


@dataclass(frozen=True)
class PPositions:
    """The P-positions as one way finds them, in order, and what follows from them."""

    by: str
    found: Callable[[], list[Piles]]

    def up_to(self, limit: int) -> list[Piles]:
        """Those with piles up to a limit."""
        return [p for p in self.found() if p[2] <= limit]

    def answer(self, limit: int, what: str = "sum") -> int:
        """S(limit), or how many there are."""
        return sum_and_number(self, limit)[what != "sum"]

    def criterion(self, position: Piles) -> bool:
        """Whether a position, with its piles in any order, is one."""
        return ordered(position) in as_set(self)

    def winning_options(self, position: Piles) -> OneOf:
        """The options, by the rules, that are."""
        options = StoneGame().options(ordered(position))
        return OneOf([option for option in options if self.criterion(option)], ordered)


@cache
def sum_and_number(way: PPositions, limit: int) -> tuple[int, int]:
    """Sum and number of the P-positions up to a limit, as one way finds them."""
    found = way.up_to(limit)
    return sum(map(sum, found)), len(found)


@cache
def as_set(way: PPositions) -> frozenset[Piles]:
    """All that one way finds, to look a position up."""
    return frozenset(way.found())


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
def all_marked() -> list[Piles]:
    """The P-positions up to the bound of the marking."""
    return marked(MARKED)


on_graph = PPositions("the graph", lambda: sorted(graph.truth.p_positions))
by_marking = PPositions("marking", all_marked)


# The solver's two algorithms, without its gate.


def run(kernel: Callable[..., tuple[int, int, int]], limit: int) -> tuple[Any, int, int]:
    """Sorted keys, number and sum of the P-positions of a kernel; piles lie in a key in a row."""
    import numpy as np

    from fast import stone_kernels

    room = stone_kernels.empty_keys((limit + 1) * (limit + 2) // 2)
    number, sum_of_xy, sum_of_z = kernel(limit, room)
    return np.sort(room[:number]), number, sum_of_xy + sum_of_z


def piles_of(keys: Any) -> Any:
    """The piles that are written in keys: x, y and z, each of all of them."""
    from fast.stone_kernels import PILE_BITS

    return [keys >> shift * PILE_BITS & (1 << PILE_BITS) - 1 for shift in (2, 1, 0)]


def tables_answer(limit: int, what: str = "sum") -> int:
    """The answer by the source's tables, which know nothing of words of 64 bits."""
    sums = sums_by_tables(TABLES if limit <= TABLES else ENDS[-1])
    return sums[limit][what != "sum"]


@cache
def sums_by_tables(most: int) -> list[tuple[int, int]]:
    """Sum and number of the P-positions up to each limit to a largest, from the source's tables."""
    import numpy as np

    from fast import stone_kernels

    piles = piles_of(run(stone_kernels.tables, most)[0])
    sums, counts = np.zeros(most + 1, np.int64), np.zeros(most + 1, np.int64)
    np.add.at(sums, piles[2], sum(piles))
    np.add.at(counts, piles[2], 1)
    return list(zip(accumulate(sums.tolist()), accumulate(counts.tolist()), strict=True))
