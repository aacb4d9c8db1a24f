"""The sparse loop of :mod:`fast.heap_games` where all values of options are below 64.

A set of values is then the bits of a word, and one step does what
:func:`fast.heap_kernels.sparse_loop` does value by value: the same bound, the same search, with the
same arguments. What heaps have in common with a rare heap is found for ``AT_ONCE`` of them in one
loop without branches, which the processor does for several at a time.
"""

from __future__ import annotations

import numpy as np

from fast.compiling import compiled
from fast.heap_kernels import FEW, STRETCH, Flags, Integers, Rows, Unsigned, places_ahead

AT_ONCE = 32  # heaps whose options with a rare heap are found at once


@compiled
def least(values: np.uint64) -> int:
    """Return the least value of a set that is not empty."""
    value = 0
    for half in (32, 16, 8, 4, 2, 1):
        if not values & ((np.uint64(1) << np.uint64(half)) - np.uint64(1)):
            values >>= np.uint64(half)
            value += half
    return value


@compiled
def add_ahead(  # noqa: PLR0917
    values: Unsigned, left: int, ahead: Integers, low: int, high: int, sets: Rows
) -> None:
    """Add the values of these heaps with others, the first set being of left tokens in all."""
    for place in range(low, high):
        a = ahead[np.uint64(place)]
        value, first = values[np.uint64(a)], np.uint64(left - a)
        for k in range(len(sets)):
            option = np.uint64(value ^ values[first + np.uint64(k)])
            sets[np.uint64(k)] |= np.uint64(1) << option


@compiled
def of_some(  # noqa: PLR0917
    values: Unsigned, left: int, differ: np.bool_, heaps: Integers, low: int, high: int
) -> np.uint64:
    """Return the values of some heaps with others, left tokens in all."""
    found = np.uint64(0)
    for place in range(low, high):
        a = heaps[np.uint64(place)]
        if a < left and not (differ and a + a == left):
            option = np.uint64(values[np.uint64(a)] ^ values[np.uint64(left - a)])
            found |= np.uint64(1) << option
    return found


@compiled
def after_all_pairs(
    values: Unsigned, n: int, splits: Integers, distinct: Flags, missing: np.uint64
) -> tuple[np.uint64, int]:
    """Look at pair after pair; return what is missing then, and the last smaller heap.

    All digits take turns, as in :func:`fast.heap_kernels.mark_all_until_found`.
    """
    a = 0
    while missing and 2 * (a + 1) <= n - splits[0]:
        for index in range(len(splits)):
            left = n - splits[index]
            last = min((left - distinct[index]) // 2, a + STRETCH)
            for b in range(a + 1, last + 1):
                option = np.uint64(values[np.uint64(b)] ^ values[np.uint64(left - b)])
                missing &= ~(np.uint64(1) << option)
        a += STRETCH
    return missing, a


@compiled
def sparse_words_loop(  # noqa: PLR0917
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
    """Do what :func:`fast.heap_kernels.sparse_loop` does; ``ordered`` has at most 64 values."""
    one, of_even, every = np.uint64(1), np.uint64(0), np.uint64(0)
    for place in range(len(ordered)):
        every |= one << np.uint64(ordered[place])
        if place < even:
            of_even |= one << np.uint64(ordered[place])
    sets = np.zeros(AT_ONCE, np.uint64)
    lows, highs = np.zeros(len(splits), np.int32), np.zeros(len(splits), np.int32)
    work = looked_at = value = 0
    n = start
    while n < stop and work < budget and 2 * value < len(ordered):
        k = (n - start) % AT_ONCE
        if k == 0:
            sets[:] = np.uint64(0)
            for index in range(len(splits)):
                left = n - splits[index]
                low, high = places_ahead(left, distinct[index], ahead, count, AT_ONCE)
                add_ahead(values, left, ahead, low, high, sets)
                lows[index], highs[index] = low, high
        found = sets[k] | np.uint64(whole[n])
        for i in singles:
            if i >= n:
                break
            found |= one << np.uint64(values[n - i])
        for index in range(len(splits)):
            left, differ = n - splits[index], distinct[index]
            found |= of_some(values, left, differ, ahead, 0, lows[index])
            found |= of_some(values, left, differ, ahead, highs[index], count)
        # Of the values of one parity all that are values of options are found by now.
        of_parity = every ^ of_even if 1 ^ (by_position & (n + splits[0])) else of_even
        free = of_parity & ~found
        below = (free & (~free + one)) - one  # below the least of these, or all
        missing = every & ~of_parity & ~found & below
        place = 0
        while missing and place < len(likely):
            last = min(place + FEW, len(likely))
            for index in range(len(splits)):
                left = n - splits[index]
                missing &= ~of_some(values, left, distinct[index], likely, place, last)
            place = last
        if not missing:
            looked_at += place
        missing, a = after_all_pairs(values, n, splits, distinct, missing)
        work += (count + place + a) * len(splits) + 16
        value = least(free) if free else len(ordered)
        if missing:
            value = least(missing)
            ahead[count] = n
            count += 1
        values[n] = value
        n += 1
    return n, looked_at
