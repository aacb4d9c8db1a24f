"""Positions read from the texts of :mod:`research.system.position_text`.

People may also write a whole board of cells as ``5x6``, heaps in any order, and a position that is
drawn as its rows, with ``|`` between them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from oracles.errors import OracleError, PositionError, brief
from oracles.heaps import is_sum_of_heaps
from oracles.rules import Rules
from oracles.search import overrides
from oracles.vectors import VectorGame
from research.system.drawn import drawn, in_a_line
from research.system.position_text import (
    as_python,
    entries_of,
    from_python,
    short_position,
    written,
)


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
        like = next(filter(None, reversed(known)), known[-1])
        short = overrides(game, "drawn")  # what the rules draw is read only if it is known
        example = short_position(like, 120) if short else in_a_line(game, like, 120)
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
    return next((p for p in known if (drawn(game, p) or "").replace("\n", "|") == text), None)


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
    value = from_python(text, classes)
    if value is not None or text == "None":
        yield value
        yield (value,)
    yield _entry(text, classes)
    yield text
    yield tuple(_entry(line, classes) for line in text.split(" | "))
    parts = [part.strip() for part in text.split(",")]
    yield tuple(int(part) if part.isdecimal() else part for part in parts)
    if board := re.fullmatch(r"(\d{1,2})x(\d{1,2})", text):
        rows, columns = map(int, board.groups())
        yield frozenset(product(range(rows), range(columns)))
    if {*text} <= {*".#|"}:
        lines = enumerate(text.split("|"))
        yield frozenset((r, c) for r, line in lines for c, sign in enumerate(line) if sign == ".")


def _entry(text: str, classes: Mapping[str, Any]) -> Any:
    """Return what is meant by the short form of an entry: a set, a value, or a word."""
    if text[:1] == "{" and text[-1:] == "}":
        parts, depth = [""], 0
        for sign in text[1:-1]:
            depth += (sign in "({") - (sign in ")}")
            if sign == " " and not depth:
                parts.append("")
            else:
                parts[-1] += sign
        return frozenset(_entry(part, classes) for part in parts if part)
    value = from_python(text, classes)
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

    Unless ``signed``, numbers below 0 are of a kind of their own, and so is each sign of a text.
    """
    same = [position for position in known if type(position) is type(value)]
    shapes = {_shape(position) for position in same}
    if not same or (len(shapes) == 1 and _shape(value) not in shapes):
        return False
    return {*_kinds(value, signed)} <= {kind for each in same for kind in _kinds(each, signed)}


def _shape(value: Any) -> Any:
    return tuple(map(_shape, entries_of(value))) or None


def _kinds(position: Any, signed: bool) -> Iterator[tuple[Any, ...]]:  # noqa: FBT001
    for depth, value in _values(position):
        negative = not signed and isinstance(value, int | Fraction) and value < 0
        yield depth, type(value), negative
        if depth == 0 and isinstance(value, str) and not signed:
            yield from ((sign,) for sign in value)
        if isinstance(value, frozenset):
            yield from ((depth + 1, _shape(part)) for part in value)


def _values(value: Any, depth: int = 0) -> Iterator[tuple[int, Any]]:
    """Yield a value and all that is in it, each with its depth."""
    yield depth, value
    for part in value if isinstance(value, frozenset) else entries_of(value):
        yield from _values(part, depth + 1)


def _classes_in(positions: Iterable[Any]) -> dict[str, Any]:
    """Return the classes that a text of a position has to name, by their names."""
    met = {type(value) for position in positions for _, value in _values(position)}
    return {kind.__name__: kind for kind in met if kind.__module__ != "builtins"}
