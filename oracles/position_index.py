"""Position indices: each position that is met has a number, in the order in which they were met.

Positions stand in a dictionary, or, where options are made in arrays, as rows of bytes
(:mod:`oracles.solve`). What is known of positions by their numbers is a mapping of all
(:class:`Values`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, ValuesView
from typing import Any, Generic, TypeVar

from numpy.typing import NDArray

Value = TypeVar("Value")


class Index(ABC):
    """Positions and their numbers."""

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
