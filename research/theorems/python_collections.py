"""What functions that are read from their source make: lists, sets, iterators, and open ones.

A collection is *open* if some of its members stand for many: it was filled by a loop over a range
of which only the bounds are known. Its members are only collected, and nothing else is asked of it.
"""

from __future__ import annotations

import functools
import itertools
import operator
from collections.abc import Callable, Iterable
from typing import Any, Literal

from research.theorems.errors import NotOnSymbolsError
from research.theorems.symbols import Symbol, SymbolicRange

Kind = Literal["list", "set", "iterator"]

_COLLECTING: dict[Any, Kind] = {  # functions that pass the members on, and what they make
    list: "list",
    sorted: "list",
    set: "set",
    frozenset: "set",
    iter: "iterator",
    reversed: "iterator",
    itertools.chain: "iterator",
}
_OF_NUMBERS = (abs, all, any, bool, divmod, int, len, max, min, next, sum, functools.reduce)
_GIVING_ITERATORS = (
    *(enumerate, filter, map, zip, itertools.accumulate, itertools.combinations, itertools.islice),
    *(itertools.combinations_with_replacement, itertools.pairwise, itertools.permutations),
    *(itertools.product, itertools.starmap, itertools.takewhile),
)
_OPERATORS = (
    *(operator.add, operator.sub, operator.mul, operator.mod, operator.floordiv, operator.neg),
    *(operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge),
    *(operator.and_, operator.or_, operator.xor, operator.lshift, operator.rshift),
)
BUILTINS = (*_COLLECTING, tuple, range, *_OF_NUMBERS, *_GIVING_ITERATORS, *_OPERATORS)


class Members(list[Any]):
    """A list, a set or an iterator that a function made.

    Attributes
    ----------
    kind
        Which of these.
    depth
        In how many turns of loops over ranges of unknown length it was made.
    is_open
        Whether members stand for many.
    is_used
        Whether an iterator was gone through, or a list is one from outside, which nothing changes.
    read_at
        The most such turns in which its members were asked for.
    """

    def __init__(
        self, members: Iterable[Any] = (), kind: Kind = "list", depth: int = 0, *, is_open: Any = ()
    ) -> None:
        super().__init__(members)
        self.kind, self.depth, self.is_open, self.is_used = kind, depth, bool(is_open), False
        self.read_at = depth


def is_open(value: Any) -> bool:
    """Whether members of a value stand for many."""
    return isinstance(value, SymbolicRange) or (isinstance(value, Members) and value.is_open)


def members_of(value: Any, depth: int) -> Iterable[Any]:
    """Return the members of a value, to be gone through once.

    Raises
    ------
    NotOnSymbolsError
        If it is no collection, or an iterator that was used before or that others turns share.
    """
    if isinstance(value, Members):
        if value.kind == "iterator":
            if value.is_used or value.depth < depth:
                raise NotOnSymbolsError("an iterator is gone through more than once")
            value.is_used = True
        value.read_at = max(value.read_at, depth)
        return value
    if isinstance(value, tuple | range | str | SymbolicRange):
        return value
    raise NotOnSymbolsError(f"{kind_of(value)} has no members")


def fixed(value: Any, depth: int) -> Any:
    """Return a value as Python's own functions may have it.

    Raises
    ------
    NotOnSymbolsError
        If it is open.
    """
    if is_open(value):
        raise NotOnSymbolsError("a collection of unknown length is only collected")
    if isinstance(value, Members) and value.kind == "iterator":
        return list(members_of(value, depth))
    if isinstance(value, Members):
        value.read_at = max(value.read_at, depth)
    if isinstance(value, Members) and value.kind == "set":
        apart: list[Any] = []
        for member in value:
            if not any(member == known for known in apart):
                apart.append(member)
        value[:] = apart
    return value


def kind_of(value: Any) -> str:
    """Return what a value is, in a message."""
    return "a number" if isinstance(value, Symbol) else type(value).__name__


def called(function: Any, args: list[Any], keys: dict[str, Any], depth: int) -> Any:
    """Call a function of Python's own on what functions made.

    Raises
    ------
    NotOnSymbolsError
        If it is none of those that are known, or has no formula for what it is given.
    """
    if not any(function is each for each in BUILTINS):
        raise NotOnSymbolsError(
            f"{getattr(function, '__name__', kind_of(function))} has no formula"
        )
    if function is range:
        symbolic = any(isinstance(bound, Symbol) for bound in args)
        return SymbolicRange(*args) if symbolic else range(*args)
    collected = function is tuple or function in _COLLECTING
    if collected and any(map(is_open, args)):
        parts = [member for each in args for member in members_of(each, depth)]
        return Members(parts, _COLLECTING.get(function, "list"), depth, is_open=True)
    if function in _CHOOSING and any(map(is_open, args)):
        return Members(_CHOOSING[function](*args, **keys), "iterator", depth, is_open=True)
    if function in (set, frozenset):
        return Members([m for each in args for m in members_of(each, depth)], "set", depth)
    if function is next:
        made = _next(depth, *args)
    else:
        given = [fixed(each, depth) for each in args]
        made = function(*given, **{name: fixed(each, depth) for name, each in keys.items()})
    if function in _COLLECTING:
        return Members(made, _COLLECTING[function], depth)
    return Members(made, "iterator", depth) if function in _GIVING_ITERATORS else made


def _next(depth: int, iterator: Any, *default: Any) -> Any:
    if getattr(iterator, "kind", "") != "iterator" or is_open(iterator) or iterator.depth < depth:
        raise NotOnSymbolsError("next of what is no iterator of its own")
    if not iterator and not default:
        raise NotOnSymbolsError("next of an iterator that is at its end")
    return iterator.pop(0) if iterator else default[0]


def _product(*given: Any, repeat: int = 1) -> Iterable[tuple[Any, ...]]:
    """Give all tuples; a range of unknown length has a number of its own in each place."""
    for each in given:
        known = () if isinstance(each, SymbolicRange) else members_of(each, 0)
        again = is_open(known) and (repeat != 1 or each.kind != "iterator")
        if again or any(isinstance(member, Members) for member in known):
            raise NotOnSymbolsError("a product of ranges of unknown length shares a list")
    return itertools.product(*(tuple(each) for _ in range(repeat) for each in given))


def _choices(apart: int) -> Callable[..., Iterable[tuple[Any, ...]]]:
    def chosen_from(of: SymbolicRange, number: int) -> Iterable[tuple[Any, ...]]:
        """Give a combination from a range of unknown length, of which nothing else is known."""
        if not isinstance(of, SymbolicRange) or of.step != 1 or isinstance(number, Symbol):
            raise NotOnSymbolsError("combinations of a range that does not go up by 1")
        chosen: list[Symbol] = []
        for _ in range(number):
            found = list(SymbolicRange(chosen[-1] + apart if chosen else of.first, of.last))
            if not found:
                return []
            chosen += found
        return [tuple(chosen)]

    return chosen_from


_CHOOSING: dict[Any, Callable[..., Iterable[tuple[Any, ...]]]] = {
    itertools.product: _product,
    itertools.combinations: _choices(1),
    itertools.combinations_with_replacement: _choices(0),
}
