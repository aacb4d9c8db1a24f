"""The least image of a position under the symmetries of a board: its canonical form.

A game declares its symmetry by ``canonical(position)``, one position that stands for all that are
the same (:mod:`oracles.declarations`). For piles without names that is ``tuple(sorted(piles))``,
for a strip that may be read from either end ``min(strip, strip[::-1])``. Here it is for boards. Of
sets of cells that one is the least whose sorted list is the least.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from itertools import chain
from struct import unpack
from typing import Any

Cell = tuple[int, int]  # (2, 0): row and column
Cells = frozenset[Cell]

SIDE = 8  # of the board on which a shape is a number of 64 bits


def least_board(board: Any, rows: int, columns: int) -> Any:
    """Return the least image of a position on a board under the board's symmetries.

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
    >>> least_board(("..X", "..."), rows=2, columns=3)
    ('...', '..X')
    >>> sorted(least_board(frozenset({(2, 0), (2, 1)}), rows=3, columns=3))
    [(0, 0), (0, 1)]
    """
    moves = _moves_of_board(rows, columns)
    if isinstance(board, frozenset):
        return min((frozenset(map(move, board)) for move in moves), key=sorted)
    row: Any = "".join if isinstance(board[0], str) else tuple
    cells = [[(r, c) for c in range(columns)] for r in range(rows)]
    return min(
        tuple(row(board[r][c] for r, c in map(move, line)) for line in cells) for move in moves
    )


def least_shape(position: Cells) -> Cells:
    """Return the least of the eight images of a set of cells, moved to the corner (0, 0).

    For games in which a set of cells is the whole position, and its place on the board makes no
    difference. Quick for cells within 8 by 8, where an image is a number of 64 bits: that of cell
    (r, c) is the ``8 r + c``-th from the top, so that the least image is the largest number.

    >>> sorted(least_shape(frozenset({(4, 7), (5, 7)})))
    [(0, 0), (0, 1)]
    """
    try:
        images = sum(map(_image_bits().__getitem__, position))
    except KeyError:
        return min((_in_corner(map(move, position)) for move in _moves_of_board(0, 0)), key=sorted)
    masks = unpack(">8Q", images.to_bytes(SIDE * SIDE, "big"))
    rows = max(map(_mask_in_corner, masks)).to_bytes(SIDE, "big")
    return frozenset(chain.from_iterable(map(_cells_of_row, range(SIDE), rows)))


def _in_corner(cells: Iterable[Cell]) -> Cells:
    """Return a shape moved up and to the left as far as it goes."""
    rows, columns = zip(*cells, strict=True)
    top, left = min(rows), min(columns)
    return frozenset((r - top, c - left) for r, c in zip(rows, columns, strict=True))


@cache
def _image_bits() -> dict[Cell, int]:
    """Return the bits of the images of each cell, the eight numbers in one."""
    bits: dict[Cell, int] = {(r, c): 0 for r in range(SIDE) for c in range(SIDE)}
    for move in _moves_of_board(SIDE, SIDE):
        for cell, others in bits.items():
            row, column = move(cell)
            bits[cell] = others << 64 | 1 << 63 - SIDE * row - column
    return bits


def _mask_in_corner(mask: int) -> int:
    """Return a shape of 64 bits, moved as :func:`_in_corner` does."""
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
