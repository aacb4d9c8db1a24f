"""The formulas that the rules of a game are: made from what they are, or read from their source.

- A game in the language of moves is its text (:mod:`research.proving.move_formulas`), a game on
  vectors without a guard its vectors. The formulas are made from these.
- Rules in Python whose positions are natural numbers, or tuples of them, are read from their source
  and run on symbols. Each option on each path (:mod:`research.proving.symbolic_execution`) is a
  move, which is there where the path is taken. It is decided that the paths are all there are, and
  that no coordinate of an option is below 0.

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
'n = heap / 2 & 0 < n & n_1 < n'
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import partial, reduce
from itertools import islice, product, starmap
from operator import sub
from typing import TYPE_CHECKING, Any

from oracles.moves import MoveGame
from oracles.moves.formulas import DefinableGame, Move
from oracles.rules import Game, Rules, keeps_rules_of
from oracles.vectors import VectorGame
from research.logic.decide import decide
from research.logic.errors import AutomataError
from research.logic.formula import (
    Formula,
    Multiple,
    Names,
    Sum,
    Term,
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
from research.logic.formula_rules import vector_rules
from research.logic.kernel import Place
from research.proving.formula_model import FormulaModel, ascending, domain_of, in_every_order
from research.proving.move_formulas import formulas_of, no_move_from
from research.proving.python_subset import Reader
from research.proving.python_values import source_of
from research.proving.results import NotProvable, once
from research.proving.symbolic_execution import SYSTEM, TRUE, Path, outcomes
from research.proving.symbols import NotOnSymbolsError, Symbol, as_term

if TYPE_CHECKING:
    from research.claims.study import Study

Vector = tuple[Any, ...]  # of integers, and of symbols
STATE = "play"
LARGEST_WEIGHT = 5
MOST_WEIGHTED = 6  # coordinates of which other weights than 1 are tried
_LOOKED_AT = 1_000  # starting positions of each size
_NAME = re.compile("(?!position)[a-z][a-z0-9_]*")  # of a coordinate, as a formula may have it


def made_from_rules(game: Game[Any]) -> FormulaModel | None:
    """Return a game with the formulas that its text or vectors are; None if it has others."""
    if isinstance(game, MoveGame) and game.is_plain():
        return formulas_of(game)
    if isinstance(game, VectorGame) and keeps_rules_of(game, VectorGame) and game.guard is None:
        return _of_vectors(game)
    return None


def game_formulas(game: Game[Any]) -> FormulaModel:
    """Return a game with the formulas that its rules are; ``NotProvable`` if there are none."""
    model = made_from_rules(game)
    if model is not None:
        return model
    if isinstance(game, VectorGame) and game.guard is not None:
        raise NotProvable("a guard in Python has no formula")
    if game.loopy:
        raise NotProvable("a game in which play may come back has no measure that decreases")
    if game.names_winner_by_position():
        raise NotProvable("the game has an ending of its own; write it in the language of moves")
    try:
        return _from_source(plain_reading(game))
    except AutomataError as error:
        raise NotProvable(str(error)) from error


def formulas_of_theorem(game: Game[Any]) -> FormulaModel:
    """Return a game with its formulas; AutomataError if it has none."""
    try:
        return game_formulas(game)
    except NotProvable as error:
        raise AutomataError(f"the game of the theorem has no formulas: {error}") from error


def formulas_of_study(study: Study) -> FormulaModel:
    """Return a study's game with its formulas, as :func:`game_formulas`; kept with the study."""
    if study.formulas is None:
        game: Any = study.game
        study.formulas = once(partial(game_formulas, game))
    model: FormulaModel = study.formulas()
    return model


def _of_vectors(game: VectorGame) -> FormulaModel | None:
    """Return a game on vectors with the formulas that its vectors are.

    None if no weights of the coordinates were found under which every move decreases their sum.
    """
    rays = sorted(game.vectors, reverse=True)
    try:
        model = plain_reading(game)
    except NotProvable:
        return None
    weights = _weights(rays)
    if weights is None:
        return None
    names, moves = model.rules.coordinates[STATE], vector_rules(len(weights), rays).moves
    won = {STATE: no_move_from(STATE, moves)} if game.misere else {}
    rules = DefinableGame({STATE: names}, moves, {STATE: _measure(names, weights)}, won=won)
    return replace(model, rules=rules, origin=f"made from the vectors {', '.join(map(str, rays))}")


def plain_reading(game: Game[Any]) -> FormulaModel:
    """Return how positions that are vectors are read, without any formula of the moves.

    By itself it serves to lay out values. Its measure has weights under which every move from a
    small position takes something away, if some are found. Where small positions are tuples in
    ascending order, and ``contains`` asks for no order, piles have no names, and a position is
    written in that order. ``NotProvable`` if they are no vectors.
    """
    some: Any = next(iter(game.start(4)), None)
    plain = type(some) is int
    if not plain and not _is_vector(some):
        raise NotProvable(f"positions such as {some!r} are not vectors of natural numbers")
    names = _names(game, 1 if plain else len(some))
    starts = [p for size in (2, 4) for p in islice(game.start(size), _LOOKED_AT)]
    try:
        pairs = [(start, option) for start in starts for option in game.options(start)]
    except Exception as error:  # the researcher's own code
        words = f"{type(error).__name__}: {error}"
        raise NotProvable(f"the rules fail at a small position ({words})") from error
    met = [*starts, *(p for _, p in pairs)]
    unordered = not plain and all(
        _is_vector(p) and tuple(sorted(p)) == p and game.contains(p[::-1]) for p in met
    )

    def read(position: Any) -> Place:
        return Place(STATE, (position,) if plain else tuple(position))

    def written(position: Place) -> Any:
        if plain:
            return position.values[0]
        return tuple(sorted(position.values)) if unordered else position.values

    both = ((read(start).values, read(option).values) for start, option in pairs)
    taken = {tuple(map(sub, *each)) for each in both}
    weights = _weights(taken) if taken else None  # small positions may have no moves
    measure = _measure(names, weights or (1,) * len(names))
    rules = DefinableGame({STATE: names}, (), {STATE: measure})
    return FormulaModel(game, rules, read, written, "no formula", unordered=unordered)


def _names(game: Game[Any], number: int) -> tuple[str, ...]:
    """Return the names that rules in Python give to coordinates; else x1, x2, ..."""
    plain = tuple(f"x{place}" for place in range(1, number + 1))
    function: Any = getattr(game.options, "__func__", None)
    if isinstance(game, MoveGame | VectorGame) or function is None:
        return plain
    try:
        node = source_of(function)
    except NotOnSymbolsError:
        return plain
    arguments = [each.arg for each in (*node.args.posonlyargs, *node.args.args)]
    position = arguments[-1] if arguments else ""
    found: list[tuple[str, ...]] = [(position,)]
    for each in ast.walk(node):
        match each:
            case ast.Assign([ast.Tuple(parts)], ast.Name(name)) if name == position:
                found.append(tuple(p.id for p in parts if isinstance(p, ast.Name)))
    fits = (n for n in found if len({*n}) == number and all(map(_NAME.fullmatch, n)))
    return next(fits, plain)


def _is_vector(position: object) -> bool:
    """Whether a position is a tuple of integers, one at least."""
    return isinstance(position, tuple) and {type(entry) for entry in position} == {int}


def _weights(vectors: Collection[Vector]) -> Vector | None:
    """Return the least positive weights under which every vector takes something away."""
    size = max(map(len, vectors), default=1)
    most = LARGEST_WEIGHT if size <= MOST_WEIGHTED else 1
    tried = product(range(1, most + 1), repeat=size)
    for weights in sorted(tried, key=lambda w: (sum(w), w)):
        if all(sum(a * b for a, b in zip(weights, v, strict=False)) > 0 for v in vectors):
            return weights
    return None


def _measure(names: Sequence[str], weights: Vector) -> Term:
    terms: list[Term] = [
        Variable(name) if weight == 1 else Multiple(weight, Variable(name))
        for name, weight in zip(names, weights, strict=True)
    ]
    return reduce(Sum, terms)


def _from_source(model: FormulaModel) -> FormulaModel:
    """Return rules in Python with the formulas that their source gives, in one control state."""
    game, rules = model.game, model.rules
    ((state, names),) = rules.coordinates.items()
    starts = [p for size in (1, 2, 4) for p in islice(game.start(size), _LOOKED_AT)]
    if any(len(model.read(position).values) != len(names) for position in starts):
        raise NotOnSymbolsError("positions have different numbers of coordinates")
    if getattr(game.contains, "__func__", None) is not Rules.contains:
        model = _contained(model, state, names)
    valid = model.rules.valid
    moves = _moves(model, state, valid.get(state, TRUE))
    if not moves:
        raise NotOnSymbolsError("no position has an option")
    won = {state: no_move_from(state, moves)} if game.misere else {}
    rules = replace(rules, valid=valid, moves=moves, won=won)
    made = replace(model, rules=rules, origin="the source of the rules, run on symbols")
    return made if made.functions else model  # which can be asked at numbers, or it says why not


def _contained(model: FormulaModel, state: str, names: tuple[str, ...]) -> FormulaModel:
    """Return the model with the positions that ``contains`` accepts, where these are not all."""
    game = model.game
    ordered = conjunction(*ascending(names)) if model.unordered else TRUE

    def contained(at: Any) -> Any:
        return Reader().call(game.contains, model.written(Place(state, at)))

    found = outcomes(contained, names, ordered)
    if any(type(path.value) is not bool for path in found):
        raise NotOnSymbolsError("contains gives something else than a truth value")
    accepted = disjunction(*(path.when() for path in found if path.value))
    if decide(for_all(names, implies(ordered, accepted)), SYSTEM).truth:
        return model
    coordinates, valid = model.rules.coordinates, {state: accepted}
    domain = domain_of(coordinates, valid)
    if model.unordered:
        valid = in_every_order(coordinates, valid)
    rules = replace(model.rules, valid=valid)
    return replace(model, rules=rules, domain=domain, starts_inside=_starts_inside(game))


def _starts_inside(game: Game[Any]) -> bool:
    """Decide that ``contains`` accepts every starting position; False if ``start`` is not read."""

    def inside(size: Any) -> bool:
        reader = Reader()
        starts = reader.members(reader.call(game.start, *size))
        return all(reader.call(game.contains, position) for position in starts)

    try:
        found = outcomes(inside, ("size",))
    except NotOnSymbolsError:
        return False
    outside = disjunction(*(path.when() for path in found if not path.value))
    example = decide(exists(("size",), outside), SYSTEM).example
    if example:
        size = example["size"]
        raise NotOnSymbolsError(f"start({size}) gives a position that contains does not accept")
    return True


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
