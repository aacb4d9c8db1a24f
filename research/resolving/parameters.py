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
    unknown = next((name for name in given if name not in parameters), None)
    shape = ", ".join(f"{name}: {kind.__name__}" for name, (kind, _) in parameters.items())
    if unknown is not None:
        raise ParameterError(
            f"{unknown}={given[unknown]!r}: the family has no such parameter; it is study({shape})"
        )
    values: dict[str, Sequence[Value]] = {}
    for name, (kind, default) in parameters.items():
        if name in given:
            values[name] = _values(name, given[name], kind)
        elif default is inspect.Parameter.empty:
            raise ParameterError(
                f"{name}: the family study({shape}) needs a value for it; write for example "
                f"{name}={'3' if kind is int else 'true' if kind is bool else 'a'}"
            )
        else:
            values[name] = (default,)
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
        signature = inspect.signature(make, eval_str=True)
    except (NameError, TypeError, SyntaxError) as error:
        raise ParameterError(f"study: its parameters cannot be read ({error})") from error
    found: dict[str, tuple[type, Any]] = {}
    for name, parameter in signature.parameters.items():
        kind = int if parameter.annotation is inspect.Parameter.empty else parameter.annotation
        one_word = parameter.kind in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY)
        if not one_word or kind not in (int, str, bool):
            raise ParameterError(
                f"study: its parameter {parameter} cannot be named on the command line; expected "
                "parameters of the types int, str or bool"
            )
        found[name] = kind, parameter.default
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
    if kind is int:
        try:
            return list(dict.fromkeys(integers(text)))
        except ValueError as error:
            raise ParameterError(f"{name}={brief(text)}: {error}") from error
    values: dict[Value, None] = {}
    for part in text.split(","):
        if kind is bool and part.lower() in _BOOLEANS:
            values[_BOOLEANS[part.lower()]] = None
        elif kind is str and part:
            values[part] = None
        else:
            shape = "true or false" if kind is bool else "words, such as a or a,b"
            raise ParameterError(f"{name}={brief(text)}: expected {shape}")
    return list(values)
