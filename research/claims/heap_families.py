"""A family of codes on which the heap solver is compared as a whole, whatever code is asked for.

An answer for one code runs through the reading of codes, the choice of an algorithm and the
algorithm itself. Here every form of a code is read, and every algorithm is asked by name, on small
heaps; what is no code, and an algorithm that does not apply, must be refused. The truth is the
definition, the mex over what the oracle's rules leave of a heap, and for larger heaps the sets of
values.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

from fast.errors import InputError
from oracles.codes import TakeAndBreak
from oracles.heaps import HeapGame, Subtraction, heap_values
from research.claims.cases import Listed, every
from research.claims.heap_ways import values_by_sets

if TYPE_CHECKING:
    from research.claims.study import Study

ALGORITHMS = ("auto", "plain", "sparse", "rows", "cofinite")
OPTIONS = 12_000  # that the definition looks at for one code
HEAPS = (*range(22), 31, 40, 63, 66, 97, 130)
LOW = {
    "fast.heap_games._SPARSE_FROM": 2,
    "fast.heap_games._CHUNK": 40,
    "fast.heap_games._RARE_SHARE": 0.5,
}
NO_WORDS = {"fast.heap_games._WORD": 0}

# The code as the solver reads it, and as the oracle does; a set of numbers speaks for itself.
CODES: dict[str, str] = {
    **{
        code: code.rpartition(":")[2]
        for code in (
            *("0.77", "0.07", "0.137", "0.45", "0.16", "0.156", "0.26", "4.7", "4.0", "4.31"),
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
WIDE_HEAPS = (10, 266, 267, 65535, 65536, 65540, 65546, 65547, 70001)
NO_CODES = (
    *("77", "4", "", "44.7", "1.7", "2.7", "3.7", "5.0", "0.7.7", "0.7x", "0.w", "0.-7"),
    *("octal:0.78", "octal:8.0", "hexadecimal:0.1g", "hexadecimal:g.1", "octal:", "cards:0.7"),
    *("0.[7", "0.[]", "0.7]", "0.7[3]5", "0.7[[3]]", "[3].7", "0[3].7", "]0.7", "0.7[3]]"),
    *("!0.7", "0.!7", "0.7!!", "0.[!7]", "0!.7!!", "4.!7", "0.8!7", "0.[7!]", "0.8f4!", "0.3[7!3]"),
    *("0.&40", "0.&x;", "0.&;", "0.&131072;", "0.&9999999999;", "0.&４;", "&1;.7", "octal:0.&8;"),
    *("0.7 7", " 0.77", "0.77 ", "0.\u212a", "0.７", "octal:0.7\n", "0.7?", "0.7=", "0.7*"),
    *("subtraction:", "subtraction:1,1", "subtraction:0,1", "subtraction:01", "subtraction:1;2"),
    *("subtraction:-1", "subtraction:1,", "subtraction:１", "subtraction:12345678"),
    *(
        "subtraction:1,2,1",
        "subtraction:1000001",
        "all-but:",
        "all-but:0",
        "all-but:3,3",
        "all-but",
    ),
)


def grundy_value_of(code: str, heap: int, algorithm: str = "auto", known: int | None = None) -> int:
    """Return the value of one heap by one algorithm, going on from a shorter run if asked."""
    from fast.heap_games import grundy_values

    if known is None:
        return int(grundy_values(code, heap, algorithm=algorithm)[heap])  # type: ignore[arg-type]
    before = grundy_values(code, known, algorithm=algorithm)[: known + 1]  # type: ignore[arg-type]
    reached: list[int] = []
    values = grundy_values(
        code,
        heap,
        algorithm=algorithm,  # type: ignore[arg-type]
        known=before[known > 0 :] if known == 0 else before,
        progress=lambda done, _: reached.append(done),
    )
    return int(values[heap])


def grundy_value_by_definition(
    code: str,
    heap: int,
    algorithm: str = "auto",
    known: int | None = None,  # noqa: ARG001
) -> int | None:
    """Return the value of one heap by definition; None for what must be refused."""
    if code in NO_CODES or not applies(algorithm, code):
        return None
    return _values(code)[heap]


def grundy_value_of_subtraction(code: str, heap: int) -> int:
    """Return the value of one heap of a subtraction set by definition."""
    return _values_of_subtraction(code)[heap]


@cache
def _values_of_subtraction(code: str) -> list[int]:
    numbers = [int(number) for number in code.partition(":")[2].split(",")]
    values: list[int] = []
    for heap in range(WIDE_HEAPS[-1] + 1):
        options = {values[heap - number] for number in numbers if number <= heap}
        values.append(next(n for n in range(len(numbers) + 1) if n not in options))
    return values


def applies(algorithm: str, code: str) -> bool:
    """Whether an algorithm can be asked for a code, as :mod:`fast.heap_games` says in words."""
    if algorithm == "auto":
        return True
    written = CODES.get(code, "0.3")
    digits = [int(mark, 36) for mark in written if mark.isalnum()]
    tail = written.partition("[")[2].rstrip("]")
    repeated = [int(mark, 36) for mark in tail if mark.isalnum()]
    endless = any(repeated) or code.startswith("all-but")
    at_most_two = max(digits) < 8
    cofinite = set(digits) <= {0, 3} and len(repeated) == 1 and repeated[0] == 3
    cofinite = cofinite or code.startswith("all-but")
    return {
        "plain": at_most_two,
        "rows": not any(mark == "!" for mark in written),
        "cofinite": cofinite,
        "sparse": at_most_two
        and not cofinite
        and not (endless and any(digit & 4 for digit in repeated)),
    }[algorithm]


@cache
def _values(code: str) -> list[int]:
    """Return the values of a code's heaps: by definition, then from the sets of values."""
    game = _game(code)
    looked_at = largest = 0
    while largest < HEAPS[-1] and looked_at <= OPTIONS:
        largest += 1
        looked_at += sum(1 for _ in game.rule(largest))
    values = heap_values(game, largest)
    if isinstance(game.rule, TakeAndBreak) and "!" not in CODES[code]:
        values += values_by_sets(game.rule, HEAPS[-1]).tolist()[len(values) :]
    return values


def _game(code: str) -> HeapGame:
    kind, colon, text = code.partition(":")
    if colon and kind in ("subtraction", "all-but"):
        numbers = frozenset(map(int, text.split(",")))
        if kind == "subtraction":
            return HeapGame(Subtraction(tuple(numbers)))
        return HeapGame(lambda heap: [(heap - n,) for n in range(1, heap + 1) if n not in numbers])
    return HeapGame(TakeAndBreak(CODES[code]))


@cache
def cases() -> list[dict[str, Any]]:
    """Return every code of the family with every algorithm and heap; smallest heaps first."""
    return list(_cases())


def _cases() -> Iterator[dict[str, Any]]:
    named = [f"{kind}:{numbers}" for kind in ("subtraction", "all-but") for numbers in NUMBERS]
    codes = (*CODES, *named)
    yield from ({"code": code, "heap": 7} for code in NO_CODES)
    for heap in HEAPS:
        for code in codes:
            if heap < len(_values(code)):
                for algorithm in ALGORITHMS:
                    if applies(algorithm, code) or heap == 7:
                        yield {"code": code, "heap": heap, "algorithm": algorithm}
                if heap in (6, 40, 97):
                    yield from ({"code": code, "heap": heap, "known": k} for k in (0, 3, heap + 2))


def confirm_families(study: Study) -> None:
    """Add the agreements on the family, with the solver's thresholds as they are and lowered."""
    study.agree(
        grundy_value_of,
        grundy_value_of_subtraction,
        over=Listed(
            "subtraction sets with numbers above 2^16, heaps to 70001",
            lambda: every(code=[f"subtraction:{numbers}" for numbers in WIDE], heap=WIDE_HEAPS),
        ),
        by="the definition",
        controls={
            "numbers of 16 bits": lambda code, heap: grundy_value_of_subtraction(
                re.sub("[0-9]+", lambda number: str(int(number[0]) & 0xFFFF), code), heap
            )
        },
    )
    for thresholds in ({}, LOW, LOW | NO_WORDS):
        study.agree(
            grundy_value_of,
            grundy_value_by_definition,
            over=Listed(
                f"{len(CODES) + 2 * len(NUMBERS)} codes, every algorithm, small heaps; "
                f"{len(NO_CODES)} texts that are no code",
                cases,
            ),
            refusal=InputError,
            by="the definition and the sets of values on other codes",
            controls={
                "one too much": lambda **case: (grundy_value_by_definition(**case) or 0) + 1,
                "the plain loop for all": lambda **case: grundy_value_of(
                    **{**case, "algorithm": "plain"}
                ),
            },
            lowered=thresholds,
        )
