"""The formulas that the rules of a game are: made from what they are, or read from their source.

- A game in the language of moves is its text, a game on vectors without a guard its vectors. The
  formulas are made from these.
- Rules in Python whose positions are natural numbers, or tuples of them, are read from their source
  and run on symbols (:mod:`research.theorems.symbolic_execution`). Each option on each path is a
  move, which is there where the path is taken. It is decided that the paths are all there are, that
  no coordinate of an option is below 0, and that play starts from what the rules contain.

Where the order of piles says nothing, the vectors of a position in every order are positions of the
formulas, and each has the options of the position.

>>> from oracles.vectors import VectorGame, nim
>>> game_formulas(nim(2)).origin
'made from the vectors (1, 0), (0, 1)'
>>> class Half(Game):
...     def start(self, size):
...         return range(size + 1)
...     def options(self, heap):
...         return [heap - taken for taken in range(1, heap // 2 + 1)]
>>> from research.logic.formula import text
>>> (move,) = game_formulas(Half()).rules.moves
>>> text(move.guard)
'n = x1 / 2 & 0 < n & n_1 < n'
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from inspect import getattr_static
from itertools import starmap
from types import FunctionType
from typing import Any

from oracles.heaps import HeapGame
from oracles.moves import MoveGame
from oracles.rules import Game, Rules, keeps_rules_of
from oracles.vectors import VectorGame
from research.logic.decide import decide
from research.logic.errors import AutomataError
from research.logic.formula import (
    Formula,
    Names,
    Variable,
    conjunction,
    disjunction,
    exists,
    for_all,
    free_variables,
    implies,
    replaced,
    substituted,
)
from research.logic.formula_rules import Move
from research.logic.kernel import Place
from research.theorems.direct_evaluation import images
from research.theorems.errors import NotOnSymbolsError
from research.theorems.formula_model import FormulaModel
from research.theorems.move_formulas import formulas_of, no_move_from
from research.theorems.python_subset import Reader
from research.theorems.symbolic_execution import outcomes
from research.theorems.symbols import SYSTEM, TRUE, Path, Symbol, as_term
from research.theorems.vector_moves import STATE, formulas_from_vectors, plain_reading

Symbols = tuple[Symbol, ...]
Vector = tuple[Any, ...]  # of integers and symbols


def made_from_rules(game: Game[Any]) -> FormulaModel | None:
    """Return a game with the formulas that its text or vectors are; None if it has others."""
    if isinstance(game, MoveGame) and game.is_plain():
        return formulas_of(game)
    if isinstance(game, VectorGame) and keeps_rules_of(game, VectorGame) and game.guard is None:
        made = formulas_from_vectors(game)
        return None if isinstance(made, str) else made
    return None


def game_formulas(game: Game[Any]) -> FormulaModel | str:
    """Return a game with the formulas that its rules are, or why there are none."""
    made = made_from_rules(game)
    if made is None and isinstance(game, VectorGame) and game.guard is not None:
        return "a guard in Python has no formula"
    try:
        if made is None:
            return _read_from_source(game)
        own_start = getattr_static(game, "start") not in (MoveGame.start, VectorGame.start)
        if own_start and not isinstance(game, MoveGame):  # which refuses what it does not speak of
            _require_started(made)
    except AutomataError as error:
        return str(error)
    return made


def _read_from_source(game: Game[Any]) -> FormulaModel | str:
    """Return rules in Python with the formulas that their source gives, or why there are none."""
    if game.loopy:
        return "a game in which play may come back has no measure that decreases"
    if game.names_winner_by_position():
        return "the game has an ending of its own; write it in the language of moves"
    model = plain_reading(game)
    if isinstance(model, str):
        return model
    rules = model.rules
    if getattr_static(game, "contains") is not Rules.contains:
        rules = replace(rules, valid={STATE: _contained(model)})
    moves = _moves(replace(model, rules=rules))
    if not moves:
        return "no position has an option"
    won = {STATE: no_move_from(STATE, moves)} if game.misere else {}
    rules = replace(rules, moves=moves, won=won)
    model = replace(model, rules=rules, origin="the source of the rules, run on symbols")
    _require_started(model)
    return model


def _rule(game: Rules[Any], name: str) -> Any:
    """Return one of the functions that the rules are."""
    if not isinstance(getattr_static(game, name), FunctionType | staticmethod):
        raise NotOnSymbolsError(f".{name} is computed")
    return getattr(game, name)


def _contained(model: FormulaModel) -> Formula:
    """Return: a vector is a position that the rules contain."""

    def contained(reader: Reader, at: Symbols) -> Any:
        return reader.call(_rule(model.game, "contains"), model.written(Place(STATE, at)))  # type: ignore[arg-type]  # symbols stand for numbers

    found = outcomes(contained, model.rules.coordinates[STATE])
    if any(type(each.value) is not bool for each in found):
        raise NotOnSymbolsError("contains gives something else than a truth value")
    return disjunction(*(each.path.when() for each in found if each.value))


def _moves(model: FormulaModel) -> tuple[Move, ...]:
    """Return a move for each option on each path; those that differ in the position alone are one.

    A number of the path that the option does not speak of is bound where conditions speak of it.
    """

    def options(reader: Reader, at: Symbols) -> list[Vector]:
        position = model.written(Place(STATE, at))  # type: ignore[arg-type]  # symbols stand for numbers
        return _vectors(model, reader, _rule(model.game, "options"), position)

    found: dict[Any, list[list[Formula]]] = {}
    names, valid = model.rules.coordinates[STATE], model.rules.valid.get(STATE, TRUE)
    for each in outcomes(options, names, valid):
        for vector in each.value:
            image = tuple(map(as_term, vector))
            shown = [n for n in each.path.own if any(n in free_variables(term) for term in image)]
            own, parts = _parts(each.path, shown)
            of_position = [part for part in parts if not free_variables(part) & set(own)]
            fresh = Names(*names)  # so that moves in two loops, or on two paths, are the same
            renamed = {name: Variable(fresh.fresh("n")) for name in own}
            of_move = tuple(substituted(p, renamed) for p in parts if p not in of_position)
            image = tuple(replaced(term, renamed) for term in image)
            key = tuple(variable.name for variable in renamed.values()), image, of_move
            found.setdefault(key, []).append(of_position)
    moves = []
    for (own, image, of_move), positions in found.items():
        common = [part for part in positions[0] if all(part in parts for parts in positions)]
        others = [[part for part in parts if part not in common] for parts in positions]
        here, rest = [*of_move, *common], disjunction(*starmap(conjunction, others))
        always = for_all((*names, *own), implies(conjunction(valid, *here), rest))
        here += [] if decide(always, SYSTEM).truth else [rest]
        moves.append(Move(STATE, STATE, own, conjunction(*here), image))
        images(moves[-1], names)  # which can be asked at numbers, or it says why not
    return tuple(moves)


def _parts(path: Path, shown: Sequence[str]) -> tuple[tuple[str, ...], list[Formula]]:
    """Return the numbers of a path that are left, and its conditions, with the others bound.

    Left are those that are shown, and quotients and the like of these and of coordinates.
    """
    parts = [*path.definitions, *(atom.formula(holds=holds) for atom, holds in path.conditions)]
    made = [name for symbol in path.defined.values() for name in symbol.coefficients]
    defined = dict(zip(made, path.definitions, strict=True))
    left: list[str] = []
    for name in path.own:
        known = {*path.names, *left, name}
        if name in shown or (name in defined and free_variables(defined[name]) <= known):
            left.append(name)
    for name in reversed(path.own):
        if name not in left:
            about = [part for part in parts if name in free_variables(part)]
            parts = [part for part in parts if part not in about]
            parts += [exists((name,), conjunction(*about))] if about else []
    return tuple(left), parts


def _vectors(model: FormulaModel, reader: Reader, function: Any, *given: Any) -> list[Vector]:
    """Return the positions that a rule gives on a path, as vectors of natural numbers."""
    found = []
    for position in reader.members(reader.call(function, *given)):
        place = model.read(position)
        if len(place.values) != len(model.rules.coordinates[STATE]):
            raise NotOnSymbolsError("an option has another number of coordinates")
        if any(type(value) not in (int, Symbol) or value < 0 for value in place.values):
            raise NotOnSymbolsError("an option has a coordinate that is no natural number")
        if not _is_same(model.written(place), position):
            raise NotOnSymbolsError("an option is no tuple of piles in order")
        found.append(tuple(place.values))
    return found


def _is_same(one: Any, other: Any) -> bool:
    """Whether two positions are equal on this path."""
    if type(one) is tuple and type(other) is tuple:
        return len(one) == len(other) and all(map(_is_same, one, other))
    return {type(one), type(other)} <= {int, Symbol} and bool(one == other)


def _require_started(model: FormulaModel) -> None:
    """Decide that play starts, whatever the size, from vectors that are positions."""
    names, valid = model.rules.coordinates[STATE], model.rules.valid.get(STATE)

    def starts(reader: Reader, at: Symbols) -> list[Vector]:
        return _vectors(model, reader, _rule(model.game, "start"), *at)

    for each in outcomes(starts, ("size",)):
        for vector in each.value if valid is not None else ():
            here = substituted(valid, dict(zip(names, map(as_term, vector), strict=True)))  # type: ignore[arg-type]  # it is there
            own, parts = _parts(each.path, each.path.own)
            statement = for_all(("size", *own), implies(conjunction(*parts), here))
            decision = decide(statement, SYSTEM)
            if not decision.truth:
                raise NotOnSymbolsError(f"play starts outside of the rules at {decision.example}")


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
