"""The ways to look at a claim: exhaustion, search, computation, derivation, theorem.

Each runs on what the claim believes, on each of its controls and on its correction alike, and says
what it saw as :class:`~research.checks.evidence.Evidence`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from fast.signature import integers_in, largest_integers
from oracles.errors import ResourceLimitError, brief
from oracles.limits import STAGE, Watch
from research.checks.equality import Equation, case_key, equal, show
from research.checks.evidence import (
    ClaimError,
    Counterexample,
    Evidence,
    Kind,
    Level,
    Settings,
    TruthFrom,
    TruthSource,
    in_words,
)
from research.checks.search import search_drawn

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Holds = Callable[[Any, Any], "bool | Equation"]  # (what is believed, a case) -> does it hold


class Claimed(Protocol):
    """What a check reads of the claim that it looks at."""

    name: str
    believed: Any
    controls: Mapping[str, Any]
    rests_on: tuple[Any, ...]
    game: Any  # the rules of its study

    @property
    def checks(self) -> Sequence[Check]:
        """All checks of the claim."""


class Check(ABC):
    """A way to look at a claim.

    Attributes
    ----------
    kind
        What it is.
    leaves_controls
        Whether the controls are tried by another check, which makes the same comparison.
    """

    kind: ClassVar[Kind]
    leaves_controls: bool = False

    @property
    def looks_at_the_game(self) -> bool:
        """Whether it compares with more than a computation that its author names."""
        return False

    @abstractmethod
    def run(self, claim: Claimed, believed: Any, settings: Settings) -> Evidence:
        """Check ``believed`` in place of what the claim believes, and say what came out."""


@dataclass(frozen=True)
class Grounded(Check):
    """A check that compares with a truth, and gives what its source allows."""

    source: TruthSource

    @property
    def looks_at_the_game(self) -> bool:
        """Whether it compares with more than a computation that its author names."""
        return self.source.truth != TruthFrom.COMPLETE

    def gives(self, cases: int, failure: Counterexample | None = None) -> Evidence:
        """Return what a complete comparison gave, as strong as the source of its truth."""
        truth, where = self.source.truth, self.source.where
        level = truth.best if failure is None else Level.REFUTED
        bound = in_words(self.source.domain)
        return Evidence(level, self.kind, bound, cases, failure, truth=truth, where=where)


@dataclass(frozen=True)
class Exhaustion(Grounded):
    """Try every case of a finite domain, in the order in which it is listed."""

    cases: Callable[[], Iterable[Any]]
    holds: Holds

    kind = Kind.EXHAUSTION

    def run(self, claim: Claimed, believed: Any, settings: Settings) -> Evidence:  # noqa: ARG002
        """Stop at the first failure; it is the least if no case that follows is smaller."""
        seen: set[Hashable] = set()
        cases = iter(self.cases())
        failure_in = judging(claim, self.holds, believed, seconds=STAGE)
        for case in cases:
            key = case_key(case)
            if key in seen:  # a case is looked at once, however often it is given
                continue
            seen.add(key)
            failure = failure_in(case)
            if failure is not None:
                least = believed is claim.believed and _is_least(case, cases)
                return self.gives(len(seen), replace(failure, least=least))
        if not seen:
            raise ClaimError(f"{claim.name}: the domain {self.source.words()!r} has no cases")
        return self.gives(len(seen))


def _is_least(case: Any, others: Iterable[Any]) -> bool:
    """Whether a case has a size, and no other case is smaller."""
    size = size_of_case(case)
    return bool(size) and not any(size_of_case(other) < size for other in others)


def size_of_case(case: Any, modulo: Collection[str] = ()) -> tuple[int, ...]:
    """Order cases by their largest integer, then by the sum; one that has none is before all.

    Of a call the largest integer of each argument counts, but for the names in ``modulo``.
    """
    is_call = isinstance(case, Mapping)
    integers = largest_integers(case, modulo).values() if is_call else integers_in(case)
    sizes = [abs(number) for number in integers]
    return (max(sizes), sum(sizes)) if sizes else ()


@dataclass(frozen=True)
class Search(Check):
    """Let Hypothesis look for a counterexample in a domain too large to exhaust."""

    domain: str
    strategy: Callable[[], SearchStrategy[Any]]
    holds: Holds

    kind = Kind.SEARCH
    looks_at_the_game = True

    def run(self, claim: Claimed, believed: Any, settings: Settings) -> Evidence:
        """Stop after the number of distinct examples asked for, or at a shrunk failure."""
        found = search_drawn(
            self.strategy(),
            judging(claim, self.holds, believed, seconds=STAGE),
            settings,
            key=f"{claim.name}/{self.domain}",
            shrinks=believed is claim.believed,
        )
        level = Level.TESTED if found.failure is None else Level.REFUTED
        return Evidence(level, self.kind, self.domain, found.distinct, found.failure)


@dataclass(frozen=True)
class Computation(Grounded):
    """Compute the one number, set or position that the claim speaks of."""

    compute: Callable[[], Any]

    kind = Kind.COMPUTATION

    def run(self, claim: Claimed, believed: Any, settings: Settings) -> Evidence:  # noqa: ARG002
        """Compute it without a look at what is believed, and compare."""
        failure_in = judging(claim, lambda b, _: equal(self.compute(), b), believed, seconds=STAGE)
        failure = failure_in(claim.name)
        if failure is not None:
            failure = Counterexample("", failure.found, failure.believed, least=True)
        return self.gives(1, failure)


OF_FORMULAS_ALONE = "proved of its formulas alone, as nothing ties them to the game (rests_on)"


@dataclass(frozen=True)
class Derivation(Check):
    """Derive the claim symbolically; what is derived is proved for all values."""

    method: str
    derivation: Callable[[Any, Any], None]

    kind = Kind.DERIVATION

    def run(self, claim: Claimed, believed: Any, settings: Settings) -> Evidence:  # noqa: ARG002
        """Proved if its lines are verified and none is an argument; else refuted or untested.

        Of a claim that is compared with the game, the lines are a proof only with what makes them
        lines about the game, and that the claim must rest on. Else they are left untested.
        """
        from research.checks.derivations import derive  # sympy is slow to import

        if not callable(believed):
            found, differs = derive(self.method, self.derivation, believed), ""
        else:
            from research.checks.small_values import FormulaOfBelief

            noted = FormulaOfBelief(believed)
            found = derive(self.method, self.derivation, noted)
            differs = noted.differs() if found.level == Level.PROVED else ""
        if differs:
            return replace(found, level=Level.UNTESTED, by=f"{self.method}, not derived: {differs}")
        compared = any(check.looks_at_the_game for check in claim.checks)
        if found.level != Level.PROVED or claim.rests_on or not compared:
            return found
        return replace(found, level=Level.UNTESTED, by=f"{self.method}, {OF_FORMULAS_ALONE}")


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


def judging(
    claim: Claimed, holds: Holds, believed: Any, *, seconds: float = 1
) -> Callable[[Any], Counterexample | None]:
    """Return what gives ``None`` if the claim holds in a case, else the case with both values.

    Raises
    ------
    ClaimError
        If it fails to run, or gives something that is neither true nor false, such as an array.
    ResourceLimitError
        If it takes longer than ``seconds`` times ``GRUNDWORK_SECONDS``, or too much memory.
    """
    now: list[Any] = [None]
    of = _named(claim, believed)
    # One watch for all cases: cases are many, and each takes little time.
    watch = Watch(lambda: f"{of} on {brief(now[0])}", seconds=seconds)

    def failure_in(case: Any) -> Counterexample | None:
        now[0] = case
        with watch:
            try:
                result = holds(believed, case)
                if result:
                    return None
            except (ResourceLimitError, MemoryError):
                raise
            except Exception as error:
                raise ClaimError(
                    f"{of} fails to run on {brief(case)}: {type(error).__name__}: {error}"
                ) from error
        return _counterexample(of, case, result)

    return failure_in


def _named(claim: Claimed, believed: Any) -> str:
    """Name what is put in place of what a claim believes: one of its controls, or a correction."""
    words = f"claim {claim.name!r}"
    if believed is claim.believed:
        return words
    for name, wrong in claim.controls.items():
        if wrong is believed:
            return f"the control {name!r} of {words}"
    return f"the correction of {words}"


def _counterexample(of: str, case: Any, result: object) -> Counterexample:
    if isinstance(result, Equation):
        found, believed = show(result.found), show(result.believed)
        if found == believed:
            kinds = " and ".join(type(each).__name__ for each in (result.found, result.believed))
            raise ClaimError(
                f"{of} on {brief(case)}: found and believed differ, and both are "
                f"written {found} ({kinds}): expected values of one kind, written as what they are"
            )
        return Counterexample(show(case), found, believed)
    return Counterexample(show(case))
