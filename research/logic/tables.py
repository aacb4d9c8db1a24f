"""The loops over transition tables, compiled.

A table is an ``int32`` array ``table[state, column]``; state 0 is the start. A column stands
for a class of letters that every state treats alike. All comparisons of rows, columns and sets
of states are exact: hashes only find the candidates.

Minimisation is Moore's partition refinement (Hopcroft and Ullman 1979, section 3.4) with hashed
signatures, the determinisation is the subset construction (Rabin and Scott 1959) on bit sets.
Both are compiled by numba, because a statement makes hundreds of automata of which most are
tiny and a few are large, and neither size bears a Python loop over states and letters. Arrays are
copied in loops: an assignment of one to a part of another takes numba seconds to compile.

This module imports numba when it is imported; the others load it lazily.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

Array = Any  # numpy arrays; numba's functions are untyped for mypy

_MIX = np.uint64(0x9E3779B97F4A7C15)
_SHIFT = np.uint64(29)


@njit(cache=True)  # type: ignore[untyped-decorator]
def _mixed(key: Any, value: Any) -> Any:
    key = (key ^ np.uint64(value)) * _MIX
    return key ^ (key >> _SHIFT)


@njit(cache=True)  # type: ignore[untyped-decorator]
def absorbing(table: Array, accepting: Array) -> Array:
    """Return for each state 0 or 1 if it is a rejecting or an accepting sink, else -1."""
    count, width = table.shape
    result = np.full(count, -1, np.int8)
    for state in range(count):
        sink = True
        for column in range(width):
            if table[state, column] != state:
                sink = False
                break
        if sink:
            result[state] = 1 if accepting[state] else 0
    return result


@njit(cache=True)  # type: ignore[untyped-decorator]
def _settled(first: Any, second: Any, sink_a: Array, sink_b: Array, truth: Array) -> Any:
    """Return the value of the pair's whole future if a sink already decides it, else -1."""
    left, right = sink_a[first], sink_b[second]
    if left >= 0 and truth[2 * left] == truth[2 * left + 1]:
        return truth[2 * left]
    if right >= 0 and truth[right] == truth[2 + right]:
        return truth[right]
    if left >= 0 and right >= 0:
        return truth[2 * left + right]
    return -1


@njit(cache=True)  # type: ignore[untyped-decorator]
def grown(array: Array) -> Array:
    """Return an array with twice as many rows, of which the first are filled."""
    bigger = np.empty((2 * array.shape[0], array.shape[1]), array.dtype)
    for row in range(array.shape[0]):
        for column in range(array.shape[1]):
            bigger[row, column] = array[row, column]
    return bigger


@njit(cache=True)  # type: ignore[untyped-decorator]
def _slot_of(sets: Array, slots: Array, wanted: Array) -> Any:
    """Return the slot where ``wanted`` is, a row of ``sets``, or the empty slot of its own."""
    mask = slots.shape[0] - 1
    key = np.uint64(0)
    for word in range(wanted.shape[0]):
        key = _mixed(key, wanted[word])
    slot = np.int64(key & np.uint64(mask))
    while slots[slot] >= 0:
        row = sets[slots[slot]]
        equal = True
        for word in range(wanted.shape[0]):
            if row[word] != wanted[word]:
                equal = False
                break
        if equal:
            break
        slot = (slot + 1) & mask
    return slot


@njit(cache=True)  # type: ignore[untyped-decorator]
def numbered(sets: Array, slots: Array, count: int, wanted: Array) -> tuple[int, Array, Array]:
    """Return the number of a set, which is ``count`` if it is new, and the rows and slots then."""
    slot = _slot_of(sets, slots, wanted)
    if slots[slot] >= 0:
        return slots[slot], sets, slots
    if count == sets.shape[0]:
        sets = grown(sets)
    for word in range(wanted.shape[0]):
        sets[count, word] = wanted[word]
    slots[slot] = count
    if 2 * count >= slots.shape[0]:
        bigger = np.full(2 * slots.shape[0], -1, np.int32)
        for number in range(count + 1):
            bigger[_slot_of(sets, bigger, sets[number])] = number
        slots = bigger
    return count, sets, slots


@njit(cache=True)  # type: ignore[untyped-decorator]
def product(  # noqa: PLR0917
    table_a: Array,
    accepting_a: Array,
    table_b: Array,
    accepting_b: Array,
    columns_a: Array,
    columns_b: Array,
    truth: Array,
    limit: int,
) -> tuple[Array, Array, int]:
    """Return table and acceptance of the reachable product, and its number of states.

    Column ``c`` of the product pairs ``columns_a[c]`` with ``columns_b[c]``; ``truth[2 a + b]``
    is the connective. Past ``limit`` states the third value exceeds ``limit`` and the rest is
    void. Cost: states times columns.
    """
    count_b = np.int64(table_b.shape[0])
    pairs = np.int64(table_a.shape[0]) * count_b  # the two keys after all pairs are the two sinks
    width = columns_a.shape[0]
    sink_a, sink_b = absorbing(table_a, accepting_a), absorbing(table_b, accepting_b)
    slots, members = np.full(64, -1, np.int32), np.empty((16, 1), np.uint64)
    table, accepting = np.empty((16, width), np.int32), np.empty((16, 1), np.bool_)
    wanted = np.empty(1, np.uint64)
    value = _settled(0, 0, sink_a, sink_b, truth)
    wanted[0] = 0 if value < 0 else pairs + value
    _, members, slots = numbered(members, slots, 0, wanted)
    count, done = 1, 0
    while done < count:
        if done == table.shape[0]:
            table, accepting = grown(table), grown(accepting)
        key = np.int64(members[done, 0])
        state_a, state_b = key // count_b, key % count_b
        if key >= pairs:
            accepting[done, 0] = key == pairs + 1
        else:
            both = 2 * np.int64(accepting_a[state_a]) + np.int64(accepting_b[state_b])
            accepting[done, 0] = truth[both] == 1
        for column in range(width):
            wanted[0] = key
            if key < pairs:
                first = table_a[state_a, columns_a[column]]
                second = table_b[state_b, columns_b[column]]
                value = _settled(first, second, sink_a, sink_b, truth)
                wanted[0] = np.int64(first) * count_b + second if value < 0 else pairs + value
            number, members, slots = numbered(members, slots, count, wanted)
            table[done, column] = number
            count += number == count
            if count > limit:
                return table, np.empty(0, np.bool_), count
        done += 1
    return table[:count].copy(), accepting[:count, 0].copy(), count


@njit(cache=True)  # type: ignore[untyped-decorator]
def _same_signature(table: Array, block: Array, first: int, second: int) -> bool:
    if block[first] != block[second]:
        return False
    for column in range(table.shape[1]):
        if block[table[first, column]] != block[table[second, column]]:
            return False
    return True


@njit(cache=True)  # type: ignore[untyped-decorator]
def _refined(table: Array, block: Array, slots: Array, finer: Array) -> int:
    """One round of refinement: states with one signature get one number in ``finer``."""
    mask = slots.shape[0] - 1
    slots[:] = -1
    blocks = 0
    for state in range(table.shape[0]):
        key = _mixed(np.uint64(0), block[state])
        for column in range(table.shape[1]):
            key = _mixed(key, block[table[state, column]])
        slot = np.int64(key & np.uint64(mask))
        while slots[slot] >= 0 and not _same_signature(table, block, slots[slot], state):
            slot = (slot + 1) & mask
        if slots[slot] < 0:
            slots[slot] = state
            finer[state] = blocks
            blocks += 1
        else:
            finer[state] = finer[slots[slot]]
    return blocks


@njit(cache=True)  # type: ignore[untyped-decorator]
def minimised(table: Array, accepting: Array) -> tuple[Array, Array]:
    """Return the minimal table with its states numbered in breadth-first order from the start.

    Cost: rounds times states times columns, where the rounds are at most the states and in
    practice about the longest word needed to tell two states apart.
    """
    count, width = table.shape
    block = accepting.astype(np.int32)
    finer = np.empty(count, np.int32)
    capacity = 4
    while capacity < 2 * count:
        capacity *= 2
    slots = np.empty(capacity, np.int64)
    blocks = 0
    while True:
        found = _refined(table, block, slots, finer)
        block, finer = finer, block
        if found == blocks:
            break
        blocks = found
    number = np.full(blocks, -1, np.int32)
    sample = np.empty(blocks, np.int32)
    number[block[0]] = 0
    sample[0] = 0
    reached, done = 1, 0
    smaller = np.empty((blocks, width), np.int32)
    accepts = np.empty(blocks, np.bool_)
    while done < reached:
        state = sample[done]
        accepts[done] = accepting[state]
        for column in range(width):
            target = table[state, column]
            if number[block[target]] < 0:
                number[block[target]] = reached
                sample[reached] = target
                reached += 1
            smaller[done, column] = number[block[target]]
        done += 1
    return smaller[:reached].copy(), accepts[:reached].copy()
