"""Rules of games as formulas (:mod:`oracles.moves.formulas`), and what theorems make of them.

The rules of games on vectors are generated from their directions. Such a game moves any positive
number of times along one of its vectors: nim (the unit vectors), Wythoff's game (with (1, 1)), the
stone game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

from oracles.moves.formulas import DefinableGame, Move
from research.logic.automaton import Automaton
from research.logic.errors import AutomataError
from research.logic.evaluator import Evaluator
from research.logic.formula import (
    Comparison,
    Constant,
    Difference,
    Formula,
    Multiple,
    Names,
    Sum,
    Term,
    Variable,
    conjunction,
    disjunction,
    exists,
    predicate_names,
)
from research.logic.numeration import Relation

# Names that rules in the language of moves use with a fixed meaning.
FIXED = {"power", "power_of_two", "nimsum", "T"}


def require_fixed_names(given: Iterable[str]) -> None:
    """Refuse new meanings for the names that rules use with a fixed one."""
    fixed = sorted(FIXED & set(given))
    if fixed:
        raise AutomataError(
            f"relations={fixed!r}: the rules use these names with a fixed meaning; choose others"
        )


def names_in(
    rules: DefinableGame, written: Iterable[Formula], relations: Iterable[str]
) -> frozenset[str]:
    """Return the predicates that rules and formulas use, and those that are given."""
    formulas: list[Formula] = [*rules.valid.values(), *rules.won.values(), *written]
    formulas += [move.guard for move in rules.moves]
    return frozenset(relations).union(*map(predicate_names, formulas))


def vector_rules(dimension: int, vectors: Iterable[Sequence[int]]) -> DefinableGame:
    """Return the rules: from x to x - n d, for a vector d and n >= 1, no coordinate below 0.

    Parameters
    ----------
    dimension
        The number of coordinates, named x1, x2, ...; at least 1.
    vectors
        What is taken away; a negative entry adds. The sum of each must be positive, which is the
        measure that ends the game.

    Raises
    ------
    AutomataError
        If a vector has the wrong length.

    Examples
    --------
    >>> len(vector_rules(2, [(1, 0), (0, 1), (1, 1)]).moves)
    3
    """
    names = tuple(f"x{place}" for place in range(1, dimension + 1))
    total: Term = Variable(names[0])
    for name in names[1:]:
        total = Sum(total, Variable(name))
    moves = tuple(_move(names, tuple(vector)) for vector in vectors)
    return DefinableGame({"play": names}, moves, {"play": total})


def _move(names: tuple[str, ...], vector: tuple[int, ...]) -> Move:
    """Return the move along a vector, n times."""
    if len(vector) != len(names):
        raise AutomataError(f"vector={vector!r}: expected {len(names)} entries")
    times = Variable("n")
    image: list[Term] = []
    guards: list[Formula] = [Comparison(">=", times, Constant(1))]
    for name, entry in zip(names, vector, strict=True):
        step: Term = times if abs(entry) == 1 else Multiple(abs(entry), times)
        if entry > 0:
            guards.append(Comparison(">=", Variable(name), step))
            image.append(Difference(Variable(name), step))
        elif entry < 0:
            image.append(Sum(Variable(name), step))
        else:
            image.append(Variable(name))
    return Move("play", "play", ("n",), conjunction(*guards), tuple(image))


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


@dataclass(frozen=True, kw_only=True)
class BesideHeap(DefinableGame):
    """The sum of a game with one nim heap, and what it was made of."""

    alone: DefinableGame
    heap: str


def with_heap(rules: DefinableGame, name: str) -> BesideHeap:
    """Return the sum with one nim heap, whose size is one more coordinate of every state.

    Raises
    ------
    AutomataError
        If some positions are won without a move, so that Grundy values have no meaning.
    """
    if rules.won:
        raise AutomataError("some positions are won without a move: they have no Grundy value")
    number = names_of(rules).fresh(f"{name}_taken")
    heap, taken = Variable(name), Variable(number)
    moves = [replace(move, image=(*move.image, heap)) for move in rules.moves]
    some = conjunction(Comparison("<=", Constant(1), taken), Comparison("<=", taken, heap))
    for state, names in rules.coordinates.items():
        same = tuple(map(Variable, names))
        moves.append(Move(state, state, (number,), some, (*same, Difference(heap, taken))))
    return BesideHeap(
        {state: (*names, name) for state, names in rules.coordinates.items()},
        tuple(moves),
        {state: Sum(measure, heap) for state, measure in rules.measure.items()},
        rules.level,
        rules.valid,
        alone=rules,
        heap=name,
    )
