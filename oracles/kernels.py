"""Backward induction and retrograde analysis on arrays.

The graph is in compressed sparse rows: the options of position v are
``options[first[v] : first[v + 1]]``, and what leads to it ``leading[before[v] : before[v + 1]]``.
Tests compare every quantity with its definition (:mod:`oracles.explicit`).

Outcomes are the numbers of :data:`OUTCOMES`. A length or a value of -1 is none.

These are plain loops. On large graphs numba compiles them (:func:`kernel`). It takes half a second
to import, so small graphs do without. All stand in one file, as numba keeps compiled code by the
file, and nothing is imported from others.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache, wraps
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

FROM_ARCS = 5_000  # with fewer, plain Python is as quick
OUTCOMES = ("P", "N", "D")
P, N, D = 0, 1, 2

Numbers = NDArray[np.int32]
Places = NDArray[np.int64]


Loop = TypeVar("Loop", bound=Callable[..., Any])


@cache
def _compiler() -> Any:
    """Return what compiles a loop and keeps it on disk, with ``_mex`` where it is called."""
    from numba import njit
    from numba.extending import register_jitable

    register_jitable(_mex)
    return njit(cache=True)


def kernel(loop: Loop) -> Loop:
    """Let a loop run compiled on large arrays, and where numba is imported; else as it is."""
    compiled = cache(lambda: _compiler()(loop))

    @wraps(loop)
    def run(*given: Any) -> Any:
        plain = "numba" not in sys.modules and max(map(np.size, given)) < FROM_ARCS
        return (loop if plain else compiled())(*given)

    return run  # type: ignore[return-value]


@kernel
def backward_order(first: Places, before: Places, leading: Numbers) -> Numbers:
    """Return the positions from which play must end, each after all of its options."""
    missing = (first[1:] - first[:-1]).astype(np.int32)
    order = np.empty(len(missing), np.int32)
    final = np.flatnonzero(missing == 0)
    order[: len(final)] = final
    done, known = 0, len(final)
    while done < known:
        v = order[done]
        done += 1
        for earlier in leading[before[v] : before[v + 1]]:
            missing[earlier] -= 1
            if missing[earlier] == 0:
                order[known] = earlier
                known += 1
    return order[:known].copy()


@kernel
def retrograde(
    first: Places, before: Places, leading: Numbers, ending: NDArray[np.int8]
) -> tuple[NDArray[np.int8], Numbers]:
    """Return outcome and remoteness of every position, wherever play may lead."""
    outcomes = np.full(len(ending), D, np.int8)
    lengths = np.full(len(ending), -1, np.int32)
    undecided = (first[1:] - first[:-1]).astype(np.int32)
    found = np.empty(len(ending), np.int32)
    final = np.flatnonzero((undecided == 0) & (ending != D))
    found[: len(final)] = final
    outcomes[final] = ending[final]
    lengths[final] = 0
    done, known = 0, len(final)
    while done < known:
        v = found[done]
        done += 1
        for earlier in leading[before[v] : before[v + 1]]:
            if outcomes[v] == P:
                decided = N
            else:
                undecided[earlier] -= 1
                if undecided[earlier] > 0:
                    continue
                decided = P
            if lengths[earlier] < 0:
                outcomes[earlier], lengths[earlier] = decided, lengths[v] + 1
                found[known] = earlier
                known += 1
    return outcomes, lengths


@kernel
def suspenses(
    order: Numbers, first: Places, options: Numbers, outcomes: NDArray[np.int8]
) -> Numbers:
    """Return the suspense of every position: the winner delays and the loser hurries."""
    lengths = np.full(len(outcomes), -1, np.int32)
    for v in order:
        if outcomes[v] == D:
            continue
        best = -1
        for option in options[first[v] : first[v + 1]]:
            if outcomes[v] == P:
                best = lengths[option] if best < 0 else min(best, lengths[option])
            elif outcomes[option] == P:
                best = max(best, lengths[option])
        lengths[v] = best + 1
    return lengths


def _mex(v: int, values: Numbers, first: Places, options: Numbers, seen: Numbers) -> int:
    """Return the mex of the options' values; ``seen`` marks by ``v`` those that are there."""
    for option in options[first[v] : first[v + 1]]:
        if values[option] >= 0:
            seen[values[option]] = v
    mex = 0
    while seen[mex] == v:
        mex += 1
    return mex


@kernel
def grundy_values(order: Numbers, first: Places, options: Numbers) -> Numbers:
    """Return the Grundy value of every position; -1 of those from which play need not end."""
    values = np.full(len(first) - 1, -1, np.int32)
    seen = np.full(len(values) + 1, -1, np.int32)
    for v in order:
        values[v] = _mex(v, values, first, options, seen)
    return values


@kernel
def misere_values(order: Numbers, first: Places, options: Numbers, last: Numbers) -> Numbers:
    """Return g_n of every position, ``last`` being g_{n-1}; -1 everywhere for g_0."""
    values = np.full(len(last), -1, np.int32)
    seen = np.full(2 * len(last) + 5, -1, np.int32)
    for v in order:
        if last[v] >= 0:
            seen[last[v]] = v
            seen[last[v] ^ 1] = v
        elif first[v] == first[v + 1]:
            seen[0] = v  # the misère value of a final position is 1
        values[v] = _mex(v, values, first, options, seen)
    return values


@kernel
def give_loopy_value(  # noqa: PLR0917
    value: int,
    values: Numbers,
    first: Places,
    options: Numbers,
    before: Places,
    leading: Numbers,
) -> int:
    """Give a value to the positions that have it, all lesser ones being given; return how many.

    An option is *open* if it has no value and no option of its own that has this one.
    """
    open_options = np.full(len(values), -1, np.int32)  # -1 where the mex is another value
    given = np.empty(len(values), np.int32)
    known = 0
    seen = np.full(len(values) + 1, -1, np.int32)
    for v in range(len(values)):
        if values[v] < 0 and _mex(v, values, first, options, seen) == value:
            open_options[v] = (values[options[first[v] : first[v + 1]]] < 0).sum()
            if open_options[v] == 0:
                given[known] = v
                known += 1
    moved_back = np.zeros(len(values), np.bool_)
    done = 0
    while done < known:
        v = given[done]
        done += 1
        for option in leading[before[v] : before[v + 1]]:
            if values[option] >= 0 or moved_back[option]:
                continue
            moved_back[option] = True
            for earlier in leading[before[option] : before[option + 1]]:
                if open_options[earlier] > 0:
                    open_options[earlier] -= 1
                    if open_options[earlier] == 0:
                        given[known] = earlier
                        known += 1
    values[given[:known]] = value
    return known
