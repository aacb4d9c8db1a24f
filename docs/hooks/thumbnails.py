"""Draw the small pictures of the gallery: cells with a colour, a sign or a number each.

``docs/games/cards.toml`` says what each game shows: a position, as rows of signs, or what is true
of positions, computed here on the explicit graph.
"""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Mapping
from itertools import product
from typing import Any

from matplotlib.colors import to_hex

from research.claims.study import Study
from research.explore.explored import explored_at
from research.explore.planes import least_third
from research.explore.values import explored_heaps
from research.system.board_svg import cells_svg, signs_of
from research.system.drawn import Cell
from research.system.pictures import FILL, GROUND, INK, ordered

WRITTEN = 9  # columns, of which numbers are written into the cells


def thumbnail(study: Study, card: dict[str, Any]) -> str:
    """Return the SVG of a card's ``board``, or of its ``table`` of what is true."""
    cells = signs_of(card["board"]) if "board" in card else _table(study, card)
    numbers = [each for each in cells.values() if isinstance(each, int)]
    scale = ordered(0, max(numbers, default=0))
    written = max(column for _, column in cells) < WRITTEN
    signs, colours = {}, {}
    for cell, each in cells.items():
        signs[cell] = str(each) if written and each not in FILL else ""
        if isinstance(each, int):
            ink = INK if 2 * each > max(numbers) else GROUND
            colours[cell] = (to_hex(scale.to_rgba(each)), ink)
        elif each in FILL:
            colours[cell] = (FILL[each], INK)
    return cells_svg(signs, colours)


def _table(study: Study, card: dict[str, Any]) -> Mapping[Cell, str | int]:
    """Return what is true of the position of each cell."""
    if card["table"] == "third":
        return least_third(explored_at(study.game, card["size"])).cells
    places = list(product(range(card["rows"]), range(card["columns"])))
    if card["table"] == "heaps":
        heaps = explored_heaps(explored_at(study.game, card["size"]), len(places) - 1)
        return dict(zip(places, heaps.values, strict=False))
    truth, first = study.truth(card["size"]), card.get("first", 0)
    cells = {}
    for n, (r, c) in enumerate(places, first):
        numbers = {"n": n, "r": r + first, "c": c + first, "ones": n.bit_count() % 2}
        position = literal_eval(card["at"].format(**numbers))
        if isinstance(position, set):
            position = frozenset(position)
        elif position not in truth.graph:  # which holds piles in ascending order
            position = tuple(sorted(position))
        if position in truth.graph:
            cells[r, c] = getattr(truth, card["table"])(position)
    return cells
