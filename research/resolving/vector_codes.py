"""Codes of vector games: ``vectors:(0,1)(1,0)`` is nim with two piles.

A move lowers the piles by any number of times one of the vectors (:mod:`oracles.vectors`).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from pathlib import Path

from oracles.errors import CodeError
from oracles.vectors import VectorGame
from research.claims.study import Study

KIND = "vectors:"
EXAMPLE = "vectors:(0,1)(1,0)"
MOST_LETTERS = 60  # of a name
_VECTOR = re.compile(r"\(([0-9]{1,3}(?:,[0-9]{1,3})*)\)")


def vector_game(code: str) -> VectorGame:
    """Return the vector game of a code; ``CodeError`` points at the character that is wrong.

    >>> vector_game("vectors:(0,1)(1,0)(1,1)").vectors
    [(0, 1), (1, 0), (1, 1)]
    """
    vectors: list[tuple[int, ...]] = []
    place = len(KIND)
    while place < len(code) or not vectors:
        found = _VECTOR.match(code, place)
        if found is None:
            raise CodeError(code, place, f"expected vectors of numbers to 999, as in {EXAMPLE}")
        vectors.append(tuple(map(int, found[1].split(","))))
        if len(vectors[-1]) != len(vectors[0]):
            raise CodeError(code, place, f"expected {len(vectors[0])} numbers, as before")
        place = found.end()
    return VectorGame(vectors)


def code_of_vectors(vectors: Sequence[tuple[int, ...]]) -> str:
    """Return the code of the game of some vectors.

    >>> code_of_vectors([(0, 1), (1, 0)])
    'vectors:(0,1)(1,0)'
    """
    return KIND + "".join(f"({','.join(map(str, vector))})" for vector in vectors)


def study_of_vectors(code: str) -> Study:
    """Return the study of the vector game that a code says; errors as of :func:`vector_game`.

    >>> study_of_vectors("vectors:(0,1)(1,0)").name
    'vectors-0-1-and-1-0'
    """
    game = vector_game(code)
    written = "-and-".join("-".join(map(str, vector)) for vector in game.vectors)
    if len(written) > MOST_LETTERS:
        written = f"{written[:40].rstrip('-')}-{hashlib.sha256(code.encode()).hexdigest()[:12]}"
    return Study(
        f"vectors-{written}",
        game,
        title=f"Vector game {code.removeprefix(KIND)}",
        about="A move lowers the piles by any number of times one of the vectors.",
        source="the vectors",
        file=Path(__file__).resolve(),
        word=code,
    )
