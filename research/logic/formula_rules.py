"""Rules of games as formulas (:mod:`oracles.moves.formulas`), and those of games on vectors.

The latter are generated from their directions. Such a game moves any positive number of times along
one of its vectors: nim (the unit vectors), Wythoff's game (with (1, 1)), the stone game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from oracles.moves.formulas import DefinableGame, Move
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
    predicate_names,
)

# Names that rules in the language of moves use with a fixed meaning.
FIXED = {"power", "power_of_two", "nimsum", "T"}


def require_fixed_names(given: Iterable[str]) -> None:
    """Refuse new meanings for the names that rules use with a fixed one."""
    fixed = sorted(FIXED & set(given))
    if fixed:
        raise AutomataError(
            f"relations={fixed!r}: the rules use these names with a fixed meaning; choose others"
        )


def names_in(
    rules: DefinableGame, written: Iterable[Formula], relations: Iterable[str]
) -> frozenset[str]:
    """Return the predicates that rules and formulas use, and those that are given."""
    formulas: list[Formula] = [*rules.valid.values(), *rules.won.values(), *written]
    formulas += [move.guard for move in rules.moves]
    return frozenset(relations).union(*map(predicate_names, formulas))


def vector_rules(dimension: int, vectors: Iterable[Sequence[int]]) -> DefinableGame:
    """Return the rules: from x to x - n d, for a vector d and n >= 1, no coordinate below 0.

    Parameters
    ----------
    dimension
        The number of coordinates, named x1, x2, ...; at least 1.
    vectors
        What is taken away; a negative entry adds. The sum of each must be positive, which is the
        measure that ends the game.

    Raises
    ------
    AutomataError
        If a vector has the wrong length.

    Examples
    --------
    >>> len(vector_rules(2, [(1, 0), (0, 1), (1, 1)]).moves)
    3
    """
    names = tuple(f"x{place}" for place in range(1, dimension + 1))
    total: Term = Variable(names[0])
    for name in names[1:]:
        total = Sum(total, Variable(name))
    moves = tuple(_move(names, tuple(vector)) for vector in vectors)
    return DefinableGame({"play": names}, moves, {"play": total})


def _move(names: tuple[str, ...], vector: tuple[int, ...]) -> Move:
    if len(vector) != len(names):
        raise AutomataError(f"vector={vector!r}: expected {len(names)} entries")
    times = Variable("n")
    image: list[Term] = []
    guards: list[Formula] = [Comparison(">=", times, Constant(1))]
    for name, entry in zip(names, vector, strict=True):
        step: Term = times if abs(entry) == 1 else Multiple(abs(entry), times)
        if entry > 0:
            guards.append(Comparison(">=", Variable(name), step))
            image.append(Difference(Variable(name), step))
        elif entry < 0:
            image.append(Sum(Variable(name), step))
        else:
            image.append(Variable(name))
    return Move("play", "play", ("n",), conjunction(*guards), tuple(image))
