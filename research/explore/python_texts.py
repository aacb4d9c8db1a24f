"""Values as Python writes them, the entries of sets in order, and read again.

Records and enumerations are written as what makes them: ``Piles(left=3, right=5)``,
``Colour.RED``. To read such a text, the classes that occur in the positions of a game are known by
their names. Nothing else is called or looked up.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

_OF_PYTHON = ("builtins", "numpy")  # modules whose values need no class to be read
Classes = Mapping[str, type]


def classes_in(positions: Iterable[Any]) -> Classes:
    """Return the classes that a text of a position has to name, by their names.

    >>> from fractions import Fraction
    >>> classes_in([(Fraction(1, 2), 3)])
    {'Fraction': <class 'fractions.Fraction'>}
    """
    met = {type(value) for position in positions for value in _values_in(position)}
    return {kind.__name__: kind for kind in met if kind.__module__ not in _OF_PYTHON}


def _values_in(position: Any) -> Iterator[Any]:
    """Yield a position and all that it holds."""
    yield position
    for part in position if isinstance(position, frozenset) else entries_of(position):
        yield from _values_in(part)


def entries_of(value: Any) -> tuple[Any, ...]:
    """Return the entries of a tuple or of a record, which have their places; of others none."""
    if isinstance(value, tuple):
        return tuple(value)
    return tuple(getattr(value, name) for name in _names_of_entries(type(value)))


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
    names = _names_of_entries(kind)
    if names and repr(position).startswith(f"{kind.__name__}("):  # else as the class itself says
        return (
            f"{kind.__name__}({', '.join(f'{n}={as_python(getattr(position, n))}' for n in names)})"
        )
    return repr(position)


def _names_of_entries(kind: type) -> tuple[str, ...]:
    """Return the names of the entries of a record or of a named tuple."""
    if is_dataclass(kind):
        return tuple(field.name for field in fields(kind) if field.init and field.compare)
    return tuple(getattr(kind, "_fields", ()))


def from_python(text: str, classes: Classes) -> Any:
    """Return the value that Python would give, with frozen sets and tuples; None if it has none.

    >>> from fractions import Fraction
    >>> from_python("[1, {2}]", {}), from_python("Fraction(1, 2)", {"Fraction": Fraction})
    ((1, frozenset({2})), Fraction(1, 2))
    """
    try:
        value = _value(ast.parse(text, mode="eval").body, classes)
        hash(value)  # as a position can be
    except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
        return None
    return value


def _value(node: ast.expr, classes: Classes) -> Any:
    def value(inner: ast.expr) -> Any:
        return _value(inner, classes)

    match node:
        case ast.Tuple(elts) | ast.List(elts):
            return tuple(map(value, elts))
        case ast.Set(elts):
            return frozenset(map(value, elts))
        case ast.Call(ast.Name("frozenset"), given, []) if len(given) < 2:
            return frozenset(*map(value, given))
        case ast.Attribute(ast.Name(name), member) if issubclass(classes.get(name, int), Enum):
            return _member(classes[name], member)
        case ast.Call(ast.Name(name), given, named) if name in classes:
            known = {each.arg or "": value(each.value) for each in named}
            return _made(classes[name], list(map(value, given)), known)
    return ast.literal_eval(node)


def _member(kind: Any, name: str) -> Any:
    if name not in kind.__members__:
        raise ValueError(name)
    return kind[name]


def _made(kind: type, given: list[Any], named: dict[str, Any]) -> Any:
    """Return what a class makes of its arguments; it may refuse them in any way."""
    try:
        return kind(*given, **named)
    except Exception as error:
        raise ValueError(f"{kind.__name__}: {error}") from error
