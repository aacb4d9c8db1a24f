"""The ways to look at a claim: exhaustion, search, computation, derivation, theorem.

Each runs on what the claim believes, on each of its controls and on its correction alike, and says
what it saw as :class:`~research.checks.evidence.Evidence`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from fast.gate.signature import integers_in, largest_integers
from oracles.errors import brief, explain
from research.checks.equality import Equation, case_key, equal, show
from research.checks.evidence import (
    ClaimError,
    Counterexample,
    Evidence,
    Kind,
    Level,
    Settings,
    StepKind,
    TruthFrom,
    TruthSource,
)
from research.checks.search import FailureIn, SearchResult, search_drawn, search_listed

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Holds = Callable[[Any, Any], "bool | Equation"]  # (what is believed, a case) -> does it hold


Claimed = Any  # a claim, of the room above: its name, controls, checks, and what it rests on


class Check(ABC):
    """A way to look at a claim."""

    kind: ClassVar[Kind]
    leaves_controls: bool = False  # to another check, which makes the same comparison

    @property
    def is_of_no_game(self) -> bool:
        """Whether it compares with a complete computation that its author names, and no more."""
        return False

    @abstractmethod
    def run(self, claim: Claimed, believed: Any, settings: Settings) -> Evidence:
        """Check ``believed`` in place of what the claim believes, and say what came out."""


@dataclass(frozen=True)
class Exhaustion(Check):
    """Try every case of a finite domain, in the order in which it is listed."""

    source: TruthSource
    cases: Callable[[], Iterable[Any]]
    holds: Holds

    kind = Kind.EXHAUSTION

    @property
    def is_of_no_game(self) -> bool:
        """Whether it compares with a complete computation that its author names, and no more."""
        return self.source.truth == TruthFrom.COMPLETE

    def run(self, claim: Claimed, believed: Any, settings: Settings) -> Evidence:  # noqa: ARG002
        """Stop at the first failure; it is the least if no case that follows is smaller.

        What a complete comparison gives is as strong as the source of its truth.
        """
        of = named(claim, believed)
        found = search_listed(self.cases(), judging(of, self.holds, believed))
        if not found.distinct:
            raise ClaimError(f"{claim.name}: the domain {self.source.words()!r} has no cases")
        truth, failure = self.source.truth, found.failure
        if failure is not None:
            least = believed is claim.believed and self._is_least(found)
            failure = replace(failure, least=least)
        level = truth.best if failure is None else Level.REFUTED
        words = self.source.words()
        return Evidence(level, self.kind, words, found.distinct, failure, truth=truth)

    def _is_least(self, found: SearchResult) -> bool:
        """Whether the case that fails has a size, and no case that was not tried is smaller."""
        size = size_of_case(found.case)
        return bool(size) and not any(
            size_of_case(other) < size and case_key(other) not in found.passed
            for other in self.cases()
        )


@dataclass(frozen=True)
class Computation(Exhaustion):
    """Compute the one number, set or position that the claim speaks of; its case has no name."""

    kind = Kind.COMPUTATION

    @classmethod
    def of(cls, source: TruthSource, compute: Callable[[], Any]) -> Computation:
        """Return the check that computes without a look at what is believed, and compares."""
        return cls(source, lambda: [""], lambda believed, _: equal(compute(), believed))

    def _is_least(self, found: SearchResult) -> bool:  # noqa: ARG002
        return True


def size_of_case(case: Any, modulo: Collection[str] = ()) -> tuple[int, ...]:
    """Order cases by their largest integer, then by the sum; one that has none is before all.

    Of a call the largest integer of each argument counts, but for the names in ``modulo``.
    """
    is_call = isinstance(case, Mapping)
    integers = largest_integers(case, modulo).values() if is_call else integers_in(case)
    sizes = [abs(number) for number in integers]
    return (max(sizes), sum(sizes)) if sizes else ()


@dataclass(frozen=True)
class RandomSearch(Check):
    """Let Hypothesis look for a counterexample in a domain too large to exhaust."""

    domain: str
    strategy: Callable[[], SearchStrategy[Any]]
    holds: Holds

    kind = Kind.SEARCH

    def run(self, claim: Claimed, believed: Any, settings: Settings) -> Evidence:
        """Stop after the number of distinct examples asked for, or at a shrunk failure."""
        found = search_drawn(
            self.strategy(),
            judging(named(claim, believed), self.holds, believed),
            settings,
            key=f"{claim.name}/{self.domain}",
            shrinks=believed is claim.believed,
        )
        level = Level.TESTED if found.failure is None else Level.REFUTED
        return Evidence(level, self.kind, self.domain, found.distinct, found.failure)


OF_FORMULAS = "derived from its formulas alone: no premise connects them with the claim"
OF_RECURRENCE = "derived from a recurrence that no claim in rests_on states"


@dataclass(frozen=True)
class Derivation(Check):
    """Derive the claim symbolically; what is derived is proved for all values."""

    method: str
    derivation: Callable[[Any, Any], None]

    kind = Kind.DERIVATION

    def run(self, claim: Claimed, believed: Any, settings: Settings) -> Evidence:  # noqa: ARG002
        """Proved if its lines are verified; else refuted or untested.

        The lines are a proof only if the claim rests on another one, which ties them to the game.
        A claim that speaks of no game, and of no recurrence, needs a premise, and a comparison with
        a complete computation. Else they are left untested.
        """
        from research.checks.algebra import FormulaOfBelief
        from research.checks.derivations import derive  # sympy is slow to import

        noted = FormulaOfBelief(believed) if callable(believed) else None
        found = derive(self.method, self.derivation, noted or believed)
        if found.level != Level.PROVED:
            return found
        why = ""
        if not (claim.assumed or any(isinstance(each, str) for each in claim.rests_on)):
            others = [check for check in claim.checks if check.kind != Kind.DERIVATION]
            if any(step.kind == StepKind.RECURRENCE for step in found.steps):
                why = OF_RECURRENCE
            elif not (claim.rests_on and others and all(each.is_of_no_game for each in others)):
                why = OF_FORMULAS
        if noted is not None and (differs := noted.differs()):
            why = f"not derived: {differs}"
        if not why:
            return found
        return replace(found, level=Level.UNTESTED, domain="", by=f"{self.method}, {why}")


@dataclass(frozen=True)
class TheoremCheck(Check):
    """Prove the claim for every size by a theorem whose conditions are decided."""

    method: str
    prove: Callable[[Any], Evidence]
    leaves_controls: bool = False  # a proof that finds what it proves has none

    kind = Kind.THEOREM

    def run(self, claim: Claimed, believed: Any, settings: Settings) -> Evidence:  # noqa: ARG002
        """Proved, refuted with a position, or untested where the theorem decides neither.

        What a complete computation gave instead stays exhausted.
        """
        found = self.prove(believed)
        decided = found.level in (Level.PROVED, Level.REFUTED)
        if decided or found.truth == TruthFrom.COMPLETE:
            return found
        return replace(found, level=Level.UNTESTED, kind=Kind.THEOREM)


def judging(of: str, holds: Holds, believed: Any) -> FailureIn:
    """Return a function that tries a claim on a case.

    It gives ``None`` if the claim holds there, else the case with both values.

    Raises
    ------
    ClaimError
        If it fails to run, or gives something that is neither true nor false, such as an array.
    """

    def failure_in(case: Any) -> Counterexample | None:
        """Return the counterexample that a case is; None where the claim holds."""
        try:
            result = holds(believed, case)
            if result:
                return None
        except MemoryError:
            raise
        except ClaimError as error:
            raise ClaimError(f"{of}, at {brief(case)}: {error}") from error
        except Exception as error:
            raise ClaimError(f"{of} fails to run on {brief(case)}: {explain(error)}") from error
        if not isinstance(result, Equation):
            return Counterexample(_shown(case))
        found, said = show(result.found), show(result.believed)
        if found == said:
            kinds = " and ".join(type(each).__name__ for each in (result.found, result.believed))
            said = f"{said} ({kinds})"
        return Counterexample(_shown(case), found, said)

    return failure_in


def _shown(case: Any) -> str:
    return show(case) if case != "" else ""


def named(claim: Claimed, believed: Any) -> str:
    """Name what is checked: a claim, one of its controls, or its correction."""
    words = f"claim {claim.name!r}"
    if believed is claim.believed:
        return words
    for name, wrong in claim.controls.items():
        if wrong is believed:
            return f"the control {name!r} of {words}"
    return f"the correction of {words}"
