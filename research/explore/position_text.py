"""Positions as text, for people and for programs, and back.

For programs a position is written as Python does (``(3, 5)``, ``frozenset({(0, 0), (0, 1)})``), the
entries of sets in order; records and enumerations by what makes them (``Piles(left=3, right=5)``,
``Colour.RED``). For people numbers, words, tuples and sets of them have a short form (``3,5``,
``0,2 | 1``, ``{0,0 0,1}``), and a text is written as it is. People may also write a whole board
of cells as ``5x6``, and heaps in any order.
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

from oracles.errors import OracleError, PositionError, brief
from oracles.heaps import is_sum_of_heaps
from oracles.rules import Rules
from oracles.vectors import VectorGame

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
    text, game
        The text, and the rules.
    known
        Positions, by whose form the text is read; the position need not be among them.
    there
        Returns the position that is there and equals another one, None if none does; of those that
        are known unless given.

    Raises
    ------
    PositionError
        If it means none, or the game fails as it is asked for a position.

    >>> from oracles.vectors import nim
    >>> position_named("500,30", nim(2), [(0, 0), (0, 1), (1, 1)])
    (30, 500)
    """
    text, known = text.strip(), list(known)
    try:
        found = _meant(text, game, known, there or {position: position for position in known}.get)
    except OracleError as error:
        raise PositionError(f"position={brief(text)}: {error}") from error
    if found is None:
        example = short_position(next(filter(None, reversed(known)), known[-1]), 120)
        raise PositionError(
            f"position={brief(text)}: not a position of the game; expected one like {example}"
        )
    return found


def _meant(text: str, game: Rules[Any], known: list[Any], there: Callable[[Any], Any]) -> Any:
    """Return the first position that a text may mean; None if it means none."""
    for position in known:
        if text in (written(position), as_python(position)):
            return position
    decides = type(game).contains is not Rules.contains  # the rules say what is a position
    heaps = is_sum_of_heaps(game)
    unordered = heaps or (isinstance(game, VectorGame) and not game.ordered)
    sorts = unordered or in_ascending_order(known)
    meant: list[Any] = []
    for each in _readings(text, known):
        if sorts and isinstance(each, tuple) and all(type(pile) is int for pile in each):
            meant += [each] if decides and not unordered else []
            meant.append(tuple(sorted(pile for pile in each if pile or not heaps)))
        else:
            meant.append(each)
    for each in (_as_known(each, known) for each in meant):
        if (found := there(each)) is not None:
            return found
        if _is_alike(each, known, signed=decides) and game.contains(each):
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


def _readings(text: str, known: Iterable[Any]) -> Iterator[Any]:
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
    yield tuple(int(part) if part.isdecimal() else part for part in parts)
    if board := re.fullmatch(r"(\d{1,2})x(\d{1,2})", text):
        rows, columns = map(int, board.groups())
        yield frozenset(product(range(rows), range(columns)))


def _entry(text: str, classes: Mapping[str, Any], between: str = " ") -> Any:
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
    same = [p for p in known if isinstance(p, tuple) and isinstance(value, tuple)]
    places = list(zip(*(p for p in same if len(p) == len(value)), strict=True))
    if not places:
        return value
    entries = [_as_known(part, place) for part, place in zip(value, places, strict=True)]
    kind = type(next(p for p in same if len(p) == len(value)))
    return getattr(kind, "_make", tuple)(entries)


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
    yield depth, type(value), negative
    for part in value if isinstance(value, frozenset) else entries_of(value):
        if isinstance(value, frozenset):
            yield depth + 1, _shape(part)
        yield from _kinds(part, signed, depth + 1)


def _classes_in(positions: Iterable[Any]) -> dict[str, Any]:
    """Return the classes that a text of a position has to name, by their names."""

    def values(position: Any) -> Iterator[Any]:
        yield position
        for part in position if isinstance(position, frozenset) else entries_of(position):
            yield from values(part)

    met = {type(value) for position in positions for value in values(position)}
    return {kind.__name__: kind for kind in met if kind.__module__ != "builtins"}


def _from_python(text: str, classes: Mapping[str, Any]) -> Any:
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
