"""Positions by number, and numbers by position, in a table of rows of bytes."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from oracles import kernels
from oracles.errors import RulesError
from oracles.kernels import Numbers
from oracles.packing import DoesNotFitError, Packing, Rows

_UNPACKED = 4096  # rows that are made positions at once
_NUMBERED = 4096  # and that get their numbers
_ROOM = 1024  # positions, to begin with


class Interned:
    """Positions, each with the number of how many were there before it.

    Parameters
    ----------
    packing
        How they are packed, until one does not fit.

    Attributes
    ----------
    known
        How many there are.

    Examples
    --------
    >>> from oracles.packing import packing_for
    >>> interned = Interned(packing_for([(0, 3)]))
    >>> numbers, new = interned.number([(0, 3), (0, 1), (0, 3), (700, 1)])
    >>> numbers.tolist(), new, interned.find((700, 1)), interned.find((5, 5)), list(interned)
    ([0, 1, 0, 2], [0, 1, 3], 2, -1, [(0, 3), (0, 1), (700, 1)])
    """

    def __init__(self, packing: Packing) -> None:
        self.packing = packing
        self.known = 0
        self._build(np.empty((0, self.packing.width), np.uint8), _ROOM)

    def _build(self, rows: Rows, room: int) -> None:
        """Make the table anew, with room for so many, of rows that are all different."""
        self._packed = np.zeros((room, rows.shape[1]), np.uint8)
        self._slots = np.full(2 * room, -1, np.int32)
        self.known = 0
        self._number(rows)
        if self.known < len(rows):
            raise RulesError(
                f"of {len(rows)} positions that were different only {self.known} are so now; let "
                "positions be equal always or never"
            )

    def _number(self, rows: Rows) -> tuple[Numbers, Numbers]:
        numbers, new = kernels.number_rows(rows, self._packed, self._slots, self.known)
        self.known += len(new)
        return numbers, new

    def number(self, positions: Sequence[Hashable]) -> tuple[Numbers, list[int]]:
        """Give positions their numbers.

        Returns
        -------
        tuple of numpy.ndarray and list of int
            The number of each, and the places among them of those that were new, in the order of
            their numbers.

        Raises
        ------
        TypeError
            If one cannot be hashed.
        """
        try:
            rows = self.packing.pack(positions)
        except DoesNotFitError:
            self._widen(self.packing, positions)
            rows = self.packing.pack(positions)
        known = self.known
        numbers, new = self.number_rows(rows)
        if not self.packing.makes_again([positions[place] for place in new]):
            self.known = known
            self._widen(self.packing.keeping(), positions)
            return self.number(positions)
        return numbers, new.tolist()

    def number_rows(self, rows: Rows) -> tuple[Numbers, Numbers]:
        """Give positions their numbers, as :meth:`number` does, whose rows are there already."""
        parts = []
        for at in range(0, len(rows), _NUMBERED):  # room is made for what may be new
            numbers, new = self._number_some(rows[at : at + _NUMBERED])
            parts.append((numbers, new + at))
        if not parts:
            return np.empty(0, np.int32), np.empty(0, np.int32)
        numbers, new = map(np.concatenate, zip(*parts, strict=True))
        return numbers, new

    def _number_some(self, rows: Rows) -> tuple[Numbers, Numbers]:
        room = len(self._packed)
        if self.known + len(rows) > room:
            while self.known + len(rows) > room:
                room *= 2
            self._build(self.rows, room)
        return self._number(rows)

    @property
    def rows(self) -> Rows:
        """The rows of all, as ``packing`` has them now."""
        return self._packed[: self.known]

    def _widen(self, after: Packing, positions: Sequence[Hashable]) -> None:
        """Pack all that is known by ``after``, or as much wider as that and ``positions`` need.

        What is known is packed as what it is: a form does not get a form again.
        """
        before = self.packing
        parts = [slice(at, at + _UNPACKED) for at in range(0, self.known, _UNPACKED)]
        while True:
            some, is_known = list[Any](), True
            packed = [np.empty((0, after.width), np.uint8)]
            try:
                for part in parts:  # first what is known
                    some = before.unpack(self.rows[part])
                    packed.append(after.inner.pack(some))
                some, is_known = list(positions), False
                after.pack(some)
            except DoesNotFitError:
                after = after.around(after.inner.wider(some)) if is_known else after.wider(some)
            else:
                break
        self.packing = after
        self._build(np.vstack(packed), len(self._packed))

    def find(self, position: Hashable) -> int:
        """Return the number of a position; -1 if it has none."""
        try:
            hash(position)
        except TypeError:
            return -1
        try:
            row = self.packing.inner.pack([self.packing.usual(position)])
        except DoesNotFitError:
            return -1
        return int(kernels.find_rows(row, self._packed, self._slots)[0])

    def unpacked(self, numbers: NDArray[Any] | slice) -> list[Any]:
        """Return the positions that have the numbers."""
        return self.packing.unpack(self.rows[numbers])

    def __iter__(self) -> Iterator[Any]:
        for at in range(0, self.known, _UNPACKED):
            yield from self.unpacked(slice(at, at + _UNPACKED))
