"""Methods of lists and tuples that are read, and statements that change what was made.

A turn of a loop of unknown length changes what it made itself, and adds to what is known to be
open. An open set without members that are known has those of its members of which a path decides
that they are none of these.
"""

from __future__ import annotations

import ast
from collections.abc import Collection
from typing import Any

from research.proving.python_values import AnyOrder, Members, is_open
from research.proving.symbols import NotOnSymbolsError

_ADDING = ("append", "extend", "add", "update")
CHANGES = (*_ADDING, "sort", "remove", "insert", "reverse")
ASKED = ("pop", "count", "index", "copy")


def change(
    frame: Any, of: ast.expr, how: str, arguments: list[ast.expr], keys: list[ast.keyword]
) -> None:
    """Run a statement that calls a method of a list or of a set, in a call of a function."""
    to = frame.value(of)
    if how == "sort" and isinstance(of, ast.Name):
        _sort(frame, of, to, keys)
        return
    given = [frame.value(each) for each in arguments]
    if how in _ADDING:
        for more in given:
            one = how in ("append", "add")
            add(frame, to, (more,) if one else more, to_set=how in ("add", "update"))
    else:
        require_own(frame, to)
        getattr(to, how)(*map(frame.reader.fixed, given))


def asked(frame: Any, of: Members | tuple[Any, ...], how: str, arguments: Members) -> Any:
    """Return what a method of a list or of a tuple gives."""
    frame.reader.fixed(of)
    if how == "pop":
        require_own(frame, of)
        if not arguments:
            raise NotOnSymbolsError("pop() takes an unknown member of a set")
    return frame.reader.made(getattr(of, how)(*arguments))


def is_own(frame: Any, to: Any) -> bool:
    """Whether it is a list that was made here, all of whose members are known."""
    return isinstance(to, Members) and not to.is_open and to.depth >= frame.reader.depth


def require_own(frame: Any, to: Any) -> None:
    """Refuse to change another value than a list that was made here."""
    if not is_own(frame, to):
        raise NotOnSymbolsError("only a list of known length that the function made may be changed")


def add(frame: Any, to: Any, more: Any, *, to_set: bool = False) -> None:
    """Add to a list that was made here; a turn, only to one that is known to be open."""
    if not isinstance(to, Members) or to.depth < (0 if to.is_open else frame.reader.depth):
        raise NotOnSymbolsError("a list that the function did not make is changed")
    to.is_open = to.is_open or is_open(more)
    to.extend(frame.reader.members(more))
    if to_set and not to.is_open:
        made = frame.reader.set_of(to)
        to[:], to.is_open = made, made.is_open


def without(frame: Any, of: Any, taken: Collection[Any]) -> Members:
    """Return the members of a set without some that are known."""
    if not isinstance(of, Members) or any(map(is_open, (taken, *taken))):
        raise NotOnSymbolsError("only known members may be removed from a set")
    left = [each for each in frame.reader.members(of) if all(each != one for one in taken)]
    return Members(left, frame.reader.depth, is_open=of.is_open)


def _sort(frame: Any, target: ast.Name, to: Any, keys: list[ast.keyword]) -> None:
    """Sort a list that was made here."""
    if target.id not in frame.names:
        raise NotOnSymbolsError("only a list that the function made may be sorted")
    require_own(frame, to)
    made = frame.reader.call(sorted, to, **{str(key.arg): frame.value(key.value) for key in keys})
    if isinstance(made, AnyOrder):
        to.is_open = True  # by another name, it has these members in an order that is not known
        frame.names[target.id] = made
    else:
        to[:] = made
