"""Positions up to symmetry, as rows of bytes.

A quotient has canonical forms for positions (:mod:`oracles.quotients`). :class:`UpToSymmetry`
packs positions as their forms are packed, by a call of ``canonical`` for each. Sets of cells whose
form is :func:`oracles.shapes.least_shape` are done together in :class:`LeastShapes`, as numbers of
64 bits that :mod:`oracles.shapes` describes.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import chain, compress
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from oracles.packing import Anything, DoesNotFitError, Packing, Rows, fitting, packing_for
from oracles.shapes import CELLS, EXCHANGES, least_shape

_PLACES = {cell: place for place, cell in enumerate(CELLS)}

Masks = NDArray[np.uint64]
Form = Callable[[Any], Any]


class UpToSymmetry(Packing):
    """Positions as their canonical forms are packed.

    Parameters
    ----------
    form
        What gives the canonical form.
    packing
        How forms are packed.
    """

    def __init__(self, form: Form, packing: Packing) -> None:
        self._form, self._packing, self.width = form, packing, packing.width

    @property
    def inner(self) -> Packing:
        """The packing of forms, which are not given a form again."""
        return self._packing

    def around(self, inner: Packing) -> Packing:
        """Pack forms in another way."""
        return UpToSymmetry(self._form, inner)

    def _forms(self, values: Iterable[Any]) -> list[Any]:
        return [self._form(value) for value in values]

    def pack(self, values: Sequence[Any]) -> Rows:
        """Write the forms of positions."""
        return self._packing.pack(self._forms(values))

    def makes_again(self, values: Sequence[Any]) -> bool:
        """Whether the forms are made again as they are."""
        return self._packing.makes_again(self._forms(values))

    def keeping(self) -> Packing:
        """Keep the forms."""
        return self.around(Anything())

    def unpack(self, rows: Rows) -> list[Any]:
        """Make the forms again."""
        return self._packing.unpack(rows)

    def wider(self, values: Sequence[Any]) -> Packing:
        """Pack forms in a wider way."""
        return self.around(self._packing.wider(self._forms(values)))

    def usual(self, value: Any) -> Any:
        """Return the form that is equal to ``value``."""
        return self._packing.usual(value)


class LeastShapes(Packing):
    """Sets of cells as their least shapes, in 64 bits."""

    width = 8

    def __init__(self, form: Form) -> None:
        self._form = form

    def pack(self, values: Sequence[Any]) -> Rows:
        """Write the least shapes of sets of cells."""
        if set(map(type, values)) - {frozenset}:
            raise DoesNotFitError
        lengths = np.fromiter(map(len, values), np.int64, len(values))
        try:
            places = bytes(map(_PLACES.__getitem__, chain.from_iterable(values)))
        except KeyError as error:
            raise DoesNotFitError from error
        masks = _masks(np.frombuffer(places, np.uint8), lengths)
        rows: Rows = _least(masks).astype("<u8").view(np.uint8)
        return rows.reshape(len(values), self.width)

    def unpack(self, rows: Rows) -> list[Any]:
        """Make the sets again."""
        bits = np.unpackbits(np.ascontiguousarray(rows)[:, ::-1], axis=1)
        return [frozenset(compress(CELLS, row)) for row in bits.tolist()]

    def wider(self, values: Sequence[Any]) -> Packing:
        """Ask ``canonical`` of each."""
        forms = [self._form(value) for value in values]
        return UpToSymmetry(self._form, packing_for(forms))

    def usual(self, value: Any) -> Any:
        """Return the least shape that is equal to ``value``."""
        shapes = self.unpack(self.pack([frozenset(value)])) if isinstance(value, frozenset) else []
        if shapes != [value]:
            raise DoesNotFitError
        return shapes[0]


def up_to_symmetry(canonical: object, form: Form, positions: Sequence[Hashable]) -> Packing:
    """Return a packing for canonical forms.

    Parameters
    ----------
    canonical
        What the class of the rules has under that name: the function that says what it is.
    form
        Gives the canonical form of a position, with the errors that belong to it.
    positions
        Some, from whose forms the packing is chosen.
    """
    named = canonical.__func__ if isinstance(canonical, staticmethod) else None
    packing: Packing = LeastShapes(form)
    if named is least_shape:
        return fitting(packing, positions)
    return packing.wider(positions)


@njit(cache=True)  # type: ignore[untyped-decorator]
def _masks(places: NDArray[np.uint8], lengths: NDArray[np.int64]) -> Masks:
    """Return sets of cells as numbers, from how many cells each has and where these are."""
    masks = np.zeros(len(lengths), np.uint64)
    at = 0
    for number in range(len(lengths)):
        for _ in range(lengths[number]):
            masks[number] |= np.uint64(1) << np.uint64(63 - places[at])
            at += 1
    return masks


@njit(cache=True)  # type: ignore[untyped-decorator]
def _least(masks: Masks) -> Masks:
    """Return the least shape of each."""
    least = np.empty_like(masks)
    for at in range(len(masks)):
        best = np.uint64(0)
        turned = masks[at]
        for _ in range(2):
            for image in (turned, _rows_reversed(turned)):
                best = max(best, _in_corner(image), _in_corner(_columns_reversed(image)))
            turned = _transposed(turned)
        least[at] = best
    return least


@njit(cache=True)  # type: ignore[untyped-decorator]
def _in_corner(mask: np.uint64) -> Any:
    if mask == 0:
        return mask
    while mask < np.uint64(1 << 56):
        mask <<= np.uint64(8)
    while mask & np.uint64(0x8080808080808080) == 0:
        mask <<= np.uint64(1)
    return mask


@njit(cache=True)  # type: ignore[untyped-decorator]
def _exchanged(mask: np.uint64, bits: np.uint64, distance: np.uint64) -> Any:
    """Exchange some bits with those that stand higher by a distance."""
    return ((mask >> distance) & bits) | ((mask & bits) << distance)


@njit(cache=True)  # type: ignore[untyped-decorator]
def _columns_reversed(mask: np.uint64) -> Any:
    mask = _exchanged(mask, np.uint64(0x5555555555555555), np.uint64(1))
    mask = _exchanged(mask, np.uint64(0x3333333333333333), np.uint64(2))
    return _exchanged(mask, np.uint64(0x0F0F0F0F0F0F0F0F), np.uint64(4))


@njit(cache=True)  # type: ignore[untyped-decorator]
def _rows_reversed(mask: np.uint64) -> Any:
    mask = _exchanged(mask, np.uint64(0x00FF00FF00FF00FF), np.uint64(8))
    mask = _exchanged(mask, np.uint64(0x0000FFFF0000FFFF), np.uint64(16))
    return _exchanged(mask, np.uint64(0x00000000FFFFFFFF), np.uint64(32))


@njit(cache=True)  # type: ignore[untyped-decorator]
def _transposed(mask: np.uint64) -> Any:
    for bits, distance in EXCHANGES:
        moved = (mask ^ (mask >> np.uint64(distance))) & np.uint64(bits)
        mask ^= moved ^ (moved << np.uint64(distance))
    return mask
