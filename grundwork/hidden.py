"""Grundwork's packages where a project has a folder or a file of the same name.

The packages ``oracles``, ``fast`` and ``research`` have plain names. What lies in a project's
folder ``research`` is found as ``research.helper`` beside what Grundwork has there, as each of the
packages takes such folders into its path. A file ``research.py`` cannot be told from the package.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent
ROOMS = ("oracles", "fast", "research")


def find_ours_first() -> str:
    """Let Python find Grundwork's packages first; say in one line what prevents it, if anything.

    >>> find_ours_first()
    ''
    """
    for room in ROOMS:
        beside = (Path(entry, f"{room}.py") for entry in sys.path if "-packages" not in entry)
        for file in filter(Path.is_file, beside):
            return f"{file.resolve()} has the name of Grundwork's package {room!r}; rename it"
        if not _is_ours(room) and room not in sys.modules:
            sys.path.insert(0, str(FOLDER))
        if not _is_ours(room):
            return (
                f"another package {room!r} was imported before Grundwork's; import grundwork first"
            )
    return ""


def _is_ours(room: str) -> bool:
    spec = find_spec(room)
    return spec is not None and spec.origin == str(FOLDER / room / "__init__.py")
