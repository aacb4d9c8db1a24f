"""The visible bounds of parameters and quantified variables.

A variable is bounded if the formula, read as a conjunction, says ``s <= t`` (or ``<``, ``=``,
mirrored or not) where the variable is added in s, nothing is subtracted or divided in s, and t
mentions only what is known before. Then it is at most t.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from oracles.errors import RulesError
from oracles.moves.formulas import (
    Binary,
    Comparison,
    Constant,
    Difference,
    Formula,
    Multiple,
    Quantified,
    Quotient,
    Sum,
    Term,
    Variable,
    operands,
    summands,
    variables,
)
from oracles.moves.words import Word


class Bound(NamedTuple):
    """Terms of which a variable is at most the least; ``exact`` if it equals the only one."""

    terms: list[Term]
    exact: bool = False


_BOUNDING = ("<=", "<", "=", ">=", ">")


def quantifier_bounds(quantified: Quantified, known: Collection[str]) -> list[Bound]:
    """Return the bounds of each variable of a quantifier, the names outside of it being known."""
    bounding: Formula | None = quantified.body
    if quantified.quantifier == "A":
        match quantified.body:
            case Binary("=>", premise, _):
                bounding = premise
            case _:
                bounding = None
    return bounds(quantified.variables, bounding, known, quantified.words)


def bounds(
    names: Sequence[str],
    formula: Formula | None,
    known: Collection[str],
    words: Sequence[Word] = (),
) -> list[Bound]:
    """Return the bound of each of the variables, by those before it and what is known.

    Raises
    ------
    RulesError
        If a variable has no bound; it points at its word, where there are ``words``.
    """
    allowed = set(known) - set(names)
    parts = [] if formula is None else operands(formula, "&")
    result = []
    for place, name in enumerate(names):
        found = [
            (more, less == Variable(name) and part.comparator == "=")
            for part in parts
            if isinstance(part, Comparison)
            for less, more in _inequalities(part)
            if _raises(less, name) and {v.name for v in variables(more)} <= allowed
        ]
        equal = [Bound([more], exact=True) for more, exact in found if exact]
        if not found:
            example = next((each for each in known if each != name), "10")
            problem = (
                f"{name!r} has no bound that can be seen; add one with &, for instance "
                f"{name} <= {example}"
            )
            if words:
                words[place].fault(problem)
            raise RulesError(problem)
        result.append(equal[0] if equal else Bound([more for more, _ in found]))
        allowed.add(name)
    return result


def constant_bound(name: str, formula: Formula | None) -> int | None:
    """Return the least number that a formula says a variable to be at most; None if it says none.

    >>> from oracles.moves.reading import read_text
    >>> text = read_text("position at(x, p) where p <= 1 & p <= x")
    >>> [constant_bound(name, text.states["at"].where) for name in "xp"]
    [None, 1]
    """
    found = [
        more.value
        for part in ([] if formula is None else operands(formula, "&"))
        for less, more in _inequalities(part)
        if isinstance(more, Constant) and _raises(less, name)
    ]
    return min(found, default=None)


def _inequalities(formula: Formula) -> list[tuple[Term, Term]]:
    """Return pairs of terms of which the first is at most the second if the formula holds."""
    if not isinstance(formula, Comparison) or formula.comparator not in _BOUNDING:
        return []
    left, right = formula.left, formula.right
    if formula.comparator == "=":
        return [(left, right), (right, left)]
    return [(right, left)] if formula.comparator in (">", ">=") else [(left, right)]


def _raises(term: Term, name: str) -> bool:
    """Whether the term is at least the variable: sums and multiples, the variable among them."""
    return _grows(term) and name in _added(term)


def _grows(term: Term) -> bool:
    match term:
        case Quotient():
            return False
        case Multiple(_, body):
            return _grows(body)
        case Sum() | Difference():
            first, rest = summands(term)
            return _grows(first) and all(sign == "+" and _grows(each) for sign, each in rest)
    return True


def _added(term: Term) -> set[str]:
    """Return the variables that are added at least once."""
    match term:
        case Variable(name):
            return {name}
        case Multiple(factor, body):
            return _added(body) if factor else set()
        case Sum() | Difference():
            first, rest = summands(term)
            return _added(first).union(*(_added(each) for _, each in rest))
        case Constant() | Quotient():
            return set()
