"""Families and their members: a word on the command line, and the words of the games it names.

A word is a file that defines a function ``study``, or a pattern of codes:

- ``octal:0.???``: each ``?`` is any digit of the base, before the point those that are allowed
  there; ``hex:`` is short for ``hexadecimal:``. A zero at the end of a code allows no move, so
  ``0.070`` is ``0.07``, and of such codes the shortest is the member.
- ``subtraction:1,{3..6}``: every set of numbers from the braces, with those outside of them, but
  the empty set.
- ``partizan-subtraction:{1..4}|{1..4}``: every pair of sets of numbers from the braces, but the
  empty set; Left takes one of the first, Right one of the second.
- ``vectors:{1..3 of (0..2,0..2)}``: in braces the entries of a vector, each a number or a range,
  and before them how many vectors a game has; without ``of``, any number. The vector of zeros is
  none. Of games that differ by the order of the piles, the first is the member.

Each game is a member once. Games that have equal values for another reason stay members of their
own.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, permutations, product
from math import comb, prod
from pathlib import Path
from typing import NamedTuple

from fast.errors import InputError
from fast.gate.inputs import COMPUTING, digest, digest_of_grundwork, versions_of
from oracles.codes import DIGITS
from oracles.errors import CodeError
from oracles.heaps import heap_game
from research.resolving.codes import (
    PARTIZAN,
    code_of_sets,
    code_of_vectors,
    sets_of,
    vector_game,
)
from research.resolving.loading import family_in, members, run_file, split_word
from research.resolving.ranges import MOST_MEMBERS, integers

VECTORS = "vectors:{1..3 of (0..2,0..2)}"
MOST_PILES = 3  # of which tables can be kept
_BASES = {"octal": 8, "hexadecimal": 16}
_SETS = re.compile(r"(?:\{[^{}]*\}|[^,{}]+)(?:,(?:\{[^{}]*\}|[^,{}]+))*")
_VECTORS = re.compile(r"vectors:\{(?:([0-9]+)(?:\.\.([0-9]+))? of )?\(([0-9.,]+)\)\}")


class Member(NamedTuple):
    """One game of a family: what tables call it, without folders, and the word that loads it."""

    name: str
    word: str


@dataclass(frozen=True)
class Family:
    """Many games that one word names, without folders; ``file`` defines it, if one does."""

    word: str
    members: tuple[Member, ...]
    file: Path | None = None

    def digest(self) -> str:
        """Return a digest of the code for which alone counts what is found of the members."""
        own = [self.file] if self.file else []
        files = [digest(path) for path in (*sorted(Path(__file__).parent.glob("*.py")), *own)]
        known = (files, digest_of_grundwork(), versions_of(("python", *COMPUTING)))
        return hashlib.sha256(repr(known).encode()).hexdigest()


def family_of(word: str, parameters: Sequence[str] = ()) -> Family:
    """Return the family that a pattern of codes names, or a file and values such as ``m=2..12``.

    Raises
    ------
    CodeError
        If a code is malformed, or stands for more than ``MOST_MEMBERS`` games.
    InputError, VariantError
        If there is no such file, it fails as it is run, or holds no family; or if parameters are
        missing, unknown or have no such values.

    Examples
    --------
    >>> [member.name for member in family_of("subtraction:{1..2}").members]
    ['subtraction:1', 'subtraction:2', 'subtraction:1,2']
    """
    word = " ".join([word, *parameters])
    of_codes = codes(word)
    if of_codes is not None:
        return Family(word, tuple(Member(code, code) for code in of_codes))
    in_file = split_word(word)
    if in_file is None:
        raise InputError(
            f"family={word!r}: expected a code with wildcards, such as octal:0.???, "
            f"subtraction:{{1..8}} or {VECTORS}, or a file that ends in .py, defines "
            "study(m: int) and is followed by values, as in m=2..12"
        )
    path = Path(os.path.realpath(in_file[0]))
    make = family_in(run_file(path))
    if make is None:
        raise InputError(f"family={word!r}: the file holds no family; define study(m: int)")
    given = in_file[1]
    words = [" ".join(f"{n}={v}" for n, v in each.items()) for each in members(make, given)]
    return Family(
        " ".join([path.name, *(f"{name}={text}" for name, text in given.items())]),
        tuple(Member(f"{path.name} {each}".rstrip(), f"{path} {each}".rstrip()) for each in words),
        path,
    )


def codes(pattern: str) -> list[str] | None:
    """Return the codes that a pattern stands for; None if it is no code, and no pattern.

    >>> codes("octal:?.0"), codes("octal:0.77"), codes("stone-game")
    (['octal:0.0', 'octal:4.0'], ['octal:0.77'], None)
    >>> codes("subtraction:1,{3..4}")
    ['subtraction:1', 'subtraction:1,3', 'subtraction:1,4', 'subtraction:1,3,4']
    >>> codes("partizan-subtraction:{1}|{1..2}")[1:]
    ['partizan-subtraction:{1}|{2}', 'partizan-subtraction:{1}|{1,2}']
    >>> codes("vectors:{2 of (0..1,0..1)}")
    ['vectors:(0,1)(1,0)', 'vectors:(0,1)(1,1)']
    """
    kind, colon, text = pattern.partition(":")
    kind = "hexadecimal" if kind == "hex" else kind
    if pattern.startswith("vectors:"):
        if "{" in text:
            return _vector_games(pattern)
        return [code_of_vectors(vector_game(pattern).vectors)]
    if pattern.startswith(PARTIZAN):
        return _pairs_of_sets(pattern)
    if not colon or kind not in (*_BASES, "code", "subtraction"):
        return None
    if kind == "subtraction" and "{" in text:
        return _sets(pattern, text)
    found = _digits(pattern, kind, text) if kind in _BASES and "?" in text else [text]
    for each in {min(found), max(found)}:  # for what is wrong beside the question marks
        try:
            heap_game(f"{kind}:{each}")
        except CodeError as error:
            place = error.place - len(kind) + pattern.index(":")
            raise CodeError(pattern, place, error.problem) from None
    return [f"{kind}:{each}" for each in found]


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
    found = ("".join(digits) for digits in product(*choices))
    if point < 0 or "[" in text or "!" in text:
        return list(found)
    short = (code.rstrip("0") for code in found)  # but for one zero after the point
    return list(dict.fromkeys(code + "0" * code.endswith(".") for code in short))


def _sets(pattern: str, text: str) -> list[str]:
    """Return the sets, the smaller first, each with the numbers outside the braces."""
    place = len(pattern) - len(text)
    if not _SETS.fullmatch(text):
        raise CodeError(pattern, place, "expected numbers and braces, as in 1,{3..6}")
    try:
        choice = [n for braces in re.findall(r"\{(.*?)\}", text) for n in integers(braces)]
        outside = re.sub(r"\{.*?\}", "", text).split(",")
        always = [n for part in outside if part for n in integers(part)]
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


def _pairs_of_sets(pattern: str) -> list[str]:
    """Return the partizan subtraction games whose sets are parts of the two given."""
    both = sets_of(pattern)
    _few(pattern, 2 ** sum(map(len, both)))
    left, right = (
        [some for size in range(len(each)) for some in combinations(each, size + 1)]
        for each in both
    )
    return [code_of_sets(*pair) for pair in product(left, right)]


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
    for some in (each for size in range(least, most + 1) for each in combinations(vectors, size)):
        alike = (frozenset(tuple(v[i] for i in order) for v in some) for order in orders)
        if not any(each in games for each in alike):
            games[frozenset(some)] = code_of_vectors(some)
    return list(games.values())
