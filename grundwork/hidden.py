"""Whether another package or file of the same name hides one of Grundwork's rooms.

The rooms ``oracles``, ``fast`` and ``research`` have plain names. A project may have a package or a
file of its own that is called so and that Python finds first; then one line says so.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent
ROOMS = ("oracles", "fast", "research")


def hidden_room() -> str:
    """Return in one line which room is hidden, by what, and what to do; empty if none is.

    >>> hidden_room()
    ''
    """
    for room in ROOMS:
        spec = find_spec(room)
        folders = spec.submodule_search_locations if spec is not None else None
        found = folders[0] if folders else getattr(spec, "origin", None)
        if found is not None and Path(found).resolve() != FOLDER / room:
            return (
                f"{found} hides Grundwork's package {room!r}: Python finds it first; rename it, or "
                "run this from another folder"
            )
    return ""
