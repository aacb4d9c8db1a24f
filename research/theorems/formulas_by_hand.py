"""Formulas of a game written by hand, as text, for rules that are not vectors alone.

They are given to a study (``Study(..., formulas=...)``), or to its theorem:

>>> from oracles.rules import Game
>>> class LeavePowers(Game):
...     "Take from a heap so that a power of two is left."
...     def start(self, size):
...         return range(size + 1)
...     def options(self, heap):
...         return [2**n for n in range(heap.bit_length()) if 2**n < heap]
>>> formulas = written_formulas(
...     LeavePowers(),
...     coordinates={"play": "x"},
...     moves=["play -> play(x - n) for n where n >= 1 & n < x & $power(x - n)"],
... )
>>> formulas.origin
'written by hand'

What is written here is compared with the rules before anything is proved, and what is proved then
is proved of the formula. A game whose rules are to be proved of is written in the language of moves
(:mod:`oracles.moves`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from research.logic.errors import AutomataError
from research.logic.kernel import FormulaRules, Place
from research.logic.parser import parse_term
from research.theorems.formula_model import FormulaModel
from research.theorems.move_text import parsed_formula, parsed_move, sum_of

if TYPE_CHECKING:
    from oracles.rules import Game


def written_formulas(
    game: Game[Any],
    *,
    coordinates: Mapping[str, str],
    moves: Sequence[str],
    measure: Mapping[str, str] | None = None,
    level: Mapping[str, int] | None = None,
    valid: Mapping[str, str] | None = None,
    won: Mapping[str, str] | None = None,
    read: Callable[[Any], tuple[str, tuple[int, ...]] | None] | None = None,
    written: Callable[[str, tuple[int, ...]], Any] | None = None,
) -> FormulaModel:
    """Return a game with formulas written as text in Walnut's syntax.

    Parameters
    ----------
    game
        The rules in Python.
    coordinates
        The coordinates' names of each control state, with commas between them.
    moves
        Each as ``STATE -> STATE(term, ...) for n, ... where FORMULA``; the terms are the
        option's coordinates. Parameters and formula may be left out. Formulas here are those of
        the language of moves, so each parameter needs a bound that can be seen.
    measure
        A term for each control state that decreases along every move; the sum of the coordinates
        unless given.
    level, valid, won
        As in :class:`research.logic.kernel.FormulaRules`; formulas as text.
    read
        From a position to its control state and coordinates, or None for a final position that is
        lost and has no coordinates. With one control state a position is its coordinates, or the
        coordinate itself, unless this is given.
    written
        From a control state and coordinates back to the position; given together with ``read``.

    Raises
    ------
    AutomataError
        If a text does not parse; the message points at the column.
    """
    names = {
        state: tuple(name.strip() for name in text.split(",") if name.strip())
        for state, text in coordinates.items()
    }
    measures = {state: sum_of(own) for state, own in names.items()}
    measures |= {state: parse_term(text) for state, text in (measure or {}).items()}
    rules = FormulaRules(
        names,
        tuple(parsed_move(text) for text in moves),
        measures,
        dict(level or {}),
        {state: parsed_formula(text) for state, text in (valid or {}).items()},
        {state: parsed_formula(text) for state, text in (won or {}).items()},
    )
    if (read is None) != (written is None):
        raise AutomataError("read and written: give both or neither")
    if read is None or written is None:
        read, written = _plain(names)
    reader, writer = read, written

    def position_of(given: Any) -> Place | None:
        found = reader(given)
        return None if found is None else Place(*found)

    return FormulaModel(
        game, rules, position_of, lambda p: writer(p.state, p.values), "written by hand"
    )


def _plain(
    names: Mapping[str, tuple[str, ...]],
) -> tuple[Callable[[Any], tuple[str, tuple[int, ...]]], Callable[[str, tuple[int, ...]], Any]]:
    if len(names) != 1:
        raise AutomataError(
            f"control states {sorted(names)!r}: with several of them, say by read and written "
            "which position is which"
        )
    state, own = next(iter(names.items()))

    one = len(own) == 1

    def read(position: Any) -> tuple[str, tuple[int, ...]]:
        return state, (position,) if one else position

    def written(_: str, values: tuple[int, ...]) -> Any:
        return values[0] if one else values

    return read, written
