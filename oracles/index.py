"""Positions and their numbers: every quantity of a game stands in an array, by these numbers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

Value = TypeVar("Value")
Rows = NDArray[np.uint16]  # a position a row
_TOGETHER = 100_000  # keys that are made positions again at once


class DoesNotFitError(Exception):
    """Something is not of the form that arrays are made of: the rules are asked themselves."""


class Index:
    """Positions and their numbers, in the order in which they were met.

    ``keys`` are the positions, or the bytes of the rows that ``arrays`` writes of them. With
    ``form`` a position has the number of its canonical form.
    """

    def __init__(self, form: Callable[[Any], Hashable] | None = None, arrays: Any = None) -> None:
        self.form, self.arrays = form, arrays
        self.keys: list[Any] = []
        self.number_of: dict[Any, int] = {}

    def __len__(self) -> int:
        return len(self.keys)

    def __iter__(self) -> Iterator[Any]:
        if self.arrays is None:
            yield from self.keys
            return
        for at in range(0, len(self), _TOGETHER):
            yield from self.arrays.positions(rows_of(self.keys[at : at + _TOGETHER]))

    def __contains__(self, position: Hashable) -> bool:
        return self.number(position) >= 0

    @property
    def known(self) -> Collection[Any]:
        """What tells quickest whether a position is there."""
        return self.number_of if self.form is self.arrays is None else self

    def number(self, position: Hashable) -> int:
        """Return the number of a position; -1 if it is not there."""
        try:
            if self.form is not None:
                position = self.form(position)
            if self.arrays is not None:
                (position,) = keys_of(self.arrays.rows([position]))
            return self.number_of.get(position, -1)
        except (TypeError, DoesNotFitError):  # it cannot be hashed, or written
            return -1

    def positions(self, numbers: NDArray[Any]) -> list[Any]:
        """Return the positions that have the numbers."""
        keys = [self.keys[number] for number in numbers.tolist()]
        return keys if self.arrays is None or not keys else self.arrays.positions(rows_of(keys))

    @property
    def end(self) -> int:
        """The number after the last."""
        return len(self)

    def numbers(self) -> Iterable[int]:
        """Give the numbers of all, in their order."""
        return range(self.end)


def keys_of(rows: Rows) -> list[bytes]:
    """Return the bytes of each row."""
    rows = np.ascontiguousarray(rows)
    keys: list[bytes] = rows.view(f"V{rows.itemsize * rows.shape[1]}").ravel().tolist()
    return keys


def rows_of(keys: list[bytes]) -> Rows:
    """Return the rows that have some bytes; there must be one."""
    return np.frombuffer(b"".join(keys), np.uint16).reshape(len(keys), -1)


class Values(Mapping[Hashable, Value], Generic[Value]):
    """A value of every position; ``of`` gives that of the position with a number."""

    def __init__(self, index: Index, of: Callable[[int], Value]) -> None:
        self.index, self.of = index, of

    def __len__(self) -> int:
        return len(self.index)

    def __iter__(self) -> Iterator[Any]:
        return iter(self.index)

    def __contains__(self, position: object) -> bool:
        return self.index.number(position) >= 0

    def __getitem__(self, position: Hashable) -> Value:
        number = self.index.number(position)
        if number < 0:
            raise KeyError(position)
        return self.of(number)

    def values(self) -> Any:
        """All values, in the order of the positions, of which none is looked up."""
        return [self.of(number) for number in self.index.numbers()]
