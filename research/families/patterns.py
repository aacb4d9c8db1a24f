"""Patterns: a word for many codes of games.

- ``octal:0.???``: each ``?`` is any digit of the base, before the point those that are allowed
  there; ``hex:`` is short for ``hexadecimal:``. A zero at the end of a code allows no move, so
  ``0.070`` is ``0.07``, and of such codes the shortest is the member.
- ``subtraction:1,{3..6}``: every set of numbers from the braces, with those outside of them, but
  the empty set.
- ``vectors:{1..3 of (0..2,0..2)}``: in braces the entries of a vector, each a number or a range,
  and before them how many vectors a game has; without ``of``, any number. The vector of zeros is
  none. Of games that differ by the order of the piles, the first is the member.

Each game is a member once. Games that have equal values for another reason stay members of their
own.
"""

from __future__ import annotations

import re
from itertools import combinations, permutations, product
from math import comb, prod

from oracles.codes import DIGITS
from oracles.errors import CodeError
from oracles.heaps import heap_game
from research.resolving.parameters import MOST_MEMBERS, integers
from research.resolving.vector_codes import KIND, code_of_vectors, vector_game

VECTORS = "vectors:{1..3 of (0..2,0..2)}"
MOST_PILES = 3  # of which tables can be kept
_BASES = {"octal": 8, "hexadecimal": 16}
_PART = re.compile(r"\{([^{}]*)\}|([^,{}]+)")
_SETS = re.compile(rf"(?:{_PART.pattern})(?:,(?:{_PART.pattern}))*")
_VECTORS = re.compile(r"vectors:\{(?:([0-9]+)(?:\.\.([0-9]+))? of )?\(([0-9.,]+)\)\}")


def codes(pattern: str) -> list[str] | None:
    """Return the codes that a pattern stands for; None if it is no code, and no pattern.

    Raises
    ------
    CodeError
        If it is malformed, or stands for more than ``MOST_MEMBERS`` codes.

    Examples
    --------
    >>> codes("octal:?.0"), codes("octal:0.77"), codes("stone-game")
    (['octal:0.0', 'octal:4.0'], ['octal:0.77'], None)
    >>> codes("subtraction:1,{3..4}")
    ['subtraction:1', 'subtraction:1,3', 'subtraction:1,4', 'subtraction:1,3,4']
    >>> codes("vectors:{2 of (0..1,0..1)}")
    ['vectors:(0,1)(1,0)', 'vectors:(0,1)(1,1)']
    """
    kind, colon, text = pattern.partition(":")
    kind = "hexadecimal" if kind == "hex" else kind
    if pattern.startswith(KIND):
        if "{" in text:
            return _vector_games(pattern)
        return [code_of_vectors(vector_game(pattern).vectors)]
    if not colon or kind not in (*_BASES, "code", "subtraction"):
        return None
    if kind == "subtraction" and "{" in text:
        return _sets(pattern, text)
    if kind in _BASES and "?" in text:
        return _digits(pattern, kind, text)
    return [_game(pattern, f"{kind}:{text}")]


def _game(pattern: str, code: str) -> str:
    """Return a code, or refuse one that is none; what is named is the pattern."""
    try:
        heap_game(code)
    except CodeError as error:
        place = error.place - code.index(":") + pattern.index(":")
        raise CodeError(pattern, place, error.problem) from None
    return code


def _few(pattern: str, number: int) -> None:
    """Refuse a pattern of too many games."""
    if number > MOST_MEMBERS:
        place = next(place for place, letter in enumerate(pattern) if letter in "?{")
        raise CodeError(pattern, place, f"more than {MOST_MEMBERS} games; take fewer")


def _digits(pattern: str, kind: str, text: str) -> list[str]:
    """Put every digit in the place of each question mark."""
    base, point = _BASES[kind], text.find(".")
    _few(pattern, base ** text.count("?"))
    first = DIGITS[:base:4]  # a move that removes nothing has to split the heap
    choices = [
        (first if place < point else DIGITS[:base]) if mark == "?" else mark
        for place, mark in enumerate(text)
    ]
    found = dict.fromkeys(_shortest("".join(digits)) for digits in product(*choices))
    for code in (min(found), max(found)):  # for what is wrong beside the question marks
        _game(pattern, f"{kind}:{code}")
    return [f"{kind}:{code}" for code in found]


def _shortest(code: str) -> str:
    """Leave out the zeros at the end, but for one after the point."""
    if "[" in code or "!" in code:
        return code
    whole, point, rest = code.partition(".")
    return f"{whole}{point}{rest.rstrip('0') or '0'}" if point else code


def _sets(pattern: str, text: str) -> list[str]:
    """Return the sets, the smaller first, each with the numbers outside the braces."""
    place = len(pattern) - len(text)
    if not _SETS.fullmatch(text):
        raise CodeError(pattern, place, "expected numbers and braces, as in 1,{3..6}")
    always: list[int] = []
    choice: list[int] = []
    try:
        for some, one in _PART.findall(text):
            (always if one else choice).extend(integers(one or some))
    except ValueError as error:
        raise CodeError(pattern, place, str(error)) from None
    numbers = always + choice
    if min(numbers) < 1 or len(set(numbers)) < len(numbers):
        raise CodeError(pattern, place, "expected different numbers of at least 1")
    _few(pattern, 2 ** len(choice))
    sets = [
        sorted((*always, *some))
        for size in range(len(choice) + 1)
        for some in combinations(sorted(choice), size)
    ]
    return [f"subtraction:{','.join(map(str, each))}" for each in sets if each]


def _vector_games(pattern: str) -> list[str]:
    """Return the sets of vectors, one of those that differ by the order of the piles."""
    found = _VECTORS.fullmatch(pattern)
    if found is None:
        raise CodeError(pattern, pattern.index("{"), f"expected a family such as {VECTORS}")
    try:
        ranges = [integers(each) for each in found[3].split(",")]
    except ValueError as error:
        raise CodeError(pattern, found.start(3), str(error)) from None
    if len(ranges) > MOST_PILES:
        raise CodeError(pattern, found.start(3), f"expected at most {MOST_PILES} entries")
    _few(pattern, prod(map(len, ranges)))
    vectors = [vector for vector in product(*ranges) if any(vector)]
    least, most = int(found[1] or 1), int(found[2] or found[1] or len(vectors))
    if not 1 <= least <= most <= len(vectors):
        problem = f"expected how many of the {len(vectors)} vectors, such as 1..3 of"
        raise CodeError(pattern, pattern.index("{"), problem)
    _few(pattern, sum(comb(len(vectors), size) for size in range(least, most + 1)))
    orders = list(permutations(range(len(ranges))))
    games: dict[frozenset[tuple[int, ...]], str] = {}
    for size in range(least, most + 1):
        for some in combinations(vectors, size):
            alike = (frozenset(tuple(v[i] for i in order) for v in some) for order in orders)
            if not any(each in games for each in alike):
                games[frozenset(some)] = code_of_vectors(some)
    return list(games.values())
