"""Whether another package of the same name hides one of Grundwork's rooms.

The rooms ``oracles``, ``fast`` and ``research`` have plain names, and a project may have a package
or a file of its own that is called so and that Python finds first. Then Grundwork cannot run in
that place, and one line says so.
"""

from __future__ import annotations

import sys
from importlib.machinery import PathFinder
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("oracles", "fast", "research")


class HiddenRoomError(ImportError):
    """Another package or file is found where one of Grundwork's is meant."""


def hidden_room() -> str:
    """Return in one line which room is hidden, by what, and what to do; empty if none is.

    >>> hidden_room()
    ''
    """
    for room in ROOMS:
        found = _found(room)
        if found is not None and found.parent != ROOT / room:
            there = found.parent if found.name == "__init__.py" else found
            return (
                f"{there} hides Grundwork's package {room!r}: Python finds it first; rename it, or "
                "run this from another folder"
            )
    return ""


def _found(room: str) -> Path | None:
    """Return the file that is, or would be, imported under a name; None if that is no file."""
    module = sys.modules.get(room)
    spec = module.__spec__ if module is not None else PathFinder.find_spec(room)
    if spec is None:
        return None
    if spec.origin is not None:
        return Path(spec.origin).resolve()
    places = list(spec.submodule_search_locations or [])  # a folder without an __init__
    return Path(places[0]).resolve() / "__init__.py" if places else None


def require_rooms() -> None:
    """Raise :class:`HiddenRoomError` if a room is hidden."""
    line = hidden_room()
    if line:
        raise HiddenRoomError(line)
