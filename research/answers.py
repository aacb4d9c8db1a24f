"""Full answers from the command line: reading ``name=value`` and passing the gate."""

from __future__ import annotations

import inspect
import re
from collections.abc import Sequence
from typing import Any

from fast.errors import InputError
from research.study import Study

_INTEGER = re.compile(r"[+-]?[0-9][0-9_]*\Z")
_POWER = re.compile(r"([0-9][0-9_]*)(?:\^|\*\*)([0-9]{1,7})\Z")


def parse_value(name: str, text: str) -> Any:
    """Read a parameter's value: an integer, a power such as 10^18, a list, or a word.

    >>> parse_value("squares", "10^6"), parse_value("factors", "3,5"), parse_value("what", "sum")
    (1000000, (3, 5), 'sum')
    >>> parse_value("position", "3,5")
    (3, 5)
    """
    if name == "factors" or re.match(r"[+-]?[0-9]+,", text):
        return tuple(_integer(name, part) for part in text.split(","))
    if re.match(r"[+-]?[0-9]", text):
        return _integer(name, text)
    return text


def parse_arguments(study: Study, words: Sequence[str]) -> dict[str, Any]:
    """Read ``name=value`` words against the parameters of a study's answer.

    Raises
    ------
    InputError
        If the study has no answer, a parameter is unknown, given twice or missing.
    """
    if study.answer is None:
        raise InputError(f"study={study.name!r}: it has no solver that gives a full answer")
    if not words:
        return dict(study.headline)
    parameters = inspect.signature(study.answer).parameters
    given: dict[str, Any] = {}
    for word in words:
        name, equals, text = word.partition("=")
        if not equals or not text:
            raise InputError(f"argument={word!r}: expected name=value")
        if name not in parameters:
            allowed = ", ".join(parameters)
            raise InputError(f"argument={word!r}: {study.name} takes {allowed}")
        if name in given:
            raise InputError(f"argument={word!r}: {name} is given twice")
        given[name] = parse_value(name, text)
    for name, parameter in parameters.items():
        if parameter.default is parameter.empty and name not in given:
            raise InputError(f"{name} is missing: {study.name} takes {', '.join(parameters)}")
    return given


def give_answer(study: Study, arguments: dict[str, Any]) -> Any:
    """Return the full answer; the gate raises where the solver is not confirmed."""
    if study.answer is None:
        raise InputError(f"study={study.name!r}: it has no solver that gives a full answer")
    return study.answer(**arguments)


def _integer(name: str, text: str) -> int:
    power = _POWER.match(text)
    if power:
        base, exponent = int(power[1]), int(power[2])
        return int(base**exponent)
    if not _INTEGER.match(text):
        raise InputError(f"{name}={text!r}: expected an integer, such as 1000 or 10^18")
    return int(text)
