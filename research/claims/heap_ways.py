"""Ways to the values of single heaps that do not run through the solver that is compared.

- the explicit graph of sums of heaps, which knows nothing of nim sums;
- the definition of Sprague and Grundy: the mex over what each heap leaves;
- the sets of values of all positions of so many heaps with so many counters in all;
- for codes that leave two heaps at most, the plain loop of :mod:`fast.heap_games`.

Each goes as far as a budget of its own work, the same on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial
from typing import TYPE_CHECKING, Any

from oracles.codes import TakeAndBreak
from oracles.heaps import HeapGame, heap_values
from research.claims.cases import Listed, every
from research.claims.study import Study

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fast.heap_codes import HeapCode

OPTIONS = 250_000  # that the definition looks at
DEFINED = 5_000  # largest heap that it is asked about
PAIRS = 400_000  # of heaps, whose sets of values are found
STEPS = 100_000_000  # of the plain loop
FARTHEST = 20_000


@dataclass(frozen=True)
class Way:
    """A way to the value of a heap.

    Attributes
    ----------
    value
        From the heap to its value.
    heaps
        The heaps that a solver is compared on.
    words
        What it is, after "compared with".
    lowered
        Thresholds of the solver that are lowered meanwhile.
    """

    value: Callable[[int], int]
    heaps: Sequence[int]
    words: str
    lowered: Mapping[str, Any] = field(default_factory=dict)


def agree_on_heaps(
    study: Study,
    solver: Callable[[int], int],
    way: Way,
    controls: Mapping[str, Callable[[int], int]],
) -> None:
    """Add the agreement of a solver of one argument, ``heap``, with a way to the values."""
    heaps = way.heaps

    def value(heap: int) -> int:
        return way.value(heap)

    number = "every heap" if len(heaps) == heaps[-1] + 1 else f"{len(heaps)} heaps"
    study.agree(
        solver,
        value,
        over=Listed(f"{number} to {heaps[-1]}", lambda: every(heap=heaps)),
        by=way.words,
        controls=controls,
        lowered=way.lowered,
    )


def in_the_graph(study: Study) -> Callable[[int], int]:
    """Return the Grundy value of a heap in the explicit graph of a study's small cases."""

    def value_in_the_graph(heap: int) -> int:
        value = study.small_cases.truth.grundy((heap,) if heap else ())  # type: ignore[union-attr]
        return int(value)  # type: ignore[arg-type]  # play ends, so it is finite

    return value_in_the_graph


def ways_to_values(game: HeapGame, code: HeapCode) -> list[Way]:
    """Return the ways but for the graph.

    Parameters
    ----------
    game
        The rules, for normal play.
    code
        The same rules, as the solver reads them.
    """
    defined = cache(partial(heap_values, game, defined_to(game)))
    found = [Way(lambda heap: defined()[heap], range(defined_to(game) + 1), "the definition")]
    if isinstance(game.rule, TakeAndBreak) and not code.distinct:
        most = _paired_to(code.most_heaps)
        sets = cache(partial(values_by_sets, game.rule, most))
        found.append(Way(lambda heap: int(sets()[heap]), spread(most), "the sets of values"))
    if code.most_heaps <= 2:
        farthest = _looped_to(code)
        loop = cache(partial(_by_plain_loop, code, farthest))
        found.append(Way(lambda heap: int(loop()[heap]), spread(farthest), "the plain loop"))
    return found


def _by_plain_loop(code: Any, largest: int) -> NDArray[Any]:
    from fast.heap_games import grundy_values  # numpy is slow to import

    return grundy_values(code, largest, algorithm="plain")


def spread(most: int) -> list[int]:
    """Return heaps up to ``most``: next to powers of two, and in steps of a tenth.

    >>> spread(20)
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]
    """
    powers = {2**k + d for k in range(most.bit_length() + 1) for d in (-1, 0, 1)}
    tenths = [0]
    while tenths[-1] < most:
        tenths.append(tenths[-1] + max(tenths[-1] // 10, 1))
    return sorted(heap for heap in {*powers, *tenths, most} if 0 <= heap <= most)


@lru_cache(maxsize=64)
def defined_to(game: HeapGame) -> int:
    """Return the largest heap whose options, and those of all smaller ones, can be looked at."""
    looked_at = 0
    for heap in range(DEFINED + 1):
        for _ in game.rule(heap):
            looked_at += 1
            if looked_at > OPTIONS:
                return heap - 1
    return DEFINED


def _paired_to(most_heaps: int) -> int:
    return int((2 * PAIRS / max(most_heaps - 1, 1)) ** 0.5)


def _looped_to(code: Any) -> int:
    """Return the largest heap that the plain loop reaches in its steps."""
    steps = heap = 0
    splits = singles = 0
    while heap < FARTHEST and steps <= STEPS:
        heap += 1
        digit = code.digit(heap)
        splits += digit >> 2 & 1
        singles += digit >> 1 & 1
        steps += splits * heap // 2 + singles
    return heap


def values_by_sets(rule: TakeAndBreak, most: int) -> NDArray[Any]:
    """Return the Grundy values of the heaps 0 to ``most`` from sets of values, exactly.

    Where a digit leaves j heaps, the values that its options can have are those of the positions
    of j heaps with so many counters in all. They are found for one number of counters after the
    other: the values of j heaps are those of one heap a, each with those of j - 1 heaps of the
    rest. Every a is tried, in any order of the heaps. O(n^2 V) for values below V.

    >>> values_by_sets(TakeAndBreak("0.77"), 8).tolist()
    [0, 1, 2, 3, 1, 4, 3, 2, 1]
    """
    import numpy as np

    digits = [rule.digit(taken).parts() for taken in range(most + 1)]
    parts = max(map(max, filter(None, digits)), default=0)
    room = 2
    values = np.zeros(most + 1, np.int64)
    sets = np.zeros((parts + 1, most + 1, room), bool)  # [j, n]: values of j heaps of n in all
    sets[0, 0, 0] = True
    for heap in range(most + 1):
        for j in range(2, parts + 1):
            for first in range(1, heap):
                sets[j, heap] |= sets[j - 1, heap - first][np.arange(room) ^ values[first]]
        left = [sets[j, heap - taken] for taken in range(heap + 1) for j in digits[taken]]
        given = np.logical_or.reduce(left, axis=0) if left and heap else np.zeros(room, bool)
        values[heap] = int(np.argmin(given)) if not given.all() else room
        while values[heap] >= room:  # so that what is below a power of two stays below it
            sets = np.concatenate([sets, np.zeros_like(sets)], axis=2)
            room *= 2
        if heap and parts:
            sets[1, heap, values[heap]] = True
    return values
