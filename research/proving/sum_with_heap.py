"""The sum of a game that is a formula with one nim heap, by which Grundy values are proved."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain

from research.logic.errors import AutomataError
from research.logic.formula import (
    Comparison,
    Constant,
    Difference,
    Names,
    Sum,
    Variable,
    conjunction,
)
from research.logic.formula_rules import DefinableGame, Move


def heap_name(rules: DefinableGame) -> str:
    """Return a name for the size of the nim heap that the rules do not use."""
    return _names_in(rules).fresh("g")


def _names_in(rules: DefinableGame) -> Names:
    """Return the names that rules use."""
    of_moves = (part for m in rules.moves for part in (m.guard, *m.image, *m.parameters))
    of_states = (name for each in rules.coordinates.values() for name in each)
    others = chain(rules.measure.values(), rules.valid.values(), rules.won.values())
    return Names(*of_moves, *of_states, *others)


def with_heap(rules: DefinableGame) -> DefinableGame:
    """Return the sum with one nim heap, whose size is one more coordinate of every state.

    Raises
    ------
    AutomataError
        If some positions are won without a move, so that Grundy values have no meaning.
    """
    if rules.won:
        raise AutomataError("some positions are won without a move: they have no Grundy value")
    known = _names_in(rules)
    name = known.fresh("g")
    number = known.fresh(f"{name}_taken")
    heap, taken = Variable(name), Variable(number)
    moves = [replace(move, image=(*move.image, heap)) for move in rules.moves]
    some = conjunction(Comparison("<=", Constant(1), taken), Comparison("<=", taken, heap))
    for state, names in rules.coordinates.items():
        same = tuple(Variable(name) for name in names)
        moves.append(Move(state, state, (number,), some, (*same, Difference(heap, taken))))
    return DefinableGame(
        {state: (*names, name) for state, names in rules.coordinates.items()},
        tuple(moves),
        {state: Sum(measure, heap) for state, measure in rules.measure.items()},
        rules.level,
        rules.valid,
    )
