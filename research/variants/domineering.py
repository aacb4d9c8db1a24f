"""Domineering: Left places upright dominoes on a board, Right lying ones."""

from oracles.rules import PartizanGame
from research.claims.study import Study


class Domineering(PartizanGame):
    """A position is the set of free squares, of any board; play begins on two rows."""

    def start(self, size):
        return [frozenset((row, column) for row in (0, 1) for column in range(size))]

    def left_options(self, position):
        return [position - {(r, c), (r + 1, c)} for r, c in position if (r + 1, c) in position]

    def right_options(self, position):
        return [position - {(r, c), (r, c + 1)} for r, c in position if (r, c + 1) in position]


study = Study("domineering", Domineering(), source="Winning Ways, 2nd ed., ch. 5")

study.sequence(
    "The outcomes of the 2 × n boards from n = 1 on are L, N, N, R, L, N, N.",
    terms=["L", "N", "N", "R", "L", "N", "N"],
    first=1,
    computed=lambda truth, n: truth.outcome(frozenset((r, c) for r in (0, 1) for c in range(n))),
    source="M. Lachmann, C. Moore and I. Rapaport, in More Games of No Chance (2002) 307-315",
)
