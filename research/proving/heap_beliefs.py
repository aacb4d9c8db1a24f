"""What is believed of single heaps, beside their proved values."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from research.checks.equality import same_value, show
from research.checks.evidence import Counterexample, Evidence, Kind, Level
from research.proving.results import PERIODICITY
from research.theorems.errors import NotOnSymbolsError

if TYPE_CHECKING:
    from research.claims.claim import Claim
    from research.theorems.periods import PeriodProof

SINGLE = "single heaps of every size"  # a position may be several, of which less is compared
HEAP_VALUE = "heap value"  # what a claim about these speaks of
VALUES = ("Grundy value", HEAP_VALUE)


@dataclass(frozen=True)
class HeapBelief:
    """A claim about single heaps, beside their proved values.

    Attributes
    ----------
    claim
        The claim.
    proof
        The values.
    """

    claim: Claim
    proof: PeriodProof

    def _believed(self, believed: Any, heap: Any) -> Any:
        """Ask what is believed of a heap, written as the claim's positions are."""
        if self.claim.quantity == HEAP_VALUE:
            return believed(heap)
        return believed((heap,) if heap else ())

    def _is_among(self, heap: int) -> bool:
        """Whether the claim speaks of a heap."""
        return self.claim.among is None or bool(self._believed(self.claim.among, heap))

    def _expected(self, value: Any) -> Any:
        """Return what is right to believe of a heap with this Grundy value."""
        if self.claim.quantity == "P-position":
            return value == 0
        if self.claim.quantity == "outcome":
            return "P" if value == 0 else "N"
        return value

    def refuted_at(self, heap: int) -> Evidence | None:
        """Return the refutation if another value is believed of a heap; else None."""
        if not self._is_among(heap):
            return None
        found = self._expected(self.proof.value(heap))
        believed = self._believed(self.claim.believed, heap)
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
        from research.logic.decide import decide
        from research.logic.formula import disjunction, exists
        from research.theorems.python_subset import Reader
        from research.theorems.symbolic_execution import SYSTEM, outcomes
        from research.theorems.symbols import Symbol

        def is_right(periods: Any) -> bool:
            reader, later = Reader(), heap + self.proof.period * periods[0]
            among = self.claim.among
            if among is not None and not self._believed(partial(reader.call, among), later):
                return True  # of these heaps nothing is said
            value = self.proof.table[heap] + self.proof.saltus * periods[0]
            believed = self._believed(partial(reader.call, self.claim.believed), later)
            expected = self._expected(value)
            kinds = (int, Symbol) if self.claim.quantity in VALUES else (type(expected),)
            if type(believed) not in kinds:
                raise NotOnSymbolsError(f"what is believed gives {type(believed).__name__}")
            return bool(believed == expected)

        wrong = [path.when() for path in outcomes(is_right, ("k",)) if not path.value]
        found = decide(exists(("k",), disjunction(*wrong)), SYSTEM)
        return heap + self.proof.period * found.example["k"] if found.example else None
