"""Functions on symbols: what a function of natural numbers gives, as formulas.

The function is read from its source (:mod:`research.theorems.python_subset`) and run once for each
path that it can take (:mod:`research.theorems.symbols`), which gives for each the formula of when
it is taken, and what comes out. At last the engine decides that the paths found are all there are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from research.logic.decide import decide
from research.logic.errors import AutomataError
from research.logic.formula import Formula, disjunction, for_all, implies
from research.theorems.errors import NotOnSymbolsError
from research.theorems.python_subset import Reader
from research.theorems.symbols import SYSTEM, TRUE, Path, Symbol

MOST_PATHS = 300


@dataclass(frozen=True)
class Outcome:
    """What one path comes to.

    Attributes
    ----------
    path
        When it is taken.
    value
        What comes out: integers, symbols, truth values, or tuples of these.
    """

    path: Path
    value: Any


def outcomes(
    made: Callable[[Reader, tuple[Symbol, ...]], Any],
    names: Sequence[str],
    given: Formula = TRUE,
) -> list[Outcome]:
    """Make something of symbols, on each path that making it can take.

    Parameters
    ----------
    made
        Calls functions on symbols, and returns what comes out.
    names
        The natural numbers that the symbols stand for.
    given
        What holds of them.

    Returns
    -------
    list of Outcome
        For every choice of such natural numbers exactly one of their paths is taken.

    Raises
    ------
    NotOnSymbolsError
        If a function is not read, or there are more than ``MOST_PATHS`` paths.

    Examples
    --------
    >>> from research.logic.formula import text
    >>> for each in outcomes(lambda reader, pair: reader.call(max, pair), "xy"):
    ...     print(text(each.path.when()), "|", text(each.value.term()))
    x < y | y
    y <= x | x
    """
    found: list[Outcome] = []
    waiting: list[list[bool]] = [[]]
    while waiting:
        path = Path(tuple(names), waiting.pop(), given)
        try:
            found.append(Outcome(path, made(Reader(), path.symbols())))
        except (AutomataError, AttributeError, TypeError, RecursionError) as error:
            raise NotOnSymbolsError(str(error)) from error
        waiting += [[*path.chosen[:n], False] for n, left in enumerate(path.left) if left]
        if len(found) + len(waiting) > MOST_PATHS:
            raise NotOnSymbolsError(f"more than {MOST_PATHS} paths through the function")
    some = disjunction(*(each.path.when() for each in found))
    if not decide(for_all(tuple(names), implies(given, some)), SYSTEM).truth:
        raise NotOnSymbolsError("the paths that were found are not all there are")
    return found
