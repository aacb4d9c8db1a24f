"""Formulas evaluated at numbers, by their definition.

This is the other reading of a formula: no automata, only Python integers. It serves to compare a
formula with rules written in Python. As in the engine, a difference that would be negative does not
exist, and an atom that holds one is false. A quantified variable, and a parameter of a move, is
tried up to a bound that can be seen: ``n <= x`` or the like, among the parts of a conjunction.

A formula is written as a Python expression once, and then evaluated at many positions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from research.logic.errors import AutomataError
from research.logic.formula import (
    Binary,
    Comparison,
    Constant,
    Difference,
    Element,
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
    free_variables,
    operands,
    text,
)
from research.logic.kernel import Move

_COMPARATORS = {"=": "==", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
_MIRRORED = {"=": "=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
_PREDICATES = {
    "nimsum": "({0}) ^ ({1}) == ({2})",
    "power_of_two": "({0}) > 0 and ({0}) & (({0}) - 1) == 0",
}
Image = tuple[Any, ...]  # a value is None where its term has none


@lru_cache(maxsize=4096)
def predicate(formula: Formula, names: tuple[str, ...]) -> Callable[..., bool]:
    """Return a formula as a function of the values of its variables, in the order of ``names``."""
    writer = _PythonWriter({name: f"v{place}" for place, name in enumerate(names)})
    return _function(names, writer.formula(formula))


@lru_cache(maxsize=4096)
def images(move: Move, names: tuple[str, ...]) -> Callable[..., Iterator[Image | None]]:
    """Return a move as a function of the coordinates ``names``.

    It tries the values of the parameters one after the other, and gives for each the image where
    the guard holds, else None; so the work can be counted by who asks.

    Raises
    ------
    AutomataError
        If a parameter has no bound.
    """
    writer = _PythonWriter({name: f"v{place}" for place, name in enumerate(names)})
    conjuncts = operands(move.guard, "&")
    loops = writer.loops(move.parameters, conjuncts, f"move {move.source} -> {move.target}")
    guard = writer.formula(move.guard)
    image = "".join(f"{writer.value(term)}, " for term in move.image)
    once = loops or "for _ in (0,)"
    return _function(names, f"((({image}) if {guard} else None) {once})")


def _function(names: Sequence[str], expression: str) -> Callable[..., Any]:
    # The expression is made below from nodes of a formula alone, with names of its own.
    arguments = ", ".join(f"v{place}" for place in range(len(names)))
    made: Callable[..., Any] = eval(f"lambda {arguments}: {expression}", {})
    return made


class _PythonWriter:
    """Writes formulas and terms as Python; the variables in scope have names of their own."""

    def __init__(self, scope: Mapping[str, str]) -> None:
        self.scope = dict(scope)
        self.made = len(self.scope)

    def formula(self, formula: Formula) -> str:  # noqa: PLR0911  # one a node
        match formula:
            case TruthValue(truth):
                return str(truth)
            case Not(body):
                return f"(not {self.formula(body)})"
            case Binary("&" | "|" as operator, _, _):
                word = " and " if operator == "&" else " or "
                return f"({word.join(map(self.formula, operands(formula, operator)))})"
            case Binary("=>", left, right):
                return f"(not {self.formula(left)} or {self.formula(right)})"
            case Binary(operator, left, right):
                sign = "==" if operator == "<=>" else "!="
                return f"({self.formula(left)} {sign} {self.formula(right)})"
            case Comparison(comparator, left, right):
                return self.atom(f"{{0}} {_COMPARATORS[comparator]} {{1}}", (left, right))
            case ElementComparison(comparator, first, second):
                sides, terms = [], list[Term]()
                for side in (first, second):
                    sides.append(self.element(side, terms))
                return self.atom(f"{sides[0]} {_COMPARATORS[comparator]} {sides[1]}", terms)
            case Predicate(name, arguments) if name in _PREDICATES:
                return self.atom(_PREDICATES[name], arguments)
            case Quantified():
                return self.quantified(formula)
        known = ", ".join(f"${name}" for name in _PREDICATES)
        raise AutomataError(
            f"formula {text(formula)!r}: it is compared with the rules number by number, which "
            f"knows only the predicates {known}"
        )

    def atom(self, pattern: str, terms: Sequence[Term]) -> str:
        """Write an atom about terms, false where one of them has no value."""
        conditions: list[str] = []
        written = [self.term(term, conditions) for term in terms]
        return f"({' and '.join([*conditions, pattern.format(*written)])})"

    @staticmethod
    def element(side: Element | Letter, terms: list[Term]) -> str:
        if isinstance(side, Letter):
            return str(side.value)
        if side.sequence != "T":
            raise AutomataError(f"sequence {side.sequence!r}: number by number only T is known")
        terms.append(side.index)
        return f"({{{len(terms) - 1}}}).bit_count() % 2"

    def term(self, term: Term, conditions: list[str]) -> str:
        """Write a term; what it needs to have a value is added to the conditions."""
        match term:
            case Variable(name):
                return self.scope[name]
            case Constant(number):
                return f"({number})"
            case Sum(left, right):
                return f"{self.term(left, conditions)} + ({self.term(right, conditions)})"
            case Multiple(factor, body):
                return f"{factor} * ({self.term(body, conditions)})"
            case Quotient(body, divisor):
                return f"({self.term(body, conditions)}) // {divisor}"
            case Difference(left, right):
                first, second = self.term(left, conditions), self.term(right, conditions)
                conditions.append(f"({second}) <= {first}")
                return f"{first} - ({second})"

    def value(self, term: Term) -> str:
        """Write the value of a term, None where it has none."""
        conditions: list[str] = []
        written = self.term(term, conditions)
        return f"({written} if {' and '.join(conditions)} else None)" if conditions else written

    def quantified(self, formula: Quantified) -> str:
        """Write a quantifier as a search up to its bounds."""
        body, word, place = formula.body, "any", f"in {text(formula)!r}"
        premise: Formula = body
        if formula.quantifier == "A":
            word = "all"
            premise = (
                body.left
                if isinstance(body, Binary) and body.operator == "=>"
                else TruthValue(value=True)
            )
        outer = dict(self.scope)
        loops = self.loops(formula.variables, operands(premise, "&"), place)
        written = self.formula(body)
        self.scope = outer
        return f"{word}({written} {loops})" if loops else written

    def loops(self, variables: Sequence[str], conjuncts: Sequence[Formula], place: str) -> str:
        """Write a loop for each variable, up to the least of its bounds, and bring it in scope."""
        loops = []
        for number, name in enumerate(variables):
            later = set(variables[number:])
            bounds = [b for part in conjuncts if (b := _bound(name, part, later)) is not None]
            if not bounds:
                raise AutomataError(
                    f"{place}: {name!r} has no bound that can be seen; add, for instance, "
                    f"{name} <= {next(iter(self.scope), '10')}"
                )
            equal = [bound for bound, extra in bounds if extra is None]
            conditions: list[str] = []
            if equal:
                numbers = f"({self.term(equal[0], conditions)},)"
            else:
                ends = [f"{self.term(bound, conditions)} + {extra}" for bound, extra in bounds]
                least = f"min({', '.join(ends)})" if len(ends) > 1 else ends[0]
                numbers = f"range({least})"
            if conditions:
                numbers = f"({numbers} if {' and '.join(conditions)} else ())"
            self.made += 1
            self.scope[name] = f"v{self.made}_"
            loops.append(f"for {self.scope[name]} in {numbers}")
        return " ".join(loops)


def _bound(name: str, part: Formula, later: set[str]) -> tuple[Term, int | None] | None:
    """Return a term and 0 or 1, whose sum the variable stays below where ``part`` holds.

    Instead of 0 or 1 there is None where the variable is equal to the term.
    """
    if not isinstance(part, Comparison) or part.comparator not in _MIRRORED:
        return None
    sides: list[tuple[Term, str, Term]] = [(part.left, part.comparator, part.right)]
    sides.append((part.right, _MIRRORED[part.comparator], part.left))
    for small, comparator, large in sides:
        if free_variables(large) & later or comparator not in ("<", "<=", "="):
            continue
        if comparator == "=" and small == Variable(name):
            return large, None
        if _grows(small, name):
            return large, int(comparator != "<")
    return None


def _grows(term: Term, name: str) -> bool:
    """Whether a term is never less than the variable: sums and multiples in which it occurs."""
    match term:
        case Variable(own):
            return own == name
        case Sum(left, right):
            return (_grows(left, name) and _total(right)) or (_grows(right, name) and _total(left))
        case Multiple(factor, body):
            return factor >= 1 and _grows(body, name)
        case _:
            return False


def _total(term: Term) -> bool:
    """Whether a term is of variables, constants, sums and multiples only."""
    match term:
        case Sum(left, right):
            return _total(left) and _total(right)
        case Multiple(_, body):
            return _total(body)
        case _:
            return isinstance(term, Variable | Constant)
