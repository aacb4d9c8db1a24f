"""How far a proof may look, and what it came to: a theorem, or how far was looked.

*Proved* is said by a theorem named in ``method``, for every position of ``domain``. *Exhausted*
holds for every position to the bound in ``domain``, and for none beyond. *Refuted* comes with a
position at which the oracle's outcome is another one. *Untested* says what is missing.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from research.checks.evidence import (
    Counterexample,
    Evidence,
    Kind,
    Level,
    Step,
    TruthFrom,
)
from research.logic.errors import AutomataError
from research.proving.proof_file import SUFFIX, as_text, checked_by, is_checked
from research.system.readable import readable

if TYPE_CHECKING:
    from research.logic.automaton import Automaton

Found = TypeVar("Found")

KERNEL = "kernel theorem by automata"
PERIODICITY = "periodicity theorem"
MISERE_QUOTIENTS = "theorem on periods of misère quotients"
NIM_REDUCTION = "nim reduction by automata"
GREEDY_SIEVE = "greedy sieve by automata"
EVERY_SIZE = "positions of every size"
HEAP_VALUE = "heap value"  # what a claim about single heaps speaks of
LONGEST_NAME = 100  # of a proof file, in letters
LARGEST_BY_DEFINITION = 400  # the heap up to which values are computed from the rules themselves
SIZES = (4, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048)


@dataclass(frozen=True)
class Limits:
    """How far to go."""

    positions: int = 40_000  # of the explicit graph
    arcs: int = 400_000
    heaps: int = 600_000  # the largest heap of a code whose value is computed
    states: int = 50_000  # of any automaton in a proof


class RulesDisagreementError(ValueError):
    """Formula and rules are not the same game; the message names the position."""

    exit_status = 1

    def __init__(self, difference: Counterexample) -> None:
        self.difference = difference
        super().__init__(f"the formula disagrees with the rules at {difference}")


@dataclass(frozen=True)
class ProofResult:
    """What is known of a game after trying to prove it."""

    subject: str  # the game, as it was named
    level: Level  # how much is known of the rules
    statement: str  # the theorem in words; else what is known and to which bound
    method: str  # by which theorem, or exhaustion
    domain: str  # the positions that it speaks of
    cases: int  # of how many statements or values the proof consists; else positions exhausted
    counted: str = "statements, each decided true"  # which of these
    # Options, criterion and statements in Walnut's syntax, by what they are.
    formulas: Mapping[str, str] = field(default_factory=dict)
    rests_on: tuple[str, ...] = ()  # what must be right for this to be right, a sentence each
    again: str = ""  # the command that checks it again
    conjectures: tuple[Any, ...] = ()  # what the values suggested, refuted conjectures included
    reason: str = ""  # why nothing is proved, where nothing is
    counterexample: Counterexample | None = None  # where a criterion is refuted
    # The conditions of a theorem, decided, or a ``PeriodProof``.
    proof: Any = field(default=None, compare=False, repr=False)

    @property
    def proved(self) -> bool:
        """Whether it holds in the whole domain, of the rules themselves."""
        return self.level == Level.PROVED

    @property
    def automata(self) -> Mapping[str, Automaton]:
        """The criterion's automata by control state, where the Kernel theorem proves it."""
        return getattr(self.proof, "criterion", {})

    @property
    def system(self) -> str:
        """The numeration system of the automata; empty where there are none."""
        return self.proof.system if self.automata else ""

    def required(self) -> ProofResult:
        """Return itself if it is proved; ``NotProvable`` says why it is not."""
        if not self.proved:
            raise NotProvable(self.reason or self.statement)
        return self

    def evidence(self) -> Evidence:
        """Return the conclusion as evidence for a claim, with its record as steps."""
        lines = [self.statement, *(f"{name}: `{text}`" for name, text in self.formulas.items())]
        lines += [f"Automaton of {name}: {size}" for name, size in self._sizes().items()]
        lines += self.rests_on
        lines += [f"Check again with `{self.again}`"] if self.again else []
        exhausted = self.level == Level.EXHAUSTED
        nothing = self.level == Level.UNTESTED  # which no line may hide
        return Evidence(
            self.level,
            Kind.EXHAUSTION if exhausted else Kind.THEOREM,
            "" if nothing else self.domain,
            self.cases,
            self.counterexample,
            tuple(Step(line) for line in lines) if self.proved else (),
            f"not proved: {self.reason or self.statement}" if nothing else self.method,
            self.drawings() if self.proved else (),
            TruthFrom.GRAPH if exhausted else None,
            counted=self.counted,
            proof_file=self.proof_file,
        )

    @cached_property
    def proof_file(self) -> str:
        """The text of the proof file, which the independent checker has checked.

        Empty where no file can hold the proof, or to check it would take too long.
        ``CheckerRefusesError`` if the checker refuses it.
        """
        with suppress(NotProvable):
            return self._proof if is_checked(self._proof, self.subject) else ""
        return ""

    @cached_property
    def _proof(self) -> str:
        """Return the text of the proof file; ``NotProvable`` says why there is none."""
        if not self.proved:
            raise NotProvable("nothing is proved, so there is nothing to export")
        if not hasattr(self.proof, "proof_file"):
            raise NotProvable(f"no proof file can hold a proof by the {self.method}")
        try:
            return as_text(self.proof.proof_file())
        except AutomataError as error:
            raise NotProvable(str(error)) from error

    def files(self) -> dict[str, str]:
        """Return the proof files by their names; that of the independent checker is the first.

        Of the Kernel theorem those for Walnut follow. ``NotProvable`` if nothing is proved, or no
        file can hold the proof.
        """
        from research.logic.walnut import proof_files

        name = re.sub(r"[^A-Za-z0-9_]+", "-", self.subject).strip("-")[:LONGEST_NAME]
        files = {f"{name or 'theorem'}{SUFFIX}": self._proof}
        return files | (proof_files(self.proof) if self.automata else {})

    def record(self) -> dict[str, Any]:
        """Return what a catalogue keeps of it, by the names of the columns."""
        from research.logic.numeration import system

        passed = [each for each in self.conjectures if each.passed]
        every_size = "Proved for every size: " if self.proved and not self._period else ""
        return self._period | {
            "level": str(self.level),
            "states": sum(automaton.states for automaton in self.automata.values()) or None,
            "theorem": self.method if self.proved else "",
            "sentence": every_size + self.statement,
            "reason": self.reason,
            "numeration": system(self.system).words if self.system else "",
            "formula": self.formulas.get("P", "").removeprefix("play: "),
            "conjectures": tuple(f"{each.kind}: {each.statement}" for each in passed),
        }

    @property
    def _period(self) -> dict[str, Any]:
        return self.proof.record() if hasattr(self.proof, "record") else {}

    def drawings(self) -> tuple[tuple[str, str], ...]:
        """Draw the automata that are small enough; those of several states that are one, once."""
        if not self.automata:
            return ()
        from research.logic.draw import LARGEST_DRAWN, svg

        drawn: dict[str, str] = {}
        for automaton in self.automata.values():
            same = [name for name, other in self.automata.items() if other == automaton]
            title = f"Automaton of {', '.join(same)}: {automaton.states} states in {self.system}"
            if automaton.states <= LARGEST_DRAWN and title not in drawn:
                drawn[title] = svg(automaton, title)
        return tuple(drawn.items())

    def _sizes(self) -> dict[str, str]:
        return {name: f"{a.states} states in {self.system}" for name, a in self.automata.items()}

    def _sections(self, code: str = "") -> Iterator[tuple[str, list[str]]]:
        """Yield what stands below the statement: a line, or a title with a list below it.

        ``code`` stands around what is code.
        """
        if self.reason:
            yield f"Not proved: {self.reason}.", []
        if self.counterexample is not None:
            yield f"Counterexample: {code}{self.counterexample}{code}", []
        yield f"Method: {self.method}, on {self.domain}.", []
        lists = {
            "Formulas:": [f"{n}: {code}{f}{code}" for n, f in self.formulas.items()],
            "Automata:": [f"{name}: {size}" for name, size in self._sizes().items()],
            "Rests on:": list(self.rests_on),
            "Conjectures:": list(map(str, self.conjectures)),
        }
        if self.proof_file:
            words = checked_by(self.proof_file)
            yield f"{words[:1].upper()}{words[1:]}.", []
        yield from ((head, rows) for head, rows in lists.items() if rows)
        if self.again:
            yield f"Check again: {code}{self.again}{code}", []

    def as_text(self, width: int | None = None) -> str:
        """Return the conclusion for a terminal, in lines of ``width`` letters, else left whole.

        Words are never cut, nor is the command.
        """
        lines = [("", f"{str(self.level).capitalize()}: {readable(self.statement)}")]
        for head, rows in self._sections():
            lines += [("", head), *(("  - ", row) for row in rows)]
        return "\n".join(_wrapped(begin, line, width) for begin, line in lines)

    def in_markdown(self) -> str:
        """Return the conclusion as markdown, without the pictures of the automata."""
        parts = [f"**{str(self.level).capitalize()}**: {self.statement}"]
        for head, rows in self._sections("`"):
            parts.append("\n".join([head, *([""] if rows else []), *(f"- {r}" for r in rows)]))
        return "\n\n".join(parts)

    _repr_markdown_ = in_markdown

    def as_json(self) -> dict[str, Any]:
        """Return the same facts for machines."""
        same = ("subject", "statement", "method", "domain", "cases", "reason", "system", "again")
        return {name: getattr(self, name) for name in same} | {
            "level": str(self.level),
            "counterexample": None if self.counterexample is None else str(self.counterexample),
            "formulas": dict(self.formulas),
            "automata": {  # their transitions are in the proof file
                name: {"states": a.states, "tracks": a.tracks} for name, a in self.automata.items()
            },
            "rests_on": list(self.rests_on),
            "checked": bool(self.proof_file),
            "conjectures": [each.as_json() for each in self.conjectures],
        }


def _wrapped(begin: str, line: str, width: int | None) -> str:
    """Return a line in lines of ``width`` letters; the command is left whole."""
    if width is None or line.startswith("Check again"):
        return begin + line
    return textwrap.fill(
        line,
        width,
        initial_indent=begin,
        subsequent_indent=" " * (len(begin) + 2),
        break_long_words=False,
        break_on_hyphens=False,
    )


class NotProvable(Exception):  # noqa: N818  # an outcome that is expected
    """Nothing was proved, for a reason."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)

    def evidence(self) -> Evidence:
        """Return what an attempt that came to nothing gives."""
        return Evidence(Level.UNTESTED, Kind.THEOREM, "", 0, by=f"not proved: {self.reason}")


def once(make: Callable[[], Found]) -> Callable[[], Found]:
    """Return a function that calls another one once; it gives the same, or refuses, each time."""
    known: list[Found | NotProvable] = []

    def found() -> Found:
        if not known:
            try:
                known.append(make())
            except NotProvable as error:
                known.append(error)
        if isinstance(known[0], NotProvable):
            raise known[0]
        return known[0]

    return found
