"""Vector games: piles and the directions in which they are lowered.

A position is the sizes of k piles. In her turn a player chooses one of the vectors and some
n > 0 and lowers every pile by n times the vector's coordinate; no pile may fall below 0. Nim is
the game of the unit vectors, Wythoff's game that of (1, 0), (0, 1) and (1, 1), the stone game that
of the seven vectors of zeros and ones. A guard may forbid some of these moves.

References: C. L. Bouton, "Nim, a game with a complete mathematical theory", Ann. of Math. 3
(1901) 35-39; W. A. Wythoff, "A modification of the game of nim", Nieuw Arch. Wisk. 7 (1907)
199-202; A. S. Fraenkel, "Euclid and Wythoff games", Discrete Math. 304 (2005) 65-68.

>>> wythoff = VectorGame([(1, 0), (0, 1), (1, 1)])
>>> wythoff.options((1, 2))
[(0, 2), (1, 1), (0, 1), (0, 1)]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations_with_replacement, product
from operator import sub

from oracles.errors import RulesError, SearchLimitError
from oracles.rules import Game, gives_smaller_again

MOST_OPTIONS = 2_000_000  # by one vector

Piles = tuple[int, ...]  # (1, 3, 3)
Guard = Callable[[Piles, Piles], bool]  # (position, option) -> may one move so


class VectorGame(Game[Piles]):
    """Piles that are lowered along vectors.

    Parameters
    ----------
    vectors
        Vectors of integers, all of one length, each with a coordinate above 0. A coordinate
        below 0 raises its pile.
    guard
        Says of a position and an option, before it is put in order, whether that move is allowed.
    ordered
        Whether the piles have names, so that (1, 2) and (2, 1) are different, even where the
        vectors allow the same of every pile. Else they are nameless there, and a position is
        written with the smallest first. A guard must then treat the piles alike too.
    misere
        Whether the player who cannot move wins.

    Raises
    ------
    RulesError
        If the vectors make no sense.
    """

    def __init__(
        self,
        vectors: Iterable[Sequence[int]],
        guard: Guard | None = None,
        *,
        ordered: bool = False,
        misere: bool = False,
    ) -> None:
        self.vectors = [tuple(vector) for vector in vectors]
        _check(self.vectors)
        self.piles = len(self.vectors[0])
        self.guard = guard
        alike = {  # which all permutations are made up of
            (*vector[:i], vector[i + 1], vector[i], *vector[i + 2 :])
            for vector in self.vectors
            for i in range(self.piles - 1)
        }.issubset(self.vectors)
        self.ordered = ordered or not alike
        self.misere = misere

    @gives_smaller_again
    def start(self, size: int) -> Iterable[Piles]:
        """All positions with piles of 0 to ``size``."""
        if self.ordered:
            return product(range(size + 1), repeat=self.piles)
        return combinations_with_replacement(range(size + 1), self.piles)

    def options(self, position: Piles) -> list[Piles]:
        """Lower the piles by n times a vector, for every vector and every n."""
        options = []
        for vector in self.vectors:
            option = position
            steps = zip(position, vector, strict=True)
            most = min(pile // step for pile, step in steps if step > 0)
            if most > MOST_OPTIONS:
                raise SearchLimitError(f"more than {MOST_OPTIONS} options; take smaller piles")
            for _ in range(most):
                option = tuple(map(sub, option, vector))
                if self.guard is None or self.guard(position, option):
                    options.append(option if self.ordered else tuple(sorted(option)))
        return options

    def rank(self, position: Piles) -> int | None:
        """Return the counters in all piles, where every vector takes some."""
        takes = all(sum(vector) > 0 for vector in self.vectors)
        return sum(position) if takes else None

    def contains(self, position: Piles) -> bool:
        """Whether ``position`` is as many piles, none of them below 0."""
        return len(position) == self.piles and min(position) >= 0

    def __repr__(self) -> str:
        return f"VectorGame({self.vectors!r})"


def nim(piles: int, *, misere: bool = False) -> VectorGame:
    """Return nim with ``piles`` piles.

    >>> nim(2).vectors
    [(1, 0), (0, 1)]
    """
    units = [tuple(int(i == pile) for i in range(piles)) for pile in range(piles)]
    return VectorGame(units, misere=misere)


def _check(vectors: list[tuple[int, ...]]) -> None:
    for vector in vectors:
        if len(vector) != len(vectors[0]) or not all(isinstance(step, int) for step in vector):
            raise RulesError(f"vectors: {vector!r}: expected an integer for each pile")
        if max(vector) <= 0:
            raise RulesError(
                f"vectors: {vector!r}: lowers no pile, so play need not end; give a coordinate "
                "above 0"
            )
