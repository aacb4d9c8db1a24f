"""Base-2 statements for MONA, another prover (Henriksen et al. 1995, doi:10.1007/3-540-60630-0_5).

MONA decides WS1S, where variables are finite sets of natural numbers. A number becomes the set of
the places of its ones. Nothing of this package's arithmetic goes into the file: ``x + y = z``
says that a set of carries exists, ``x <= y`` that a difference exists, a multiple is made by
doubling and adding, and a predicate given as an automaton says that an accepting run exists, the
state at each place written in binary by sets. What is shared is the formula and the automaton of
the criterion, which is what the proof is about.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field

from research.logic.automaton import Automaton
from research.logic.errors import AutomataError
from research.logic.evaluator import HOLDS, Evaluator
from research.logic.formula import (
    Binary,
    Comparison,
    Constant,
    Difference,
    ElementComparison,
    Formula,
    Letter,
    Multiple,
    Not,
    Predicate,
    Quantified,
    Quotient,
    Sum,
    Term,
    TruthValue,
    Variable,
    text,
)

_PRELUDE = """\
ws1s;
pred add(var2 x, var2 y, var2 z) = ex2 c: 0 notin c & all1 p:
  ((p in z) <=> ((p in x) <=> ((p in y) <=> (p in c)))) &
  ((p + 1 in c) <=> (p in x & p in y | p in x & p in c | p in y & p in c));
pred leq(var2 x, var2 y) = ex2 d: add(x, d, y);
pred less(var2 x, var2 y) = leq(x, y) & x ~= y;
"""
_COMPARISONS: dict[str, str] = {
    "=": "{0} = {1}",
    "!=": "{0} ~= {1}",
    "<": "less({0}, {1})",
    "<=": "leq({0}, {1})",
    ">": "less({1}, {0})",
    ">=": "leq({1}, {0})",
}
_CONNECTIVES = {
    "&": "({0}) & ({1})",
    "|": "({0}) | ({1})",
    "=>": "({0}) => ({1})",
    "<=>": "({0}) <=> ({1})",
    "^": "~(({0}) <=> ({1}))",
}


class MonaError(AutomataError):
    """MONA is not installed, did not finish, or did not answer with a verdict."""


def mona_text(formula: Formula, evaluator: Evaluator) -> str:
    """Return a MONA file that asks whether a statement is true.

    Parameters
    ----------
    formula
        A statement without free variables.
    evaluator
        Holds the predicates and sequences; its system must have base 2.

    Raises
    ------
    AutomataError
        If the system is not base 2.

    Examples
    --------
    >>> from research.logic.formula import parse
    >>> file = mona_text(parse("Ax Ey y = x + 1").formula, Evaluator("lsd_2"))
    >>> print(file.splitlines()[-1])
    all2 v_x: (ex2 v_y: ((ex2 t0: (ex2 t1: t1 = {0} & add(v_x, t1, t0)) & v_y = t0)));
    """
    if evaluator.numeration.kind != "2":
        raise AutomataError(
            f"system={evaluator.numeration.name!r}: only base 2 can be exported for MONA"
        )
    writer = _MonaWriter(evaluator)
    statement = writer.formula(formula)
    return "\n".join(
        [f"# {text(formula)}", _PRELUDE, *writer.definitions, f"{statement};", ""]
    ).rstrip("\n")


def mona_command() -> str | None:
    """Return the path of the installed ``mona``, or None."""
    return shutil.which("mona")


def ask_mona(file_text: str, seconds: float = 60.0) -> bool:
    """Return MONA's verdict on a file made by :func:`mona_text`.

    Raises
    ------
    MonaError
        If it is not installed, takes longer than ``seconds``, or reports an error.
    """
    command = mona_command()
    if command is None:
        raise MonaError("mona: not found on the path; install the package `mona`")
    try:
        done = subprocess.run(
            [command, "-q", "/dev/stdin"],
            input=file_text,
            capture_output=True,
            text=True,
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise MonaError(f"mona: no answer within {seconds} seconds") from error
    if "Formula is valid" in done.stdout:
        return True
    if "Formula is unsatisfiable" in done.stdout:
        return False
    shown = " ".join((done.stdout + done.stderr).split())[:300]
    raise MonaError(f"mona: no verdict on a closed statement: {shown}")


@dataclass
class _MonaWriter:
    """Writes formulas, and collects the definitions they need, each after what it uses."""

    evaluator: Evaluator
    definitions: list[str] = field(default_factory=list)
    known: set[str] = field(default_factory=set)

    def formula(self, formula: Formula) -> str:  # noqa: PLR0911
        match formula:
            case TruthValue(value):
                return "true" if value else "false"
            case Not(body):
                return f"~({self.formula(body)})"
            case Binary(operator, left, right):
                return _CONNECTIVES[operator].format(self.formula(left), self.formula(right))
            case Quantified(quantifier, variables, body):
                word = "ex2" if quantifier == "E" else "all2"
                names = ", ".join(f"v_{name}" for name in variables)
                return f"{word} {names}: ({self.formula(body)})"
            case Comparison(comparator, left, right):
                terms = _Terms()
                pair = terms.name(left), terms.name(right)
                return terms.closed(_COMPARISONS[comparator].format(*pair))
            case Predicate(name, arguments):
                self.define(name)
                terms = _Terms()
                values = ", ".join(terms.name(argument) for argument in arguments)
                return terms.closed(f"r_{name}({values})" if arguments else f"r_{name}")
            case ElementComparison():
                return self.elements(formula)

    def elements(self, atom: ElementComparison) -> str:
        """Write a comparison of elements: one of the pairs of values for which it holds."""
        terms = _Terms()
        sides: list[dict[int, str]] = []
        for side in (atom.left, atom.right):
            if isinstance(side, Letter):
                sides.append({side.value: "true"})
                continue
            values = self.evaluator.sequences[side.sequence]
            index = terms.name(side.index)
            for value, automaton in values.items():
                self.automaton(_sequence_name(side.sequence, value), ("n",), automaton)
            sides.append({v: f"{_sequence_name(side.sequence, v)}({index})" for v in values})
        cases = [
            f"({first} & {second})"
            for left, first in sides[0].items()
            for right, second in sides[1].items()
            if HOLDS[atom.comparator](left, right)
        ]
        return terms.closed("(" + " | ".join(cases or ["false"]) + ")")

    def define(self, name: str) -> None:
        relation = self.evaluator.relations[name]
        if isinstance(relation.definition, Automaton):
            self.automaton(f"r_{name}", relation.parameters, relation.definition)
        elif f"r_{name}" not in self.known:
            self.known.add(f"r_{name}")
            body = self.formula(relation.definition)
            self.definitions.append(_header(f"r_{name}", relation.parameters) + f"{body};")

    def automaton(self, name: str, parameters: tuple[str, ...], automaton: Automaton) -> None:
        """Define a predicate: there is an accepting run, least significant place first."""
        if name in self.known:
            return
        self.known.add(name)
        if automaton.order == "msd":
            automaton = automaton.mirrored()
        self.definitions.append(_header(name, parameters) + _run(automaton) + ";")


def _sequence_name(sequence: str, value: int) -> str:
    return f"s_{sequence}_{value}".replace("-", "m")


def _header(name: str, parameters: tuple[str, ...]) -> str:
    if not parameters:
        return f"pred {name} = "
    return f"pred {name}({', '.join(f'var2 v_{p}' for p in parameters)}) = "


def _run(automaton: Automaton) -> str:
    """Write: an accepting run exists that reaches beyond the last place of each number."""
    if automaton.states == 1:
        return "true" if automaton.accepting[0] else "false"
    sets = [f"q{bit}" for bit in range((automaton.states - 1).bit_length())]
    ones = " | ".join(f"p in v_{track}" for track in automaton.tracks) or "false"
    steps = []
    for state in range(automaton.states):
        # One step for each state that follows, not for each letter: with many tracks they are few.
        row = automaton.table[state].tolist()
        for target in sorted(set(row)):
            letter = _letters(automaton, lambda c, row=row, to=target: row[c] == to)  # type: ignore[misc]
            here, there = _at("p", state, sets), _at("p + 1", target, sets)
            steps.append(f"({here} & {letter} => {there})")
    final = [_at("b", s, sets) for s in range(automaton.states) if automaton.accepting[s]]
    return (
        f"ex1 b: (all1 p: (({ones}) => p < b)) & ex2 {', '.join(sets)}: "
        f"{_at('0', 0, sets)} & (all1 p: (p < b => (\n  " + " &\n  ".join(steps) + f"\n)))"
        f" & ({' | '.join(final)})"
    )


def _at(place: str, state: int, sets: list[str]) -> str:
    bits = [
        f"{place} {'in' if state >> bit & 1 else 'notin'} {name}" for bit, name in enumerate(sets)
    ]
    return "(" + " & ".join(bits) + ")"


def _letters(automaton: Automaton, wanted: Callable[[int], bool]) -> str:
    """Write that the digits at p form a wanted letter, deciding track by track."""

    def decided(first: int, track: int) -> str:
        if track < 0:
            return "true" if wanted(int(automaton.letter_class[first])) else "false"
        zero, one = decided(first, track - 1), decided(first + (1 << track), track - 1)
        if zero == one:
            return zero
        name = f"v_{automaton.tracks[track]}"
        cases = [
            f"p {word} {name}" + ("" if rest == "true" else f" & {rest}")
            for word, rest in (("in", one), ("notin", zero))
            if rest != "false"
        ]
        return "(" + " | ".join(cases) + ")"

    return decided(0, len(automaton.tracks) - 1)


class _Terms:
    """Writes that terms have values; each part is closed off by its own quantifier.

    So MONA projects the value of a part as soon as the part is done, and never has all of a
    long sum's carries before it at once.
    """

    def __init__(self) -> None:
        self.names: list[str] = []
        self.facts: list[str] = []
        self.made = 0

    def fresh(self) -> str:
        self.made += 1
        return f"t{self.made - 1}"

    def name(self, term: Term) -> str:
        """Return the set that is the term's value, for use in a claim given to ``closed``."""
        return self.operand(term, self.names, self.facts)

    def closed(self, claim: str) -> str:
        """Return the claim about the terms named so far."""
        return _quantified(self.names, [*self.facts, claim])

    def operand(self, term: Term, names: list[str], facts: list[str]) -> str:
        """Return the set of a part of a term; what it needs goes into ``names`` and ``facts``."""
        if isinstance(term, Variable):
            return f"v_{term.name}"
        names.append(self.fresh())
        facts.append(self.has_value(term, names[-1]))
        return names[-1]

    def has_value(self, term: Term, value: str) -> str:
        names: list[str] = []
        facts: list[str] = []
        match term:
            case Variable(name):
                return f"v_{name} = {value}"
            case Constant(number):
                places = [str(p) for p in range(number.bit_length()) if number >> p & 1]
                return f"{value} = " + (f"{{{', '.join(places)}}}" if places else "empty")
            case Sum(left, right):
                pair = self.operand(left, names, facts), self.operand(right, names, facts)
                facts.append(f"add({pair[0]}, {pair[1]}, {value})")
            case Difference(left, right):
                pair = self.operand(left, names, facts), self.operand(right, names, facts)
                facts.append(f"add({pair[1]}, {value}, {pair[0]})")
            case Multiple(factor, body):
                facts.append(self.multiple(factor, self.operand(body, names, facts), value))
            case Quotient(body, divisor):
                whole = self.operand(body, names, facts)
                multiple, rest, bound = self.fresh(), self.fresh(), self.fresh()
                names += [multiple, rest, bound]
                facts += [
                    self.multiple(divisor, value, multiple),
                    self.has_value(Constant(divisor), bound),
                    f"less({rest}, {bound})",
                    f"add({multiple}, {rest}, {whole})",
                ]
        return _quantified(names, facts)

    def multiple(self, factor: int, name: str, value: str) -> str:
        """Write ``value = factor * name`` by doubling and adding."""
        if factor == 0:
            return f"{value} = empty"
        if factor == 1:
            return f"{value} = {name}"
        half = self.fresh()
        other = half if factor % 2 == 0 else name
        smaller = factor // 2 if factor % 2 == 0 else factor - 1
        facts = [self.multiple(smaller, name, half), f"add({half}, {other}, {value})"]
        return _quantified([half], facts)


def _quantified(names: list[str], facts: list[str]) -> str:
    body = " & ".join(facts)
    return f"(ex2 {', '.join(names)}: {body})" if names else body
