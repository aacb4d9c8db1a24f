"""Position indices: each position that is met has a number, in the order in which they were met.

Any positions stand in a dictionary. Where options are made in arrays, a position is a row of bytes
instead, found by its hash. What is known of positions by their numbers is a mapping of all
(:class:`Values`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence, ValuesView
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from oracles import kernels
from oracles.kernels import Numbers, Places

Rows = NDArray[np.uint8]  # a position a row
Value = TypeVar("Value")
_ROOM = 1024
_TOGETHER = 100_000  # rows that get numbers, or are made positions again, at once


class Index(ABC):
    """Positions and their numbers; ``is_vectorized`` says whether these are made in arrays."""

    is_vectorized = False

    @abstractmethod
    def __len__(self) -> int:
        """How many there are."""

    @abstractmethod
    def __iter__(self) -> Iterator[Any]:
        """Give them in their order."""

    @abstractmethod
    def number(self, position: Hashable) -> int:
        """Return the number of a position; -1 if it is not there."""

    @abstractmethod
    def positions(self, numbers: NDArray[Any]) -> list[Any]:
        """Return the positions that have the numbers."""

    def numbers(self) -> Iterable[int]:
        """Give the numbers of all, in their order."""
        return range(len(self))


class DictionaryIndex(Index):
    """Positions in a list, and their numbers in a dictionary."""

    def __init__(self) -> None:
        self.known: list[Any] = []
        self.number_of: dict[Any, int] = {}

    def __len__(self) -> int:
        return len(self.known)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.known)

    def number(self, position: Hashable) -> int:
        """Return the number of a position; -1 if it is not there."""
        try:
            return self.number_of.get(position, -1)
        except TypeError:  # it cannot be hashed
            return -1

    def positions(self, numbers: Any) -> list[Any]:
        """Return the positions that have the numbers."""
        return [self.known[number] for number in numbers.tolist()]


class Values(Mapping[Hashable, Value], Generic[Value]):
    """A value of every position; ``of`` gives that of the position with a number."""

    def __init__(self, index: Index, of: Callable[[int], Value]) -> None:
        self._index, self._of = index, of

    def __len__(self) -> int:
        return len(self._index)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._index)

    def __contains__(self, position: object) -> bool:
        return self._index.number(position) >= 0

    def __getitem__(self, position: Hashable) -> Value:
        number = self._index.number(position)
        if number < 0:
            raise KeyError(position)
        return self._of(number)

    def in_order(self) -> Iterator[Value]:
        """Give the values in the order of the positions, of which none is looked up."""
        return map(self._of, self._index.numbers())

    def values(self) -> ValuesView[Value]:
        """All values, in the order of the positions."""
        return _InOrder(self)


class _InOrder(ValuesView[Value]):
    _mapping: Values[Value]

    def __iter__(self) -> Iterator[Value]:
        return self._mapping.in_order()


class DoesNotFitError(Exception):
    """Something is not of the form that rows are made of: the rules are asked themselves."""


class VectorizedOptions(ABC):
    """Positions as rows of bytes, and the options of many of them at once."""

    @abstractmethod
    def rows(self, positions: Sequence[Any]) -> Rows:
        """Write positions as rows; :class:`DoesNotFitError` if one is not of the form."""

    @abstractmethod
    def positions(self, rows: Rows) -> list[Any]:
        """Make the positions again."""

    @abstractmethod
    def options(self, rows: Rows) -> tuple[Rows, Places]:
        """Return the options, one row's after another's, and where each row's end.

        Raises :class:`DoesNotFitError` if the rules are to be asked themselves.
        """


class RowIndex(Index):
    """Positions as rows of bytes in one array, and their numbers in a hash table."""

    is_vectorized = True

    def __init__(self, form: VectorizedOptions, width: int) -> None:
        kernels.compile_kernels()
        self.form = form
        self._count = 0
        self._rows = np.zeros((_ROOM, width), np.uint8)
        self._slots = np.full(2 * _ROOM, -1, np.int32)

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Any]:
        for at in range(0, self._count, _TOGETHER):
            yield from self.form.positions(self.rows[at : at + _TOGETHER])

    @property
    def rows(self) -> Rows:
        """The rows of all."""
        return self._rows[: self._count]

    def add(self, rows: Rows) -> Numbers:
        """Return the number of each row; those that are new get the next."""
        found = [np.empty(0, np.int32)]
        for at in range(0, len(rows), _TOGETHER):
            some, known = rows[at : at + _TOGETHER], self.rows
            room = len(self._rows)
            while self._count + len(some) > room:
                room *= 2
            if room > len(self._rows):
                self._rows = np.zeros((room, known.shape[1]), np.uint8)
                self._slots = np.full(2 * room, -1, np.int32)
                kernels.number_rows(known, self._rows, self._slots, 0)
            numbers, new = kernels.number_rows(some, self._rows, self._slots, self._count)
            self._count += new
            found.append(numbers)
        return np.concatenate(found)

    def number(self, position: Hashable) -> int:
        """Return the number of a position; -1 if it is not there."""
        try:
            row = self.form.rows([position])
        except DoesNotFitError:
            return -1
        return int(kernels.find_row(row[0], self._rows, self._slots))

    def positions(self, numbers: Any) -> list[Any]:
        """Return the positions that have the numbers."""
        return self.form.positions(self.rows[np.asarray(numbers)])
