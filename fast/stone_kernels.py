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

Source
    A. Bhimalingam, Project Euler 260, "Key Insights" and "Algorithm Description".
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fast.compiling import compiled

PILE_BITS = 14
"""Bits of one pile in a key; a key is x, y, z side by side, so keys sort as positions do."""

KEY_TYPE = np.int64


def _packed(limit: int, keys: Any) -> tuple[int, int, int]:
    one, all_ones = np.uint64(1), ~np.uint64(0)
    # Each row starts with an empty word, so that shifting bits in from the left needs no test.
    words = (limit >> 6) + 2
    pair = np.zeros((limit + 1, words), np.uint64)  # [smaller pile], bit: larger pile
    third = np.zeros((limit + 1, words), np.uint64)  # [difference], bit: untouched pile
    difference = np.zeros((limit + 1, words), np.uint64)  # [untouched pile], bit: difference
    triple = np.zeros((limit + 1, words), np.uint64)  # [y - x], bit: z - x
    count, sum_of_xy, sum_of_z = 0, 0, 0
    for x in range(limit + 1):
        x_word, x_shift = x >> 6, np.uint64(x & 63)
        x_back = np.uint64(63) - x_shift
        x_pair, x_difference = pair[x], difference[x]
        for y in range(x, limit + 1):
            y_word, y_shift = y >> 6, np.uint64(y & 63)
            if (x_pair[y_word + 1] >> y_shift) & one:
                continue
            y_back = np.uint64(63) - y_shift
            y_pair, y_difference = pair[y], difference[y]
            xy_third, xy_triple = third[y - x], triple[y - x]
            taken = (one << y_shift) - one  # the bits below z = y
            for word in range(y_word + 1, words):
                # Names with z - x or z - y in them are moved x or y places up to stand under z.
                # A shift by 64 is undefined, so the lower neighbour moves by 1, then the rest.
                by_x = y_difference[word - x_word] | xy_triple[word - x_word]
                by_x_low = y_difference[word - x_word - 1] | xy_triple[word - x_word - 1]
                taken |= (
                    x_pair[word]
                    | y_pair[word]
                    | xy_third[word]
                    | (x_difference[word - y_word] << y_shift)
                    | ((x_difference[word - y_word - 1] >> one) >> y_back)
                    | (by_x << x_shift)
                    | ((by_x_low >> one) >> x_back)
                )
                if taken != all_ones:
                    z = (word - 1) << 6
                    while taken & one:
                        taken >>= one
                        z += 1
                    if z <= limit:
                        if keys.size:
                            keys[count] = (x << (2 * PILE_BITS)) | (y << PILE_BITS) | z
                        count += 1
                        sum_of_xy += x + y
                        sum_of_z += z
                        z_word, z_bit = (z >> 6) + 1, one << np.uint64(z & 63)
                        x_pair[z_word] |= z_bit
                        y_pair[z_word] |= z_bit
                        xy_third[z_word] |= z_bit
                        gap = z - y
                        x_difference[(gap >> 6) + 1] |= one << np.uint64(gap & 63)
                        gap = z - x
                        gap_word, gap_bit = (gap >> 6) + 1, one << np.uint64(gap & 63)
                        y_difference[gap_word] |= gap_bit
                        xy_triple[gap_word] |= gap_bit
                        gap = y - x
                        difference[z, (gap >> 6) + 1] |= one << np.uint64(gap & 63)
                    break
                taken = np.uint64(0)
    return count, sum_of_xy, sum_of_z


def _tables(limit: int, keys: Any) -> tuple[int, int, int]:
    free_pair = np.ones((limit + 1, limit + 1), np.bool_)
    free_two = np.ones((limit + 1, limit + 1), np.bool_)
    free_all = np.ones((limit + 1, limit + 1), np.bool_)
    count, sum_of_xy, sum_of_z = 0, 0, 0
    for x in range(limit + 1):
        for y in range(x, limit + 1):
            if not free_pair[x, y]:
                continue
            for z in range(y, limit + 1):
                if (
                    free_pair[x, z]
                    and free_pair[y, z]
                    and free_two[y - x, z]
                    and free_two[z - y, x]
                    and free_two[z - x, y]
                    and free_all[y - x, z - x]
                ):
                    free_pair[x, y] = free_pair[x, z] = free_pair[y, z] = False
                    free_pair[y, x] = free_pair[z, x] = free_pair[z, y] = False
                    free_two[y - x, z] = free_two[z - y, x] = free_two[z - x, y] = False
                    free_all[y - x, z - x] = False
                    if keys.size:  # not compared: the answer gives it no room for keys
                        keys[count] = (x << (2 * PILE_BITS)) | (y << PILE_BITS) | z
                    count += 1
                    sum_of_xy += x + y
                    sum_of_z += z
                    break
    return count, sum_of_xy, sum_of_z


# Both take (limit, keys) and return (count, sum of x + y, sum of z). Unless the array is empty,
# the key of each P-position is written into it, in increasing order.
packed = compiled(_packed)
tables = compiled(_tables)


def empty_keys(size: int) -> NDArray[np.int64]:
    """Return room for ``size`` keys; memory is only used where a key is written.

    Examples
    --------
    >>> empty_keys(3).shape
    (3,)
    """
    return np.empty(size, KEY_TYPE)


def contains(keys: NDArray[np.int64], wanted: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return which of the wanted keys are in the sorted array ``keys``.

    Examples
    --------
    >>> contains(np.array([1, 4, 6]), np.array([4, 5, 9])).tolist()
    [True, False, False]
    """
    places = np.searchsorted(keys, wanted)
    places[places == len(keys)] = 0
    return np.asarray(keys[places] == wanted)
