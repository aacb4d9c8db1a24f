"""Studies of games that a code gives, such as ``octal:0.77`` or ``vectors:(0,1)(1,0)``.

The Grundy values of single heaps that :mod:`fast.heap_games` computes are confirmed, so that
``answer`` can give them: they are compared with the explicit graph of sums of heaps, and with the
definition of Sprague and Grundy. That the values are periodic is claimed, and proved where a
theorem and the first heaps allow.

A move in a vector game lowers the piles by any number of times one of the vectors
(:mod:`oracles.vectors`): ``vectors:(0,1)(1,0)`` is nim with two piles. In
``partizan-subtraction:{1,2}|{1,3}`` Left takes 1 or 2 from a heap, and Right 1 or 3.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any

from fast.gate import Gated
from fast.heap_codes import HeapCode
from oracles.errors import MOST_LETTERS, CodeError
from oracles.heaps import HeapGame, Subtraction, heap_game, heap_values
from oracles.partizan_subtraction import PartizanSubtraction
from oracles.vectors import VectorGame
from research.checks.check_types import TheoremCheck
from research.checks.evidence import Evidence
from research.claims.cases import Listed, every
from research.claims.study import Study
from research.proving.outcome_periods import prove_outcome_period
from research.proving.periods import heap_code, prove_heap_game
from research.proving.results import PERIODICITY, Limits, NotProvable, ProofResult
from research.resolving.ranges import integers

GRAPHED = 200  # largest heap of the explicit graph
DEFINED = 10_000, 10_000, 10_000, 1_000  # the largest heap by definition, by the heaps left
NEAR = 500  # every heap to here is compared with the definition, and 100 beyond
FAR_ENOUGH = Limits(heaps=10_000)  # for most periods; "prove" looks further
VECTORS = "vectors:"
PARTIZAN = "partizan-subtraction:"
_SETS = re.compile(r"\{([^{}]*)\}\|\{([^{}]*)\}")
_LARGEST = 999  # of the numbers that may be taken in a partizan game
_VECTOR = re.compile(r"\(([0-9]{1,3}(?:,[0-9]{1,3})*)\)")
_IN_NAMES = str.maketrans(
    {
        **dict.fromkeys(":.,", "-"),
        **dict.fromkeys("()]{}", ""),
        "|": "-and-",
        "!": "-distinct",
        "[": "-repeated-",
    }
)


def study_of_code(code: str) -> Study:
    """Return the study of the game of a code; ``CodeError`` points at the character that is wrong.

    >>> study_of_code("octal:0.77").name, study_of_code("subtraction:4, 1").title
    ('octal-0-77', 'Heap game subtraction:1,4')
    >>> study_of_code("vectors:(0,1)(1,0)").name
    'vectors-0-1-and-1-0'
    """
    game: Any = _game_of(code)
    kind, about = "Heap", "The heap game of the code {}."
    if isinstance(game, VectorGame):
        kind, about = "Vector", "A move lowers the piles by any number of times one of the vectors."
    elif isinstance(game, PartizanSubtraction):
        code = code_of_sets(game.left, game.right)
        about = "Left takes from a heap a number of the first set, and Right one of the second."
    elif isinstance(game.rule, Subtraction):
        code = f"subtraction:{','.join(map(str, game.rule.numbers))}"
    else:
        code = code.lower() + ("0" if code.endswith(".") else "")
    study = Study(
        short_name(code.replace(")(", ",and,").translate(_IN_NAMES).replace("--", "-")),
        game,
        title=f"{kind} game {code.removeprefix(VECTORS)}",
        about=about.format(code),
        source="the code",
        file=Path(__file__).resolve(),
        word=code,
    )
    if isinstance(game, PartizanSubtraction):
        outcomes = "From some heap on, the outcomes of single heaps are periodic."
        _claim_period(study, outcomes, partial(prove_outcome_period, game, code, FAR_ENOUGH))
        return study
    with suppress(NotProvable):  # where the fast solver does not read the code
        _confirm_grundy_values(study, game, heap_code(game))
        values = "From some heap on, the Grundy values of single heaps are periodic or "
        values += "arithmetic-periodic."
        _claim_period(study, values, partial(prove_heap_game, game, code, FAR_ENOUGH))
    return study


def _game_of(code: str) -> Any:
    if code.startswith(VECTORS):
        return vector_game(code)
    if code.startswith(PARTIZAN):
        return PartizanSubtraction(*sets_of(code))
    return heap_game(code)


def short_name(text: str) -> str:
    """Return a name that files can have; a long or unusual one ends in a digest of all of it.

    >>> short_name("take--m-3"), short_name("take--ä-3")
    ('take--m-3', 'take----3--3fd76877')
    """
    kept = re.sub(r"[^A-Za-z0-9_-]", "-", text)[: MOST_LETTERS - 10]
    digest = hashlib.sha256(text.encode()).hexdigest()[:8]
    return text if kept == text else f"{kept.rstrip('-')}--{digest}"


def values_by_definition(game: HeapGame, code: HeapCode, largest: int) -> Sequence[int]:
    """Return the Grundy values of a code by definition, to a heap that is quick to reach."""
    from oracles.heap_table import heap_table  # numba is slow to import

    heaps = code.most_heaps + bool(code.repeat)  # the power of a heap that its value costs
    largest = min(largest, DEFINED[heaps] if heaps < len(DEFINED) else 200)
    table = heap_table(game, largest)
    return heap_values(game, min(largest, 100)) if table is None else table.tolist()


def _confirm_grundy_values(study: Study, game: HeapGame, code: HeapCode) -> None:
    """Compare the fast Grundy values with the graph, and with the definition."""

    def grundy_value(heap: int) -> int:
        """Return the Grundy value of one heap."""
        from fast.heap_games import grundy_values  # numpy is slow to import

        return int(grundy_values(code, heap)[heap])

    def in_the_graph(heap: int) -> int:
        value = study.small_cases.truth.grundy((heap,) if heap else ())
        return int(value)  # type: ignore[arg-type]  # play ends, so it is finite

    def agree(truth: Any, words: Any, heaps: Any, by: str, **more: Any) -> None:
        controls = {"one too much": lambda heap: grundy_value(heap) + 1}
        over = Listed(words, lambda: every(heap=heaps()))
        study.agree(gated, truth, over=over, by=by, controls=controls, **more)

    def some_heaps() -> Iterable[int]:
        last = len(defined()) - 1
        return sorted({*range(min(NEAR, last) + 1), *range(0, last + 1, last // 100 + 1), last})

    gated = Gated(grundy_value, study.name, target=study.word)
    graph_to = cache(lambda: min(study.small_cases.size, GRAPHED))
    defined = cache(lambda: values_by_definition(game, code, DEFINED[0]))
    words, heaps = lambda: f"every size to {graph_to()}", lambda: range(graph_to() + 1)
    agree(in_the_graph, words, heaps, "the graph", answer=True, headline={"heap": 100})
    words = lambda: f"every heap to {NEAR}, and 100 to {len(defined()) - 1}"  # noqa: E731
    agree(lambda heap: defined()[heap], words, some_heaps, "the definition", needs={"heap": 40})


def _claim_period(study: Study, statement: str, proof: Callable[[], ProofResult]) -> None:
    """Claim that there is a period; the evidence says which is proved."""

    def prove(_: None) -> Evidence:
        try:
            result = proof().required()
        except NotProvable as error:
            return error.evidence()
        return replace(result.evidence(), by=f"{result.formulas['period']}; {result.method}")

    claim = study.claim("period", statement, believed=None, controls={})
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


def code_of_vectors(vectors: Iterable[tuple[int, ...]]) -> str:
    """Return the code of the game of some vectors."""
    return VECTORS + "".join(f"({','.join(map(str, vector))})" for vector in vectors)


def sets_of(code: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the sets of a partizan subtraction game, or of a family of them.

    :class:`CodeError` if they are malformed.

    >>> sets_of("partizan-subtraction:{1..3}|{5,2}")
    ((1, 2, 3), (2, 5))
    """
    place = len(PARTIZAN)
    found = _SETS.fullmatch(code, place)
    try:
        if found is None:
            raise ValueError("expected two sets, as in {1,2}|{1..3}")
        left, right = (tuple(sorted({*integers(each)})) for each in found.groups())
    except ValueError as error:
        raise CodeError(code, place, str(error)) from None
    if not 1 <= min(*left, *right) <= max(*left, *right) <= _LARGEST:
        raise CodeError(code, place, f"expected numbers from 1 to {_LARGEST}")
    return left, right


def code_of_sets(*sets: Iterable[int]) -> str:
    """Return the code of the game of Left's set and Right's."""
    return PARTIZAN + "|".join(f"{{{','.join(map(str, each))}}}" for each in sets)
