"""Fission: split a stone into two free cells next to it, Left up and down, Right to both sides."""

from oracles.rules import PartizanGame
from oracles.strips import along_columns, rewritings, turned
from research.claims.claim import OURS
from research.claims.study import Study

SPLIT = [(".x.", "x.x")]


class Fission(PartizanGame):
    """A position is a board, ``...|.x.`` of two rows."""

    def start(self, size):
        return [stone(size, columns, size // 2, columns // 2) for columns in (1, 3)] if size else []

    def left_options(self, position):
        return list(along_columns(position, SPLIT))

    def right_options(self, position):
        return list(rewritings(position, SPLIT))

    def negative(self, position):
        return turned(position)


def stone(rows, columns, row, column):
    return "|".join(
        "".join(".x"[(r, c) == (row, column)] for c in range(columns)) for r in range(rows)
    )


study = Study("fission", Fission(), source="CGSuite, Fission")

study.value_table(
    "A single stone in a column of n cells has the value 0 at an end, and n - k as the k-th cell "
    "from the nearer end, k > 1.",
    {stone(n, 1, k, 0): k and n - k - 1 for n in range(1, 10) for k in range(n // 2)},
    source=OURS,
)
study.value_table(
    "A stone in the middle of an odd square has the value 0.",
    {stone(n, n, n // 2, n // 2): 0 for n in (1, 3, 5)},
    source=OURS,
)
