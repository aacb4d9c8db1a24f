"""Studies of heap games that are given by a code, such as ``octal:0.77``.

The code is rules enough: there are no claims, but the nimbers that :mod:`fast.heap_games`
computes are confirmed, so that ``answer`` can give them. They are compared with

- the explicit graph, every heap whose positions fit into it;
- the definition, the mex over what each heap leaves, every heap to some hundreds;
- another algorithm, heaps to some thousands: the sets of values that this module finds, one
  number of heaps after the other, and the plain loop where that is not the solver's own way;

and once more with the solver's thresholds lowered. The reading of codes and every algorithm are
compared on a family of codes besides (:mod:`research.heap_families`), whatever code was asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fast.confirmed import Gated
from oracles.codes import TakeAndBreak
from oracles.heaps import HeapGame, Subtraction, heap_game, heap_values
from research.study import Study

if TYPE_CHECKING:
    from numpy.typing import NDArray

OPTIONS = 250_000  # that the definition looks at
DEFINED = 5_000  # largest heap that it is asked about
PAIRS = 400_000  # of heaps, whose sets of values are found
STEPS = 100_000_000  # of the plain loop
FARTHEST = 20_000
LOW = {"fast.heap_games._SPARSE_FROM": 8, "fast.heap_games._CHUNK": 60}


def study_of_code(code: str) -> Study:
    """Return the study of the heap game that ``code`` says.

    Parameters
    ----------
    code
        As :func:`oracles.heaps.heap_game` reads it.

    Raises
    ------
    CodeError
        If the code is malformed.

    Examples
    --------
    >>> study_of_code("octal:0.77").name, study_of_code("subtraction:4, 1").title
    ('octal-0-77', 'subtraction:1,4')
    """
    game = heap_game(code)
    code = normal_form(code, game)
    study = Study(
        _name(code),
        game,
        title=code,
        about=f"The heap game of the code {code}.",
        source="the code",
        file=Path(__file__).resolve(),
    )
    if _is_known_to_solver(code):
        _confirm_nimbers(study, game, code)
    return study


def normal_form(code: str, game: HeapGame) -> str:
    """Return the code that all codes of the same digits or numbers are written as.

    >>> normal_form("subtraction:3,1", heap_game("subtraction:3,1"))
    'subtraction:1,3'
    """
    if isinstance(game.rule, Subtraction):
        return f"subtraction:{','.join(map(str, game.rule.numbers))}"
    return code.lower() + ("0" if code.endswith(".") else "")


def _confirm_nimbers(study: Study, game: HeapGame, code: str) -> None:
    """Compare the fast nimbers with the graph, the definition and other algorithms."""
    from research.heap_families import confirm_families

    written = _for_solver(code)

    def nimber(heap: int) -> int:
        """Return the Grundy value of one heap."""
        from fast.heap_games import nimbers  # numpy is slow to import

        return int(nimbers(written, heap)[heap])

    def in_the_graph(heap: int) -> int:
        value = study.small_cases.truth.grundy((heap,) if heap else ())  # type: ignore[union-attr]
        return int(value)  # type: ignore[arg-type]  # play ends, so it is finite

    @cache
    def defined() -> list[int]:
        return heap_values(game, _defined_to(game))

    def by_definition(heap: int) -> int:
        return defined()[heap]

    def one_too_much(heap: int) -> int:
        return nimber(heap) + 1

    def the_heap_before(heap: int) -> int:
        return nimber(heap - 1) if heap > 64 else nimber(heap) + 1

    gated = Gated(nimber, study.name, target=code)
    study.confirm(
        gated,
        in_the_graph,
        over="sizes",
        controls={"one too much": one_too_much},
        answer=True,
        headline={"heap": 100},
    )
    last = _defined_to(game)
    ways = [
        (by_definition, range(last + 1), "the definition", {}),
        (by_definition, range(0, last + 1, last // 100 + 1), "the definition", LOW),
        *((oracle, spread(most), words, {}) for oracle, most, words in _others(game, written)),
    ]
    for oracle, heaps, words, thresholds in ways:
        study.agree(
            gated,
            oracle,
            domain=f"every heap to {heaps[-1]}" if len(heaps) > last else f"heaps to {heaps[-1]}",
            arguments=partial(_any_of, heaps),
            whole=partial(_all_of, heaps),
            truth=words,
            controls={"one too much": one_too_much, "the heap before": the_heap_before},
            lowered=thresholds,
        )
    confirm_families(study)


def _all_of(heaps: Sequence[int]) -> list[dict[str, Any]]:
    return [{"heap": heap} for heap in heaps]


def _any_of(heaps: Sequence[int]) -> Any:
    from hypothesis import strategies

    return strategies.sampled_from(_all_of(heaps))


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
def _defined_to(game: HeapGame) -> int:
    """Return the largest heap whose options, and those of all smaller ones, can be looked at."""
    looked_at = 0
    for heap in range(DEFINED + 1):
        for _ in game.rule(heap):
            looked_at += 1
            if looked_at > OPTIONS:
                return heap - 1
    return DEFINED


def _others(game: HeapGame, written: str) -> list[tuple[Callable[[int], int], int, str]]:
    """Return other ways to the values, how far each goes, and its name."""
    from fast.heap_codes import parse_code

    found: list[tuple[Callable[[int], int], int, str]] = []
    code = parse_code(written)
    if isinstance(game.rule, TakeAndBreak) and not code.distinct:
        rule, most = game.rule, _paired_to(code.most_heaps)

        @cache
        def sets() -> NDArray[Any]:
            return values_by_sets(rule, most)

        found.append((lambda heap: int(sets()[heap]), most, "the sets of values"))
    if code.most_heaps <= 2:
        farthest = _looped_to(code)

        @cache
        def looped() -> NDArray[Any]:
            from fast.heap_games import nimbers

            return nimbers(code, farthest, algorithm="plain")

        found.append((lambda heap: int(looped()[heap]), farthest, "the plain loop"))
    return found


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


def _name(code: str) -> str:
    """Write a code in letters, digits and dashes, different for different codes."""
    written = {":": "-", ".": "-", ",": "-", "!": "-distinct", "?": "-unlike", "[": "-repeated-"}
    return "".join(written.get(c, c) for c in code if c != "]").replace("--", "-")


def _for_solver(code: str) -> str:
    """Write the code as the solver reads it, which calls codes of any digits ``heap:``."""
    kind, _, digits = code.partition(":")
    return f"heap:{digits}" if kind == "code" else code


def _is_known_to_solver(code: str) -> bool:
    """Whether the solver reads this code; it reads fewer marks than the oracle."""
    from fast.errors import InputError
    from fast.heap_codes import parse_code

    try:
        parse_code(_for_solver(code))
    except InputError:
        return False
    return True
