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
'the vectors (1, 0), (0, 1)'
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

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import permutations
from typing import TYPE_CHECKING, Any

from oracles.moves import MoveGame
from oracles.moves.formulas import Move
from oracles.rules import Game, Rules, keeps_rules_of
from oracles.vectors import VectorGame
from research.logic.decide import decide
from research.logic.errors import AutomataError
from research.logic.formula import (
    Comparison,
    Constant,
    Formula,
    Names,
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
from research.proving.guards import Guards, from_every_order, shortened
from research.proving.move_formulas import formulas_of, no_move_from
from research.proving.position_layout import STATE, Layout, laid_out
from research.proving.python_subset import Reader
from research.proving.python_values import AnyOrder
from research.proving.results import NotProvable, once
from research.proving.symbolic_execution import SYSTEM, TRUE, Path, outcomes
from research.proving.symbols import NotOnSymbolsError, as_term

if TYPE_CHECKING:
    from research.claims.study import Study

Vector = tuple[int, ...]


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
    if game.loopy:
        raise NotProvable("a game in which play may come back has no measure that decreases")
    try:
        return _from_source(game)
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


def _of_vectors(game: VectorGame) -> FormulaModel:
    """Return a game on vectors with the formulas that its vectors are."""
    rays = sorted(game.vectors, reverse=True)
    (_, model), moves = laid_out(game), vector_rules(len(rays[0]), rays).moves
    won = {STATE: no_move_from(STATE, moves)} if game.misere else {}
    rules = replace(model.rules, moves=moves, won=won)
    return replace(model, rules=rules, origin=f"the vectors {', '.join(map(str, rays))}")


def _from_source(game: Game[Any]) -> FormulaModel:
    """Return rules in Python with the formulas that their source gives."""
    layout, model = laid_out(game)
    accepts_all = getattr(game.contains, "__func__", None) is Rules.contains
    valid, moves, states = dict[str, Formula](), list[Move](), list(layout.forms)
    for state in states:  # to which those are added to which their moves lead
        accepted = TRUE if accepts_all else _asked(layout, state, game.contains, (True, False))
        if accepted != TRUE:
            valid[state] = accepted
        moves += _moves(layout, state, _in_every_order(layout, valid).get(state, TRUE))
        states += [each for each in layout.forms if each not in states]
    if not moves:
        raise NotOnSymbolsError("no position has an option")
    rules = replace(
        layout.rules(),
        moves=tuple(moves),
        valid=_in_every_order(layout, valid),
        won=_won(layout, tuple(moves)),
    )
    made = replace(
        model,
        rules=rules,
        origin="the source of the rules, run on symbols",
        domain=domain_of(layout.coordinates, valid),
        starts_inside=_starts_inside(game) if valid else True,
    )
    return made if made.functions else model  # which can be asked at numbers, or it says why not


def _in_every_order(layout: Layout, said: dict[str, Formula]) -> dict[str, Formula]:
    return in_every_order(layout.coordinates, said) if layout.unordered else said


def _asked(layout: Layout, state: str, function: Any, values: tuple[Any, Any]) -> Formula:
    """Return where a function of positions gives the first of two values, and else the second.

    Where their order says nothing, this is said of coordinates in ascending order.
    """
    names = layout.coordinates[state]
    ordered = conjunction(*ascending(names)) if layout.unordered else TRUE

    def asked(at: Any) -> Any:
        return Reader().call(function, layout.at(state, at))

    found = outcomes(asked, names, ordered)
    if any(
        not any(type(path.value) is type(v) and path.value == v for v in values) for path in found
    ):
        allowed = " or ".join(map(repr, values))
        raise NotOnSymbolsError(f"{function.__name__} gives something other than {allowed}")
    said = disjunction(*(path.when() for path in found if path.value == values[0]))
    return TRUE if decide(for_all(names, implies(ordered, said)), SYSTEM).truth else said


def _won(layout: Layout, moves: tuple[Move, ...]) -> dict[str, Formula]:
    """Return where play has ended and the player to move has won."""
    game, own = layout.game, layout.game.names_winner_by_position()
    won = {}
    for state in layout.forms:
        said = {state: _asked(layout, state, game.final_outcome, ("N", "P"))} if own else {}
        if own or game.misere:
            wins = _in_every_order(layout, said).get(state, TRUE)
            won[state] = conjunction(no_move_from(state, moves), wins)
    return won


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


def _moves(layout: Layout, state: str, valid: Formula) -> list[Move]:
    """Return a move for each option on each path; those that differ in their paths alone are one.

    A number of the path that the option does not speak of is bound where conditions speak of it.
    Where the order of piles says nothing, paths are of piles in ascending order.
    """
    names = layout.coordinates[state]
    ordered = ascending(names) if layout.unordered else []
    found: Guards = {}
    for path in _paths(layout, state, conjunction(valid, *ordered)):
        for target, vector in path.value:
            image = tuple(map(as_term, vector))
            own, parts = _parts(path, {n for term in image for n in free_variables(term)})
            fresh = Names(*names)  # so that moves in two loops, or on two paths, are the same
            renamed = {name: Variable(fresh.fresh("n")) for name in own}
            image = tuple(replaced(term, renamed) for term in image)
            if layout.unordered:
                image = max(permutations(image), key=partial(_alike, names))
            key = target, tuple(variable.name for variable in renamed.values()), image
            found.setdefault(key, []).append([substituted(part, renamed) for part in parts])
    found = shortened(names, conjunction(valid, *ordered), found)
    if layout.unordered:
        found = shortened(names, valid, from_every_order(names, found))
    return [
        Move(state, target, own, conjunction(*guard), image)
        for (target, own, image), guards in found.items()
        for guard in guards
    ]


def _alike(names: tuple[str, ...], image: tuple[Term, ...]) -> int:
    """Return how many coordinates of an image are made of that which is in their place."""
    return sum(name in free_variables(term) for name, term in zip(names, image, strict=True))


def _paths(layout: Layout, state: str, valid: Formula) -> list[Path]:
    """Return the paths through the options.

    Where the order of piles says nothing, a sorted option is read as it is, if nothing else is
    asked of it: sorting takes many paths.
    """
    names, game = layout.coordinates[state], layout.game
    if isinstance(game, VectorGame) and keeps_rules_of(game, VectorGame):
        each = (partial(_along, game, layout, vector) for vector in sorted(game.vectors)[::-1])
        return [path for options in each for path in outcomes(options, names, valid)]
    if layout.unordered:
        with suppress(NotOnSymbolsError):
            return outcomes(partial(_options, layout, state, any_order=True), names, valid)
    return outcomes(partial(_options, layout, state, any_order=False), names, valid)


def _along(game: VectorGame, layout: Layout, vector: Vector, at: Any) -> list[Place]:
    """Return the option some times along a vector of a position on a path, if its guard allows."""
    times = at[0].path.unknown() + 1
    position = layout.at(STATE, at)
    option = tuple(pile - step * times for pile, step in zip(position, vector, strict=True))
    allowed = min(option) >= 0 and Reader().call(game.guard, position, option)
    return [Place(STATE, option)] if allowed else []


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
            parts += [_exists(name, about)] if about else []
    return tuple(left), list(dict.fromkeys(parts))


def _exists(name: str, about: Sequence[Formula]) -> Formula:
    """Return that some number is as is said: one less than a bound is there if that is not 0."""
    match about:
        case [Comparison("<", Variable(of), bound)] if of == name and Variable(name) != bound:
            return Comparison("<", Constant(0), bound)
    return exists((name,), conjunction(*about))


def _options(layout: Layout, state: str, at: Any, *, any_order: bool) -> list[Place]:
    """Return the options of a position on a path."""
    reader, found = Reader(), []
    if any_order:
        reader.any_order = {"reverse": True} if layout.descending else {}
    given = layout.at(state, at)
    for position in reader.members(reader.call(layout.game.options, given)):
        sorted_ = isinstance(position, AnyOrder)
        option = layout.place(position.members if sorted_ else position)
        if any(value < 0 for value in option.values):
            raise NotOnSymbolsError("an option has a coordinate that is not a natural number")
        if layout.unordered and not sorted_ and layout.written(option) != position:
            raise NotOnSymbolsError("an option is not a tuple of piles in order")
        found.append(option)
    return found
