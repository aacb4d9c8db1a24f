"""The operations on transition tables, for small ones: nothing has to be compiled or loaded.

A proof makes hundreds of automata of which most have a few states. These are made here, in plain
Python on lists; larger ones by :mod:`research.logic.tables` and :mod:`research.logic.subsets`, of
which the tests hold these to.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from research.system.lazy import LazyModule

if TYPE_CHECKING:
    import numpy as np
else:
    np = LazyModule("numpy")

MOST_CELLS = 40_000  # states times columns
MOST_STATES, MOST_SETS = 64, 400
MOST_OPERATIONS = 4_000  # of a process; where there are more, kernels are worth their loading
Table = Any  # numpy arrays


class _Made:
    operations = 0


def is_small(cells: int) -> bool:
    """Whether an operation on so many cells is made here; each is counted."""
    _Made.operations += 1
    return cells <= MOST_CELLS and _Made.operations <= MOST_OPERATIONS


def product(  # noqa: PLR0917
    one: Table, accepting_one: Table, other: Table, accepting_other: Table,
    columns_one: Table, columns_other: Table, truth: Sequence[int],
) -> tuple[Table, Table]:  # fmt: skip
    """Return table and acceptance of the reachable product; ``truth[2 a + b]`` connects them."""
    columns = list(zip(columns_one.tolist(), columns_other.tolist(), strict=True))
    rows_one, rows_other = one.tolist(), other.tolist()
    value_one, value_other = accepting_one.tolist(), accepting_other.tolist()
    number = {(0, 0): 0}
    found, table = [(0, 0)], []
    for first, second in found:
        row_one, row_other = rows_one[first], rows_other[second]
        row = []
        for left, right in columns:
            pair = row_one[left], row_other[right]
            place = number.get(pair)
            if place is None:
                place = number[pair] = len(found)
                found.append(pair)
            row.append(place)
        table.append(row)
    accepting = [truth[2 * value_one[a] + value_other[b]] == 1 for a, b in found]
    return np.array(table, np.int32), np.array(accepting, np.bool_)


def minimised(table: Table, accepting: Table) -> tuple[Table, Table]:
    """Return the minimal table with its states numbered in breadth-first order from the start."""
    rows = table.tolist()
    block = [int(each) for each in accepting.tolist()]
    blocks = 0
    while True:
        number: dict[Any, int] = {}
        finer = [
            number.setdefault((block[state], *[block[to] for to in row]), len(number))
            for state, row in enumerate(rows)
        ]
        block = finer
        if len(number) == blocks:
            break
        blocks = len(number)
    sample, place = [0], {block[0]: 0}
    smaller = []
    for state in sample:
        row = []
        for to in rows[state]:
            if block[to] not in place:
                place[block[to]] = len(sample)
                sample.append(to)
            row.append(place[block[to]])
        smaller.append(row)
    return np.array(smaller, np.int32), accepting[sample].copy()


def merged_columns(table: Table, classes: Table) -> tuple[Table, Table]:
    """Return table and letter classes with equal columns merged, in the order of the letters."""
    columns = list(zip(*table.tolist(), strict=True))
    kinds: dict[Any, int] = {}
    sample: dict[int, int] = {}
    number: dict[int, int] = {}
    found = []
    for column in classes.tolist():
        if column not in number:
            kind = kinds.setdefault(columns[column], len(kinds))
            number[column] = kind
            sample.setdefault(kind, column)
        found.append(number[column])
    return (
        np.ascontiguousarray(table[:, list(sample.values())]),
        np.array(found, np.int32),
    )


def projected(
    table: Table, accepting: Table, letters: Table, *, msd_first: bool
) -> tuple[Table, Table, Table] | None:
    """Return letter classes, table and acceptance of what is left; None if there are many sets.

    ``letters[letter, choice]`` is the column of a letter that is left with one choice of the digits
    that are gone. States are read as sets, closed under leading, or trailing, zeros.
    """
    rows = table.tolist()
    choices = [tuple(sorted(set(each))) for each in letters.tolist()]
    kinds: dict[tuple[int, ...], int] = {}
    classes = [kinds.setdefault(each, len(kinds)) for each in choices]
    accepts = {state for state, each in enumerate(accepting.tolist()) if each}
    start = frozenset([0])
    if msd_first:
        start = _closed({0}, lambda state: [rows[state][column] for column in choices[0]])
    else:
        before: list[list[int]] = [[] for _ in rows]
        for state, row in enumerate(rows):
            for column in choices[0]:
                before[row[column]].append(state)
        accepts = set(_closed(accepts, before.__getitem__))
    number, found, made = {start: 0}, [start], []
    for states in found:
        row = []
        for group in kinds:
            target = frozenset(rows[state][column] for state in states for column in group)
            if target not in number:
                number[target] = len(found)
                found.append(target)
                if len(found) > MOST_SETS:
                    return None
            row.append(number[target])
        made.append(row)
    result = [not accepts.isdisjoint(states) for states in found]
    return np.array(classes, np.int32), np.array(made, np.int32), np.array(result, np.bool_)


def _closed(states: set[int], steps: Any) -> frozenset[int]:
    """Return the states that are reached from some by any number of steps."""
    waiting = list(states)
    found = set(states)
    while waiting:
        for state in steps(waiting.pop()):
            if state not in found:
                found.add(state)
                waiting.append(state)
    return frozenset(found)
