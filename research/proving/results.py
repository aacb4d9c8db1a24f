"""What trying to prove came to: a theorem with all that it rests on, or how far was looked.

*Proved* is said by a theorem named in ``method``, for every size. *Exhausted* holds for every
position to the bound in ``domain``, and for none beyond. *Refuted* comes with a position at which
the oracle's outcome is another one. *Untested* says what is missing.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from research.checks.evidence import Counterexample, Evidence, Kind, Level, Step, TruthFrom
from research.system.readable import readable

if TYPE_CHECKING:
    from research.logic.automaton import Automaton

KERNEL = "kernel theorem by automata"
PERIODICITY = "periodicity theorem"
HEAPS = "heap theorem by automata"
KEYS = "key theorem by automata"
EVERY_SIZE = "positions of every size"
LARGEST_TABLE = 20  # automata of at most so many states are written out


@dataclass(frozen=True)
class ProofResult:
    """What is known of a game after trying to prove it.

    Attributes
    ----------
    subject
        The game, as it was named.
    level
        How much is known of the rules.
    statement
        The theorem in words; else what is known and to which bound.
    method
        By which theorem, or exhaustion.
    domain
        The positions that it speaks of.
    cases
        How many statements or values the proof consists of; else the positions exhausted.
    counted
        What the proof consists of.
    formulas
        Options, criterion and statements in Walnut's syntax, by what they are.
    automata
        The criterion's automata, by control state.
    system
        Their numeration system.
    rests_on
        What must be right for this to be right, one line each.
    other_prover
        What another prover says to the same statements, where one was asked.
    again
        The command that checks it again.
    conjectures
        What the values suggested on the way (:mod:`research.conjectures`), refuted ones included.
    reason
        Why nothing is proved, where nothing is.
    counterexample
        The position, where a criterion is refuted.
    proof
        The proof itself: a ``KernelProof`` or a ``PeriodProof``.
    model
        The game with its formulas, where it has them.
    """

    subject: str
    level: Level
    statement: str
    method: str
    domain: str
    cases: int
    counted: str = "statements, each decided true"
    formulas: Mapping[str, str] = field(default_factory=dict)
    automata: Mapping[str, Automaton] = field(default_factory=dict)
    system: str = ""
    rests_on: tuple[str, ...] = ()
    other_prover: str = ""
    again: str = ""
    conjectures: tuple[Any, ...] = ()
    reason: str = ""
    counterexample: Counterexample | None = None
    proof: Any = field(default=None, compare=False, repr=False)
    model: Any = field(default=None, compare=False, repr=False)

    @property
    def proved(self) -> bool:
        """Whether it holds for every size, of the rules themselves."""
        return self.level == Level.PROVED

    def evidence(self) -> Evidence:
        """Return the conclusion as evidence for a claim, with its record as steps.

        What another prover says is left out, because a report must not depend on what else is
        installed; small automata are drawn.
        """
        steps = [Step(self.statement, "")]
        steps += [Step(f"{name}: `{formula}`", "") for name, formula in self.formulas.items()]
        steps += [Step(f"Automaton of {name}: {size}", "") for name, size in self.sizes().items()]
        steps += [Step(f"Rests on {line}", "") for line in self.rests_on]
        if self.again:
            steps.append(Step(f"Check again with `{self.again}`", ""))
        exhausted = self.level == Level.EXHAUSTED
        nothing = self.level == Level.UNTESTED  # which no line may hide
        by = f"not proved: {self.reason or self.statement}" if nothing else self.method
        return Evidence(
            self.level,
            Kind.EXHAUSTION if exhausted else Kind.THEOREM,
            "" if nothing else self.domain,
            self.cases,
            self.counterexample,
            tuple(steps) if self.proved else (),
            by,
            self.drawings() if self.proved else (),
            TruthFrom.GRAPH if exhausted else None,
            counted=self.counted,
        )

    def drawings(self) -> tuple[tuple[str, str], ...]:
        """Draw the automata that are small enough; those of several states that are one, once."""
        if not self.automata:
            return ()
        from research.logic.draw import LARGEST_DRAWN, svg

        different: list[tuple[list[str], Automaton]] = []
        for name, automaton in self.automata.items():
            names = next((names for names, known in different if known == automaton), None)
            if names is None:
                different.append(([name], automaton))
            else:
                names.append(name)
        titles = [
            (
                f"Automaton of {', '.join(names)}: {automaton.states} states in {self.system}",
                automaton,
            )
            for names, automaton in different
            if automaton.states <= LARGEST_DRAWN
        ]
        return tuple((title, svg(automaton, title)) for title, automaton in titles)

    def sizes(self) -> dict[str, str]:
        """Return the size of each automaton, in words."""
        return {name: f"{a.states} states in {self.system}" for name, a in self.automata.items()}

    def as_text(self, width: int | None = None) -> str:
        """Return the conclusion for a terminal.

        Parameters
        ----------
        width
            Lines are wrapped to so many letters; by default they are left whole. Words are never
            cut, nor is the command.
        """
        said = readable(self.statement)
        lines = _wrapped(f"{str(self.level).capitalize()}: {said}", width)
        if self.reason:
            lines += _wrapped(f"Not proved: {self.reason}.", width)
        if self.counterexample is not None:
            lines += _wrapped(f"Counterexample: {self.counterexample}", width)
        lines += _wrapped(f"Method: {self.method}, on {self.domain}.", width)
        lines += _section("Formulas", [f"{n}: {f}" for n, f in self.formulas.items()], width)
        lines += _section("Automata", [f"{n}: {size}" for n, size in self.sizes().items()], width)
        lines += _section("Rests on", self.rests_on, width)
        if self.other_prover:
            lines += _wrapped(f"Another prover: {self.other_prover}.", width)
        lines += _section("Conjectures", list(map(str, self.conjectures)), width)
        if self.again:
            lines.append(f"Check again: {self.again}")
        return "\n".join(lines)

    def as_json(self) -> dict[str, Any]:
        """Return the same facts for machines."""
        return {
            "subject": self.subject,
            "level": str(self.level),
            "statement": self.statement,
            "method": self.method,
            "domain": self.domain,
            "cases": self.cases,
            "reason": self.reason,
            "counterexample": None if self.counterexample is None else str(self.counterexample),
            "formulas": dict(self.formulas),
            "system": self.system,
            "automata": {name: _transitions(a) for name, a in self.automata.items()},
            "rests_on": list(self.rests_on),
            "other_prover": self.other_prover,
            "conjectures": [each.as_json() for each in self.conjectures],
            "again": self.again,
        }

    def _repr_markdown_(self) -> str:
        return self.in_markdown()

    def in_markdown(self) -> str:
        """Return the conclusion as markdown, without the pictures of the automata."""
        parts = [f"**{str(self.level).capitalize()}**: {self.statement}"]
        parts += [f"Not proved: {self.reason}."] if self.reason else []
        parts += [f"Counterexample: `{self.counterexample}`"] if self.counterexample else []
        parts.append(f"Method: {self.method}, on {self.domain}.")
        for title, lines in (
            ("Formulas", [f"{name}: `{formula}`" for name, formula in self.formulas.items()]),
            ("Automata", [f"{name}: {size}" for name, size in self.sizes().items()]),
            ("Rests on", self.rests_on),
            ("Another prover", [self.other_prover] if self.other_prover else []),
            ("Conjectures", list(map(str, self.conjectures))),
        ):
            if lines:
                parts.append("\n".join([f"{title}:", "", *(f"- {line}" for line in lines)]))
        parts += [f"Check again: `{self.again}`"] if self.again else []
        return "\n\n".join(parts)


def _section(title: str, lines: Sequence[str], width: int | None) -> list[str]:
    if not lines:
        return []
    return [f"{title}:", *(row for line in lines for row in _wrapped(line, width, "  - "))]


def _wrapped(line: str, width: int | None, begin: str = "") -> list[str]:
    """Break a line between words, what follows moved in further than where it began."""
    if width is None:
        return [begin + line]
    return textwrap.wrap(
        line,
        width,
        initial_indent=begin,
        subsequent_indent=" " * (len(begin) + 2),
        break_long_words=False,
        break_on_hyphens=False,
    )


def _transitions(automaton: Automaton) -> dict[str, Any]:
    """Return an automaton as numbers: its whole table if it is small, else its size."""
    facts: dict[str, Any] = {"states": automaton.states, "tracks": list(automaton.tracks)}
    if automaton.states <= LARGEST_TABLE and automaton.letters <= 256:
        facts["order"] = automaton.order
        facts["table"] = automaton.table[:, automaton.letter_class].tolist()
        facts["accepting"] = automaton.accepting.tolist()
    return facts
