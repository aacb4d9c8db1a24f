"""Amazons: move a queen as in chess, then shoot from it the same way; the square hit burns."""

from itertools import product

from oracles.rules import PartizanGame
from oracles.sums import connected_components
from research.claims.claim import OURS
from research.claims.study import Study

DIRECTIONS = [way for way in product((-1, 0, 1), repeat=2) if any(way)]


class Amazons(PartizanGame):
    """A position is three sets of squares: free, with queens of Left, with queens of Right."""

    def start(self, size):
        row = "." * size
        return [position(board) for board in ("L" + row, "L" + row + "R", "R.|L" + row)]

    def contains(self, position):
        return sum(map(len, position)) == len(frozenset.union(*position))

    def left_options(self, position):
        free, left, right = position
        return [(now, queens, right) for now, queens in shots(free, left)]

    def right_options(self, position):
        free, left, right = position
        return [(now, left, queens) for now, queens in shots(free, right)]

    def components(self, position):
        parts = connected_components(frozenset.union(*position), beside)
        return [tuple(part & squares for squares in position) for part in parts]

    def negative(self, position):
        free, left, right = position
        return free, right, left


def position(board):
    rows = board.split("|")
    squares = {(r, c): letter for r, row in enumerate(rows) for c, letter in enumerate(row)}
    return tuple(frozenset(s for s in squares if squares[s] == letter) for letter in ".LR")


def beside(square):
    return [(square[0] + down, square[1] + right) for down, right in DIRECTIONS]


def reached(square, free):
    for down, right in DIRECTIONS:
        r, c = square
        while (r := r + down, c := c + right) in free:
            yield r, c


def shots(free, queens):
    for queen in queens:
        for square in reached(queen, free):
            now = free - {square} | {queen}
            for burnt in reached(square, now):
                yield now - {burnt}, queens - {queen} | {square}


study = Study(
    "amazons", Amazons(), source="E. R. Berlekamp, in More Games of No Chance (2002) 1-34"
)

study.value_table(
    "A queen of Left at the end of a row with n free squares has the value n. If a queen of Right "
    "stands at the other end, the value is *, ±1, ±2, ±3 for n = 1, 2, 3, 4.",
    {position("L" + "." * n): n for n in range(7)}
    | {position("L" + "." * n + "R"): f"+-{n - 1}" if n > 1 else "*" for n in range(1, 5)},
    source=OURS,
)
