"""Families in files: a function ``study`` whose parameters say which member.

A file that defines ``def study(m: int, k: int) -> Study`` holds a family. Its word on the command
line is the file with a value for each parameter, as ``take.py m=3 k=1``; a parameter with a default
may be left out. A census takes several values of each: ``m=2..12 k=1,3`` names all pairs of them.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any

from fast.errors import InputError
from oracles.errors import brief

MOST_MEMBERS = 100_000
_RANGE = re.compile(r"(-?[0-9]{1,18})(?:\.\.(-?[0-9]{1,18}))?")
_BOOLEANS = {"true": True, "false": False}
Value = int | str | bool


def members(make: Callable[..., Any], given: Mapping[str, str]) -> list[dict[str, Value]]:
    """Return the arguments of every member of a family, the last parameter changing first.

    Parameters
    ----------
    make
        The function ``study`` of a file.
    given
        The values of each parameter as written: ``2..12``, ``1,3`` or both, ``2..5,9``.

    Raises
    ------
    InputError
        If a parameter is missing, unknown or of a type that a word cannot give, or there are more
        than ``MOST_MEMBERS`` members.

    Examples
    --------
    >>> def study(m: int, k: int = 1): ...
    >>> members(study, {"m": "2..3", "k": "1,3"})
    [{'m': 2, 'k': 1}, {'m': 2, 'k': 3}, {'m': 3, 'k': 1}, {'m': 3, 'k': 3}]
    """
    signature = inspect.signature(make, eval_str=True)
    for name in given.keys() - signature.parameters.keys():
        raise InputError(
            f"{name}={given[name]!r}: the family has no such parameter; it is study{signature}"
        )
    values: dict[str, Sequence[Value]] = {}
    for name, each in signature.parameters.items():
        kind = int if each.annotation is each.empty else each.annotation
        if kind not in (int, str, bool):
            raise InputError(f"study: parameter {each}: expected the types int, str or bool")
        if name not in given and each.default is each.empty:
            raise InputError(f"{name}: the family study{signature} needs a value for it")
        values[name] = _values(name, given[name], kind) if name in given else (each.default,)
    number = prod(map(len, values.values()))
    if number > MOST_MEMBERS:
        raise InputError(f"{number} members: a family has at most {MOST_MEMBERS}; take fewer")
    return [dict(zip(values, each, strict=True)) for each in product(*values.values())]


def member(make: Callable[..., Any], given: Mapping[str, str]) -> dict[str, Value]:
    """Return the arguments of the one member that is named; errors as of :func:`members`."""
    found = members(make, given)
    if len(found) > 1:
        several = next(name for name in given if len({each[name] for each in found}) > 1)
        raise InputError(
            f"{several}={given[several]}: names several members; give one value, or look at all "
            "of them with grundwork census"
        )
    return found[0]


def written(arguments: Mapping[str, Value]) -> str:
    """Write arguments as words of the command line.

    >>> written({"m": 3, "free": True})
    'm=3 free=true'
    """
    words = {n: str(v).lower() if isinstance(v, bool) else v for n, v in arguments.items()}
    return " ".join(f"{name}={word}" for name, word in words.items())


def integers(text: str) -> list[int]:
    """Return the integers that a text names, in its order; ``ValueError`` for none or too many.

    >>> integers("3,5..7")
    [3, 5, 6, 7]
    """
    found: list[int] = []
    for part in text.split(","):
        ends = _RANGE.fullmatch(part.strip())
        if ends is None:
            raise ValueError("expected integers, such as 3 or 2..12 or 1,3")
        first, last = int(ends[1]), int(ends[2] or ends[1])
        if first > last:
            raise ValueError(f"{part} is empty; write the smaller first")
        if last - first >= MOST_MEMBERS:
            raise ValueError(f"a family has at most {MOST_MEMBERS} members; take fewer")
        found += range(first, last + 1)
    return found


def _values(name: str, text: str, kind: type) -> Sequence[Value]:
    """Return the values that a text names, in its order, each once."""
    words = list(dict.fromkeys(text.split(",")))
    try:
        if kind is int:
            return list(dict.fromkeys(integers(text)))
        if kind is bool and not all(word.lower() in _BOOLEANS for word in words):
            raise ValueError("expected true or false")
        if "" in words:
            raise ValueError("expected words, such as a or a,b")
    except ValueError as error:
        raise InputError(f"{name}={brief(text)}: {error}") from error
    return [_BOOLEANS[word.lower()] for word in words] if kind is bool else words
