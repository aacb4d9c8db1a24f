"""The visible bounds of parameters and quantified variables.

A variable is bounded if the formula, read as a conjunction, says ``s <= t`` (or ``<``, ``=``,
mirrored or not) where the variable is added in s, nothing is subtracted or divided in s, and t
mentions only what is known before. Then it is at most t.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

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

_BOUNDING = ("<=", "<", "=", ">=", ">")


def quantifier_bounds(quantified: Quantified, known: Collection[str]) -> list[list[Term]]:
    """Return the bounds of each variable of a quantifier, the names outside of it being known."""
    bounding: Formula | None = quantified.body
    if quantified.quantifier == "A":
        match quantified.body:
            case Binary("=>", premise, _):
                bounding = premise
            case _:
                bounding = None
    return bounds(quantified.words, bounding, known)


def bounds(
    names: Sequence[Word], formula: Formula | None, known: Collection[str]
) -> list[list[Term]]:
    """Return the terms that bound each of the variables, by those before it and what is known.

    Raises
    ------
    RulesTextError
        If a variable has no bound.
    """
    allowed = set(known) - {word.text for word in names}
    parts = [] if formula is None else operands(formula, "&")
    result = []
    for word in names:
        found = [
            more
            for part in parts
            for less, more in _inequalities(part)
            if _raises(less, word.text) and {v.name for v in variables(more)} <= allowed
        ]
        if not found:
            example = next((name for name in known if name != word.text), "10")
            word.fault(
                f"{word.text!r} has no bound that can be seen; add one with &, for instance "
                f"{word.text} <= {example}"
            )
        result.append(found)
        allowed.add(word.text)
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
