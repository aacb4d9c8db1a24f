"""Inner loops of :mod:`fast.heap_games`, compiled by numba.

Each loop fills ``values[start:stop]`` from ``values[:start]``, so that a long computation can be
cut into parts that show progress and can be interrupted. The compiled form is kept on disk: a
command that needs it starts without compiling. This module imports numba and is therefore itself
imported only when a value is wanted.

Arguments that several loops share: ``whole[n]`` says that a heap of n may be removed entirely,
``singles`` lists the i that may be removed to leave one heap, ``splits`` those that may be removed
to leave two, ``distinct`` tells for each of these whether the two must differ, and ``seen[v] == n``
marks v as the value of an option of n. Where values serve as indices in an inner loop they come as
unsigned numbers, which numba need not test for being negative: the loop takes half the time.
"""

from __future__ import annotations

import numba
import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int32]
Unsigned = NDArray[np.uint32]
Flags = NDArray[np.bool_]
Rows = NDArray[np.uint64]

STRETCH = 128  # pairs of a digit between two looks at what is missing


@numba.njit(cache=True)  # type: ignore[untyped-decorator]
def mark_single_moves(
    values: Unsigned, n: int, whole: Flags, singles: Integers, seen: Integers
) -> None:
    """Mark the values of the options of n that have at most one heap."""
    if whole[n]:
        seen[0] = n
    for i in singles:
        if i >= n:
            break
        seen[values[n - i]] = n


@numba.njit(cache=True)  # type: ignore[untyped-decorator]
def mark_pairs(  # noqa: PLR0917
    values: Unsigned, left: int, first: int, last: int, n: int, seen: Integers
) -> None:
    """Mark the values of the options of n that leave a and left - a, a from first to last."""
    for a in range(first, last + 1):
        seen[values[np.uint64(a)] ^ values[np.uint64(left - a)]] = n


@numba.njit(cache=True)  # type: ignore[untyped-decorator]
def double_loop(  # noqa: PLR0917
    values: Unsigned,
    start: int,
    stop: int,
    whole: Flags,
    singles: Integers,
    splits: Integers,
    distinct: Flags,
    seen: Integers,
) -> None:
    """Fill ``values[start:stop]`` by looking at every option of every heap."""
    for n in range(start, stop):
        mark_single_moves(values, n, whole, singles, seen)
        for index in range(len(splits)):
            left = n - splits[index]
            mark_pairs(values, left, 1, (left - distinct[index]) // 2, n, seen)
        value = 0
        while seen[value] == n:
            value += 1
        values[n] = value


@numba.njit(cache=True)  # type: ignore[untyped-decorator]
def mark_rare(  # noqa: PLR0917
    values: Unsigned,
    left: int,
    differ: np.bool_,
    rare: Integers,
    count: int,
    n: int,
    seen: Integers,
) -> None:
    """Mark the values of the options of n that leave a rare heap and another, left in all."""
    while count > 0 and rare[count - 1] >= left:
        count -= 1
    for place in range(count):
        a = rare[np.uint64(place)]
        if not differ or a + a != left:
            seen[values[np.uint64(a)] ^ values[np.uint64(left - a)]] = n


@numba.njit(cache=True)  # type: ignore[untyped-decorator]
def sparse_loop(  # noqa: PLR0917
    values: Unsigned,
    start: int,
    stop: int,
    whole: Flags,
    singles: Integers,
    splits: Integers,
    distinct: Flags,
    by_position: int,
    ordered: Integers,
    even: int,
    rare: Integers,
    count: int,
    seen: Integers,
    budget: int,
) -> int:
    """Fill ``values[start:]`` up to ``stop`` or until ``budget`` pairs were looked at.

    ``rare`` has in its first ``count`` places all rare heaps, in order. ``ordered`` has the values
    below a power of two whose parity in the mask is 0, then that power, in ``even`` places
    together; then so the others. The loop stops early when a value does not fit half of that range.
    Returns the first heap not done. Exact whatever the mask; see :mod:`fast.heap_games` for why.
    """
    work = value = 0
    n = start
    while n < stop and work < budget and 2 * value + 1 < len(seen):
        mark_single_moves(values, n, whole, singles, seen)
        for index in range(len(splits)):
            mark_rare(values, n - splits[index], distinct[index], rare, count, n, seen)
        # The parity of the values that one rare and one common heap give is `certain`: of these,
        # all that are values of options are marked by now.
        certain = 1 ^ (by_position & (n + splits[0]))
        place, other = (even, 0) if certain else (0, even)
        while seen[ordered[place]] == n:
            place += 1
        value = ordered[place]
        a = 0  # all pairs with a smaller heap to a are marked
        while ordered[other] < value and 2 * (a + 1) <= n - splits[0]:
            if seen[ordered[other]] == n:
                other += 1
            else:
                for index in range(len(splits)):  # one may give at once what another never gives
                    left = n - splits[index]
                    last = min((left - distinct[index]) // 2, a + STRETCH)
                    mark_pairs(values, left, a + 1, last, n, seen)
                a += STRETCH
        while ordered[other] < value and seen[ordered[other]] == n:
            other += 1
        work += (count + a) * len(splits) + 16
        if ordered[other] < value:
            value = ordered[other]
            rare[count] = n
            count += 1
        values[n] = value
        n += 1
    return n


@numba.njit(cache=True)  # type: ignore[untyped-decorator]
def translated(word: np.uint64, shift: int) -> np.uint64:
    """Return the set {v ^ shift: v in word} of numbers below 64, sets as bits of a word."""
    if shift & 1:
        odd = np.uint64(0x5555555555555555)
        word = ((word & odd) << np.uint64(1)) | ((word >> np.uint64(1)) & odd)
    if shift & 2:
        odd = np.uint64(0x3333333333333333)
        word = ((word & odd) << np.uint64(2)) | ((word >> np.uint64(2)) & odd)
    if shift & 4:
        odd = np.uint64(0x0F0F0F0F0F0F0F0F)
        word = ((word & odd) << np.uint64(4)) | ((word >> np.uint64(4)) & odd)
    if shift & 8:
        odd = np.uint64(0x00FF00FF00FF00FF)
        word = ((word & odd) << np.uint64(8)) | ((word >> np.uint64(8)) & odd)
    if shift & 16:
        odd = np.uint64(0x0000FFFF0000FFFF)
        word = ((word & odd) << np.uint64(16)) | ((word >> np.uint64(16)) & odd)
    if shift & 32:
        word = (word << np.uint64(32)) | (word >> np.uint64(32))
    return word


@numba.njit(cache=True)  # type: ignore[untyped-decorator]
def fill_rows(values: Integers, rows: Rows, n: int) -> None:
    """Set ``rows[j - 1, n]``, j >= 2, to the values of all positions of j heaps, n tokens in all.

    The smallest of j heaps has at most n/j tokens, which bounds the loop.
    """
    words = rows.shape[2]
    for a in range(1, n // 2 + 1):
        value = values[a] ^ values[n - a]
        rows[1, n, value >> 6] |= np.uint64(1) << np.uint64(value & 63)
    for j in range(3, rows.shape[0] + 1):
        for a in range(1, n // j + 1):
            value = values[a]
            for word in range(words):
                source = rows[j - 2, n - a, word]
                if source:
                    rows[j - 1, n, word ^ (value >> 6)] |= translated(source, value & 63)


@numba.njit(cache=True)  # type: ignore[untyped-decorator]
def rows_loop(
    values: Integers,
    start: int,
    stop: int,
    digits: Integers,
    rows: Rows,
) -> int:
    """Fill ``values[start:stop]`` for any number of heaps left; return the first heap not done.

    From heap 1 on; the empty heap has the value 0.
    ``rows[j - 1, n]`` is the set of the values of all positions of j heaps with n tokens in all,
    as bits. Stops early when a value does not fit the rows; they must then be made wider.
    """
    words = rows.shape[2]
    excluded = np.zeros(words, np.uint64)
    for n in range(start, stop):
        if rows.shape[0] >= 2:
            fill_rows(values, rows, n)
        excluded[:] = np.uint64(0)
        for i in range(min(n + 1, len(digits))):
            if digits[i] & 1 and i == n:
                excluded[0] |= np.uint64(1)
            for j in range(1, rows.shape[0] + 1):
                if (digits[i] >> j) & 1:
                    for word in range(words):
                        excluded[word] |= rows[j - 1, n - i, word]
        value = 0
        while value < 64 * words and (excluded[value >> 6] >> np.uint64(value & 63)) & np.uint64(1):
            value += 1
        if value == 64 * words:
            return n
        values[n] = value
        rows[0, n, value >> 6] |= np.uint64(1) << np.uint64(value & 63)
    return stop


@numba.njit(cache=True)  # type: ignore[untyped-decorator]
def longest_borders(sequence: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return for each length L the length of the longest proper border of ``sequence[:L]``.

    The prefix function of Knuth, Morris and Pratt, SIAM J. Comput. 6 (1977) 323-350; the least
    period of ``sequence[:L]`` is L minus the border's length.
    """
    borders = np.zeros(len(sequence) + 1, np.int64)
    border = 0
    for length in range(2, len(sequence) + 1):
        while border > 0 and sequence[length - 1] != sequence[border]:
            border = borders[border]
        if sequence[length - 1] == sequence[border]:
            border += 1
        borders[length] = border
    return borders
