"""Images of a position under the symmetries of a board, and the least as its canonical form.

A game declares its symmetry by ``canonical(position)``, one position that stands for all that are
the same (:mod:`oracles.declarations`). For piles without names that is ``tuple(sorted(piles))``,
for a strip that may be read from either end ``min(strip, strip[::-1])``, and for boards:

>>> corner = frozenset({(2, 0), (2, 1)})
>>> sorted(least_image(board_images(corner, rows=3, columns=3)))
[(0, 0), (0, 1)]
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import cache
from itertools import chain
from struct import unpack
from typing import Any, TypeVar

Cell = tuple[int, int]  # (2, 0): row and column
Cells = frozenset[Cell]
Image = TypeVar("Image", bound=Hashable)

SIDE = 8  # of the board on which a shape is a number of 64 bits


def least_image(images: Iterable[Image]) -> Image:
    """Return the least of a position's images: the canonical form under their symmetries.

    Sets of cells are compared as sorted lists. The images must be those of a group, so that each of
    them has the same images.

    >>> least_image([frozenset({3, 4}), frozenset({1, 6})]) == {1, 6}
    True
    """
    return min(images, key=lambda each: sorted(each) if isinstance(each, frozenset) else each)  # type: ignore[return-value, arg-type]


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

    >>> sorted(least_image(shape_images(frozenset({(4, 7), (5, 7)}))))
    [(0, 0), (0, 1)]
    """
    for move in _moves_of_board(0, 0):
        image = [move(cell) for cell in cells]
        top = min((row for row, _ in image), default=0)
        left = min((column for _, column in image), default=0)
        yield frozenset((row - top, column - left) for row, column in image)


def least_shape(position: Cells) -> Cells:
    """Return the least image of a set of cells anywhere in the plane: the canonical form of shapes.

    Quick for cells within 8 by 8, where an image is a number of 64 bits: that of cell (r, c) is the
    ``8 r + c``-th from the top, so that the least image is the largest number.

    >>> sorted(least_shape(frozenset({(4, 7), (5, 7)})))
    [(0, 0), (0, 1)]
    """
    try:
        images = sum(map(_image_bits().__getitem__, position))
    except KeyError:
        return least_image(shape_images(position))
    masks = unpack(">8Q", images.to_bytes(SIDE * SIDE, "big"))
    rows = max(map(_in_corner, masks)).to_bytes(SIDE, "big")
    return frozenset(chain.from_iterable(map(_cells_of_row, range(SIDE), rows)))


@cache
def _image_bits() -> dict[Cell, int]:
    """Return the bits of the images of each cell, the eight numbers in one."""
    bits: dict[Cell, int] = {(r, c): 0 for r in range(SIDE) for c in range(SIDE)}
    for move in _moves_of_board(SIDE, SIDE):
        for cell, others in bits.items():
            row, column = move(cell)
            bits[cell] = others << 64 | 1 << 63 - SIDE * row - column
    return bits


def _in_corner(mask: int) -> int:
    """Return a shape moved up and to the left as far as it goes."""
    columns = mask | mask >> 32
    columns |= columns >> 16
    columns = (columns | columns >> 8) & 0xFF
    return mask << (64 - mask.bit_length() & ~7) + 8 - columns.bit_length()


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
