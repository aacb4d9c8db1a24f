"""Positions as text: how they are written for people and for other programs, and read again.

A position is written as Python does (``(3, 5)``, ``frozenset({(0, 0), (0, 1)})``), in a short form
(``3,5``, ``{0,0 0,1}``), or as plain text for strips; and a whole board of cells as ``5x6``. The
short form is used only where it is read as the position that it was made of, so that different
positions never look alike. Python writes a set in an order that may change from run to run; here
its entries are put in order.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import Any

MOST_LETTERS = 32
_MOST_ROWS = 6  # each of which may be an entry, or a tuple of one
_KINDS = (str, tuple, frozenset)


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
    r"""Write a position for people, however long it is: briefly where that cannot be mistaken.

    >>> written(((), (1, 2))), written((((),), (1, 2))), written(((1, 2),))
    ('() | 1,2', '((),) | 1,2', '((1, 2),)')
    >>> print(written("T.F"), written(""), written("\udcff"))
    T.F '' '\udcff'
    """
    plain = _plain(position)
    if not isinstance(plain, _KINDS):
        return repr(position)
    short = _short(plain)
    meant = (each for each in readings(short, in_order=False) if type(each) is type(plain))
    return short if as_python(next(meant, None)) == as_python(plain) else as_python(plain)


def _plain(position: Any) -> Any:
    """Return a position without the names that subclasses of text, tuple and set give it."""
    if isinstance(position, str):
        return str.__str__(position)
    if isinstance(position, tuple):
        return tuple(map(_plain, position))
    return frozenset(map(_plain, position)) if isinstance(position, frozenset) else position


def _short(position: Any) -> str:
    if not isinstance(position, tuple) or not position:
        return _part(position)
    nested = any(isinstance(part, tuple | frozenset) for part in position)
    return (" | " if nested else ",").join(map(_part, position))


def _part(part: Any) -> str:
    """Write an entry; a tuple in it is bare only where its commas say that it is one."""
    if isinstance(part, str):
        return part if part and _can_be_encoded(part) else repr(part)
    if isinstance(part, frozenset):
        return "{" + " ".join(sorted(map(_part, part))) + "}"
    bare = isinstance(part, tuple) and len(part) > 1
    if bare and not any(isinstance(each, tuple | frozenset) for each in part):
        return ",".join(map(_part, part))
    return as_python(part)


def readings(text: str, *, in_order: bool) -> Iterator[Any]:
    """Yield what ``text`` may mean and can be a position, the likeliest first.

    Entries in another order mean the same only where those of all positions are in order.

    >>> list(readings("{0,1}", in_order=False))[:2] == [frozenset({(0, 1)}), frozenset({0, 1})]
    True
    """
    return filter(_hashable, _readings(text, in_order=in_order))


def _readings(text: str, *, in_order: bool) -> Iterator[Any]:
    stripped = text.strip()
    is_set = stripped[:1] == "{"
    if is_set:
        yield _shown(stripped)
    value = _from_python(stripped)
    if value is not None:
        yield value
        if isinstance(value, int):
            yield (value,)
        elif in_order and isinstance(value, tuple) and all(isinstance(n, int) for n in value):
            yield tuple(sorted(value))
            yield tuple(sorted(part for part in value if part))
    yield stripped
    lines = [_shown(line) for line in stripped.split(" | ")]
    if len(lines) > 1:
        yield tuple(lines)
    parts = [part.strip() for part in stripped.split(",")]
    yield tuple(int(part) if part.isdecimal() else part for part in parts)
    if len(lines) <= _MOST_ROWS:
        yield from product(*([line, (line,)] for line in lines))
    if is_set:
        yield _shown(stripped, between=" ,")
    if board := re.fullmatch(r"(\d{1,2})x(\d{1,2})", stripped):
        rows, columns = map(int, board.groups())
        yield frozenset(product(range(rows), range(columns)))


@lru_cache(maxsize=4096)  # the entries of one position are those of others
def _from_python(text: str) -> Any:
    """Return the value that Python would give, with frozen sets and tuples; None if it has none."""
    try:
        return _value(ast.parse(text, mode="eval").body)
    except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
        return None


def _value(node: ast.expr) -> Any:
    match node:
        case ast.Tuple(elts) | ast.List(elts):
            return tuple(map(_value, elts))
        case ast.Set(elts):
            return frozenset(map(_value, elts))
        case ast.Call(ast.Name("frozenset"), given, []) if len(given) < 2:
            return frozenset(*map(_value, given))
    return ast.literal_eval(node)


def _shown(text: str, between: str = " ") -> Any:
    """Return what is meant by the text that is shown of an entry or a set of entries."""
    try:
        return _entry(text, between)
    except (RecursionError, TypeError):  # sets in sets, more than any game has; a dict in one
        return text


def _entry(text: str, between: str) -> Any:
    if text[:1] == "{" and text[-1:] == "}":
        return frozenset(_entry(part, between) for part in _split(text[1:-1], between))
    value = _from_python(text)
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


def _hashable(place: Any) -> bool:
    try:
        hash(place)
    except TypeError:
        return False
    return True


def _can_be_encoded(text: str) -> bool:
    """Whether a text has no lone surrogate, which no file and no picture can hold."""
    return not any("\ud800" <= letter <= "\udfff" for letter in text)
