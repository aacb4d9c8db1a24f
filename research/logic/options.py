"""The options that the formulas of a game give at one position.

A proof is about the formulas. That they say what the rules say is checked by comparing these
options with those of the game's own ``options`` on small positions; the proof's certificate
carries that check.
"""

from __future__ import annotations

from research.logic.errors import AutomataError
from research.logic.evaluator import Evaluator
from research.logic.formula import (
    Comparison,
    Constant,
    Formula,
    Names,
    Term,
    Variable,
    conjunction,
    exists,
    replaced,
    substituted,
)
from research.logic.kernel import FormulaRules, Move, Place
from research.logic.members import members


def options(rules: FormulaRules, position: Place, evaluator: Evaluator) -> frozenset[Place]:
    """Return the options of a position, found by the engine from the moves' formulas.

    Parameters
    ----------
    rules
        The game.
    position
        A control state and the values of its coordinates.
    evaluator
        Holds the numeration system and the predicates the formulas use.

    Raises
    ------
    AutomataError
        If the control state is unknown, the number of values is wrong, or the formulas give
        infinitely many options.

    Examples
    --------
    >>> from research.logic.vector_rules import ray_rules
    >>> found = options(ray_rules(1, [(1,)]), Place("play", (3,)), Evaluator("lsd_2"))
    >>> sorted(option.values for option in found)
    [(0,), (1,), (2,)]
    """
    names = rules.coordinates.get(position.state)
    if names is None or len(names) != len(position.values):
        raise AutomataError(f"position={position!r}: no such control state, or wrong dimension")
    at: dict[str, Term] = {
        name: Constant(value) for name, value in zip(names, position.values, strict=True)
    }
    found: set[Place] = set()
    for move in rules.moves:
        if move.source == position.state:
            found.update(_images(move, at, evaluator))
    return frozenset(found)


def _images(move: Move, at: dict[str, Term], evaluator: Evaluator) -> set[Place]:
    """Return the images under one move, as the members of ``E parameters: guard & y = image``."""
    names = Names(move.guard, *move.image, *move.parameters)
    results = tuple(names.fresh(f"result{place:03}") for place in range(len(move.image)))
    parts: list[Formula] = [substituted(move.guard, at)]
    for name, term in zip(results, move.image, strict=True):
        parts.append(Comparison("=", Variable(name), replaced(term, at)))
    formula = exists(move.parameters, conjunction(*parts))
    evaluator.check(formula)
    automaton = evaluator.over(formula, results)
    return {
        Place(move.target, values) for values in members(automaton, evaluator.numeration, results)
    }
