"""Heaps and strips as rows of numbers, one thing of which is replaced by others.

The row of a position has a number for each heap or cell, and 0 after the last. In a heap game each
size has its *ways*, the rows of heaps that may stand in its place, and an option is in ascending
order again. In a strip game each rule has two sides of the same length, and an option has the right
one wherever the left one stands. Both are asked of the rules once, for each size and each length,
and not for each position.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Sequence
from itertools import chain
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from oracles.codes import Heaps
from oracles.errors import RulesError, brief
from oracles.heaps import HeapGame
from oracles.kernels import Places
from oracles.limits import Watch
from oracles.position_index import DoesNotFitError, Rows, VectorizedOptions
from oracles.strips import Sides, StripGame

LONGEST_WORD = 255
MOST_SIZES, MOST_WAYS = 5_000, 1_000_000  # of heaps; beyond, the rules are asked themselves
_MOST_THINGS = {1: 0xFF, 2: 0xFFFF}

Table = NDArray[Any]


class _Rewriting(VectorizedOptions):
    """Words as rows of numbers, and a kernel that rewrites them.

    Parameters
    ----------
    kind, numbers
        Whether words are texts or tuples, and the number of each thing that may stand in one.
    longest, each
        The most things in a word, and the bytes of a number.
    kernel, tables
        Gives the options of rows of numbers; its last arguments.
    """

    def __init__(  # noqa: PLR0917
        self,
        kind: type[str] | type[tuple[Any, ...]],
        numbers: dict[Any, int],
        longest: int,
        each: int,
        kernel: Any,
        tables: tuple[Table, ...],
    ) -> None:
        self._kind, self._numbers, self._longest = kind, numbers, max(longest, 1)
        self._number, self._kernel, self._tables = f"<u{each}", kernel, tables
        self._things = [None, *numbers]
        self._made: Any = "".join if kind is str else tuple

    def rows(self, positions: Sequence[Any]) -> Rows:
        """Write words as numbers, and 0 after the last."""
        if not all(isinstance(word, self._kind) for word in positions):
            raise DoesNotFitError
        lengths = np.fromiter(map(len, positions), np.int64, len(positions))
        if lengths.max(initial=0) > self._longest:
            raise DoesNotFitError
        try:
            numbers = [self._numbers[thing] for thing in chain.from_iterable(positions)]
        except (KeyError, TypeError) as error:
            raise DoesNotFitError from error
        table = np.zeros((len(positions), self._longest), self._number)
        table[np.arange(self._longest) < lengths[:, None]] = numbers
        return table.view(np.uint8).reshape(len(positions), -1)

    def positions(self, rows: Rows) -> list[Any]:
        """Make words again."""
        table = np.ascontiguousarray(rows).view(self._number)
        things, lengths = self._things, np.count_nonzero(table, axis=1).tolist()
        return [
            self._made([things[number] for number in row[:length]])
            for row, length in zip(table.tolist(), lengths, strict=True)
        ]

    def options(self, rows: Rows) -> tuple[Rows, Places]:
        """Return the options and where each row's end."""
        numbers = np.ascontiguousarray(rows).view(self._number)
        ends = np.empty(len(rows), np.int64)
        none = np.zeros((0, self._longest), self._number)
        self._kernel(numbers, none, ends, False, *self._tables)  # noqa: FBT003
        found = np.zeros((ends[-1] if len(ends) else 0, self._longest), self._number)
        self._kernel(numbers, found, ends, True, *self._tables)  # noqa: FBT003
        return found.view(np.uint8).reshape(len(found), rows.shape[1]), ends


def heaps(game: HeapGame, positions: Collection[Hashable]) -> VectorizedOptions | None:
    """Return the rules of a heap game on rows; None if they cannot be.

    Play must end, and heaps stand in ascending order, to the most that one number holds.
    """
    known = [each for each in positions if isinstance(each, tuple) and _is_written(each)]
    if len(known) < len(positions):
        return None
    ways = _ways(game, set(chain.from_iterable(known)))
    most = None if ways is None else _most_heaps(ways)
    if ways is None or most is None:
        return None
    longest = max((sum(most[heap] for heap in each) for each in known), default=0)
    largest = max(ways, default=0)
    each = 1 if largest <= _MOST_THINGS[1] else 2
    if longest > LONGEST_WORD or largest > _MOST_THINGS[2]:
        return None
    numbers = {size: size for size in range(1, largest + 1)}
    counts = [len(ways.get(size, ())) for size in range(largest + 1)]
    first = np.cumsum([0, *counts])
    said = _table(chain.from_iterable(ways.get(size, ()) for size in range(largest + 1)), each)
    return _Rewriting(tuple, numbers, longest, each, _heap_options, (first, said))


def _is_written(position: tuple[Any, ...]) -> bool:
    """Whether it is a tuple of sizes of at least 1 in ascending order."""
    sizes = type(position) is tuple and all(type(size) is int and size > 0 for size in position)
    return sizes and list(position) == sorted(position)


def _ways(game: HeapGame, waiting: set[int]) -> dict[int, list[Heaps]] | None:
    """Return what each size that is met may be replaced by; None if that is too much."""
    ways: dict[int, list[Heaps]] = {}
    room, size = MOST_WAYS, 0
    with Watch(lambda: f"heap {size} in {brief(game)}", moved=lambda: len(ways)):
        while waiting:
            size = waiting.pop()
            try:
                ways[size] = game.replacements(size)
            except MemoryError:
                raise
            except Exception:  # whatever the rule raises: who asks it for options hears what
                return None
            room -= len(ways[size])
            parts = list(chain.from_iterable(ways[size]))
            if room < 0 or len(ways) > MOST_SIZES or {*map(type, parts)} - {int}:
                return None
            waiting |= set(parts) - ways.keys()
    return ways


def _most_heaps(ways: dict[int, list[Heaps]]) -> dict[int, int] | None:
    """Return into how many heaps one of each size can be made; None if play need not end."""
    most: dict[int, int] = {}
    for size in sorted(ways):  # a heap is mostly replaced by smaller ones
        if not all(part in most for way in ways[size] for part in way):
            return None
        most[size] = max([1, *(sum(most[part] for part in way) for way in ways[size])])
    return most


def strips(game: StripGame, positions: Collection[Hashable]) -> VectorizedOptions | None:
    """Return the rules of a strip game on rows; None if they cannot be."""
    words = [each for each in positions if type(each) is str]
    longest = max(map(len, words), default=0)
    if len(words) < len(positions) or longest > LONGEST_WORD:
        return None
    with Watch(lambda: f"the rules of {brief(game)}"):
        try:
            sides = list(_sides(game, longest))
            over = [end for end in game.over if len(end) <= longest]
            if sides != list(_sides(game, longest)) or not all(type(end) is str for end in over):
                return None
        except MemoryError:
            raise
        except Exception:  # as above
            return None
    letters = dict.fromkeys(chain(*words, *over, *(a + b for _, (a, b) in sides)))
    if len(letters) > _MOST_THINGS[1]:
        return None
    numbers: dict[Hashable, int] = {letter: at for at, letter in enumerate(letters, 1)}
    tables = [
        _table([[numbers[letter] for letter in word] for word in each], 1)
        for each in ([a for _, (a, _) in sides], [b for _, (_, b) in sides], over)
    ]
    least = np.array([number for number, _ in sides], np.int64)
    lengths = np.array([len(a) for _, (a, _) in sides], np.int64)
    ending = np.array(list(map(len, over)), np.int64)
    given = (least, lengths, *tables, ending)
    return _Rewriting(str, numbers, longest, 1, _strip_options, given)


def _sides(game: StripGame, longest: int) -> Iterator[tuple[int, Sides]]:
    """Give the sides of all rules, with the length from which on a strip is rewritten by them."""
    for rule in game.rules:
        if isinstance(rule, tuple):
            yield 0, _checked(rule)
        else:
            for number in range(1, longest + 1):
                yield number, _checked(rule(number))


def _checked(sides: Any) -> Sides:
    before, after = sides
    if type(before) is not str or type(after) is not str or not len(before) == len(after) > 0:
        raise RulesError(f"rule {sides!r}")
    return before, after


def _table(rows: Any, each: int) -> Table:
    """Return rows of numbers as one array, 0 after the last of each."""
    known: list[Sequence[int]] = list(rows)
    table = np.zeros((len(known), max(map(len, known), default=0) + 1), f"<u{each}")
    for row, numbers in zip(table, known, strict=True):
        row[: len(numbers)] = numbers
    return table


@njit(cache=True)  # type: ignore[untyped-decorator]
def _length(row: Table) -> int:
    for place in range(len(row)):
        if row[place] == 0:
            return place
    return len(row)


@njit(cache=True)  # type: ignore[untyped-decorator]
def _heap_options(  # noqa: PLR0917
    rows: Table,
    options: Table,
    ends: Places,
    writes: bool,  # noqa: FBT001
    first: Places,
    ways: Table,
) -> None:
    """Write where the options of each row end, and the options themselves if it ``writes``."""
    at = 0
    for r in range(len(rows)):
        row = rows[r]
        length = _length(row)
        for place in range(length):
            if place > 0 and row[place] == row[place - 1]:
                continue
            if writes:
                for way in range(first[row[place]], first[row[place] + 1]):
                    _merge(row, length, place, ways[way], options[at])
                    at += 1
            else:
                at += first[row[place] + 1] - first[row[place]]
        ends[r] = at


@njit(cache=True)  # type: ignore[untyped-decorator]
def _merge(row: Table, length: int, left_out: int, way: Table, option: Table) -> None:
    """Write a row without one place together with a way, in ascending order."""
    i, j, at = 0, 0, 0
    while True:
        if i == left_out:
            i += 1
        if i < length and (way[j] == 0 or row[i] <= way[j]):
            option[at] = row[i]
            i += 1
        elif way[j] > 0:
            option[at] = way[j]
            j += 1
        else:
            return
        at += 1


@njit(cache=True)  # type: ignore[untyped-decorator]
def _strip_options(  # noqa: PLR0917
    rows: Table,
    options: Table,
    ends: Places,
    writes: bool,  # noqa: FBT001
    least: Places,
    lengths: Places,
    before: Table,
    after: Table,
    over: Table,
    ending: Places,
) -> None:
    """Write where the options of each row end, and the options themselves if it ``writes``."""
    at = 0
    for r in range(len(rows)):
        row = rows[r]
        length = _length(row)
        has_ended = False
        for end in range(len(ending)):
            for place in range(length - ending[end] + 1):
                has_ended |= _stands(over[end], ending[end], row, place)
        for side in range(0 if has_ended else len(least)):
            if length < least[side]:
                continue
            for place in range(length - lengths[side] + 1):
                if _stands(before[side], lengths[side], row, place):
                    if writes:
                        options[at] = row
                        options[at, place : place + lengths[side]] = after[side, : lengths[side]]
                    at += 1
        ends[r] = at


@njit(cache=True)  # type: ignore[untyped-decorator]
def _stands(word: Table, length: int, row: Table, place: int) -> bool:
    for i in range(length):  # noqa: SIM110  # numba has no generators in all()
        if row[place + i] != word[i]:
            return False
    return True
