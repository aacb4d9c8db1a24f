"""Formulas of a game written by hand, as text, for rules that are not vectors alone.

A file that holds its rules may hold their formulas beside them, and a criterion:

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
>>> theorem = written_theorem(formulas, "0 and 1 lose", {"play": "x <= 1"})
>>> theorem.formulas.origin
'written by hand'

What is written here is compared with the rules before anything is proved.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from research.automata.errors import AutomataError
from research.automata.formula import Sum, Term, Truth, Variable
from research.automata.kernel import Move, Position, Rules
from research.automata.parser import parse, parse_term
from research.proofs.formula_games import FormulaGame
from research.proofs.known import KnownTheorem

if TYPE_CHECKING:
    from oracles.rules import Game

_MOVE = re.compile(
    r"\s*(?P<source>\w+)\s*->\s*(?P<target>\w+)\s*\((?P<image>.*?)\)"
    r"(?:\s+for\s+(?P<parameters>[\w\s,]+?))?(?:\s+where\s+(?P<guard>.*))?\s*\Z",
    re.DOTALL,
)


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
) -> FormulaGame:
    """Return a game with formulas written as text in Walnut's syntax.

    Parameters
    ----------
    game
        The rules in Python.
    coordinates
        The coordinates' names of each control state, with commas between them.
    moves
        Each as ``STATE -> STATE(term, ...) for n, ... where FORMULA``; the terms are the
        option's coordinates. Parameters and formula may be left out.
    measure
        A term for each control state that decreases along every move; the sum of the coordinates
        unless given.
    level, valid, won
        As in :class:`research.automata.kernel.Rules`; formulas as text.
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
        state: tuple(name.strip() for name in text.split(","))
        for state, text in coordinates.items()
    }
    measures = {state: _sum(own) for state, own in names.items()}
    measures |= {state: parse_term(text) for state, text in (measure or {}).items()}
    rules = Rules(
        names,
        tuple(_move(text) for text in moves),
        measures,
        dict(level or {}),
        {state: parse(text).formula for state, text in (valid or {}).items()},
        {state: parse(text).formula for state, text in (won or {}).items()},
    )
    if (read is None) != (written is None):
        raise AutomataError("read and written: give both or neither")
    if read is None or written is None:
        read, written = _plain(names)
    reader, writer = read, written

    def position_of(given: Any) -> Position | None:
        found = reader(given)
        return None if found is None else Position(*found)

    return FormulaGame(
        game, rules, position_of, lambda p: writer(p.state, p.values), "written by hand"
    )


def written_theorem(
    formulas: FormulaGame,
    words: str,
    criterion: Mapping[str, str],
    system: str = "lsd_2",
) -> KnownTheorem:
    """Return a criterion written as text, to be proved or refuted.

    Parameters
    ----------
    formulas
        The game with its formulas.
    words
        The theorem in words.
    criterion
        For each control state the formula of its P-positions over its coordinates; a missing one
        stands for none.
    system
        The numeration system.
    """
    parsed = {state: parse(text).formula for state, text in criterion.items()}
    return KnownTheorem(formulas, words, parsed, system)


def _sum(names: Sequence[str]) -> Term:
    total: Term = Variable(names[0])
    for name in names[1:]:
        total = Sum(total, Variable(name))
    return total


def _move(text: str) -> Move:
    found = _MOVE.match(text)
    if found is None:
        raise AutomataError(
            f"move {text!r}: expected STATE -> STATE(term, ...) for n, ... where FORMULA"
        )
    parameters = (found["parameters"] or "").split(",")
    guard = found["guard"]
    return Move(
        found["source"],
        found["target"],
        tuple(name.strip() for name in parameters if name.strip()),
        Truth(value=True) if guard is None else parse(guard).formula,
        tuple(parse_term(term) for term in found["image"].split(",")),
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

    def read(position: Any) -> tuple[str, tuple[int, ...]]:
        return state, (position if isinstance(position, tuple) else (position,))

    def written(_: str, values: tuple[int, ...]) -> Any:
        return values if len(own) > 1 else values[0]

    return read, written
