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
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any

_clock = itertools.count()
_written: dict[str, int] = {}  # path of what was written, or moved after it was -> when
_named: dict[str, int] = {}  # path that came or went -> when
_listed: dict[str, int] = {}  # folder -> when its names were read last
_links: set[str] = set()  # symbolic links that were made
_begun: dict[str, int] = {}  # file of a researcher's -> when it began to be loaded


def is_written_here(path: str) -> bool:
    """Whether this process itself made a file, or opened it to write it."""
    return path in _written


def begins_to_load(path: Path) -> None:
    """Note that a researcher's file is loaded from now on."""
    _begun[str(path)] = next(_clock)


def made_since(files: Iterable[str], among: Iterable[Path]) -> set[Path]:
    """Return those of some paths that were made since the first of some files began to be loaded.

    Made are what this process wrote, put there or reached by a link of its own, and what lies in a
    folder that it put there.

    Parameters
    ----------
    files
        Where none of these was loaded by itself, all that this process made counts.
    among
        The paths, absolute and without links.
    """
    made = set(map(Path, _since(files, _written)))
    return {path for path in among if not made.isdisjoint((path, *path.parents))} if made else set()


def named_since(files: Iterable[str], folders: Iterable[str]) -> set[Path]:
    """Return what came or went since then, and before some folders were listed that it bears on.

    It stands in one of these, is one, or holds one.
    """
    listed = {Path(folder): _listed.get(folder, 0) for folder in folders}
    found = {Path(path): _named[path] for path in _since(files, _named)}
    return {
        path
        for path, moment in found.items()
        for folder, last in listed.items()
        if moment < last and (path.parent == folder or folder.is_relative_to(path))
    }


def _since(files: Iterable[str], when: dict[str, int]) -> set[str]:
    begun = min((_begun[file] for file in files if file in _begun), default=0)
    return {path for path, moment in when.items() if moment >= begun}


def note_written(path: str) -> None:
    """Note that a file is opened to write it."""
    if not os.path.lexists(path):
        _named[path] = next(_clock)
    _written[path] = next(_clock)


def note_read(name: str, path: str) -> None:
    """Note that a file is opened to be read: by a link that was made here it is none of before."""
    is_straight = str(Path(name).absolute()) == path  # of files most are
    if _links and not is_straight and _leads_by_a_link(name):
        _written[path] = next(_clock)


def note_listed(folder: str) -> None:
    """Note that the names in a folder are read."""
    _listed[folder] = next(_clock)


def note_made(path: Any) -> None:
    """Note that a folder or a link is made, unless something is there."""
    place = str(_place(path))
    if not os.path.lexists(place):
        _named[place] = _written[place] = next(_clock)


def note_linked(path: Any) -> None:
    """Note that a symbolic link is made, unless something is there."""
    place = str(_place(path))
    if not os.path.lexists(place):
        _links.add(place)
    note_made(path)


def note_changed(path: Any) -> None:
    """Note that a file is cut short."""
    _written[os.path.realpath(os.fsdecode(path))] = next(_clock)


def note_removed(path: Any) -> None:
    """Note that a file or a folder is taken away."""
    _named[str(_place(path))] = next(_clock)


def note_moved(before: Any, after: Any) -> None:
    """Note that something lies elsewhere, too or now, with all in it that was made here."""
    here, there = str(_place(before)), str(_place(after))
    now = next(_clock)
    for known in (_written, _named):
        known.update(dict.fromkeys(_carried(known, here, there), now))
    _links.update(_carried(_links, here, there))
    _written[there] = _named[here] = _named[there] = now


def _carried(paths: Collection[str], here: str, there: str) -> list[str]:
    """Return where paths lie that lay in a place, or were it, when it is moved."""
    moved = [there] if here in paths else []
    if Path(here).is_dir():  # there are many paths, and most of what is moved is a file
        inside = here + os.sep
        moved += [there + path[len(here) :] for path in paths if path.startswith(inside)]
    return moved


def _leads_by_a_link(path: str, most: int = 40) -> bool:
    """Whether a path leads over a link that was made here, as the system follows it."""
    name = Path(path).absolute()
    for each in (*reversed(name.parents), name):
        place = _place(each)
        if str(place) in _links:
            return True
        on = str(place.parent / place.readlink()) if most and place.is_symlink() else ""
        if on and _leads_by_a_link(on, most - 1):
            return True
    return False


def _place(path: Any) -> Path:
    """Return the place of a name itself, and not of what it leads to."""
    name = Path(os.fsdecode(path))
    return Path(os.path.realpath(name.parent), name.name)
