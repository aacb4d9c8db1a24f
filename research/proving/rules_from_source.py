"""Rules in Python as formulas: read from their source, and run on symbols.

Positions are natural numbers, or tuples of them. Each option on each path is a move, which is there
where the path is taken (:mod:`research.proving.symbolic_execution`). It is decided that the paths
are all there are, and that no coordinate of an option is below 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice, starmap
from typing import Any

from oracles.moves.definable import Move
from oracles.rules import Rules
from research.logic.decide import decide
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
from research.logic.kernel import Place
from research.proving.errors import NotOnSymbolsError
from research.proving.formula_model import FormulaModel, images
from research.proving.move_formulas import no_move_from
from research.proving.python_subset import Reader
from research.proving.symbolic_execution import SYSTEM, TRUE, Path, outcomes
from research.proving.symbols import Symbol, as_term

MOST_STARTS = 1_000  # positions of a size of which the coordinates are counted

Symbols = tuple[Symbol, ...]
Vector = tuple[Any, ...]  # of integers and symbols


def from_source(model: FormulaModel) -> FormulaModel:
    """Return rules in Python with the formulas that their source gives.

    Parameters
    ----------
    model
        How their positions are read, in one control state.

    Raises
    ------
    NotOnSymbolsError
        If something is not read, or has no formula.
    """
    game, rules = model.game, model.rules
    ((state, names),) = rules.coordinates.items()
    starts = (islice(game.start(size), MOST_STARTS) for size in (1, 2, 4))
    if any(len(model.read(p).values) != len(names) for some in starts for p in some):
        raise NotOnSymbolsError("positions have different numbers of coordinates")
    if getattr(game.contains, "__func__", None) is not Rules.contains:
        rules = replace(rules, valid={state: _contained(model, state)})
    moves = _moves(replace(model, rules=rules), state)
    if not moves:
        raise NotOnSymbolsError("no position has an option")
    won = {state: no_move_from(state, moves)} if game.misere else {}
    rules = replace(rules, moves=moves, won=won)
    return replace(model, rules=rules, origin="the source of the rules, run on symbols")


def _contained(model: FormulaModel, state: str) -> Formula:
    """Return: a vector is a position that the rules contain."""

    def contained(at: Symbols) -> Any:
        return Reader().call(model.game.contains, model.written(Place(state, at)))  # type: ignore[arg-type]  # symbols stand for numbers

    found = outcomes(contained, model.rules.coordinates[state])
    if any(type(path.value) is not bool for path in found):
        raise NotOnSymbolsError("contains gives something else than a truth value")
    return disjunction(*(path.when() for path in found if path.value))


def _moves(model: FormulaModel, state: str) -> tuple[Move, ...]:
    """Return a move for each option on each path; those that differ in the position alone are one.

    A number of the path that the option does not speak of is bound where conditions speak of it.
    """

    def options(at: Symbols) -> list[Vector]:
        return _vectors(model, model.game.options, model.written(Place(state, at)))  # type: ignore[arg-type]  # symbols stand for numbers

    found: dict[Any, list[list[Formula]]] = {}
    names, valid = model.rules.coordinates[state], model.rules.valid.get(state, TRUE)
    for path in outcomes(options, names, valid):
        for vector in path.value:
            image = tuple(map(as_term, vector))
            shown = [n for n in path.own if any(n in free_variables(term) for term in image)]
            own, parts = _parts(path, shown)
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
        moves.append(Move(state, state, own, conjunction(*here), image))
        images(moves[-1], names)  # which can be asked at numbers, or it says why not
    return tuple(moves)


def _parts(path: Path, shown: Sequence[str]) -> tuple[tuple[str, ...], list[Formula]]:
    """Return the numbers of a path that are left, and its conditions, with the others bound.

    Left are those that are shown, and quotients and the like of these and of coordinates.
    """
    left: list[str] = []
    for name in path.own:
        known = {*path.names, *left, name}
        if name in shown or (name in path.defined and free_variables(path.defined[name]) <= known):
            left.append(name)
    parts = path.parts
    for name in reversed(path.own):
        if name not in left:
            about = [part for part in parts if name in free_variables(part)]
            parts = [part for part in parts if part not in about]
            parts += [exists((name,), conjunction(*about))] if about else []
    return tuple(left), parts


def _vectors(model: FormulaModel, rule: Any, given: Any) -> list[Vector]:
    """Return the positions that a rule gives on a path, as vectors of natural numbers."""
    reader, found = Reader(), []
    (names,) = model.rules.coordinates.values()
    for position in reader.members(reader.call(rule, given)):
        place = model.read(position)
        if len(place.values) != len(names):
            raise NotOnSymbolsError("an option has another number of coordinates")
        if any(type(value) not in (int, Symbol) or value < 0 for value in place.values):
            raise NotOnSymbolsError("an option has a coordinate that is no natural number")
        if model.written(place) != position:
            raise NotOnSymbolsError("an option is no tuple of piles in order")
        found.append(tuple(place.values))
    return found
