"""Rules of games on vectors, generated from their directions: written once, as the moves are.

A *ray* game moves any positive number of times along one of its vectors: nim (the unit vectors),
Wythoff's game (with (1, 1)), the stone game. A *step* game moves once: subtraction games.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from research.logic.errors import AutomataError
from research.logic.formula import (
    Comparison,
    Constant,
    Difference,
    Formula,
    Multiple,
    Sum,
    Term,
    Variable,
    conjunction,
)
from research.logic.kernel import FormulaRules, Move


def vector_rules(
    dimension: int, rays: Iterable[Sequence[int]] = (), steps: Iterable[Sequence[int]] = ()
) -> FormulaRules:
    """Return the rules: from x to x - n d, for a ray d and n >= 1, or to x - d, for a step d.

    Parameters
    ----------
    dimension
        The number of coordinates, named x1, x2, ...; at least 1. None falls below 0.
    rays, steps
        What is taken away; a negative entry adds. The sum of each must be positive, which is the
        measure that ends the game.

    Raises
    ------
    AutomataError
        If a vector has the wrong length.

    Examples
    --------
    >>> len(vector_rules(2, rays=[(1, 0), (0, 1)], steps=[(1, 1)]).moves)
    3
    """
    names = tuple(f"x{place}" for place in range(1, dimension + 1))
    total: Term = Variable(names[0])
    for name in names[1:]:
        total = Sum(total, Variable(name))
    moves = [_move(names, tuple(vector), "n") for vector in rays]
    moves += [_move(names, tuple(vector), None) for vector in steps]
    return FormulaRules({"play": names}, tuple(moves), {"play": total})


def _move(names: tuple[str, ...], vector: tuple[int, ...], repeated: str | None) -> Move:
    if len(vector) != len(names):
        raise AutomataError(f"vector={vector!r}: expected {len(names)} entries")
    image: list[Term] = []
    guards: list[Formula] = []
    if repeated is not None:
        guards.append(Comparison(">=", Variable(repeated), Constant(1)))
    for name, entry in zip(names, vector, strict=True):
        step = _step(abs(entry), repeated)
        if entry > 0:
            guards.append(Comparison(">=", Variable(name), step))
            image.append(Difference(Variable(name), step))
        elif entry < 0:
            image.append(Sum(Variable(name), step))
        else:
            image.append(Variable(name))
    parameters = () if repeated is None else (repeated,)
    return Move("play", "play", parameters, conjunction(*guards), tuple(image))


def _step(size: int, repeated: str | None) -> Term:
    if repeated is None:
        return Constant(size)
    return Variable(repeated) if size == 1 else Multiple(size, Variable(repeated))
