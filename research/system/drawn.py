"""Positions drawn: a board, a strip or bars, as rows of characters.

What is drawn is found from the form of the position, or given by the method ``drawn`` of the rules.
Every row is as long as the others, and on a board and a strip a character is a cell.
"""

from __future__ import annotations

from typing import Any

from oracles.errors import brief
from oracles.rule_contracts import in_words
from oracles.rules import DigraphGame, PartizanGame, Rules
from oracles.search import overrides
from research.system.position_text import MOST_LETTERS, is_short, short_position

MOST_ROWS, MOST_COLUMNS = 18, 36  # of what is drawn; a terminal has room for two side by side
SIGNS = ".LR"  # of cells in the first, second and third set of cells of a position
GONE = "#"  # cells in none

Cell = tuple[int, int]  # (row, column)


def drawn(game: Rules[Any], position: Any, over: Any = None) -> str | None:
    """Return a position as rows of characters of equal length, a row to a line.

    A text such as ``xox.`` or ``...|.x.`` is a strip or a board. On the board of a set of cells
    ``(row, column)`` those in the set are ``.`` and the others ``#``; of three sets of a partizan
    game the second is ``L`` and the third ``R``. None where the form says no more than the written
    position, and where it would be too large for a terminal. The drawing is not smaller than that
    of ``over``, another position. RulesError if the method ``drawn`` of the rules fails.

    >>> from research.variants.cram import Cram, board
    >>> print(drawn(Cram(), frozenset({(0, 0), (1, 1)}), over=board(2, 3)))
    .##
    #.#
    """
    with in_words(lambda: f"drawn({brief(position)}) of {brief(game)}"):
        text = game.drawn(position)
    rows = _by_form(game, position, over) if text is None else text.split("\n")
    if not rows or not rows[0] or len(rows) > MOST_ROWS or len(rows[0]) > MOST_COLUMNS:
        return None
    if over is not None and (other := drawn(game, over)) is not None:
        blank, *more = (" " * len(row) for row in other.split("\n"))
        missing = len(more) + 1 - len(rows)
        rows = [blank] * missing + [row.ljust(len(blank)) for row in rows]
    return "\n".join(rows)


def _by_form(game: Rules[Any], position: Any, over: Any) -> list[str]:
    """Return the rows by the form of a position; none where it has no form that is drawn."""
    if isinstance(position, str) and not isinstance(game, DigraphGame):
        rows = position.split("|")
        return rows if len({*map(len, rows)}) == 1 else []
    signs = _cells(game, position)
    board = signs.keys() | _cells(game, over).keys()
    if not board:
        return []
    down, across = (range(max(side) + 1) for side in zip(*board, strict=True))
    return ["".join(signs.get((row, column), GONE) for column in across) for row in down]


def _cells(game: Rules[Any], position: Any) -> dict[Cell, str]:
    """Return the signs of the cells of a set, or of three; none where it has another form."""
    three = isinstance(game, PartizanGame) and isinstance(position, tuple) and len(position) == 3
    sets = position if three else (position,)
    if not all(isinstance(each, frozenset) for each in sets):
        return {}
    signs = {cell: sign for sign, each in zip(SIGNS, sets, strict=False) for cell in each}
    return signs if all(map(_is_cell, signs)) else {}


def _is_cell(entry: Any) -> bool:
    pair = type(entry) is tuple and len(entry) == 2
    return pair and all(type(n) is int and 0 <= n < MOST_COLUMNS for n in entry)


def in_a_line(game: Rules[Any], position: Any, letters: int = MOST_LETTERS) -> str:
    """Write a position in one line, cut as :func:`short_position` does it.

    What holds sets, or has no short form, is written as the rows of :func:`drawn`, with ``|``
    between them; so are tuples of tuples that the rules draw.

    >>> from research.variants.cram import Cram
    >>> in_a_line(Cram(), frozenset({(0, 0), (1, 1)})), in_a_line(Cram(), frozenset())
    ('.#|#.', '{}')
    """
    parts = position if isinstance(position, tuple) else [position]
    sets = (frozenset, tuple) if overrides(game, "drawn") else frozenset
    plain = all(is_short(part) and not isinstance(part, sets) for part in parts)
    text = None if plain else drawn(game, position)
    if text is None or " " in text:  # whose rows could not be told apart in a line
        return short_position(position, letters)
    return short_position(text.replace("\n", "|"), letters)


def on_terminal(game: Rules[Any], position: Any, over: Any = None) -> str:
    """Draw a position, with room between the cells of a board; empty if it is not drawn."""
    rows = (drawn(game, position, over) or "").split("\n")
    between = " " if len(rows) > 1 and 2 * len(rows[0]) <= MOST_COLUMNS else ""
    return "\n".join(map(between.join, rows))


def move_drawn(game: Rules[Any], before: Any, after: Any) -> list[str]:
    """Draw a position and one of its options beside it; no lines where they are not drawn."""
    left, right = on_terminal(game, before, after), on_terminal(game, after, before)
    if not left or not right:
        return []
    rows = list(zip(left.split("\n"), right.split("\n"), strict=True))
    middle = len(rows) // 2
    return [f"{a}  {'->' if n == middle else '  '}  {b}".rstrip() for n, (a, b) in enumerate(rows)]
