"""The ways to look at a claim: exhaustion, search, computation, derivation, theorem.

Each runs on what the claim believes, on each of its controls and on its correction alike, and says
what it saw as :class:`~research.checks.evidence.Evidence`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol

from oracles.errors import ResourceLimitError, brief
from oracles.limits import CASE, STAGE, Watch
from research.checks.equality import Equation, equal, show
from research.checks.evidence import ClaimError, Counterexample, Evidence, Level, Settings
from research.checks.grounds import AUTHOR, COMPLETE, SOLVERS, Ground
from research.checks.values import is_known, is_written_down, to_tell_apart
from research.checks.watching import lowered, watched

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Holds = Callable[[Any, Any], "bool | Equation"]  # (what is believed, a case) -> does it hold


class Claimed(Protocol):
    """What a check reads of the claim that it looks at."""

    name: str
    believed: Any
    rests_on: tuple[Any, ...]
    checks: list[Any]

    @property
    def solvers(self) -> Callable[[], Iterable[Callable[..., Any]]]:
        """Gives the solvers of its study, which take no part in the truth of an exhaustion."""


class Check(Protocol):
    """A way to look at a claim."""

    def run(self, claim: Claimed, believed: Any, settings: Settings) -> Evidence:
        """Check ``believed`` in place of what the claim believes, and say what came out."""


@dataclass(frozen=True)
class Exhaustion:
    """Try every case of a finite domain, smallest first."""

    ground: Ground
    cases: Callable[[], Iterable[Any]]
    holds: Holds

    def run(self, claim: Claimed, believed: Any, settings: Settings) -> Evidence:  # noqa: ARG002
        """Stop at the first failure, which is the least counterexample."""
        return watched(claim, believed, lambda seen: self._tried(claim, seen))

    def _tried(self, claim: Claimed, believed: Any) -> Evidence:
        seen: set[Hashable] = set()
        for case in self.cases():
            key = to_tell_apart(case)
            if is_known(key, seen):  # a case is looked at once, however often it is given
                continue
            seen.add(key)
            failure = judge(claim, self.holds, believed, case, seconds=STAGE)
            if failure is not None:
                failure = replace(failure, least=True)
                return grounded(self.ground, "exhaustion", len(seen), failure)
        if not seen:
            raise ClaimError(f"{claim.name}: the domain {self.ground.words()!r} has no cases")
        return grounded(self.ground, "exhaustion", len(seen))


@dataclass(frozen=True)
class Search:
    """Let Hypothesis look for a counterexample in a domain too large to exhaust."""

    domain: str
    strategy: Callable[[], SearchStrategy[Any]]
    holds: Holds

    def run(self, claim: Claimed, believed: Any, settings: Settings) -> Evidence:
        """Stop after the number of distinct examples asked for, or at a shrunk failure."""
        from research.checks.hunting import hunt  # hypothesis is slow to import

        hunted = hunt(
            self.strategy(),
            lambda case: judge(claim, self.holds, believed, case, seconds=STAGE),
            settings,
            key=f"{claim.name}/{self.domain}",
        )
        level = Level.TESTED if hunted.failure is None else Level.REFUTED
        return Evidence(level, "search", self.domain, hunted.distinct, hunted.failure)


@dataclass(frozen=True)
class Computation:
    """Compute the one number, set or position that the claim speaks of."""

    ground: Ground
    compute: Callable[[], Any]

    def run(self, claim: Claimed, believed: Any, settings: Settings) -> Evidence:  # noqa: ARG002
        """Compute it without a look at what is believed, and compare."""
        return watched(claim, believed, lambda seen: self._compared(claim, seen))

    def _compared(self, claim: Claimed, believed: Any) -> Evidence:
        failure = judge(
            claim, lambda b, _: equal(self.compute(), b), believed, claim.name, seconds=STAGE
        )
        if failure is not None:
            failure = Counterexample("", failure.found, failure.believed, least=True)
        evidence = grounded(self.ground, "computation", 1, failure)
        if is_written_down(self.compute):
            return lowered(evidence, AUTHOR, f"a value that is written down: {NOT_COMPUTED}")
        return evidence


NOT_COMPUTED = "nothing is computed to compare it with"


def grounded(
    ground: Ground, method: str, cases: int, failure: Counterexample | None = None
) -> Evidence:
    """Return what a complete comparison gave, as strong as the ground of its truth."""
    level = Level.REFUTED
    if failure is None:
        level = Level.TESTED if ground.kind == SOLVERS else Level.EXHAUSTED
    return Evidence(level, method, ground.words(), cases, failure, truth=ground.kind)


OF_FORMULAS_ALONE = "proved of its formulas alone, as nothing ties them to the game (rests_on)"


@dataclass(frozen=True)
class Derivation:
    """Derive the claim symbolically; what is derived is proved for all values."""

    method: str
    derivation: Callable[[Any, Any], None]

    def run(self, claim: Claimed, believed: Any, settings: Settings) -> Evidence:  # noqa: ARG002
        """Proved if its lines are verified and none is an argument; else refuted or untested.

        Of a claim that is compared with the game, the lines are a proof only with what makes them
        lines about the game, and that the claim must rest on. Else they are left untested.
        """
        from research.checks.derivations import derive  # sympy is slow to import

        found = derive(self.method, self.derivation, believed)
        if found.level != Level.PROVED or claim.rests_on or not _looks_at_the_game(claim):
            return found
        return replace(found, level=Level.UNTESTED, method=f"{self.method}, {OF_FORMULAS_ALONE}")


@dataclass(frozen=True)
class Theorem:
    """Prove the claim for every size by a theorem whose conditions are decided."""

    method: str
    prove: Callable[[Any], Evidence]

    def run(self, claim: Claimed, believed: Any, settings: Settings) -> Evidence:  # noqa: ARG002
        """Proved, refuted with a position, or untested where the theorem decides neither.

        A theorem of a formula leaves the level that comparing the formula with the rules gave.
        """
        found = self.prove(believed)
        if found.level in (Level.PROVED, Level.REFUTED) or found.theorem:
            return found
        return replace(found, level=Level.UNTESTED)


def _looks_at_the_game(claim: Claimed) -> bool:
    """Whether a claim is compared with more than a computation that its author names."""
    grounds = [getattr(check, "ground", None) for check in claim.checks]
    searched = any(isinstance(check, Search) for check in claim.checks)
    return searched or any(ground is not None and ground.kind != COMPLETE for ground in grounds)


def required(name: str, ground: Any) -> Ground:
    """Refuse a domain in mere words, which leaves open where the truth comes from."""
    if not isinstance(ground, Ground):
        raise ClaimError(
            f"claim {name!r}: ground={ground!r}: expected Graph(...), Complete(..., by=...) or "
            "Solvers(...) of research.checks.grounds, which say where the truth comes from"
        )
    return ground


def judge(
    claim: Claimed, holds: Holds, believed: Any, case: Any, *, seconds: float = CASE
) -> Counterexample | None:
    """Return ``None`` if the claim holds in this case, else the case with both values.

    Raises
    ------
    ClaimError
        If it fails to run, or gives something that is neither true nor false, such as an array.
    ResourceLimitError
        If it takes longer than ``seconds`` times ``GRUNDWORK_SECONDS``, or too much memory.
    """
    with Watch(lambda: f"claim {claim.name!r} on {brief(case)}", seconds=seconds):
        try:
            result = holds(believed, case)
            if result:
                return None
        except (ResourceLimitError, MemoryError):
            raise
        except Exception as error:
            raise ClaimError(
                f"claim {claim.name!r} fails to run on {brief(case)}: "
                f"{type(error).__name__}: {error}"
            ) from error
    if isinstance(result, Equation):
        found, believed = show(result.found), show(result.believed)
        if found == believed:
            kinds = " and ".join(type(each).__name__ for each in (result.found, result.believed))
            raise ClaimError(
                f"claim {claim.name!r} on {brief(case)}: found and believed differ, and both are "
                f"written {found} ({kinds}): expected values of one kind, written as what they are"
            )
        return Counterexample(show(case), found, believed)
    return Counterexample(show(case))
