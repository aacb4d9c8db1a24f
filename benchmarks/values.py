"""What is promised of values of partizan games: Domineering from its rules, and by pycgt.

Both sides use components, and shapes up to reflection; both begin with nothing known. pycgt (MIT)
is compared where it is installed.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from functools import cache
from importlib.util import find_spec
from typing import Any

from benchmarks.measure import Promise, Timed, processor_seconds
from oracles.rules import PartizanGame
from oracles.values.positions import ValueSearch
from oracles.values.value import Value

STRIDE = 17  # bits of a row of at most 16 squares, and one that stays free
ROW = (1 << STRIDE) - 1


class Domineering(PartizanGame[int]):
    """Left places upright dominoes on free squares, Right lying ones; bit 17 r + c is (r, c)."""

    def start(self, size: int) -> list[int]:
        return [board(2, size)]

    def left_options(self, position: int) -> Iterator[int]:
        return (position ^ bit * (1 | 1 << STRIDE) for bit in bits(position & position >> STRIDE))

    def right_options(self, position: int) -> Iterator[int]:
        return (position ^ bit * 3 for bit in bits(position & position >> 1))

    def components(self, position: int) -> Iterator[int]:
        while position:
            part, grown = 0, position & -position
            while part != grown:
                part = grown
                grown |= part << 1 | part >> 1 | part << STRIDE | part >> STRIDE
                grown &= position
            position ^= part
            if part & part - 1:
                yield part

    def canonical(self, position: int) -> int:
        return least_image(position)

    def negative(self, position: int) -> int:
        rows = rows_of(position)
        width = max(map(int.bit_length, rows), default=0)
        columns = [sum((row >> c & 1) << r for r, row in enumerate(rows)) for c in range(width)]
        return position_of(columns)


@cache
def least_image(position: int) -> int:
    """The least of the four reflections of a position, moved to the corner."""
    rows = rows_of(position)
    width = max(map(int.bit_length, rows), default=0)
    mirrored = [mirror(row, width) for row in rows]
    return position_of(min(rows, rows[::-1], mirrored, mirrored[::-1]))


def board(rows: int, columns: int) -> int:
    """A board all of whose squares are free."""
    return position_of([(1 << columns) - 1] * rows)


def bits(mask: int) -> Iterator[int]:
    while mask:
        yield mask & -mask
        mask &= mask - 1


def rows_of(position: int) -> list[int]:
    """The rows of a position, moved to the corner."""
    rows, used = [], 0
    while position:
        row = position & ROW
        if row or rows:
            rows.append(row)
        used |= row
        position >>= STRIDE
    return [row // (used & -used) for row in rows]


def position_of(rows: list[int]) -> int:
    position = 0
    for row in reversed(rows):
        position = position << STRIDE | row
    return position


@cache
def mirror(row: int, width: int) -> int:
    return int(f"{row:0{width}b}"[::-1], 2)


def _timed(find: Callable[[], Any]) -> Timed:
    """Time a call, without what the collector spends on the modules that are loaded."""
    gc.collect()
    gc.freeze()
    start = processor_seconds()
    value = find()
    return Timed(processor_seconds() - start, value)


def _ours(rows: int, columns: int) -> Timed:
    return _timed(lambda: ValueSearch(Domineering()).find(board(rows, columns)))


def _pycgts(rows: int, columns: int) -> Timed:
    from pycgt.rulesets import domineering

    @cache
    def value_of(game: Any) -> Value:
        return Value.of(map(value_of, game.left), map(value_of, game.right))

    found = _timed(lambda: domineering.rectangle(rows, columns))
    return Timed(found.seconds, value_of(found.value))


def _promise(rows: int, columns: int, at_most_seconds: float) -> Promise:
    compared = find_spec("pycgt") is not None
    return Promise(
        f"value of Domineering on {rows} by {columns}" + ", and by pycgt" * compared,
        fast=lambda: _ours(rows, columns),
        plain=(lambda: _pycgts(rows, columns)) if compared else None,
        at_least_ratio=3 * compared,
        at_most_seconds=at_most_seconds,
    )


PROMISES = [_promise(4, 4, 1), _promise(4, 5, 5), _promise(5, 5, 60), _promise(2, 16, 60)]
