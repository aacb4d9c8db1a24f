"""What a claim believes of single heaps, compared with the values that a period proves.

Up to the end of the first period each heap is compared. Beyond the preperiod the heaps are
``n + period * k`` for the heaps n of one period; there what is believed is run on the symbol k.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from oracles.heaps import HeapGame
from research.checks.equality import same_value, show
from research.checks.evidence import Counterexample, Evidence, Kind, Level
from research.logic.decide import decide
from research.logic.formula import disjunction, exists
from research.proving.errors import NotOnSymbolsError
from research.proving.heap_periods import prove_heap_game
from research.proving.python_subset import Reader
from research.proving.results import HEAP_VALUE, PERIODICITY, ProofResult
from research.proving.symbolic_execution import SYSTEM, outcomes
from research.proving.symbols import Symbol

if TYPE_CHECKING:
    from research.claims.claim import Claim
    from research.claims.study import Study
    from research.proving.periods import PeriodProof

SINGLE = "single heaps of every size"  # a position may be several, of which less is compared


def prove_by_period(study: Study, claim: Claim) -> ProofResult | Evidence | str:
    """Compare what is believed with the proved values of a heap game.

    Returns
    -------
    ProofResult or Evidence or str
        The proof, the refutation, or why nothing is proved.

    Raises
    ------
    NotOnSymbolsError
        If what is believed cannot be run on symbols.
    """
    game: Any = study.game
    start = getattr(game.start, "__func__", None)
    if claim.quantity != HEAP_VALUE and start is not HeapGame.start:
        return "the game has a start of its own, and a period is of single heaps"
    result = prove_heap_game(game, study.called)
    if isinstance(result, str) or not result.proved:
        return result if isinstance(result, str) else result.reason
    of = _Belief(claim, result.proof)
    known = range(result.proof.preperiod + result.proof.period)
    for heap in known:
        if (found := of.refuted_at(heap)) is not None:
            return found
    for rest in known[result.proof.preperiod :]:
        later = of.first_wrong(rest)
        if later is not None:
            why = f"what is believed differs at heap {later} when run on symbols only"
            return of.refuted_at(later) or why
    line = (
        f"what is believed, run on symbols for each of the {result.proof.period} heaps of a period"
    )
    return replace(result, domain=SINGLE, rests_on=(*result.rests_on, line))


@dataclass(frozen=True)
class _Belief:
    """A claim about single heaps, beside their proved values."""

    claim: Claim
    proof: PeriodProof

    def _asked(self, function: Any, heap: Any) -> Any:
        """Ask a function of a heap, written as the claim's positions are."""
        if self.claim.quantity == HEAP_VALUE:
            return function(heap)
        return function((heap,) if heap else ())

    def _expected(self, value: Any) -> Any:
        """Return what is right to believe of a heap with this Grundy value."""
        if self.claim.quantity == "P-position":
            return value == 0
        if self.claim.quantity == "outcome":
            return "P" if value == 0 else "N"
        return value

    def refuted_at(self, heap: int) -> Evidence | None:
        """Return the refutation if another value is believed of a heap; else None."""
        among = self.claim.among
        if among is not None and not self._asked(among, heap):
            return None
        found = self._expected(self.proof.value(heap))
        believed = self._asked(self.claim.believed, heap)
        if same_value(found, believed):
            return None
        case = Counterexample(str(heap), show(found), show(believed))
        return Evidence(Level.REFUTED, Kind.THEOREM, SINGLE, heap + 1, case, by=PERIODICITY)

    def first_wrong(self, heap: int) -> int | None:
        """Return the first of ``heap``, ``heap + period``, ... of which something else is believed.

        Raises
        ------
        NotOnSymbolsError
            If what is believed cannot be run on symbols.
        """

        def is_right(periods: Any) -> bool:
            reader, later = Reader(), heap + self.proof.period * periods[0]
            among = self.claim.among
            if among is not None and not self._asked(partial(reader.call, among), later):
                return True  # of these heaps nothing is said
            expected = self._expected(self.proof.table[heap] + self.proof.saltus * periods[0])
            believed = self._asked(partial(reader.call, self.claim.believed), later)
            if type(believed) is not type(expected) and {type(believed), type(expected)} != {
                int,
                Symbol,
            }:
                raise NotOnSymbolsError(f"what is believed gives {type(believed).__name__}")
            return bool(believed == expected)

        wrong = [path.when() for path in outcomes(is_right, ("k",)) if not path.value]
        found = decide(exists(("k",), disjunction(*wrong)), SYSTEM)
        return heap + self.proof.period * found.example["k"] if found.example else None
