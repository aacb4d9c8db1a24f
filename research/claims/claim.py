"""Claims: statements with a source, what the source believes, and checks of it.

There are four forms of check. Of what is believed, a function mostly:

- ``equals``: it gives what is computed, in every case
- ``holds``: a condition on it holds in every case
- ``derive``: its lines are verified symbolically
- ``prove``: the conditions of a theorem are decided for it

Because the belief is a value of its own, the same check can be run on something wrong in place of
it, a *control*, which it must refute; and on the *correction* of a refuted claim, which it must
pass. A claim's *verdict* is the strongest evidence that its checks give, but no stronger than the
claims that it rests on; it is refuted as soon as a check finds a counterexample.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, TypeVar, cast

from oracles.errors import did_you_mean
from research.checks.check_types import Check, Derivation, Holds, TheoremCheck
from research.checks.equality import Equation, equal
from research.checks.evidence import ClaimError, Evidence, require, truth_source
from research.claims.cases import Cases, called

Adding = TypeVar("Adding", bound=Callable[..., Any])
KINDS = ("result", "step", "number", "finding")


@dataclass(frozen=True)
class Source:
    """Where a statement stands: a document, as people name it, and the section in it.

    ``cited`` has author, title, address and date, as in a list of references.

    >>> str(Source("Project Euler 260").at("Results"))
    'Project Euler 260, Results'
    """

    document: str
    section: str = ""
    cited: str = field(default="", repr=False)

    def at(self, section: str) -> Source:
        """Return the same document at another section."""
        return replace(self, section=section)

    def __str__(self) -> str:
        return f"{self.document}, {self.section}" if self.section else self.document


OURS = Source("this study")  # what no source says, and this study finds


class Premise(NamedTuple):
    """What a claim rests on and is not checked here: a named theorem, or an assumption."""

    kind: str  # ``theorem`` or ``assumption``
    words: str
    reference: str = ""


def theorem(name: str, reference: str) -> Premise:
    """Return a theorem of the literature, for ``rests_on``.

    >>> str(theorem("Lucas's theorem", "É. Lucas, 1878").reference)
    'É. Lucas, 1878'
    """
    return Premise("theorem", name, reference)


def assumption(words: str) -> Premise:
    """Return what a derivation assumes and nothing verifies, for ``rests_on``.

    The words complete "Suppose that ...". The claim is then proved of nothing: its verdict is at
    most that of its comparisons.

    >>> assumption("each new point doubles the number of regions").kind
    'assumption'
    """
    return Premise("assumption", words)


@dataclass(repr=False)
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
        What is wrong in place of ``believed`` by what is wrong with them.
    correction
        For a claim that is known to be false: the right statement, and what to believe instead.
    gating
        Whether the solver's own answers meet a known value or another algorithm here. Such a
        claim, refuted, closes the gate, unless its correction passes.
    rests_on
        What must hold for it to hold: names of claims, theorems, assumptions. Its verdict is at
        most the weakest of those claims', and with an assumption that of its comparisons.
    kind
        ``result``, what the source is about; ``step``, one on the way there; ``number``; or
        ``finding``, what no source says and the study finds.
    quantity
        The quantity of :mod:`oracles.quantities` that ``believed`` gives of a position, if any.
    among, size
        Of which positions, and to which size; of all unless given.
    theorem
        The :class:`~research.proving.claiming.Theorem` that it states, which ``prove`` proves.
    line
        Where it stands in the study's file; 0 if it does not.
    """

    name: str
    statement: str
    source: Source
    believed: Any
    controls: Mapping[str, Any]
    correction: tuple[str, Any] | None = None
    checks: list[Check] = field(default_factory=list)
    gating: bool = False
    rests_on: tuple[str | Premise, ...] = ()
    kind: str = "result"
    quantity: str = ""
    among: Callable[[Any], bool] | None = None
    size: int | None = None
    theorem: Any = None
    line: int = 0

    def __post_init__(self) -> None:
        require(self.kind in KINDS, f"claim {self.name!r}: kind", self.kind, f"one of {KINDS}")

    @property
    def assumed(self) -> list[str]:
        """The assumptions that it rests on, in words."""
        given = [each for each in self.rests_on if isinstance(each, Premise)]
        return [each.words for each in given if each.kind == "assumption"]

    def __repr__(self) -> str:
        return f"<Claim {self.name!r}: {self.statement}>"

    def equals(
        self, computed: Callable[..., Any], *over: Cases, by: str = "", solvers: str = ""
    ) -> Claim:
        """Check that what is believed gives what is computed, in every case.

        Parameters
        ----------
        computed
            Computes, of a case, what the claim speaks of, and knows nothing of what is believed.
        over
            The cases, listed or drawn (:mod:`research.claims.cases`); of several, each is a check.
        by, solvers
            Where the truth comes from, unless ``computed`` is called the author's function:
            ``"the graph"``, or another computation that is carried out completely, by name; or the
            solvers that compute it.
        """

        def holds(believed: Any, case: Any) -> Equation:
            return equal(called(computed, case), called(believed, case))

        return self._checked(holds, over, (by, solvers, computed))

    def holds(
        self, condition: Callable[..., Any], *over: Cases, by: str = "", solvers: str = ""
    ) -> Claim:
        """Check that a condition holds in every case; the rest is as for :meth:`equals`.

        It is called with what is believed and a case; it returns a boolean or ``equal(found,
        believed)``, where what is found knows nothing of what is believed.
        """

        def holds(believed: Any, case: Any) -> bool | Equation:
            found: bool | Equation = called(condition, case, believed)
            return found

        return self._checked(holds, over, (by, solvers, condition))

    def derive(self, method: str, derivation: Callable[[Any, Any], None]) -> Claim:
        """Add a symbolic derivation: ``derivation(believed, lines)`` writes its lines."""
        self.checks.append(Derivation(method, derivation))
        return self

    def decide(self, method: str, proof: Callable[[Any], Evidence]) -> Claim:
        """Add a proof: ``proof(believed)`` decides the conditions of a theorem.

        A :class:`research.proving.results.ProofResult` gives the evidence that it returns.
        """
        self.checks.append(TheoremCheck(method, proof))
        return self

    def _checked(self, holds: Holds, over: Iterable[Cases], truth: tuple[str, str, Any]) -> Claim:
        self.checks += [each.check(holds, truth_source(each.words, *truth)) for each in over]
        return self


def names_checked(function: Adding) -> Adding:
    """Let a function that adds a claim name an argument that is misspelt."""
    signature = inspect.signature(function)
    known = {*signature.parameters, *inspect.signature(Claim).parameters}

    @functools.wraps(function)
    def called(*given: Any, **named: Any) -> Any:
        for name in sorted(named.keys() - known):
            raise ClaimError(f"no argument is called {name!r}{did_you_mean(name, known)}")
        signature.bind(*given, **named)  # so that no error names an inner function
        return function(*given, **named)

    return cast("Adding", called)
