"""The record of a study: when a check withdraws it, what it keeps in it, and reading it back.

A check withdraws the record before it does anything, and writes a new one as the last thing it
does. Whatever ends it in between leaves none.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from fast.confirmed import (
    OPTIMISATION,
    NotConfirmedError,
    environment,
    file_name,
    home,
    is_confirmed,
    kept_text,
    read_record,
    record_path,
    records_folder,
    versions,
)
from fast.records import Certified, Record, as_plain, as_typed, read, seal_of, written
from fast.watching import ROOT
from research.checks.evidence import Settings
from research.claims.study import Study
from research.code.dependencies import (
    absent_files,
    environment_names,
    listed_folders,
    packages_of,
    places_of,
    reads_more,
)
from research.system.files import remove, require_writable, write_whole
from research.verdicts.findings import Findings

DEFAULT = Settings()


def require_home() -> None:
    """Raise :class:`OutputError` unless what is found can be kept; rather before than after.

    The home is made now, so that who lists the folder in which it lies finds it there.
    """
    instead = "let the variable GRUNDWORK_HOME name a folder that can be"
    require_writable(home(), "GRUNDWORK_HOME", instead)
    home().mkdir(parents=True, exist_ok=True)


def certifies(settings: Settings) -> bool:
    """Whether a check with these settings may confirm: a seed is not a choice to shop for."""
    return settings.seed == DEFAULT.seed


def withdraw(study: str) -> str | None:
    """Remove the record of a study; return what it was."""
    path = record_path(study)
    try:
        text = kept_text(path)
    except (OSError, ValueError):
        text = None
    remove(path)
    return text


def withdraw_of(target: str) -> None:
    """Remove the records of what is named on the command line, before it is even loaded.

    A file is run when it is loaded, and may end the process then.
    """
    path = Path(os.path.realpath(target))
    for kept in records_folder().glob("*.json"):
        try:
            file = read(kept_text(kept)).file
        except (OSError, ValueError):
            file = ""
        if kept.stem == target or (target.endswith(".py") and file == file_name(path)):
            remove(kept)


def restore(study: Study, text: str | None) -> bool:
    """Put back a record whose certificate still holds; return whether it does."""
    if text is None:
        return False
    write_whole(record_path(study.name), text)
    if not is_confirmed(study.name, study.file):
        withdraw(study.name)
        return False
    return True


def keep(
    study: Study,
    findings: Findings,
    functions: Mapping[str, Certified] | None,
    files: Mapping[str, str],
) -> None:
    """Write the record of a study; the last thing that a check does.

    Parameters
    ----------
    study
        What was checked.
    findings
        What was found.
    functions
        The certificate, where the solvers are confirmed.
    files
        The digests of the files that took part.
    """
    taking_part = [ROOT / name for name in files]
    absent = dict.fromkeys(map(file_name, absent_files(taking_part)))
    listed = listed_folders(taking_part)
    more = reads_more(study.file, [*taking_part, *(ROOT / name for name in absent)], listed)
    found = as_plain(findings)
    record = Record(
        study.name,
        file_name(study.file),
        functions,
        versions((*packages_of(taking_part), OPTIMISATION)),
        environment(environment_names(taking_part)),
        {**absent, **files},
        listed,
        places_of(study.file) if more else {},
        found,
        seal_of(found),
    )
    write_whole(record_path(study.name), written(record))


def kept_findings(study: Study, settings: Settings) -> Findings | None:
    """Return the findings of an earlier check, if nothing they depend on has changed."""
    try:
        record = read_record(study.name, study.file)
        if record.places and record.places != places_of(study.file):
            return None  # what is read from here may be something else
        found = as_typed(record.findings, Findings)
    except (NotConfirmedError, ValueError):  # whatever is wrong with it, it is made again
        return None
    return found if found.settings == settings else None
