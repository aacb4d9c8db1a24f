"""The record of one member: its claims, values, proposals and what is proved.

Of a code it is what :func:`~research.families.heap_codes.record_of_heap_code` finds, or
:func:`~research.families.vector_games.record_of_vectors`. Any other member is checked as
``grundwork check`` does, but gets no certificate; its first values are those of single heaps by
definition, or of the positions of the largest graph within a budget; and what can be proved is what
``grundwork prove`` proves.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from oracles.heaps import heap_game, heap_values, is_sum_of_heaps
from oracles.limits import STAGE, Watch
from oracles.rules import Game
from research.families.heap_codes import record_of_heap_code
from research.families.record import (
    COUNTS,
    FAULTY,
    HEAPS,
    LOOKED,
    POSITIONS_IN_ORDER,
    Record,
    record_of_values,
)
from research.families.vector_games import record_of_vectors
from research.proving.code_of_rules import heap_code
from research.resolving.loading import is_heap_code
from research.resolving.vector_codes import KIND, vector_game

if TYPE_CHECKING:
    from research.claims.study import Study
    from research.proving.believed import Prover
    from research.proving.results import ProofResult

TO = 10_000  # the largest heap of a code, unless another is asked for
CELLS = 256  # squared, how many positions of a vector game
TO_BY_DEFINITION = 300  # that of a rule in Python
POSITIONS, ARCS = 20_000, 200_000  # of the explicit graph that an attempt at a proof looks at


def record_of(word: str, to: int | None = None) -> Record:
    """Return what is known of one member.

    Parameters
    ----------
    word
        As :func:`research.resolving.loading.load_study` takes it.
    to
        The largest heap, or the largest size whose positions are listed.

    Raises
    ------
    OracleError, ClaimError, VariantError, ResourceLimitError
        What is wrong with the member, or what it needs too much of.

    Examples
    --------
    >>> found = record_of("subtraction:1,2")
    >>> found.level, found.period, found.first_terms[:6]
    ('proved', 3, (0, 1, 2, 0, 1, 2))
    """
    from research.resolving.loading import load_study

    if is_heap_code(word) and not isinstance(heap_code(heap_game(word)), str):
        return record_of_heap_code(word, to=TO if to is None else to)
    if word.startswith(KIND):
        game = vector_game(word)
        return record_of_vectors(game, to=_largest_pile(game.piles) if to is None else to)
    return _record_of_study(load_study(word), to)


def _largest_pile(piles: int) -> int:
    """Return the largest pile to look at, unless another is asked for: 255 of two piles.

    >>> _largest_pile(1), _largest_pile(2), _largest_pile(3)
    (255, 255, 39)
    """
    return min(CELLS, int((CELLS**2 + 0.5) ** (1 / piles))) - 1


def _record_of_study(study: Study, to: int | None) -> Record:
    """Check a study, list its first values and try to prove it."""
    from research.checks.evidence import Level
    from research.claims.error_location import errors_located_in
    from research.conjectures.prove import prove_study, prover_of
    from research.proving.theorem import Limits

    prover = prover_of(study)
    with errors_located_in(study):
        record = replace(_values(study.game, to), level=str(Level.EXHAUSTED))
        record = _with_claims(record, study, prover)
        if isinstance(study.game, Game):
            limits = Limits(positions=POSITIONS, arcs=ARCS, heaps=TO if to is None else max(to, 1))
            record = _with_proof(record, prove_study(study, limits=limits)[0])
    return record


def _with_claims(record: Record, study: Study, prover: Prover) -> Record:
    """Add the verdicts on a study's claims, and what is wrong with the check itself."""
    from research.checks.evidence import Settings
    from research.verdicts.checking import findings_of

    if not study.claims and not study.agreements:
        return record
    found = findings_of(study, Settings(), prover)
    faults = [
        *found.faults,
        *(f"{c.name}: they disagree" for c in found.comparisons if not c.holds),
    ]
    faults += [f"{v.name}: {missed}" for v in found.verdicts for missed in v.missed_controls]
    refuted = [v for v in found.verdicts if str(v.level) == "refuted"]
    return replace(
        record,
        state=FAULTY if faults else LOOKED,
        fault="; ".join(faults),
        claims=tuple(f"{v.name}: {v.level}" for v in found.verdicts),
        refuted=tuple(f"{v.name}: {v.counterexample or ''}".rstrip() for v in refuted),
    )


def _values(game: Any, to: int | None) -> Record:
    """Return the values, as far as they were looked for."""
    from research.explore.explored import explored_at, explored_within_budget

    if is_sum_of_heaps(game) and not game.misere and not game.loopy:
        bound = TO_BY_DEFINITION if to is None else to
        with Watch(lambda: f"Grundy values of the heaps to {bound}", seconds=STAGE):
            return record_of_values(heap_values(game, bound), bound, HEAPS)
    explored = explored_within_budget(game) if to is None else explored_at(game, to)
    normal = isinstance(game, Game) and not (game.misere or game.loopy)
    if normal and not explored.impartial.game.names_winner_by_position():
        grundy = explored.impartial.grundy_values
        values = [int(str(grundy[each])) for each in explored.positions]
        return record_of_values(values, explored.size, POSITIONS_IN_ORDER)
    counts = [found["P"] for _, _, _, found in explored.growth()]
    return record_of_values(counts, explored.size, COUNTS)


def _with_proof(record: Record, result: ProofResult) -> Record:
    """Add what was proved, and of what."""
    from research.proving.periods import PeriodProof

    period = result.proof if isinstance(result.proof, PeriodProof) else None
    sentence = result.statement
    if result.proved and period is None:
        sentence = f"Proved for every size: {sentence}"
    record = replace(
        record,
        level=str(result.level),
        states=sum(automaton.states for automaton in result.automata.values()) or None,
        theorem=result.method if result.proved else "",
        sentence=sentence,
        proposals=tuple(
            f"{each.kind}: {each.statement}" for each in result.conjectures if each.passed
        ),
    )
    if period is None:
        return record
    return replace(
        record,
        preperiod=period.preperiod,
        period=period.period,
        saltus=period.saltus,
        checked=period.checked,
    )
