"""Games on vectors as formulas: which vectors are the moves, and how positions are read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import islice, product
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
from research.logic.kernel import FormulaRules, Place
from research.logic.vector_rules import ray_rules, step_rules
from research.theorems.formula_model import FormulaModel

Vector = tuple[int, ...]
STATE = "play"
LARGEST_WEIGHT = 5
_LOOKED_AT = 1_000  # starting positions of each size


def formulas_from_vectors(game: VectorGame) -> FormulaModel | str:
    """Return a game on vectors with the formulas that its vectors are, or why there are none.

    A guard is left out of account.
    """
    rays = sorted(game.vectors, reverse=True)
    model = model_of(game, rays, [], unordered=not game.ordered)
    if isinstance(model, str):
        return model
    return replace(model, origin=f"made from the vectors {', '.join(map(str, rays))}")


def plain_reading(game: Game[Any]) -> FormulaModel | str:
    """Return how positions that are vectors are read, without any formula of the moves.

    It serves to lay out values, and proves nothing.
    """
    some: Any = next(iter(game.start(4)), None)
    plain = isinstance(some, int) and not isinstance(some, bool)
    if not plain and not is_vector(some):
        return f"positions such as {some!r} are not vectors of natural numbers"
    names = tuple(f"x{place}" for place in range(1, 2 if plain else len(some) + 1))
    unordered = not plain and has_piles_in_order(game)
    rules = FormulaRules({STATE: names}, (), {STATE: _measure(names, (1,) * len(names))})
    read, written = _reading(plain=plain, unordered=unordered)
    return FormulaModel(game, rules, read, written, "no formula")


def has_piles_in_order(game: Game[Any]) -> bool:
    """Whether positions are tuples in ascending order, as of piles that have no names.

    It is seen on the small ones and their options.
    """
    starts = [p for size in (2, 4) for p in islice(game.start(size), _LOOKED_AT)]
    met = [*starts, *(option for p in starts for option in game.options(p))]
    return all(is_vector(p) and tuple(sorted(p)) == p for p in met)


def is_vector(position: object) -> bool:
    """Return whether a position is a tuple of integers, one at least."""
    return (
        isinstance(position, tuple)
        and len(position) > 0
        and all(isinstance(entry, int) and not isinstance(entry, bool) for entry in position)
    )


def _reading(
    *, plain: bool, unordered: bool
) -> tuple[Callable[[Any], Place], Callable[[Place], Any]]:
    def read(position: Any) -> Place:
        return Place(STATE, (position,) if plain else tuple(position))

    def written(position: Place) -> Any:
        if plain:
            return position.values[0]
        return tuple(sorted(position.values)) if unordered else position.values

    return read, written


def model_of(
    game: Game[Any],
    rays: Sequence[Vector],
    steps: Sequence[Vector],
    *,
    unordered: bool,
    plain: bool = False,
) -> FormulaModel | str:
    """Return a game with the formulas of its rays and steps, or why there are none."""
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
    rules = FormulaRules({STATE: names}, moves, {STATE: _measure(names, weights)}, won=won)

    read, written = _reading(plain=plain, unordered=unordered)
    return FormulaModel(game, rules, read, written, "")


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
