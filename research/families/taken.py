"""What a look at one member took from its surroundings, and whether that is still the same.

A family's rules may read a file, list a folder, ask for a variable or load a helper by a computed
name, and only in the process that looks at a member. What was found counts as long as nothing of
it has changed; where it cannot be followed, what was found counts for one census only.

Which file a rule reads depends on where its own file lies, on the working directory and on the
search path of modules. So where rules take more than their own text, these belong to what was
taken: the same file in another folder, or run from another one, may read other data.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from fast.certificate import shown
from fast.inputs import digests, file_name
from fast.inputs import versions_of as versions
from fast.watching import ROOT, changed_since_read, digest_of_names


def environment(names: Iterable[str]) -> dict[str, str | None]:
    """Return the named environment variables."""
    return {name: os.environ.get(name) for name in names}


_WORDS = {"files": "the file", "folders": "the folder", "variables": "the variable"}

Names = Mapping[str, Iterable[str]]  # such as {"files": ["/a/take.py"], "variables": ["MOST"]}


def taken_by(file: Path, *, whole: bool = True) -> str:
    """Return what this process took to look at a member of a family, as JSON.

    Parameters
    ----------
    file
        The family's file. What stands in it counts elsewhere
        (:meth:`research.families.members.Family.digest`).
    whole
        Whether this process took all; another one may have taken more.
    """
    from research.code.asking import unfollowable
    from research.code.dependencies import (
        absent_files,
        environment_names,
        listed_folders,
        packages_of,
        places_of,
        reads_more,
        source_files,
    )

    files = source_files(file)
    known = {name: digest for name, digest in digests(map(file_name, files)).items() if digest}
    names = {
        "files": {*known, *map(file_name, absent_files(files))} - {file_name(file)},
        "folders": listed_folders(files),
        "variables": environment_names(files),
        "packages": packages_of(files),
    }
    read = (ROOT / name for name in names["files"])
    places = places_of(file) if reads_more(file, read, names["folders"]) or not whole else {}
    taken = {**_now(names), "places": places, "lost": unfollowable(known)}
    taken["changed"] = sorted(name for name in known if changed_since_read(ROOT / name))
    return json.dumps(taken, sort_keys=True)


def is_still_so(taken: str, file: Path) -> bool:
    """Whether all that :func:`taken_by` gave of a file is the same now.

    >>> from research.families.looks import __file__ as name
    >>> file = Path(name)
    >>> is_still_so(taken_by(file), file), is_still_so('{"files": {"none.py": "a digest"}}', file)
    (True, False)
    """
    return not (json.loads(taken).get("lost") or what_changed(taken, file))


def what_changed(taken: str, file: Path) -> str:
    """Say what of all that :func:`taken_by` gave is another now, or was so at the end of the look.

    It is nothing if all is the same, as far as it can be followed.
    """
    from research.code.dependencies import places_of

    before = json.loads(taken)
    for name in before.get("changed", ()):
        return f"the file {shown(str(ROOT / name))}"
    places = before.get("places", {})
    if places and places != places_of(file):
        return "the folder, the working directory or PYTHONPATH"
    now = json.loads(json.dumps(_now(before)))
    for kind in now:
        was, is_now = before.get(kind, {}), now[kind]
        for name in sorted({*was, *is_now}):
            if was.get(name) != is_now.get(name):
                place = name if kind in ("variables", "packages") else shown(str(ROOT / name))
                return f"{_WORDS.get(kind, 'the package')} {place}"
    return ""


def _now(names: Names) -> dict[str, Mapping[str, str | None]]:
    """Return what is to be said of each name now."""
    return {
        "files": digests(names.get("files", ())),
        "folders": {name: digest_of_names(ROOT / name) for name in names.get("folders", ())},
        "variables": environment(names.get("variables", ())),
        "packages": versions(names.get("packages", ())),
    }
