"""Shapes: sets of cells of the plane, up to moving, turning and reflecting them.

:func:`least_shape` is the least of a shape's eight images (:func:`oracles.symmetry.shape_images`).
A shape within 8 by 8 cells is a number of 64 bits, that of cell (r, c) being the ``8 r + c``-th
from the top, so that rows are bytes and the least image is the largest number. Its images are
made by reversing bytes, the bits in bytes, and by exchanging rows and columns.

Reference: H. S. Warren, *Hacker's Delight*, 2nd ed., Addison-Wesley 2013, sections 7-1 and 7-3.
"""

from __future__ import annotations

from functools import cache
from itertools import chain, product

from oracles.symmetry import Cell, Cells, least_image, shape_images

SIDE = 8
CELLS = tuple(product(range(SIDE), range(SIDE)))
BITS = {cell: 1 << 63 - place for place, cell in enumerate(CELLS)}
EXCHANGES = (  # of bits, with those that stand so much higher
    (0x00AA00AA00AA00AA, 7),
    (0x0000CCCC0000CCCC, 14),
    (0x00000000F0F0F0F0, 28),
)
_REVERSED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


def least_shape(position: Cells) -> Cells:
    """Return the least image of a set of cells anywhere in the plane: the canonical form of shapes.

    Some microseconds for a shape within 8 by 8 cells.

    >>> sorted(least_shape(frozenset({(4, 7), (5, 7)})))
    [(0, 0), (0, 1)]
    """
    try:
        mask = sum(map(BITS.__getitem__, position))
    except (KeyError, TypeError):  # it may be smaller than it stands
        first = next(shape_images(position))
        if not BITS.keys() >= first:
            return least_image(shape_images(position))
        mask = sum(map(BITS.__getitem__, first))
    return frozenset(chain.from_iterable(map(_cells_of_row, range(SIDE), least_mask(mask))))


def least_mask(mask: int) -> bytes:
    """Return the least image of a shape that is given as a number, row by row."""
    return max(*_images_in_corner(mask), *_images_in_corner(_transposed(mask)))


def _images_in_corner(mask: int) -> tuple[bytes, ...]:
    """Return a shape, its rows reversed, its columns reversed, and both."""
    rows = mask.to_bytes(SIDE, "big").strip(b"\0")
    columns = _columns(mask)
    left, right = SIDE - columns.bit_length(), (columns & -columns).bit_length() - 1
    if left > 0:
        rows = (int.from_bytes(rows, "big") << left).to_bytes(len(rows), "big")
    turned = rows.translate(_REVERSED)
    if (free := max(left, 0) + max(right, 0)) > 0:
        turned = (int.from_bytes(turned, "big") << free).to_bytes(len(rows), "big")
    return tuple(image.ljust(SIDE, b"\0") for image in (rows, rows[::-1], turned, turned[::-1]))


def _columns(mask: int) -> int:
    """Return which columns have a cell."""
    mask |= mask >> 32
    mask |= mask >> 16
    return (mask | mask >> 8) & 0xFF


def _transposed(mask: int) -> int:
    for bits, distance in EXCHANGES:
        moved = (mask ^ (mask >> distance)) & bits
        mask ^= moved ^ (moved << distance)
    return mask


@cache
def _cells_of_row(row: int, byte: int) -> tuple[Cell, ...]:
    return tuple((row, column) for column in range(SIDE) if byte >> 7 - column & 1)
