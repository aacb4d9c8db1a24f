"""Take-and-break codes: the rules of a heap game in one line.

A code is a row of digits d0.d1 d2 d3 ... The digit d_i says into how many heaps a heap may be
left when i counters are taken from it: if the binary digits of d_i include 2^k, what remains may
be left as exactly k heaps, none of them empty. So d_i with 1 allows taking a whole heap of i, 2
allows leaving one heap, 4 two, 8 three, and so on. ``0.77`` is Kayles, ``0.07`` Dawson's Kayles.

Codes are read as CGSuite reads them:

- digits above 9 are the letters a to z (10 to 35), small or capital;
- further digits to the left of d0 stand for counters *added* before the heap is split;
- a part in square brackets at the end repeats for ever: ``0.[3]`` is nim;
- ``!`` after a digit: the heaps left must be pairwise unequal (``4!.`` is Grundy's game);
  ``?``: they must not be all equal.

A digit that would let the heap stay as large as it was or grow is refused, for play might never
end: 2 in d0, and 2 to 2^{k+1} in the digit that adds k. So is 1 in any of these, which would allow
to take nothing and leave nothing: no heap can be left so.

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

from oracles.errors import CodeError

Heaps = tuple[int, ...]  # (1, 2)

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


class Digit(NamedTuple):
    """One digit of a code: into how many heaps, and whether these must differ."""

    value: int
    mark: str  # "", "!" or "?"

    def parts(self) -> list[int]:
        """Numbers of heaps that may be left."""
        return [k for k in range(self.value.bit_length()) if self.value >> k & 1]

    def allows(self, heaps: Heaps) -> bool:
        """Whether ``heaps`` differ as the mark asks; one heap always does."""
        different = len(set(heaps))
        if self.mark == "!":
            return different == len(heaps)
        return self.mark != "?" or len(heaps) < 2 or different > 1


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
        _ = self._digits  # so that a malformed code fails at once

    def digit(self, taken: int) -> Digit:
        """Return the digit for taking ``taken`` counters (negative: adding them)."""
        added, digits, period = self._digits
        place = taken + added
        if place >= len(digits) and period:
            place = len(digits) - period + (place - len(digits)) % period
        return digits[place] if 0 <= place < len(digits) else Digit(0, "")

    @property
    def added(self) -> int:
        """The most counters that can be added at once."""
        return self._digits[0]

    @property
    def reach(self) -> int | None:
        """The most counters that can be taken at once; None where there is no most."""
        added, digits, period = self._digits
        return None if period else len(digits) - added - 1

    def __call__(self, heap: int) -> Iterator[Heaps]:
        """Give what may be left of ``heap``, each way once for every number taken."""
        if heap == 0:
            return
        most = heap if self.reach is None else min(heap, self.reach)
        for taken in range(-self.added, most + 1):
            digit = self.digit(taken)
            for parts in digit.parts():
                yield from filter(digit.allows, partitions(heap - taken, parts))

    @cached_property
    def _digits(self) -> tuple[int, list[Digit], int]:
        """Number of digits before d0, all digits, and how many of the last repeat."""
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


def _parse(code: str, base: int) -> tuple[int, list[Digit], int]:
    point = code.find(".")
    if point < 1:
        place = len(code) if point < 0 else 0
        raise CodeError(code, place, "write d0.d1d2..., for example 0.77")
    before = _read(code, 0, point, base)
    for added, (place, digit) in enumerate(reversed(before)):
        if any(parts <= added + 1 for parts in digit.parts()):
            what = "nothing is taken" if added == 0 else f"{added} are added"
            problem = f"where {what}, the heap must be left as {added + 2} heaps or more, or play "
            problem += f"may never end: this digit must be a multiple of {2 ** (added + 2)}"
            raise CodeError(code, place, problem)
    bracket = code.find("[")
    if bracket >= 0 and not (code.endswith("]") and bracket < len(code) - 2):
        raise CodeError(code, bracket + 1, "digits and ']' must follow, and end the code")
    end = len(code) if bracket < 0 else bracket
    after = _read(code, point + 1, end, base)
    repeated = _read(code, end + 1, len(code) - 1, base)
    digits = [digit for _, digit in (*before, *after, *repeated)]
    return len(before) - 1, digits, len(repeated)


def _read(code: str, begin: int, end: int, base: int) -> list[tuple[int, Digit]]:
    """Read the digits of ``code[begin:end]``, each with its place."""
    digits: list[tuple[int, Digit]] = []
    for place in range(begin, end):
        character = code[place]
        value = DIGITS.find(character.lower()) if character.isascii() else -1
        if character in "!?" and digits and digits[-1][0] == place - 1:
            digits[-1] = (digits[-1][0], Digit(digits[-1][1].value, character))
        elif 0 <= value < base:
            digits.append((place, Digit(value, "")))
        else:
            raise CodeError(code, place, f"{character!r} is not a digit below {base}")
    return digits
