"""Chomp: eat a square and all above and to the right of it; the corner is poisoned."""

from oracles.rules import Game
from research.claims.study import Study


class Chomp(Game):
    """A position is the lengths of the rows, the longest first; the poison is never eaten."""

    def start(self, size):
        return [(columns,) * rows for rows in range(1, size + 1) for columns in range(1, size + 1)]

    def contains(self, position):
        return list(position) == sorted(position, reverse=True) and min(position, default=0) > 0

    def drawn(self, position):
        rows = ["X" + "." * (position[0] - 1), *("." * length for length in position[1:])]
        return "\n".join(row.ljust(position[0]) for row in reversed(rows))

    def options(self, position):
        for row, length in enumerate(position):
            for left in range(row == 0, length):
                rest = (min(left, other) for other in position[row:])
                yield tuple(n for n in (*position[:row], *rest) if n)


study = Study("chomp", Chomp(), source="D. Gale, Amer. Math. Monthly 81 (1974) 876-879")

study.p_positions(
    "The first player wins on every rectangle except the single square.",
    among=lambda rows: len(set(rows)) == 1,
    believed=lambda rows: rows == (1,),
    controls={"and but 2 × 2": lambda rows: rows in ((1,), (2, 2))},
)
study.p_positions(
    "With two rows, the P-positions are those whose rows differ by one square.",
    among=lambda rows: len(rows) == 2,
    believed=lambda rows: rows[0] == rows[1] + 1,
    controls={"by one or none": lambda rows: rows[0] <= rows[1] + 1},
)
