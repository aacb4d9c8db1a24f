"""Positions as coordinates, with the names that the rules give them.

A position that is a tuple, nested or not, has its entries as coordinates. Where all positions
have the same nesting these are the entries at the bottom; otherwise, where all are tuples of one
length, the entries at the top.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator, Sequence
from textwrap import dedent
from typing import Any

from oracles.moves import MoveGame
from oracles.rules import Rules
from research.explore.position_text import entries_of, field_names

Coordinates = tuple[Any, ...]


def flattened(position: Any) -> Coordinates:
    """Return the entries at the bottom of nested tuples.

    >>> flattened(((0, 2), 1)), flattened(7)
    ((0, 2, 1), (7,))
    """
    entries = entries_of(position)
    if entries or isinstance(position, tuple):
        return tuple(entry for part in entries for entry in flattened(part))
    return (position,)


def _nesting(position: Any) -> Any:
    entries = entries_of(position)
    return tuple(map(_nesting, entries)) if entries or isinstance(position, tuple) else None


def coordinates_of(positions: Sequence[Any]) -> list[Coordinates] | None:
    """Return equally many coordinates of each position, if all can be read so.

    >>> coordinates_of([((0, 2), 1), ((3, 0), 0)]), coordinates_of([(1,), (1, 2)])
    ([(0, 2, 1), (3, 0, 0)], None)
    """
    nesting, number = _nesting(positions[0]), len(entries_of(positions[0]))
    if all(_nesting(position) == nesting for position in positions):
        return [flattened(position) for position in positions]
    if number and all(len(entries_of(position)) == number for position in positions):
        return list(map(entries_of, positions))
    return None


def coordinate_names(
    game: Rules[Any], position: Any, number: int, axes: Sequence[int] = ()
) -> tuple[str, ...]:
    """Return the names of so many coordinates: those of the rules, else ``x1``, ``x2`` and so on.

    Rules name them in the language of moves, by the fields of a position, or where ``options``
    takes a position apart, as in ``n, last = position``. Where they name as many as there are
    ``axes``, these are the names of those coordinates.

    >>> from oracles.vectors import nim
    >>> coordinate_names(nim(2), (0, 1), 2)
    ('x1', 'x2')
    """
    found = [f"x{place}" for place in range(1, number + 1)] if number > 1 else ["n"]
    for names in _names_of(game, position):
        if len(names) == number:
            return names
        if len(names) == len(axes):
            for place, name in zip(axes, names, strict=True):
                found[place] = name
            break
    return tuple(found)


def _names_of(game: Rules[Any], position: Any) -> Iterator[tuple[str, ...]]:
    if isinstance(game, MoveGame) and len({*game.states.values()}) == 1:
        yield next(iter(game.states.values()))
    yield field_names(type(position))
    for method in ("options", "left_options"):
        try:
            source = ast.parse(dedent(inspect.getsource(getattr(type(game), method))))
        except (AttributeError, OSError, TypeError, SyntaxError):
            continue
        for node in ast.walk(source):
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Name):
                targets = getattr(node.targets[0], "elts", [])
                if node.value.id == _last_parameter(source) and targets:
                    yield tuple(ast.unparse(target) for target in targets)


def _last_parameter(source: ast.Module) -> str:
    function = source.body[0]
    given = function.args.args if isinstance(function, ast.FunctionDef) else []
    return given[-1].arg if given else ""
