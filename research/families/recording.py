"""The record of one member: its claims, values, conjectures and what is proved.

The values of a code are those of :mod:`fast.heap_games`. They are compared with the definition
(:mod:`oracles.heap_table`) before anything is said of them, to heap 10 000 where at most two heaps
are left and to heap 1000 where three are; what lies beyond was computed once, and is said to be so.
Any other member is checked as ``grundwork check`` does, but gets no certificate; its first values
are those of single heaps by definition, or of the positions of the largest graph within a budget;
and what can be proved is what ``grundwork prove`` proves.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from oracles.growing import CENSUS, CENSUS_PROOF
from oracles.heaps import heap_game, heap_values, is_sum_of_heaps
from oracles.partizan_subtraction import PartizanSubtraction
from oracles.rules import Game
from oracles.solve import solve
from oracles.vectors import VectorGame
from research.checks.evidence import Counterexample, Level, Settings
from research.claims.study import errors_located_in
from research.families.record import (
    BY_TOTALS,
    COUNTS,
    FAULTY,
    HEAPS,
    LOOKED,
    OUTCOMES,
    POSITIONS_IN_ORDER,
    Record,
    record_of_values,
)
from research.proving.outcome_periods import OUTCOME_LETTERS
from research.proving.periods import NoProof, heap_code, prove_period
from research.proving.results import Limits, NotProvable, RulesDisagreementError
from research.resolving.codes import values_by_definition
from research.resolving.loading import HEAP_CODES, load_study

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from fast.heap_codes import HeapCode
    from research.claims.study import Study

TO = 10_000  # the largest heap of a code, unless another is asked for
TO_BY_DEFINITION = 300  # the largest heap of a rule in Python
MOST_POSITIONS = 12  # that are named


def record_of(word: str, to: int | None = None) -> Record:
    """Return what is known of a member, to a largest heap, or size whose positions are listed.

    Raises
    ------
    OracleError, ClaimError, VariantError, MemoryError
        What is wrong with the member, or what it needs too much of.

    Examples
    --------
    >>> found = record_of("subtraction:1,2")
    >>> found.level, found.period, found.first_terms[:6]
    ('proved', 3, (0, 1, 2, 0, 1, 2))
    >>> record_of("octal:0.6", 1000).sentence.split("; ")[0]
    'No period of 0.6 is proved: no period is seen'
    """
    if word.startswith(HEAP_CODES):
        with suppress(NotProvable):  # where the fast solver does not read the code
            return _record_of_heap_code(word, heap_code(heap_game(word)), TO if to is None else to)
    return _record_of_study(load_study(word), to)


def _record_of_heap_code(word: str, code: HeapCode, to: int) -> Record:
    """Return the values of a code that the fast solver reads, and its period if it is proved.

    Raises :class:`RulesDisagreementError` if the fast solver and the definition differ.
    """
    from fast.heap_games import grundy_values

    values = grundy_values(code, to)
    defined = _compare(word, code, values)
    record = replace(
        record_of_values(values, to, HEAPS),
        level="computed",
        defined=defined,
        largest_value=int(values.max()),
    )
    found = prove_period(code, limit=to, known=values)
    compared = f"the values to heap {defined} were compared with the definition"
    if defined < (to if isinstance(found, NoProof) else found.checked):
        compared += ", those beyond computed once"
    if isinstance(found, NoProof):
        said = f"No period of {code.text} is proved: {found.reason}; the heaps 0 to {to} were"
        return replace(record, sentence=f"{said} computed; {compared}.", reason=found.reason)
    return replace(
        record,
        **found.record(),
        level="proved",
        theorem=found.theorem,
        sentence=f"{found.statement().removesuffix('.')}; {compared}.",
        largest_value=None if found.saltus else record.largest_value,
    )


def _compare(word: str, code: HeapCode, values: NDArray[np.int32]) -> int:
    """Compare values with the definition to some heap, and return the largest that was reached."""
    by_definition = np.array(values_by_definition(heap_game(word), code, len(values) - 1))
    wrong = np.flatnonzero(by_definition != values[: len(by_definition)])
    if len(wrong):
        heap = int(wrong[0])
        found, true = f"{values[heap]} by the solver", f"{by_definition[heap]} by definition"
        raise RulesDisagreementError(Counterexample(f"heap {heap} of {word}", found, true))
    return len(by_definition) - 1


def _record_of_study(study: Study, to: int | None) -> Record:
    """Check a study, list its first values and try to prove it."""
    with errors_located_in(study.file, study.game):
        found, limits = _values(study.game, to)
        record = replace(found, level=str(Level.EXHAUSTED))
        if study.claims or study.agreements:
            record = _with_claims(record, study)
        if not isinstance(study.game, Game | PartizanSubtraction):
            return record
        from research.conjectures.prove import prove_study

        return replace(record, **prove_study(study, limits=limits)[0].record())


def _values(game: Any, to: int | None) -> tuple[Record, Limits]:
    """Return the values, as far as they were looked for, and how far a proof may look."""
    from research.explore.explored import explored_at, explored_within_budget

    budget = CENSUS_PROOF
    if isinstance(game, PartizanSubtraction):
        truth = solve(game, bound := TO_BY_DEFINITION if to is None else to)
        outcomes = [OUTCOME_LETTERS.index(truth.outcome(heap)) for heap in range(bound + 1)]
        return record_of_values(outcomes, bound, OUTCOMES), Limits()
    if is_sum_of_heaps(game) and not game.misere and not game.loopy:
        bound = TO_BY_DEFINITION if to is None else to
        found = record_of_values(heap_values(game, bound), bound, HEAPS)
        return found, Limits(budget.positions, budget.arcs, TO if to is None else max(to, 1))
    explored = (
        explored_within_budget(game) if to is None else explored_at(game, to, arc_limit=CENSUS.arcs)
    )
    limits = Limits(max(budget.positions, len(explored.positions)), max(budget.arcs, explored.arcs))
    positions, terms = explored.positions, POSITIONS_IN_ORDER
    if isinstance(game, VectorGame):
        positions, terms = sorted(positions, key=lambda p: (sum(p), p)), BY_TOTALS
    normal = isinstance(game, Game) and not (game.misere or game.loopy)
    if normal and not game.names_winner_by_position():
        grundy = explored.truth.grundy_values
        values = [int(str(grundy[each])) for each in positions]
        record = record_of_values(values, explored.size, terms)
    else:
        counts = [found["P"] for _, _, _, found in explored.growth()]
        record = record_of_values(counts, explored.size, COUNTS)
    lost = [each for each in positions if explored.outcomes[each] == "P"]
    shown = tuple(str(each).replace(" ", "") for each in lost[:MOST_POSITIONS])
    return replace(record, p_positions=len(lost), first_p_positions=shown), limits


def _with_claims(record: Record, study: Study) -> Record:
    """Add the verdicts on a study's claims, and what is wrong with the check itself."""
    from research.verdicts.checking import check_study

    found = check_study(study, Settings(), keep_it=False)
    faults = [*found.faults]
    faults += [f"{each.name}: they disagree" for each in found.comparisons if not each.agrees]
    faults += [f"{v.name}: {missed}" for v in found.verdicts for missed in v.missed_controls]
    refuted = [verdict for verdict in found.verdicts if verdict.refuted]
    return replace(
        record,
        state=FAULTY if faults else LOOKED,
        fault="; ".join(faults),
        claims=tuple(f"{v.name}: {v.level}" for v in found.verdicts),
        refuted=tuple(f"{v.name}: {v.counterexample or ''}".rstrip() for v in refuted),
    )
