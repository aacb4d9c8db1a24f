"""Values as Python writes them, the entries of sets in order, and read again.

Records and enumerations are written as what makes them: ``Piles(left=3, right=5)``,
``Colour.RED``. To read such a text, the classes must be known by their names; those that occur in
the positions of a game are its :class:`Kinds`. Nothing else is called or looked up.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from functools import lru_cache
from typing import Any

_PLAIN = {int, str, type(None), tuple, frozenset}
_OF_PYTHON = ("builtins", "numpy")  # modules whose values need no class to be read


@dataclass(frozen=True)
class Kinds:
    """What kinds of values the positions of a game are.

    Attributes
    ----------
    classes
        Those that a text has to name, each with its name.
    mixed
        Whether some are of one kind and some of another, as numbers and texts.
    plain
        Whether all are integers, texts and None, and tuples and frozen sets of such.

    Examples
    --------
    >>> from fractions import Fraction
    >>> Kinds.of([(Fraction(1, 2), 3)]).classes
    (('Fraction', <class 'fractions.Fraction'>),)
    >>> Kinds.of([4, "4"]).mixed
    True
    """

    classes: tuple[tuple[str, type], ...] = ()
    mixed: bool = False
    plain: bool = False

    @classmethod
    def of(cls, positions: Collection[Any]) -> Kinds:
        """Return the kinds of some positions."""
        mixed = len({type(without_names(position)) for position in positions}) > 1
        met = {type(value) for position in positions for value in _values_in(position)}
        if met <= _PLAIN:
            return cls(mixed=mixed, plain=True)
        named = {kind.__name__: kind for kind in met if kind.__module__ not in _OF_PYTHON}
        return cls(tuple(sorted(named.items())), mixed)


def _values_in(position: Any) -> Iterator[Any]:
    """Yield a position and all that it holds."""
    yield position
    for part in position if isinstance(position, frozenset) else entries_of(position):
        yield from _values_in(part)


def entries_of(value: Any) -> tuple[Any, ...]:
    """Return the entries of a tuple or of a record, which have their places; of others none."""
    if isinstance(value, tuple):
        return tuple(value)
    if is_dataclass(value) and not isinstance(value, type):
        return tuple(getattr(value, field.name) for field in fields(value) if field.compare)
    return ()


def without_names(position: Any) -> Any:
    """Return a position without the names that subclasses of text, tuple and set give it."""
    if isinstance(position, str):
        return str.__str__(position)
    if isinstance(position, tuple):
        return tuple(map(without_names, position))
    if isinstance(position, frozenset):
        return frozenset(map(without_names, position))
    return position


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
    if kind in (int, str):
        return repr(position)
    if isinstance(position, Enum) and kind.__repr__.__module__ == "enum":
        return (
            f"{kind.__name__}.{position.name}"
            if position.name in kind.__members__
            else repr(position)
        )
    usual, told = _names_of_entries(kind)
    as_usual = ", ".join(f"{name}={getattr(position, name)!r}" for name in usual)
    if not told or not repr(position).endswith(f"{kind.__name__}({as_usual})"):
        return repr(position)  # as the class itself says
    given = (f"{name}={as_python(getattr(position, name))}" for name in told)
    return f"{kind.__name__}({', '.join(given)})"


def _names_of_entries(kind: type) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the entries of a record that Python writes, and those by which records are equal."""
    if is_dataclass(kind) and not issubclass(kind, tuple):
        usual = tuple(field.name for field in fields(kind) if field.repr)
        return usual, tuple(field.name for field in fields(kind) if field.init and field.compare)
    names = tuple(getattr(kind, "_fields", ())) if issubclass(kind, tuple) else ()
    return names, names


@lru_cache(maxsize=4096)  # the entries of one position are those of others
def from_python(text: str, kinds: Kinds = Kinds()) -> Any:  # it is frozen
    """Return the value that Python would give, with frozen sets and tuples; None if it has none.

    >>> from fractions import Fraction
    >>> from_python("[1, {2}]"), from_python("Fraction(1, 2)", Kinds.of([Fraction(3)]))
    ((1, frozenset({2})), Fraction(1, 2))
    """
    try:
        return _value(ast.parse(text, mode="eval").body, dict(kinds.classes))
    except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
        return None


def _value(node: ast.expr, classes: dict[str, type]) -> Any:
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
