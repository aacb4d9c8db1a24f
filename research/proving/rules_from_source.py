"""Rules in Python as formulas: read from their source, and run on symbols.

Positions are natural numbers, or tuples of them. Each option on each path is a move, which is there
where the path is taken (:mod:`research.proving.symbolic_execution`). It is decided that the paths
are all there are, and that no coordinate of an option is below 0.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
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
from research.proving.formula_model import FormulaModel, images
from research.proving.move_formulas import no_move_from
from research.proving.python_subset import Reader
from research.proving.symbolic_execution import SYSTEM, TRUE, Path, outcomes
from research.proving.symbols import NotOnSymbolsError, Symbol, as_term

MOST_STARTS = 1_000  # positions of a size of which the coordinates are counted

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

        def contained(at: Any) -> Any:
            return Reader().call(game.contains, model.written(Place(state, at)))

        found = outcomes(contained, names)
        if any(type(path.value) is not bool for path in found):
            raise NotOnSymbolsError("contains gives something else than a truth value")
        valid = disjunction(*(path.when() for path in found if path.value))
        rules = replace(rules, valid={state: valid})
    moves = _moves(model, state, rules.valid.get(state, TRUE))
    if not moves:
        raise NotOnSymbolsError("no position has an option")
    won = {state: no_move_from(state, moves)} if game.misere else {}
    rules = replace(rules, moves=moves, won=won)
    return replace(model, rules=rules, origin="the source of the rules, run on symbols")


def _moves(model: FormulaModel, state: str, valid: Formula) -> tuple[Move, ...]:
    """Return a move for each option on each path; those that differ in the position alone are one.

    A number of the path that the option does not speak of is bound where conditions speak of it.
    """
    names = model.rules.coordinates[state]
    found: dict[Any, list[list[Formula]]] = {}
    for path in outcomes(partial(_options, model, state), names, valid):
        for vector in path.value:
            image = tuple(map(as_term, vector))
            own, parts = _parts(path, {n for term in image for n in free_variables(term)})
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


def _parts(path: Path, shown: set[str]) -> tuple[tuple[str, ...], list[Formula]]:
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


def _options(model: FormulaModel, state: str, at: Any) -> list[Vector]:
    """Return the options of a position on a path, as vectors of natural numbers."""
    reader, found = Reader(), []
    given = model.written(Place(state, at))
    for position in reader.members(reader.call(model.game.options, given)):
        option = model.read(position)
        if len(option.values) != len(at):
            raise NotOnSymbolsError("an option has another number of coordinates")
        if any(type(value) not in (int, Symbol) or value < 0 for value in option.values):
            raise NotOnSymbolsError("an option has a coordinate that is no natural number")
        if model.written(option) != position:
            raise NotOnSymbolsError("an option is no tuple of piles in order")
        found.append(tuple(option.values))
    return found
