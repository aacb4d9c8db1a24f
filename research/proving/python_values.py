"""What functions that are read from their source make, and what Python's own do with it.

A collection is *open* if some of its members stand for many: it was filled by a loop over a range
of which only the bounds are known. Its members are only collected, and nothing else is asked of it.
"""

from __future__ import annotations

import ast
import functools
import itertools
import operator
from collections.abc import Callable, Iterable
from types import FunctionType, MethodType
from typing import Any

from research.proving.symbols import NotOnSymbolsError, Symbol, SymbolicRange

ATOMS = (int, bool, str, type(None), Symbol)
_COLLECTING = (list, tuple, sorted, set, frozenset, reversed, itertools.chain, itertools.product)
KNOWN = (
    *(*_COLLECTING, range, enumerate, map, zip, itertools.combinations, itertools.pairwise),
    *(abs, all, any, bool, divmod, int, len, max, min, sum, functools.reduce),
    *(operator.add, operator.mul, operator.xor, operator.and_),
)
OPERATORS: dict[type, Callable[..., Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Mod: operator.mod,
    ast.FloorDiv: operator.floordiv,
    ast.Pow: operator.pow,
    ast.RShift: operator.rshift,
    ast.BitXor: operator.xor,
    ast.BitAnd: operator.and_,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Not: operator.not_,
    ast.USub: operator.neg,
}


class Members(list[Any]):
    """What a function made that is no tuple: the members of a list, a set or an iterator.

    Attributes
    ----------
    depth
        In how many turns of loops over ranges of unknown length it was made; -1 for a constant.
    is_open
        Whether members stand for many.
    """

    def __init__(self, members: Iterable[Any], depth: int, *, is_open: bool = False) -> None:
        super().__init__(members)
        self.depth, self.is_open = depth, is_open


def is_open(value: Any) -> bool:
    """Whether members of a value stand for many."""
    return isinstance(value, SymbolicRange) or (isinstance(value, Members) and value.is_open)


def is_known(function: Any) -> bool:
    """Whether it is a function of Python's own that is known here."""
    return any(function is each for each in KNOWN)


def named(value: Any) -> str:
    """Return what a value is, in a message."""
    if isinstance(value, Symbol):
        return "a number"
    return str(getattr(value, "__name__", type(value).__name__))


class Values:
    """Values on one path, ``depth`` turns of loops over ranges of unknown length deep.

    What is unknown, open where it may not be, or without a formula, is refused by
    :class:`~research.proving.errors.NotOnSymbolsError`.
    """

    depth = 0

    def call(self, function: Any, *args: Any, **keys: Any) -> Any:
        """Call a function of Python's own."""
        if not is_known(function):
            raise NotOnSymbolsError(f"{named(function)} has no formula")
        if function is range and any(isinstance(bound, Symbol) for bound in args):
            return SymbolicRange(*args)
        if function in _COLLECTING and any(map(is_open, args)):
            parts = [self.members(each) for each in args]
            join = itertools.product if function is itertools.product else itertools.chain
            return Members(join(*parts), self.depth, is_open=True)
        if function in (set, frozenset):
            return self.set_of(Members(itertools.chain(*map(self.members, args)), self.depth))
        given = {name: self.fixed(each) for name, each in keys.items()}
        return self.made(function(*map(self.fixed, args), **given))

    def made(self, value: Any) -> Any:
        """Return what Python made, an iterator as its members."""
        return value if isinstance(value, (*ATOMS, tuple, range)) else Members(value, self.depth)

    def set_of(self, members: Members) -> Members:
        """Return a set: with symbols it has an unknown number of members."""
        if members.is_open or not all(isinstance(each, int | str) for each in members):
            return Members(members, self.depth, is_open=True)
        return Members(sorted(set(members)), self.depth)

    def members(self, value: Any) -> Iterable[Any]:
        """Return the members of a collection to which no other turn adds."""
        if isinstance(value, Members) and value.is_open and value.depth < self.depth:
            raise NotOnSymbolsError("a turn of a loop of unknown length reads what it adds to")
        if not isinstance(value, tuple | range | Members | SymbolicRange):
            raise NotOnSymbolsError(f"{named(value)} has no members")
        return value

    def fixed(self, value: Any) -> Any:
        """Return a value as Python's own functions may have it."""
        if is_open(value):
            raise NotOnSymbolsError("a collection of unknown length is only collected")
        if isinstance(value, FunctionType | MethodType):  # what Python calls is read
            return lambda *args: self.call(value, *args)
        if not isinstance(value, (*ATOMS, tuple, range, Members)) and not is_known(value):
            raise NotOnSymbolsError(f"{named(value)} has no formula")
        return value
