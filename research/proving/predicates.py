"""What theorems say of the rules of a game, as predicates."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations

from oracles.moves.definable import DefinableGame
from research.logic.automaton import Automaton
from research.logic.errors import AutomataError
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
from research.logic.formula_rules import names_in, require_fixed_names
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
    rules: DefinableGame,
    own: Iterable[tuple[str, Relation]],
    written: Iterable[Formula],
    given: Mapping[str, Relation | Automaton],
    system: str,
) -> Evaluator:
    """Return an evaluator that knows a theorem's ``own`` predicates, made of what was ``written``.

    Raises
    ------
    AutomataError
        If two predicates have a name, or an author uses the name of one of the theorem's: it would
        take its place, or be made by it in a circle.
    """
    require_fixed_names(given)
    made: dict[str, Relation] = {}
    for name, relation in own:
        if name in made:
            raise AutomataError(f"predicate ${name}: made twice; rename the control states")
        made[name] = relation
    defined = _formulas(given)
    if used := sorted(names_in(rules, [*written, *defined], given) & made.keys()):
        raise AutomataError(
            f"predicates={used!r}: the theorem states its conditions in predicates of these names; "
            "write out what they stand for, or choose other names"
        )
    evaluator = Evaluator(system, {**given, **made})
    for each in defined + _formulas(made):
        evaluator.check(each)
    return evaluator


def _formulas(relations: Mapping[str, Relation | Automaton]) -> list[Formula]:
    """Return the definitions that are formulas."""
    known = [each.definition for each in relations.values() if isinstance(each, Relation)]
    return [each for each in known if not isinstance(each, Automaton)]
