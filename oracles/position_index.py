"""Position indices: each position that is met has a number, in the order in which they were met.

Any positions stand in a dictionary. Where options are made in arrays, a position is a row of bytes
instead. What is known of positions by their numbers is a mapping of all
(:class:`Values`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence, ValuesView
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from oracles.kernels import Numbers, Places

Rows = NDArray[np.uint8]  # a position a row
Value = TypeVar("Value")
_TOGETHER = 100_000  # rows that are made positions again at once
_WORD = 8  # bytes


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
    """Positions as rows of bytes, in the order in which they were met, and sorted to be found."""

    is_vectorized = True

    def __init__(self, form: VectorizedOptions, width: int) -> None:
        self.form, self.rows = form, np.empty((0, width), np.uint8)
        self._sorted, self._numbers = _words(self.rows), np.empty(0, np.int32)

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Any]:
        for at in range(0, len(self), _TOGETHER):
            yield from self.form.positions(self.rows[at : at + _TOGETHER])

    def add(self, rows: Rows) -> Numbers:
        """Return the number of each row; those that are new get the next."""
        numbers = self._find(rows)
        is_new = numbers < 0
        rows = rows[is_new]
        words, first, which = np.unique(_words(rows), return_index=True, return_inverse=True)
        met = np.argsort(first)
        new = np.empty(len(words), np.int32)
        new[met] = np.arange(len(self), len(self) + len(words))
        numbers[is_new] = new[which]
        places = np.searchsorted(self._sorted, words)
        self._sorted = np.insert(self._sorted, places, words)
        self._numbers = np.insert(self._numbers, places, new)
        self.rows = np.concatenate([self.rows, rows[first[met]]])
        return numbers

    def _find(self, rows: Rows) -> Numbers:
        """Return the number of each row; -1 of those that are not there."""
        found = np.full(len(rows), -1, np.int32)
        if len(self):
            words = _words(rows)
            places = np.minimum(np.searchsorted(self._sorted, words), len(self) - 1)
            is_there = self._sorted[places] == words
            found[is_there] = self._numbers[places[is_there]]
        return found

    def number(self, position: Hashable) -> int:
        """Return the number of a position; -1 if it is not there."""
        try:
            return int(self._find(self.form.rows([position]))[0])
        except DoesNotFitError:
            return -1

    def positions(self, numbers: Any) -> list[Any]:
        """Return the positions that have the numbers."""
        return self.form.positions(self.rows[np.asarray(numbers)])


def _words(rows: Rows) -> NDArray[Any]:
    """Return rows as words, which can be sorted."""
    width = rows.shape[1]
    if width <= _WORD:
        wide = np.zeros((len(rows), _WORD), np.uint8)
        wide[:, :width] = rows
        return wide.view(np.uint64).ravel()
    return np.ascontiguousarray(rows).view(f"S{width}").ravel()
