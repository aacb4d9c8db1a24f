"""Positions written briefly, for tables and drawings."""

from __future__ import annotations

from typing import Any

MOST_LETTERS = 40


def brief(position: Any) -> str:
    """Write a position briefly; what is long is cut.

    >>> brief((1, 3, 3)), brief(((0, 2), 1)), brief(()), brief("T.F"), brief((2, 0, "Oscar"))
    ('1,3,3', '0,2 | 1', '()', 'T.F', '2,0,Oscar')
    """
    text = _written(position)
    return text if len(text) <= MOST_LETTERS else text[: MOST_LETTERS - 1] + "…"


def _written(position: Any) -> str:
    if isinstance(position, str):
        return position or "''"
    if not isinstance(position, tuple):
        return repr(position)
    if any(isinstance(part, tuple) for part in position):
        return " | ".join(_written(part) for part in position)
    return ",".join(_written(part) for part in position) if position else "()"
