"""The bounds of parameters and quantified variables, so that all their values can be tried.

A bound must be visible: the formula, read as a conjunction, says ``s <= t`` (or ``<``, ``=``,
mirrored or not) where the variable is added in s, and t mentions only what is known before. Then
the variable is at most t, for no term has a part below zero.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from oracles.errors import RulesError
from oracles.moves.formulas import (
    TRUE,
    Binary,
    Comparison,
    Formula,
    Multiple,
    Quantified,
    Sum,
    Term,
    Variable,
    Word,
    free_variables,
    operands,
)


class Bound(NamedTuple):
    """Terms of which a variable is at most the least; ``exact`` if it equals the only one."""

    terms: list[Term]
    exact: bool = False


def quantifier_bounds(quantified: Quantified, known: Collection[str]) -> list[Bound]:
    """Return the bounds of each variable of a quantifier, the names outside of it being known."""
    body: Formula = quantified.body
    if quantified.quantifier == "A":
        body = body.left if isinstance(body, Binary) and body.operator == "=>" else TRUE
    return bounds(quantified.variables, body, known, quantified.words)


def bounds(
    names: Sequence[str], formula: Formula, known: Collection[str], words: Sequence[Word] = ()
) -> list[Bound]:
    """Return the bound of each of the variables, by those before it and what is known.

    Raises
    ------
    RulesError
        If a variable has no bound; it points at its word, where there are ``words``.
    """
    allowed = set(known) - set(names)
    pairs = [pair for part in operands(formula, "&") for pair in _inequalities(part)]
    result = []
    for place, name in enumerate(names):
        found = [
            (more, equal and less == Variable(name))
            for less, more, equal in pairs
            if name in _added(less) and free_variables(more) <= allowed
        ]
        if not found:
            example = next((each for each in known if each != name), "10")
            problem = (
                f"{name!r} has no bound that can be seen; add one with &, for instance "
                f"{name} <= {example}"
            )
            if words:
                words[place].fault(problem)
            raise RulesError(problem)
        exact = [Bound([more], exact=True) for more, equal in found if equal]
        result.append(exact[0] if exact else Bound([more for more, _ in found]))
        allowed.add(name)
    return result


def _inequalities(formula: Formula) -> list[tuple[Term, Term, bool]]:
    """Return pairs of terms, the first at most the second where the formula holds; if equal."""
    match formula:
        case Comparison("=", left, right):
            return [(left, right, True), (right, left, True)]
        case Comparison("<" | "<=", left, right):
            return [(left, right, False)]
        case Comparison(">" | ">=", left, right):
            return [(right, left, False)]
    return []


def _added(term: Term) -> set[str]:
    """Return the variables that are added in a term, which is at least each of them."""
    match term:
        case Variable(name):
            return {name}
        case Multiple(factor, body) if factor:
            return _added(body)
        case Sum(left, right):
            return _added(left) | _added(right)
    return set()
