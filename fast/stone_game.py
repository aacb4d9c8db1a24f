"""Stone game: three piles, the same number of stones from one, two or all three of them.

Game
    A position is three piles x, y, z ≥ 0, in any order. A move chooses N > 0 and takes N stones
    from each of one, two or three piles. Who takes the last stone wins.

Main result
    Uniqueness of the third pile: for given x and y at most one z makes (x, y, z) a P-position,
    because from two such positions one could move to the other. The same holds along each of the
    seven directions of a move, so tables of the lines in use decide every position in order.

Arguments
    position
        Three piles from 0 to 10 000, in any order.
    limit
        The largest pile, from 0 to 20 000; to 2 000 with ``algorithm="tables"``, to 3 000 for the
        list of :func:`p_positions`.
    what
        ``"sum"`` for Σ (x + y + z), ``"count"`` for how many there are.
    algorithm
        ``"packed"`` for rows of bits, ``"tables"`` for the source's One, Two and All.
    modulus, factors
        As in :func:`fast.modular.require_modulus`; factors are never needed here.

Errors
    ``InputError`` if an argument has the wrong type or is out of range, ``NoWinningOptionError``
    if a winning option of a P-position is asked for.

Cost
    ``packed``: about N²/4 searches over rows of bits, up to 512 values of z at a time; N²/8 bytes
    for each of four tables. ``tables``, the source's algorithm: O(N³) time, 4·N² bytes.

Source
    A. Bhimalingam, Project Euler 260, "Key Insights" and "Algorithm Description".
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from fast.errors import (
    InputError,
    NoWinningOptionError,
    require_choice,
    require_integer,
    require_sequence,
)
from fast.gate import gated
from fast.lazy import np
from fast.modular import require_modulus

if TYPE_CHECKING:
    from numpy.typing import NDArray

Position = tuple[int, int, int]  # e.g. (0, 1, 2), a P-position

LARGEST_PILE = 10_000
LARGEST_LIMIT = 20_000
LARGEST_LIMIT_OF_TABLES = 2_000
LARGEST_LIMIT_OF_LIST = 3_000

_MOVES = tuple(move for move in itertools.product((0, 1), repeat=3) if any(move))


def criterion(position: Sequence[int]) -> bool:
    """Return whether the position is a P-position.

    >>> criterion((2, 0, 1)), criterion((5, 5, 5))
    (True, False)

    The first call at a size builds the P-positions up to the next power of two (a hundredth of a
    second at 1 000 stones, some seconds and 100 MB at 10 000); later calls are a binary search.
    """
    piles = _require_position(position)
    return bool(_are_p_positions([piles])[0])


def winning_option(position: Sequence[int]) -> Position:
    """Return a P-position that one move reaches.

    Returns
    -------
    tuple
        The piles after the move, in the order given.

    >>> winning_option((0, 2, 5))
    (0, 2, 1)
    >>> winning_option((0, 1, 2))
    Traceback (most recent call last):
    fast.errors.NoWinningOptionError: position=(0, 1, 2): a P-position, so no option wins

    Looks up all of the at most 7·max(position) options at once.
    """
    piles = _require_position(position)
    if _are_p_positions([piles])[0]:
        raise NoWinningOptionError(f"position={piles}: a P-position, so no option wins")
    options = np.concatenate(
        [
            np.array(piles) - np.outer(np.arange(1, 1 + min(itertools.compress(piles, move))), move)
            for move in _MOVES
        ]
    )
    found = _are_p_positions(options)
    return cast(Position, tuple(options[int(found.argmax())].tolist()))


@gated("stone-game")
def answer(
    limit: int,
    *,
    what: str = "sum",
    algorithm: str = "packed",
    modulus: int | None = None,
    factors: Sequence[int] | None = None,
) -> int:
    """Return the sum of all stones in, or the number of, the P-positions x ≤ y ≤ z ≤ limit.

    >>> answer.ungated(100)
    173895
    >>> answer.ungated(10, what="count", algorithm="tables")
    17

    See the module's docstring for the cost. The source prints S(10) = 360; the value is 213.
    """
    what = require_choice("what", what, ("sum", "count"))
    algorithm = require_choice("algorithm", algorithm, ("packed", "tables"))
    most = LARGEST_LIMIT if algorithm == "packed" else LARGEST_LIMIT_OF_TABLES
    limit = require_integer("limit", limit, least=0, most=most)
    reduced_by = require_modulus(modulus, factors)
    from fast import stone_kernels

    kernel = stone_kernels.packed if algorithm == "packed" else stone_kernels.tables
    count, sum_of_xy, sum_of_z = kernel(limit, stone_kernels.empty_keys(0))
    value: int = count if what == "count" else sum_of_xy + sum_of_z
    return value if reduced_by is None else value % reduced_by


@gated("stone-game")
def p_positions(limit: int) -> list[Position]:
    """Return every P-position x ≤ y ≤ z ≤ limit, in increasing order.

    >>> p_positions.ungated(5)
    [(0, 0, 0), (0, 1, 2), (0, 3, 5), (1, 1, 4), (1, 3, 3), (3, 4, 4)]
    """
    limit = require_integer("limit", limit, least=0, most=LARGEST_LIMIT_OF_LIST)
    from fast import stone_kernels

    bits = stone_kernels.PILE_BITS
    keys, mask = _keys(limit), (1 << bits) - 1
    columns = (keys >> 2 * bits, keys >> bits & mask, keys & mask)
    return list(zip(*(column.tolist() for column in columns), strict=True))


def _require_position(position: object) -> Position:
    """Return the position as a tuple if it is three piles in range, else raise."""
    piles = require_sequence("position", position, items="three piles")
    if len(piles) != 3:
        raise InputError(f"position: {len(piles)} piles; expected three")
    return cast(
        Position,
        tuple(require_integer("pile", pile, least=0, most=LARGEST_PILE) for pile in piles),
    )


def _are_p_positions(positions: Sequence[Position] | NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return which of the positions are P-positions, from the table for the largest pile."""
    from fast import stone_kernels

    piles = np.sort(np.array(positions, stone_kernels.KEY_TYPE), axis=1)
    bits = stone_kernels.PILE_BITS
    wanted = (piles[:, 0] << 2 * bits) | (piles[:, 1] << bits) | piles[:, 2]
    keys = _keys(_table_limit(int(piles.max())))
    return stone_kernels.contains(keys, wanted)


def _table_limit(largest_pile: int) -> int:
    """Return the next power of two, so that few tables serve all sizes."""
    return min(1 << max(largest_pile - 1, 1).bit_length(), LARGEST_PILE)


@functools.lru_cache(maxsize=16)  # the tables of all sizes; the largest is as large as all others
def _keys(limit: int) -> NDArray[np.int64]:
    """Return the sorted keys of all P-positions up to ``limit``."""
    from fast import stone_kernels

    # One P-position at most for each x ≤ y.
    room = stone_kernels.empty_keys((limit + 1) * (limit + 2) // 2)
    count, _, _ = stone_kernels.packed(limit, room)
    return np.sort(room[:count])
