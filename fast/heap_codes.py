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

from dataclasses import dataclass

from fast.errors import InputError

_DIGITS = "0123456789abcdefghijklmnopqrstuv"
_LARGEST_DIGIT = {"octal": 7, "hexadecimal": 15, "heap": 31}
_LONGEST = 1_000_000
_MOST_HEAPS = 16


class CodeError(InputError):
    """A code that says no game; the message shows the code with a caret under the place.

    Attributes
    ----------
    code
        The text as it was given.
    column
        Zero-based place of the first wrong character.
    """

    def __init__(self, code: str, column: int, problem: str) -> None:
        super().__init__(f"code={code!r}: {problem}\n    {code}\n    {' ' * column}^")
        self.code = code
        self.column = column


@dataclass(frozen=True)
class HeapCode:
    """The rules of one heap game.

    Attributes
    ----------
    text
        The code in its normal form, such as ``0.77`` or ``subtraction:1,3,4``.
    digits
        d_0, d_1, ...: bit j of ``digits[i]`` allows to remove i and leave j non-empty heaps.
    repeat
        How many of the last digits repeat for ever; 0 for a finite code.
    distinct
        The indices i at which heaps left by the same move must differ in size.

    Examples
    --------
    >>> parse_code("0.12[34]").digit(5), parse_code("subtraction:1,3").digit(3)
    (3, 3)
    """

    text: str
    digits: tuple[int, ...]
    repeat: int = 0
    distinct: frozenset[int] = frozenset()

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
    CodeError
        If the text is none of these; the message points at the place.

    Examples
    --------
    >>> parse_code("octal:0.07").digits
    (0, 0, 7)
    >>> parse_code("subtraction:1,3").digits
    (0, 3, 0, 3)
    >>> parse_code("octal:0.18")
    Traceback (most recent call last):
    fast.heap_codes.CodeError: code='octal:0.18': digit '8' is above 7; write heap:... for larger digits
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
    raise CodeError(
        text, 0, f"unknown kind {kind!r}; expected octal, hexadecimal, heap, subtraction or all-but"
    )


class _DigitReader:
    """Reads a code from left to right and keeps what was read so far."""

    def __init__(self, text: str, start: int, largest: int) -> None:
        self.text, self.column, self.largest = text, start, largest
        self.digits: list[int] = []
        self.columns: list[int] = []
        self.distinct: set[int] = set()
        self.point = self.tail = self.closed = -1

    def fail(self, problem: str, column: int | None = None) -> CodeError:
        return CodeError(self.text, self.column if column is None else column, problem)

    def read(self) -> None:
        while self.column < len(self.text):
            mark = self.text[self.column]
            if self.closed >= 0:
                raise self.fail("nothing may follow the repeating tail")
            if mark in ".[]!":
                self._read_mark(mark)
                self.column += 1
            else:
                self._read_digit()
        if self.point < 0:
            raise self.fail("there is no point; write 0.77, not 77")
        if self.tail >= 0 and self.closed < 0:
            raise self.fail("the repeating tail has no closing ']'")

    def _read_mark(self, mark: str) -> None:
        if mark == ".":
            if self.point >= 0:
                raise self.fail("a second point")
            if not self.digits:  # .77 is short for 0.77
                self._append(0)
            self.point = self.column
        elif mark == "[":
            if self.point < 0 or self.tail >= 0:
                raise self.fail("'[' may come once, after the point")
            self.tail = len(self.digits)
        elif mark == "]":
            if self.tail < 0 or self.tail == len(self.digits):
                raise self.fail("']' without a digit of a tail before it")
            self.closed = self.column
        else:
            last = len(self.digits) - 1
            if not self.digits or self.columns[last] < 0 or last in self.distinct:
                raise self.fail("'!' must follow a digit")
            if self.text[self.column - 1] in ".[":
                raise self.fail("'!' must follow a digit")
            self.distinct.add(last)

    def _read_digit(self) -> None:
        mark, after = self.text[self.column], self.column + 1
        if mark == "&":
            semicolon = self.text.find(";", after)
            number = self.text[after:semicolon] if semicolon > 0 else ""
            if not (number.isascii() and number.isdecimal() and len(number) <= 9):
                raise self.fail("expected a number and ';' after '&', as in &40;")
            value, after = int(number), semicolon + 1
            shown = f"&{number};"
        else:
            value, shown = _DIGITS.find(mark.lower()) if mark.isascii() else -1, mark
            if value < 0:
                raise self.fail(f"{mark!r} is no digit of a code (0-9, a-v, &number;)")
        if self.largest < 31 and value > self.largest:
            raise self.fail(
                f"digit {shown!r} is above {self.largest:x}; write heap:... for larger digits"
            )
        if value.bit_length() - 1 > _MOST_HEAPS:
            raise self.fail(f"digit {shown!r} leaves more than {_MOST_HEAPS} heaps")
        if self.point < 0 and self.digits:
            raise self.fail("only one digit may stand before the point: tokens are never added")
        if not self.digits and value & 3:
            raise self.fail(
                f"digit {shown!r} before the point must be a multiple of 4: a move that removes "
                "nothing has to split the heap"
            )
        self._append(value)
        self.column = after

    def _append(self, value: int) -> None:
        self.digits.append(value)
        self.columns.append(self.column)
        if len(self.digits) > _LONGEST:  # pragma: no cover: a text of a million digits is refused
            raise self.fail(f"more than {_LONGEST} digits")


def _parse_digits(text: str, start: int, largest: int) -> HeapCode:
    reader = _DigitReader(text, start, largest)
    reader.read()
    digits = reader.digits
    if reader.distinct and max(digits) > 7:
        column = reader.columns[next(i for i, digit in enumerate(digits) if digit > 7)]
        raise reader.fail("a code with '!' may leave at most two heaps (digits to 7)", column)
    repeat = len(digits) - reader.tail if reader.tail >= 0 else 0
    if repeat and not any(digits[-repeat:]):
        digits, repeat = digits[:-repeat], 0
    while not repeat and len(digits) > 1 and not digits[-1]:
        digits.pop()
    distinct = frozenset(i for i in reader.distinct if i < len(digits) and digits[i] & 4)
    if repeat and any(i >= len(digits) - repeat for i in distinct):
        raise reader.fail("'!' is not supported inside a repeating tail", text.index("!"))
    return HeapCode(_written(digits, repeat, distinct), tuple(digits), repeat, distinct)


def _written(digits: list[int], repeat: int, distinct: frozenset[int]) -> str:
    marks = [
        (_DIGITS[value] if value < 32 else f"&{value};") + ("!" if i in distinct else "")
        for i, value in enumerate(digits)
    ]
    first = len(marks) - repeat
    tail = f"[{''.join(marks[first:])}]" if repeat else ""
    return f"{marks[0]}.{''.join(marks[1:first]) + tail or '0'}"


def _parse_set(text: str, start: int, *, all_but: bool) -> HeapCode:
    members: set[int] = set()
    column = start
    for part in text[start:].split(","):
        number = part.strip(" ")
        if not (number.isascii() and number.isdecimal() and len(number) <= 7):
            raise CodeError(text, column, f"{number!r} is no number of tokens; write 1,3,4")
        if number.startswith("0"):
            raise CodeError(text, column, f"{number!r} begins with 0; write 1,3,4")
        if int(number) > _LONGEST:
            raise CodeError(text, column, f"{number} is not from 1 to {_LONGEST}")
        if int(number) in members:
            raise CodeError(text, column, f"{number} is there twice")
        members.add(int(number))
        column += len(part) + 1
    kind = "all-but" if all_but else "subtraction"
    digits = [0] + [3 * ((i in members) != all_but) for i in range(1, max(members) + 1)]
    name = f"{kind}:{','.join(map(str, sorted(members)))}"
    return HeapCode(name, (*digits, 3) if all_but else tuple(digits), int(all_but))
