"""Codes of heap games: octal, hexadecimal and longer codes, subtraction sets.

A move in a heap game takes one heap, removes some tokens and leaves the rest in a number of
non-empty heaps. The code d_0.d_1 d_2 d_3 ... says which moves there are: **bit j of the digit d_i
is set exactly when i tokens may be removed with the rest left in exactly j non-empty heaps.** So
0.77 is Kayles (take one or two, leave at most two heaps), 0.07 is Dawson's Kayles, and a
subtraction set S is the code whose digits d_s, s in S, are 3.

Notation, as CGSuite reads it (class ``TBCode``): the digits are 0-9 and a-v (values 0 to 31, in
either case), ``&40;`` is a digit of any value, ``[..]`` at the end is a tail that repeats for ever
(nim is ``0.[3]``; Lasker's nim, where a heap may also be split, is ``4.[3]``), and ``!`` after a
digit demands that the heaps left are of different sizes
(Grundy's game is ``4!.0``). The digit before the point must have no bit 0 and no bit 1: bit 1
would leave the heap as it is, and play would never end; bit 0 would remove nothing and leave
nothing. CGSuite's other marks (``?``, ``=``, ``*``, ``{``) and digits that add tokens are refused.

References: E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways for Your Mathematical Plays*,
2nd ed., vol. 1 (2001), chapter 4; R. K. Guy and C. A. B. Smith, The G-values of various games,
Proc. Cambridge Philos. Soc. 52 (1956) 514-526.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from fast.errors import InputError

_DIGITS = "0123456789abcdefghijklmnopqrstuv"
_DIGIT = re.compile(r"([0-9a-vA-V])|&([0-9]{1,9});")
_LARGEST_DIGIT = {"octal": 7, "hexadecimal": 15, "heap": 31}
_LONGEST = 1_000_000
_MOST_HEAPS = 16


class HeapCodeError(InputError):
    """A code that says no game; the message shows a caret under the zero-based ``column``."""

    def __init__(self, code: str, column: int, problem: str) -> None:
        super().__init__(f"code={code!r}: {problem}\n    {code}\n    {' ' * column}^")
        self.code, self.column = code, column


@dataclass(frozen=True)
class HeapCode:
    """The rules of one heap game.

    >>> parse_code("0.12[34]").digit(5), parse_code("subtraction:1,3").digit(3)
    (3, 3)
    """

    text: str  # in normal form, such as 0.77 or subtraction:1,3,4
    digits: tuple[int, ...]  # bit j of the i-th: remove i and leave j non-empty heaps
    repeat: int = 0  # how many of the last digits repeat for ever
    distinct: frozenset[int] = frozenset()  # where heaps left by one move must differ

    def digit(self, removed: int) -> int:
        """Return d_i for ``removed`` = i tokens, at least 0; O(1)."""
        if removed < len(self.digits):
            return self.digits[removed]
        if not self.repeat:
            return 0
        first = len(self.digits) - self.repeat
        return self.digits[first + (removed - first) % self.repeat]

    @property
    def most_heaps(self) -> int:
        """The largest number of heaps that a move may leave; 0 when none may be left."""
        return max(max(self.digits).bit_length() - 1, 0)

    @property
    def is_subtraction(self) -> bool:
        """Whether each digit is 0 or 3: remove a number of some set, and nothing else."""
        return all(digit in (0, 3) for digit in self.digits)


def parse_code(text: str) -> HeapCode:
    """Return the heap game that ``text`` says.

    Parameters
    ----------
    text
        A code such as ``0.77``, ``.77``, ``4.7``, ``0.[3]`` or ``4!.0``, bare or after
        ``octal:`` (digits to 7), ``hexadecimal:`` (digits to f) or ``heap:`` (any digits); or
        ``subtraction:1,3,4``; or ``all-but:1,3`` for every number of tokens except these.

    Raises
    ------
    HeapCodeError
        If the text is none of these; the message points at the place.

    >>> parse_code("octal:0.07").digits
    (0, 0, 7)
    >>> parse_code("subtraction:1,3").digits
    (0, 3, 0, 3)
    >>> parse_code("octal:0.18")
    Traceback (most recent call last):
    fast.heap_codes.HeapCodeError: code='octal:0.18': digit '8' is above 7; write heap:... for larger digits
        octal:0.18
                 ^
    """  # noqa: E501
    if not isinstance(text, str):
        raise InputError(f"code={text!r}: expected a text such as '0.77' or 'subtraction:1,3,4'")
    kind, colon, body = text.partition(":")
    if not colon:
        kind, body = "heap", text
    start = len(text) - len(body)
    if kind in _LARGEST_DIGIT:
        return _parse_digits(text, start, _LARGEST_DIGIT[kind])
    if kind in ("subtraction", "all-but"):
        return _parse_set(text, start, all_but=kind == "all-but")
    raise HeapCodeError(
        text, 0, f"unknown kind {kind!r}; expected octal, hexadecimal, heap, subtraction or all-but"
    )


def _parse_digits(text: str, start: int, largest: int) -> HeapCode:
    """Read a code of digits up to ``largest`` from the column ``start`` on."""
    digits: list[int] = []
    columns: list[int] = []
    distinct: set[int] = set()
    point, tail, closed, column = False, -1, False, start

    def require(holds: bool, problem: str) -> None:  # noqa: FBT001
        if not holds:
            raise HeapCodeError(text, column, problem)

    while column < len(text):
        mark = text[column]
        require(not closed, "nothing may follow the repeating tail")
        if mark == ".":
            require(not point, "a second point")
            point, digits, columns = True, digits or [0], columns or [column]  # .77 is 0.77
        elif mark == "[":
            require(point and tail < 0, "'[' may come once, after the point")
            tail = len(digits)
        elif mark == "]":
            require(0 <= tail < len(digits), "']' without a digit of a tail before it")
            closed = True
        elif mark == "!":
            follows = column > start and text[column - 1] not in ".[!"
            require(follows, "'!' must follow a digit")
            distinct.add(len(digits) - 1)
        else:
            value, length = _read_digit(text, column, largest)
            alone = "only one digit may stand before the point: tokens are never added"
            require(point or not digits, alone)
            require(
                bool(digits) or not value & 3,
                "the digit before the point must be a multiple of 4: a move that removes nothing "
                "has to split the heap",
            )
            digits.append(value)
            columns.append(column)
            column += length - 1
        column += 1
    require(point, "there is no point; write 0.77, not 77")
    require(closed or tail < 0, "the repeating tail has no closing ']'")
    if distinct and max(digits) > 7:
        column = next(at for digit, at in zip(digits, columns, strict=True) if digit > 7)
        require(False, "a code with '!' may leave at most two heaps (digits to 7)")  # noqa: FBT003
    repeat = len(digits) - tail if closed else 0
    if repeat and not any(digits[-repeat:]):
        digits, repeat = digits[:-repeat], 0
    while not repeat and len(digits) > 1 and not digits[-1]:
        digits.pop()
    kept = frozenset(i for i in distinct if i < len(digits) and digits[i] & 4)
    column = text.find("!")
    in_tail = any(i >= len(digits) - repeat for i in kept)
    require(not in_tail, "'!' is not supported inside a repeating tail")
    return HeapCode(_written(digits, repeat, kept), tuple(digits), repeat, kept)


def _read_digit(text: str, column: int, largest: int) -> tuple[int, int]:
    """Return the digit that stands there, and how many letters it takes."""
    found = _DIGIT.match(text, column)
    if found is None:
        raise HeapCodeError(text, column, "expected a digit (0-9, a-v, or &number; as in &40;)")
    value = int(found[2]) if found[2] else _DIGITS.index(found[1].lower())
    if largest < 31 and value > largest:
        problem = f"digit {found[0]!r} is above {largest:x}; write heap:... for larger digits"
        raise HeapCodeError(text, column, problem)
    if value.bit_length() - 1 > _MOST_HEAPS:
        raise HeapCodeError(
            text, column, f"digit {found[0]!r} leaves more than {_MOST_HEAPS} heaps"
        )
    return value, len(found[0])


def _written(digits: list[int], repeat: int, distinct: frozenset[int]) -> str:
    marks = [
        (_DIGITS[value] if value < 32 else f"&{value};") + ("!" if i in distinct else "")
        for i, value in enumerate(digits)
    ]
    first = len(marks) - repeat
    tail = f"[{''.join(marks[first:])}]" if repeat else ""
    return f"{marks[0]}.{''.join(marks[1:first]) + tail or '0'}"


def _parse_set(text: str, start: int, *, all_but: bool) -> HeapCode:
    """Read a set of numbers that may be taken, or alone may not be, from a column on."""
    members: set[int] = set()
    column = start
    for part in text[start:].split(","):
        number = part.strip(" ")
        if not (number.isascii() and number.isdecimal() and len(number) <= 7):
            raise HeapCodeError(text, column, f"{number!r} is not a number of tokens; write 1,3,4")
        if number.startswith("0"):
            raise HeapCodeError(text, column, f"{number!r} begins with 0; write 1,3,4")
        if int(number) > _LONGEST:
            raise HeapCodeError(text, column, f"{number} is not from 1 to {_LONGEST}")
        if int(number) in members:
            raise HeapCodeError(text, column, f"{number} is there twice")
        members.add(int(number))
        column += len(part) + 1
    kind = "all-but" if all_but else "subtraction"
    digits = [0] + [3 * ((i in members) != all_but) for i in range(1, max(members) + 1)]
    name = f"{kind}:{','.join(map(str, sorted(members)))}"
    return HeapCode(name, (*digits, 3) if all_but else tuple(digits), int(all_but))
