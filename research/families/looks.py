"""A look at one member of a family: its claims, values, proposals and what is proved.

Of a code that is what :func:`~research.families.heap_codes.known_of_heap_code` finds, or
:func:`~research.families.vector_games.known_of_vectors`. Any other
member is checked as ``grundwork check`` does, but no record of it is kept; its first values are
those of single heaps by definition, or of the positions of the largest graph within a budget; and
what can be proved is what ``grundwork prove`` proves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from oracles.heaps import heap_game, heap_values, is_sum_of_heaps
from oracles.limits import STAGE, Watch
from oracles.rules import Game
from research.families.heap_codes import known_of_heap_code
from research.families.known import Known, known_of_values
from research.families.vector_games import known_of_vectors
from research.proving.code_of_rules import heap_code
from research.resolving.loading import is_heap_code
from research.resolving.vector_codes import is_vector_code, vector_game

if TYPE_CHECKING:
    from research.claims.study import Study
    from research.proving.believed import Prover
    from research.proving.results import ProofResult

TO = 10_000  # the largest heap of a code, unless another is asked for
CELLS = 256  # squared, how many positions of a vector game
TO_BY_DEFINITION = 300  # that of a rule in Python
POSITIONS, ARCS = 20_000, 200_000  # of the explicit graph that an attempt at a proof looks at

HEAPS = "Grundy values of the heaps 0, 1, 2, ..."
BY_TOTALS = "Grundy values of the positions by their totals: (0, 0), (0, 1), (1, 0), (0, 2), ..."
POSITIONS_IN_ORDER = "Grundy values of the positions, in the order of the rules"
COUNTS = "P-positions to size 0, 1, 2, ..."
LOOKED = "looked at"
FAULTY = "its check has a fault"


@dataclass(frozen=True)
class ClaimFound:
    """The verdict on one claim of one member."""

    name: str
    level: str
    statement: str
    counterexample: str = ""


@dataclass(frozen=True)
class Look:
    """What a look at one member found.

    Attributes
    ----------
    state
        ``LOOKED``; or ``FAULTY``, or what ended the look.
    fault
        What is wrong, in a line.
    level
        ``proved`` only where a theorem holds of the rules for every size; ``exhausted`` and
        ``tested`` as of a claim; ``computed`` for a code of which no theorem tells every size.
    terms
        What ``known.first_terms`` are.
    claims, proposals
        The verdicts, and what passed on the values that it was not made on.
    files
        Of a member of a file: the digest of each file that it was made from, by path.
    """

    state: str
    fault: str = ""
    level: str = ""
    terms: str = ""
    known: Known = Known((), 0)  # noqa: RUF009  # it is frozen
    claims: tuple[ClaimFound, ...] = ()
    proposals: tuple[str, ...] = ()
    files: Mapping[str, str] = field(default_factory=dict)


def look_at(word: str, to: int | None = None) -> Look:
    """Look at one member.

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
    >>> found = look_at("subtraction:1,2")
    >>> found.level, found.known.period, found.known.first_terms[:6]
    ('proved', 3, (0, 1, 2, 0, 1, 2))
    """
    from research.resolving.loading import load_study

    if is_heap_code(word) and not isinstance(heap_code(heap_game(word)), str):
        known = known_of_heap_code(word, to=TO if to is None else to)
        return Look(LOOKED, "", "proved" if known.theorem else "computed", HEAPS, known)
    if is_vector_code(word):
        game = vector_game(word)
        known = known_of_vectors(game, to=_largest_pile(game.piles) if to is None else to)
        return Look(LOOKED, "", "proved" if known.theorem else "computed", BY_TOTALS, known)
    return _look_into(load_study(word), to)


def _largest_pile(piles: int) -> int:
    """Return the largest pile to look at, unless another is asked for: 255 of two piles.

    >>> _largest_pile(1), _largest_pile(2), _largest_pile(3)
    (255, 255, 39)
    """
    return min(CELLS, int((CELLS**2 + 0.5) ** (1 / piles))) - 1


def _look_into(study: Study, to: int | None) -> Look:
    """Check a study, list its first values and try to prove it."""
    from research.checks.evidence import Level
    from research.claims.error_location import errors_located_in
    from research.conjectures.prove import prove_study, prover_of
    from research.proving.theorem import Limits

    prover = prover_of(study)
    with errors_located_in(study):
        claims, fault = _checked(study, prover)
        terms, known = _values(study.game, to)
        result: ProofResult | None = None
        if isinstance(study.game, Game):
            limits = Limits(positions=POSITIONS, arcs=ARCS, heaps=TO if to is None else max(to, 1))
            result = prove_study(study, limits=limits)[0]
    if result is not None:
        known = _with_proof(known, result)
    proposals = () if result is None else result.conjectures
    return Look(
        FAULTY if fault else LOOKED,
        fault,
        str(Level.EXHAUSTED if result is None else result.level),
        terms,
        known,
        claims,
        tuple(f"{each.kind}: {each.statement}" for each in proposals if each.passed),
    )


def _checked(study: Study, prover: Prover) -> tuple[tuple[ClaimFound, ...], str]:
    """Return the verdicts on a study's claims, and what is wrong with the check itself."""
    from research.checks.evidence import Settings
    from research.verdicts.checking import findings_of

    if not study.claims and not study.agreements:
        return (), ""
    found = findings_of(study, Settings(), prover)
    claims = tuple(
        ClaimFound(v.name, str(v.level), v.statement, str(v.counterexample or ""))
        for v in found.verdicts
    )
    wrong = [*found.faults, *(f"{c.name}: they disagree" for c in found.comparisons if not c.holds)]
    wrong += [f"{v.name}: {missed}" for v in found.verdicts for missed in v.missed_controls]
    return claims, "; ".join(wrong)


def _values(game: Any, to: int | None) -> tuple[str, Known]:
    """Return what the values are, and these, as far as they were looked for."""
    from research.explore.explored import explored_at, explored_within_budget

    if is_sum_of_heaps(game) and not game.misere and not game.loopy:
        bound = TO_BY_DEFINITION if to is None else to
        with Watch(lambda: f"Grundy values of the heaps to {bound}", seconds=STAGE):
            values = heap_values(game, bound)
        return HEAPS, known_of_values(values, bound)
    explored = explored_within_budget(game) if to is None else explored_at(game, to)
    normal = isinstance(game, Game) and not (game.misere or game.loopy)
    if normal and not explored.impartial.game.names_winner_by_position():
        grundy = explored.impartial.grundy_values
        values = [int(str(grundy[each])) for each in explored.positions]
        return POSITIONS_IN_ORDER, known_of_values(values, explored.size)
    counts = [found["P"] for _, _, _, found in explored.growth()]
    return COUNTS, known_of_values(counts, explored.size)


def _with_proof(known: Known, result: ProofResult) -> Known:
    """Add what was proved, and of what."""
    from research.proving.periods import PeriodProof

    period = result.proof if isinstance(result.proof, PeriodProof) else None
    sizes: Sequence[int] = [automaton.states for automaton in result.automata.values()]
    sentence = result.statement
    if result.proved and period is None:
        sentence = f"Proved for every size: {sentence}"
    known = replace(
        known,
        states=sum(sizes) or None,
        theorem=result.method if result.proved else "",
        sentence=sentence,
    )
    if period is None:
        return known
    return replace(
        known,
        preperiod=period.preperiod,
        period=period.period,
        saltus=period.saltus,
        checked=period.checked,
    )
