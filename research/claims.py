"""Claims, evidence and verdicts.

A *claim* is a statement with a source, the thing that the source believes (a function, a number,
a formula) and checks of it. Because the belief is a value of its own, the same check can be run
on a deliberately wrong twin of it, a *control*, which it must refute; and on the *correction* of a
refuted claim, which it must pass.

*Evidence*, from weakest to strongest: untested, tested (random examples, or computed by
solvers), exhausted (every case to a stated bound, truth from the rules), proved (by a named
method, for every size). A claim's *verdict* is the strongest evidence that its checks give, but no
stronger than the claims that it rests on; it is refuted as soon as a check finds a counterexample.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Protocol

from oracles.errors import ResourceLimitError, brief
from oracles.limits import CASE, STAGE, Watch
from research.grounds import AUTHOR, COMPLETE, SOLVERS, Ground
from research.values import is_known, is_written_down, same_value, to_tell_apart
from research.watching import lowered, watched

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


class Level(IntEnum):
    """How much is known of a claim, from refuted to proved."""

    REFUTED = 0
    UNTESTED = 1
    TESTED = 2
    EXHAUSTED = 3
    PROVED = 4

    def __str__(self) -> str:
        return self.name.lower()


class ClaimError(ValueError):
    """A claim or one of its checks is not well formed, or fails to run on a case."""


@dataclass(frozen=True)
class Source:
    """Where a statement stands: a document and the section in it."""

    document: str
    section: str = ""

    def at(self, section: str) -> Source:
        """Return the same document at another section."""
        return Source(self.document, section)

    def __str__(self) -> str:
        return f"{self.document}, {self.section}" if self.section else self.document


@dataclass(frozen=True)
class Equation:
    """What was found beside what was believed; true when they are the same value."""

    found: object
    believed: object

    def __bool__(self) -> bool:
        return same_value(self.found, self.believed)


def equal(found: object, believed: object) -> Equation:
    """State that what was found is what was believed, keeping both to be shown.

    >>> bool(equal(2, 2)), equal(2, 3)
    (True, Equation(found=2, believed=3))
    """
    return Equation(found, believed)


@dataclass(frozen=True)
class Counterexample:
    """A case in which a claim fails.

    Attributes
    ----------
    case
        The case, as text.
    found, believed
        Both values, as text; empty for a claim that only says yes or no.
    least
        Whether every smaller case of the domain was tried and passed.
    """

    case: str
    found: str = ""
    believed: str = ""
    least: bool = False

    def __str__(self) -> str:
        values = f"found {self.found}, believed {self.believed}" if self.found else ""
        return ": ".join(part for part in (self.case, values) if part)


@dataclass(frozen=True)
class Given:
    """Something that a claim rests on and that is not checked here.

    Attributes
    ----------
    kind
        ``definition`` or ``theorem``.
    words
        What is defined, or the theorem with its name.
    """

    kind: str
    words: str


def definition(words: str) -> Given:
    """Name a definition that a claim rests on."""
    return Given("definition", words)


def theorem(words: str) -> Given:
    """Name a theorem of the literature that a claim rests on."""
    return Given("theorem", words)


DEFINITION, ARGUMENT, VERIFIED, RECORD = "definition", "argument", "verified", "record"
LISTED = "every case tried"  # by what a line is verified that lists its cases


@dataclass(frozen=True)
class Step:
    """One line of a derivation, or of the record of a theorem.

    Attributes
    ----------
    words, formula
        What it says, in words and in LaTeX.
    kind
        ``verified`` when it was made; a ``definition``; an ``argument``, which nothing has
        verified; or a line of the ``record`` of a theorem.
    by
        What verified it.
    statement
        The statement that was decided, in the syntax of the decision procedure.
    """

    words: str
    formula: str = ""
    kind: str = RECORD
    by: str = ""
    statement: str = ""


@dataclass(frozen=True)
class Evidence:
    """What one check of a claim gave.

    Attributes
    ----------
    level
        How strong it is; ``REFUTED`` with a counterexample.
    method
        By what: exhaustion, search, computation, derivation.
    domain
        The cases it speaks of, with their bound, in words.
    cases
        How many cases were tried; of a derivation, how many lines were verified.
    drawings
        Pictures of what a proof found, as pairs of a title and an SVG text.
    truth
        Where the truth came from: the kind of its :data:`research.grounds.Ground`.
    theorem
        What is proved of a formula that was compared with rules in Python. It stands beside the
        level, and does not raise it.
    of
        The member of a family that a theorem is about, where the study's game is the family.
    """

    level: Level
    method: str
    domain: str
    cases: int
    counterexample: Counterexample | None = None
    steps: tuple[Step, ...] = ()
    drawings: tuple[tuple[str, str], ...] = ()
    truth: str = ""
    theorem: str = ""
    of: str = ""


@dataclass(frozen=True)
class Settings:
    """How hard to look: the number of random examples, and the seed they come from."""

    examples: int = 200
    seed: int = 0


Holds = Callable[[Any, Any], "bool | Equation"]  # (what is believed, a case) -> does it hold


class Check(Protocol):
    """A way to look at a claim."""

    def run(self, claim: Claim, believed: Any, settings: Settings) -> Evidence:
        """Check ``believed`` in place of what the claim believes, and say what came out."""


@dataclass(frozen=True)
class Exhaustion:
    """Try every case of a finite domain, smallest first."""

    ground: Ground
    cases: Callable[[], Iterable[Any]]
    holds: Holds

    def run(self, claim: Claim, believed: Any, settings: Settings) -> Evidence:  # noqa: ARG002
        """Stop at the first failure, which is the least counterexample."""
        return watched(claim, believed, lambda seen: self._tried(claim, seen))

    def _tried(self, claim: Claim, believed: Any) -> Evidence:
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

    def run(self, claim: Claim, believed: Any, settings: Settings) -> Evidence:
        """Stop after the number of distinct examples asked for, or at a shrunk failure."""
        from research.hunting import hunt  # hypothesis is slow to import

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

    def run(self, claim: Claim, believed: Any, settings: Settings) -> Evidence:  # noqa: ARG002
        """Compute it without a look at what is believed, and compare."""
        return watched(claim, believed, lambda seen: self._compared(claim, seen))

    def _compared(self, claim: Claim, believed: Any) -> Evidence:
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

    def run(self, claim: Claim, believed: Any, settings: Settings) -> Evidence:  # noqa: ARG002
        """Proved if its lines are verified and none is an argument; else refuted or untested.

        Of a claim that is compared with the game, the lines are a proof only with what makes them
        lines about the game, and that the claim must rest on. Else they are left untested.
        """
        from research.symbolic import derive  # sympy is slow to import

        found = derive(self.method, self.derivation, believed)
        if found.level != Level.PROVED or claim.rests_on or not _looks_at_the_game(claim):
            return found
        return replace(found, level=Level.UNTESTED, method=f"{self.method}, {OF_FORMULAS_ALONE}")


@dataclass(frozen=True)
class Theorem:
    """Prove the claim for every size by a theorem whose conditions are decided."""

    method: str
    prove: Callable[[Any], Evidence]

    def run(self, claim: Claim, believed: Any, settings: Settings) -> Evidence:  # noqa: ARG002
        """Proved, refuted with a position, or untested where the theorem decides neither.

        A theorem of a formula leaves the level that comparing the formula with the rules gave.
        """
        found = self.prove(believed)
        if found.level in (Level.PROVED, Level.REFUTED) or found.theorem:
            return found
        return replace(found, level=Level.UNTESTED)


@dataclass
class Claim:
    """A statement that can fail.

    Attributes
    ----------
    name
        Short, unique within the study.
    statement
        What is claimed, in words and LaTeX.
    source
        Who says so.
    believed
        The function, number, set or formula that the checks take for true.
    controls
        Wrong twins of ``believed`` by what is wrong with them.
    correction
        For a claim that is known to be false: the right statement, and what to believe instead.
    gating
        Whether the solver's own answers meet a known value or another algorithm here. Such a
        claim, refuted, closes the gate, unless its correction passes.
    rests_on
        What must hold for it to hold: names of claims, definitions, theorems. Its verdict is at
        most the weakest of those claims'.
    spare_controls
        More wrong twins, tried where one of ``controls`` turns out to be the truth.
    solvers
        Gives the solvers of its study, which take no part in the truth of an exhaustion.
    """

    name: str
    statement: str
    source: Source
    believed: Any
    controls: Mapping[str, Any]
    correction: tuple[str, Any] | None = None
    checks: list[Check] = field(default_factory=list)
    gating: bool = False
    rests_on: tuple[str | Given, ...] = ()
    spare_controls: Mapping[str, Any] = field(default_factory=dict)
    solvers: Callable[[], Iterable[Callable[..., Any]]] = tuple

    def exhaust(self, ground: Ground, cases: Callable[[], Iterable[Any]], holds: Holds) -> Claim:
        """Add a check of every case of a finite domain; ``cases`` gives the smallest first.

        Parameters
        ----------
        ground
            Where the truth comes from, with the domain in words: a
            :class:`~research.grounds.Graph`, :class:`~research.grounds.Complete` or
            :class:`~research.grounds.Solvers`.
        cases
            Gives all cases.
        holds
            Called with what is believed and a case; returns a boolean or ``equal(found,
            believed)``, where what is found knows nothing of what is believed.
        """
        self.checks.append(Exhaustion(required(self.name, ground), cases, holds))
        return self

    def search(
        self, domain: str, strategy: Callable[[], SearchStrategy[Any]], holds: Holds
    ) -> Claim:
        """Add a search by Hypothesis; ``strategy`` is called when the check runs."""
        self.checks.append(Search(domain, strategy, holds))
        return self

    def derive(self, method: str, derivation: Callable[[Any, Any], None]) -> Claim:
        """Add a symbolic derivation: ``derivation(believed, lines)`` writes its lines."""
        self.checks.append(Derivation(method, derivation))
        return self

    def prove(self, method: str, proof: Callable[[Any], Evidence]) -> Claim:
        """Add a proof: ``proof(believed)`` decides the conditions of a theorem.

        What it rests on is kept as the steps of the evidence that it returns; a
        :class:`research.proofs.conclusions.Conclusion` gives such evidence.
        """
        self.checks.append(Theorem(method, proof))
        return self


def _looks_at_the_game(claim: Claim) -> bool:
    """Whether a claim is compared with more than a computation that its author names."""
    grounds = [getattr(check, "ground", None) for check in claim.checks]
    searched = any(isinstance(check, Search) for check in claim.checks)
    return searched or any(ground is not None and ground.kind != COMPLETE for ground in grounds)


def required(name: str, ground: Any) -> Ground:
    """Refuse a domain in mere words, which leaves open where the truth comes from."""
    if not isinstance(ground, Ground):
        raise ClaimError(
            f"claim {name!r}: ground={ground!r}: expected Graph(...), Complete(..., by=...) or "
            "Solvers(...) of research.grounds, which say where the truth comes from"
        )
    return ground


def judge(
    claim: Claim, holds: Holds, believed: Any, case: Any, *, seconds: float = CASE
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


LONGEST_IN_DIGITS = 10_000  # bits; still in full, so that what is shown tells values apart


def show(value: object) -> str:
    """Write a value for a report: as Python writes it, sets in order.

    >>> show({3, 1}), show(frozenset()), show({"limit": 3})
    ('{1, 3}', '{}', 'limit=3')
    """
    if isinstance(value, set | frozenset):
        try:
            members = sorted(value)
        except TypeError:
            members = sorted(value, key=repr)
        return "{" + ", ".join(map(show, members)) + "}"
    if isinstance(value, dict):
        return ", ".join(f"{name}={show(entry)}" for name, entry in value.items())
    if isinstance(value, int) and value.bit_length() > LONGEST_IN_DIGITS:
        return hex(value)  # Python writes no longer ones in decimal digits
    return value if isinstance(value, str) else repr(value)
