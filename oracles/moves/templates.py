"""How positions are written in Python: templates such as ``((x0, x1), 1)`` or ``(r, 0, 'Oscar')``.

A template is made of coordinates, integers, strings, None and tuples of these. Two templates are
apart if at some place they differ in kind, length or constant; then no value fits both.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from oracles.moves.parser import Parser
from oracles.moves.words import Word

NATURAL = "a natural number"  # the kind of a coordinate and of integers from 0 on


@dataclass(frozen=True)
class Coordinate:
    """The place of a coordinate in a template."""

    name: str
    word: Word | None = None


Template = Coordinate | int | str | None | tuple[Any, ...]


def template(parser: Parser) -> Template:
    """Read a template."""
    word = parser.word
    if parser.takes("("):
        return _tuple(parser)
    if word.kind == "string":
        return parser.take().text[1:-1]
    if word.kind == "number":
        return int(parser.take().text)
    if parser.takes("-"):
        if parser.word.kind != "number":
            parser.expected("a number")
        return -int(parser.take().text)
    if word.text == "None":
        parser.take()
        return None
    name = parser.name("a coordinate, an integer, a string, None or a tuple of these")
    return Coordinate(name.text, name)


def _tuple(parser: Parser) -> Template:
    """Read what follows an opening parenthesis; without a comma it only groups, as in Python."""
    parts: list[Template] = []
    comma = False
    while not parser.takes(")"):
        if parts and not comma:
            parser.expected("',' or ')'")
        parts.append(template(parser))
        comma = parser.takes(",") is not None
    return parts[0] if len(parts) == 1 and not comma else tuple(parts)


def places(part: Template) -> Iterator[Coordinate]:
    """Yield the coordinates of a template, from the left."""
    if isinstance(part, Coordinate):
        yield part
    elif isinstance(part, tuple):
        for each in part:
            yield from places(each)


def apart(one: Template, other: Template) -> bool:
    """Whether no value fits both templates."""
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) != len(other) or any(map(apart, one, other))
    if isinstance(one, Coordinate) or isinstance(other, Coordinate):
        return kind(one) != kind(other)
    return kind(one) != kind(other) or one != other


def kind(value: Template) -> object:
    """Return the kind of a part of a template; for tuples, with their parts."""
    if type(value) is tuple:
        return tuple(map(kind, value))
    if type(value) is int:
        return NATURAL if value >= 0 else int
    return NATURAL if type(value) is Coordinate else type(value)


def fitting(part: Template, said: str) -> tuple[list[str], dict[str, str]]:
    """Return the conditions, in Python, for a value to fit a template, and where coordinates are.

    Parameters
    ----------
    part
        The template.
    said
        The value, as a Python expression.
    """
    match part:
        case Coordinate(name):
            return [f"type({said}) is int", f"{said} >= 0"], {name: said}
        case tuple():
            conditions = [f"type({said}) is tuple", f"len({said}) == {len(part)}"]
            places: dict[str, str] = {}
            for number, each in enumerate(part):
                more, found = fitting(each, f"{said}[{number}]")
                conditions += more
                places |= found
            return conditions, places
    return [f"type({said}) is type({part!r})", f"{said} == {part!r}"], {}


def expression(part: Template, names: dict[str, str]) -> str:
    """Return a template as a Python expression, its coordinates as Python variables."""
    match part:
        case Coordinate(name):
            return names[name]
        case tuple():
            return f"({' '.join(f'{expression(each, names)},' for each in part)})"
    return repr(part)
