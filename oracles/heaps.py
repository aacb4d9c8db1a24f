"""Heap games: a move replaces one heap by others.

A position is any number of heaps; it is written as the sizes of those that are not empty, the
smallest first. In her turn a player chooses a heap and replaces it by heaps that the rule gives
for it. The rule is one of

- a take-and-break code (:class:`oracles.codes.TakeAndBreak`), as ``octal("0.77")``;
- a set of numbers that may be taken, as ``subtraction(1, 3, 4)``;
- any function from a heap to the collections of heaps that it may be replaced by.

Every heap is a game of its own and a position their disjunctive sum.

Reference: A. N. Siegel, *Combinatorial Game Theory*, AMS 2013, section IV.2.

>>> octal("0.77").options((1, 3))  # Kayles
[(3,), (1, 2), (1, 1, 1), (1, 1)]
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import reduce
from itertools import chain, count, islice
from operator import xor
from typing import TypeGuard

from oracles.codes import DIGITS, Heaps, TakeAndBreak
from oracles.errors import CodeError, RulesError, SearchLimitError, brief
from oracles.grundy import mex
from oracles.rule_contracts import ARC_LIMIT, POSITION_LIMIT
from oracles.rules import Game, gives_smaller_again, keeps_rules_of

COUNTERS = 20  # of the sums of heaps, in all; 2714 positions
HeapRule = Callable[[int], Iterable[Iterable[int]]]  # 4 -> [(3,), (2,), (1, 2), (1, 1)]


@dataclass(frozen=True)
class HeapGame(Game[Heaps]):
    """A game of heaps.

    ``rule`` leads from the size of a heap to the collections of heaps that it may be replaced by;
    empty heaps among them are left out. Nim is the game in which a heap is replaced by any smaller:

    >>> nim = HeapGame(lambda heap: [(less,) for less in range(heap)])
    >>> nim.options((1, 2))
    [(2,), (1,), (1, 1)]
    """

    rule: HeapRule
    misere: bool = False
    loopy: bool = False
    _known: dict[int, list[Heaps]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        if not callable(self.rule):
            raise RulesError(
                f"rule={brief(self.rule)}: expected a function of a heap; a code gives a game by "
                'octal("0.77"), hexadecimal("0.8f") or subtraction(1, 3, 4)'
            )

    @gives_smaller_again
    def start(self, size: int) -> Iterable[Heaps]:
        """Single heaps of 0 to ``size`` counters."""
        return chain([()], zip(range(1, size + 1)))

    def contains(self, position: Heaps) -> bool:
        """Whether a position is a tuple of sizes."""
        return isinstance(position, tuple) and _are_sizes(position)

    def options(self, position: Heaps) -> list[Heaps]:
        """Replace one heap, for every heap of a size and every way to replace it."""
        options = []
        for place, heap in enumerate(position):
            if heap not in position[:place]:
                rest = position[:place] + position[place + 1 :]
                options += [tuple(sorted(rest + heaps)) for heaps in self.replacements(heap)]
        return options

    def components(self, position: Heaps) -> Iterable[Heaps]:
        """Every heap is a part, where the options are those of the rule."""
        return [(heap,) for heap in position] if is_sum_of_heaps(self) else (position,)

    def replacements(self, heap: int) -> list[Heaps]:
        """Return what a heap of size ``heap`` may be replaced by, as the rule says."""
        if heap not in self._known:
            ways = islice(self.rule(heap), POSITION_LIMIT + 1)
            self._known[heap] = [self.heaps(heap, heaps) for heaps in ways]
        if len(self._known[heap]) > POSITION_LIMIT:
            raise _too_many_moves(POSITION_LIMIT, heap)
        return self._known[heap]

    def heaps(self, heap: int, heaps: Iterable[int]) -> Heaps:
        """Return what the rule leaves of a heap as a position, or raise :class:`RulesError`."""
        sizes = tuple(heaps) if isinstance(heaps, Iterable) else (None,)
        if not _are_sizes(sizes):
            raise RulesError(
                f"heap {heap}: the rule gives {heaps!r}; expected heaps, "
                "such as (n - 1,), (1, 2) or ()"
            )
        return tuple(sorted(size for size in sizes if size))


class SumsOfHeaps(HeapGame):
    """A heap game that begins from every sum of a few counters, and from single heaps.

    >>> list(SumsOfHeaps(lambda heap: []).start(3))
    [(1, 1, 1), (1, 2), (3,)]
    """

    def start(self, size: int) -> Iterable[Heaps]:
        """Give every sum of ``size`` counters; above ``COUNTERS`` the single heap."""
        return _sums_of(size, 1) if size <= COUNTERS else [(size,)]


def _sums_of(counters: int, least: int) -> Iterator[Heaps]:
    """Give the sums of that many counters in all whose heaps have ``least`` or more."""
    if not counters:
        yield ()
    for heap in range(least, counters + 1):
        yield from ((heap, *rest) for rest in _sums_of(counters - heap, heap))


def _too_many_moves(limit: int, heap: int) -> SearchLimitError:
    return SearchLimitError(f"more than {limit} moves in a heap of {heap}; take a smaller heap")


def _are_sizes(sizes: tuple[object, ...]) -> bool:
    return all(isinstance(size, int) and size >= 0 for size in sizes)


def is_sum_of_heaps(game: object) -> TypeGuard[HeapGame]:
    """Whether a game is a heap game whose rule says all, so that heaps are its components.

    It is not where a subclass has options, or an ending, of its own.
    """
    said_by_the_rule = ("options", "replacements", "heaps", "final_outcome")
    return isinstance(game, HeapGame) and keeps_rules_of(game, HeapGame, *said_by_the_rule)


@dataclass(frozen=True)
class Subtraction:
    """A set of numbers that may be taken from a heap, as a function from a heap to the rest."""

    numbers: tuple[int, ...]

    def __post_init__(self) -> None:
        if not self.numbers or not all(isinstance(n, int) and n >= 1 for n in self.numbers):
            raise RulesError(f"numbers={self.numbers!r}: expected integers of at least 1")

    def __call__(self, heap: int) -> list[Heaps]:
        """Give the rest of ``heap`` for each number that may be taken from it."""
        return [(heap - number,) for number in sorted({*self.numbers}) if number <= heap]


def octal(code: str, *, misere: bool = False) -> HeapGame:
    """Return the heap game of an octal code, such as ``"0.77"``; see :mod:`oracles.codes`."""
    return HeapGame(TakeAndBreak(code, base=8), misere=misere)


def hexadecimal(code: str, *, misere: bool = False) -> HeapGame:
    """Return the heap game of a hexadecimal code, such as ``"0.8f"``."""
    return HeapGame(TakeAndBreak(code, base=16), misere=misere)


def subtraction(*numbers: int, misere: bool = False) -> HeapGame:
    """Return the game of taking one of ``numbers`` from a heap."""
    return HeapGame(Subtraction(numbers), misere=misere)


def heap_game(code: str, *, misere: bool = False) -> HeapGame:
    """Return the heap game of a one-line code, or raise :class:`~oracles.errors.CodeError`.

    A code is ``octal:`` or ``hexadecimal:`` with such digits, ``code:`` with any digits up to z, or
    ``subtraction:`` with numbers.

    >>> heap_game("subtraction:1,3,4").options((3,))
    [(2,), ()]
    >>> heap_game("octal:0.07").options((4,))
    [(2,), (1, 1)]
    """
    kind, colon, text = code.partition(":")
    bases = {"octal": 8, "hexadecimal": 16, "code": len(DIGITS)}
    try:
        if colon and kind in bases:
            return HeapGame(TakeAndBreak(text, base=bases[kind]), misere=misere)
        if colon and kind == "subtraction":
            return HeapGame(Subtraction(_numbers(text)), misere=misere)
    except CodeError as error:  # point into the whole of what was given
        raise CodeError(code, len(kind) + 1 + error.place, error.problem) from None
    kinds = ", ".join(f"{name}:" for name in (*bases, "subtraction"))
    raise CodeError(code, 0, f"{kind!r} is not a kind of code; expected one of {kinds}")


def heap_values(game: HeapGame, largest: int) -> list[int]:
    """Return the Grundy values of single heaps by definition: the mex over what each leaves.

    What a heap leaves is a sum of heaps, and its value their nim sum (Sprague and Grundy). For
    normal play that must end; :class:`RulesError` if the options are not those of the rule, and
    :class:`~oracles.errors.SearchLimitError` if the heaps have more than ``ARC_LIMIT`` in all.

    >>> heap_values(octal("0.77"), 8)  # Winning Ways, vol. 1, chapter 4
    [0, 1, 2, 3, 1, 4, 3, 2, 1]
    """
    if not is_sum_of_heaps(game):
        raise RulesError(
            f"game={brief(game)}: expected a heap game whose options are those of its rule; take "
            "the Grundy values of its positions"
        )
    values: dict[int, int] = {}
    moves = count(1)

    def value(heap: int) -> int:
        if heap not in values:
            left = set()
            for heaps in game.rule(heap):
                if next(moves) > ARC_LIMIT:
                    raise _too_many_moves(ARC_LIMIT, heap)
                left.add(reduce(xor, map(value, game.heaps(heap, heaps)), 0))
            values[heap] = mex(left)
        return values[heap]

    return [value(heap) for heap in range(largest + 1)]


def _numbers(text: str) -> tuple[int, ...]:
    """Read numbers in any order, blanks beside the commas allowed; each must be there once."""
    words = [part.strip(" ") for part in text.split(",")]
    for word in words:
        if not re.fullmatch("[1-9][0-9]{0,6}", word) or words.count(word) > 1:
            problem = f"{word!r}: expected a number from 1 to 9999999, each once, as in 1,3,4"
            raise CodeError(text, f"{text},".find(f",{word},") + 1, problem)
    return tuple(sorted(map(int, words)))
