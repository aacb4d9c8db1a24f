"""Alike: equal, and told apart by no rules that look at types.

``(3, 1)`` and ``(3, True)`` are equal, so that a graph has one vertex for both; rules may tell them
apart, and that vertex would then have the options of whichever came first. So a position that is
met and is equal to a known one must be *alike*: of the same type, and so is all that it holds.
Integers of numpy stand for the integers that they are. Objects of a class of the researcher's own
are what its ``==`` says, unless the class is one of records or derived from a type of Python's:
then what these hold must be alike.

>>> is_alike((3, 1), (3, 1)), is_alike((3, 1), (3, True)), is_alike({1, 2}, {2, 1})
(True, False, True)
"""

from __future__ import annotations

import marshal
from collections.abc import Collection, Hashable, Iterable, Iterator
from dataclasses import fields, is_dataclass
from itertools import chain
from typing import Any

from oracles.errors import RulesError, brief

_PLAIN = {int, str, bytes, type(None)}
_HOLDING = {tuple, frozenset}
_KNOWN = _PLAIN | _HOLDING
_BRIEFLY = {int, tuple}
_BASES: tuple[Any, ...] = (int, str, bytes)


def is_alike(value: Any, other: Any) -> bool:
    """Whether two values are equal and of the same types, down to the last member."""
    value, other = _own(value), _own(other)
    return type(value) is type(other) and bool(value == other) and _hold_alike(value, other)


def _own(value: Any) -> Any:
    """Return the number or text of Python's own that one of numpy stands for."""
    return value.item() if type(value).__module__ == "numpy" and hasattr(value, "item") else value


def _hold_alike(value: Any, other: Any) -> bool:
    """Whether two equal values of one type hold the same."""
    if isinstance(value, tuple | list):
        return len(value) == len(other) and all(map(is_alike, value, other))
    if isinstance(value, dict):
        value, other = list(value.items()), list(other.items())
    if isinstance(value, set | frozenset):
        same = {each: each for each in other}
        return all(each in same and is_alike(each, same[each]) for each in value)
    if isinstance(value, float | complex):
        return repr(value) == repr(other)  # 0.0 equals -0.0
    for base in _BASES:
        if isinstance(value, base):
            return bool(base.__eq__(value, other))  # a class derived from it may pass over case
    if is_dataclass(value):
        compared = [field.name for field in fields(value) if field.compare]
        return all(is_alike(getattr(value, name), getattr(other, name)) for name in compared)
    return True


def are_plain(values: Collection[Any]) -> bool:
    """Whether values are integers, texts, bytes and None, and tuples and frozen sets of such.

    Those that are equal are alike.

    Examples
    --------
    >>> are_plain([(3, 1), (2, 1)]), are_plain([(3, 1), (2, True)])
    (True, False)
    """
    values = list(values)
    while values:
        if type(values[0]) in _BRIEFLY and _are_whole(values[:1]) and _are_whole(values):
            return True
        kinds = set(map(type, values))
        if kinds <= _PLAIN:
            return True
        if not kinds <= _KNOWN:
            return False
        holding = values if kinds <= _HOLDING else [v for v in values if type(v) in _HOLDING]
        values = list(chain.from_iterable(holding))
    return True


def _are_whole(values: list[Any]) -> bool:
    """Whether there are only integers of 32 bits, and tuples of them; quicker than by types.

    In this format of Python's each of these, and nothing else, begins with its letter and takes
    five bytes: so do all of them if every fifth byte is one of the letters.
    """
    try:
        return not marshal.dumps(values, 2)[::5].translate(None, b"[(i")
    except ValueError:  # something that the format has not
        return False


class Alike:
    """Holds positions to it that equal ones are alike, each once it is met.

    Examples
    --------
    >>> met = Alike()
    >>> met.require([(3, 1), (2, 1)])
    >>> met.require([(3, True)], known=[(3, 1), (2, 1)])
    Traceback (most recent call last):
    oracles.errors.RulesError: (3, 1) and (3, True) are equal and not alike: ...
    """

    def __init__(self) -> None:
        self._first: dict[Hashable, Hashable] | None = None  # as long as all are plain

    def require(self, positions: Collection[Any], known: Iterable[Any] = ()) -> None:
        """Refuse positions that are equal to one that was met before, and not alike.

        Parameters
        ----------
        positions
            Those that are met now.
        known
            Those that were met before.

        Raises
        ------
        RulesError
            At the first; it names both.
        """
        for first, position in self.broken(positions, known):
            raise RulesError(
                f"{brief(first)} and {brief(position)} are equal and not alike: rules may tell "
                "apart what is one position of a graph; write each position in one way, its types "
                "included"
            )

    def broken(
        self, values: Collection[Any], known: Iterable[Any] = ()
    ) -> Iterator[tuple[Any, Any]]:
        """Give values with what they are equal to and not alike; parameters as above."""
        if self._first is None:
            if are_plain(values):
                return
            self._first = {each: each for each in known}
        for value in values:
            first = self._first.setdefault(value, value)
            if first is not value and not is_alike(first, value):
                yield first, value
