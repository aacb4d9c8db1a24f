"""Whether another package or file of the same name hides one of Grundwork's rooms.

The rooms ``oracles``, ``fast`` and ``research`` have plain names, and a project may have a package
or a file of its own that is called so and that Python finds first. Then Grundwork cannot run in
that place, and one line says so.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path

HOUSE = Path(__file__).resolve().parent.parent
ROOMS = ("oracles", "fast", "research")


class HiddenRoomError(ImportError):
    """Another package or file is found where one of Grundwork's is meant."""


def require_rooms() -> None:
    """Raise :class:`HiddenRoomError` if a room is hidden."""
    line = hidden_room()
    if line:
        raise HiddenRoomError(line)


def hidden_room() -> str:
    """Return in one line which room is hidden, by what, and what to do; empty if none is.

    Costs a look for each room along the path, and imports nothing.

    >>> hidden_room()
    ''
    """
    for room in ROOMS:
        there = _found(room)
        if there is not None and Path(there).resolve() != HOUSE / room:
            return (
                f"{there} hides Grundwork's package {room!r}: Python finds it first; rename it, or "
                "run this from another folder"
            )
    return ""


def _found(name: str) -> str | None:
    """Return what is, or would be, imported under a name: a folder, a file; None if nothing is."""
    try:
        spec = find_spec(name)  # of a module that is imported already, that module's own
    except ValueError:  # which it does not have
        return getattr(sys.modules[name], "__file__", None) or f"a module without a file, {name},"
    if spec is None:
        return None
    for folder in spec.submodule_search_locations or ():
        return folder
    return spec.origin if spec.has_location else f"a module without a file, {name},"
