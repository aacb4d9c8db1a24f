"""Atoms to automata: linear constraints, sum of a_i x_i + c compared with 0.

How a system adds is said there (:mod:`.base`, :mod:`.recurrence`).

A term becomes ``sum a_x x + c`` together with *parts*, automata that must hold: a difference adds
that it exists, a quotient a new variable q with ``k q <= t < k q + k``. New variables have names
that no formula can have.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import count

from research.logic.automaton import Automaton
from research.logic.formula import (
    Comparison,
    Constant,
    Difference,
    Multiple,
    Quotient,
    Sum,
    Term,
    Variable,
)
from research.logic.positional import NumerationSystem, linear_constraint


@dataclass(frozen=True)
class Linear:
    """``sum a_x x + constant``."""

    coefficients: dict[str, int]
    constant: int

    def plus(self, other: Linear, factor: int) -> Linear:
        """Return this form plus ``factor`` times another, without zero coefficients."""
        total = dict(self.coefficients)
        for name, coefficient in other.coefficients.items():
            total[name] = total.get(name, 0) + factor * coefficient
        kept = {name: coefficient for name, coefficient in total.items() if coefficient}
        return Linear(kept, self.constant + factor * other.constant)


@dataclass
class Conjunction:
    """Automata that hold together, and the new variables quantified over them.

    Parameters
    ----------
    numeration
        The numeration system of all automata.
    limit
        The most states of an automaton.
    names
        The source of new names, shared by one evaluation.
    """

    numeration: NumerationSystem
    limit: int
    names: count[int]
    automata: list[Automaton] = field(default_factory=list)
    variables: list[str] = field(default_factory=list)

    def fresh(self) -> str:
        """Return a new variable, to be quantified."""
        name = f"#{next(self.names)}"
        self.variables.append(name)
        return name

    def at_most_zero(self, form: Linear) -> None:
        """Add that the form is at most 0."""
        self.automata.append(
            linear_constraint(self.numeration, form.coefficients, form.constant, "<=", self.limit)
        )

    def zero(self, form: Linear) -> Automaton:
        """Return the automaton of: the form is 0."""
        given = self.numeration, form.coefficients, form.constant
        return linear_constraint(*given, "=", self.limit)

    def linear(self, term: Term, *, natural: bool = False) -> Linear:
        """Return the form of a term, adding what it needs to exist.

        ``natural`` says that the context already forces the term's value to be at least 0.
        """
        match term:
            case Variable(name):
                return Linear({name: 1}, 0)
            case Constant(value):
                return Linear({}, value)
            case Sum(left, right):
                return self.linear(left).plus(self.linear(right), 1)
            case Multiple(factor, body):
                return Linear({}, 0).plus(self.linear(body), factor)
            case Difference(left, right):
                form = self.linear(left).plus(self.linear(right), -1)
                if not natural:
                    self.at_most_zero(Linear({}, 0).plus(form, -1))
                return form
            case Quotient(body, divisor):
                quotient = Linear({self.fresh(): divisor}, 0)
                rest = self.linear(body).plus(quotient, -1)
                self.at_most_zero(Linear({}, 0).plus(rest, -1))
                self.at_most_zero(Linear(rest.coefficients, rest.constant - divisor + 1))
                return Linear(dict.fromkeys(quotient.coefficients, 1), 0)

    def comparison(self, atom: Comparison) -> None:
        """Add a comparison of two terms."""
        equal = atom.comparator == "="
        form = self.linear(atom.left, natural=equal).plus(self.linear(atom.right), -1)
        if atom.comparator in ("=", "!="):
            same = self.zero(form)
            self.automata.append(same if equal else ~same & self.numeration.valid(same.tracks))
        else:
            strict = Linear({}, int(atom.comparator in ("<", ">")))
            self.at_most_zero(strict.plus(form, -1 if atom.comparator.startswith(">") else 1))

    def applied(
        self, automaton: Automaton, parameters: Iterable[str], arguments: Iterable[Term]
    ) -> None:
        """Add an automaton with its tracks ``parameters`` replaced by terms."""
        names = {}
        for parameter, argument in zip(parameters, arguments, strict=True):
            if isinstance(argument, Variable):
                names[parameter] = argument.name
                continue
            if parameter in automaton.tracks:
                names[parameter] = self.fresh()
                form = self.linear(argument, natural=True)
                self.automata.append(self.zero(form.plus(Linear({names[parameter]: 1}, 0), -1)))
            else:
                self.linear(argument)
        self.automata.append(automaton.renamed(names))
