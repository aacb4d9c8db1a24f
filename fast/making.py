"""What this process itself makes on the disk while Python runs: files, folders and names in them.

A truth that is read from what a solver wrote a moment before is no truth. So it is noted which
paths were opened to write, and which names came, went or were moved; and when, against the moment
at which a researcher's file began to be loaded. The events are those of an audit hook
(:mod:`fast.watching`), which come before what they tell of is done, and where it fails too.
A node that ``os.mknod`` makes is not told of.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

_clock = itertools.count()
_written: dict[str, int] = {}  # path of what was written, or moved after it was -> when
_named: dict[str, int] = {}  # path that came or went -> when
_listed: dict[str, int] = {}  # folder -> when its names were read last
_begun: dict[str, int] = {}  # file of a researcher's -> when it began to be loaded


def is_written_here(path: str) -> bool:
    """Whether this process itself made a file, or opened it to write it."""
    return path in _written


def begins_to_load(path: Path) -> None:
    """Note that a researcher's file is loaded from now on."""
    _begun[str(path)] = next(_clock)


def made_since(files: Iterable[str]) -> set[str]:
    """Return what this process wrote or moved since it began to load the first of some files.

    Where none of these was loaded by itself, since it began.
    """
    return _since(files, _written)


def named_since(files: Iterable[str], folders: Iterable[str]) -> set[str]:
    """Return the paths in folders that came or went since then, and before these were listed."""
    listed = {Path(folder): _listed.get(folder, 0) for folder in folders}
    found = _since(files, _named)
    return {path for path in found if _named[path] < listed.get(Path(path).parent, 0)}


def _since(files: Iterable[str], when: dict[str, int]) -> set[str]:
    begun = min((_begun[file] for file in files if file in _begun), default=0)
    return {path for path, moment in when.items() if moment >= begun}


def note_written(path: str) -> None:
    """Note that a file is opened to write it."""
    if not os.path.lexists(path):
        _named[path] = next(_clock)
    _written[path] = next(_clock)


def note_listed(folder: str) -> None:
    """Note that the names in a folder are read."""
    _listed[folder] = next(_clock)


def note_made(path: Any) -> None:
    """Note that a folder or a link is made, unless something is there."""
    place = str(_place(path))
    if not os.path.lexists(place):
        _named[place] = _written[place] = next(_clock)


def note_changed(path: Any) -> None:
    """Note that a file is cut short."""
    _written[os.path.realpath(os.fsdecode(path))] = next(_clock)


def note_removed(path: Any) -> None:
    """Note that a file or a folder is taken away."""
    _named[str(_place(path))] = next(_clock)


def note_moved(before: Any, after: Any) -> None:
    """Note that something lies elsewhere, too or now, with all in it that was made here."""
    here, there = _place(before), _place(after)
    for name in [each for each in _written if Path(each).is_relative_to(here)]:
        _written[str(there / Path(name).relative_to(here))] = next(_clock)
    _written[str(there)] = _named[str(here)] = _named[str(there)] = next(_clock)


def _place(path: Any) -> Path:
    """Return the place of a name itself, and not of what it leads to."""
    name = Path(os.fsdecode(path))
    return Path(os.path.realpath(name.parent), name.name)
