"""Positions as text, for people and for programs, and back.

For programs a position is written as Python does (``(3, 5)``, ``frozenset({(0, 0), (0, 1)})``), the
entries of sets in order; records and enumerations by what makes them (``Piles(left=3, right=5)``,
``Colour.RED``). For people numbers, words, tuples and sets of them have a short form (``3,5``,
``0,2 | 1``, ``{0,0 0,1}``), and a text is written as it is. People may also write a whole board
of cells as ``5x6``.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from itertools import product
from typing import Any

from oracles.errors import OracleError, PositionError
from oracles.errors import brief as cut
from oracles.rules import Rules
from oracles.vectors import VectorGame

MOST_LETTERS = 32
_WORD = re.compile(r"(?!(?:None|True|False)$)[A-Za-z][\w.-]*")
_KNOWN_TO_PYTHON = ("builtins", "numpy")  # modules whose values need no class to be read
Classes = Mapping[str, type]


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
    """Write a position for people, however long it is: briefly where that cannot be mistaken.

    >>> written(((), (1, 2))), written(((1, 2),)), written("T.F"), written("")
    ('() | 1,2', '((1, 2),)', 'T.F', "''")
    """
    if isinstance(position, str):
        plain = position.isprintable() and position == position.strip()
        return position if plain and position[:1] not in ("", "'", '"') else repr(position)
    if type(position) is frozenset and all(map(_is_short, position)):
        return _part(position)
    if not isinstance(position, tuple) or not position or not all(map(_is_short, position)):
        return as_python(position)
    if all(map(_is_atom, position)):
        return ",".join(map(str, position)) if position != (None,) else as_python(position)
    return " | ".join(map(_part, position)) if len(position) > 1 else as_python(position)


def _is_atom(part: Any) -> bool:
    word = isinstance(part, str) and _WORD.fullmatch(part)
    return part is None or type(part) is int or bool(word)


def _is_short(part: Any) -> bool:
    """Whether an entry has a short form: an atom, or numbers in brackets."""
    if type(part) in (tuple, frozenset):
        return all(type(e) is int or (not isinstance(e, str) and _is_short(e)) for e in part)
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


def position_named(
    text: str,
    game: Rules[Any],
    known: Collection[Any],
    there: Callable[[Any], Any] | None = None,
) -> Any:
    """Return the position of a game that a text means.

    Parameters
    ----------
    text
        The text.
    game
        The rules.
    known
        Positions, by whose form the text is read; the position need not be among them.
    there
        Returns the position that is there and equals another one, None if none does; of those that
        are known unless given.

    Raises
    ------
    PositionError
        If it means none, or the game fails as it is asked for a position.

    Examples
    --------
    >>> from oracles.vectors import nim
    >>> position_named("500,30", nim(2), [(0, 0), (0, 1), (1, 1)])
    (30, 500)
    """
    text = text.strip()
    there = there or {position: position for position in known}.get
    try:
        found = _meant(text, game, list(known), there)
    except OracleError as error:
        raise PositionError(f"position={cut(text)}: {error}") from error
    if found is None:
        example = within(list(known)[-1], 120)
        raise PositionError(
            f"position={cut(text)}: not a position of the game; expected one like {example}"
        )
    return found


def _meant(text: str, game: Rules[Any], known: list[Any], there: Callable[[Any], Any]) -> Any:
    """Return the first position that a text may mean; None if it means none."""
    for position in known:
        if text in (written(position), as_python(position)):
            return position
    decides = type(game).contains is not Rules.contains  # the rules say what is a position
    unordered = isinstance(game, VectorGame) and not game.ordered
    ascending = in_ascending_order(known) and (unordered or not decides)
    meant = [_as_known(each, known) for each in _readings(text, known, ascending=ascending)]
    for each in meant:
        if (found := there(each)) is not None:
            return found
    for each in meant:
        if not _is_alike(each, known, signed=decides) or (ascending and list(each) != sorted(each)):
            continue
        if game.contains(each):
            return each
    return None


def in_ascending_order(positions: Sequence[Any]) -> bool:
    """Whether every position is a tuple of integers, the smallest first, some of them differing."""
    plain = all(isinstance(p, tuple) and all(isinstance(n, int) for n in p) for p in positions)
    return (
        plain
        and all(list(position) == sorted(position) for position in positions)
        and any(len(set(position)) > 1 for position in positions)
    )


def _readings(text: str, known: Iterable[Any], *, ascending: bool) -> Iterator[Any]:
    """Yield what a text may mean, the likeliest first."""
    classes = _classes_in(known)
    value = _from_python(text, classes)
    yield value
    yield (value,)
    for commas in ("", ","):  # between the entries of a set
        yield _entry(text, classes, " " + commas)
    yield text
    yield tuple(_entry(line, classes) for line in text.split(" | "))
    parts = [part.strip() for part in text.split(",")]
    piles = tuple(int(part) if part.isdecimal() else part for part in parts)
    yield piles
    if ascending and all(isinstance(pile, int) for pile in piles):
        yield tuple(sorted(piles))
        yield tuple(sorted(pile for pile in piles if pile))
    if board := re.fullmatch(r"(\d{1,2})x(\d{1,2})", text):
        rows, columns = map(int, board.groups())
        yield frozenset(product(range(rows), range(columns)))


def _entry(text: str, classes: Classes, between: str = " ") -> Any:
    """Return what is meant by the short form of an entry: a set, a value, or a word."""
    if text[:1] == "{" and text[-1:] == "}":
        parts, depth = [""], 0
        for sign in text[1:-1]:
            depth += (sign in "({") - (sign in ")}")
            if sign in between and not depth:
                parts.append("")
            else:
                parts[-1] += sign
        return frozenset(_entry(part, classes, between) for part in parts if part)
    value = _from_python(text, classes)
    return text if value is None and text != "None" else value


def _as_known(value: Any, known: Sequence[Any]) -> Any:
    """Return what is read as plain tuples as the named tuples of those that are known."""
    if not isinstance(value, tuple):
        return value
    same = [p for p in known if isinstance(p, tuple) and len(p) == len(value)]
    if not same:
        return value
    entries = [
        _as_known(part, places) for part, places in zip(value, zip(*same, strict=True), strict=True)
    ]
    return getattr(type(same[0]), "_make", tuple)(entries)


def _is_alike(value: Any, known: Sequence[Any], *, signed: bool) -> bool:
    """Whether a value has the form of known positions: lengths, and kinds of what is in it.

    Numbers below 0 are of a kind of their own unless ``signed``.
    """
    same = [position for position in known if type(position) is type(value)]
    shapes = {_shape(position) for position in same}
    if not same or (len(shapes) == 1 and _shape(value) not in shapes):
        return False
    return {*_kinds(value, signed)} <= {kind for each in same for kind in _kinds(each, signed)}


def _shape(value: Any) -> Any:
    return tuple(map(_shape, entries_of(value))) or None


def _kinds(value: Any, signed: bool, depth: int = 0) -> Iterator[tuple[Any, ...]]:  # noqa: FBT001
    negative = not signed and isinstance(value, int | Fraction) and value < 0
    if isinstance(value, frozenset):
        yield depth, frozenset
        for part in value:
            yield depth + 1, _shape(part)
            yield from _kinds(part, signed, depth + 1)
        return
    yield depth, type(value), negative
    for part in entries_of(value):
        yield from _kinds(part, signed, depth + 1)


def _classes_in(positions: Iterable[Any]) -> Classes:
    """Return the classes that a text of a position has to name, by their names."""

    def values(position: Any) -> Iterator[Any]:
        yield position
        for part in position if isinstance(position, frozenset) else entries_of(position):
            yield from values(part)

    met = {type(value) for position in positions for value in values(position)}
    return {kind.__name__: kind for kind in met if kind.__module__ not in _KNOWN_TO_PYTHON}


def _from_python(text: str, classes: Classes) -> Any:
    """Return the value that Python would give, with frozen sets and tuples; None if it has none."""
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
            return getattr(classes[name], member, None)
        case ast.Call(ast.Name(name), given, named) if name in classes:
            known = {each.arg or "": value(each.value) for each in named}
            try:
                return classes[name](*map(value, given), **known)
            except Exception as error:  # it may refuse them in any way
                raise ValueError(f"{name}: {error}") from error
    return ast.literal_eval(node)
