"""Formulas evaluated at numbers, by their definition (:mod:`oracles.moves.python`).

This is the other reading of a formula: no automata, only Python integers. It serves to compare a
formula with rules written in Python. A quantified variable, and a parameter of a move, is tried up
to a bound that can be seen: ``n <= x`` or the like, among the parts of a conjunction.

A formula is written as a Python expression once, and then evaluated at many positions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from typing import Any

from oracles.errors import RulesError, RulesTextError
from oracles.moves import python
from oracles.moves.formulas import Word
from oracles.moves.python import bounds
from research.logic.errors import AutomataError
from research.logic.formula import Formula, conjunction, free_variables, operands, text
from research.logic.formula_rules import Move

Image = tuple[Any, ...]  # a value is None where its term has none


@lru_cache(maxsize=4096)
def predicate(formula: Formula, names: tuple[str, ...]) -> Callable[..., bool]:
    """Return a formula as a function of the values of its variables, in the order of ``names``.

    Raises
    ------
    AutomataError
        If a quantified variable has no bound, or a predicate or sequence is not known here.
    """
    scope = python.fresh_names(names)
    return _function(scope, lambda: python.formula(formula, scope), lambda: repr(text(formula)))


@lru_cache(maxsize=4096)
def images(move: Move, names: tuple[str, ...]) -> Callable[..., Iterator[Image | None]]:
    """Return a move as a function of the coordinates ``names``.

    What the guard asks of the position alone is asked once. Then it tries the values of the
    parameters one after the other, and gives for each the image where the guard holds, else None;
    so the work can be counted by who asks. Errors as of :func:`predicate`.
    """
    scope = python.fresh_names(names)
    inner = scope | python.fresh_names(move.parameters)
    parts = operands(move.guard, "&")
    of_position = [each for each in parts if not free_variables(each) & {*move.parameters}]
    of_move = conjunction(*(each for each in parts if each not in of_position))

    def written() -> str:
        loops = python.ranges(move.parameters, bounds(move.parameters, of_move, names), inner)
        image = "".join(f"{python.term_or_none(term, inner)}, " for term in move.image)
        where = f"for _ in ((0,) if {python.formula(conjunction(*of_position), scope)} else ())"
        return f"((({image}) if {python.formula(of_move, inner)} else None) {where} {loops})"

    return _function(scope, written, lambda: f"move {move.source} -> {move.target}")


def _function(
    scope: dict[str, str], write: Callable[[], str], where: Callable[[], str]
) -> Callable[..., Any]:
    """Return the function that a Python expression of some variables gives."""
    try:
        made = python.compiled(list(scope.values()), write(), Word("", "", 1, 1, ""))
    except RulesError as error:
        said = error.problem if isinstance(error, RulesTextError) else str(error)
        raise AutomataError(f"{where()}: {said}") from None
    return partial(made, _to)


def _to(last: int) -> range:
    """Return the values from 0 to the last, as many as there are."""
    return range(last + 1)
