"""Studies of heap games that are given by a code, such as ``octal:0.77``.

The code is rules enough. The Grundy values of single heaps that :mod:`fast.heap_games` computes
are confirmed, so that ``answer`` can give them: they are compared with every other way to the
values, each as far as a budget of its own work, and once more with the solver's constants
overridden. These ways are

- the explicit graph of sums of heaps, which knows nothing of nim sums;
- the definition of Sprague and Grundy: the mex over what each heap leaves;
- for codes that leave two heaps at most, the plain loop of :mod:`fast.heap_games`.

That the values are periodic is claimed, and proved where a theorem and the first heaps allow. The
tests compare the reading of codes and every algorithm on a family of codes; no check does it anew.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fast.gate import Gated
from oracles.heaps import HeapGame, Subtraction, heap_game, heap_values
from research.checks.check_types import TheoremCheck
from research.checks.evidence import Evidence
from research.claims.agreement import Needs
from research.claims.cases import Listed, every
from research.claims.study import Study
from research.proving.believed import not_proved
from research.proving.code_of_rules import heap_code
from research.proving.heap_periods import prove_code
from research.proving.results import PERIODICITY
from research.proving.theorem import Limits

if TYPE_CHECKING:
    from fast.heap_codes import HeapCode

LOW = {"fast.heap_games._SPARSE_FROM": 8, "fast.heap_games._CHUNK": 60}
OPTIONS = 250_000  # that the definition looks at
FAR = Needs("heaps of which all options are looked at, few where many heaps are left", {"heap": 40})
DEFINED = 5_000  # largest heap that it is asked about
STEPS = 100_000_000  # of the plain loop
FARTHEST = 20_000
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

    def in_the_graph(heap: int) -> int:
        value = study.small_cases.truth.grundy((heap,) if heap else ())  # type: ignore[union-attr]
        return int(value)  # type: ignore[arg-type]  # play ends, so it is finite

    def by_definition(heap: int) -> int:
        return defined()[heap]

    def by_plain_loop(heap: int) -> int:
        return int(loop()[heap])

    @cache
    def loop() -> Any:
        from fast.heap_games import grundy_values

        return grundy_values(code, farthest(), algorithm="plain")

    most = cache(lambda: _defined_to(game))
    defined = cache(lambda: heap_values(game, most()))
    gated = Gated(grundy_value, study.name, target=study.word)
    controls: dict[str, Any] = {"controls": {"one too much": one_too_much}}
    headline = {"heap": 100}
    study.agree(
        *(gated, in_the_graph),
        over="sizes",
        by="the graph",
        answer=True,
        headline=headline,
        **controls,
    )
    every_heap = Listed(lambda: f"every heap to {most()}", lambda: every(heap=range(most() + 1)))
    study.agree(gated, by_definition, over=every_heap, by="the definition", needs=FAR, **controls)
    if code.most_heaps <= 2:
        farthest = cache(lambda: _looped_to(code))
        some = Listed(
            lambda: f"{len(_next_to_powers(farthest()))} heaps to {farthest()}",
            lambda: every(heap=_next_to_powers(farthest())),
        )
        study.agree(gated, by_plain_loop, over=some, by="the plain loop", **controls)
    step = cache(lambda: (most() + 1) // 100 + 1)
    hundredth = Listed(
        lambda: f"heaps to {most()} in steps of {step()}",
        lambda: every(heap=range(0, most() + 1, step())),
    )
    low: dict[str, Any] = {"lowered": LOW}
    study.agree(gated, by_definition, over=hundredth, by="the definition", **controls, **low)


def _next_to_powers(most: int) -> list[int]:
    """Return heaps up to ``most``: next to powers of two, and in steps of a tenth.

    >>> _next_to_powers(20) == list(range(21))
    True
    """
    powers = {2**k + d for k in range(most.bit_length() + 1) for d in (-1, 0, 1)}
    tenths = [0]
    while tenths[-1] < most:
        tenths.append(tenths[-1] + max(tenths[-1] // 10, 1))
    return sorted(heap for heap in {*powers, *tenths, most} if 0 <= heap <= most)


def _defined_to(game: HeapGame) -> int:
    """Return the largest heap whose options, and those of all smaller ones, can be looked at."""
    looked_at = 0
    for heap in range(DEFINED + 1):
        for _ in game.rule(heap):
            looked_at += 1
            if looked_at > OPTIONS:
                return heap - 1
    return DEFINED


def _looped_to(code: HeapCode) -> int:
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


def _claim_period(study: Study, game: HeapGame, code: HeapCode) -> None:
    """Claim that the values are periodic; the evidence says which period is proved."""
    claim = study.claim(
        "period",
        "From some heap on, the Grundy values of single heaps are periodic or arithmetic-periodic.",
        believed=None,
        controls={},
    )

    def prove(_: None) -> Evidence:
        result = prove_code(game, study.word, code, FAR_ENOUGH)
        if not result.proved:
            return not_proved(result.reason)
        return replace(result.evidence(), by=f"{result.formulas['period']}; {result.method}")

    claim.checks.append(TheoremCheck(PERIODICITY, prove, leaves_controls=True))


def _name(code: str) -> str:
    """Write a code in letters, digits and dashes, different for different codes."""
    written = {":": "-", ".": "-", ",": "-", "!": "-distinct", "?": "-unlike", "[": "-repeated-"}
    return "".join(written.get(c, c) for c in code if c != "]").replace("--", "-")
