"""Formulas of games: those that their rules are, or else read off their options.

For rules in Python whose positions are natural numbers or tuples of them the formula is *read off*
the options of small positions: each difference between a position and an option is a vector; one
of which all multiples occur wherever they fit is a ray, the others are steps. What is read off is
a proposal like any other, so it is compared with the rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations, product
from math import gcd
from typing import Any

from oracles.rules import Game
from oracles.vectors import VectorGame
from research.theorems.formula_model import FormulaModel
from research.theorems.rules_equal_formula import made_from_rules
from research.theorems.vector_moves import (
    Vector,
    has_piles_in_order,
    is_vector,
    model_of,
)

_ENTRIES_READ = {1: 40, 2: 12, 3: 6, 4: 4}  # by dimension: how far options are looked at
MOST_VECTORS = 24


def game_formulas(game: Game[Any]) -> FormulaModel | str:
    """Return a game with its formulas, or why there are none.

    Those that the rules themselves are (:mod:`research.theorems.rules_equal_formula`); else those
    that are read off the options.

    Examples
    --------
    >>> model = game_formulas(VectorGame([(1, 0), (0, 1), (1, 1)]))
    >>> len(model.rules.moves), model.origin
    (3, 'made from the vectors (1, 1), (1, 0), (0, 1)')
    """
    made = made_from_rules(game)
    if made is not None:
        return made
    if isinstance(game, VectorGame) and game.guard is not None:
        return "a guard in Python has no formula"
    return formulas_read_off(game)


def formulas_read_off(game: Game[Any]) -> FormulaModel | str:  # noqa: PLR0911  # one reason each
    """Return rules with the formulas that the options of small positions suggest, or why not.

    Positions must be natural numbers or tuples of them, all of one length.
    """
    if game.loopy:
        return "a game in which play may come back has no measure that decreases"
    if game.names_winner_by_position():
        return "the game has an ending of its own; its formula must be written by hand"
    some: Any = next(iter(game.start(4)), None)
    plain = isinstance(some, int) and not isinstance(some, bool)
    if not plain and not is_vector(some):
        return f"positions such as {some!r} are not vectors of natural numbers"
    dimension = 1 if plain else len(some)
    if dimension not in _ENTRIES_READ:
        return f"vectors of {dimension} coordinates are too many to read a formula off"
    box = list(product(range(_ENTRIES_READ[dimension] + 1), repeat=dimension))
    unordered = not plain and has_piles_in_order(game)
    seen = _differences(game, box, plain=plain, unordered=unordered)
    if isinstance(seen, str):
        return seen
    rays, steps = _rays_and_steps(seen, box, unordered=unordered)
    if len(rays) + len(steps) > MOST_VECTORS:
        return f"more than {MOST_VECTORS} vectors would be needed"
    model = model_of(game, rays, steps, unordered=unordered, plain=plain)
    if isinstance(model, str):
        return model
    words = [f"any number of times {vector}" for vector in rays]
    words += [f"once {vector}" for vector in steps]
    return replace(model, origin=f"read off the options of small positions: {', '.join(words)}")


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
        if not all(is_vector(v) and len(v) == len(position) and min(v) >= 0 for v in vectors):
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
