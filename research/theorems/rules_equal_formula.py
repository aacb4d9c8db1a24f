"""Which games are equal to their formulas: decided for every position, or by what they are.

- A game in the language of moves is its text, a game on vectors without a guard its vectors. The
  formulas are made from these again and compared with those that are to be proved of.
- Rules in Python are read from their source and run on symbols
  (:mod:`research.theorems.symbolic_execution`). For all vectors of natural numbers that the
  formulas call positions, it is decided:

  - what the formulas call positions is what the rules contain, where they say so; where only the
    rules do, neither where play starts nor an option is outside of it
  - a position is won by the rules exactly if it is by the formulas; of one that is not:
  - each position that the rules start from is a vector that the formulas call a position
  - each option by the rules is the vector of natural numbers that it is read as, and nothing else
  - the options by the rules are those by the formulas.

Several vectors may be one position, as where the order of piles says nothing; options are compared
as they are read of the position that they are written as.

>>> from oracles.vectors import VectorGame, nim
>>> made_from_rules(nim(2)).origin
'made from the vectors (1, 0), (0, 1)'
>>> class Tricky(VectorGame):
...     def options(self, position):
...         return super().options(position)[:3]
>>> made_from_rules(Tricky([(1, 0), (0, 1)])) is None
True
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from inspect import getattr_static
from types import FunctionType
from typing import Any

from oracles.heaps import HeapGame
from oracles.moves import MoveGame
from oracles.rules import Game, Rules, keeps_rules_of
from oracles.vectors import VectorGame
from research.logic.decide import Decision, decide
from research.logic.errors import AutomataError
from research.logic.formula import (
    Binary,
    Comparison,
    Formula,
    Names,
    Not,
    TruthValue,
    Variable,
    conjunction,
    disjunction,
    exists,
    for_all,
    implies,
)
from research.logic.kernel import FormulaRules, Move, Place
from research.theorems.formula_model import FormulaModel
from research.theorems.python_subset import Reader
from research.theorems.symbolic_execution import Outcome, outcomes
from research.theorems.symbols import SYSTEM, TRUE, NotOnSymbolsError, Symbol, is_value
from research.theorems.vector_moves import formulas_from_vectors

Symbols = tuple[Symbol, ...]
_RULES = ("start", "options", "contains", "final_outcome")


def made_from_rules(game: Game[Any]) -> FormulaModel | None:
    """Return a game with the formulas that its rules are; None if it has rules in Python."""
    if isinstance(game, MoveGame) and game.is_plain():
        from research.theorems.move_formulas import formulas_of

        return formulas_of(game)
    if isinstance(game, VectorGame) and keeps_rules_of(game, VectorGame) and game.guard is None:
        made = formulas_from_vectors(game)
        return None if isinstance(made, str) else made
    return None


def own_formulas(model: FormulaModel) -> FormulaModel | str:
    """Return a game with its own formulas, if those given are the same; else why they are not."""
    if not model.made:
        from_rules = made_from_rules(model.game)
        made = _decided(model) if from_rules is None else _started(from_rules)
        same = isinstance(made, str) or made.rules == model.rules
        model.made.append(made if same else "the formula is another one than the rules")
    return model.made[0]


def _started(made: FormulaModel) -> FormulaModel | str:
    """Return formulas made from rules, if play starts from what they speak of; else why not."""
    game = made.game
    usual = getattr_static(game, "start") in (MoveGame.start, VectorGame.start)
    if usual or isinstance(game, MoveGame):  # which refuses what its text does not speak of
        return made
    try:
        started = all(map(_is_true, _starts(made, made.rules.valid)))
    except (NotOnSymbolsError, AutomataError) as error:
        return str(error)
    return made if started else "play starts from what is no vector"


def _decided(model: FormulaModel) -> FormulaModel | str:
    """Return the game with formulas that its rules were decided to be; else why they were not."""
    try:
        decisions = rules_are_formulas(model)
    except (NotOnSymbolsError, AutomataError) as error:
        return str(error)
    different = [decision.example for decision in decisions if not decision.truth]
    if different:
        return f"the formula is another game at {different[0]}"
    words = f"which the rules, run on symbols, are for every vector ({len(decisions)} statements)"
    return replace(model, origin=f"{model.origin}, {words}")


def _is_true(statement: Formula) -> bool:
    return decide(statement, SYSTEM).truth


def rules_are_formulas(model: FormulaModel) -> tuple[Decision, ...]:
    """Decide that rules in Python and their formulas are the same game.

    Parameters
    ----------
    model
        The game with formulas that were read off or written by hand.

    Returns
    -------
    tuple of Decision
        The statements, at least one; the formulas are the rules if each of them is true.

    Raises
    ------
    NotOnSymbolsError
        If the rules, or how positions are read, cannot be run on symbols.
    AutomataError
        If an automaton grows too large.

    Examples
    --------
    >>> from research.theorems.reading_off import formulas_read_off
    >>> class OneOrTwo(Game):
    ...     def start(self, size):
    ...         return range(size + 1)
    ...     def options(self, heap):
    ...         return [heap - taken for taken in (1, 2) if taken <= heap]
    >>> [decision.truth for decision in rules_are_formulas(formulas_read_off(OneOrTwo()))]
    [True, True]
    """
    game, rules = model.game, model.rules
    own = any(name in getattr(game, "__dict__", {}) for name in _RULES)
    if own or not keeps_rules_of(game, Game, "final_outcome"):
        raise NotOnSymbolsError("the game has an ending, or an object rules, of its own")
    statements = [*_starts(model, rules.valid)]
    for state in rules.coordinates:
        statements += _statements(model, state)
    _require_contained(model)
    return tuple(decide(each, SYSTEM) for each in statements)


def starts_from_one_heap(game: Rules[Any]) -> bool:
    """Decide that play starts from one heap at most, whatever the size.

    Raises
    ------
    NotOnSymbolsError
        If where play starts cannot be run on symbols.

    Examples
    --------
    >>> from oracles.codes import TakeAndBreak
    >>> class Twins(HeapGame):
    ...     def start(self, size):
    ...         return [(heap, heap) for heap in range(1, size + 1)]
    >>> rule = TakeAndBreak("0.3")
    >>> starts_from_one_heap(HeapGame(rule)), starts_from_one_heap(Twins(rule))
    (True, False)
    """
    if getattr_static(game, "start") is HeapGame.start:
        return True

    def starts(reader: Reader, at: Symbols) -> bool:
        return all(map(_is_heap, reader.members(reader.call(_rule(game, "start"), *at))))

    return all(each.value for each in outcomes(starts, ("size",)))


def _is_heap(position: Any) -> bool:
    """Whether a position is one heap at most, as heap games write it."""
    one = type(position) is tuple and len(position) <= 1
    return one and all(type(heap) in (int, Symbol) and heap > 0 for heap in position)


def _rule(game: Rules[Any], name: str) -> Any:
    """Return one of the functions that the rules are."""
    if not isinstance(getattr_static(game, name), FunctionType | staticmethod):
        raise NotOnSymbolsError(f".{name} is computed")
    return getattr(game, name)


def _starts(model: FormulaModel, positions: Mapping[str, Formula]) -> Iterator[Formula]:
    """Yield: a position from which play starts at some size is one of these."""
    rules, game = model.rules, model.game

    def starts(reader: Reader, at: Symbols) -> list[Place]:
        begun = reader.members(reader.call(_rule(game, "start"), *at))
        return [_as_place(model, position, reader) for position in begun]

    found = outcomes(starts, ("size",))
    for state, valid in positions.items():
        names = rules.coordinates[state]
        taken = Names("size", *names, valid)
        image = tuple(taken.fresh(f"y{place}") for place in range(1, len(names) + 1))
        same = [
            Comparison("=", Variable(a), Variable(b)) for a, b in zip(names, image, strict=True)
        ]
        begun = disjunction(*(_is_option(each, state, image) for each in found))
        yield for_all(("size", *image), implies(begun, exists(names, conjunction(*same, valid))))


def _statements(model: FormulaModel, state: str) -> Iterator[Formula]:
    """Yield what makes rules and formulas the same at one control state."""
    rules, game = model.rules, model.game
    names = rules.coordinates[state]
    valid = rules.valid.get(state, TRUE)
    if state in rules.valid:
        contained = _contained(model, state, names)
        yield for_all(names, Binary("<=>", valid, contained))
    found = _reached(model, state)
    by_rules = {target: _gives(rules, state, target, found) for target in rules.coordinates}
    some = disjunction(*(exists(image, given) for image, given in by_rules.values()))
    ends = Not(some) if game.misere else TruthValue(value=False)
    won = rules.won.get(state, TruthValue(value=False))
    yield for_all(names, implies(valid, Binary("<=>", won, ends)))
    for target, (image, given) in by_rules.items():
        moves = [move for move in rules.moves if (move.source, move.target) == (state, target)]
        same = Binary("<=>", given, _as_read(model, target, image, moves))
        yield for_all((*names, *image), implies(conjunction(valid, Not(won)), same))


def _gives(
    rules: FormulaRules, state: str, target: str, found: Sequence[Outcome]
) -> tuple[tuple[str, ...], Formula]:
    """Return names for the coordinates of an option, and: by the rules it is one."""
    moves = [move for move in rules.moves if (move.source, move.target) == (state, target)]
    taken = Names(*rules.coordinates[state], *(name for m in moves for name in m.parameters))
    number = len(rules.coordinates[target])
    image = tuple(taken.fresh(f"y{place}") for place in range(1, number + 1))
    return image, disjunction(*(_is_option(each, target, image) for each in found))


def _place(state: str, at: Symbols) -> Place:
    return Place(state, at)  # type: ignore[arg-type]  # symbols stand for numbers


def _contained(model: FormulaModel, state: str, names: tuple[str, ...]) -> Formula:
    """Return: a vector is written as a position that the rules contain."""

    def contained(reader: Reader, at: Symbols) -> Any:
        position = reader.call(model.written, _place(state, at))
        return reader.call(_rule(model.game, "contains"), position)

    found = outcomes(contained, names)
    if any(type(each.value) is not bool for each in found):
        raise NotOnSymbolsError("contains gives something else than a truth value")
    return disjunction(*(each.path.when() for each in found if each.value))


def _require_contained(model: FormulaModel) -> None:
    """Refuse rules that say what they contain, and do not stay there where formulas say nothing."""
    rules = model.rules
    silent = rules.coordinates.keys() - rules.valid.keys()
    if not silent or getattr_static(model.game, "contains") is Rules.contains:
        return
    within = {state: _contained(model, state, rules.coordinates[state]) for state in silent}
    leaving = [*_starts(model, within)]
    for state, names in rules.coordinates.items():
        here = rules.valid.get(state) or within[state]
        found = _reached(model, state)
        for target in within:
            image, given = _gives(rules, state, target, found)
            there = _contained(model, target, image)
            leaving.append(for_all((*names, *image), implies(conjunction(here, given), there)))
    outside = [
        decision.example
        for decision in (decide(each, SYSTEM) for each in leaving)
        if not decision.truth
    ]
    if outside:
        raise NotOnSymbolsError(f"play leaves what the rules contain at {outside[0]}")


def _reached(model: FormulaModel, state: str) -> list[Outcome]:
    """Return the options of the positions of a control state as they are read, on each path."""
    names, valid = model.rules.coordinates[state], model.rules.valid.get(state, TRUE)

    def reached(reader: Reader, at: Symbols) -> list[Place]:
        position = reader.call(model.written, _place(state, at))
        options = reader.members(reader.call(_rule(model.game, "options"), position))
        return [_as_place(model, option, reader) for option in options]

    return outcomes(reached, names, valid)


def _as_place(model: FormulaModel, option: Any, reader: Reader) -> Place:
    """Return an option as it is read, if it is what is written there, and nothing else."""
    place = reader.call(model.read, option)
    if type(place) is not Place or place.state not in model.rules.coordinates:
        raise NotOnSymbolsError("an option is read as no vector")
    if len(place.values) != len(model.rules.coordinates[place.state]):
        raise NotOnSymbolsError("an option has another number of coordinates")
    if any(type(value) not in (int, Symbol) or value < 0 for value in place.values):
        raise NotOnSymbolsError("an option has a coordinate that is no natural number")
    if not _is_same(reader.call(model.written, place), option):
        raise NotOnSymbolsError("an option is not what is written for the vector it is read as")
    return place


def _is_same(one: Any, other: Any) -> bool:
    """Whether two positions are equal on this path."""
    if type(one) is tuple and type(other) is tuple:
        return len(one) == len(other) and all(map(_is_same, one, other))
    numbers = {type(one), type(other)} <= {int, Symbol}
    return bool(one == other) if numbers else type(one) is type(other) is str and one == other


def _is_option(of: Outcome, target: str, image: Sequence[str]) -> Formula:
    """Return: on this path, the image is an option at the target."""
    reached = [each for each in of.value if each.state == target]
    found = disjunction(*(_are(image, each.values) for each in reached))
    return of.path.when(found) if reached else found


def _are(names: Sequence[str], values: Sequence[Any]) -> Formula:
    """Return: these variables have these values."""
    return conjunction(
        *(is_value(Variable(n), value) for n, value in zip(names, values, strict=True))
    )


def _as_read(
    model: FormulaModel, target: str, image: tuple[str, ...], moves: Sequence[Move]
) -> Formula:
    """Return: by the formulas some option is read as the image, of the position it stands for."""
    used = [name for m in moves for name in (*model.rules.coordinates[m.source], *m.parameters)]
    taken = Names(*image, *used)
    vector = tuple(taken.fresh(name) for name in image)
    reached = disjunction(*(_moves_to(move, vector) for move in moves))
    again = outcomes(lambda reader, at: _read_again(model, _place(target, at), reader), vector)
    parts = [each.path.when(_are(image, each.value)) for each in again]
    return exists(vector, conjunction(reached, disjunction(*parts)))


def _read_again(model: FormulaModel, place: Place, reader: Reader) -> Symbols:
    again = reader.call(model.read, reader.call(model.written, place))
    if again is None or again.state != place.state:
        raise NotOnSymbolsError("a vector is written as a position that is read as another")
    return tuple(again.values)


def _moves_to(move: Move, vector: Sequence[str]) -> Formula:
    reached = [
        Comparison("=", Variable(name), term) for name, term in zip(vector, move.image, strict=True)
    ]
    return exists(move.parameters, conjunction(move.guard, *reached))
