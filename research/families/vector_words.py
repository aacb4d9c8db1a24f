"""Words for many vector games: ``vectors:{1..3 of (0..2,0..2)}``.

In braces stand the entries of a vector, each a number or a range, and before them how many vectors
a game has: ``1..3 of``, ``2 of``, or nothing, which is any number of them. The vector of zeros is
none. To write the piles in another order makes of a game another with the same values: of such
games one is a member, the one that comes first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations, permutations, product
from math import comb, prod

from oracles.errors import CodeError
from research.resolving.parameters import MOST_MEMBERS, integers
from research.resolving.vector_codes import code_of_vectors, is_vector_code, vector_game

MOST_PILES = 3  # of which tables can be kept
FAMILY = "vectors:{1..3 of (0..2,0..2)}"
_FAMILY = re.compile(r"vectors:\{(?:([0-9]+)(?:\.\.([0-9]+))? of )?\(([0-9.,]+)\)\}")

Vectors = tuple[tuple[int, ...], ...]  # ((0, 1), (1, 0), (1, 1))


def vector_codes(word: str) -> list[str] | None:
    """Return the codes of vector games that a word stands for; None if it is no such word.

    Raises
    ------
    CodeError
        If it is malformed, or stands for more than ``MOST_MEMBERS`` games.

    Examples
    --------
    >>> vector_codes("vectors:{2 of (0..1,0..1)}")
    ['vectors:(0,1)(1,0)', 'vectors:(0,1)(1,1)']
    >>> len(vector_codes("vectors:{1..3 of (0..2,0..2)}"))
    52
    """
    if not is_vector_code(word):
        return None
    if "{" not in word:
        return [code_of_vectors(vector_game(word).vectors)]
    found = _FAMILY.fullmatch(word)
    if found is None:
        raise CodeError(word, word.index("{"), f"expected a family such as {FAMILY}")
    try:
        ranges = [integers(each) for each in found[3].split(",")]
    except ValueError as error:
        raise CodeError(word, found.start(3), str(error)) from None
    number = prod(map(len, ranges))
    if len(ranges) > MOST_PILES or number > MOST_MEMBERS:
        raise CodeError(
            word,
            found.start(3),
            f"{number} vectors of {len(ranges)} entries; expected at most {MOST_PILES} entries "
            f"and {MOST_MEMBERS} vectors",
        )
    vectors = [vector for vector in product(*ranges) if any(vector)]
    if not vectors and found[1] is None:
        raise CodeError(word, found.start(3), "a vector of zeros alone is no move")
    least, most = _sizes(word, found, len(vectors))
    games = sum(comb(len(vectors), size) for size in range(least, most + 1))
    if games > MOST_MEMBERS:
        raise CodeError(
            word,
            word.index("{"),
            f"sets of {least} to {most} of {len(vectors)} vectors are more than {MOST_MEMBERS}; "
            f"take fewer, as in {FAMILY}",
        )
    return [code_of_vectors(each) for each in _games(vectors, range(least, most + 1))]


def _games(vectors: Sequence[tuple[int, ...]], sizes: range) -> Iterator[Vectors]:
    """Give the sets of vectors, one of those that differ by the order of the piles."""
    orders = list(permutations(range(len(vectors[0]))))
    seen: set[frozenset[tuple[int, ...]]] = set()
    for size in sizes:
        for some in combinations(vectors, size):
            if all(frozenset(tuple(v[i] for i in o) for v in some) not in seen for o in orders):
                seen.add(frozenset(some))
                yield some


def _sizes(word: str, found: re.Match[str], number: int) -> tuple[int, int]:
    """Return the least and greatest number of vectors of a game."""
    if found[1] is None:
        return 1, number
    least, most = int(found[1]), int(found[2] or found[1])
    if not 1 <= least <= most <= number:
        raise CodeError(
            word, found.start(1), f"expected how many of the {number} vectors, such as 1..3"
        )
    return least, most
