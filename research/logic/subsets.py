"""The subset construction, compiled (see :mod:`.tables`).

Sets of states are bit sets in ``uint64`` words. A rejecting sink is left out of every set, and a
set with an accepting sink is that sink alone: both leave the language as it is, and they keep
the sets of an existential statement small.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from research.logic.tables import absorbing, grown, numbered

Array = Any

_ONE = np.uint64(1)


@njit(cache=True)  # type: ignore[untyped-decorator]
def _insert(wanted: Array, state: int) -> None:
    wanted[state >> 6] |= _ONE << np.uint64(state & 63)


@njit(cache=True)  # type: ignore[untyped-decorator]
def _only(wanted: Array, state: int) -> None:
    wanted[:] = 0
    _insert(wanted, state)


@njit(cache=True)  # type: ignore[untyped-decorator]
def _start_set(starts: Array, sink: Array, wanted: Array) -> None:
    wanted[:] = 0
    for state in range(starts.shape[0]):
        if starts[state] and sink[state] == 1:
            _only(wanted, state)
            return
        if starts[state] and sink[state] != 0:
            _insert(wanted, state)


@njit(cache=True)  # type: ignore[untyped-decorator]
def _listed(row: Array, members: Array) -> int:
    """Write the states of a bit set into ``members``; return how many they are."""
    size = 0
    for word in range(row.shape[0]):
        bits = row[word]
        position = word * 64
        while bits:
            if bits & _ONE:
                members[size] = position
                size += 1
            bits >>= _ONE
            position += 1
    return size


@njit(cache=True)  # type: ignore[untyped-decorator]
def _any(accepting: Array, members: Array) -> bool:
    for place in range(members.shape[0]):  # noqa: SIM110  # of which numba takes longer
        if accepting[members[place]]:
            return True
    return False


@njit(cache=True)  # type: ignore[untyped-decorator]
def _successor_set(  # noqa: PLR0917
    members: Array,
    column: int,
    width: int,
    pointer: Array,
    successors: Array,
    sink: Array,
    wanted: Array,
) -> None:
    """Write the set of all successors of the members under one column into ``wanted``."""
    wanted[:] = 0
    for place in range(members.shape[0]):
        row = members[place] * width + column
        for item in range(pointer[row], pointer[row + 1]):
            target = successors[item]
            if sink[target] == 1:
                _only(wanted, target)
                return
            if sink[target] < 0:
                _insert(wanted, target)


@njit(cache=True)  # type: ignore[untyped-decorator]
def deterministic(  # noqa: PLR0917
    successor_pointer: Array,
    successors: Array,
    sink: Array,
    accepting: Array,
    starts: Array,
    width: int,
    limit: int,
) -> tuple[Array, Array, int]:
    """Determinise; the successors of (state, column) are a compressed row of ``successors``.

    Row ``state * width + column``. Returns table, acceptance and the number of states, which
    exceeds ``limit`` if the construction was given up.
    """
    states = accepting.shape[0]
    words = (states + 63) // 64
    slots, sets = np.full(64, -1, np.int32), np.zeros((16, words), np.uint64)
    table, accepts = np.empty((16, width), np.int32), np.empty((16, 1), np.bool_)
    wanted = np.zeros(words, np.uint64)
    members = np.empty(states, np.int64)
    _start_set(starts, sink, wanted)
    _, sets, slots = numbered(sets, slots, 0, wanted)
    count, done = 1, 0
    while done < count:
        if done == table.shape[0]:
            table, accepts = grown(table), grown(accepts)
        size = _listed(sets[done], members)
        accepts[done, 0] = _any(accepting, members[:size])
        for column in range(width):
            _successor_set(
                members[:size], column, width, successor_pointer, successors, sink, wanted
            )
            number, sets, slots = numbered(sets, slots, count, wanted)
            table[done, column] = number
            count += number == count
            if count > limit:
                return table, np.empty(0, np.bool_), count
        done += 1
    return table[:count].copy(), accepts[:count, 0].copy(), count


@njit(cache=True)  # type: ignore[untyped-decorator]
def grouped_successors(table: Array, pointer: Array, items: Array) -> tuple[Array, Array]:
    """Return the successors of each (state, group of columns), without repetition."""
    states, groups = table.shape[0], pointer.shape[0] - 1
    rows = np.zeros(states * groups + 1, np.int64)
    result = np.empty(states * items.shape[0], np.int32)
    used = 0
    stamp = np.full(states, -1, np.int64)
    for state in range(states):
        for group in range(groups):
            row = state * groups + group
            for item in range(pointer[group], pointer[group + 1]):
                target = table[state, items[item]]
                if stamp[target] != row:
                    stamp[target] = row
                    result[used] = target
                    used += 1
            rows[row + 1] = used
    return rows, result[:used].copy()


def projected(
    table: Array, accepting: Array, groups: Any, *, msd_first: bool, limit: int
) -> tuple[Array, Array, int]:
    """Return the subsets, closed under padding, where a letter is any of a group of columns.

    The letter 0 is of the first group. The third value is the number of states.
    """
    items = np.array([column for group in groups for column in group], np.int32)
    pointer = np.cumsum([0, *map(len, groups)])
    zeros = np.array(groups[0], np.int32)
    starts = np.zeros(len(table), np.bool_)
    starts[0] = True
    final = accepting
    if msd_first:
        starts = reached(table, zeros)
    else:
        final = reaching(table, zeros, accepting)
    rows, successors = grouped_successors(table, pointer, items)
    sink = absorbing(table, accepting)
    found: tuple[Array, Array, int] = deterministic(
        rows, successors, sink, final, starts, len(groups), limit
    )
    return found


def mirrored(table: Array, accepting: Array, limit: int) -> tuple[Array, Array, int]:
    """Return table, acceptance and number of states of what reads the words from the other end."""
    states, width = table.shape
    final = np.zeros(states, np.bool_)
    final[0] = True
    no_sink = np.full(states, -1, np.int8)
    rows, predecessors = reversed_successors(table)
    found: tuple[Array, Array, int] = deterministic(
        rows, predecessors, no_sink, final, accepting, width, limit
    )
    return found


def reversed_successors(table: Array) -> tuple[Array, Array]:
    """Return the predecessors of each (state, column): the successors of the mirror image."""
    states, width = table.shape
    rows = (table.astype(np.int64) * width + np.arange(width)).ravel()
    pointer = np.zeros(states * width + 1, np.int64)
    np.cumsum(np.bincount(rows, minlength=states * width), out=pointer[1:])
    return pointer, (np.argsort(rows, kind="stable") // width).astype(np.int32)


def reaching(table: Array, columns: Array, targets: Array) -> Array:
    """Return which states reach ``targets`` (a boolean array) by a word over ``columns``."""
    following = table[:, columns]
    while True:
        found = targets | targets[following].any(axis=1)
        if np.array_equal(found, targets):
            return found
        targets = found


def reached(table: Array, columns: Array) -> Array:
    """Return which states are reached from the start by a word over ``columns``."""
    found = np.zeros(table.shape[0], np.bool_)
    found[0] = True
    while True:
        before = found.copy()
        found[table[found][:, columns].ravel()] = True
        if np.array_equal(found, before):
            return found
