"""Codes with wildcards: a word for many codes.

- ``octal:0.???``: each ``?`` is any digit of the base, before the point those that are allowed
  there; ``hex:`` is short for ``hexadecimal:``.
- ``subtraction:{1..8}``: every set of numbers from 1 to 8 but the empty one; braces may hold
  single numbers too, as ``{1..4,7}``, and numbers outside of them are in every set, as in
  ``subtraction:1,{3..6}``.

Each game is a member once. A zero at the end of a code allows no move, so ``0.070`` is ``0.07``: of
such codes only the shortest is a member, and ``octal:0.???`` holds the 512 codes of up to three
digits. Sets that are multiples of one another, or codes that have equal values for another reason,
stay members of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations, product

from oracles.codes import DIGITS
from oracles.errors import CodeError
from oracles.heaps import heap_game
from research.resolving.parameters import MOST_MEMBERS, integers

_BASES = {"octal": 8, "hexadecimal": 16}
_SHORT = {"hex": "hexadecimal"}
_PART = re.compile(r"\{([^{}]*)\}|([^,{}]+)")


def codes(word: str) -> list[str] | None:
    """Return the codes that a word stands for; None if it is no code, and no wildcard.

    Raises
    ------
    CodeError
        If it is malformed, or stands for more than ``MOST_MEMBERS`` codes.

    Examples
    --------
    >>> codes("octal:?.0")
    ['octal:0.0', 'octal:4.0']
    >>> codes("subtraction:1,{3..4}")
    ['subtraction:1', 'subtraction:1,3', 'subtraction:1,4', 'subtraction:1,3,4']
    >>> codes("octal:0.77"), codes("stone-game")
    (['octal:0.77'], None)
    """
    kind, colon, text = word.partition(":")
    kind = _SHORT.get(kind, kind)
    if not colon or kind not in (*_BASES, "code", "subtraction"):
        return None
    if kind == "subtraction" and "{" in text:
        return _subsets(word, text)
    if kind in _BASES and "?" in text:
        return _digits(word, kind, text)
    _require_game(word, kind, text)
    return [f"{kind}:{text}"]


def _require_game(word: str, kind: str, code: str) -> None:
    """Refuse a code that is none; what is named is the word."""
    try:
        heap_game(f"{kind}:{code}")
    except CodeError as error:
        place = error.place - len(kind) + word.index(":")
        raise CodeError(word, place, error.problem) from None


def _digits(word: str, kind: str, text: str) -> list[str]:
    """Put every digit in the place of each question mark; each game once."""
    base, point = _BASES[kind], text.find(".")
    if base ** text.count("?") > MOST_MEMBERS:
        raise CodeError(word, word.index("?"), f"more than {MOST_MEMBERS} codes; write fewer ?")
    first = DIGITS[:base:4]  # a move that removes nothing has to split the heap
    choices = [
        (first if place < point else DIGITS[:base]) if mark == "?" else mark
        for place, mark in enumerate(text)
    ]
    found = dict.fromkeys(_shortest("".join(digits)) for digits in product(*choices))
    for code in (min(found), max(found)):
        _require_game(word, kind, code)  # for what is wrong beside the question marks
    return [f"{kind}:{code}" for code in found]


def _shortest(code: str) -> str:
    """Leave out the zeros at the end, but for one after the point."""
    if "[" in code or "!" in code:
        return code
    whole, point, rest = code.partition(".")
    return f"{whole}{point}{rest.rstrip('0') or '0'}" if point else code


def _subsets(word: str, text: str) -> list[str]:
    """Return the sets, the smaller first, each with the numbers outside the braces."""
    always: list[int] = []
    choice: list[int] = []
    place = 0
    while place < len(text):
        found = _PART.match(text, place)
        at = len(word) - len(text) + place
        if found is None or (found.end() < len(text) and text[found.end()] != ","):
            raise CodeError(word, at, "expected numbers and braces, as in 1,{3..6}")
        (always if found[1] is None else choice).extend(
            _numbers(word, at, found[1] or found[2] or "")
        )
        place = found.end() + 1
    twice = next((n for n in always + choice if (always + choice).count(n) > 1), None)
    if twice is not None:
        raise CodeError(word, word.index("{"), f"{twice} is there twice")
    if 2 ** len(choice) > MOST_MEMBERS:
        raise CodeError(word, word.index("{"), f"more than {MOST_MEMBERS} sets; take fewer numbers")
    sets = (sorted((*always, *some)) for some in _some_of(sorted(choice)))
    return [f"subtraction:{','.join(map(str, numbers))}" for numbers in sets if numbers]


def _some_of(numbers: list[int]) -> Iterator[tuple[int, ...]]:
    for size in range(len(numbers) + 1):
        yield from combinations(numbers, size)


def _numbers(word: str, at: int, text: str) -> list[int]:
    """Read numbers and ranges such as 1..4,7."""
    try:
        found = integers(text)
    except ValueError as error:
        raise CodeError(word, at, f"{text!r}: {error}") from None
    if min(found) < 1:
        raise CodeError(word, at, f"{text!r}: expected numbers of at least 1")
    return found
