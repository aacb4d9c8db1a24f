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
from collections.abc import Iterable, Mapping
from pathlib import Path

from fast.confirmed import digests, environment, file_name, versions
from fast.watching import ROOT, digest_of_names

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
    from research.verdicts.certifying import changes

    files = source_files(file)
    known = {name: digest for name, digest in digests(map(file_name, files)).items() if digest}
    lost = [*unfollowable(known), *changes({}, known)]
    names = {
        "files": {*known, *map(file_name, absent_files(files))} - {file_name(file)},
        "folders": listed_folders(files),
        "variables": environment_names(files),
        "packages": packages_of(files),
    }
    read = (ROOT / name for name in names["files"])
    places = places_of(file) if reads_more(file, read, names["folders"]) or not whole else {}
    return json.dumps({**_now(names), "places": places, "lost": lost}, sort_keys=True)


def cannot_be_followed(taken: str) -> bool:
    """Whether something was taken of which nobody can say later if it is the same."""
    return bool(json.loads(taken).get("lost"))


def is_still_so(taken: str, file: Path) -> bool:
    """Whether all that :func:`taken_by` gave of a file is the same now.

    >>> from research.families.looks import __file__ as name
    >>> file = Path(name)
    >>> is_still_so(taken_by(file), file), is_still_so('{"files": {"none.py": "a digest"}}', file)
    (True, False)
    """
    from research.code.dependencies import places_of

    before = json.loads(taken)
    lost, places = before.pop("lost", ()), before.pop("places", {})
    if lost or (places and places != places_of(file)):
        return False
    return bool(json.loads(json.dumps(_now(before))) == before)


def _now(names: Names) -> dict[str, Mapping[str, str | None]]:
    """Return what is to be said of each name now."""
    return {
        "files": digests(names.get("files", ())),
        "folders": {name: digest_of_names(ROOT / name) for name in names.get("folders", ())},
        "variables": environment(names.get("variables", ())),
        "packages": versions(names.get("packages", ())),
    }
