"""Studies of heap games that are given by a code, such as ``octal:0.77``.

The code is rules enough. The Grundy values of single heaps that :mod:`fast.heap_games` computes
are confirmed, so that ``answer`` can give them: they are compared with every other way to the
values (:mod:`research.claims.heap_ways`), and once more with the solver's constants overridden.
That the values are periodic is claimed, and proved where a theorem and the first heaps allow. The
tests compare the reading of codes and every algorithm on a family of codes; no check does it anew.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from fast.gate import Gated
from oracles.heaps import HeapGame, Subtraction, heap_game
from research.checks.check_types import TheoremCheck
from research.checks.evidence import Evidence
from research.claims.heap_ways import agree_on_heaps, in_the_graph, ways_to_values
from research.claims.study import Study
from research.proving.believed import not_proved
from research.proving.heap_periods import prove_heaps
from research.proving.results import PERIODICITY
from research.theorems.code_of_rules import heap_code
from research.theorems.theorem import Limits

if TYPE_CHECKING:
    from fast.heap_codes import HeapCode

LOW = {"fast.heap_games._SPARSE_FROM": 8, "fast.heap_games._CHUNK": 60}
FAR_ENOUGH = Limits(heaps=10_000)  # for most periods; "prove" looks further


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
    ('octal-0-77', 'Heap game subtraction:1,4')
    """
    game = heap_game(code)
    code = normal_form(code, game)
    study = Study(
        _name(code),
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
        _claim_period(study, game, for_solver)
    return study


def normal_form(code: str, game: HeapGame) -> str:
    """Return the code that all codes of the same digits or numbers are written as.

    >>> normal_form("subtraction:3,1", heap_game("subtraction:3,1"))
    'subtraction:1,3'
    """
    if isinstance(game.rule, Subtraction):
        return f"subtraction:{','.join(map(str, game.rule.numbers))}"
    return code.lower() + ("0" if code.endswith(".") else "")


def _confirm_grundy_values(study: Study, game: HeapGame, code: HeapCode) -> None:
    """Compare the fast Grundy values with the graph, the definition and other algorithms."""

    def grundy_value(heap: int) -> int:
        """Return the Grundy value of one heap."""
        from fast.heap_games import grundy_values  # numpy is slow to import

        return int(grundy_values(code, heap)[heap])

    def one_too_much(heap: int) -> int:
        return grundy_value(heap) + 1

    gated = Gated(grundy_value, study.name, target=study.word)
    study.agree(
        gated,
        in_the_graph(study),
        over="sizes",
        by="the graph",
        controls={"one too much": one_too_much},
        answer=True,
        headline={"heap": 100},
    )
    ways = ways_to_values(game, code)
    definition = ways[0]
    low = replace(definition, heaps=definition.heaps[:: len(definition.heaps) // 100 + 1])
    for way in (*ways, replace(low, lowered=LOW)):
        agree_on_heaps(study, gated, way, {"one too much": one_too_much})


def _claim_period(study: Study, game: HeapGame, code: HeapCode) -> None:
    """Claim that the values are periodic; the evidence says which period is proved."""
    claim = study.claim(
        "period",
        "From some heap on, the Grundy values of single heaps are periodic or arithmetic-periodic.",
        believed=None,
        controls={},
    )

    def prove(_: None) -> Evidence:
        result = prove_heaps(game, study.word, code, FAR_ENOUGH)
        if not result.proved:
            return not_proved(result.reason)
        return replace(result.evidence(), by=f"{result.formulas['period']}; {result.method}")

    claim.checks.append(TheoremCheck(PERIODICITY, prove, leaves_controls=True))


def _name(code: str) -> str:
    """Write a code in letters, digits and dashes, different for different codes."""
    written = {":": "-", ".": "-", ",": "-", "!": "-distinct", "?": "-unlike", "[": "-repeated-"}
    return "".join(written.get(c, c) for c in code if c != "]").replace("--", "-")
