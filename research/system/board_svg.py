r"""Cells as SVG: a start, counterexamples, and the small pictures of the gallery.

>>> board_svg("x.\n.#").count("<rect")
4
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from html import escape
from itertools import islice
from typing import Any

from oracles.errors import RulesError
from oracles.rules import Rules
from research.system.drawn import Cell, drawn
from research.system.pictures import BLUE, GREY, INK, ORANGE, PALE, VERMILION
from research.system.position_text import from_python

START_SIZE = 6
SIDE = 28  # of a cell, in pixels
GONE = "#6E7681"  # a grey seen on light and dark ground
DISCS = {"l": BLUE, "r": VERMILION, "o": ORANGE, "s": GREY}


def board_svg(text: str) -> str:
    """Draw rows of characters."""
    return cells_svg(signs_of(text.split("\n")), {})


def signs_of(rows: Sequence[str]) -> dict[Cell, str]:
    """Return the cells of rows of characters; a blank is no cell."""
    places = ((r, c, sign) for r, row in enumerate(rows) for c, sign in enumerate(row))
    return {(r, c): sign for r, c, sign in places if sign != " "}


def cells_svg(signs: Mapping[Cell, str], colours: Mapping[Cell, tuple[str, str]]) -> str:
    """Draw cells with a sign each, some with colours for the cell and for what is written.

    ``.`` is an empty cell, ``#`` one that is gone, a letter of ``DISCS`` a piece.
    """
    high, wide = (SIDE * (max(cell[axis] for cell in signs) + 1) for axis in (0, 1))
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" width="{wide}" '
        f'height="{high}" font-family="sans-serif" font-size="14" text-anchor="middle">'
    ]
    for (row, column), sign in signs.items():
        x, y = SIDE * column, SIDE * row
        ground, ink = colours.get((row, column), (GONE if sign == "#" else PALE, INK))
        lines.append(f'<rect x="{x + 1}" y="{y + 1}" width="26" height="26" fill="{ground}"/>')
        if sign in DISCS:
            lines.append(f'<circle cx="{x + 14}" cy="{y + 14}" r="10" fill="{DISCS[sign]}"/>')
        elif sign not in "#.":
            lines.append(f'<text x="{x + 14}" y="{y + 19}" fill="{ink}">{escape(sign)}</text>')
    return "\n".join([*lines, "</svg>\n"])


def start_svg(game: Rules[Any]) -> str | None:
    """Draw the squarest start of a small size; None if no start is drawn.

    >>> from research.variants.cram import Cram
    >>> start_svg(Cram()).count("<rect")
    6
    """
    starts = islice(game.start(START_SIZE), 1000)
    boards = [text.split("\n") for start in starts if (text := drawn(game, start))]
    squarest = max(boards, key=lambda rows: sorted((len(rows), len(rows[0]))), default=[])
    return board_svg("\n".join(squarest)) if squarest else None


def counterexample_svg(game: Rules[Any], case: str) -> str | None:
    """Draw the position that refutes a claim; None of a case that is no set or tuple."""
    position = from_python(case)
    text = None
    if isinstance(position, frozenset | tuple):
        with suppress(RulesError):  # of a case that is no position
            text = drawn(game, position)
    return board_svg(text) if text else None
