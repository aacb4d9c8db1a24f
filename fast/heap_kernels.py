"""Inner loops of :mod:`fast.heap_games`, compiled by numba.

Each loop fills ``values[start:stop]`` from ``values[:start]``, so that a long computation can be
cut into parts that show progress and can be interrupted. The compiled form is kept on disk
(:mod:`fast.compiling`): a command that needs it starts without compiling. This module imports
numba and is therefore itself imported only when a value is wanted.

Arguments that several loops share: ``whole[n]`` says that a heap of n may be removed entirely,
``singles`` lists the i that may be removed to leave one heap, ``splits`` those that may be removed
to leave two, ``distinct`` tells for each of these whether the two must differ, and ``seen[v] == n``
marks v as the value of an option of n. Where values serve as indices in an inner loop they come as
unsigned numbers, which numba need not test for being negative: the loop takes half the time.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fast.compiling import compiled

Integers = NDArray[np.int32]
Unsigned = NDArray[np.uint32]
Flags = NDArray[np.bool_]
Rows = NDArray[np.uint64]
Marks = NDArray[np.uint8]  # at v * BLOCK + k: 1 if v is the value of an option of the k-th heap

BLOCK = 8  # heaps whose options with a rare heap are marked at once
FEW = 64  # likely heaps between two looks at what is missing
STRETCH = 128  # pairs between two looks, when all are looked at


@compiled
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


@compiled
def mark_pairs(  # noqa: PLR0917
    values: Unsigned, left: int, first: int, last: int, n: int, seen: Integers
) -> None:
    """Mark the values of the options of n that leave a and left - a, a from first to last."""
    for a in range(first, last + 1):
        seen[values[np.uint64(a)] ^ values[np.uint64(left - a)]] = n


@compiled
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


@compiled
def places_ahead(left: int, differ: np.bool_, ahead: Integers, count: int) -> tuple[int, int]:
    """Return the places of the heaps of which :func:`mark_ahead` can mark the pairs.

    The heap that goes with one of these must be there, for each n of a block, and be done.
    """
    low = 0
    while low < count and ahead[low] < BLOCK:
        low += 1
    high = low if differ else count
    while high > low and ahead[high - 1] >= left:
        high -= 1
    return low, high


@compiled
def mark_ahead(  # noqa: PLR0917
    values: Unsigned, left: int, ahead: Integers, low: int, high: int, marks: Marks
) -> None:
    """Mark the values of these heaps with others for a whole block, the first with left tokens."""
    for place in range(low, high):
        a = ahead[np.uint64(place)]
        value = values[np.uint64(a)]
        for k in range(BLOCK):
            option = np.int64(value ^ values[np.uint64(left + k - a)])
            marks[np.uint64(option * BLOCK + k)] = 1


@compiled
def mark_some(  # noqa: PLR0917
    values: Unsigned,
    left: int,
    differ: np.bool_,
    heaps: Integers,
    low: int,
    high: int,
    k: int,
    marks: Marks,
) -> None:
    """Mark the values of some heaps with others, left tokens in all, for the k-th of a block."""
    for place in range(low, high):
        a = heaps[np.uint64(place)]
        if a < left and not (differ and a + a == left):
            option = np.int64(values[np.uint64(a)] ^ values[np.uint64(left - a)])
            marks[np.uint64(option * BLOCK + k)] = 1


@compiled
def still_missing(missing: Integers, count: int, k: int, marks: Marks) -> int:
    """Keep of the first ``count`` values those not marked, in order; return how many these are."""
    kept = 0
    for place in range(count):
        value = missing[np.uint64(place)]
        missing[np.uint64(kept)] = value
        kept += 1 - marks[np.uint64(value * BLOCK + k)]
    return kept


@compiled
def candidates(  # noqa: PLR0917
    ordered: Integers, even: int, certain: int, k: int, marks: Marks, missing: Integers
) -> tuple[int, int]:
    """Return the least value of one parity that is not marked, and how many of the other are below.

    These are written to ``missing``, in order. ``ordered`` has the values below a power of two
    whose parity is 0, ``even`` of them, then the others. Where all of one parity are marked, the
    power is returned, which no option reaches.
    """
    place, last = (even, len(ordered)) if certain else (0, even)
    while place < last and marks[np.uint64(ordered[np.uint64(place)] * BLOCK + k)]:
        place += 1
    bound = ordered[place] if place < last else len(ordered)
    place, last = (0, even) if certain else (even, len(ordered))
    count = 0
    while place < last and ordered[np.uint64(place)] < bound:
        value = ordered[np.uint64(place)]
        missing[np.uint64(count)] = value
        count += 1 - marks[np.uint64(value * BLOCK + k)]
        place += 1
    return bound, count


@compiled
def mark_all_until_found(  # noqa: PLR0917
    values: Unsigned,
    n: int,
    splits: Integers,
    distinct: Flags,
    k: int,
    marks: Marks,
    missing: Integers,
    count: int,
) -> tuple[int, int]:
    """Mark pair after pair; return how many values are missing then, and the last smaller heap.

    All digits take turns: what one of them never gives, another may give at once.
    """
    a = 0
    while count > 0 and 2 * (a + 1) <= n - splits[0]:
        for index in range(len(splits)):
            left = n - splits[index]
            last = min((left - distinct[index]) // 2, a + STRETCH)
            for b in range(a + 1, last + 1):
                option = np.int64(values[np.uint64(b)] ^ values[np.uint64(left - b)])
                marks[np.uint64(option * BLOCK + k)] = 1
        count = still_missing(missing, count, k, marks)
        a += STRETCH
    return count, a


@compiled
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
    ahead: Integers,
    count: int,
    likely: Integers,
    budget: int,
) -> tuple[int, int]:
    """Fill ``values[start:]`` up to ``stop`` or until ``budget`` pairs were looked at.

    ``ahead`` has in its first ``count`` places all rare heaps, in order, and perhaps others: all
    their pairs are marked, those of BLOCK heaps at once where they can be. Then come the pairs of
    the ``likely`` heaps, then all, until nothing is missing. Stops early when a value does not fit
    half of the range of ``ordered`` (:func:`candidates`). Returns the first heap not done, and how
    many of the likely heaps were looked at in all. Exact whatever the mask, and whatever is likely;
    see :mod:`fast.heap_games` for why.
    """
    missing = np.empty(len(ordered), np.int32)
    marks = np.zeros(len(ordered) * BLOCK, np.uint8)
    lows, highs = np.zeros(len(splits), np.int32), np.zeros(len(splits), np.int32)
    work = looked_at = value = 0
    n = start
    while n < stop and work < budget and 2 * value < len(ordered):
        k = (n - start) % BLOCK
        if k == 0:
            marks[:] = 0
            for index in range(len(splits)):
                left = n - splits[index]
                low, high = places_ahead(left, distinct[index], ahead, count)
                mark_ahead(values, left, ahead, low, high, marks)
                lows[index], highs[index] = low, high
        if whole[n]:
            marks[k] = 1
        for i in singles:
            if i >= n:
                break
            marks[np.int64(values[n - i]) * BLOCK + k] = 1
        for index in range(len(splits)):
            left, differ = n - splits[index], distinct[index]
            mark_some(values, left, differ, ahead, 0, lows[index], k, marks)
            mark_some(values, left, differ, ahead, highs[index], count, k, marks)
        # The parity of the values that one rare and one common heap give is `certain`: of these,
        # all that are values of options are marked by now.
        certain = 1 ^ (by_position & (n + splits[0]))
        bound, left_over = candidates(ordered, even, certain, k, marks, missing)
        place = 0
        while left_over > 0 and place < len(likely):
            last = min(place + FEW, len(likely))
            for index in range(len(splits)):
                left = n - splits[index]
                mark_some(values, left, distinct[index], likely, place, last, k, marks)
            left_over = still_missing(missing, left_over, k, marks)
            place = last
        if left_over == 0:
            looked_at += place
        left_over, a = mark_all_until_found(
            values, n, splits, distinct, k, marks, missing, left_over
        )
        work += (count + place + a) * len(splits) + 16
        value = bound
        if left_over > 0:
            value = missing[0]
            ahead[count] = n
            count += 1
        values[n] = value
        n += 1
    return n, looked_at


@compiled
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


@compiled
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


@compiled
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


@compiled
def cofinite_loop(  # noqa: PLR0917
    values: Integers,
    start: int,
    stop: int,
    forbidden: Integers,
    counts: Integers,
    removed: Integers,
    unused: int,
) -> int:
    """Fill ``values[start:stop]`` where every number may be removed but the ``forbidden``.

    ``counts[v]`` heaps below n have the value v and ``unused`` is the least value that none has.
    A value below that is no option's exactly when all heaps that have it are forbidden ones, so
    only the values of these need a look. Returns the new ``unused``.
    """
    for n in range(start, stop):
        value = unused
        for i in forbidden:
            if i > n:
                break
            other = values[n - i]
            removed[other] += 1
            if removed[other] == counts[other] and other < value:
                value = other
        for i in forbidden:
            if i > n:
                break
            removed[values[n - i]] = 0
        values[n] = value
        counts[value] += 1
        if value == unused:
            unused += 1
    return unused


@compiled
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
