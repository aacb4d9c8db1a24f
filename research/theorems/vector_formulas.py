"""Formulas of games on vectors, from their vectors or read off their options.

A :class:`~oracles.vectors.VectorGame` is its vectors, so its formula is made from them and the
rules are written once. For other rules whose positions are tuples of natural numbers the formula
is *read off* the options of small positions: each difference between a position and an option
is a vector; one of which all multiples occur wherever they fit is a ray, the others are steps.
What is read off is a proposal like any other, so it is compared with the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import permutations, product
from math import gcd
from typing import Any

from oracles.rules import Game
from oracles.vectors import VectorGame
from research.logic.formula import (
    Comparison,
    Constant,
    Formula,
    Multiple,
    Not,
    Sum,
    Term,
    Variable,
    conjunction,
    disjunction,
)
from research.logic.kernel import Position, Rules
from research.logic.vectors import ray_rules, step_rules
from research.theorems.formula_games import FormulaGame

Vector = tuple[int, ...]
STATE = "play"
LARGEST_WEIGHT = 5
_ENTRIES_READ = {1: 40, 2: 12, 3: 6, 4: 4}  # by dimension: how far options are looked at
MOST_VECTORS = 24


def vector_formulas(game: Game[Any]) -> FormulaGame | str:
    """Return a game with its formulas, or why there are none.

    Those that the rules themselves are, if they are (:mod:`research.theorems.one_thing`); else
    those that are read off the options.

    Examples
    --------
    >>> both = vector_formulas(VectorGame([(1, 0), (0, 1), (1, 1)]))
    >>> len(both.rules.moves), both.origin
    (3, 'made from the vectors (1, 1), (1, 0), (0, 1)')
    """
    from research.theorems.one_thing import made_from_rules

    made = made_from_rules(game)
    if made is not None:
        return made
    if isinstance(game, VectorGame) and game.guard is not None:
        return "a guard in Python has no formula"
    return formulas_read_off(game)


def formulas_from_vectors(game: VectorGame) -> FormulaGame | str:
    """Return a game on vectors with the formulas that its vectors are, or why there are none.

    A guard is left out of account.
    """
    rays = sorted(game.vectors, reverse=True)
    both = _formula_game(game, rays, [], unordered=not game.ordered)
    if isinstance(both, str):
        return both
    return replace(both, origin=f"made from the vectors {', '.join(map(str, rays))}")


def formulas_read_off(game: Game[Any]) -> FormulaGame | str:  # noqa: PLR0911  # one reason each
    """Return rules with the formulas that the options of small positions suggest, or why not.

    Positions must be natural numbers or tuples of them, all of one length.
    """
    if game.loopy:
        return "a game in which play may come back has no measure that decreases"
    if game.names_winner_by_position():
        return "the game has an ending of its own; its formula must be written by hand"
    some: Any = next(iter(game.start(4)), None)
    plain = isinstance(some, int) and not isinstance(some, bool)
    if not plain and not _is_vector(some):
        return f"positions such as {some!r} are not vectors of natural numbers"
    dimension = 1 if plain else len(some)
    if dimension not in _ENTRIES_READ:
        return f"vectors of {dimension} coordinates are too many to read a formula off"
    box = list(product(range(_ENTRIES_READ[dimension] + 1), repeat=dimension))
    small = {(p,) if plain else p for p in game.start(2)}
    unordered = not small >= set(product(range(2), repeat=dimension))
    seen = _differences(game, box, plain=plain, unordered=unordered)
    if isinstance(seen, str):
        return seen
    rays, steps = _rays_and_steps(seen, box, unordered=unordered)
    if len(rays) + len(steps) > MOST_VECTORS:
        return f"more than {MOST_VECTORS} vectors would be needed"
    both = _formula_game(game, rays, steps, unordered=unordered, plain=plain)
    if isinstance(both, str):
        return both
    words = [f"any number of times {vector}" for vector in rays]
    words += [f"once {vector}" for vector in steps]
    return replace(both, origin=f"read off the options of small positions: {', '.join(words)}")


def plain_reading(game: Game[Any]) -> FormulaGame | str:
    """Return how positions that are vectors are read, without any formula of the moves.

    It serves to lay out values, and proves nothing.
    """
    some: Any = next(iter(game.start(4)), None)
    plain = isinstance(some, int) and not isinstance(some, bool)
    if not plain and not _is_vector(some):
        return f"positions such as {some!r} are not vectors of natural numbers"
    names = tuple(f"x{place}" for place in range(1, 2 if plain else len(some) + 1))
    small = {(p,) if plain else p for p in game.start(2)}
    unordered = not small >= set(product(range(2), repeat=len(names)))
    rules = Rules({STATE: names}, (), {STATE: _measure(names, (1,) * len(names))})
    read, written = _reading(plain=plain, unordered=unordered)
    return FormulaGame(game, rules, read, written, "no formula")


def _reading(
    *, plain: bool, unordered: bool
) -> tuple[Callable[[Any], Position], Callable[[Position], Any]]:
    def read(position: Any) -> Position:
        return Position(STATE, (position,) if plain else tuple(position))

    def written(position: Position) -> Any:
        if plain:
            return position.values[0]
        return tuple(sorted(position.values)) if unordered else position.values

    return read, written


def _is_vector(position: object) -> bool:
    return (
        isinstance(position, tuple)
        and len(position) > 0
        and all(isinstance(entry, int) and not isinstance(entry, bool) for entry in position)
    )


def _differences(
    game: Game[Any], box: Sequence[Vector], *, plain: bool, unordered: bool
) -> dict[Vector, set[Vector]] | str:
    """Return the options of every position in the box; of nameless piles every order of them."""
    seen: dict[Vector, set[Vector]] = {}
    for position in box:
        written = tuple(sorted(position)) if unordered else position
        try:
            options = list(game.options(written[0] if plain else written))
        except Exception as error:  # the researcher's own code
            return f"the rules give no options at {written!r} ({type(error).__name__}: {error})"
        vectors = [(o,) if plain else o for o in options]
        if not all(_is_vector(v) and len(v) == len(position) and min(v) >= 0 for v in vectors):
            return f"some option of {written!r} is not a vector of {len(position)} numbers"
        seen[position] = set(vectors)
    return seen


def _rays_and_steps(
    seen: dict[Vector, set[Vector]], box: Sequence[Vector], *, unordered: bool
) -> tuple[list[Vector], list[Vector]]:
    """Return which differences occur wherever they fit, and of these all whose multiples do."""

    def moves(position: Vector, vector: Vector) -> bool:
        target = tuple(a - b for a, b in zip(position, vector, strict=True))
        if min(target) < 0:
            return True
        return (tuple(sorted(target)) if unordered else target) in seen[position]

    candidates = {
        tuple(a - b for a, b in zip(position, target, strict=True))
        for position, options in seen.items()
        for option in options
        for target in (_orders(option) if unordered else [option])
    }
    candidates = {v for v in candidates if any(v) and all(moves(p, v) for p in box)}
    rays = {v for v in candidates if gcd(*v) == 1 and _multiples(v, box) <= candidates}
    covered = {m for v in rays for m in _multiples(v, box)}
    return sorted(rays, reverse=True), sorted(candidates - covered, reverse=True)


def _orders(vector: Vector) -> Iterator[Vector]:
    yield from set(permutations(vector))


def _multiples(vector: Vector, box: Sequence[Vector]) -> set[Vector]:
    most = max(box[-1])
    if not any(entry > 0 for entry in vector):
        return {vector}
    return {
        tuple(n * entry for entry in vector)
        for n in range(1, most + 1)
        if all(abs(n * entry) <= most for entry in vector)
    } | {vector}


def _formula_game(
    game: Game[Any],
    rays: Sequence[Vector],
    steps: Sequence[Vector],
    *,
    unordered: bool,
    plain: bool = False,
) -> FormulaGame | str:
    vectors = [*rays, *steps]
    if not vectors:
        return "no vector of moves was found in the options"
    dimension = len(vectors[0])
    weights = _weights(vectors)
    if weights is None:
        return "no weights of the coordinates were found under which every move decreases their sum"
    moves = ray_rules(dimension, rays).moves + step_rules(dimension, steps).moves
    names = tuple(f"x{place}" for place in range(1, dimension + 1))
    won = {STATE: _ended(names, vectors)} if game.misere else {}
    rules = Rules({STATE: names}, moves, {STATE: _measure(names, weights)}, won=won)

    read, written = _reading(plain=plain, unordered=unordered)
    return FormulaGame(game, rules, read, written, "")


def _weights(vectors: Iterable[Vector]) -> Vector | None:
    """Return the least positive weights under which every vector takes something away."""
    vectors = list(vectors)
    tried = product(range(1, LARGEST_WEIGHT + 1), repeat=len(vectors[0]))
    for weights in sorted(tried, key=lambda w: (sum(w), w)):
        if all(sum(a * b for a, b in zip(weights, v, strict=True)) > 0 for v in vectors):
            return weights
    return None


def _measure(names: Sequence[str], weights: Vector) -> Term:
    terms: list[Term] = [
        Variable(name) if weight == 1 else Multiple(weight, Variable(name))
        for name, weight in zip(names, weights, strict=True)
    ]
    total = terms[0]
    for term in terms[1:]:
        total = Sum(total, term)
    return total


def _ended(names: Sequence[str], vectors: Iterable[Vector]) -> Formula:
    """Return: no vector fits."""
    fits = [
        conjunction(
            *(
                Comparison(">=", Variable(name), Constant(entry))
                for name, entry in zip(names, vector, strict=True)
                if entry > 0
            )
        )
        for vector in vectors
    ]
    return Not(disjunction(*fits))
