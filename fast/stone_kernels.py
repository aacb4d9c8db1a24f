"""Compiled loops of the stone game's solvers.

Definition
    A *kernel* is a function on arrays and machine integers that numba compiles. The module is
    apart from :mod:`fast.stone_game` so that numba and numpy are imported only by a call that
    counts something.

Main result
    :data:`packed` finds the P-positions x ≤ y ≤ z ≤ N by bit operations, 64 values of z at a
    time; :data:`tables` finds them as the source does, one z at a time.

Design
    A P-position (x, y, z) makes N-positions of everything on seven rays through it: one for each
    non-empty choice of piles. Each ray is named by what a move along it keeps: the two untouched
    piles (*pair*), the untouched pile and the difference of the other two, or the two
    differences. The arrays hold the names in use. A row of bits is chosen so that for given x and
    y the names of all z lie side by side in it.

    Whether (x, y, z) is a P-position depends on positions none of whose sorted piles is larger, so
    pairs x ≤ y may be taken in any order in which both grow. They are taken in squares, whose rows
    of bits stay in the processor's cache.

Source
    A. Bhimalingam, Project Euler 260, "Key Insights" and "Algorithm Description".
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

PILE_BITS = 14
"""Bits of one pile in a key; a key is x, y, z side by side, so keys sort as positions do."""

KEY_TYPE = np.int64

Words = NDArray[np.uint64]

_TILE = 128  # side of a square of pairs
_AT_ONCE = 8  # words that a search passes by in one step, when all their bits are taken


@numba.njit(cache=True)  # type: ignore[untyped-decorator]
def least_free(names: Words, size: int, words: int, x: int, y: int) -> int:
    """Return the least z > y, or y, with no name of (x, y, z) in use; or one above the limit."""
    one, all_ones = np.uint64(1), ~np.uint64(0)
    x_word, y_word = x >> 6, y >> 6
    x_shift, y_shift = np.uint64(x & 63), np.uint64(y & 63)
    x_back, y_back = np.uint64(63) - x_shift, np.uint64(63) - y_shift
    # In the order of the tables of `packed`; the last three moved to stand under z.
    x_pair, y_pair, xy_third = x * words, y * words, (size + y - x) * words
    x_difference = (2 * size + x) * words - y_word
    y_difference = (2 * size + y) * words - x_word
    xy_triple = (3 * size + y - x) * words - x_word
    word, width, chunk_end = y_word + 1, 1, 0
    below_y = (one << y_shift) - one
    taken = all_ones
    while taken == all_ones and word < words - _AT_ONCE:
        # A shift by 64 is undefined, so the lower neighbour moves by 1, then the rest.
        for w in range(word, word + width):
            by_x = names[np.uint64(y_difference + w)] | names[np.uint64(xy_triple + w)]
            by_x_low = names[np.uint64(y_difference + w - 1)] | names[np.uint64(xy_triple + w - 1)]
            taken &= (
                names[np.uint64(x_pair + w)]
                | names[np.uint64(y_pair + w)]
                | names[np.uint64(xy_third + w)]
                | (names[np.uint64(x_difference + w)] << y_shift)
                | ((names[np.uint64(x_difference + w - 1)] >> one) >> y_back)
                | (by_x << x_shift)
                | ((by_x_low >> one) >> x_back)
            )
        taken |= below_y
        if taken == all_ones:
            below_y = np.uint64(0)
            word += width
            width = 1 if word < chunk_end else _AT_ONCE
        elif width > 1:  # one of these words has the least z
            width, chunk_end, taken = 1, word + width, all_ones
    z = (word - 1) << 6
    for half in (32, 16, 8, 4, 2, 1):  # the lowest bit that is 0
        low = (one << np.uint64(half)) - one
        if taken & low == low:
            taken >>= np.uint64(half)
            z += half
    return z


@numba.njit(cache=True)  # type: ignore[untyped-decorator]
def use(names: Words, row: int, bit: int) -> None:
    """Set one bit of a row that starts at ``row``."""
    names[row + (bit >> 6) + 1] |= np.uint64(1) << np.uint64(bit & 63)


@numba.njit(cache=True)  # type: ignore[untyped-decorator]
def packed(limit: int, keys: Any) -> tuple[int, int, int]:
    """Find the P-positions; return how many, the sum of x + y and the sum of z.

    Unless the array is empty, the key of each P-position is written into it, in no order.
    """
    size = limit + 1
    # Each row starts with an empty word, so that shifting bits in from the left needs no test, and
    # ends with words beyond the limit, which a search by several words may look at.
    words = (limit >> 6) + 2 + _AT_ONCE
    # Four tables: pair [smaller pile], bit: larger pile; third [difference], bit: untouched pile;
    # difference [untouched pile], bit: difference; triple [y - x], bit: z - x.
    names = np.zeros(4 * size * words, np.uint64)
    count, sum_of_xy, sum_of_z = 0, 0, 0
    for corner in range(0, size, _TILE):
        for side in range(corner, size, _TILE):
            for x in range(corner, min(corner + _TILE, size)):
                for y in range(max(x, side), min(side + _TILE, size)):
                    if names[x * words + (y >> 6) + 1] >> np.uint64(y & 63) & np.uint64(1):
                        continue
                    z = least_free(names, size, words, x, y)
                    if z > limit:
                        continue
                    if keys.size:
                        keys[count] = (x << (2 * PILE_BITS)) | (y << PILE_BITS) | z
                    count += 1
                    sum_of_xy += x + y
                    sum_of_z += z
                    use(names, x * words, z)
                    use(names, y * words, z)
                    use(names, (size + y - x) * words, z)
                    for pile, gap in ((x, z - y), (y, z - x), (z, y - x)):
                        use(names, (2 * size + pile) * words, gap)
                    use(names, (3 * size + y - x) * words, z - x)
    return count, sum_of_xy, sum_of_z


@numba.njit(cache=True)  # type: ignore[untyped-decorator]
def tables(limit: int, keys: Any) -> tuple[int, int, int]:
    """Find the P-positions by the source's algorithm; see :func:`packed`."""
    free_pair = np.ones((limit + 1, limit + 1), np.bool_)
    free_two = np.ones((limit + 1, limit + 1), np.bool_)
    two_exchanged = np.ones((limit + 1, limit + 1), np.bool_)  # Two, with all z side by side
    free_all = np.ones((limit + 1, limit + 1), np.bool_)
    count, sum_of_xy, sum_of_z = 0, 0, 0
    for x in range(limit + 1):
        for y in range(x, limit + 1):
            if not free_pair[x, y]:
                continue
            pair_x, pair_y = free_pair[x, y:], free_pair[y, y:]
            two_x, two_y = two_exchanged[x], two_exchanged[y, y - x :]
            two_z, all_three = free_two[y - x, y:], free_all[y - x, y - x :]
            for z in range(y, limit + 1):
                i = z - y
                if pair_x[i] & pair_y[i] & two_x[i] & two_y[i] & two_z[i] & all_three[i]:
                    free_pair[x, y] = free_pair[x, z] = free_pair[y, z] = False
                    free_pair[y, x] = free_pair[z, x] = free_pair[z, y] = False
                    free_two[y - x, z] = free_two[z - y, x] = free_two[z - x, y] = False
                    two_exchanged[z, y - x] = two_exchanged[x, z - y] = False
                    two_exchanged[y, z - x] = False
                    free_all[y - x, z - x] = False
                    if keys.size:  # pragma: no cover: the answer gives it no room for keys
                        keys[count] = (x << (2 * PILE_BITS)) | (y << PILE_BITS) | z
                    count += 1
                    sum_of_xy += x + y
                    sum_of_z += z
                    break
    return count, sum_of_xy, sum_of_z


def empty_keys(size: int) -> NDArray[np.int64]:
    """Return room for ``size`` keys; memory is only used where a key is written.

    >>> empty_keys(3).shape
    (3,)
    """
    return np.empty(size, KEY_TYPE)


def contains(keys: NDArray[np.int64], wanted: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return which of the wanted keys are in the sorted array ``keys``.

    >>> contains(np.array([1, 4, 6]), np.array([4, 5, 9])).tolist()
    [True, False, False]
    """
    places = np.searchsorted(keys, wanted)
    places[places == len(keys)] = 0
    return np.asarray(keys[places] == wanted)
