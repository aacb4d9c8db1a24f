"""Studies of games that a code gives, such as ``octal:0.77`` or ``vectors:(0,1)(1,0)``.

The Grundy values of single heaps that :mod:`fast.heap_games` computes are confirmed, so that
``answer`` can give them: they are compared with the explicit graph of sums of heaps; with the
definition of Sprague and Grundy, as far as a budget of options goes; and, where a move leaves two
heaps at most, with the plain loop. That the values are periodic is claimed, and proved where a
theorem and the first heaps allow. The tests compare every algorithm on a family of codes.

A move in a vector game lowers the piles by any number of times one of the vectors
(:mod:`oracles.vectors`): ``vectors:(0,1)(1,0)`` is nim with two piles.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fast.gate import Gated
from oracles.errors import CodeError
from oracles.heaps import HeapGame, Subtraction, heap_game, heap_values
from oracles.vectors import VectorGame
from research.checks.check_types import TheoremCheck
from research.checks.evidence import Evidence
from research.claims.cases import Listed, every
from research.claims.study import Study
from research.proving.periods import heap_code, prove_heap_game
from research.proving.results import PERIODICITY, Limits, not_proved
from research.resolving.study_files import short_name

if TYPE_CHECKING:
    from fast.heap_codes import HeapCode

GRAPHED = 200  # largest heap of the explicit graph
OPTIONS = 250_000  # that the definition looks at
FAR = {"heap": 40}  # few heaps are looked at where many are left
DEFINED = 5_000  # largest heap that it is asked about
LOOPED = 10_000  # largest heap of the plain loop; a tenth where the digits repeat for ever
FAR_ENOUGH = Limits(heaps=10_000)  # for most periods; "prove" looks further
VECTORS = "vectors:"
_VECTOR = re.compile(r"\(([0-9]{1,3}(?:,[0-9]{1,3})*)\)")
_IN_NAMES = {":": "-", ".": "-", ",": "-", "!": "-distinct", "[": "-repeated-"}


def study_of_code(code: str) -> Study:
    """Return the study of the heap game that a code says, as :func:`oracles.heaps.heap_game` reads.

    >>> study_of_code("octal:0.77").name, study_of_code("subtraction:4, 1").title
    ('octal-0-77', 'Heap game subtraction:1,4')
    """
    game = heap_game(code)
    if isinstance(game.rule, Subtraction):
        code = f"subtraction:{','.join(map(str, game.rule.numbers))}"
    else:
        code = code.lower() + ("0" if code.endswith(".") else "")
    study = Study(
        "".join(_IN_NAMES.get(c, c) for c in code if c != "]").replace("--", "-"),
        game,
        title=f"Heap game {code}",
        about=f"The heap game of the code {code}.",
        source="the code",
        file=Path(__file__).resolve(),
        word=code,
    )
    for_solver = heap_code(game)
    if not isinstance(for_solver, str):
        _confirm_grundy_values(study, game, for_solver)
        _claim_period(study, game)
    return study


def _confirm_grundy_values(study: Study, game: HeapGame, code: HeapCode) -> None:
    """Compare the fast Grundy values with the graph, the definition and the plain loop."""

    def grundy_value(heap: int) -> int:
        """Return the Grundy value of one heap."""
        from fast.heap_games import grundy_values  # numpy is slow to import

        return int(grundy_values(code, heap)[heap])

    def in_the_graph(heap: int) -> int:
        value = study.small_cases.truth.grundy((heap,) if heap else ())  # type: ignore[union-attr]
        return int(value)  # type: ignore[arg-type]  # play ends, so it is finite

    graph_to = cache(lambda: min(study.small_cases.size, GRAPHED))
    defined_to = cache(lambda: _defined_to(game))
    defined = cache(lambda: heap_values(game, defined_to()))
    looped_to = LOOPED // (10 if code.repeat else 1)

    @cache
    def looped() -> Any:
        from fast.heap_games import grundy_values

        return grundy_values(code, looped_to, algorithm="plain")

    def agree(truth: Any, over: Any, by: str, **more: Any) -> None:
        controls = {"one too much": lambda heap: grundy_value(heap) + 1}
        study.agree(gated, truth, over=over, by=by, controls=controls, **more)

    every_heap = Listed(
        lambda: f"every heap to {defined_to()}", lambda: every(heap=range(defined_to() + 1))
    )
    gated = Gated(grundy_value, study.name, target=study.word)
    small = Listed(lambda: f"every size to {graph_to()}", lambda: every(heap=range(graph_to() + 1)))
    agree(in_the_graph, small, "the graph", answer=True, headline={"heap": 100})
    agree(lambda heap: defined()[heap], every_heap, "the definition", needs=FAR)
    if code.most_heaps <= 2:
        heaps = range(0, looped_to + 1, looped_to // 100 + 1)
        words = f"heaps to {looped_to} in steps of {heaps.step}"
        some = Listed(words, lambda: every(heap=heaps))
        agree(lambda heap: int(looped()[heap]), some, "the plain loop")


def _defined_to(game: HeapGame) -> int:
    """Return the largest heap whose options, and those of all smaller ones, can be looked at."""
    looked_at = 0
    for heap in range(DEFINED + 1):
        for _ in game.rule(heap):
            looked_at += 1
            if looked_at > OPTIONS:
                return heap - 1
    return DEFINED


def _claim_period(study: Study, game: HeapGame) -> None:
    """Claim that the values are periodic; the evidence says which period is proved."""

    def prove(_: None) -> Evidence:
        result = prove_heap_game(game, study.word, FAR_ENOUGH)
        if isinstance(result, str) or not result.proved:
            return not_proved(result if isinstance(result, str) else result.reason)
        return replace(result.evidence(), by=f"{result.formulas['period']}; {result.method}")

    claim = study.claim(
        "period",
        "From some heap on, the Grundy values of single heaps are periodic or arithmetic-periodic.",
        believed=None,
        controls={},
    )
    claim.checks.append(TheoremCheck(PERIODICITY, prove, leaves_controls=True))


def vector_game(code: str) -> VectorGame:
    """Return the vector game of a code; ``CodeError`` points at the character that is wrong.

    >>> vector_game("vectors:(0,1)(1,0)(1,1)").vectors
    [(0, 1), (1, 0), (1, 1)]
    """
    vectors: list[tuple[int, ...]] = []
    place = len(VECTORS)
    while place < len(code) or not vectors:
        found = _VECTOR.match(code, place)
        if found is None:
            raise CodeError(code, place, f"expected vectors of numbers to 999, {VECTORS}(0,1)(1,0)")
        vectors.append(tuple(map(int, found[1].split(","))))
        if len(vectors[-1]) != len(vectors[0]):
            raise CodeError(code, place, f"expected {len(vectors[0])} numbers, as before")
        place = found.end()
    return VectorGame(vectors)


def code_of_vectors(vectors: Sequence[tuple[int, ...]]) -> str:
    """Return the code of the game of some vectors.

    >>> code_of_vectors([(0, 1), (1, 0)])
    'vectors:(0,1)(1,0)'
    """
    return VECTORS + "".join(f"({','.join(map(str, vector))})" for vector in vectors)


def study_of_vectors(code: str) -> Study:
    """Return the study of the vector game that a code says; errors as of :func:`vector_game`.

    >>> study_of_vectors("vectors:(0,1)(1,0)").name
    'vectors-0-1-and-1-0'
    """
    game = vector_game(code)
    return Study(
        short_name("vectors-" + "-and-".join("-".join(map(str, v)) for v in game.vectors)),
        game,
        title=f"Vector game {code.removeprefix(VECTORS)}",
        about="A move lowers the piles by any number of times one of the vectors.",
        source="the vectors",
        file=Path(__file__).resolve(),
        word=code,
    )
