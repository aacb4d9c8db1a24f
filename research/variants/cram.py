"""Cram: place dominoes, either way, on the free squares of a board."""

from oracles.rules import Game
from oracles.sums import connected_components
from oracles.symmetry import least_shape
from research.claims.study import Study


def board(rows, columns):
    return frozenset((row, column) for row in range(rows) for column in range(columns))


class Cram(Game):
    """A position is the set of free squares; a board's size is the number of its squares."""

    canonical = staticmethod(least_shape)

    def start(self, size):
        return [board(rows, size // rows) for rows in range(1, size + 1) if size % rows == 0]

    def options(self, position):
        for r, c in position:
            for other in ((r + 1, c), (r, c + 1)):
                if other in position:
                    yield position - {(r, c), other}

    def components(self, position):
        return connected_components(position, beside)


def beside(square):
    r, c = square
    return [(r + 1, c), (r, c + 1), (r - 1, c), (r, c - 1)]


def sides(free):
    return max(r for r, _ in free) + 1, max(c for _, c in free) + 1


def is_whole_board(free):
    return bool(free) and free == board(*sides(free))


study = Study("cram", Cram(), source="M. Gardner, Sci. Amer. 230/2 (1974) 106-108")

study.p_positions(
    "By symmetry, even × even boards are P-positions, and even × odd ones N-positions.",
    among=lambda free: is_whole_board(free) and len(free) % 2 == 0,
    believed=lambda free: sum(sides(free)) % 2 == 0,
    controls={"all of them": lambda free: True},
)
