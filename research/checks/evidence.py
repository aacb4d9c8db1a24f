"""Evidence: what one check of a claim gave, and how much is known by it.

From weakest to strongest: untested, tested (random examples, or computed by solvers), exhausted
(every case to a stated bound, truth from the rules), proved (by a named method, for every size).
Refuted comes with a counterexample.

Where the truth of a check comes from decides what it gives at best:

=====================  ====================================================  ===========
truth                  what it is                                            at best
=====================  ====================================================  ===========
the graph              the explicit graph that was built from the rules      *exhausted*
a function             what the author wrote, over the cases that are listed *exhausted*
``by="..."``           a finite computation, carried out completely, by      *exhausted*
                       name: marking by the rules, all tuples listed
``solvers="..."``      solvers that agreed with the oracle                   *tested*
=====================  ====================================================  ===========

What ``by`` and ``solvers`` name is taken at the author's word.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from enum import IntEnum, StrEnum
from functools import partial
from typing import Any

from fast.gate.signature import ungated
from oracles.errors import brief
from research.system.position_text import from_python, written


class Level(IntEnum):
    """How much is known of a claim, from refuted to proved."""

    REFUTED = 0
    UNTESTED = 1
    TESTED = 2
    EXHAUSTED = 3
    PROVED = 4

    def __str__(self) -> str:
        return self.name.lower()


class Kind(StrEnum):
    """How a claim was looked at."""

    EXHAUSTION = "exhaustion"
    SEARCH = "search"
    COMPUTATION = "computation"
    DERIVATION = "derivation"
    THEOREM = "theorem"


class TruthFrom(StrEnum):
    """Where the truth came from with which a claim was compared."""

    GRAPH = "graph"
    FUNCTION = "function"  # of the author's
    COMPLETE = "complete"
    SOLVERS = "solvers"
    PART = "part"  # of the cases that the claim speaks of

    @property
    def best(self) -> Level:
        """The level that a complete comparison with it gives."""
        is_part = self in (TruthFrom.SOLVERS, TruthFrom.PART)
        return Level.TESTED if is_part else Level.EXHAUSTED


CHECKED = "checked by the independent checker"  # a theorem's proof file, when it was made
Words = str | Callable[[], str]  # a domain in words; called when they are known only by then


def in_words(domain: Words) -> str:
    """Return a domain in words."""
    return domain if isinstance(domain, str) else domain()


@dataclass(frozen=True)
class TruthSource:
    """Where the truth of a check comes from, and on which cases."""

    truth: TruthFrom
    domain: Words  # the cases, with their bound
    where: str  # what is said after them: the graph, the computation or the solvers

    def words(self) -> str:
        """Return the domain in words, and where the truth comes from."""
        return in_words(self.domain) + self.where


THE_GRAPH = "the graph"  # what ``by`` says where a function takes its values from it


def truth_source(
    domain: Words, by: str = "", solvers: str = "", computed: object = None
) -> TruthSource:
    """Return where the truth of a check comes from: the explicit graph, unless said otherwise.

    ``computed`` is the function that gives it. It is a solver if it has a gate or is of ``fast``,
    and the graph if it is a method of an object whose ``by`` says so, such as ``GraphOf``.

    >>> truth_source("n ≤ 9").words(), truth_source("n ≤ 9", "all pairs listed").words()
    ('n ≤ 9, on the explicit graph', 'n ≤ 9: all pairs listed')
    >>> truth_source("n ≤ 9", solvers="two sieves").words()
    'n ≤ 9, by two sieves'
    """
    if solvers:
        return TruthSource(TruthFrom.SOLVERS, domain, f", by {solvers}" if domain else solvers)
    function = computed.func if isinstance(computed, partial) else computed
    plain = ungated(function)
    name, module = (getattr(plain, each, "") for each in ("__name__", "__module__"))
    if not by and (plain is not function or module.startswith("fast.")):
        return TruthSource(TruthFrom.SOLVERS, domain, f", by the solver {name}")
    by = by or str(getattr(getattr(computed, "__self__", None), "by", ""))
    if by == THE_GRAPH or (computed is None and not by):
        return TruthSource(TruthFrom.GRAPH, domain, ", on the explicit graph")
    if by:
        return TruthSource(TruthFrom.COMPLETE, domain, f": {by}")
    named = "" if name in ("", "<lambda>") else f" {name}"
    return TruthSource(TruthFrom.FUNCTION, domain, f", against the author's function{named}")


class ClaimError(ValueError):
    """A claim or one of its checks is not well formed, or fails to run on a case."""

    exit_status = 2


def require(right: object, what: str, value: object, allowed: str) -> None:
    """Refuse an argument that is not right: the message has its name, its value, what is allowed.

    >>> require(False, "claim 'a': source", 5, "a Source or a text")
    Traceback (most recent call last):
    research.checks.evidence.ClaimError: claim 'a': source=5: expected a Source or a text
    """
    if not right:
        raise ClaimError(f"{what}={brief(value)}: expected {allowed}")


@dataclass(frozen=True)
class Counterexample:
    """A case in which a claim fails, as text."""

    case: str
    found: str = ""  # empty, as what is believed, for a claim that only says yes or no
    believed: str = ""
    least: bool = False  # every smaller case of the domain was tried and passed

    def __str__(self) -> str:
        values = f"found {self.found}, believed {self.believed}" if self.found else ""
        return ": ".join(part for part in (self.position, values) if part)

    @property
    def position(self) -> str:
        """The case as people write positions; as Python does, where it is none, such as ``n=3``."""
        value = from_python(self.case) if self.case.startswith(("(", "{", "frozenset")) else None
        return self.case if value is None else written(value)


class StepKind(StrEnum):
    """What a line of a derivation or of a theorem's record is."""

    DEFINITION = "definition"
    RECURRENCE = "recurrence"  # from which an induction goes out
    VERIFIED = "verified"  # when it was written
    RECORD = "record"  # of a theorem


@dataclass(frozen=True)
class Step:
    """One line of a derivation, or of the record of a theorem."""

    words: str
    formula: str = ""  # in LaTeX
    kind: StepKind = StepKind.RECORD
    by: str = ""  # what verified it: sympy or the decision procedure
    statement: str = ""  # what was decided, in the syntax of the decision procedure


def counted(number: int, thing: str) -> str:
    """Return a number of things in words.

    >>> counted(1, "case"), counted(20, "case")
    ('1 case', '20 cases')
    """
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def verified(steps: Sequence[Step]) -> list[Step]:
    """Return the lines that were verified."""
    return [step for step in steps if step.kind == StepKind.VERIFIED]


@dataclass(frozen=True)
class Evidence:
    """What one check of a claim gave.

    >>> found = Evidence(Level.EXHAUSTED, Kind.EXHAUSTION, "piles to 9", 55, truth=TruthFrom.GRAPH)
    >>> found.in_short()
    '55 cases: piles to 9'
    >>> found.in_full()
    'piles to 9: all 55 cases'
    """

    level: Level
    kind: Kind
    domain: str  # the cases, with their bound and where they were looked up, in words
    cases: int  # that were tried; lines that were verified; of a theorem, what ``counted`` says
    counterexample: Counterexample | None = None  # where the claim is refuted
    steps: tuple[Step, ...] = ()
    by: str = ""  # which derivation or theorem, in words; why a search was given up
    drawings: tuple[tuple[str, str], ...] = ()  # what a proof found: titles, and pictures as SVG
    truth: TruthFrom | None = None
    of: str = ""  # the game that a theorem is about, where it is not the study's
    counted: str = "statements, each decided true"  # what the proof of a theorem consists of
    proof_file: str = ""  # the text of the proof file that the independent checker checked

    @property
    def method(self) -> str:
        """By what it was found, in words."""
        return self.by or self.kind

    @property
    def checked(self) -> bool:
        """Whether the independent checker has checked what is proved."""
        return self.level == Level.PROVED and bool(self.proof_file)

    def in_short(self) -> str:
        """Say what was looked at, in a few words; nothing where nothing could be."""
        if self.kind == Kind.SEARCH and not self.cases:
            return self.by
        if self.kind in (Kind.EXHAUSTION, Kind.SEARCH):
            return f"{counted(self.cases, 'case')}: {self.domain}"
        return self.domain if self.kind == Kind.COMPUTATION else self.in_full()

    def in_full(self) -> str:
        """Say by what the level is given, with the number of cases and their bound."""
        held, many = self.level != Level.REFUTED, counted(self.cases, "case")
        if self.kind == Kind.SEARCH and not self.cases:
            words = self.by or self.domain
        elif self.kind == Kind.SEARCH:
            words = f"{self.domain}: {f'{many} drawn' if held else 'failed in a search'}"
        elif self.kind == Kind.EXHAUSTION:
            words = f"{self.domain}: {'all ' if held else 'failed after '}{many}"
        elif self.kind == Kind.COMPUTATION:
            words = f"computed: {self.domain}"
        else:
            words = f"{self.method}, for {self.domain}" if self.domain else self.method
        return words

    def as_json(self) -> dict[str, Any]:
        """Return the same facts as plain data."""
        data = asdict(self) | {"level": str(self.level), "method": self.method}
        data |= {"truth": self.truth or "", "drawings": list(map(list, self.drawings))}
        data["checked"] = self.checked
        del data["kind"], data["by"], data["counted"], data["proof_file"]
        return data


@dataclass(frozen=True)
class Settings:
    """How hard to look."""

    examples: int = 200  # random ones, of each search
    seed: int = 0  # where they come from
    proofs: bool = True  # whether proofs are tried
