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
KINDS = (int, str, bool)


class ParameterError(InputError):
    """Parameters of a family that are missing, unknown, or have no such value."""


def members(make: Callable[..., Any], given: Mapping[str, str]) -> list[dict[str, Value]]:
    """Return the arguments of every member, the last parameter changing first.

    Parameters
    ----------
    make
        The function ``study`` of a file.
    given
        The values of each parameter as written: ``2..12``, ``1,3`` or both, ``2..5,9``.

    Raises
    ------
    ParameterError
        If a parameter is missing, unknown or of a type that a word cannot give, or there are more
        than ``MOST_MEMBERS`` members.

    Examples
    --------
    >>> def study(m: int, k: int = 1): ...
    >>> members(study, {"m": "2..3", "k": "1,3"})
    [{'m': 2, 'k': 1}, {'m': 2, 'k': 3}, {'m': 3, 'k': 1}, {'m': 3, 'k': 3}]
    >>> members(study, {"m": "x"})
    Traceback (most recent call last):
    research.resolving.parameters.ParameterError: m='x': expected integers, such as 3 or 2..12 or 1,3
    """  # noqa: E501
    parameters = _parameters(make)
    shape = ", ".join(f"{name}: {kind.__name__}" for name, (kind, _) in parameters.items())
    for name in given.keys() - parameters.keys():
        raise ParameterError(
            f"{name}={given[name]!r}: the family has no such parameter; it is study({shape})"
        )
    values: dict[str, Sequence[Value]] = {}
    for name, (kind, default) in parameters.items():
        if name not in given and default is inspect.Parameter.empty:
            raise ParameterError(f"{name}: the family study({shape}) needs a value for it")
        values[name] = _values(name, given[name], kind) if name in given else (default,)
    number = prod(map(len, values.values()))
    if number > MOST_MEMBERS:
        raise ParameterError(f"{number} members: a family has at most {MOST_MEMBERS}; take fewer")
    return [dict(zip(values, each, strict=True)) for each in product(*values.values())]


def member(make: Callable[..., Any], given: Mapping[str, str]) -> dict[str, Value]:
    """Return the arguments of the one member that is named; errors as of :func:`members`.

    Raises
    ------
    ParameterError
        If several are named.
    """
    found = members(make, given)
    if len(found) > 1:
        several = next(name for name in given if len({each[name] for each in found}) > 1)
        raise ParameterError(
            f"{several}={given[several]}: names several members; give one value, or look at all "
            "of them with grundwork census"
        )
    return found[0]


def written(arguments: Mapping[str, Value]) -> str:
    """Write arguments as words of the command line.

    >>> written({"m": 3, "free": True})
    'm=3 free=true'
    """
    return " ".join(
        f"{name}={str(value).lower() if isinstance(value, bool) else value}"
        for name, value in arguments.items()
    )


def _parameters(make: Callable[..., Any]) -> dict[str, tuple[type, Any]]:
    """Return type and default of each parameter; one without a type is an integer."""
    try:
        parameters = inspect.signature(make, eval_str=True).parameters
    except (NameError, TypeError, SyntaxError) as error:
        raise ParameterError(f"study: its parameters cannot be read ({error})") from error
    found: dict[str, tuple[type, Any]] = {}
    for name, each in parameters.items():
        kind = int if each.annotation is each.empty else each.annotation
        if each.kind not in (each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY) or kind not in KINDS:
            raise ParameterError(
                f"study: its parameter {each} cannot be named on the command line; expected "
                "parameters of the types int, str or bool"
            )
        found[name] = kind, each.default
    return found


def integers(text: str) -> list[int]:
    """Return the integers that a text names, in its order.

    Raises
    ------
    ValueError
        If it names none, or too many.

    Examples
    --------
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
    try:
        if kind is int:
            return list(dict.fromkeys(integers(text)))
        words = list(dict.fromkeys(text.split(",")))
        if kind is bool:
            return [_BOOLEANS[word.lower()] for word in words]
        if "" in words:
            raise ValueError("expected words, such as a or a,b")
        return words
    except KeyError:
        raise ParameterError(f"{name}={brief(text)}: expected true or false") from None
    except ValueError as error:
        raise ParameterError(f"{name}={brief(text)}: {error}") from error
