"""How positions are read as control states with vectors of natural numbers.

A position is a number, or a tuple of numbers, words, truth values and such tuples. Its numbers are
the coordinates; what is left, its *form*, is the control state, as ``("even", int, int)``. Where
positions have the same words, they have the same form.

Where small positions are tuples of numbers in ascending order, and ``contains`` asks for no order,
piles have no names, and a position is written in that order. So it is in descending order, if the
rules sort their options so.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from itertools import islice, product, zip_longest
from operator import add, mul
from typing import Any

from oracles.moves import MoveGame
from oracles.moves.formulas import Constant, DefinableGame, Multiple, Sum, Term, Variable
from oracles.rules import Game
from oracles.vectors import VectorGame
from research.logic.kernel import Place
from research.proving.formula_model import FormulaModel
from research.proving.python_values import source_of
from research.proving.results import NotProvable
from research.proving.symbols import NotOnSymbolsError, Symbol
from research.system.position_text import short_position

STATE = "play"
LARGEST_WEIGHT = 5
MOST_WEIGHTED = 6  # coordinates of which other weights than 1 are tried
MOST_STATES = 16
_LOOKED_AT = 1_000  # starting positions of each size, and positions that are reached from them
_NAME = re.compile("(?!position|(k|rest)$)[a-z][a-z0-9_]*")  # that formulas do not bind

Difference = tuple[str, str, tuple[int, ...]]  # of coordinates, from a state to a state


def taken_apart(position: Any) -> tuple[Any, tuple[Any, ...]]:
    """Return the form of a position, with ``int`` for each number, and its numbers.

    >>> taken_apart(("even", (3, 4)))
    (('even', (<class 'int'>, <class 'int'>)), (3, 4))
    """
    if type(position) in (int, Symbol):
        return int, (position,)
    if isinstance(position, tuple):
        parts = [taken_apart(each) for each in position]
        return tuple(form for form, _ in parts), reduce(add, (found for _, found in parts), ())
    if position is None or isinstance(position, str | bool):
        return position, ()
    words = f"positions such as {short_position(position)} are not vectors of natural numbers"
    raise NotOnSymbolsError(words)


def put_together(form: Any, numbers: Any) -> Any:
    """Return what has a form, and numbers that an iterator gives."""
    if form is int:
        return next(numbers)
    return tuple(put_together(each, numbers) for each in form) if type(form) is tuple else form


def _words(form: Any) -> list[str]:
    """Return the words and truth values of a form, in the order in which they stand."""
    if isinstance(form, tuple):
        return [word for each in form for word in _words(each)]
    return [] if form is int else [str(form).lower()]


@dataclass
class Layout:
    """The forms of positions that were met, by control state, with names of their coordinates."""

    game: Game[Any]
    forms: dict[str, Any] = field(default_factory=dict)
    coordinates: dict[str, tuple[str, ...]] = field(default_factory=dict)
    unordered: bool = False
    descending: bool = False
    arcs: set[Difference] = field(default_factory=set)  # of moves from small positions

    def rules(self) -> DefinableGame:
        """Return rules without moves, with a measure by which moves from small positions go down.

        It is a weighted sum of coordinates, with levels of control states, if some are found.
        """
        if self.unordered:  # every order of a position is a vector, with the same measure
            measure = {state: _measure(n, (1,) * len(n)) for state, n in self.coordinates.items()}
            return DefinableGame(self.coordinates, (), measure)
        measure, level = measured(self.coordinates, self.arcs)
        return DefinableGame(self.coordinates, (), measure, level)

    def meet(self, form: Any) -> str:
        """Return the control state of a form, which may be a new one."""
        for state, known in self.forms.items():
            if known == form:
                return state
            if _words(known) == _words(form) or self.unordered:
                raise NotOnSymbolsError("positions have different numbers of coordinates")
        if len(self.forms) >= MOST_STATES:
            raise NotOnSymbolsError(f"positions have more than {MOST_STATES} forms")
        plain = re.sub("[^a-z0-9]+", "_", "_".join(_words(form))).strip("_") or STATE
        state = plain if plain[0].isalpha() else f"{STATE}_{plain}"
        while state in self.forms:
            state += "_"
        self.forms[state] = form
        self.coordinates[state] = names_of(self.game, form)
        return state

    def place(self, position: Any) -> Place:
        """Read a position, which may have a form that is new."""
        form, numbers = taken_apart(position)
        return Place(self.meet(form), numbers[::-1] if self.descending else numbers)

    def read(self, position: Any) -> Place:
        """Read a position of a form that was met."""
        form, _ = taken_apart(position)
        if form not in self.forms.values():
            raise NotOnSymbolsError(f"no small position leads to one of the form of {position!r}")
        return self.place(position)

    def order(self, met: Collection[Any]) -> None:
        """See whether piles have no names, by these positions."""
        (form, *others) = self.forms.values()
        if others or type(form) is not tuple or {*form} != {int}:
            return
        for down in (False, True):
            in_order = all(tuple(sorted(p, reverse=down)) == p for p in met)
            if in_order and (not down or _sorts_down(self.game)):
                self.unordered = all(self.game.contains(p[::-1]) for p in met)
                self.descending = self.unordered and down
                break
        if self.descending and self.coordinates[STATE][0] != "x1":  # as they are named
            self.coordinates = {STATE: self.coordinates[STATE][::-1]}

    def written(self, place: Place) -> Any:
        """Return the position that is read so."""
        return self.at(place.state, sorted(place.values) if self.unordered else place.values)

    def at(self, state: str, numbers: Sequence[Any]) -> Any:
        """Return the position with these numbers, in ascending order where their order is free."""
        order = numbers[::-1] if self.descending else numbers
        return put_together(self.forms[state], iter(order))


def laid_out(game: Game[Any]) -> tuple[Layout, FormulaModel]:
    """Return how positions of a game are read, and the game without any formula of its moves.

    Its measure has weights under which every move from a small position takes something away, if
    some are found, and levels of control states. ``NotProvable`` if positions are no vectors.
    """
    layout = Layout(game)
    try:
        met, pairs = small_moves(game)
        for position in met:
            layout.place(position)
        layout.order(met)
        arcs = {_difference(layout.place(one), layout.place(other)) for one, other in pairs}
    except NotOnSymbolsError as error:
        raise NotProvable(str(error)) from error
    except Exception as error:  # the researcher's own code
        words = f"{type(error).__name__}: {error}"
        raise NotProvable(f"the rules fail at a small position ({words})") from error
    if isinstance(game, VectorGame):  # of which some may move from large positions only
        arcs |= {(STATE, STATE, vector) for vector in game.vectors}
    layout.arcs = arcs
    made = layout.read, layout.written, "no formula"
    return layout, FormulaModel(game, layout.rules(), *made, unordered=layout.unordered)


def small_moves(game: Game[Any]) -> tuple[list[Any], list[tuple[Any, Any]]]:
    """Return small positions, and moves between them."""
    met = list(dict.fromkeys(p for size in (1, 2, 4) for p in islice(game.start(size), _LOOKED_AT)))
    known, pairs = set(met), []
    for position in islice(met, _LOOKED_AT):  # which grows
        for option in game.options(position):
            pairs.append((position, option))
            if option not in known:
                known.add(option)
                met.append(option)
    return met, pairs


def names_of(game: Game[Any], form: Any, *, in_loops: bool = False) -> tuple[str, ...]:
    """Return the names that rules in Python give to coordinates; else x1, x2, ...

    The coordinates are those of a position, or of what a loop goes through.
    """
    number = len(_named(None, form))
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
    targets: list[ast.expr] = [ast.Name(position)]
    for each in ast.walk(node):
        match each:
            case ast.For(target) if in_loops:
                targets += [part for part in ast.walk(target) if isinstance(part, ast.Tuple)]
            case ast.Assign([ast.Tuple() as target], ast.Name(name)) if name == position:
                targets.append(target)
    found = (_named(target, form) for target in targets)
    fits = (n for n in found if len({*n}) == number and all(map(_NAME.fullmatch, n)))
    return next(fits, plain)


def _sorts_down(game: Game[Any]) -> bool:
    """Whether something in the file of the rules sorts in descending order."""
    try:
        tree = ast.parse("".join(inspect.findsource(game.options)[0]))
    except (OSError, TypeError, SyntaxError):
        return False
    return any(isinstance(n, ast.keyword) and n.arg == "reverse" for n in ast.walk(tree))


def _named(target: ast.expr | None, form: Any) -> tuple[str, ...]:
    """Return the names that a target of an assignment has for the numbers of a form, "" if none."""
    if not isinstance(form, tuple):
        named = target.id if isinstance(target, ast.Name) else ""
        return (named,) if form is int else ()
    parts: list[Any] = [None] * len(form)
    if isinstance(target, ast.Tuple) and len(target.elts) == len(form):
        parts = target.elts
    inner = zip(parts, form, strict=True)
    return tuple(name for part, each in inner for name in _named(part, each))


def _difference(source: Place, target: Place) -> Difference:
    both = zip_longest(source.values, target.values, fillvalue=0)
    return source.state, target.state, tuple(one - other for one, other in both)


def measured(
    coordinates: Mapping[str, tuple[str, ...]], arcs: Collection[Difference]
) -> tuple[dict[str, Term], dict[str, int]]:
    """Return a measure and levels by which all these moves go down, if some are found.

    Control states that lead to each other have one level.
    """
    leads = {state: {state} for state in coordinates}
    for _ in coordinates:
        for source, target, _taken in arcs:
            leads[source] |= leads[target]
    level = {state: len(leads[state]) for state in coordinates} if len(coordinates) > 1 else {}
    within = {arc for arc in arcs if leads[arc[0]] == leads[arc[1]]}
    size = max(map(len, coordinates.values()))
    most = LARGEST_WEIGHT if size <= MOST_WEIGHTED else 1
    tried = sorted(product(range(most + 1), repeat=size), key=lambda w: (sum(w), w))
    falls = (w for w in tried if all(sum(map(mul, w, taken)) > 0 for *_, taken in within))
    weights = next(falls, (1,) * size)
    return {state: _measure(names, weights) for state, names in coordinates.items()}, level


def _measure(names: Sequence[str], weights: Sequence[int]) -> Term:
    terms: list[Term] = [
        Variable(name) if weight == 1 else Multiple(weight, Variable(name))
        for name, weight in zip(names, weights, strict=False)
        if weight
    ]
    return reduce(Sum, terms or [Constant(0)])
