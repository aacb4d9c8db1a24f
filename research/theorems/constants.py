"""What proofs took for constants, which is held to what it is when they are done.

Functions that are run on symbols read constants. That nothing changes them later is read in the
source (:mod:`research.theorems.changing`); what was read is noted besides, and is looked at again
after all that a check runs.
"""

from __future__ import annotations

from inspect import getattr_static
from types import CellType, FunctionType
from typing import Any

from oracles.errors import RulesError, brief

_noted: dict[tuple[int, str], tuple[object, object]] = {}  # by identity; nothing of it is dropped
_ATOMS = (int, bool, str, type(None))


def note(holder: object, name: str, value: object) -> None:
    """Note what was read by a name: in the names of a module, of a function, or of an object."""
    _noted.setdefault((id(holder), name), (holder, value))


def require_constants() -> None:
    """Raise :class:`RulesError` if what was taken for a constant is no longer what it was.

    >>> names = {"MOST": 3}
    >>> note(names, "MOST", 3)
    >>> require_constants()
    >>> names["MOST"] = 4
    >>> require_constants()
    Traceback (most recent call last):
    oracles.errors.RulesError: MOST was 3 as something was proved, and is 4 now: let no ...
    """
    for (key, name), (holder, value) in list(_noted.items()):
        now = _read(holder, name)
        if not _is_same(now, value):
            del _noted[key, name]
            changed = f"{name} was {brief(value)} as something was proved, and is {brief(now)} now"
            instead = "let no rules, claims or controls change what the rules read"
            raise RulesError(f"{changed}: {instead}")


def _read(holder: Any, name: str) -> object:
    gone = "nothing"
    if isinstance(holder, dict):
        return holder.get(name, gone)
    if isinstance(holder, CellType):
        return holder.cell_contents
    if isinstance(holder, FunctionType):
        return getattr(holder, name)
    return getattr_static(holder, name, gone)


def _is_same(now: Any, value: Any) -> bool:
    if now is value:
        return True
    if type(now) is tuple and type(value) is tuple and len(now) == len(value):
        return all(map(_is_same, now, value))
    return type(now) is type(value) and type(now) in (*_ATOMS, frozenset) and bool(now == value)
