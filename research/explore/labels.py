"""Positions as text: how they are written for people and for other programs, and read again.

A position is written as Python does (``(3, 5)``, ``frozenset({(0, 0), (0, 1)})``), in a short form
(``3,5``, ``{0,0 0,1}``), or as plain text for strips; and a whole board of cells as ``5x6``. The
short form is used for numbers, words, tuples and sets of them where it can be read in one way only,
so that different positions never look alike. Python writes a set in an order that may change from
run to run; here its entries are put in order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

from research.explore.python_texts import Classes, as_python, from_python

MOST_LETTERS = 32
_MOST_ROWS = 6  # each of which may be an entry, or a tuple of one
_WORD = re.compile(r"(?!(?:None|True|False)$)[A-Za-z][\w.-]*")


def brief(position: Any) -> str:
    """Write a position briefly; what is long is cut.

    >>> brief((1, 3, 3)), brief(((0, 2), 1)), brief(()), brief("T.F"), brief((2, 0, "Oscar"))
    ('1,3,3', '0,2 | 1', '()', 'T.F', '2,0,Oscar')
    >>> brief(frozenset({(1, 0), (0, 1)}))
    '{0,1 1,0}'
    """
    text = written(position)
    return text if len(text) <= MOST_LETTERS else text[: MOST_LETTERS - 1] + "…"


def within(position: Any, letters: int) -> str:
    """Write a position in so many letters; of what is longer, how much more there is.

    >>> within((1, 2, 3), 30), within(tuple(range(40)), 30)
    ('1,2,3', '0,1,2,3,4,5,… 97 more letters')
    """
    text = written(position)
    if len(text) <= letters:
        return text
    start = text[: letters - len(f"… {len(text)} more letters")]
    return f"{start}… {len(text) - len(start)} more letters"


def written(position: Any) -> str:
    r"""Write a position for people, however long it is: briefly where that cannot be mistaken.

    >>> written(((), (1, 2))), written((((),), (1, 2))), written(((1, 2),))
    ('() | 1,2', '((),) | 1,2', '((1, 2),)')
    >>> print(written("T.F"), written(""), written("\udcff"), written("..\nT."))
    T.F '' '\udcff' '..\nT.'
    """
    if isinstance(position, str):
        plain = position.isprintable() and position == position.strip()
        return position if plain and position[:1] not in "'\"" else repr(position)
    if isinstance(position, frozenset):
        return _part(position) if _is_clear(position) else as_python(position)
    if not isinstance(position, tuple):
        return as_python(position)
    alone = len(position) == 1 and (position[0] is None or not _is_atom(position[0]))
    return as_python(position) if alone or not all(map(_is_clear, position)) else _short(position)


def _is_atom(part: Any) -> bool:
    is_word = isinstance(part, str) and _WORD.fullmatch(part)
    return part is None or type(part) is int or bool(is_word)


def _is_clear(part: Any) -> bool:
    """Whether an entry in its short form is read in one way: an atom, or numbers in brackets."""
    if isinstance(part, frozenset):
        return all(type(e) is int or (_is_clear(e) and not isinstance(e, str)) for e in part)
    if type(part) is tuple:
        return all(type(e) is int or (type(e) is tuple and _is_clear(e)) for e in part)
    return _is_atom(part)


def _short(position: Any) -> str:
    if not isinstance(position, tuple) or not position:
        return _part(position)
    nested = any(isinstance(part, tuple | frozenset) for part in position)
    return (" | " if nested else ",").join(map(_part, position))


def _part(part: Any) -> str:
    """Write an entry; a tuple in it is bare only where its commas say that it is one."""
    if isinstance(part, str):
        return part if part and part.isprintable() else repr(part)
    if isinstance(part, frozenset):
        return "{" + " ".join(sorted(map(_part, part))) + "}"
    bare = isinstance(part, tuple) and len(part) > 1
    if bare and not any(isinstance(each, tuple | frozenset) for each in part):
        return ",".join(map(_part, part))
    return as_python(part)


def readings(text: str, classes: Classes, *, in_order: bool) -> Iterator[Any]:
    """Yield what ``text`` may mean and can be a position, the likeliest first.

    Entries in another order mean the same only where those of all positions are in order.

    >>> list(readings("{0,1}", {}, in_order=False))[:2] == [frozenset({(0, 1)}), frozenset({0, 1})]
    True
    """
    stripped = text.strip()
    is_set = stripped[:1] == "{"
    if is_set:
        yield _shown(stripped, classes)
    value = from_python(stripped, classes)
    if value is not None:
        yield value
        if isinstance(value, int):
            yield (value,)
        elif in_order and isinstance(value, tuple) and all(isinstance(n, int) for n in value):
            yield tuple(sorted(value))
            yield tuple(sorted(part for part in value if part))
    yield stripped
    lines = [_shown(line, classes) for line in stripped.split(" | ")]
    if len(lines) > 1:
        yield tuple(lines)
    parts = [part.strip() for part in stripped.split(",")]
    yield tuple(int(part) if part.isdecimal() else part for part in parts)
    if len(lines) <= _MOST_ROWS:
        yield from product(*([line, (line,)] for line in lines))
    if is_set:
        yield _shown(stripped, classes, between=" ,")
    if board := re.fullmatch(r"(\d{1,2})x(\d{1,2})", stripped):
        rows, columns = map(int, board.groups())
        yield frozenset(product(range(rows), range(columns)))


def _shown(text: str, classes: Classes, between: str = " ") -> Any:
    """Return what is meant by the text that is shown of an entry or a set of entries."""
    try:
        return _entry(text, classes, between)
    except RecursionError:  # sets in sets, more than any game has
        return text


def _entry(text: str, classes: Classes, between: str) -> Any:
    if text[:1] == "{" and text[-1:] == "}":
        return frozenset(_entry(part, classes, between) for part in _split(text[1:-1], between))
    value = from_python(text, classes)
    return text if value is None and text != "None" else value


def _split(text: str, between: str) -> list[str]:
    """Split a text at some signs where they stand outside of brackets."""
    parts, depth = [""], 0
    for sign in text:
        depth += (sign in "({") - (sign in ")}")
        if sign in between and not depth:
            parts.append("")
        else:
            parts[-1] += sign
    return [part for part in parts if part]
