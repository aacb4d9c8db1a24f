"""Positions as text, for people and for programs.

For programs a position is written as Python does (``(3, 5)``, ``frozenset({(0, 0), (0, 1)})``), the
entries of sets in order; records and enumerations by what makes them (``Piles(left=3, right=5)``,
``Colour.RED``). For people numbers, words, tuples and sets of them have a short form (``3,5``,
``0,2 | 1``, ``{0,0 0,1}``), and a text is written as it is.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

MOST_LETTERS = 32
_WORD = re.compile(r"(?!(?:None|True|False)$)[A-Za-z][\w.-]*")
_OF_A_VALUE = (  # what a text of a position may hold, as Python reads it
    *(ast.Expression, ast.Tuple, ast.List, ast.Set, ast.Constant, ast.Call, ast.keyword),
    *(ast.Name, ast.Attribute, ast.UnaryOp, ast.USub, ast.Load),
)


def short_position(position: Any, letters: int = MOST_LETTERS) -> str:
    """Write a position briefly; what is longer than so many letters is cut.

    >>> [short_position(each) for each in ((1, 3, 3), ((0, 2), 1), (), "T.F", (2, 0, "Oscar"))]
    ['1,3,3', '0,2 | 1', '()', 'T.F', '2,0,Oscar']
    >>> short_position(frozenset({(1, 0), (0, 1)}))
    '{0,1 1,0}'
    """
    text = written(position)
    return text if len(text) <= letters else text[: letters - 1] + "…"


def written(position: Any) -> str:
    """Write a position for people, however long it is: briefly where that cannot be mistaken.

    >>> written(((), (1, 2))), written(((1, 2),)), written("T.F"), written("")
    ('() | 1,2', '((1, 2),)', 'T.F', "''")
    """
    if isinstance(position, str):
        plain = position.isprintable() and position == position.strip()
        return position if plain and position[:1] not in ("", "'", '"') else repr(position)
    if type(position) is frozenset and all(map(is_short, position)):
        return _part(position)
    if not isinstance(position, tuple) or not position or not all(map(is_short, position)):
        return as_python(position)
    if all(map(_is_atom, position)):
        return ",".join(map(str, position)) if position != (None,) else as_python(position)
    return " | ".join(map(_part, position)) if len(position) > 1 else as_python(position)


def _is_atom(part: Any) -> bool:
    word = isinstance(part, str) and _WORD.fullmatch(part)
    return part is None or type(part) is int or bool(word)


def is_short(part: Any) -> bool:
    """Whether an entry has a short form: an atom, or numbers in brackets."""
    if type(part) in (tuple, frozenset):
        return all(type(e) is int or (not isinstance(e, str) and is_short(e)) for e in part)
    return _is_atom(part)


def _part(part: Any) -> str:
    if type(part) is frozenset:
        return "{" + " ".join(sorted(map(_part, part))) + "}"
    if type(part) is tuple and len(part) > 1 and all(map(_is_atom, part)):
        return ",".join(map(str, part))
    return str(part) if _is_atom(part) else as_python(part)


def as_python(position: Any) -> str:
    """Write a position as Python does, the entries of sets in order.

    >>> as_python((frozenset({"b", "a"}), 1))
    "(frozenset({'a', 'b'}), 1)"
    """
    kind = type(position)
    if kind is frozenset and position:
        return f"frozenset({{{', '.join(sorted(map(as_python, position)))}}})"
    if kind is tuple:
        parts = [as_python(part) for part in position]
        return f"({parts[0]},)" if len(parts) == 1 else f"({', '.join(parts)})"
    if isinstance(position, Enum):
        return f"{kind.__name__}.{position.name}"
    if names := field_names(kind):
        given = ", ".join(f"{name}={as_python(getattr(position, name))}" for name in names)
        return f"{kind.__name__}({given})"
    return repr(position)


def field_names(kind: type) -> tuple[str, ...]:
    """Return the names of the entries of a record or of a named tuple; of others none."""
    if is_dataclass(kind):
        return tuple(field.name for field in fields(kind) if field.init and field.compare)
    return tuple(getattr(kind, "_fields", ()))


def entries_of(value: Any) -> tuple[Any, ...]:
    """Return the entries of a tuple or of a record, which have their places; of others none."""
    if isinstance(value, tuple):
        return tuple(value)
    if isinstance(value, int | str):  # so are most, and many
        return ()
    return tuple(getattr(value, name) for name in field_names(type(value)))


def from_python(text: str, classes: Mapping[str, Any] = {}) -> Any:
    """Return the value that Python would give, with frozen sets and tuples; None if it has none."""
    names = {"__builtins__": {}, "frozenset": frozenset, **classes}
    try:
        tree = ast.parse(text, mode="eval")
        if not all(isinstance(node, _OF_A_VALUE) for node in ast.walk(tree)):
            return None
        value = _frozen(eval(compile(tree, text, "eval"), names))
        hash(value)  # as a position can be
    except Exception:  # a class may refuse what it is given in any way
        return None
    return value


def _frozen(value: Any) -> Any:
    """Return lists as tuples and sets as frozen ones."""
    if type(value) in (list, tuple):
        return tuple(map(_frozen, value))
    return frozenset(map(_frozen, value)) if isinstance(value, set | frozenset) else value
