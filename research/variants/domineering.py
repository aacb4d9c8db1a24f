"""Domineering: Left places vertical dominoes on a board, Right horizontal ones."""

from itertools import product

from oracles.rules import PartizanGame
from oracles.sums import connected_components
from research.claims.study import Study
from research.variants.cram import beside, board


class Domineering(PartizanGame):
    """A position is the set of free squares, of any board; play begins on two rows."""

    def start(self, size):
        return [board(2, size)]

    def canonical(self, position):
        images = product(*map(both_ways, zip(*position, strict=True)))
        return min((frozenset(zip(*image, strict=True)) for image in images), key=sorted)

    def components(self, position):
        parts = connected_components(position, beside)
        return [part for part in parts if len(part) > 1]  # no domino has room on a single square

    def negative(self, position):
        return frozenset((column, row) for row, column in position)

    def left_options(self, position):
        return [position - {(r, c), (r + 1, c)} for r, c in position if (r + 1, c) in position]

    def right_options(self, position):
        return [position - {(r, c), (r, c + 1)} for r, c in position if (r, c + 1) in position]


def both_ways(numbers):
    first, last = min(numbers), max(numbers)
    return [n - first for n in numbers], [last - n for n in numbers]


study = Study("domineering", Domineering(), source="Winning Ways, 2nd ed., ch. 5")

study.sequence(
    "The outcomes of the 2 × n boards from n = 1 on are L, N, N, R, L, N, N.",
    terms=["L", "N", "N", "R", "L", "N", "N"],
    first=1,
    computed=lambda truth, n: truth.outcome(board(2, n)),
    source="M. Lachmann, C. Moore and I. Rapaport, in More Games of No Chance (2002) 307-315",
)
VALUES = {
    (2, 2): "+-1",
    (2, 3): "{2|-1/2}",
    (2, 4): "{2|0||0}",
    (2, 5): "1/2",
    (2, 7): "{3/2|-1/2}",
    (3, 3): "+-1",
    (3, 4): "-3/2",
    (3, 5): -1,
    (3, 6): "{-1|-7/2}",
    (3, 7): "{-3/4|-3}",
    (4, 5): 1,
}
study.value_table(
    "Boards of rows × columns: 2 × 2 and 3 × 3 have the value ±1, 2 × 3 has {2|-1/2}, 2 × 4 "
    "{2|0||0}, 2 × 5 1/2, 2 × 7 {3/2|-1/2}, 3 × 4 -3/2, 3 × 5 -1, 3 × 6 {-1|-7/2}, 3 × 7 "
    "{-3/4|-3}, 4 × 5 1.",
    {board(*sides): value for sides, value in VALUES.items()},
    case="board",
    source="CGSuite, Domineering",
)
