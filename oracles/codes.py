"""Take-and-break codes: the rules of a heap game in one line.

A code is a row of digits d0.d1 d2 d3 ... The digit d_i says into how many heaps a heap may be
left when i counters are taken from it: if the binary digits of d_i include 2^k, what remains may
be left as exactly k heaps, none of them empty. So d_i with 1 allows taking a whole heap of i, 2
allows leaving one heap, 4 two, 8 three, and so on. ``0.77`` is Kayles, ``0.07`` Dawson's Kayles.

Codes are read as CGSuite reads them:

- digits above 9 are the letters a to z (10 to 35), small or capital;
- a part in square brackets at the end repeats for ever: ``0.[3]`` is nim;
- ``!`` after a digit: the heaps left must be pairwise unequal (``4!.`` is Grundy's game).

1 and 2 in d0 are refused: nothing would be taken, and play might never end. So are CGSuite's other
marks, and its digits left of d0, by which counters are added.

References: R. K. Guy and C. A. B. Smith, "The G-values of various games", Proc. Cambridge Philos.
Soc. 52 (1956) 514-526 (octal codes); E. R. Berlekamp, J. H. Conway and R. K. Guy, *Winning
Ways for your Mathematical Plays*, 2nd ed., ch. 4; CGSuite, ``game.heap.TakeAndBreak``.

>>> kayles = TakeAndBreak("0.77")
>>> sorted(kayles(4))
[(1, 1), (1, 2), (2,), (3,)]
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from oracles.errors import CodeError, RulesError

Heaps = tuple[int, ...]  # (1, 2)

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


class Digit(NamedTuple):
    """One digit of a code: into how many heaps, and whether these must differ."""

    value: int
    differ: bool = False


@dataclass(frozen=True)
class TakeAndBreak:
    """A take-and-break code, as a function from a heap to what may be left of it.

    Parameters
    ----------
    code
        The code, such as ``"0.77"``.
    base
        Digits must be below it; from 2 to 36. (8 for octal codes, 16 for hexadecimal ones.)

    Raises
    ------
    CodeError
        If the code is malformed: the message points at the character.

    Examples
    --------
    >>> list(TakeAndBreak("4!.")(5))
    [(1, 4), (2, 3)]
    >>> TakeAndBreak("0.78", base=8)
    Traceback (most recent call last):
    ...
    oracles.errors.CodeError: code '0.78': '8' is not a digit below 8
      0.78
         ^
    """

    code: str
    base: int = 36

    def __post_init__(self) -> None:
        if not isinstance(self.code, str):
            raise RulesError(f'code={self.code!r}: expected a text, such as "0.77"')
        _ = self._digits  # so that a malformed code fails at once

    def digit(self, taken: int) -> Digit:
        """Return the digit for taking ``taken`` counters."""
        digits, period = self._digits
        if taken >= len(digits) and period:
            taken = len(digits) - period + (taken - len(digits)) % period
        return digits[taken] if taken < len(digits) else Digit(0)

    @property
    def reach(self) -> int | None:
        """The most counters that can be taken at once; None where there is no most."""
        digits, period = self._digits
        return None if period else len(digits) - 1

    def __call__(self, heap: int) -> Iterator[Heaps]:
        """Give what may be left of ``heap``, each way once for every number taken."""
        most = heap if self.reach is None else min(heap, self.reach)
        for taken in range(most + 1) if heap else ():
            digit = self.digit(taken)
            for parts in range(digit.value.bit_length()):
                for heaps in partitions(heap - taken, parts) if digit.value >> parts & 1 else ():
                    if not digit.differ or len(set(heaps)) == parts:
                        yield heaps

    @cached_property
    def _digits(self) -> tuple[list[Digit], int]:
        """All digits, and how many of the last repeat."""
        return _parse(self.code, self.base)


def partitions(total: int, parts: int, least: int = 1) -> Iterator[Heaps]:
    """Give the ways to write ``total`` as a sum of ``parts`` numbers, the least first.

    >>> list(partitions(5, 2)), list(partitions(0, 0)), list(partitions(3, 0))
    ([(1, 4), (2, 3)], [()], [])
    """
    if parts == 0 and total == 0:
        yield ()
    elif parts == 1 and total >= least:
        yield (total,)
    elif parts > 1:
        for first in range(least, total // parts + 1):
            for rest in partitions(total - first, parts - 1, first):
                yield (first, *rest)


def _parse(code: str, base: int) -> tuple[list[Digit], int]:
    point, bracket = code.find("."), code.find("[")
    if len(code[: max(point, 0)].removesuffix("!")) != 1:
        place = len(code) if point < 0 else 0
        raise CodeError(code, place, "write d0.d1d2..., for example 0.77")
    if bracket >= 0 and not (code.endswith("]") and bracket < len(code) - 2):
        raise CodeError(code, bracket + 1, "digits and ']' must follow, and end the code")
    digits: list[Digit] = []
    once = None  # how many digits stand before those that repeat
    for place, character in enumerate(code if bracket < 0 else code[:-1]):
        value = DIGITS.find(character.lower()) if character.isascii() else -1
        if 0 <= value < base:
            digits.append(Digit(value))
        elif character == "!" and code[:place][-1:] not in "!.[":
            digits[-1] = Digit(digits[-1].value, differ=True)
        elif place == bracket:
            once = len(digits)
        elif place != point:
            raise CodeError(code, place, f"{character!r} is not a digit below {base}")
    if digits[0].value & 3:
        problem = "where nothing is taken, the heap must be left as 2 heaps or more, or play may "
        raise CodeError(code, 0, problem + "never end: this digit must be a multiple of 4")
    return digits, 0 if once is None else len(digits) - once
