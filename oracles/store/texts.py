"""Positions as texts that any later run, and any other program, reads again.

A position of integers, texts, tuples and frozen sets is written as JSON: a tuple as a list, and a
frozen set as ``{"set": [...]}``, its members by their texts in order. Two positions have the same
text exactly when they are equal. Nothing else is kept, no ``True`` either: it equals 1, and rules
may tell the two apart.

>>> to_text((3, (0, "x"))), from_text('[3, [0, "x"]]')
('[3, [0, "x"]]', (3, (0, 'x')))
"""

from __future__ import annotations

import json
from collections.abc import Hashable
from typing import Any

from oracles.errors import RulesError, brief


def to_text(position: Hashable) -> str:
    """Return the text of a position.

    Raises
    ------
    RulesError
        If there is something else in it.

    Examples
    --------
    >>> to_text(frozenset({(1, 0), (0, 2)}))
    '{"set": [[0, 2], [1, 0]]}'
    """
    kind: type = type(position)
    if kind is int:
        return str(position)
    if kind is tuple:
        return "[" + ", ".join([to_text(each) for each in position]) + "]"  # type: ignore[attr-defined]
    if kind is str:
        return json.dumps(position)
    if kind is frozenset:
        return '{"set": [' + ", ".join(sorted(map(to_text, position))) + "]}"  # type: ignore[call-overload]
    hint = "truth values as 0 and 1, and " if kind is bool else ""
    raise RulesError(
        f"{brief(position)}, a {kind.__name__}, cannot be kept in a store; write {hint}positions "
        "as integers, texts, tuples and frozen sets of these"
    )


def from_text(text: str) -> Any:
    """Return the position that a text of :func:`to_text` stands for."""
    return _made(json.loads(text))


def _made(value: Any) -> Any:
    if type(value) is list:
        return tuple([_made(each) for each in value])
    if type(value) is dict:
        return frozenset([_made(each) for each in value["set"]])
    return value
