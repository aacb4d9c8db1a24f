"""Symmetries by name: the images of a position, and the least as its canonical form.

A game declares its symmetry by ``canonical(position)``, one position that stands for all that are
the same (:mod:`oracles.declarations`):

>>> least_image(strip_images("XX."))
'.XX'
>>> sorted_piles((3, 1, 2))
(1, 2, 3)
>>> corner = frozenset({(2, 0), (2, 1)})
>>> sorted(least_image(board_images(corner, rows=3, columns=3)))
[(0, 0), (0, 1)]
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import cache
from itertools import chain, product
from typing import Any, TypeVar

Cell = tuple[int, int]  # (2, 0): row and column
Cells = frozenset[Cell]
Image = TypeVar("Image", bound=Hashable)
Strip = TypeVar("Strip", str, tuple[Any, ...])

SIDE = 8
CELLS = tuple(product(range(SIDE), range(SIDE)))
BITS = {cell: 1 << 63 - place for place, cell in enumerate(CELLS)}
EXCHANGES = (  # of bits, with those that stand so much higher
    (0x00AA00AA00AA00AA, 7),
    (0x0000CCCC0000CCCC, 14),
    (0x00000000F0F0F0F0, 28),
)
_REVERSED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


def sorted_piles(piles: Iterable[Any]) -> tuple[Any, ...]:
    """Return piles, the smallest first: the canonical form where their order says nothing.

    >>> sorted_piles((2, 0, 1))
    (0, 1, 2)
    """
    return tuple(sorted(piles))


def least_image(images: Iterable[Image]) -> Image:
    """Return the least of a position's images: the canonical form under their symmetries.

    Sets of cells are compared as sorted lists. The images must be those of a group, so that each of
    them has the same images.

    >>> least_image([frozenset({3, 4}), frozenset({1, 6})]) == {1, 6}
    True
    """
    return min(images, key=_in_order)


def strip_images(strip: Strip) -> tuple[Strip, Strip]:
    """Return a strip, written as a string or tuple, as it is and read from the other end.

    >>> strip_images("..X")
    ('..X', 'X..')
    """
    return strip, strip[::-1]


def board_images(board: Any, rows: int, columns: int) -> Iterator[Any]:
    """Give the images of a position on a board under the board's symmetries.

    There are four on a rectangle (as it is, both reflections, the half turn), and eight, the
    dihedral group, on a square.

    Parameters
    ----------
    board
        A frozen set of cells ``(row, column)``, counted from 0, or a tuple of rows, each a string
        or tuple.
    rows, columns
        The size of the board.

    Examples
    --------
    >>> list(board_images(("X..", "..."), rows=2, columns=3))
    [('X..', '...'), ('..X', '...'), ('...', 'X..'), ('...', '..X')]
    """
    for move in _moves_of_board(rows, columns):
        if isinstance(board, frozenset):
            yield frozenset(map(move, board))
        else:
            yield tuple(_row(board, [move((r, c)) for c in range(columns)]) for r in range(rows))


def shape_images(cells: Cells) -> Iterator[Cells]:
    """Give the eight images of a set of cells anywhere in the plane, moved to the corner (0, 0).

    For games in which a set of cells is the whole position, and the place on the board makes no
    difference. The first four leave rows rows.

    >>> domino = frozenset({(4, 7), (5, 7)})
    >>> sorted(least_image(shape_images(domino)))
    [(0, 0), (0, 1)]
    """
    for move in _moves_of_board(0, 0):
        image = [move(cell) for cell in cells]
        top = min((row for row, _ in image), default=0)
        left = min((column for _, column in image), default=0)
        yield frozenset((row - top, column - left) for row, column in image)


def least_shape(position: Cells) -> Cells:
    """Return the least image of a set of cells anywhere in the plane: the canonical form of shapes.

    Some microseconds for a shape within 8 by 8 cells, which is a number of 64 bits: that of cell
    (r, c) is the ``8 r + c``-th from the top, so that rows are bytes and the least image is the
    largest number. Images are made by reversing bytes, the bits in bytes, and by exchanging rows
    and columns (H. S. Warren, *Hacker's Delight*, 2nd ed., sections 7-1 and 7-3).

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


def _moves_of_board(rows: int, columns: int) -> list[Callable[[Cell], Cell]]:
    """Return the symmetries of a board as functions from cells to cells."""
    bottom, right = rows - 1, columns - 1
    moves: list[Callable[[Cell], Cell]] = [
        lambda cell: cell,
        lambda cell: (cell[0], right - cell[1]),
        lambda cell: (bottom - cell[0], cell[1]),
        lambda cell: (bottom - cell[0], right - cell[1]),
    ]
    if rows != columns:
        return moves
    return moves + [lambda cell, move=move: move(cell)[::-1] for move in moves]


def _row(board: tuple[Any, ...], cells: list[Cell]) -> Any:
    pieces = [board[row][column] for row, column in cells]
    return "".join(pieces) if isinstance(board[0], str) else tuple(pieces)


def _in_order(image: Any) -> Any:
    return sorted(image) if isinstance(image, frozenset) else image
