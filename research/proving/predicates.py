"""What theorems say of the rules of a game, as predicates."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations

from oracles.moves.definable import DefinableGame
from research.logic.automaton import Automaton
from research.logic.evaluator import Evaluator
from research.logic.formula import (
    Comparison,
    Formula,
    Names,
    Variable,
    conjunction,
    disjunction,
    exists,
)
from research.logic.formula_rules import require_fixed_names
from research.logic.numeration import Relation


def names_of(rules: DefinableGame, *more: Formula | str) -> Names:
    """Return the names that rules use, and more."""
    names = Names(*more, *rules.measure.values(), *rules.valid.values(), *rules.won.values())
    names.used.update(*rules.coordinates.values())
    for move in rules.moves:
        names.used |= Names(*move.parameters, move.guard, *move.image).used
    return names


def option_formula(
    rules: DefinableGame, source: str, target: str, after: Sequence[str], *, unordered: bool = False
) -> Formula:
    """Return: the vector ``after``, in this order or in any, is an option by some move."""
    orders = list(permutations(after)) if unordered else [tuple(after)]
    found = []
    for move in rules.moves:
        if (move.source, move.target) == (source, target):
            for order in orders:
                pairs = zip(order, move.image, strict=True)
                image = [Comparison("=", Variable(name), term) for name, term in pairs]
                found.append(exists(move.parameters, conjunction(move.guard, *image)))
    return disjunction(*found)


def evaluator_with(
    own: Iterable[tuple[str, Relation]], given: Mapping[str, Relation | Automaton], system: str
) -> Evaluator:
    """Return an evaluator that knows a theorem's ``own`` predicates and the author's."""
    require_fixed_names(given)
    evaluator = Evaluator(system, {**given, **dict(own)})
    for each in evaluator.relations.values():
        if isinstance(each, Relation) and not isinstance(each.definition, Automaton):
            evaluator.check(each.definition)
    return evaluator
