"""Every algorithm of the heap solver on a family of codes: the values are those by definition.

An answer for one code runs through the reading of codes, the choice of an algorithm and the
algorithm itself. Here every form of a code is read, and every algorithm is asked by name, with the
solver's constants as they are and overridden. What is no code is refused, and so is an algorithm
that does not apply. The truth is the definition, the mex over what the oracle's rules leave of a
heap, and for larger heaps the sets of values.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from fast import heap_games
from fast.errors import InputError
from fast.heap_games import grundy_values
from oracles.codes import TakeAndBreak
from oracles.grundy import mex
from oracles.heaps import HeapGame, Subtraction, heap_values
from tests.running import python

ALGORITHMS = ("auto", "plain", "sparse", "rows")
OPTIONS = 6_000  # that the definition looks at for one code
LARGEST = 130
LOW = {"_SPARSE_FROM": 2, "_CHUNK": 40, "_RARE_SHARE": 0.5}

# The code as the solver reads it, and as the oracle does; a set of numbers speaks for itself.
CODES: dict[str, str] = {
    **{
        code: code.rpartition(":")[2]
        for code in (
            *("0.77", "0.07", "0.137", "0.45", "0.16", "0.156", "0.26", "4.7", "4.0", "4.31"),
            *("0.7777", "0.127", "0.117", "0.56"),
            *("0.3", "0.1", "0.5", "0.", "0.7700", "0.03", "0.007", "0.4", "0.6", "4.1"),
            *("4!.0", "0.37!", "0.3!7!", "4!.4!", "0.07!7", "4.4!", "0.4!4", "0.26!"),
            *("0.[3]", "4.[3]", "0.[7]", "0.3[03]", "0.7[0]", "0.[4]", "0.1[23]", "4!.[3]"),
            *("0.0[3]", "0.33[7]", "0.[30]", "0.33[3]", "0.30[3]", "0.0[2]", "0.[33]", "4!.3[7]"),
            *("0.8f", "0.3f", "8.0", "c.8", "0.[f]", "0.8", "0.0[9]", "8.[3]", "heap:0.g1"),
            *("heap:0.V", "octal:0.77", "octal:4.[7]", "hexadecimal:0.0F", "hexadecimal:c.[8]"),
        )
    },
    ".77": "0.77",
    ".": "0.",
    "heap:.[3]": "0.[3]",
    "0.&35;1": "0.z1",
    "&12;.&7;&3;": "c.73",
    "heap:0.[&10;]": "0.[a]",
}
NUMBERS = ("1", "2", "1,3,4", "4,1", "2,5,7", "1, 2 ,3", "6", "1,70")
# Numbers that are small ones where they are cut to 8 or to 16 bits, and heaps about them.
WIDE = ("266", "65546", "1,65546", "3,65537", "2,3,70000")
NAMED = [f"{kind}:{numbers}" for kind in ("subtraction", "all-but") for numbers in NUMBERS]
FAMILY = (*CODES, *NAMED)


def game_of(code: str) -> HeapGame:
    kind, _, text = code.partition(":")
    if kind not in ("subtraction", "all-but"):
        return HeapGame(TakeAndBreak(CODES[code]))
    numbers = frozenset(map(int, text.split(",")))
    if kind == "subtraction":
        return HeapGame(Subtraction(tuple(numbers)))
    return HeapGame(lambda heap: [(heap - n,) for n in range(1, heap + 1) if n not in numbers])


def values_by_sets(rule: TakeAndBreak, most: int) -> list[int]:
    """The values of the heaps 0 to ``most``, from those of all positions of j heaps, n in all."""
    values_of_digits = [rule.digit(taken).value for taken in range(most + 1)]
    digits = [[j for j in range(v.bit_length()) if v >> j & 1] for v in values_of_digits]
    parts = max(map(max, filter(None, digits)), default=0)
    values: list[int] = []
    sets = [[{0}] + [set[int]() for _ in range(most)]]  # by the number of heaps, then by n
    sets += [[set() for _ in range(most + 1)] for _ in range(parts)]
    for heap in range(most + 1):
        for j in range(2, parts + 1):
            for first in range(1, heap):
                sets[j][heap] |= {values[first] ^ rest for rest in sets[j - 1][heap - first]}
        left = [sets[j][heap - taken] for taken in range(heap + 1) for j in digits[taken]]
        values.append(mex(set().union(*left)) if heap else 0)
        if heap and parts:
            sets[1][heap].add(values[heap])
    return values


@cache
def values_by_definition(code: str) -> list[int]:
    """The values of a code's heaps: by definition, then from the sets of values."""
    game = game_of(code)
    looked_at = largest = 0
    while largest < LARGEST and looked_at <= OPTIONS:
        largest += 1
        looked_at += sum(1 for _ in game.rule(largest))
    values = heap_values(game, largest)
    if isinstance(game.rule, TakeAndBreak) and "!" not in CODES[code]:
        values += values_by_sets(game.rule, LARGEST)[len(values) :]
    return values


def applies(algorithm: str, code: str) -> bool:
    """Whether an algorithm can be asked for a code, as :mod:`fast.heap_games` says in words."""
    written = CODES.get(code, "0.3")
    digits = [int(mark, 36) for mark in written if mark.isalnum()]
    tail = written.partition("[")[2].rstrip("]")
    repeated = [int(mark, 36) for mark in tail if mark.isalnum()]
    at_most_two = max(digits) < 8
    return {
        "auto": True,
        "plain": at_most_two,
        "rows": not any(mark == "!" for mark in written),
        "sparse": at_most_two and not any(digit & 4 for digit in repeated),
    }[algorithm]


def compare_the_family() -> None:
    """Compare every algorithm on every code, and going on from shorter runs."""
    for code in FAMILY:
        true = values_by_definition(code)
        last = len(true) - 1
        for algorithm in ALGORITHMS:
            if not applies(algorithm, code):
                with pytest.raises(InputError):
                    grundy_values(code, 7, algorithm=algorithm)
            else:
                found = grundy_values(code, last, algorithm=algorithm)
                assert found.tolist() == true, (code, algorithm)
        for known in (0, 3, last + 2):
            before = grundy_values(code, known)[known == 0 : known + 1]
            found = grundy_values(code, last, known=before)
            assert found.tolist() == true, (code, known)


@pytest.mark.parametrize("constants", [{}, LOW])
def test_every_algorithm_gives_the_values_by_definition(constants, monkeypatch):
    for name, value in constants.items():
        monkeypatch.setattr(heap_games, name, value)
    compare_the_family()


def test_numbers_beyond_two_bytes_are_taken():
    for numbers in WIDE:
        taken = [int(number) for number in numbers.split(",")]
        values: list[int] = []
        for heap in range(70_002):
            options = {values[heap - n] for n in taken if n <= heap}
            values.append(next(v for v in range(len(taken) + 1) if v not in options))
        assert grundy_values(f"subtraction:{numbers}", 70_001).tolist() == values


ALL_BRANCHES = """
import json, sys
sys.path.append(sys.argv[1])
import test_heap_codes as codes, test_heap_family as family
from fast import heap_codes, heap_games, heap_kernels
from research.claims.solver_code import covering
from research.verdicts.fresh_process import branch_report
cover = covering([each.__file__ for each in (heap_codes, heap_games, heap_kernels)])
with cover.collect():
    for malformed in codes.MALFORMED:
        codes.test_a_malformed_code_is_refused_with_a_caret_under_the_place(*malformed)
    family.compare_the_family()
    vars(heap_games).update(family.LOW)
    family.compare_the_family()
print(json.dumps(branch_report(cover)[0]))
"""


@pytest.mark.expensive
def test_the_family_takes_every_branch_of_the_solver():
    """Kernels run as plain Python."""
    done = python("-c", ALL_BRANCHES, Path(__file__).parent, NUMBA_DISABLE_JIT="1")
    assert json.loads(done.stdout) == [], done.stderr
