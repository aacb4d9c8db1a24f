"""Positions written for people and for other programs, the same way every time.

Python writes a set in an order that may change from run to run; here its entries are put in order.
"""

from __future__ import annotations

from typing import Any

MOST_LETTERS = 32


def brief(position: Any) -> str:
    """Write a position briefly; what is long is cut.

    >>> brief((1, 3, 3)), brief(((0, 2), 1)), brief(()), brief("T.F"), brief((2, 0, "Oscar"))
    ('1,3,3', '0,2 | 1', '()', 'T.F', '2,0,Oscar')
    >>> brief(frozenset({(1, 0), (0, 1)}))
    '{0,1 1,0}'
    """
    text = written(position)
    return text if len(text) <= MOST_LETTERS else text[: MOST_LETTERS - 1] + "…"


def as_python(position: Any) -> str:
    """Write a position as Python does, the entries of sets in order.

    >>> as_python((frozenset({"b", "a"}), 1))
    "(frozenset({'a', 'b'}), 1)"
    """
    if type(position) is frozenset and position:
        return f"frozenset({{{', '.join(sorted(map(as_python, position)))}}})"
    if type(position) is tuple:
        parts = [as_python(part) for part in position]
        return f"({parts[0]},)" if len(parts) == 1 else f"({', '.join(parts)})"
    return repr(position)


def written(position: Any) -> str:
    r"""Write a position for people, however long it is.

    >>> print(written("T.F"), written(""), written("\udcff"))
    T.F '' '\udcff'
    """
    if isinstance(position, str):
        return position if position and _can_be_encoded(position) else repr(position)
    if isinstance(position, frozenset):
        return "{" + " ".join(sorted(written(part) for part in position)) + "}"
    if not isinstance(position, tuple):
        return repr(position)
    if any(isinstance(part, tuple | frozenset) for part in position):
        return " | ".join(written(part) for part in position)
    return ",".join(written(part) for part in position) if position else "()"


def _can_be_encoded(text: str) -> bool:
    """Whether a text has no lone surrogate, which no file and no picture can hold."""
    return not any("\ud800" <= letter <= "\udfff" for letter in text)
