"""Positions as rows of bytes.

A large graph holds millions of positions, and as Python objects each takes hundreds of bytes. A
*packing* writes positions of one form as rows of a fixed number of bytes, and makes them again:

- an integer in 1, 2, 4 or 8 bytes;
- a tuple of fixed length, part by part;
- a frozen set in one bit for each thing that was ever in one;
- a text, or a tuple whose length varies, in one number for each thing in it;
- anything else by a number, the whole position itself being kept.

The form is that of the positions seen so far. When one comes that does not fit, a wider packing
takes its place, and at last the one that fits everything that can be hashed. Two positions have the
same row exactly when they are equal.

What is made again is to be what was packed, and not only equal to it: rules may tell True from 1,
or a tuple with names from one without. So only plain integers, texts, None, tuples and frozen sets
are made again, of which equal ones are the same; a position that holds anything else is kept. One
that is equal to another and not alike (:mod:`oracles.alike`) is refused.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import chain, compress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oracles.alike import Alike, are_plain

Rows = NDArray[np.uint8]  # a position a row

MOST_IN_SETS = 512  # things that sets may hold; beyond, they are kept as they are
LONGEST_WORD = 255
_DEEPEST = 8  # tuples in tuples
_WIDTHS = (1, 2, 4, 8)


class DoesNotFitError(Exception):
    """A position is not of the form that a packing writes; a wider one is needed."""


class Packing(ABC):
    """A way to write positions of one form as rows of bytes.

    Attributes
    ----------
    width
        How many bytes a position takes.
    """

    width: int

    @abstractmethod
    def pack(self, values: Sequence[Any]) -> Rows:
        """Write positions, a row each.

        Raises
        ------
        DoesNotFitError
            If one is not of this form.
        TypeError
            If one cannot be hashed.
        RulesError
            If one is equal to what was packed before, and not alike.
        """

    @property
    def inner(self) -> Packing:
        """The packing of what the rows make again, where that is not what was packed: of forms."""
        return self

    def around(self, inner: Packing) -> Packing:
        """Return this packing with another inner one."""
        return inner

    def makes_again(self, values: Sequence[Any]) -> bool:  # noqa: ARG002
        """Whether positions that were packed are made again as they are, not as equal ones."""
        return True

    def keeping(self) -> Packing:
        """Return the packing that keeps positions of any form as they are."""
        return Anything()

    @abstractmethod
    def unpack(self, rows: Rows) -> list[Any]:
        """Make the positions again that stand in the rows."""

    @abstractmethod
    def wider(self, values: Sequence[Any]) -> Packing:
        """Return a packing for more, to be tried on ``values`` that did not fit."""

    @abstractmethod
    def usual(self, value: Any) -> Any:
        """Return what is equal to ``value`` and of this form, if that was ever packed.

        Raises
        ------
        DoesNotFitError
            If there is nothing.
        """


class Integers(Packing):
    """Integers from -2^(8 width - 1) on."""

    def __init__(self, width: int = 1) -> None:
        self.width = width

    def pack(self, values: Sequence[Any]) -> Rows:
        """Write integers, the least byte first."""
        _require(values, int)
        try:
            wide = np.array(values, dtype=np.int64)
        except OverflowError as error:
            raise DoesNotFitError from error
        narrow = wide.astype(f"<i{self.width}")
        if not np.array_equal(narrow, wide):
            raise DoesNotFitError
        return narrow.view(np.uint8).reshape(len(values), self.width)

    def unpack(self, rows: Rows) -> list[Any]:
        """Read integers."""
        whole = np.ascontiguousarray(rows).view(f"<i{self.width}")
        return list(whole.reshape(len(rows)).tolist())

    def wider(self, values: Sequence[Any]) -> Packing:
        """Take more bytes, or anything."""
        if _types(values) != {int} or self.width == _WIDTHS[-1]:
            return Anything()
        return Integers(2 * self.width)

    def usual(self, value: Any) -> Any:
        """Return the integer."""
        whole = whole_number(value)
        return _none() if whole is None else whole


class Product(Packing):
    """Tuples of a fixed length, each part in its own way."""

    def __init__(self, parts: Sequence[Packing]) -> None:
        self.parts = tuple(parts)
        self.width = sum(part.width for part in parts)

    def pack(self, values: Sequence[Any]) -> Rows:
        """Write tuples, part by part."""
        _require(values, tuple)
        if set(map(len, values)) - {len(self.parts)}:
            raise DoesNotFitError
        columns = zip(*values, strict=True) if len(values) else ((),) * len(self.parts)
        return np.hstack([part.pack(c) for part, c in zip(self.parts, columns, strict=True)])

    def makes_again(self, values: Sequence[Any]) -> bool:
        """Whether the parts do."""
        columns = zip(*values, strict=True)
        return all(part.makes_again(c) for part, c in zip(self.parts, columns, strict=False))

    def unpack(self, rows: Rows) -> list[Any]:
        """Read tuples."""
        ends = np.cumsum([part.width for part in self.parts])
        columns = np.split(rows, ends[:-1], axis=1)
        read = [part.unpack(column) for part, column in zip(self.parts, columns, strict=True)]
        return list(zip(*read, strict=True))

    def wider(self, values: Sequence[Any]) -> Packing:
        """Widen the parts that need it; for tuples of other lengths, take words."""
        if _types(values) != {tuple}:
            return Anything()
        if set(map(len, values)) != {len(self.parts)}:
            return Words(tuple)
        pairs = zip(self.parts, zip(*values, strict=True), strict=True)
        return _product([fitting(part, column) for part, column in pairs])

    def usual(self, value: Any) -> Any:
        """Return the tuple."""
        if not isinstance(value, tuple) or len(value) != len(self.parts):
            raise DoesNotFitError
        return tuple(part.usual(each) for part, each in zip(self.parts, value, strict=True))


class Sets(Packing):
    """Frozen sets: a bit for each thing, in the order in which they were first seen.

    The options of a set that was made again mostly hold the very things of it, and a thing is alike
    to itself.
    """

    def __init__(
        self, width: int = 1, bits: dict[Hashable, int] | None = None, alike: Alike | None = None
    ) -> None:
        self.width = width
        self._bits = {} if bits is None else bits
        self._alike = alike or Alike()
        self._things = list(self._bits)
        self._bits_of_these = {id(thing): bit for thing, bit in self._bits.items()}

    def pack(self, values: Sequence[Any]) -> Rows:
        """Write sets."""
        _require(values, frozenset)
        bit_of_this, bit = self._bits_of_these.__getitem__, self._bits.__getitem__
        try:
            return self._packed([sum(map(bit_of_this, map(id, each))) for each in values])
        except KeyError:
            self._learn(list(chain(*values)))
        return self._packed([sum(map(bit, each)) for each in values])

    def _packed(self, numbers: list[int]) -> Rows:
        written = bytearray().join([number.to_bytes(self.width, "little") for number in numbers])
        return np.frombuffer(written, np.uint8).reshape(len(numbers), self.width)

    def makes_again(self, values: Sequence[Any]) -> bool:
        """Whether what they hold is plain."""
        return are_plain(list(chain(*values)))

    def _learn(self, things: list[Any]) -> None:
        if any(self._alike.broken(things, self._bits)):
            raise DoesNotFitError  # the whole positions may be different
        new = dict.fromkeys(thing for thing in things if thing not in self._bits)
        if len(self._bits) + len(new) > 8 * self.width:
            raise DoesNotFitError
        for thing in new:
            self._bits[thing] = self._bits_of_these[id(thing)] = 1 << len(self._bits)
            self._things.append(thing)

    def unpack(self, rows: Rows) -> list[Any]:
        """Read sets."""
        bits = np.unpackbits(rows, axis=1, bitorder="little")
        return [frozenset(compress(self._things, row)) for row in bits.tolist()]

    def wider(self, values: Sequence[Any]) -> Packing:
        """Take more bits, or anything."""
        if _types(values) != {frozenset} or 16 * self.width > MOST_IN_SETS:
            return Anything()
        return Sets(2 * self.width, self._bits, self._alike)

    def usual(self, value: Any) -> Any:
        """Return the set."""
        if not isinstance(value, frozenset) or any(each not in self._bits for each in value):
            raise DoesNotFitError
        return frozenset(self._things[self._bits[each].bit_length() - 1] for each in value)


class Words(Packing):
    """Texts, or tuples whose lengths vary: a number from 1 for each thing, 0 after the last."""

    def __init__(
        self,
        kind: type[str] | type[tuple[Any, ...]],
        longest: int = 8,
        each: int = 1,
        numbers: dict[Hashable, int] | None = None,
        alike: Alike | None = None,
    ) -> None:
        self.kind, self.longest, self.each = kind, longest, each
        self.width = longest * each
        self._numbers = {} if numbers is None else numbers
        self._alike = alike or Alike()
        self._things: list[Any] = [None, *self._numbers]
        self._made: Callable[[Any], Any] = "".join if kind is str else tuple

    def pack(self, values: Sequence[Any]) -> Rows:
        """Write words."""
        _require(values, self.kind)
        if max(map(len, values), default=0) > self.longest:
            raise DoesNotFitError
        if self.kind is tuple and any(self._alike.broken(list(chain(*values)), self._numbers)):
            raise DoesNotFitError  # the whole positions may be different
        try:
            return self._packed(values)
        except KeyError:
            self._learn(values)
        return self._packed(values)

    def _packed(self, values: Sequence[Any]) -> Rows:
        lengths = np.fromiter(map(len, values), np.int64, len(values))
        numbers = np.fromiter(map(self._numbers.__getitem__, chain(*values)), f"<u{self.each}")
        table = np.zeros((len(values), self.longest), f"<u{self.each}")
        table[np.arange(self.longest) < lengths[:, None]] = numbers
        return table.view(np.uint8).reshape(len(values), self.width)

    def makes_again(self, values: Sequence[Any]) -> bool:
        """Whether what they hold is plain."""
        return self.kind is str or are_plain(list(chain(*values)))

    def _learn(self, values: Iterable[Any]) -> None:
        new = dict.fromkeys(thing for thing in chain(*values) if thing not in self._numbers)
        if len(self._numbers) + len(new) >= 1 << 8 * self.each:
            raise DoesNotFitError
        for thing in new:
            self._numbers[thing] = len(self._things)
            self._things.append(thing)

    def unpack(self, rows: Rows) -> list[Any]:
        """Read words."""
        table = np.ascontiguousarray(rows).view(f"<u{self.each}").reshape(len(rows), self.longest)
        things, lengths = self._things, np.count_nonzero(table, axis=1).tolist()
        return [
            self._made([things[number] for number in row[:length]])
            for row, length in zip(table.tolist(), lengths, strict=True)
        ]

    def wider(self, values: Sequence[Any]) -> Packing:
        """Let words be longer, or hold more different things, or take anything."""
        longest = max(map(len, values)) if _types(values) == {self.kind} else LONGEST_WORD + 1
        if longest > LONGEST_WORD:
            return Anything()
        if longest > self.longest:
            longer = min(LONGEST_WORD, max(longest, 2 * self.longest))
            return Words(self.kind, longer, self.each, self._numbers, self._alike)
        if self.each == 4:
            return Anything()
        return Words(self.kind, self.longest, 2 * self.each, self._numbers, self._alike)

    def usual(self, value: Any) -> Any:
        """Return the word."""
        if not isinstance(value, self.kind) or any(each not in self._numbers for each in value):
            raise DoesNotFitError
        return self._made(self._things[self._numbers[each]] for each in value)


class Anything(Packing):
    """What can be hashed: a number, the thing itself being kept. It is no part of a product."""

    def __init__(
        self, width: int = 1, numbers: dict[Hashable, int] | None = None, alike: Alike | None = None
    ) -> None:
        self.width = width
        self._alike = alike or Alike()
        self._numbers = {} if numbers is None else numbers
        self._things = list(self._numbers)

    def pack(self, values: Sequence[Any]) -> Rows:
        """Write the numbers of things, those that are new getting the next."""
        numbers = self._numbers
        self._alike.require(values, numbers)
        for value in values:
            if value not in numbers:
                if len(numbers) >> 8 * self.width:
                    raise DoesNotFitError
                numbers[value] = len(numbers)
                self._things.append(value)
        found = np.fromiter(map(numbers.__getitem__, values), np.uint64, len(values))
        return found.astype(f"<u{self.width}").view(np.uint8).reshape(len(values), self.width)

    def unpack(self, rows: Rows) -> list[Any]:
        """Return the things that have the numbers."""
        whole = np.ascontiguousarray(rows).view(f"<u{self.width}").reshape(len(rows))
        return [self._things[number] for number in whole.tolist()]

    def wider(self, values: Sequence[Any]) -> Packing:  # noqa: ARG002
        """Let there be more."""
        return Anything(2 * self.width, self._numbers, self._alike)

    def usual(self, value: Any) -> Any:
        """Return the thing."""
        number = self._numbers.get(value)
        return _none() if number is None else self._things[number]


def packing_for(values: Sequence[Any]) -> Packing:
    """Return a packing that fits the ``values``, chosen by their form.

    Parameters
    ----------
    values
        Positions, or parts of positions.

    Raises
    ------
    TypeError
        If one cannot be hashed.

    Examples
    --------
    >>> packing = packing_for([(3, 5), (0, 7)])
    >>> packing.pack([(3, 5), (0, 7)]).tolist()
    [[3, 5], [0, 7]]
    >>> packing_for([frozenset("ab"), frozenset("ac")]).width
    1
    """
    return fitting(_first_choice(values, 0), values)


def fitting(packing: Packing, values: Sequence[Any]) -> Packing:
    """Return ``packing`` if it fits the ``values``, otherwise one that is as much wider as needed.

    What the packing wrote before is to be packed anew, and may need a wider one again.
    """
    while True:
        try:
            packing.pack(values)
        except DoesNotFitError:
            packing = packing.wider(values)
        else:
            return packing


def _first_choice(values: Sequence[Any], depth: int) -> Packing:
    types = _types(values)
    if types == {int}:
        return Integers()
    if types == {frozenset}:
        return Sets()
    if types == {str}:
        return Words(str)
    if types != {tuple} or depth == _DEEPEST:
        return Anything()
    if set(map(len, values)) in ({0}, set()) or len(set(map(len, values))) > 1:
        return Words(tuple)
    return _product([_first_choice(column, depth + 1) for column in zip(*values, strict=True)])


def _product(parts: Sequence[Packing]) -> Packing:
    """Return the product; if a part of it takes anything, then what takes anything as a whole."""
    return Anything() if any(isinstance(part, Anything) for part in parts) else Product(parts)


def whole_number(value: Any) -> int | None:
    """Return the integer that ``value`` is equal to, of whatever type; None if there is none.

    >>> whole_number(3.0), whole_number(1 + 0j), whole_number(2.5), whole_number("3")
    (3, 1, None, None)
    """
    if type(value) is int:
        return value
    try:
        whole = int(getattr(value, "real", value))
        return whole if whole == value else None
    except Exception:  # whatever another type raises, it is no number
        return None


def _types(values: Iterable[Any]) -> set[type]:
    return set(map(type, values))


def _require(values: Iterable[Any], kind: type) -> None:
    if _types(values) - {kind}:
        raise DoesNotFitError


def _none() -> Any:
    raise DoesNotFitError
